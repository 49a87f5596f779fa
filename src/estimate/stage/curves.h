// curves.h: what the schedules of force curves and of material files share.
#ifndef PL_ESTIMATE_STAGE_CURVES_H
#define PL_ESTIMATE_STAGE_CURVES_H

#include "estimate/stage/stage.h"

struct pl_path;

// The curves of cloth: their terms are called so, and a test that identifies one of them names its index (pl_protocol_fit.curve).
enum { PL_CURVE_WARP, PL_CURVE_WEFT, PL_CURVE_SHEAR, PL_CURVES };
extern const char *const pl__curve_name[PL_CURVES];

// The curve of a strip cut at this angle from warp (rad): warp or weft; -1: not along the yarns.
int pl__curve_along(double angle);
// The fitted tests that identify a curve, as paths [*n_path] in the fit's arena; the stage leaves out the others.
pl_status pl__curve_paths(const pl_fit *fit, int curve, pl_stage *stage, int *n_path, struct pl_path **path);

// Slack of a test shows as travel without force: its offset starts where the force begins.
void pl__curve_start_offsets(pl_fit *fit);
// Friction is the difference of loading and unloading: an error unless some test does both.
pl_status pl__curve_check_turns(const pl_fit *fit);
// The elasticity of the last stage with friction beside it in every direction that was pulled, then everything together.
pl_status pl__curve_fit_friction(pl_fit *fit, const pl_stage *all, pl_solution *solution);

#endif
