// capture_friction.h: internal friction beside the elasticity of a cloth, from captures.
#ifndef PL_PROTOCOL_CAPTURE_FIT_CAPTURE_FRICTION_H
#define PL_PROTOCOL_CAPTURE_FIT_CAPTURE_FRICTION_H

#include "estimate/stage/stage.h"

// Refuse friction that these captures cannot tell, before anything is fitted; which channels are compared is chosen.
pl_status pl_capture_friction_check(const pl_fit *fit);
// Do these captures tell friction of stretch, or of shear?
bool pl_capture_tells_friction(const pl_fit *fit, bool of_shear);
// First numbers of all friction terms that are free, from forces at the captured shapes of the stage's cases; with `elasticity` also of the free
// elastic numbers beside them, which are found along in any case.
pl_status pl_capture_friction_start(pl_fit *fit, const pl_stage *stage, bool elasticity, pl_solution *solution);
// Cloth models, after the elastic schedule: friction terms beside the curves whose motion was captured, fitted with them.
pl_status pl_capture_friction(pl_fit *fit, const pl_stage *all, pl_solution *solution);

#endif
