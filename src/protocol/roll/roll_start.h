// roll_start.h: bending friction from the torques at the samples of released spirals (Miguel et al. 2013, eq. 7), as a start for simulated
// spirals.
//
// A sample was flat, was bent to e0 = 3/R on the cylinder, and is now bent by e = 3 kappa, with monotonic motion in between. It carries the
// gravity torque T per width:
//   (k1 + k2 |e|) e + sigma(e; a, b, tau) = T,    sigma along the exact path 0 -> e0 -> e.
// For given tau this is linear in k1, k2, a and b. The error is in the curvature, and the torque changes with it by m'(e). So a row's
// weight is 1/(m' 3 sigma_kappa), with m' from the previous parameters. Where friction resists, m' is a hundred times the elastic
// stiffness: without these weights such samples would dominate.
#ifndef PL_PROTOCOL_ROLL_ROLL_START_H
#define PL_PROTOCOL_ROLL_ROLL_START_H

#include <pliant/extend.h>

// One sample, positive in the sense of rolling.
typedef struct pl_roll_reading {
  double anchor, strain, sigma;  // 1/m: e0, e, and the standard error of e
  double torque;                 // N
} pl_roll_reading;

// Prior of the stiffness.
typedef struct pl_roll_stiffness {
  double k[2];      // k1 (N m), k2 (N m^2)
  double sigma[2];  // their standard deviations; 0: fixed, INFINITY: unknown
} pl_roll_stiffness;

typedef struct pl_roll_start {
  double k[2], a, b, tau;  // N m, N m^2, N, N m, 1/m
  double chi2;             // sum of ((predicted - measured strain) / sigma)^2
} pl_roll_start;

// The best parameters for this tau. constant: sigma_max = a, b = 0.
pl_status pl_roll_start_at(pl_context *ctx, int n, const pl_roll_reading *reading, const pl_roll_stiffness *stiffness, bool constant,
                           double tau, pl_roll_start *start);
// Candidate rates: n values of tau from a fiftieth of the smallest to half of the largest strain on a cylinder, evenly spaced in log.
void pl_roll_rates(int n_reading, const pl_roll_reading *reading, int n, double *tau);
// Torque per width at a strain, from flat via the anchor; *tangent may be NULL.
double pl_roll_torque(const pl_roll_start *start, double anchor, double strain, double *tangent);

#endif
