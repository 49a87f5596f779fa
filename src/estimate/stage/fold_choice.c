// fold_choice.c: see fold_choice.h.
#include "estimate/stage/fold_choice.h"

#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <string.h>

// ---- one evaluation of the large model ----

static void add_row(pl_folds *folds, const int *column, int fold, double r, const double *row) {
  pl_fold_sum *f = &folds->fold[fold];
  f->rr += r * r;
  for (int i = 0; i < folds->n; i++) {
    double value = row[column[i]] * folds->scale[i];
    if (value == 0) continue;
    f->b[i] += value * r;
    for (int j = 0; j <= i; j++) f->a[i * folds->n + j] += value * row[column[j]] * folds->scale[j];
  }
}

pl_status pl_folds_evaluate(pl_folds *folds, pl_fit *fit, const pl_stage *stage, pl_solution *solution, int n, const int *column,
                            int (*fold_of)(const void *user, const pl_fit *fit, int i_case, int frame), const void *user) {
  PL_ASSERT(n <= PL_FOLD_VALUES && folds->n_fold <= PL_FOLDS);
  folds->n = n;
  for (int i = 0; i < n; i++) {
    folds->scale[i] = fit->material->parameter[column[i]].scale;
    folds->theta[i] = fit->material->theta[column[i]] / folds->scale[i];
  }
  PL_TRY(pl_solution_room(&fit->problem, &fit->work, fit->material, stage, solution));
  solution->end.n_cut = 0;
  folds->n_failed = INT_MAX;
  PL_TRY(pl_stack_evaluate(&solution->stack, fit->material->theta, solution->r, solution->jacobian, &folds->n_failed));
  int row = 0;
  memset(folds->fold, 0, sizeof folds->fold);
  folds->n_data = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!pl_stage_uses(stage, &fit->work, i, k)) continue;
      int width = pl_channel_width(&c->test->channel[k]);
      for (int v = 0; v < pl_case_values(c, k); v++, row++) {
        bool found = !isnan(c->predicted[k][v]) && !isnan(c->test->channel[k].value[v]);
        folds->n_data += found && isfinite(pl_stage_row_sigma(stage, &fit->work, i, k, v));
        add_row(folds, column, fold_of(user, fit, i, v / width), solution->r[row],
                solution->jacobian + (size_t)row * solution->stack.n_parameter);
      }
    }
  for (int f = 0; f < folds->n_fold; f++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) folds->fold[f].a[j * n + i] = folds->fold[f].a[i * n + j];
  return PL_OK;
}

// ---- the error of a model on left-out examples ----

// Least-squares z over the sums, with lower bound 0 for positive ones. Those that would be negative are set to 0 and the others are solved
// again. False: no solution.
static bool solve_small(const pl_folds *folds, const pl_fold_sum *sum, const pl_fold_model *model, const double *offset, double *z) {
  int n = folds->n, m = model->n;
  const double *basis = model->basis;
  bool at_zero[PL_FOLD_VALUES] = {false};
  double matrix[PL_FOLD_VALUES * PL_FOLD_VALUES], rhs[PL_FOLD_VALUES], product[PL_FOLD_VALUES], residual[PL_FOLD_VALUES];
  for (int i = 0; i < n; i++) {
    residual[i] = -sum->b[i];
    for (int j = 0; j < n; j++) residual[i] -= sum->a[i * n + j] * offset[j];
  }
  for (int round = 0; round <= m; round++) {
    int index[PL_FOLD_VALUES], free = 0;
    double largest = 0;
    for (int k = 0; k < m; k++)
      if (!at_zero[k]) index[free++] = k;
    for (int k = 0; k < free; k++) {
      for (int i = 0; i < n; i++) {
        product[i] = 0;
        for (int j = 0; j < n; j++) product[i] += sum->a[i * n + j] * basis[j * m + index[k]];
      }
      rhs[k] = 0;
      for (int i = 0; i < n; i++) rhs[k] += basis[i * m + index[k]] * residual[i];
      for (int l = 0; l < free; l++) {
        double entry = 0;
        for (int i = 0; i < n; i++) entry += basis[i * m + index[l]] * product[i];
        matrix[k * free + l] = entry;
      }
      largest = fmax(largest, matrix[k * free + k]);
    }
    for (int k = 0; k < free; k++) matrix[k * free + k] += 1e-10 * largest + 1e-6 * matrix[k * free + k];
    if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', free, 1, matrix, free, rhs, 1) != 0) return false;
    memset(z, 0, (size_t)m * sizeof *z);
    bool again = false;
    for (int k = 0; k < free; k++) {
      z[index[k]] = rhs[k];
      if (model->positive[index[k]] && rhs[k] < 0) again = at_zero[index[k]] = true;
    }
    if (!again) return true;
  }
  return true;
}

// |r + J e|^2 of one fold.
static double cost(int n, const pl_fold_sum *left, const double *e) {
  double total = left->rr;
  for (int i = 0; i < n; i++) {
    double ae = 0;
    for (int j = 0; j < n; j++) ae += left->a[i * n + j] * e[j];
    total += e[i] * (2 * left->b[i] + ae);
  }
  return total;
}

static void sum_others(pl_folds *folds, int left_out) {
  int n = folds->n;
  memset(&folds->others, 0, sizeof folds->others);
  for (int g = 0; g < folds->n_fold; g++) {
    if (g == left_out) continue;
    for (int i = 0; i < n * n; i++) folds->others.a[i] += folds->fold[g].a[i];
    for (int i = 0; i < n; i++) folds->others.b[i] += folds->fold[g].b[i];
  }
}

// Root mean square of the weighted residuals of the left-out folds, over predicted rows; INFINITY: not determined.
static double folds_error(pl_folds *folds, const pl_fold_model *model) {
  double offset[PL_FOLD_VALUES], z[PL_FOLD_VALUES], e[PL_FOLD_VALUES], total = 0;
  int n = folds->n, m = model->n;
  for (int i = 0; i < n; i++) offset[i] = model->held[i] - folds->theta[i];
  for (int f = 0; f < folds->n_fold; f++) {
    sum_others(folds, f);
    if (!solve_small(folds, &folds->others, model, offset, z)) return INFINITY;
    for (int i = 0; i < n; i++) {
      e[i] = offset[i];
      for (int k = 0; k < m; k++) e[i] += model->basis[i * m + k] * z[k];
    }
    total += cost(n, &folds->fold[f], e);
  }
  return folds->n_data > 0 && !isnan(total) ? sqrt(fmax(total, 0) / folds->n_data) : INFINITY;
}

// ---- growing and pruning ----

typedef struct growth {
  const pl_grower *grower;
  pl_fit *fit;
  pl_folds *folds;
  double now;   // error on left-out examples of the present model
  int n_value;  // free values of that model
} growth;

typedef struct change {
  unsigned slots;
  int up;
  double error;  // on left-out examples, to first order
  double worth;  // relative decrease of the error per parameter added
} change;

static void consider(growth *g, unsigned slots, int up, change *best) {
  pl_fold_model *model = &g->folds->model;
  if (!g->grower->embed(g->grower->user, g->folds, slots, up, model)) return;
  change its = {slots, up, folds_error(g->folds, model), 0};
  int more = model->n - g->n_value;
  its.worth = !isfinite(g->now) ? -its.error : up > 0 ? (g->now - its.error) / (g->now * fmax(more, 1)) : g->now - its.error;
  if (!best->slots || its.worth > best->worth) *best = its;
}

// The most valuable change of one slot, or of two (pairs): the curves of two directions may help only together.
static change best_change(growth *g, int up, bool pairs, unsigned blocked) {
  change best = {.error = INFINITY};
  int n = g->grower->n_slot;
  for (int s = 0; s < n; s++)
    for (int t = pairs ? s + 1 : s; t < (pairs ? n : s + 1); t++) {
      unsigned slots = 1u << s | 1u << t;
      if (!(slots & blocked)) consider(g, slots, up, &best);
    }
  return best;
}

// The present model, embedded in the large one: its error and its number of free values.
static double stand(growth *g) {
  g->grower->embed(g->grower->user, g->folds, 0, 0, &g->folds->model);
  g->n_value = g->folds->model.n;
  return folds_error(g->folds, &g->folds->model);
}

// The sum of squares of the last kept model.
static double sum_before(const pl_fit *fit) {
  int at = fit->way.n_step - 2;
  while (at > 0 && !fit->way.step[at].kept) at--;
  return fit->way.step[at].chi2;
}

static bool is_beyond_chance(const growth *g, const pl_fit_step *step) {
  return g->grower->chance == 0 || sum_before(g->fit) - step->chi2 > g->grower->chance * step->chi2 / g->folds->n_data;
}

// Restores the model before the step.
static void refuse(growth *g, pl_fit_step *step) {
  step->kept = false;
  pl_material_destroy(step->material);
  step->material = NULL;
  g->grower->undo(g->grower->user);
}

// Fits with a change. It is kept if the error on left-out examples is at most `most`, the added values do more than chance, and no frame
// failed. Otherwise the model is restored.
static pl_status try_change(growth *g, const change *c, double most, double *error, bool *kept) {
  const pl_grower *grower = g->grower;
  int n_failed = g->folds->n_failed;
  PL_TRY(grower->fit(grower->user, c->slots, c->up));
  pl_fit_step *step = &g->fit->way.step[g->fit->way.n_step - 1];
  pl_status judged = grower->linearise(grower->user, g->folds);
  if (judged != PL_OK) refuse(g, step);  // interrupted: it is unknown whether it is better
  PL_TRY(judged);
  *error = step->held_out = stand(g);
  *kept = step->kept = *error <= most && g->folds->n_failed <= n_failed && (c->up < 0 || is_beyond_chance(g, step));
  if (*kept) return PL_OK;
  refuse(g, step);
  PL_TRY(grower->linearise(grower->user, g->folds));
  stand(g);
  return PL_OK;
}

static change best_way_down(growth *g, double most) {
  change c = best_change(g, -1, false, 0);
  return c.error < most || !g->grower->shrink_pairs ? c : best_change(g, -1, true, 0);
}

pl_status pl_folds_grow(const pl_grower *grower, pl_fit *fit, pl_folds *folds, double refine, double *held_out) {
  growth g = {.grower = grower, .fit = fit, .folds = folds};
  unsigned blocked = 0;
  double error;
  PL_TRY(grower->linearise(grower->user, folds));
  g.now = stand(&g);
  fit->way.step[fit->way.n_step - 1].held_out = g.now;
  for (int round = 0; round < 4 * grower->n_slot && fit->way.n_step < PL_MAX_STEP - 1; round++) {
    bool kept = false;
    change c = best_change(&g, 1, false, blocked);
    if (!(c.error < (1 - refine) * g.now)) c = best_change(&g, 1, true, blocked);
    if (c.error < (1 - refine) * g.now) {
      PL_TRY(try_change(&g, &c, (1 - 0.5 * refine) * g.now, &error, &kept));
      if (kept)
        g.now = error;
      else
        blocked |= c.slots;
      continue;
    }
    double most = (1 + 0.25 * refine) * g.now;
    c = best_way_down(&g, most);
    if (!(c.error < most)) break;
    PL_TRY(try_change(&g, &c, most, &error, &kept));
    blocked |= c.slots;
    if (!kept) break;
    g.now = fmin(g.now, error);
  }
  *held_out = g.now;
  return PL_OK;
}
