// assemble_theta.c: other quantities of the terms of a model: derivatives by theta, viscous forces, strains.
#include <string.h>

#include "model/assemble.h"

static bool term_wanted(const pl_term *term, const int *column) {
  for (int j = 0; column && j < pl_term_theta_count(term); j++)
    if (column[term->theta + j] >= 0) return true;
  for (int j = 0; column && j < pl_prony_params(term->n_prony); j++)
    if (column[term->prony + j] >= 0) return true;
  return !column;
}

// Adds w phi sum_i (d t_i / d theta_j) ds_i of one term, work->dt, to the columns of the parameters from `first` on. phi: the weights of a
// material sample, NULL: 1.
static void add_columns(const pl_model *model, const pl_group *group, int32_t block, const pl_term *term, int first, const double *phi,
                        const int *column, double *out, pl_work *work) {
  const double *w = group->weight[block];
  int n_in = term->law.row->n_in, n = 3 * group->strain->n_vertex;
  pl_lanes weight;
  PL_FOR_LANES(l) weight[l] = phi ? w[l] * phi[l] : w[l];
  for (int j = 0; j < term->law.n_param + pl_prony_params(term->n_prony); j++) {
    int own = j < term->law.n_param ? first + j : term->prony + j - term->law.n_param, to = column ? column[own] : own;
    if (to < 0) continue;
    for (int c = 0; c < n; c++) PL_FOR_LANES(l) {
        double sum = 0;
        for (int a = 0; a < n_in; a++) sum += work->dt[j * n_in + a][l] * work->ds[term->value[a] * n + c][l];
        work->q[c][l] = weight[l] * sum;
      }
    pl_block_scatter_vector(group, block, (const pl_lanes *)work->q, out + (size_t)to * model->n_dof);
  }
}

// work->dt of the elastic law at work->law_s becomes that of a term that relaxes.
static void relax_theta(int index, const pl_term *term, const pl_lanes *history, pl_work *work) {
  const struct pl_relax *relax = &work->relax[index];
  term->law.row->eval(&term->law, work->bound[index][0], (const pl_lanes *)work->law_s, NULL, work->law_t, NULL);
  pl_prony_theta(&relax->step, &relax->slope, term->law.row->n_in, term->law.n_param, (const pl_lanes *)work->law_t, history, work->dt);
}

// dg/dtheta_j = sum w sum_i (d t_i / d theta_j) ds_i. With material samples each has separate parameters and the weight phi. For laws
// linear in theta d t / d theta does not depend on the sample.
void pl_terms_add_theta(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const int *column,
                        double *out, pl_work *work) {
  (void)own;
  if (pl_material_relaxes(model->material)) pl_work_bind(model, theta, work);
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    const pl_strain *strain = group->strain;
    for (int32_t b = 0; b < group->n_block && group->n_term > 0; b++) {
      pl_block_gather(group, b, x, work->x);
      strain->eval(group->rest + (size_t)b * strain->n_rest, (const pl_lanes *)work->x, work->s, work->ds);
      for (int k = 0; k < group->n_term; k++) {
        const pl_term *term = &model->material->term[group->term[k]];
        const pl_near_samples *near = group->near && group->near[k] ? &group->near[k][b] : NULL;
        if (!term_wanted(term, column)) continue;
        pl_term_inputs(model, group, k, (const pl_lanes *)work->s, pl_block_history(group, b, work->history), work->law_s);
        for (int i_near = 0; i_near < (near ? near->n : 1); i_near++) {
          int first = term->theta + (near ? near->sample[i_near] * term->law.n_param : 0);
          if (i_near == 0 || !(term->law.row->flags & PL_LAW_LINEAR))
            term->law.row->eval_theta(&term->law, theta + first, (const pl_lanes *)work->law_s, work->dt);
          if (term->n_prony > 0) relax_theta(group->term[k], term, pl_term_rows(group, k, pl_block_history(group, b, work->history)), work);
          add_columns(model, group, b, term, first, near ? near->phi[i_near] : NULL, column, out, work);
        }
      }
    }
  }
}

// Viscosity (Volino eqs. 9', 12', 13'): strain rates r_i = ds_i . v, the law gives R(r) with t = R,r and k = R,rr:
//   dR/dv = w sum_i t_i ds_i,   d2R/dv2 = w sum_ij k_ij ds_i ds_j^T. Only a stiffness component: there is no geometric one (eq. 13').
void pl_model_add_rates(const pl_model *model, const double *theta, const double *x, const double *v, double *power_half, double *gradient,
                        pl_block_matrix *damping, pl_work *work) {
  pl_work_bind(model, theta, work);
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    const pl_strain *strain = group->strain;
    int nv = strain->n_value, n = 3 * strain->n_vertex;
    for (int32_t b = 0; b < group->n_block && group->n_rate_term > 0; b++) {
      const double *w = group->weight[b];
      pl_lanes rate[PL_STRAIN_MAX_VALUE], psi;
      pl_block_gather(group, b, x, work->x);
      strain->eval(group->rest + (size_t)b * strain->n_rest, (const pl_lanes *)work->x, work->s, work->ds);
      pl_block_gather(group, b, v, work->x);
      memset(rate, 0, sizeof rate);
      for (int a = 0; a < nv; a++)
        for (int c = 0; c < n; c++) PL_FOR_LANES(l) rate[a][l] += work->ds[a * n + c][l] * work->x[c][l];
      pl_group_rate_laws(model, group, b, (const pl_lanes *)rate, &psi, work->t, damping ? work->k : NULL, work);
      if (power_half) PL_EACH_LANE(l) *power_half += w[l] * psi[l];
      if (gradient) {
        for (int a = 0; a < nv; a++) PL_FOR_LANES(l) work->t[a][l] *= w[l];
        pl_group_gradient(group, (const pl_lanes *)work->t, (const pl_lanes *)work->ds, work->q);
        pl_block_scatter_vector(group, b, (const pl_lanes *)work->q, gradient);
      }
      if (damping) {
        for (int a = 0; a < nv * nv; a++) PL_FOR_LANES(l) work->k[a][l] *= w[l];
        pl_group_stiffness(group, model->symmetric, (const pl_lanes *)work->k, (const pl_lanes *)work->ds, work->q, work->h);
        pl_block_scatter_matrix(group, b, (const pl_lanes *)work->h, damping);
      }
    }
  }
}

// Strains of one group, values [first, first + n_value) of each element: out[n_element][n_value]. An element shared by several of the
// requested classes is listed by the first of their groups.
static int32_t group_strains(const pl_group *group, unsigned asked, const double *x, int first, int n_value, double *out, pl_work *work) {
  const pl_strain *strain = group->strain;
  unsigned earlier = asked & ((1u << group->class_index) - 1);
  int32_t done = 0;
  for (int32_t b = 0; b < group->n_block; b++) {
    pl_block_gather(group, b, x, work->x);
    strain->eval(group->rest + (size_t)b * strain->n_rest, (const pl_lanes *)work->x, work->s, NULL);
    PL_EACH_LANE(l) {
      int32_t e = b * PL_BLOCK + l;
      if (e >= group->n_element) break;
      if (group->classes[e] & earlier) continue;
      for (int a = 0; a < n_value; a++) out[(size_t)done * n_value + a] = work->s[first + a][l];
      done++;
    }
  }
  return done;
}

int32_t pl_model_strains(const pl_model *model, const pl_strain *strain, const double *x, double *out, pl_work *work) {
  double placed[PL_PLACED_DOF];
  x = pl_model_place(model, x, placed);
  unsigned present = 0;  // classes with a term
  for (int i = 0; i < model->n_group; i++)
    if (pl_strain_measure(model->group[i].strain) == strain) present |= 1u << model->group[i].class_index;
  int32_t done = 0;
  for (int i = 0; i < model->n_group; i++)
    if (pl_strain_measure(model->group[i].strain) == strain)
      done += group_strains(&model->group[i], present, x, 0, strain->n_value, out + (size_t)done * strain->n_value, work);
  return done;
}

int32_t pl_model_term_strains(const pl_model *model, const pl_term *term, const double *x, double *out, pl_work *work) {
  double placed[PL_PLACED_DOF];
  x = pl_model_place(model, x, placed);
  int32_t done = 0;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    if (pl_strain_measure(group->strain) == term->strain && (term->classes >> group->class_index & 1))
      done += group_strains(group, term->classes, x, term->value[0], 1, out + done, work);
  }
  return done;
}

int32_t pl_model_term_weights(const pl_model *model, const pl_term *term, double *out) {
  int32_t done = 0;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    unsigned earlier = term->classes & ((1u << group->class_index) - 1);
    if (pl_strain_measure(group->strain) != term->strain || !(term->classes >> group->class_index & 1)) continue;
    for (int32_t e = 0; e < group->n_element; e++)
      if (!(group->classes[e] & earlier)) out[done++] = group->weight[e / PL_BLOCK][e % PL_BLOCK];
  }
  return done;
}
