// contact_random.h: random pairs of primitives in given regions, and slopes of Taylor remainders, for the tests of contact.
#ifndef PLIANT_TEST_CONTACT_RANDOM_H
#define PLIANT_TEST_CONTACT_RANDOM_H

#include <math.h>

#include "base/rng.h"

static inline double random_between(pl_rng *rng, double lo, double hi) { return lo + (hi - lo) * pl_rng_uniform(rng); }

static inline void random_points(pl_rng *rng, double size, double x[4][3]) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) x[i][k] = size * pl_rng_normal(rng);
}

static inline void moved(const double x[4][3], double h, const double direction[4][3], double out[4][3]) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) out[i][k] = x[i][k] + h * direction[i][k];
}

// A function of four points: value, gradient[4][3], hessian[12][12]. Outputs may be NULL.
typedef double (*four_points)(const double x[4][3], double gradient[4][3], double hessian[12][12], void *user);

// Least-squares slopes of log remainder over log h from `largest` down, of the first- (slope 2) and the second-order (slope 3) Taylor polynomial.
// Remainders below rounding are left out; with fewer than three of them the slope is 99: exact.
static inline void taylor_slopes(four_points f, void *user, const double x[4][3], const double direction[4][3], double largest,
                                 double slope[2]) {
  double g[4][3], h[12][12], first = 0, second = 0, value = f(x, g, h, user);
  for (int p = 0; p < 12; p++) {
    first += g[p / 3][p % 3] * direction[p / 3][p % 3];
    for (int q = 0; q < 12; q++) second += h[p][q] * direction[p / 3][p % 3] * direction[q / 3][q % 3];
  }
  for (int order = 0; order < 2; order++) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < 7; i++) {
      double t = largest * pow(0.5, i), at[4][3];
      moved(x, t, direction, at);
      double change = f(at, NULL, NULL, user) - value, rest = fabs(change - t * first - (order ? 0.5 * t * t * second : 0));
      if (rest < 1e-14 * fabs(value) || rest == 0) continue;
      n++;
      sx += log(t);
      sy += log(rest);
      sxx += log(t) * log(t);
      sxy += log(t) * log(rest);
    }
    slope[order] = n < 3 ? 99 : (n * sxy - sx * sy) / (n * sxx - sx * sx);
  }
}

#endif
