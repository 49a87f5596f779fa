// random_field.h: a field that changes from place to place, seen through a few linear readings: what is known of it, and how well.
//
// Before anything is read, the field is a Gaussian one,
//
//   u(X) = m + w(X),   w ~ N(0, tau^2 c(X) c(Y) k(|X - Y| / length)),   k(d) = (1 + d) exp(-d)
//
// (Matern's covariance of order 3/2: fields with a slope everywhere, but no more). c is the local contrast, 1 in the mean: a body may be even in most
// of its volume and change strongly in one place. The readings are
//
//   z = B u(X_1 .. X_n) + F b + e,   e ~ N(0, noise^2),
//
// with m and the numbers b nearly free (standard deviation PL_FIELD_FREE times noise). tau, length and noise are those with which z is likeliest
// (empirical Bayes): the data choose how strongly places are tied to each other. So is c, in steps of expectation and maximisation: c(X)^2 becomes
// the mean of w^2 that the readings let expect around X, weighted with exp(-d^2 / 2 h^2), h = PL_FIELD_WINDOW length. What the readings leave open of
// u stays as open as the prior says, between the places X_k as well.
#ifndef PL_ESTIMATE_FIELD_RANDOM_FIELD_H
#define PL_ESTIMATE_FIELD_RANDOM_FIELD_H

#include <pliant/extend.h>

#define PL_FIELD_FREE 10.0  // of m and b: relative numbers, so ten times their size
// Such a window holds (4 pi)^(3/2) h^3 / (22 length^3) = 2 (h / length)^3 values of a field in space that are independent of each other, about seven:
// enough for a variance. 22 length^3 is the integral of k^2.
#define PL_FIELD_WINDOW 1.5

typedef struct pl_field_readings {
  int n_row, n, n_free;
  const double *z;      // [n_row], in units of their stated sigma
  const double *by_u;   // [n_row][n], B
  const double *by_b;   // [n_row][n_free], F; b in the units of u
  const double *place;  // [n][3], m, X_k
  bool mean_known;      // m = 0: nothing tells it
} pl_field_readings;

typedef struct pl_field_prior {
  double tau;     // standard deviation of w
  double length;  // m
  double noise;   // of z, in units of its stated sigma, >= 1: what no field explains counts as noise
  // The local contrast; none: 1 everywhere.
  int n_local;
  const double *local_place;   // [n_local][3], m
  const double *local_square;  // [n_local], w^2 as it is expected there, over its mean
} pl_field_prior;

// c(X).
double pl_field_contrast(const pl_field_prior *prior, const double x[3]);
// Covariance of w at two places whose contrasts are known.
double pl_field_covariance(const pl_field_prior *prior, const double x[3], double contrast_x, const double y[3], double contrast_y);

// root[n][n], lower, zero above: root root^T is the covariance of w at place[n][3]. The numbers of one place are taken as known to 1e-5 of their
// spread, no better, which is far above what rounding does to nearly equal rows: there is a root for places as near as any, and for any tau and c.
bool pl_field_root(const pl_field_prior *prior, int n, const double *place, double *root);

// Logarithm of the likelihood of z, all of u and b integrated out, up to a constant.
pl_status pl_field_evidence(pl_context *ctx, const pl_field_readings *readings, const pl_field_prior *prior, double *evidence);

// The likeliest prior: tau in 0.01 .. 10 of the noise, length in `shortest` .. `longest` (m). The local contrast is in arena memory, its places are
// those of the readings; it is there only when the readings are likelier with it.
pl_status pl_field_learn(pl_arena *arena, const pl_field_readings *readings, double shortest, double longest, pl_field_prior *prior);

// Mean and standard deviation of u at the places at[n_at][3], given the readings, and the mean of b[n_free] (NULL: not asked for).
pl_status pl_field_posterior(pl_context *ctx, const pl_field_readings *readings, const pl_field_prior *prior, int32_t n_at,
                             const double *at, double *mean, double *sigma, double *b);

#endif
