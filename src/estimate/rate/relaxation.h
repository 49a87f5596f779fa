// relaxation.h: what a fitted Prony series says of the moduli, with standard errors.
//
// With the tangent modulus k at rest of the slow law, shares g_i and times tau_i:
//   slow motion  k,     part that relaxes with tau_i  g_i k,     sudden motion  k (1 + sum_i g_i)
#ifndef PL_ESTIMATE_RATE_RELAXATION_H
#define PL_ESTIMATE_RATE_RELAXATION_H

#include "estimate/problem/fit.h"

// A number with its standard error; NAN: held or unknown.
typedef struct pl_with_error {
  double value, sigma;
} pl_with_error;

// Moduli of one strain of a relaxing term.
typedef struct pl_relaxing_modulus {
  const pl_term *term;
  const char *strain;  // "warp"
  pl_dim dim;
  pl_with_error slow, sudden;        // SI
  pl_with_error part[PL_PRONY_MAX];  // SI, [n] of its series
} pl_relaxing_modulus;

typedef struct pl_relaxation {
  const pl_term *term;  // the owner of the series
  int n;
  pl_with_error share[PL_PRONY_MAX], time[PL_PRONY_MAX];  // [n]; times in s
  int n_modulus;                                          // those that the data determine
  pl_relaxing_modulus *modulus;
} pl_relaxation;

// One entry per series; *n = 0: the material does not relax.
pl_status pl_relaxation_make(pl_arena *arena, const pl_fit *fit, int *n, pl_relaxation **out);

#endif
