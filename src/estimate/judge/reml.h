// reml.h: variances of random effects by restricted maximum likelihood (Patterson and Thompson 1971).
//
// Readings are r = X d + Z b + e, with fixed effects d and noise e of covariance R. There is one effect b_s per specimen, with variance t_g,
// g the group of s. The restricted likelihood is, but for a constant,
//
//   l(t) = -1/2 log det(1 + D K D) + 1/2 y^T D (1 + D K D)^-1 D y,     D = diag(sqrt(t_g(s)))
//   K = Z^T P0 Z,   y = Z^T P0 r,   P0 = R^-1 - R^-1 X (X^T R^-1 X)^-1 X^T R^-1
//
// The fixed effects are integrated out, so t has no bias from them. A single mean of n specimens gives the usual variance over n - 1.
#ifndef PL_ESTIMATE_JUDGE_REML_H
#define PL_ESTIMATE_JUDGE_REML_H

#include <pliant/extend.h>

typedef struct pl_reml {
  int n, n_group;
  const int *group;  // [n]
  const double *k;   // [n][n]
  const double *y;   // [n]
} pl_reml;

// Standard deviation of the effects of one group.
typedef struct pl_reml_scatter {
  double value;
  double low, high;  // 95 % interval by the profile of the likelihood, the other groups fixed
  double freedom;    // degrees of freedom of value^2: 2 t^2 times its Fisher information; n - 1 where noise is negligible
} pl_reml_scatter;

// Effects are limited to `most`. out: [n_group].
pl_status pl_reml_solve(pl_context *ctx, const pl_reml *problem, double most, pl_reml_scatter *out);

#endif
