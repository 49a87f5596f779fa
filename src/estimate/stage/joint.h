// joint.h: the joint schedule of two protocols, one that measures stretching and one that measures bending of the same cloth.
//
// A protocol takes part by the member `joint` of its part `fit`, and its schedules name pl_schedule_joint (registry.h).
#ifndef PL_ESTIMATE_STAGE_JOINT_H
#define PL_ESTIMATE_STAGE_JOINT_H

#include "estimate/stage/stage.h"

typedef enum pl_joint_half { PL_JOINT_STRETCH, PL_JOINT_BEND, PL_JOINT_HALVES } pl_joint_half;

typedef struct pl_joint_part {
  pl_joint_half half;
  const char *tests;                      // "hung samples"
  pl_status (*check)(const pl_fit *fit);  // fails for tests that cannot be fitted together; NULL: never
  // Settings of the last stage, used for both halves and for all tests together; of the stretching half only.
  pl_status (*stage)(const pl_fit *fit, pl_stage *stage);
  // The schedule of the half with given stage settings and cases. Sets fit->solution.model.
  pl_status (*run)(pl_fit *fit, const pl_stage *stage, pl_solution *solution);
  // A material before any fit, by a formula, and the name of that formula; of the bending half only. Sets fit->solution.model.
  pl_status (*guess)(pl_fit *fit, pl_material **material);
  const char *guessed_by;
} pl_joint_part;

// The half of clamped, pushed and inflated cloth, for the protocols with models of force curves (estimate/stage/curves.c).
extern const pl_joint_part pl_joint_curves;

// True for tests of bending: they take no part in the stretching half of a joint fit.
bool pl_joint_bends(const pl_fit_case *c);

#endif
