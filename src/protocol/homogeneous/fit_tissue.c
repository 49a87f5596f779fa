// fit_tissue.c: sheets and blocks whose directions stiffen each other (tissue_model.h), fitted without starting values.
//
//   1. scan     exponents, angles and dispersions of every start; its moduli are the solution of a linear problem
//   2. starts   the best of them are starts of the full problem, and the smallest sum of squares is kept
//   3. curves   (fibre-additive) one more segment while tests that are left out are predicted better; with fewer than three such tests while
//               rows that are left out are
//   auto        every model is fitted. The one that predicts left-out tests best is kept; a model with more parameters must reduce their
//               error by 3 %. With fewer than three tests along the same directions nothing is known about other paths, and the
//               additive model is kept.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/starts.h"
#include "estimate/stage/test_folds.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/homogeneous_run.h"
#include "protocol/homogeneous/visit.h"

enum { MOST_SEGMENTS = 4 };
#define OFF_AXIS 1e-6  // rad

typedef struct tissue_run {
  pl_fit *fit;
  const pl_stage *stage;
  pl_solution *solution;
  const pl_tissue_row *row;
  pl_tissue_guess guess;
  double density;
  pl_dim density_dim;
  const bool *fold;  // [n_fitted], tests that can be left out; NULL: too few
} tissue_run;

// Tests that can be left out: the body is stretched along the same directions in at least two others. The only test of a direction, or the
// only shear test, would be predicted with parameters that no other test measures. NULL in *fold: none.
pl_status pl__tissue_folds(const pl_fit *fit, const bool **fold) {
  int n = fit->problem.n_fitted, n_fold = 0;
  bool *own = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    int alike = 0;
    for (int k = 0; k < n; k++) {
      const pl_test *other = fit->work.fit_case[k].test;
      alike += other->control == test->control && fabs(other->angle - test->angle) < OFF_AXIS &&
               pl_homogeneous_same_axes(pl_homogeneous_of(other), pl_homogeneous_of(test));
    }
    own[i] = test->control == PL_HOMOGENEOUS_STRETCH && alike >= PL_FEWEST_FOLDS;
    n_fold += own[i];
  }
  *fold = n_fold > 0 ? own : NULL;
  return PL_OK;
}

void pl__tissue_visit(const pl_fit *fit, pl_tissue_guess *g) {
  pl_rubber_range range = {0};
  double right = acos(0);
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    pl_rubber_visit(test, &range, NULL, NULL);
    double turns = test->angle / right;
    g->off_axis = g->off_axis || fabs(turns - round(turns)) > OFF_AXIS || test->control == PL_HOMOGENEOUS_SHEAR;
  }
  g->invariant = fmax(range.invariant, 1e-6);
  g->fourth = fmax(expm1(2 * range.log[1]), 1e-4);
}

static pl_status take(tissue_run *run) {
  pl_material *material;
  PL_TRY(pl_tissue_build(run->fit->ctx, pl_fit_whole(run->fit).name, run->density, run->density_dim, run->row, &run->guess, &material));
  pl_status status = pl_starts_fits(run->fit->ctx, material);
  if (status == PL_OK) return pl_stage_material(&run->fit->problem, &run->fit->work, run->stage, &run->fit->material, material);
  pl_material_destroy(material);
  return status;
}

// ---- starts ----

static void set_start(const void *user, int k, pl_material *material) {
  const tissue_run *run = user;
  for (int j = 0; j < material->n_theta; j++)
    if (pl_tissue_is_modulus(&material->parameter[j])) material->theta[j] = material->parameter[j].scale;
  run->row->start(&run->guess, k, material);
}

static pl_status fit_from_starts(tissue_run *run) {
  bool nonlinear[PL_STARTS_MAX_THETA];
  PL_TRY(take(run));
  const pl_material *material = run->fit->material;
  for (int j = 0; j < material->n_theta; j++) nonlinear[j] = !pl_tissue_is_modulus(&material->parameter[j]);
  const pl_starts starts = {.n = pl_tissue_starts(run->row, &run->guess), .set = set_start, .user = run, .nonlinear = nonlinear};
  pl_stage stage = pl_stage_named(run->stage, run->row->name);
  return pl_starts_run(run->fit, &stage, &starts, run->solution);
}

// ---- curves ----

static pl_status judge(tissue_run *run, pl_held_out *out) {
  if (run->fold) return pl_test_folds(run->fit, run->stage, run->solution, run->fold, out);
  PL_TRY(pl_linear_stage_make(&run->fit->problem, &run->fit->work, run->fit->material, run->stage, run->solution));
  return pl_linear_stage_held_out(run->fit->material, run->solution, out);
}

static pl_status fit_curves(tissue_run *run) {
  pl_held_out least, tried;
  run->guess.segments[0] = run->guess.segments[1] = 1;
  PL_TRY(fit_from_starts(run));
  PL_TRY(judge(run, &least));
  for (;;) {
    int now[2] = {run->guess.segments[0], run->guess.segments[1]}, better = -1;
    double smallest = INFINITY;
    for (int c = 0; c < 2; c++) {
      if (now[c] >= MOST_SEGMENTS) continue;
      run->guess.segments[c] = now[c] + 1;
      run->guess.segments[1 - c] = now[1 - c];
      PL_TRY(fit_from_starts(run));
      PL_TRY(judge(run, &tried));
      if (pl_linear_stage_improves(&least, &tried) && tried.error < smallest) smallest = tried.error, better = c;
    }
    for (int c = 0; c < 2; c++) run->guess.segments[c] = now[c] + (c == better);
    if (better < 0) return fit_from_starts(run);
    least.error = smallest;
  }
}

static pl_status fit_row(tissue_run *run) { return run->row->curves ? fit_curves(run) : fit_from_starts(run); }

static tissue_run run_of(pl_fit *fit, const pl_stage *stage, const pl_tissue_guess *g, pl_solution *solution) {
  return (tissue_run){.fit = fit,
                      .stage = stage,
                      .solution = solution,
                      .guess = *g,
                      .density = fit->material->density,
                      .density_dim = fit->material->density_dim};
}

pl_status pl__fit_tissue(pl_fit *fit, const pl_stage *stage, const pl_tissue_row *row, const pl_tissue_guess *g, pl_solution *solution) {
  tissue_run run = run_of(fit, stage, g, solution);
  run.row = row;
  PL_TRY(pl__tissue_folds(fit, &run.fold));
  return fit_row(&run);
}

// ---- choice of the model ----

static int n_free(const pl_material *material) {
  int n = 0;
  for (int j = 0; j < material->n_theta; j++) n += !material->parameter[j].frozen;
  return n;
}

typedef struct tissue_choice {
  const pl_tissue_row *row;  // NULL: the material on entry
  pl_material *material;     // a copy, owned
  pl_held_out held_out;
  int n_free;
} tissue_choice;

// The error of the current material on left-out tests; it becomes the choice if it is better. As many parameters or more must be
// worthwhile, fewer ones may be as much worse.
static pl_status consider(tissue_run *run, tissue_choice *best) {
  pl_fit *fit = run->fit;
  tissue_choice next = {.row = run->row, .n_free = n_free(fit->material)};
  PL_TRY(pl_test_folds(fit, run->stage, run->solution, run->fold, &next.held_out));
  const char *name = run->row ? run->row->name : fit->solution.model;
  if (!pl_progress(fit->ctx, "models", -1, "%s, %d parameters: left-out tests are missed by %.4g sigma", name, next.n_free,
                   next.held_out.error))
    return PL_ERROR_INTERRUPTED;
  bool better = !best->material || (next.n_free < best->n_free ? !pl_linear_stage_improves(&next.held_out, &best->held_out)
                                                               : pl_linear_stage_improves(&best->held_out, &next.held_out));
  if (!better) return PL_OK;
  PL_TRY(pl_material_copy(fit->material, &next.material));
  pl_material_destroy(best->material);
  *best = next;
  return PL_OK;
}

pl_status pl__choose_tissue(pl_fit *fit, const pl_stage *stage, const pl_tissue_guess *g, pl_solution *solution, bool *chosen) {
  tissue_run run = run_of(fit, stage, g, solution);
  tissue_choice best = {0};
  *chosen = false;
  pl_status status = PL_OK;
  PL_TRY(pl__tissue_folds(fit, &run.fold));
  PL_TRY_CLEAN(consider(&run, &best));
  pl_stage free = *stage;  // the set belongs to the parameters of the material on entry; models of tissue are convex by their bounds
  free.set = NULL;
  run.stage = &free;
  for (int i = 0; i < pl_tissue_count(); i++) {
    run.row = pl_tissue_at(i);
    if (run.row->keeps_volume && !g->sheet && !g->incompressible) continue;
    PL_TRY_CLEAN(fit_row(&run));
    PL_TRY_CLEAN(consider(&run, &best));
  }
  *chosen = best.row != NULL;
  pl_material *material = best.material;
  best.material = NULL;
  PL_TRY_CLEAN(pl_stage_material(&fit->problem, &fit->work, &free, &fit->material, material));
  if (*chosen) {
    fit->solution.model = best.row->name;
    fit->solution.additive = false;
    pl_stage last = pl_stage_named(&free, best.row->name);
    PL_TRY_CLEAN(pl_stage_run(&fit->problem, &fit->work, fit->material, &last, solution));
  }
cleanup:
  pl_material_destroy(best.material);
  return status;
}
