// starts.c: see starts.h.
#include "estimate/stage/starts.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { N_REFINED = 3 };

typedef struct candidate {
  pl_goodness goodness;
  double theta[PL_STARTS_MAX_THETA];
} candidate;

static void keep(candidate *best, int *n, const candidate *next) {
  int at = *n < N_REFINED ? (*n)++ : N_REFINED;
  while (at > 0 && pl_goodness_better(next->goodness, best[at - 1].goodness)) {
    if (at < N_REFINED) best[at] = best[at - 1];
    at--;
  }
  if (at < N_REFINED) best[at] = *next;
}

static pl_status scan(pl_fit *fit, const pl_stage *stage, const pl_starts *starts, pl_solution *solution, candidate *best, int *n_best) {
  pl_stage linear = *stage;
  linear.held = starts->nonlinear;
  linear.scan = true;
  *n_best = 0;
  for (int k = 0; k < starts->n; k++) {
    candidate next;
    starts->set(starts->user, k, fit->material);
    PL_TRY(pl_linear_stage_near(&fit->problem, &fit->work, fit->material, &linear, solution));
    PL_TRY(pl_linear_stage_make(&fit->problem, &fit->work, fit->material, stage, solution));
    next.goodness = pl_solution_goodness(solution);
    memcpy(next.theta, fit->material->theta, (size_t)fit->material->n_theta * sizeof *next.theta);
    if (isfinite(next.goodness.chi2)) keep(best, n_best, &next);
    if (!pl_progress(fit->ctx, stage->name, (double)(k + 1) / starts->n, "start %d of %d", k + 1, starts->n)) return PL_ERROR_INTERRUPTED;
  }
  return PL_OK;
}

// The best result is run again at the end, so that the solution belongs to it. Results are compared by their data alone: a prior is no reading.
// Each run begins without the equilibria of the one before.
static pl_status refine(pl_fit *fit, const pl_stage *stage, int n, const candidate *start, pl_solution *solution) {
  size_t size = (size_t)fit->material->n_theta * sizeof(double);
  const pl_spent before = solution->fell_short;
  candidate least = {.goodness = {.n_failed = INT_MAX}};
  for (int k = 0; k < n; k++) {
    solution->fell_short = before;  // refused trials of a start that is not kept do not count
    memcpy(fit->material->theta, start[k].theta, size);
    pl_linear_stage_scale(fit->material);
    pl_stage_forget(&fit->problem, &fit->work, stage);
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
    pl_goodness goodness = pl_solution_goodness(solution);
    if (k > 0 && !pl_goodness_better(goodness, least.goodness)) continue;
    least.goodness = goodness;
    memcpy(least.theta, fit->material->theta, size);
  }
  solution->fell_short = before;
  memcpy(fit->material->theta, least.theta, size);
  pl_stage_forget(&fit->problem, &fit->work, stage);
  return pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
}

pl_status pl_starts_fits(pl_context *ctx, const pl_material *material) {
  if (material->n_theta <= PL_STARTS_MAX_THETA) return PL_OK;
  return pl_fail(ctx, PL_ERROR_INPUT, NULL, "choose fewer curves or fewer points per curve (--segments), or a model with fewer parameters",
                 PL_ID("starts.too-many") "the model has %d parameters; a fit from several starts has at most %d", material->n_theta,
                 PL_STARTS_MAX_THETA);
}

pl_status pl_starts_run(pl_fit *fit, const pl_stage *stage, const pl_starts *starts, pl_solution *solution) {
  candidate best[N_REFINED];
  int n;
  PL_ASSERT(starts->n > 0);
  PL_TRY(pl_starts_fits(fit->ctx, fit->material));
  PL_TRY(scan(fit, stage, starts, solution, best, &n));
  if (n == 0) {  // no start has finite residuals: the first is as good as any
    starts->set(starts->user, 0, fit->material);
    return pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
  }
  return refine(fit, stage, n, best, solution);
}
