// expected.h: the covariance to expect after a further test, before that test is made.
//
// Let C be the present covariance of the parameters. A test measures values y with derivatives J = dy/dtheta and independent errors of
// standard deviation sigma. Its information is F = J^T diag(sigma^-2) J, so that afterwards
//
//   C' = (C^-1 + F)^-1 = L (I + L^T F L)^-1 L^T,     C = L L^T.
//
// The second form never inverts C. It allows zero rows (parameters without variance) and very large variances (parameters that are nearly
// unknown).
#ifndef PL_ESTIMATE_ADVISE_EXPECTED_H
#define PL_ESTIMATE_ADVISE_EXPECTED_H

#include <pliant/extend.h>

// Adds to information [n][n] what a test says about the first n of n + n_own parameters. The last n_own parameters belong to the test only,
// with prior standard deviations `prior` [n_own]. They are eliminated: F_tt - F_to (F_oo + diag(prior^-2))^-1 F_ot. joint: [n + n_own][n +
// n_own]. False when the test's parameters are not determined at all.
bool pl_information_add(int n, int n_own, const double *joint, const double *prior, double *information);

// C' from C and F, all [n][n]; both may be slightly asymmetric by rounding. PL_ERROR_INTERNAL when a factorisation fails.
pl_status pl_expected_covariance(pl_context *ctx, int n, const double *covariance, const double *information, double *expected);

// Square root of the largest eigenvalue: standard deviation of the least determined unit combination.
pl_status pl_largest_deviation(pl_context *ctx, int n, const double *covariance, double *deviation);

#endif
