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
        if (law->row->n_history == 0) continue;
        pl_term_inputs(model, group, k, (const pl_lanes *)work->s, (const pl_lanes *)row, work->law_s);
        law->row->commit(law, work->bound[group->term[k]][0], (const pl_lanes *)work->law_s, next);
        memcpy(row[group->history_at[k]], next, (size_t)law->row->n_history * sizeof(pl_lanes));
      }
    }
  }
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

static void add_columns(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                        const pl_history_slope *slope, int first, int n, double *out, pl_work *work) {
  (void)own;
  path_step step;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    int n_dof = 3 * group->strain->n_vertex;
    for (int32_t b = 0; b < group->n_block && group->n_history > 0; b++) {
      block_strains(group, b, x, true, work);
      for (int k = 0; k < group->n_term; k++) {
        const pl_term *term = &model->material->term[group->term[k]];
        int n_in = term->law.row->n_in, n_history = term->law.row->n_history;
        if (n_history == 0) continue;
        law_path(model, group, b, k, theta, history, &step, work);
        for (int j = 0; j < n; j++) {
          const pl_lanes *dh =
              (const pl_lanes *)slope->row + (size_t)(first + j) * slope->n_row + first_row(group, b) + group->history_at[k];
          memset(work->q, 0, (size_t)n_dof * sizeof *work->q);
          for (int a = 0; a < n_in; a++) {
            pl_lanes dt;
            PL_FOR_LANES(l) dt[l] = step.t_h[a * n_history][l] * dh[0][l];
            for (int m = 1; m < n_history; m++) PL_FOR_LANES(l) dt[l] += step.t_h[a * n_history + m][l] * dh[m][l];
            for (int c = 0; c < n_dof; c++)
              PL_FOR_LANES(l) work->q[c][l] += group->weight[b][l] * dt[l] * work->ds[term->value[a] * n_dof + c][l];
          }
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

static void commit_slope(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                         const int *column, const double *dx, pl_history_slope *slope, pl_work *work) {
  (void)own;
  path_step step;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    for (int32_t b = 0; b < group->n_block && group->n_history > 0; b++) {
      block_strains(group, b, x, true, work);
      for (int k = 0; k < group->n_term; k++) {
        const pl_term *term = &model->material->term[group->term[k]];
        int n_in = term->law.row->n_in, n_history = term->law.row->n_history, n_param = term->law.n_param;
        if (n_history == 0) continue;
        law_path(model, group, b, k, theta, history, &step, work);
        for (int p = 0; p < slope->n_column; p++) {
          pl_lanes *dh = slope->row + (size_t)p * slope->n_row + first_row(group, b) + group->history_at[k];
          pl_lanes change[PL_LAW_MAX_IN], next[PL_LAW_MAX_HISTORY];
          pl_block_gather(group, b, dx + (size_t)p * model->n_dof, work->x);
          for (int a = 0; a < n_in; a++) strain_change(group, term->value[a], work, (const pl_lanes *)work->x, &change[a]);
          for (int m = 0; m < n_history; m++) {
            memset(next[m], 0, sizeof next[m]);
            for (int a = 0; a < n_in; a++) PL_FOR_LANES(l) next[m][l] += step.next_s[m * n_in + a][l] * change[a][l];
            for (int o = 0; o < n_history; o++) PL_FOR_LANES(l) next[m][l] += step.next_h[m * n_history + o][l] * dh[o][l];
            for (int j = 0; j < n_param; j++)
              if ((column ? column[term->theta + j] : term->theta + j) == p) PL_FOR_LANES(l) next[m][l] += work->dt[m * n_param + j][l];
          }
          memcpy(dh, next, (size_t)n_history * sizeof(pl_lanes));
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
