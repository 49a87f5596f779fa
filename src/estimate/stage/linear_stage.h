// linear_stage.h: a fit as a linear problem where its material stands: starts without start values, and how well readings left out are predicted.
//
//   r(p) = r + J (p - theta)      exact where the law is linear in theta and every state is imposed; to first order where a stretch is free
#ifndef PL_ESTIMATE_STAGE_LINEAR_STAGE_H
#define PL_ESTIMATE_STAGE_LINEAR_STAGE_H

#include "estimate/stage/stage.h"

// Residuals and their derivatives where the material stands.
pl_status pl_linear_stage_make(pl_fit *fit, const pl_stage *stage, pl_solution *solution);
// The numbers within their bounds that make all rows smallest: into the material; scales grow with them. Frozen ones stay.
pl_status pl_linear_stage_start(pl_fit *fit, const pl_stage *stage, pl_solution *solution);
// After pl_linear_stage_make: p, the numbers that readings with the errors error[n_data] (over sigma) instead of their own would give.
pl_status pl_linear_stage_with_errors(pl_fit *fit, const pl_solution *solution, const double *error, double *p);
// The same as pl_linear_stage_start, near where the material stands: what the data do not tell keeps its value. Scales stay, and so do solution's residuals: those of before.
pl_status pl_linear_stage_near(pl_fit *fit, const pl_stage *stage, pl_solution *solution);
// Scales grow with the numbers.
void pl_linear_stage_scale(pl_fit *fit);
// How well readings are predicted that were not used, rms over sigma.
typedef struct pl_held_out {
  double error;
  double
      met;  // an error below this is none: a quarter of a sigma, and 0.25 % of the readings. It keeps exact data from asking for more and more
} pl_held_out;
// After pl_linear_stage_make: every fifth row is left out in turn and predicted from the others.
pl_status pl_linear_stage_held_out(pl_fit *fit, const pl_solution *solution, pl_held_out *out);
// Is the step from one model to one with more numbers worth it? Where the first is not met yet, the error must fall by 3 %.
bool pl_linear_stage_pays(const pl_held_out *fewer, const pl_held_out *more);

#endif
