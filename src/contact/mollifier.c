// mollifier.c: see mollifier.h.
//
//   dc/de = 2 f x (e x f),  dc/df = 2 (e x f) x e,
//   d2c/de2 = 2 (f.f I - f f^T),  d2c/df2 = 2 (e.e I - e e^T),  d2c/de df = 2 (2 e f^T - f e^T - e.f I)
#include "contact/mollifier.h"

#include "contact/vector.h"
#include "math/eigen_small.h"

double pl_mollifier_eval(const double x[4][3], double threshold, double gradient[4][3], double hessian[12][12]) {
  double e[3], f[3], cross[3];
  pl_sub3(x[1], x[0], e);
  pl_sub3(x[3], x[2], f);
  pl_cross3(e, f, cross);
  double u = pl_dot3(cross, cross) / threshold;
  if (!(u < 1)) return 1;
  double first = 2 * (1 - u) / threshold, second = -2 / (threshold * threshold), slope[2][3];
  pl_cross3(f, cross, slope[0]);
  pl_cross3(cross, e, slope[1]);
  for (int i = 0; i < 4 && gradient; i++)
    for (int k = 0; k < 3; k++) gradient[i][k] = (i % 2 ? 2 : -2) * first * slope[i / 2][k];
  if (!hessian) return u * (2 - u);
  double ee = pl_dot3(e, e), ef = pl_dot3(e, f), ff = pl_dot3(f, f);
  for (int p = 0; p < 12; p++)
    for (int q = 0; q < 12; q++) {
      int a = p / 6, b = q / 6, i = p % 3, j = q % 3;  // a, b: 0 for e, 1 for f
      double curve = a == b   ? (a == 0 ? ff * (i == j) - f[i] * f[j] : ee * (i == j) - e[i] * e[j])
                     : a == 0 ? 2 * e[i] * f[j] - f[i] * e[j] - ef * (i == j)
                              : 2 * f[i] * e[j] - e[i] * f[j] - ef * (i == j);
      double sign = (p / 3 + q / 3) % 2 ? -1 : 1;
      hessian[p][q] = sign * (first * 2 * curve + second * 4 * slope[a][i] * slope[b][j]);
    }
  return u * (2 - u);
}

void pl_mollifier_project(double hessian[12][12]) {
  // the block of the vertices 1 and 3, by e and f; in orthonormal coordinates, (x_1 - x_0)/sqrt 2, it is twice that
  double m[36];
  for (int p = 0; p < 6; p++)
    for (int q = 0; q < 6; q++) m[6 * p + q] = hessian[3 + p % 3 + p / 3 * 6][3 + q % 3 + q / 3 * 6];
  pl_sym_project(6, m);
  for (int p = 0; p < 12; p++)
    for (int q = 0; q < 12; q++) hessian[p][q] = ((p / 3 + q / 3) % 2 ? -1 : 1) * m[6 * (p / 6 * 3 + p % 3) + q / 6 * 3 + q % 3];
}
