// linear_stage.h: a fit as a linear problem where its material stands: starts without start values, and how well readings left out are predicted.
//
//   r(p) = r + J (p - theta)      exact where the law is linear in theta and every state is imposed; to first order where a stretch is free
#ifndef PL_ESTIMATE_LINEAR_STAGE_H
#define PL_ESTIMATE_LINEAR_STAGE_H

#include "estimate/stage.h"

// Held-out readings missed by less than this many sigmas are met: what one more number brings is not worth its place. It keeps exact data from
// asking for numbers without end.
#define PL_HELD_OUT_MET 0.1
// Of the held-out error: what one more number must bring it below.
#define PL_HELD_OUT_WORTH 0.97

// Residuals and their derivatives where the material stands.
pl_status pl_linear_stage_make(pl_fit *fit, pl_solution *solution);
// The numbers within their bounds that make all rows smallest: into the material; scales grow with them. Frozen ones stay.
pl_status pl_linear_stage_start(pl_fit *fit, pl_solution *solution);
// After pl_linear_stage_make: every fifth row is left out in turn and predicted from the others: rms over sigma.
pl_status pl_linear_stage_held_out(pl_fit *fit, const pl_solution *solution, double *error);
// Is the step from one held-out error to the next worth it?
bool pl_linear_stage_pays(double before, double after);

#endif
