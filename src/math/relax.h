// relax.h: an exponential decay and its repeated integrals, without branches or table, so that loops over lanes become vector code.
//
//   decay = exp(-x),   e1 = 1 - exp(-x),   e2 = integral of e1 = x - e1,   e3 = integral of e2 = x^2/2 - e2,   x >= 0.
//
// They are the response of a first-order system to a constant, a linear and a quadratic input. For small x they are x, x^2/2 and x^3/6, and
// the differences above would cancel all digits. So x = n ln 2 + r, |r| <= ln(2)/2, and the series starts at the third power:
//   q = r^3/3! - r^4/4! + ... (to r^14, the next term is below 2e-17 of the first),   exp(-r) = 1 - r + r^2/2 - q.
// With n = 0, e3 = q, e2 = r^2/2 - q, e1 = r - e2 have no cancellation. With n >= 1, x > 0.34 and the differences cancel at most two
// digits, of e3. Above x = 700 the decay is clamped to exp(-700), 1e-304, which is effectively zero. NaN gives NaN.
#ifndef PL_MATH_RELAX_H
#define PL_MATH_RELAX_H

#include <stdint.h>
#include <string.h>

#include "math/lanes.h"

PL_LANE_FUNCTION void pl_relax(double x, double *decay, double *e1, double *e2, double *e3) {
  const double round = 0x1.8p52;  // adding it rounds to an integer in the lowest bits
  const uint64_t round_bits = 0x4338000000000000u;
  double within = pl_min(700.0, x), shifted = within * 0x1.71547652b82fep0 + round, n = shifted - round;
  double r = (within - n * 0x1.62e42fefa0000p-1) - n * 0x1.cf79abc9e3b3ap-40;  // ln 2 in two parts; n times the first is exact
  double even = 1.0 / 87178291200.0, odd = 1.0 / 6227020800.0, r2 = r * r;     // 1/14!, 1/13!; even and odd powers apart: two short chains
  even = even * r2 + 1.0 / 479001600.0;
  odd = odd * r2 + 1.0 / 39916800.0;
  even = even * r2 + 1.0 / 3628800.0;
  odd = odd * r2 + 1.0 / 362880.0;
  even = even * r2 + 1.0 / 40320.0;
  odd = odd * r2 + 1.0 / 5040.0;
  even = even * r2 + 1.0 / 720.0;
  odd = odd * r2 + 1.0 / 120.0;
  even = even * r2 + 1.0 / 24.0;
  odd = odd * r2 + 1.0 / 6.0;
  double q = r2 * r * (odd - r * even);
  uint64_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  bits = (round_bits + 1023 - bits) << 52;  // 2^-n
  double power;
  memcpy(&power, &bits, sizeof power);
  double fall = power * (1 - (r - (0.5 * r2 - q)));
  double small2 = 0.5 * r2 - q, large1 = 1 - fall, large2 = x - large1;
  *decay = fall;
  *e3 = n == 0 ? q : 0.5 * x * x - large2;
  *e2 = n == 0 ? small2 : large2;
  *e1 = n == 0 ? r - small2 : large1;
}

#endif
