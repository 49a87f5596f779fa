// distance.h: how far two points are apart.
#ifndef PL_MATH_DISTANCE_H
#define PL_MATH_DISTANCE_H

// |a - b|^2 of points a[3], b[3], m; m^2.
static inline double pl_square_distance(const double *a, const double *b) {
  double dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
  return dx * dx + dy * dy + dz * dz;
}

#endif
