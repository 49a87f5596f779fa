// capture_friction.h: internal friction beside the elastic curves of a cloth model, from captures.
#ifndef PL_ESTIMATE_CAPTURE_FRICTION_H
#define PL_ESTIMATE_CAPTURE_FRICTION_H

#include "estimate/stage.h"

// After the elastic schedule: friction terms beside the curves whose motion was captured, fitted with them. All cases at work, all parameters free
// afterwards.
pl_status pl_capture_friction(pl_fit *fit, pl_solution *solution);

#endif
