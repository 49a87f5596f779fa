// dahl_diagnose.c: diagnostics of friction parameters, and their conversion from persistent strain (dahl.h).
#include <math.h>

#include "law/friction/dahl.h"

// Unloading starts at stress +sigma_max, so the tangent is (2 sigma_max / tau + b) exp(-x/tau) - b after a path x; it decreases until s =
// 0.
double pl_dahl_smallest_tangent(double a, double b, double tau, double k, double top) {
  if (isinf(top)) return k - b;
  return k - b + (2 * (a + b * top) / tau + b) * exp(-top / tau);
}

double pl_dahl_saturation(double tau, double range) { return -expm1(-fabs(range) / tau); }

void pl_dahl_from_strains(double persistent, double saturation, double k, double c, double *a, double *tau) {
  *a = k * persistent;
  *tau = (saturation - persistent) / log(2 / (1 - c));
}
