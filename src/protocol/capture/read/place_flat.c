// place_flat.c: rigid placement of a flat sheet on given points.
//
// Best rigid placement x = c + Q (r - m) of rest coordinates r. Q = M (M^T M)^-1/2 with M = sum (x - c)(r - m)^T, 3 by 2 (the polar
// factor). The square root of a 2x2 positive definite A is (A + sqrt(det) I)/sqrt(trace + 2 sqrt(det)).
#include <math.h>

#include "protocol/capture/capture.h"

// Second over first singular value of M, the square of width over length: closer to a line, the rotation about it is undetermined.
#define ONE_LINE 1e-6

bool pl_place_flat(int32_t n_vertex, const double *rest, const uint8_t *flag, const double *x, pl_flat_place *place) {
  double c[3] = {0, 0, 0}, m[2] = {0, 0}, M[3][2] = {{0}};
  int n = 0;
  for (int32_t i = 0; i < n_vertex; i++) {
    if (flag && !flag[i]) continue;
    for (int d = 0; d < 3; d++) c[d] += x[3 * (size_t)i + d];
    for (int d = 0; d < 2; d++) m[d] += rest[2 * (size_t)i + d];
    n++;
  }
  if (n < 3) return false;
  for (int d = 0; d < 3; d++) c[d] /= n;
  for (int d = 0; d < 2; d++) m[d] /= n;
  for (int32_t i = 0; i < n_vertex; i++)
    for (int a = 0; (!flag || flag[i]) && a < 3; a++)
      for (int b = 0; b < 2; b++) M[a][b] += (x[3 * (size_t)i + a] - c[a]) * (rest[2 * (size_t)i + b] - m[b]);
  double A[2][2] = {{0}};
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) A[a][b] = M[0][a] * M[0][b] + M[1][a] * M[1][b] + M[2][a] * M[2][b];
  // det A cancels to rounding, so the relative error of its root is about 1e-8 of the trace. Below ONE_LINE of it the second direction is
  // undetermined
  double root_det = sqrt(fmax(A[0][0] * A[1][1] - A[0][1] * A[1][0], 0)), scale = sqrt(A[0][0] + A[1][1] + 2 * root_det);
  if (!(root_det > ONE_LINE * (A[0][0] + A[1][1]))) return false;
  double S[2][2] = {{(A[0][0] + root_det) / scale, A[0][1] / scale}, {A[1][0] / scale, (A[1][1] + root_det) / scale}};
  double det = S[0][0] * S[1][1] - S[0][1] * S[1][0];
  for (int d = 0; d < 3; d++) {
    place->Q[d][0] = (M[d][0] * S[1][1] - M[d][1] * S[1][0]) / det;
    place->Q[d][1] = (M[d][1] * S[0][0] - M[d][0] * S[0][1]) / det;
    place->c[d] = c[d];
  }
  for (int d = 0; d < 2; d++) place->m[d] = m[d];
  return true;
}

void pl_flat_at(const pl_flat_place *place, const double rest[2], double x[3]) {
  for (int d = 0; d < 3; d++) x[d] = place->c[d] + place->Q[d][0] * (rest[0] - place->m[0]) + place->Q[d][1] * (rest[1] - place->m[1]);
}
