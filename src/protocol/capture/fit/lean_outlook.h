// lean_outlook.h: first-order prediction of the effect of a larger weight of positions on a fit.
#ifndef PL_PROTOCOL_CAPTURE_FIT_LEAN_OUTLOOK_H
#define PL_PROTOCOL_CAPTURE_FIT_LEAN_OUTLOOK_H

#include "estimate/stage/stage.h"

typedef struct pl_lean_outlook pl_lean_outlook;

// Residuals and derivatives of the solution, with the given channel separate from all others. In the arena.
pl_status pl_lean_outlook_create(pl_arena *arena, const pl_fit *fit, const pl_solution *solution, int leant, pl_lean_outlook **outlook);
// Minimises the sum of squares with that channel weighted by `factor`, within bounds and the stage's convex set, for residuals linear in
// the parameters. Outputs the ratios of the sums of squares to the present ones: of the channel and of all other data (without priors).
// *known is false when there is no solution.
pl_status pl_lean_outlook_at(pl_lean_outlook *outlook, double factor, double *leant, double *others, bool *known);

#endif
