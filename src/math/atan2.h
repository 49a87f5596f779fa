// atan2.h: the angle of (x, y) in (-pi, pi] without branches or table, so that loops over lanes become vector code.
//
//   lo <= hi are |x| and |y| in order.  r = lo/hi, or beyond tan(1/2) r = (lo - hi)/(lo + hi), since atan(lo/hi) = pi/4 + atan(r) there;
//   lo - hi is exact in that range, and |r| < 0.5464 in both.
//   atan(r) = r + r z P(z), z = r^2; P has degree 12 and was fitted by Remez exchange to the smallest relative error of atan, 8e-18 (0.07 of a
//   half ulp) with the coefficients rounded.
//   The octant adds q pi/4 with q = 0..4 and may turn the sign of atan(r). pi is carried in two parts; q times the first is exact.
// The result differs from the true angle by less than 1.6 units in the last place. Signs of zero, and the quadrants they choose, as in ISO
// C. NaN gives NaN, and so do two infinities: an overflowed coordinate has no angle.
#ifndef PL_MATH_ATAN2_H
#define PL_MATH_ATAN2_H

#include <math.h>

#include "math/lanes.h"

PL_LANE_FUNCTION double pl_atan2(double y, double x) {
  const double quarter_pi = 0x1.921fb54442d18p-1, quarter_pi_rest = 0x1.1a62633145c07p-55;
  const double tan_half = 0.5463;  // tan(1/2), rounded down: either way is right there
  double ax = fabs(x), ay = fabs(y);
  double lo = ay > ax ? ax : ay, hi = ay > ax ? ay : ax;
  // away from overflow of the sum and from the coarse numbers near zero
  double scale = hi > 1 ? 0.5 : 0x1p60;
  lo *= scale;
  hi *= scale;
  double q = lo > tan_half * hi ? 1 : 0;
  double above = q > 0 ? lo - hi : lo, below = q > 0 ? lo + hi : hi;
  double r = above / (below == 0 ? 1 : below), z = r * r, z2 = z * z;
  // even and odd powers apart: two chains of multiply-adds instead of one long one
  double even = -0x1.a51ccdaadc71cp-8;
  even = even * z2 - 0x1.1bc531148f3ddp-5;
  even = even * z2 - 0x1.a9ef27f433d9bp-5;
  even = even * z2 - 0x1.110475e80a1f7p-4;
  even = even * z2 - 0x1.745d08cae8cb0p-4;
  even = even * z2 - 0x1.249249232db7dp-3;
  even = even * z2 - 0x1.5555555555538p-2;
  double odd = 0x1.4d8c83fb30230p-6;
  odd = odd * z2 + 0x1.6f140ad31b616p-5;
  odd = odd * z2 + 0x1.e1086276596a7p-5;
  odd = odd * z2 + 0x1.3b12ab0291a86p-4;
  odd = odd * z2 + 0x1.c71c7143019fep-4;
  odd = odd * z2 + 0x1.9999999995cddp-3;
  double angle = r + r * z * (even + z * odd);
  // mirrored at the diagonal, then at the y axis: pi/2 - angle, pi - angle
  double steep = ay > ax ? -1 : 1, side = copysign(1, x);
  q = ay > ax ? 2 - q : q;
  q = side < 0 ? 4 - q : q;
  return copysign(q * quarter_pi + (q * quarter_pi_rest + steep * side * angle), y);
}

#endif
