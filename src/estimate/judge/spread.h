// spread.h: the spread of a channel's readings: the sum of squares that R2 explains, and the range that errors are relative to.
#ifndef PL_ESTIMATE_JUDGE_SPREAD_H
#define PL_ESTIMATE_JUDGE_SPREAD_H

#include "estimate/problem/stack.h"

typedef struct pl_spread {
  double square;  // SI squared, sum of the squares that R2 explains
  double level;   // SI squared, sum of squares of the readings themselves, from rest: a force that hardly changes keeps its size
  double range;   // SI, from the least to the largest including rest: full scale; 0: all readings equal the rest value
} pl_spread;

// True if this value is not compared: no equilibrium, not measured, or of no importance.
bool pl_value_left_out(const pl_fit_case *c, int channel, int value);
pl_spread pl_spread_of(const pl_fit_case *c, int channel);

#endif
