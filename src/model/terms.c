// terms.c: the terms of the material, pairs of strain and law, as a potential; here their memory (history.h has the formulas). Energy and
// its derivatives are in assemble.c and assemble_theta.c.
#include <string.h>

#include "model/assemble.h"

static size_t first_row(const pl_group *group, int32_t block) { return group->history_first + (size_t)block * (size_t)group->n_history; }

const pl_lanes *pl_block_history(const pl_group *group, int32_t block, const pl_history *history) {
  return history && group->n_history > 0 ? (const pl_lanes *)history->row + first_row(group, block) : NULL;
}

// Strains, and optionally gradients, of a block in work->s, work->ds.
static void block_strains(const pl_group *group, int32_t block, const double *x, bool gradients, pl_work *work) {
  const pl_strain *strain = group->strain;
  pl_block_gather(group, block, x, work->x);
  strain->eval(group->rest + (size_t)block * strain->n_rest, (const pl_lanes *)work->x, work->s, gradients ? work->ds : NULL);
}

// A relaxing term at work->s: its elastic law, into work->psi, law_t and, if wanted, law_k.
static const pl_term *relax_eval(const pl_model *model, const pl_group *group, int k, bool tangent, pl_work *work) {
  const pl_term *term = &model->material->term[group->term[k]];
  pl_term_inputs(model, group, k, (const pl_lanes *)work->s, NULL, work->law_s);
  term->law.row->eval(&term->law, work->bound[group->term[k]][0], (const pl_lanes *)work->law_s, work->psi, work->law_t,
                      tangent ? work->law_k : NULL);
  return term;
}

static void relax_commit(const pl_model *model, const pl_group *group, int k, pl_lanes *row, pl_work *work) {
  const pl_term *term = relax_eval(model, group, k, false, work);
  pl_prony_commit(&work->relax[group->term[k]].step, term->law.row->n_in, (const pl_lanes *)work->law_s, (const pl_lanes *)work->psi,
                  (const pl_lanes *)work->law_t, row + group->history_at[k]);
}

static void begin(const pl_model *model, const pl_potential *own, const double *x, pl_history *history, pl_work *work) {
  (void)own;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    for (int32_t b = 0; b < group->n_block && group->n_history > 0; b++) {
      pl_lanes *row = history->row + first_row(group, b);
      block_strains(group, b, x, false, work);
      for (int k = 0; k < group->n_term; k++) {
        const pl_term *term = &model->material->term[group->term[k]];
        for (int a = 0; a < term->law.row->n_in && term->law.row->n_history > 0; a++)
          memcpy(row[group->history_at[k] + a], work->s[term->value[a]], sizeof(pl_lanes));
        if (term->n_prony > 0) relax_commit(model, group, k, row, work);  // from zero, in a step without a duration: no overstress
      }
    }
  }
}

static void commit(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_history *history,
                   pl_work *work) {
  (void)own, (void)theta;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    for (int32_t b = 0; b < group->n_block && group->n_history > 0; b++) {
      pl_lanes *row = history->row + first_row(group, b), next[PL_LAW_MAX_HISTORY];
      block_strains(group, b, x, false, work);
      for (int k = 0; k < group->n_term; k++) {
        const pl_law *law = &model->material->term[group->term[k]].law;
        if (model->material->term[group->term[k]].n_prony > 0) relax_commit(model, group, k, row, work);
        if (law->row->n_history == 0) continue;
        pl_term_inputs(model, group, k, (const pl_lanes *)work->s, (const pl_lanes *)row, work->law_s);
        law->row->commit(law, work->bound[group->term[k]][0], (const pl_lanes *)work->law_s, next);
        memcpy(row[group->history_at[k]], next, (size_t)law->row->n_history * sizeof(pl_lanes));
      }
    }
  }
}

// Work of the overstresses of a relaxing term: the potential of the step less the elastic energy.
static double relax_uptake(const pl_model *model, const pl_group *group, int32_t block, int k, const pl_history *history, pl_work *work) {
  const pl_term *term = relax_eval(model, group, k, false, work);
  double sum = 0;
  PL_EACH_LANE(l) sum -= group->weight[block][l] * work->psi[0][l];
  pl_prony_eval(&work->relax[group->term[k]].step, term->law.row->n_in, (const pl_lanes *)work->law_s,
                pl_term_rows(group, k, pl_block_history(group, block, history)), work->psi, work->law_t, NULL);
  PL_EACH_LANE(l) sum += group->weight[block][l] * work->psi[0][l];
  return sum;
}

static double uptake(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                     pl_work *work) {
  (void)own, (void)theta;
  double sum = 0;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    for (int32_t b = 0; b < group->n_block && group->n_history > 0; b++) {
      block_strains(group, b, x, false, work);
      for (int k = 0; k < group->n_term; k++) {
        const pl_law *law = &model->material->term[group->term[k]].law;
        if (model->material->term[group->term[k]].n_prony > 0) sum += relax_uptake(model, group, b, k, history, work);
        if (law->row->n_history == 0) continue;
        pl_term_inputs(model, group, k, (const pl_lanes *)work->s, pl_block_history(group, b, history), work->law_s);
        law->row->eval(law, work->bound[group->term[k]][0], (const pl_lanes *)work->law_s, work->psi, work->law_t, NULL);
        PL_EACH_LANE(l) sum += group->weight[b][l] * work->psi[0][l];
      }
    }
  }
  return sum;
}

// ---- derivatives along a path ----

// One law's derivatives along the path, of one block.
typedef struct path_step {
  pl_lanes t_h[PL_LAW_MAX_IN * PL_LAW_MAX_HISTORY], next_s[PL_LAW_MAX_HISTORY * PL_LAW_MAX_IN];
  pl_lanes next_h[PL_LAW_MAX_HISTORY * PL_LAW_MAX_HISTORY];
} path_step;

_Static_assert(PL_LAW_MAX_HISTORY <= PL_LAW_MAX_IN, "work->dt holds n_param * PL_LAW_MAX_IN");

// `next_theta` [n_history * n_param] goes to work->dt.
static void law_path(const pl_model *model, const pl_group *group, int32_t block, int k, const double *theta, const pl_history *history,
                     path_step *step, pl_work *work) {
  const pl_term *term = &model->material->term[group->term[k]];
  pl_term_inputs(model, group, k, (const pl_lanes *)work->s, pl_block_history(group, block, history), work->law_s);
  term->law.row->path(&term->law, theta + term->theta, (const pl_lanes *)work->law_s, step->t_h, step->next_s, step->next_h, work->dt);
}

// dt_a = sum_m (d t_a / d h_m) dh_m
static void stress_by_history(const path_step *step, int n_in, int n_history, const pl_lanes *dh, pl_lanes *dt) {
  for (int a = 0; a < n_in; a++) {
    PL_FOR_LANES(l) dt[a][l] = step->t_h[a * n_history][l] * dh[0][l];
    for (int m = 1; m < n_history; m++) PL_FOR_LANES(l) dt[a][l] += step->t_h[a * n_history + m][l] * dh[m][l];
  }
}

static void add_columns(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                        const pl_history_slope *slope, int first, int n, double *out, pl_work *work) {
  (void)own;
  path_step step;
  pl_work_bind(model, theta, work);
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    int n_dof = 3 * group->strain->n_vertex;
    for (int32_t b = 0; b < group->n_block && group->n_history > 0; b++) {
      block_strains(group, b, x, true, work);
      for (int k = 0; k < group->n_term; k++) {
        const pl_term *term = &model->material->term[group->term[k]];
        int n_in = term->law.row->n_in;
        if (pl_term_history(term) == 0) continue;
        if (term->n_prony == 0) law_path(model, group, b, k, theta, history, &step, work);
        for (int j = 0; j < n; j++) {
          const pl_lanes *dh =
              (const pl_lanes *)slope->row + (size_t)(first + j) * slope->n_row + first_row(group, b) + group->history_at[k];
          pl_lanes dt[PL_LAW_MAX_IN];
          if (term->n_prony > 0)
            pl_prony_by_history(&work->relax[group->term[k]].step, n_in, dh, dt);
          else
            stress_by_history(&step, n_in, term->law.row->n_history, dh, dt);
          memset(work->q, 0, (size_t)n_dof * sizeof *work->q);
          for (int a = 0; a < n_in; a++)
            for (int c = 0; c < n_dof; c++)
              PL_FOR_LANES(l) work->q[c][l] += group->weight[b][l] * dt[a][l] * work->ds[term->value[a] * n_dof + c][l];
          pl_block_scatter_vector(group, b, (const pl_lanes *)work->q, out + (size_t)j * model->n_dof);
        }
      }
    }
  }
}

// Rate of change of one strain value with a column dx: ds . dx.
static void strain_change(const pl_group *group, int value, const pl_work *work, const pl_lanes *dx, pl_lanes *out) {
  int n_dof = 3 * group->strain->n_vertex;
  memset(out, 0, sizeof *out);
  for (int c = 0; c < n_dof; c++) PL_FOR_LANES(l)(*out)[l] += work->ds[value * n_dof + c][l] * dx[c][l];
}

// The change of a law's history with column p; change[n_in]: of its strains.
static void commit_law(const pl_term *term, const path_step *step, const int *column, int p, const pl_lanes *change, pl_lanes *dh,
                       const pl_work *work) {
  int n_in = term->law.row->n_in, n_history = term->law.row->n_history, n_param = term->law.n_param;
  pl_lanes next[PL_LAW_MAX_HISTORY];
  for (int m = 0; m < n_history; m++) {
    memset(next[m], 0, sizeof next[m]);
    for (int a = 0; a < n_in; a++) PL_FOR_LANES(l) next[m][l] += step->next_s[m * n_in + a][l] * change[a][l];
    for (int o = 0; o < n_history; o++) PL_FOR_LANES(l) next[m][l] += step->next_h[m * n_history + o][l] * dh[o][l];
    for (int j = 0; j < n_param; j++)
      if ((column ? column[term->theta + j] : term->theta + j) == p) PL_FOR_LANES(l) next[m][l] += work->dt[m * n_param + j][l];
  }
  memcpy(dh, next, (size_t)n_history * sizeof(pl_lanes));
}

// The same of a relaxing term, whose elastic stress, tangent and derivatives by theta are in work->law_t, law_k and dt.
static void commit_relaxing(int index, const pl_term *term, const pl_lanes *history, const int *column, int p, const pl_lanes *change,
                            pl_lanes *dh, const pl_work *work) {
  const struct pl_relax *relax = &work->relax[index];
  int n_in = term->law.row->n_in, n_param = term->law.n_param;
  pl_lanes dt[PL_LAW_MAX_IN];
  for (int a = 0; a < n_in; a++) {
    memset(dt[a], 0, sizeof dt[a]);
    for (int b = 0; b < n_in; b++) PL_FOR_LANES(l) dt[a][l] += work->law_k[a * n_in + b][l] * change[b][l];
    for (int j = 0; j < n_param; j++)
      if ((column ? column[term->theta + j] : term->theta + j) == p) PL_FOR_LANES(l) dt[a][l] += work->dt[j * n_in + a][l];
  }
  pl_prony_commit_slope(&relax->step, n_in, change, (const pl_lanes *)dt, dh);
  for (int j = 0; j < pl_prony_params(term->n_prony); j++) {
    int own = term->prony + j;
    if ((column ? column[own] : own) == p) pl_prony_add_parameter(&relax->slope, j, n_in, (const pl_lanes *)work->law_t, history, dh);
  }
}

static void commit_slope(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                         const int *column, const double *dx, pl_history_slope *slope, pl_work *work) {
  (void)own;
  path_step step;
  pl_work_bind(model, theta, work);
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    for (int32_t b = 0; b < group->n_block && group->n_history > 0; b++) {
      block_strains(group, b, x, true, work);
      for (int k = 0; k < group->n_term; k++) {
        const pl_term *term = &model->material->term[group->term[k]];
        if (pl_term_history(term) == 0) continue;
        if (term->n_prony > 0) {
          relax_eval(model, group, k, true, work);
          term->law.row->eval_theta(&term->law, theta + term->theta, (const pl_lanes *)work->law_s, work->dt);
        } else {
          law_path(model, group, b, k, theta, history, &step, work);
        }
        for (int p = 0; p < slope->n_column; p++) {
          pl_lanes *dh = slope->row + (size_t)p * slope->n_row + first_row(group, b) + group->history_at[k];
          pl_lanes change[PL_LAW_MAX_IN];
          pl_block_gather(group, b, dx + (size_t)p * model->n_dof, work->x);
          for (int a = 0; a < term->law.row->n_in; a++) strain_change(group, term->value[a], work, (const pl_lanes *)work->x, &change[a]);
          if (term->n_prony > 0)
            commit_relaxing(group->term[k], term, pl_term_rows(group, k, pl_block_history(group, b, history)), column, p,
                            (const pl_lanes *)change, dh, work);
          else
            commit_law(term, &step, column, p, (const pl_lanes *)change, dh, work);
        }
      }
    }
  }
}

const pl_potential_row pl_potential_terms = {
    .name = "terms",
    .add = pl_terms_add,
    .add_theta = pl_terms_add_theta,
    .begin = begin,
    .commit = commit,
    .uptake = uptake,
    .add_columns = add_columns,
    .commit_slope = commit_slope,
};
