#include "math/eigen_small.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <pliant/extend.h>

// Rotate rows and columns p, q of the symmetric a (full storage) so that a_pq vanishes. v (may be NULL) collects the rotations.
static void rotate(int n, double *a, double *v, int p, int q) {
  double apq = a[p * n + q];
  if (apq == 0) return;
  // tan of the smaller of the two angles; where theta^2 overflows the angle is 0, as it should be.
  double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  double c = 1 / sqrt(t * t + 1), s = t * c;
  a[p * n + p] -= t * apq;
  a[q * n + q] += t * apq;
  a[p * n + q] = a[q * n + p] = 0;
  for (int r = 0; r < n; r++) {
    if (r != p && r != q) {
      double arp = a[r * n + p], arq = a[r * n + q];
      a[r * n + p] = a[p * n + r] = c * arp - s * arq;
      a[r * n + q] = a[q * n + r] = s * arp + c * arq;
    }
    if (v) {
      double vrp = v[r * n + p], vrq = v[r * n + q];
      v[r * n + p] = c * vrp - s * vrq;
      v[r * n + q] = s * vrp + c * vrq;
    }
  }
}

static void swap(double *a, double *b) {
  double t = *a;
  *a = *b;
  *b = t;
}

static void jacobi(int n, const double *matrix, double *w, double *v) {
  PL_ASSERT(n >= 1 && n <= PL_EIGEN_MAX);
  double a[PL_EIGEN_MAX * PL_EIGEN_MAX];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] = matrix[i <= j ? i * n + j : j * n + i];
      if (v) v[i * n + j] = i == j;
    }
  // Quadratic convergence: 3x3 needs 4 to 6 sweeps, 6x6 one or two more. The bound on the loop is for NaN.
  for (int sweep = 0; sweep < 30; sweep++) {
    double off = 0;
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) {
        // An entry below the round-off of both diagonals changes no eigenvalue any more.
        if (fabs(a[p * n + q]) <= 1e-18 * fmin(fabs(a[p * n + p]), fabs(a[q * n + q]))) a[p * n + q] = a[q * n + p] = 0;
        off += fabs(a[p * n + q]);
        rotate(n, a, v, p, q);
      }
    if (off == 0) break;
  }
  for (int i = 0; i < n; i++) w[i] = a[i * n + i];
  for (int i = 0; i < n; i++)
    for (int k = 0; k + 1 < n - i; k++)
      if (w[k] > w[k + 1]) {
        swap(&w[k], &w[k + 1]);
        if (v)
          for (int r = 0; r < n; r++) swap(&v[r * n + k], &v[r * n + k + 1]);
      }
}

void pl_sym_eigenvalues(int n, const double *a, double *w) { jacobi(n, a, w, NULL); }

void pl_sym_eigen(int n, const double *a, double *w, double *v) { jacobi(n, a, w, v); }

// Sylvester's criterion with a margin far above round-off: a cheap yes for most elements, never a wrong yes.
static bool safely_definite(int n, const double *a) {
  if (!(a[0] > 0)) return false;
  if (n == 1) return true;
  double m = a[0] * a[n + 1] - a[1] * a[1];
  if (!(m > 1e-12 * a[0] * a[n + 1])) return false;
  if (n == 2) return true;
  double det = a[8] * m - (a[0] * a[5] * a[5] - 2 * a[1] * a[2] * a[5] + a[4] * a[2] * a[2]);
  return det > 1e-12 * a[0] * a[4] * a[8];
}

// The same for larger matrices: the pivots of a Cholesky factor.
static bool safe_pivots(int n, const double *a) {
  double m[PL_EIGEN_MAX * PL_EIGEN_MAX];
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) m[i * n + j] = a[i * n + j];
  for (int p = 0; p < n; p++) {
    if (!(m[p * n + p] > 1e-12 * a[p * n + p])) return false;
    for (int i = p + 1; i < n; i++)
      for (int j = i; j < n; j++) m[i * n + j] -= m[p * n + i] * m[p * n + j] / m[p * n + p];
  }
  return true;
}

void pl_sym_project(int n, double *a) {
  if (n <= 3 ? safely_definite(n, a) : a[0] > 0 && safe_pivots(n, a)) return;
  double w[PL_EIGEN_MAX], v[PL_EIGEN_MAX * PL_EIGEN_MAX];
  jacobi(n, a, w, v);
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        if (!(w[k] <= 0)) sum += w[k] * v[i * n + k] * v[j * n + k];  // NaN passes through
      a[i * n + j] = a[j * n + i] = sum;
    }
}

void pl_sym3_project(double a[9]) { pl_sym_project(3, a); }
