// test_folds.c: see test_folds.h.
#include "estimate/stage/test_folds.h"

#include <math.h>
#include <string.h>

#define MET 0.25  // sigmas: an error below it counts as zero

pl_status pl_test_folds(pl_fit *fit, const pl_stage *stage, pl_solution *solution, const bool *fold, pl_held_out *out) {
  int n = fit->problem.n_fitted, n_value = 0;
  size_t size = (size_t)fit->material->n_theta * sizeof(double);
  double *all = pl_arena_alloc(fit->arena, (size_t)fit->material->n_theta + 1, sizeof *all), sum = 0;
  bool *fitted = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *fitted),
       *asked = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *asked);
  if (!all || !fitted || !asked) return PL_ERROR_MEMORY;
  memcpy(all, fit->material->theta, size);
  const pl_stage_end end = solution->end;
  const pl_spent fell_short = solution->fell_short;
  pl_status status = PL_OK;
  for (int k = 0; k < n && status == PL_OK; k++) {
    if (!fold[k]) continue;
    for (int i = 0; i < n; i++) fitted[i] = i == k, asked[i] = i != k;
    pl_stage search = *stage, predict = *stage;
    search.left_out = fitted;
    search.scan = true;
    predict.left_out = asked;
    memcpy(fit->material->theta, all, size);
    status = pl_stage_run(&fit->problem, &fit->work, fit->material, &search, solution);
    if (status == PL_OK) status = pl_linear_stage_make(&fit->problem, &fit->work, fit->material, &predict, solution);
    if (status != PL_OK) break;
    pl_goodness goodness = pl_solution_goodness(solution);
    sum += goodness.n_failed > 0 ? INFINITY : goodness.chi2;
    n_value += solution->stack.n_data;
  }
  memcpy(fit->material->theta, all, size);
  solution->end = end;
  solution->fell_short = fell_short;  // of folds: no finding about the result
  *out = (pl_held_out){.error = n_value > 0 ? sqrt(sum / n_value) : INFINITY, .met = MET};
  return status;
}
