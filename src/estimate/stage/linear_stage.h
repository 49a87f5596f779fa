// linear_stage.h: a fit as a linear problem at the current material: starts without starting values, and the error of left-out readings.
//
//   r(p) = r + J (p - theta)      exact if the law is linear in theta and every state is imposed; first order if a stretch is free
#ifndef PL_ESTIMATE_STAGE_LINEAR_STAGE_H
#define PL_ESTIMATE_STAGE_LINEAR_STAGE_H

#include "estimate/stage/stage.h"

// Residuals and their derivatives at the current material.
pl_status pl_linear_stage_make(const pl_fit_problem *problem, pl_fit_work *work, const pl_material *material, const pl_stage *stage,
                               pl_solution *solution);
// Sets the parameters within their bounds that minimise all rows; scales grow with them. Frozen ones are kept.
pl_status pl_linear_stage_start(const pl_fit_problem *problem, pl_fit_work *work, pl_material *material, const pl_stage *stage,
                                pl_solution *solution);
// After pl_linear_stage_make: p, the parameters for readings with the errors error[n_data] (over sigma) instead of the actual ones.
pl_status pl_linear_stage_with_errors(const pl_material *material, const pl_solution *solution, const double *error, double *p);
// Like pl_linear_stage_start, but near the current material: parameters that the data do not determine keep their value. Scales and the
// residuals in solution are unchanged.
pl_status pl_linear_stage_near(const pl_fit_problem *problem, pl_fit_work *work, pl_material *material, const pl_stage *stage,
                               pl_solution *solution);
// Increases scales with the parameters.
void pl_linear_stage_scale(pl_material *material);
// Error on readings that were not fitted, rms over sigma.
typedef struct pl_held_out {
  double error;
  double met;  // an error below this counts as zero: a quarter of a sigma, and 0.25 % of the readings. It stops exact data from adding
               // parameters without end
} pl_held_out;
// After pl_linear_stage_make: every fifth row is left out in turn and predicted from the others.
pl_status pl_linear_stage_held_out(const pl_material *material, const pl_solution *solution, pl_held_out *out);
// True if the larger model is worthwhile: unless the error of the smaller one counts as zero, it must fall by 3 %.
bool pl_linear_stage_improves(const pl_held_out *fewer, const pl_held_out *more);

#endif
