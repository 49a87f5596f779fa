// homogeneous_start.h: constant stiffnesses from the same readings as if every specimen were uniform and free to contract.
#ifndef PL_ESTIMATE_STAGE_HOMOGENEOUS_START_H
#define PL_ESTIMATE_STAGE_HOMOGENEOUS_START_H

#include "estimate/problem/fit.h"

// Sets the constant stiffnesses of `linear` (pl_candidate_linear, with its coupling). Stiffnesses that no test strains keep their value.
pl_status pl_homogeneous_start(const pl_fit *fit, pl_material *linear);

#endif
