// knot_error.h: how far the moduli at rest belong to the knots of a curve, not to the data.
#ifndef PL_ESTIMATE_JUDGE_KNOT_ERROR_H
#define PL_ESTIMATE_JUDGE_KNOT_ERROR_H

#include "estimate/stage/stage.h"

// The material stands as one with finer knots than that which is to be fitted: its numbers are found, and its moduli at rest, with how they scatter,
// are kept in fit->evidence.finer. moduli.c makes sigmas of them.
pl_status pl_knot_error(pl_fit *fit, const pl_stage *stage, pl_solution *solution);

#endif
