// plan_hang.h: the plan of a virtual `biaxial-hang` test: one sample, every weight below with every weight at the sides.
#ifndef PL_PROTOCOL_BIAXIAL_HANG_PLAN_HANG_H
#define PL_PROTOCOL_BIAXIAL_HANG_PLAN_HANG_H

#include "protocol/biaxial-hang/hang.h"

typedef struct pl_hang_plan {
  const char *name;
  double cut;                  // rad
  double width, height, clip;  // m
  int n_bottom, n_side;
  const double *bottom;        // [n_bottom], N
  const double *left, *right;  // [n_side], N
  int points;                  // labelled on each body, at least 2: ends first to last
  double gravity;              // m/s^2
} pl_hang_plan;

// Wang's: a 400 mm square with 60 mm clips, 0, 100, ... 600 g below, 0, 100, ... 400 g on both sides.
pl_hang_plan pl_hang_plan_default(void);
// In arena memory; the side weights vary fastest over the frames. The sides pull horizontally.
pl_status pl_plan_hang(pl_arena *arena, const pl_hang_plan *plan, pl_test *test);

#endif
