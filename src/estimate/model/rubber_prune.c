// rubber_prune.c: removes the redundancy between the two curves of the additive rubber law.
//
// The functions f(I1) = c (I1 - 3) and w = c exp(2 ln l) are the same energy. The data determine their sum, and each parameter of knots of
// w near such a curve is undetermined. So undetermined parameters are set to zero and fixed, the least determined first, and the others are
// fitted again each time. The slope of f is removed last: f represents the shared part exactly, w with its knots does not. A parameter is
// kept if held-out readings are predicted worse without it (linear_stage.h).
#include <math.h>
#include <string.h>

#include "estimate/judge/judge.h"
#include "estimate/optimise/linear_fit.h"
#include "estimate/stage/linear_stage.h"
#include "estimate/judge/marks.h"
#include "estimate/model/rubber_model.h"

// Slopes are removed last.
static bool is_slope(const pl_parameter *p) { return p->role == PL_ROLE_SLOPE; }

// The least determined parameter, among the undetermined ones that were not found to be needed; -1: none.
static int least_determined(const pl_fit *fit, const bool *needed) {
  const pl_material *material = fit->material;
  int least = -1, slope = -1;
  double most = 0;
  for (int j = 0; j < material->n_theta; j++) {
    const pl_parameter *p = &material->parameter[j];
    if (p->frozen || needed[j] || fit->known.at_bound[j] || p->bulk) continue;
    if (fit->known.identified[j] && !pl_mark_near_zero(fit, j)) continue;
    double relative = material->sigma[j] / fabs(material->theta[j]);
    if (is_slope(p))
      slope = j;
    else if (least < 0 || relative > most)
      least = j, most = relative;
  }
  return least >= 0 ? least : slope;
}

// Fits the remaining parameters, and computes their standard errors and the held-out error.
static pl_status refit(pl_fit *fit, const pl_stage *stage, pl_solution *solution, pl_held_out *out) {
  PL_TRY(pl_linear_stage_start(&fit->problem, &fit->work, fit->material, stage, solution));
  PL_TRY(pl_linear_stage_make(&fit->problem, &fit->work, fit->material, stage, solution));
  PL_TRY(pl_linear_stage_held_out(fit->material, solution, out));
  PL_TRY(pl_judge_covariance(fit, &solution->stack, solution->r, solution->jacobian));
  PL_TRY(pl_mark_sigmas(fit));
  return pl_mark_parameters(fit);
}

pl_status pl_rubber_prune(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  bool needed[PL_MAX_LINEAR] = {false};
  pl_held_out whole, without;
  PL_TRY(refit(fit, stage, solution, &whole));
  for (int j; (j = least_determined(fit, needed)) >= 0;) {
    fit->material->theta[j] = 0;
    fit->material->parameter[j].frozen = true;
    PL_TRY(refit(fit, stage, solution, &without));
    if (!pl_linear_stage_improves(&without, &whole)) continue;
    fit->material->parameter[j].frozen = false;
    needed[j] = true;
    PL_TRY(refit(fit, stage, solution, &without));
  }
  return PL_OK;
}
