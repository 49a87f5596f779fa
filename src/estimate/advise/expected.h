// expected.h: what a further test would do to a covariance, before it is made.
//
// Present covariance C of the parameters; a test whose values y have derivatives J = dy/dtheta and independent errors of standard deviation sigma
// carries the information F = J^T diag(sigma^-2) J, so that afterwards
//
//   C' = (C^-1 + F)^-1 = L (I + L^T F L)^-1 L^T,     C = L L^T.
//
// The second form never inverts C: parameters that do not scatter (zero rows) stay as they are, ones about which next to nothing is known do no harm.
#ifndef PL_ESTIMATE_ADVISE_EXPECTED_H
#define PL_ESTIMATE_ADVISE_EXPECTED_H

#include <pliant/extend.h>

// Information about the first n of n + n_own parameters when the others, which are the test's own, are not known better than `prior` [n_own]
// (standard deviations): F_tt - F_to (F_oo + diag(prior^-2))^-1 F_ot is added to information [n][n]. joint: [n + n_own][n + n_own]. False when the
// own parameters are not determined at all.
bool pl_information_add(int n, int n_own, const double *joint, const double *prior, double *information);

// C' from C and F, all [n][n]; rounding may leave both not quite symmetric. PL_ERROR_INTERNAL when a factorisation fails.
pl_status pl_expected_covariance(pl_context *ctx, int n, const double *covariance, const double *information, double *expected);

// sqrt of the largest eigenvalue: standard deviation of the least determined combination of unit length.
pl_status pl_largest_deviation(pl_context *ctx, int n, const double *covariance, double *deviation);

#endif
