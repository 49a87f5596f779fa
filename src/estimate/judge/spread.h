// spread.h: how far the readings of a channel spread: what R2 has to explain, and what errors are a share of.
#ifndef PL_ESTIMATE_JUDGE_SPREAD_H
#define PL_ESTIMATE_JUDGE_SPREAD_H

#include "estimate/problem/stack.h"

typedef struct pl_spread {
  double square;  // SI squared, sum of the squares that R2 has to explain
  double range;   // SI, from the least to the largest, the state at rest included: full scale; 0: all readings are as at rest
} pl_spread;

// Is this value compared with nothing: no equilibrium, not measured, or of no importance?
bool pl_value_left_out(const pl_fit_case *c, int channel, int value);
pl_spread pl_spread_of(const pl_fit_case *c, int channel);

#endif
