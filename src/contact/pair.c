// pair.c: see pair.h.
//
// Semidefinite Hessian of the barrier. Take parameters for which the tangents t_k are orthonormal. w_,k are slopes of the weights. n = d/D.
// b1 < 0 and b2: derivatives of the energy by D^2. Then the Hessian b2 g g^T + b1 hess D^2 is
//
//   (4 b2 D^2 + 2 b1) (w n)(w n)^T - 2 b1 D^2 sum_k (w_,k n)(w_,k n)^T - 2 b1 D sum_k [(w t_k)(w_,k n)^T + transposed] + 2 b1 w w^T R
//
// R: projection on what is orthogonal to n and t; that part is negative and decouples. Let q be an orthonormal basis of
// w, w_,1, w_,2. The rest acts on at most five vectors, q_m n and q_0 t_k: a 5x5 projection instead of one of 12x12.
#include "contact/pair.h"

#include <math.h>
#include <string.h>

#include "contact/barrier.h"
#include "contact/mollifier.h"
#include "contact/vector.h"
#include "math/eigen_small.h"

static double dot4(const double a[4], const double b[4]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

// Tangents and slopes for parameters in which the tangents are orthonormal.
static void orthonormal_tangents(const pl_nearest *near, const double x[4][3], double t[2][3], double slope[2][4]) {
  double inverse[2][2];
  pl_nearest_tangents(near, x, t, inverse);
  memcpy(slope, near->slope, sizeof near->slope);
  for (int k = 0; k < near->n_free; k++) {
    double shadow = k == 1 ? pl_dot3(t[1], t[0]) : 0;
    for (int c = 0; c < 3; c++) t[k][c] -= shadow * t[0][c] * (k == 1);
    for (int i = 0; i < 4; i++) slope[k][i] -= shadow * slope[0][i] * (k == 1);
    double scale = 1 / sqrt(pl_dot3(t[k], t[k]));
    for (int c = 0; c < 3; c++) t[k][c] *= scale;
    for (int i = 0; i < 4; i++) slope[k][i] *= scale;
  }
}

// The orthonormal basis q of w and the slopes; coordinate[k][m] of slope k. Returns its size.
static int weight_basis(const pl_nearest *near, const double slope[2][4], double q[3][4], double coordinate[2][3]) {
  double size = sqrt(dot4(near->w, near->w));
  for (int i = 0; i < 4; i++) q[0][i] = near->w[i] / size;
  int n = 1;
  for (int k = 0; k < near->n_free; k++) {
    double rest[4], length = dot4(slope[k], slope[k]);
    memcpy(rest, slope[k], sizeof rest);
    for (int m = 0; m < n; m++) {
      coordinate[k][m] = dot4(rest, q[m]);
      for (int i = 0; i < 4; i++) rest[i] -= coordinate[k][m] * q[m][i];
    }
    for (int m = n; m < 3; m++) coordinate[k][m] = 0;
    double left = dot4(rest, rest);
    if (left <= 1e-28 * length) continue;
    left = sqrt(left);
    for (int i = 0; i < 4; i++) q[n][i] = rest[i] / left;
    coordinate[k][n++] = left;
  }
  return n;
}

static void semidefinite(const pl_nearest *near, const double x[4][3], double first, double second, double hessian[12][12]) {
  double t[2][3], slope[2][4], q[3][4], coordinate[2][3] = {{0}}, distance = sqrt(near->square), size = dot4(near->w, near->w);
  orthonormal_tangents(near, x, t, slope);
  int n_q = weight_basis(near, slope, q, coordinate), n = n_q + near->n_free;
  double m[25] = {0}, basis[5][12];
  for (int a = 0; a < n_q; a++)
    for (int b = 0; b < n_q; b++)
      for (int k = 0; k < near->n_free; k++) m[n * a + b] -= 2 * first * near->square * coordinate[k][a] * coordinate[k][b];
  m[0] += size * (4 * second * near->square + 2 * first);
  for (int a = 0; a < n_q; a++)
    for (int k = 0; k < near->n_free; k++) {
      double couple = -2 * first * sqrt(size) * distance * coordinate[k][a];
      m[n * a + n_q + k] = m[n * (n_q + k) + a] = couple;
    }
  pl_sym_project(n, m);
  for (int a = 0; a < n; a++)
    for (int i = 0; i < 4; i++)
      for (int c = 0; c < 3; c++) basis[a][3 * i + c] = a < n_q ? q[a][i] * near->d[c] / distance : q[0][i] * t[a - n_q][c];
  memset(hessian, 0, 144 * sizeof(double));
  for (int a = 0; a < n; a++) {
    double row[12] = {0};
    for (int b = 0; b < n; b++)
      for (int p = 0; p < 12; p++) row[p] += m[n * a + b] * basis[b][p];
    for (int p = 0; p < 12; p++)
      for (int r = 0; r < 12; r++) hessian[p][r] += basis[a][p] * row[r];
  }
}

static void barrier_curvature(const pl_nearest *near, const double x[4][3], double first, double second, pl_pair_curvature curvature,
                              double hessian[12][12]) {
  if (curvature == PL_PAIR_SEMIDEFINITE) {
    semidefinite(near, x, first, second, hessian);
    return;
  }
  double g[4][3];
  pl_nearest_derivatives(near, x, g, hessian);
  for (int p = 0; p < 12; p++)
    for (int q = 0; q < 12; q++) hessian[p][q] = first * hessian[p][q] + second * g[p / 3][p % 3] * g[q / 3][q % 3];
}

// hessian += a b^T + b a^T, or its positive part. For unit vectors with c = a.b the eigenvalues are c +- 1, of a + b and a - b.
static void add_couple(const double a[4][3], const double b[4][3], bool positive, double hessian[12][12]) {
  double aa = 0, bb = 0;
  for (int i = 0; i < 4; i++) {
    aa += pl_dot3(a[i], a[i]);
    bb += pl_dot3(b[i], b[i]);
  }
  double ra = sqrt(aa), rb = sqrt(bb);
  if (!(ra > 0 && rb > 0)) return;
  for (int p = 0; p < 12; p++)
    for (int q = 0; q < 12; q++) {
      double ap = a[p / 3][p % 3], bp = b[p / 3][p % 3], aq = a[q / 3][q % 3], bq = b[q / 3][q % 3];
      if (!positive) hessian[p][q] += ap * bq + bp * aq;
      // (c + 1) v v^T / |v|^2 with v = a/|a| + b/|b| and |v|^2 = 2 (1 + c)
      else
        hessian[p][q] += 0.5 * ra * rb * (ap / ra + bp / rb) * (aq / ra + bq / rb);
    }
}

bool pl_pair_eval(const pl_contact_pair *pair, const double x[4][3], double stiffness, pl_pair_curvature curvature, double *energy,
                  double gradient[4][3], double hessian[12][12]) {
  pl_nearest near;
  pl_pair_nearest(pair->kind, x, &near);
  pl_barrier b = pl_barrier_eval(near.square, pair->offset, pair->reach);
  if (!isfinite(b.value) || b.value == 0) {
    *energy = b.value;
    return false;
  }
  double scale = stiffness * pair->area, m = 1, slope[4][3], curve[12][12];
  bool second = curvature != PL_PAIR_NO_CURVATURE;
  if (pair->kind == PL_PAIR_EDGE_EDGE) m = pl_mollifier_eval(x, pair->threshold, slope, second ? curve : NULL);
  *energy = scale * m * b.value;
  double first = scale * b.first;
  for (int i = 0; gradient && i < 4; i++)
    for (int k = 0; k < 3; k++) gradient[i][k] = m * first * 2 * near.w[i] * near.d[k] + (m < 1 ? scale * b.value * slope[i][k] : 0);
  if (!second) return true;
  barrier_curvature(&near, x, m * first, m * scale * b.second, curvature, hessian);
  if (m == 1) return true;
  double g[4][3];
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) g[i][k] = first * 2 * near.w[i] * near.d[k];
  add_couple(g, slope, curvature == PL_PAIR_SEMIDEFINITE, hessian);
  if (curvature == PL_PAIR_SEMIDEFINITE) pl_mollifier_project(curve);
  for (int p = 0; p < 12; p++)
    for (int q = 0; q < 12; q++) hessian[p][q] += scale * b.value * curve[p][q];
  return true;
}
