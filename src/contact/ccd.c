// ccd.c: see ccd.h.
#include "contact/ccd.h"

#include <math.h>

#include "contact/vector.h"

// The time may stop anywhere before contact: more advances only come closer to it.
enum { ADVANCES = 200 };

// l, m
static double fastest(const double p[4][3], int first) {
  double square = 0;
  for (int a = 0; a < first; a++)
    for (int b = first; b < 4; b++) {
      double d[3];
      pl_sub3(p[a], p[b], d);
      square = fmax(square, pl_dot3(d, d));
    }
  return sqrt(square);
}

// The largest dt for which the slab along d keeps the width `least`; 0 if rounding of d has tilted it below that.
static double slab_time(const double x[4][3], const double p[4][3], int first, const double d[3], double distance, double least) {
  double time = INFINITY;
  for (int a = 0; a < first; a++)
    for (int b = first; b < 4; b++) {
      double between[3], motion[3];
      pl_sub3(x[a], x[b], between);
      pl_sub3(p[a], p[b], motion);
      double spare = pl_dot3(d, between) / distance - least, rate = pl_dot3(d, motion) / distance;
      if (!(spare > 0)) return 0;
      if (rate < 0) time = fmin(time, spare / -rate);
    }
  return time;
}

double pl_ccd_advance(pl_pair_kind kind, const double x[4][3], const double dx[4][3], double offset, double reach, double limit) {
  double p[4][3], at[4][3];
  int first = kind == PL_PAIR_POINT_TRIANGLE ? 1 : 2;
  // relative to one vertex: a common motion leaves no rounding
  for (int i = 0; i < 4; i++) pl_sub3(dx[i], dx[3], p[i]);
  double speed = fastest(p, first), t = 0, before = 0, keep = 0;
  for (int i = 0; i < ADVANCES; i++) {
    pl_nearest near;
    for (int v = 0; v < 4; v++)
      for (int k = 0; k < 3; k++) at[v][k] = x[v][k] + t * p[v][k];
    pl_pair_nearest(kind, at, &near);
    double distance = sqrt(near.square), gap = distance - offset;
    if (i == 0) keep = PL_CCD_KEEP * fmin(gap, reach);
    if (!(gap > 0)) return before;  // 0 at the start; later gaps are at least `keep`, but for rounding
    // before the limit is looked at: the least of several motions then does not depend on their order
    if (gap - keep <= 1e-3 * keep) return t;
    double advance = fmax((gap - keep) / speed, slab_time(at, p, first, near.d, distance, offset + keep));
    if (t + advance >= limit) return limit;
    before = t;
    t += advance;
  }
  return t;
}
