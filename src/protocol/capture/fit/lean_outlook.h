// lean_outlook.h: what weighing positions more would do to a fit, to first order, before it is fitted.
#ifndef PL_PROTOCOL_CAPTURE_FIT_LEAN_OUTLOOK_H
#define PL_PROTOCOL_CAPTURE_FIT_LEAN_OUTLOOK_H

#include "estimate/stage/stage.h"

typedef struct pl_lean_outlook pl_lean_outlook;

// Residuals and derivatives as the solution has them, those of channel `leant` apart from all others. In the arena.
pl_status pl_lean_outlook_create(pl_arena *arena, const pl_fit *fit, const pl_solution *solution, int leant, pl_lean_outlook **outlook);
// The least sum of squares with that channel weighing `factor` times as much, within bounds and the stage's convex set, of residuals that are
// linear in the parameters. Sums of squares there, of those now: of the channel and of all other data (without the priors). *known is false when
// there is none.
pl_status pl_lean_outlook_at(pl_lean_outlook *outlook, double factor, double *leant, double *others, bool *known);

#endif
