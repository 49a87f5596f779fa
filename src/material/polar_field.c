// polar_field.c: see polar_field.h.
#include "material/polar_field.h"

#include <math.h>
#include <string.h>

#include "math/eigen_small.h"

const char *const pl_polar_component_name[PL_POLAR_MAX_COMPONENT] = {"c11", "c12", "c22", "c33", "c13", "c23"};

const pl_polar_scheme *pl_polar_scheme_of(const pl_term *term) { return term->law.row->flags & PL_LAW_FIELD ? term->law.shape : NULL; }

double pl_polar_turn(const pl_polar_scheme *scheme) { return scheme->coupling ? 3.14159265358979323846 : 1.57079632679489661923; }

void pl_polar_field(const pl_material *material, const pl_term *term, double lambda, double phi, double *c) {
  const pl_polar_scheme *scheme = term->law.shape;
  int n = pl_polar_component_count(scheme);
  // one point as a separate scheme: the origin comes first, the point second
  pl_polar_scheme one = {.n_ring = 1, .n_angle = 1, .radius = {lambda}, .angle = {phi}, .coupling = scheme->coupling};
  pl_law at = {.row = term->law.row, .shape = &one};
  double value[2 * PL_POLAR_MAX_COMPONENT];
  pl_polar_tensor_resample(&term->law, material->theta + term->theta, &at, value);
  for (int i = 0; i < PL_POLAR_MAX_COMPONENT; i++) {
    c[i] = i < n ? value[n + i] : 0;
    if (scheme->zero) c[i] = fmax(c[i], 0);
  }
}

// On the orthonormal components (e_uu, e_vv, sqrt(2) e_uv) C is [c11 c12 c13/sqrt2; c12 c22 c23/sqrt2; . . c33]. The entries c13 and c23
// count half in the row of sigma_uv (polar_tensor.c).
double pl_polar_smallest(const double *c) {
  double half = sqrt(0.5), w[3];
  double a[9] = {c[0], c[1], half * c[4], c[1], c[2], half * c[5], half * c[4], half * c[5], c[3]};
  pl_sym_eigenvalues(3, a, w);
  return w[0];
}

pl_polar_scan pl_polar_scan_term(const pl_material *material, const pl_term *term) {
  enum { FINE = 16 };  // steps between neighbouring rings and angles
  const pl_polar_scheme *scheme = term->law.shape;
  const double *theta = material->theta + term->theta;
  pl_polar_scan scan = {.n_entry = term->law.n_param, .lowest = INFINITY, .smallest = INFINITY};
  for (int j = 0; j < term->law.n_param; j++) {
    scan.n_negative += theta[j] < 0;
    if (theta[j] < scan.lowest) scan.lowest = theta[j], scan.lowest_index = j;
  }
  int n_angle = scheme->n_angle, n_segment = n_angle == 0 ? 0 : n_angle - !scheme->coupling;
  for (int i = 0; i <= FINE * scheme->n_ring; i++) {
    int ring = i / FINE;
    double from = ring > 0 ? scheme->radius[ring - 1] : 0, to = ring < scheme->n_ring ? scheme->radius[ring] : from;
    double lambda = from + (to - from) * (i % FINE) / FINE;
    for (int j = 0; j <= (i == 0 ? 0 : FINE * n_segment); j++) {  // one sample at the origin
      int a = j / FINE;
      double begin = a < n_angle ? scheme->angle[a] : pl_polar_turn(scheme),
             end = a + 1 < n_angle ? scheme->angle[a + 1] : pl_polar_turn(scheme);
      double phi = n_angle == 0 ? 0 : begin + (end - begin) * (j % FINE) / FINE, c[PL_POLAR_MAX_COMPONENT];
      pl_polar_field(material, term, lambda, phi, c);
      double smallest = pl_polar_smallest(c);
      scan.n_sample++;
      scan.n_indefinite += !(smallest > 0);
      if (smallest < scan.smallest) scan.smallest = smallest, scan.extension = lambda, scan.direction = phi;
    }
  }
  return scan;
}
