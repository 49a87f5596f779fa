// capture_friction.h: internal friction in addition to the elasticity of a cloth, from captures.
#ifndef PL_PROTOCOL_CAPTURE_FIT_CAPTURE_FRICTION_H
#define PL_PROTOCOL_CAPTURE_FIT_CAPTURE_FRICTION_H

#include "estimate/stage/stage.h"

// Rejects friction that these captures cannot determine, before anything is fitted; the stage has the compared channels.
pl_status pl_capture_friction_check(const pl_fit *fit, const pl_stage *stage);
// True if these captures determine friction of stretch, or of shear.
bool pl_capture_tells_friction(const pl_fit *fit, const pl_stage *stage, bool of_shear);
// Starting values of all free friction terms, from forces at the captured shapes of the stage's cases. With `elasticity` also of the free
// elastic parameters, which are always fitted along.
pl_status pl_capture_friction_start(pl_fit *fit, const pl_stage *stage, bool elasticity, pl_solution *solution);
// Cloth models, after the elastic schedule: adds friction terms for the curves whose motion was captured, and fits both.
pl_status pl_capture_friction(pl_fit *fit, const pl_stage *all, pl_solution *solution);

#endif
