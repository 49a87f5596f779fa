// visit.c: see visit.h.
#include "protocol/homogeneous/visit.h"

#include <math.h>
#include <stdio.h>

#include "protocol/homogeneous/homogeneous.h"

// Principal stretches in the plane of F = [l1 g; 0 l2] have squares (T +- sqrt(T^2 - 4 D)) / 2, T = l1^2 + g^2 + l2^2, D = (l1 l2)^2.
// y is the function of I2 used by the law invariant-spline; the in-plane part of I2 is D, that of the thickness T l3^2.
void pl_rubber_visit(const pl_test *test, pl_rubber_range *range, double *invariant, double *second) {
  for (int f = 0; f < test->n_frame; f++) {
    const pl_homogeneous_state s = pl_homogeneous_at(test, f);
    const double *l = s.stretch;
    double trace = l[0] * l[0] + s.shear * s.shear + l[1] * l[1], det = l[0] * l[0] * l[1] * l[1];
    double root = sqrt(fmax(trace * trace - 4 * det, 0)), high = 0.5 * log(0.5 * (trace + root)), low = 0.5 * log(det) - high;
    double x = fmax(trace + l[2] * l[2] - 3, 0), y = fmax((pow(det + trace * l[2] * l[2], 1.5) - pow(3, 1.5)) / (1.5 * sqrt(3)), 0);
    if (invariant) invariant[f] = x;
    if (second) second[f] = y;
    range->invariant = fmax(range->invariant, x);
    range->second = fmax(range->second, y);
    range->log[0] = fmin(range->log[0], fmin(low, log(l[2])));
    range->log[1] = fmax(range->log[1], fmax(high, log(l[2])));
  }
}

double pl__homogeneous_reach(const pl_test *test, int frame) {
  pl_homogeneous_state s = pl_homogeneous_at(test, frame);
  double square = s.shear * s.shear;
  for (int i = 0; i < 3; i++)
    if (!s.free[i]) square += (s.stretch[i] - 1) * (s.stretch[i] - 1);
  return sqrt(square);
}

pl_draws pl__homogeneous_kind(const pl_test *test, char mode[PL_KIND_MODE]) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  char axes[3];
  pl_homogeneous_axes_name(h, axes);
  snprintf(mode, PL_KIND_MODE, "%s %s", pl_homogeneous_mode_name(h->mode), axes);
  return h->mode == PL_BIAXIAL || h->mode == PL_STRIP_BIAXIAL ? PL_DRAWS_NAMED : PL_DRAWS_EACH;
}

pl_said pl__homogeneous_said(const pl_test *test) {
  return (pl_said){.axes = pl_homogeneous_of(test)->symmetry == PL_SYMMETRY_ORTHOTROPIC,
                   .incompressible = pl_homogeneous_of(test)->incompressible};
}
