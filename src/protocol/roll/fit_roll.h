// fit_roll.h: shared by the files of the schedule for rolled strips.
#ifndef PL_PROTOCOL_ROLL_FIT_ROLL_H
#define PL_PROTOCOL_ROLL_FIT_ROLL_H

#include "protocol/roll/roll_start.h"
#include "estimate/stage/stage.h"

// A model of rolled strips: the bending strain of its terms.
typedef struct pl_roll_model {
  const char *name, *help, *strain;
  const char *key;      // of a term: which part of the strain belongs to a cut, "elements" or "values"
  const char *part[3];  // that part, of cuts along warp, along weft and at 45 degrees
  bool plate;           // a strip at 45 degrees bends along warp and weft by half its curvature, and twists by all of it
} pl_roll_model;

const pl_roll_model *pl_roll_model_find(const char *name);  // the default one when unknown

// The stiffness that a test gives for strips of this cut ("warp", "weft", "diagonal"). It is its rigidity, that of a material, or of strips
// that are fitted first. Over a bending strain of `per_curvature` times the curvature.
pl_status pl_roll_stiffness_of(pl_fit *fit, const pl_fit_case *c, const char *cut, double per_curvature, pl_roll_stiffness *stiffness);

#endif
