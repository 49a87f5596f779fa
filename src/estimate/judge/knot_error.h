// knot_error.h: how much the moduli at rest depend on the choice of knots.
#ifndef PL_ESTIMATE_JUDGE_KNOT_ERROR_H
#define PL_ESTIMATE_JUDGE_KNOT_ERROR_H

#include "estimate/stage/stage.h"

// The current material has finer knots than the one to be fitted. Fits its parameters and keeps its moduli at rest with their bootstrap
// samples in fit->evidence.finer. moduli.c computes standard errors from them.
pl_status pl_knot_error(pl_fit *fit, const pl_stage *stage, pl_solution *solution);

#endif
