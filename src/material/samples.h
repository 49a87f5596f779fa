// samples.h: a heterogeneous material (Miguel 2016, section 3.4; thesis 4.2.4).
//
// M samples at points X_m of the undeformed body have separate parameters theta_m; the energy at X is
//
//   psi(s; X) = sum_m phi_m(X) psi(s; theta_m),   phi_m(X) = exp(-|X - X_m|^2 / 2 r^2) / sum_n exp(-|X - X_n|^2 / 2 r^2)
//
// (the paper's eq. 4 with normalised Gaussians). phi >= 0 and sums to 1, so an energy that is convex at every sample is convex everywhere.
// For laws linear in theta the mean of energies is the energy of the mean: psi(s; sum phi_m theta_m). One sample is the homogeneous body.
#ifndef PL_MATERIAL_SAMPLES_H
#define PL_MATERIAL_SAMPLES_H

#include "law/law.h"

enum { PL_SAMPLES_MAX = 256 };  // of one term

typedef struct pl_samples {
  int n;
  const double *point;  // [n][3], m, places in the undeformed body (u, v, 0 of a cloth)
  double radius;        // r, m
} pl_samples;

// True if points and radius are equal. Either may be NULL: no samples.
bool pl_samples_same(const pl_samples *a, const pl_samples *b);

// phi[n] at the place x[3]. Far from all samples the nearest ones share the weight; nothing underflows.
void pl_samples_weights(const pl_samples *samples, const double x[3], double *phi);

// A radius for these points, m: the mean distance of a sample to its nearest neighbour. For a single sample: `size` (m), the extent of the
// body.
double pl_samples_radius(int n, const double *point, double size);

// theta at a place: out[n_theta] = sum_m phi[m] theta[m][n_theta]. Meaningful for laws linear in theta.
void pl_samples_mix(int n, const double *phi, int n_theta, const double *theta, double *out);

// The relevant weights of a block of elements: every sample with phi > PL_SAMPLES_LEAST of the largest phi in some lane. The rest, at most
// PL_SAMPLES_LEAST each, is dropped and the lanes are normalised again.
#define PL_SAMPLES_LEAST 1e-4
typedef struct pl_near_samples {
  int n;
  const int *sample;    // [n], sample indices, ascending
  const pl_lanes *phi;  // [n], their weights, lane by lane; they sum to 1
} pl_near_samples;
// x[3] lanes, m: the places of the block's elements. The arrays of `near` are the arena's.
pl_status pl_samples_near(pl_arena *arena, const pl_samples *samples, const pl_lanes *x, pl_near_samples *near);

// One law on a block with weights: psi, t, k as in pl_law_row.eval; bound[m] is theta of sample m after bind. scratch: 1 + n_in + n_in^2
// lanes. psi and k may be NULL. Any law, linear in theta or not: this is eq. 4.
void pl_samples_eval(const pl_law *law, const pl_near_samples *near, const double *const *bound, const pl_lanes *s, pl_lanes *psi,
                     pl_lanes *t, pl_lanes *k, pl_lanes *scratch);

#endif
