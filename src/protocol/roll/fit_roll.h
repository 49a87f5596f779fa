// fit_roll.h: shared by the files of the schedule for rolled strips.
#ifndef PL_PROTOCOL_ROLL_FIT_ROLL_H
#define PL_PROTOCOL_ROLL_FIT_ROLL_H

#include "protocol/roll/roll_start.h"
#include "estimate/stage/stage.h"

// The stiffness that a test gives for strips of this cut ("warp", "weft", "diagonal"): its rigidity, that of a material, or of strips that
// are fitted first.
pl_status pl_roll_stiffness_of(pl_fit *fit, const pl_fit_case *c, const char *cut, pl_roll_stiffness *stiffness);

#endif
