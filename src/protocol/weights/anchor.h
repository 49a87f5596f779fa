// anchor.h: the friction paper's estimate of stretch friction from weights (Miguel et al. 2013, eqs. 4-6), for comparison.
//
// Each measured strain e_i has an anchor e_0: the turning point at which its branch started, where friction is assumed saturated, -s
// sigma_max. With s = 1 when loading and -1 when unloading
//
//   sigma_i = s (a + b e_i) - 2 s (a + b e_0) exp(-s (e_i - e_0) / tau)                      (4)
//   f_i     = F_i - ((k1 + k2 e_i) e_i + sigma_i) width L / L0                               (5)
//   (k1, k2, a, b, tau) = argmin sum f_i^2                                                   (6)
//
// Three approximations bias the result. The terms b tau of the exact solution are omitted. Branches may turn before friction is saturated
// (the first one of virgin cloth does). The errors are in the lengths, hence in e_i and e_0, not in F_i.
#ifndef PL_PROTOCOL_WEIGHTS_ANCHOR_H
#define PL_PROTOCOL_WEIGHTS_ANCHOR_H

#include "measure/protocol.h"

typedef struct pl_anchor {
  double k1, k2;  // N/m
  double a, b;    // N/m
  double tau;     // strain
  double rms;     // N, of f_i
} pl_anchor;

// Eq. 6 over weights tests of one direction of the cloth. The rate tau is scanned over its range with a linear problem at each, then
// refined by golden section. constant: b = 0. k1, a and b are non-negative.
pl_status pl_anchor_fit(pl_context *ctx, int n_test, const pl_test *const *test, bool constant, pl_anchor *out);

#endif
