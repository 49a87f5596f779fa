// sandwich.c: see sandwich.h.
//
// Let Q be an orthonormal basis of the constrained directions, P = 1 - Q^T Q and s > 0. The matrix P A P + s Q^T Q has two blocks, along
// the boundary and across it. Its inverse is M + Q^T Q / s, M the inverse of A along the boundary: no basis of the boundary is needed.
#include "estimate/judge/sandwich.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double SAME = 0.1;  // sine of the angle below which a row counts as linearly dependent on those before it

pl_status pl_border_create(pl_arena *arena, int n, int n_row, int n_column, const double *row, const double *scale, const bool *still,
                           pl_border *border) {
  *border = (pl_border){.n = n};
  border->q = pl_arena_alloc(arena, (size_t)n_row * (size_t)n + 1, sizeof *border->q);
  border->work = pl_arena_alloc(arena, 2 * (size_t)n + 1, sizeof *border->work);
  if (!border->q || !border->work) return PL_ERROR_MEMORY;
  for (int i = 0; i < n_row; i++) {
    double *q = border->q + (size_t)border->n_row * (size_t)n, whole = 0, left = 0;
    for (int j = 0; j < n; j++) {
      q[j] = still[j] || j >= n_column ? 0 : row[(size_t)i * (size_t)n_column + (size_t)j] * scale[j];
      whole += q[j] * q[j];
    }
    // twice, to remove round-off
    for (int k = 0; k < 2 * border->n_row; k++) {
      const double *other = border->q + (size_t)(k % border->n_row) * (size_t)n;
      double along = 0;
      for (int j = 0; j < n; j++) along += other[j] * q[j];
      for (int j = 0; j < n; j++) q[j] -= along * other[j];
    }
    for (int j = 0; j < n; j++) left += q[j] * q[j];
    if (!(left > SAME * SAME * whole)) continue;
    for (int j = 0; j < n; j++) q[j] /= sqrt(left);
    border->n_row++;
  }
  return PL_OK;
}

void pl_border_project(const pl_border *border, double *matrix) {
  int n = border->n;
  double *right = border->work, *left = right + n;  // matrix q, q^T matrix
  for (int r = 0; r < border->n_row; r++) {
    const double *q = border->q + (size_t)r * (size_t)n;
    double both = 0;
    memset(right, 0, 2 * (size_t)n * sizeof *right);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        right[i] += matrix[i * n + j] * q[j];
        left[j] += q[i] * matrix[i * n + j];
      }
    for (int i = 0; i < n; i++) both += q[i] * right[i];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) matrix[i * n + j] += both * q[i] * q[j] - right[i] * q[j] - q[i] * left[j];
  }
}

void pl_border_fill(const pl_border *border, double *matrix) {
  int n = border->n;
  double size = 0;
  for (int j = 0; j < n; j++) size += matrix[j * n + j] / n;
  pl_border_project(border, matrix);
  for (int r = 0; r < border->n_row; r++) {
    const double *q = border->q + (size_t)r * (size_t)n;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) matrix[i * n + j] += size * q[i] * q[j];
  }
}

double pl_border_freedom(const pl_border *border, int j) {
  double left = 1;
  for (int r = 0; r < border->n_row; r++) {
    double q = border->q[(size_t)r * (size_t)border->n + (size_t)j];
    left -= q * q;
  }
  return fmax(left, 0);
}

// Inverts the symmetric positive definite matrix a[n][n] in place. False when it is singular.
static bool invert_positive(int n, double *a) {
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, a, n) != 0) return false;
  if (LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'L', n, a, n) != 0) return false;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) a[j * n + i] = a[i * n + j];
  return true;
}

// Inverts the scaled matrix a[n][n], symmetric positive semidefinite, or nearly so if some parameters were not fitted to all cases. A ridge
// far below anything measurable keeps it regular.
static bool invert(int n, bool symmetric, double *a, int *pivot) {
  double largest = 0;
  for (int j = 0; j < n; j++) largest = fmax(largest, a[j * n + j]);
  for (int j = 0; j < n; j++) a[j * n + j] += 1e-15 * largest;
  if (symmetric) return invert_positive(n, a);
  return LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, a, n, pivot) == 0 && LAPACKE_dgetri(LAPACK_ROW_MAJOR, n, a, n, pivot) == 0;
}

bool pl_sandwich(int n, bool symmetric, double *a, const double *b, int *pivot, double *half, double *covariance) {
  if (!invert(n, symmetric, a, pivot)) return false;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      half[i * n + j] = sum;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += half[i * n + k] * a[j * n + k];
      covariance[i * n + j] = sum;
    }
  return true;
}
