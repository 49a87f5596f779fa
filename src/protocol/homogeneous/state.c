// state.c: the deformation of a frame from its controls (the table of homogeneous.h).
#include <math.h>

#include "protocol/homogeneous/homogeneous.h"

const char *const pl_stress_measure_name[3] = {"nominal", "cauchy", "cauchy-difference"};

static double control(const pl_test *test, int channel, int frame, double otherwise) {
  const double *value = test->channel[channel].value;
  return value ? value[frame] : otherwise;
}

pl_homogeneous_state pl_homogeneous_at(const pl_test *test, int frame) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  pl_homogeneous_state s = {.shear = control(test, PL_HOMOGENEOUS_SHEAR, frame, 0)};
  double held = h->held > 0 ? h->held : 1, l1 = control(test, PL_HOMOGENEOUS_STRETCH, frame, 1);
  double l2 = control(test, PL_HOMOGENEOUS_STRETCH_2, frame, held);
  s.free[2] = h->mode != PL_SIMPLE_SHEAR;
  switch (h->mode) {
  case PL_UNIAXIAL:
    l2 = 1 / sqrt(l1);
    s.free[1] = true;
    break;
  case PL_EQUIBIAXIAL: l2 = l1; break;
  case PL_PLANAR: l2 = 1; break;
  case PL_COMPOUND_SHEAR:
    l1 = 1 / sqrt(l2);  // P11 = P33 = 0 for P = mu F - p F^-T; other laws have other values
    s.free[0] = true;
    break;
  case PL_SIMPLE_SHEAR: l1 = l2 = 1; break;
  default: break;
  }
  s.stretch[0] = l1;
  s.stretch[1] = l2;
  s.stretch[2] = 1 / (l1 * l2);
  return s;
}

double pl_homogeneous_factor(const pl_test *test, int channel, int frame) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  if (h->measure != PL_STRESS_CAUCHY) return 1;
  pl_homogeneous_state s = pl_homogeneous_at(test, frame);
  const double *l = s.stretch;
  double own = channel == PL_HOMOGENEOUS_STRESS ? l[0] : l[1];
  const double *lateral = test->channel[PL_HOMOGENEOUS_LATERAL].value;
  if (h->incompressible || h->mode == PL_SIMPLE_SHEAR || !lateral) return own;
  // Cauchy stress is P F^T / J with the measured volume: force over deformed area
  double side = lateral[frame], volume = h->mode == PL_UNIAXIAL ? l[0] * side * side : l[0] * l[1] * side;
  return own / volume;
}
