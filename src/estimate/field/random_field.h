// random_field.h: estimates a random field in space from a few linear readings: its mean and standard deviation at any place.
//
// The prior of the field is Gaussian,
//
//   u(X) = m + w(X),   w ~ N(0, tau^2 c(X) c(Y) k(|X - Y| / length)),   k(d) = (1 + d) exp(-d)
//
// (Matern covariance of order 3/2: once differentiable fields). c is the local contrast, with mean 1: a body may be homogeneous in most of
// its volume and change strongly in one place. The readings are
//
//   z = B u(X_1 .. X_n) + F b + e,   e ~ N(0, noise^2),
//
// with m and the parameters b nearly free (standard deviation PL_FIELD_FREE times noise). tau, length and noise maximise the likelihood of
// z (empirical Bayes). The data determine the correlation between places. So do they for c, by expectation maximisation: c(X)^2 becomes the
// mean expected w^2 around X, weighted with exp(-d^2 / 2 h^2), h = PL_FIELD_WINDOW length. Where the readings do not determine u, its
// standard deviation is that of the prior, also between the places X_k.
#ifndef PL_ESTIMATE_FIELD_RANDOM_FIELD_H
#define PL_ESTIMATE_FIELD_RANDOM_FIELD_H

#include <pliant/extend.h>

#define PL_FIELD_FREE 10.0  // prior standard deviation of m and b, which are relative: ten times their size
// Such a window holds (4 pi)^(3/2) h^3 / (22 length^3) = 2 (h / length)^3 independent values of a field in space. They are about seven:
// enough to estimate a variance. 22 length^3 is the integral of k^2.
#define PL_FIELD_WINDOW 1.5

typedef struct pl_field_readings {
  int n_row, n, n_free;
  const double *z;      // [n_row], in units of their stated sigma
  const double *by_u;   // [n_row][n], B
  const double *by_b;   // [n_row][n_free], F; b in the units of u
  const double *place;  // [n][3], m, X_k
  bool mean_known;      // m = 0: no reading determines it
} pl_field_readings;

typedef struct pl_field_prior {
  double tau;     // standard deviation of w
  double length;  // m
  double noise;   // of z, in units of its stated sigma, >= 1: what no field explains counts as noise
  // The local contrast; n_local = 0: 1 everywhere.
  int n_local;
  const double *local_place;   // [n_local][3], m
  const double *local_square;  // [n_local], expected w^2 there, divided by its mean
} pl_field_prior;

// The local contrast c(X).
double pl_field_contrast(const pl_field_prior *prior, const double x[3]);
// Covariance of w at two places with given contrasts.
double pl_field_covariance(const pl_field_prior *prior, const double x[3], double contrast_x, const double y[3], double contrast_y);

// root[n][n], lower, zero above: root root^T is the covariance of w at place[n][3]. A relative nugget of 1e-5 is added to the standard
// deviation at each place, far above rounding. So the root exists for places at any distance, and for any tau and c.
bool pl_field_root(const pl_field_prior *prior, int n, const double *place, double *root);

// Logarithm of the likelihood of z, all of u and b integrated out, up to a constant. A view for tests: the search below maximises it.
pl_status pl_field_evidence(pl_context *ctx, const pl_field_readings *readings, const pl_field_prior *prior, double *evidence);

// The most likely prior: tau in 0.01 .. 10 of the noise, length in `shortest` .. `longest` (m). The local contrast is in arena memory, at
// the places of the readings. It is used only if it makes the readings more likely.
pl_status pl_field_learn(pl_arena *arena, const pl_field_readings *readings, double shortest, double longest, pl_field_prior *prior);

// Mean and standard deviation of u at the places at[n_at][3] (m) given the readings, and the mean of b[n_free] (NULL: not needed).
pl_status pl_field_posterior(pl_context *ctx, const pl_field_readings *readings, const pl_field_prior *prior, int32_t n_at,
                             const double *at, double *mean, double *sigma, double *b);

#endif
