// solid_stretch.h: second derivatives of functions of principal stretches, for membranes and solids.
//
// With F = sum_i lambda_i u_i v_i^T and A_ij = u_i . dF v_j, a function of the stretches with slopes t_i has the second derivative
//   sum_ij k_ij A_ii A_jj                                                              (the product of first derivatives, elsewhere)
//   + sum_(i<j)  (t_i - t_j)/(lambda_i - lambda_j) (A_ij + A_ji)^2/2  +  (t_i + t_j)/(lambda_i + lambda_j) (A_ij - A_ji)^2/2
//   + for a membrane with normal n:  sum_i  t_i/lambda_i (n . dF v_i)^2
// The three kinds of terms act in orthogonal directions: clamping their factors at zero is the exact projection of all but the k part.
// At equal stretches the divided difference of a symmetric function is (k_ii + k_jj)/2 - k_ij; without a tangent it is taken as zero.
#ifndef PL_STRAIN_SOLID_STRETCH_H
#define PL_STRAIN_SOLID_STRETCH_H

#include "strain/solid.h"

// Stretches closer than this fraction of their sum count as equal: the quotient has only few correct digits there. The error of the limit
// is quadratic.
#define PL_STRETCH_EQUAL 1e-6

// (t_i - t_j)/(a - b); `limit` is its value at a = b.
static inline double pl_stretch_quotient(double a, double b, double ti, double tj, double limit) {
  return a - b > PL_STRETCH_EQUAL * (a + b) && a > b ? (ti - tj) / (a - b) : limit;
}

// a[n][n] += factor m m^T with m = p q^T + sign r s^T over sqrt(2): p, r in space, q, s in the material (n_axis numbers).
static inline void pl_stretch_add(int n_axis, int lane, double factor, const double *p, const double *q, double sign, const double *r,
                                  const double *s, pl_lanes *a) {
  double m[9];
  int n = 3 * n_axis;
  if (factor == 0) return;
  for (int i = 0; i < n_axis; i++)
    for (int c = 0; c < 3; c++) m[3 * i + c] = p[c] * q[i] + sign * r[c] * s[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[n * i + j][lane] += 0.5 * factor * m[i] * m[j];
}

#endif
