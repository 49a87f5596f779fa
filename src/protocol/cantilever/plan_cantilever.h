// plan_cantilever.h: virtual strips out of a clamp, for tests, bench and reproduce cases.
#ifndef PL_PROTOCOL_CANTILEVER_PLAN_CANTILEVER_H
#define PL_PROTOCOL_CANTILEVER_PLAN_CANTILEVER_H

#include "protocol/cantilever/cantilever.h"

typedef struct pl_cantilever_plan {
  const char *name;
  double cut, width, overhang;  // rad, m, m
  double inclination, gravity;  // rad, m/s^2
  double turn_sigma;            // rad
  int channel;                  // measured channel: PL_CANTILEVER_PROFILE, _TIP or _ANGLE
  int n_point;                  // of the profile: evenly along the strip, the last one at its tip
} pl_cantilever_plan;

pl_cantilever_plan pl_cantilever_plan_default(void);  // Wang's 40 mm strip along warp, 80 mm out, 16 points
// A test without values for pl_rig_measure. The name is borrowed.
pl_status pl_plan_cantilever(pl_arena *arena, const pl_cantilever_plan *plan, pl_test *test);

#endif
