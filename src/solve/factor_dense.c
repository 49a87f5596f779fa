// factor_dense.c: dense Cholesky and LU for a few unknowns (a single triangle has two to six). No allocation after creation.
#include "solve/factor_backend.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct dense {
  pl_factor_kind kind;
  int pivot[PL_FACTOR_DENSE_MAX];
  double m[PL_FACTOR_DENSE_MAX * PL_FACTOR_DENSE_MAX];  // row-major, n x n: L, or L\U of the row-permuted matrix
} dense;

static pl_status dense_create(pl_context *ctx, const pl_columns *a, pl_factor_kind kind, bool ordered, void **state) {
  (void)ordered;
  PL_ASSERT(a->n <= PL_FACTOR_DENSE_MAX);
  dense *d = pl_alloc(ctx, 1, sizeof *d);
  *state = d;
  if (d == NULL) return PL_ERROR_MEMORY;
  d->kind = kind;
  return PL_OK;
}

static void dense_destroy(pl_context *ctx, void *state) { pl_free(ctx, state); }

static bool cholesky(int n, double *m, double *smallest, double *largest) {
  for (int j = 0; j < n; j++) {
    double pivot = m[j * n + j];
    for (int k = 0; k < j; k++) pivot -= m[j * n + k] * m[j * n + k];
    if (!(pivot > 0) || !isfinite(pivot)) return false;
    *smallest = fmin(*smallest, pivot);
    *largest = fmax(*largest, pivot);
    double root = sqrt(pivot);
    m[j * n + j] = root;
    for (int i = j + 1; i < n; i++) {
      double v = m[i * n + j];
      for (int k = 0; k < j; k++) v -= m[i * n + k] * m[j * n + k];
      m[i * n + j] = v / root;
    }
  }
  return true;
}

static bool lu(int n, double *m, int *pivot_row, double *smallest, double *largest) {
  for (int j = 0; j < n; j++) {
    int best = j;
    for (int i = j + 1; i < n; i++) {
      if (fabs(m[i * n + j]) > fabs(m[best * n + j])) best = i;
    }
    pivot_row[j] = best;
    double pivot = fabs(m[best * n + j]);
    if (!(pivot > 0) || !isfinite(pivot)) return false;
    *smallest = fmin(*smallest, pivot);
    *largest = fmax(*largest, pivot);
    if (best != j) {
      for (int k = 0; k < n; k++) {
        double t = m[j * n + k];
        m[j * n + k] = m[best * n + k];
        m[best * n + k] = t;
      }
    }
    for (int i = j + 1; i < n; i++) {
      double f = m[i * n + j] /= m[j * n + j];
      for (int k = j + 1; k < n; k++) m[i * n + k] -= f * m[j * n + k];
    }
  }
  return true;
}

static pl_status dense_compute(pl_context *ctx, void *state, const pl_columns *a, pl_factor_outcome *outcome) {
  (void)ctx;
  dense *d = state;
  int n = a->n;
  memset(d->m, 0, (size_t)(n * n) * sizeof d->m[0]);
  for (int c = 0; c < n; c++) {
    for (int32_t k = a->start[c]; k < a->start[c + 1]; k++) d->m[a->row[k] * n + c] = a->value[k];
  }
  double smallest = DBL_MAX, largest = 0;
  bool positive = d->kind == PL_FACTOR_CHOLESKY ? cholesky(n, d->m, &smallest, &largest) : lu(n, d->m, d->pivot, &smallest, &largest);
  double pivot_ratio = n == 0 ? 1 : positive ? smallest / largest : 0;
  if (pivot_ratio < PL_FACTOR_PIVOT_MIN) positive = false;
  *outcome = positive ? PL_FACTOR_OK : d->kind == PL_FACTOR_CHOLESKY ? PL_FACTOR_NOT_POSITIVE : PL_FACTOR_SINGULAR;
  return PL_OK;
}

static void solve_cholesky(int n, const double *m, double *b) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) b[i] -= m[i * n + k] * b[k];
    b[i] /= m[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) b[i] -= m[k * n + i] * b[k];
    b[i] /= m[i * n + i];
  }
}

static void swap(double *b, int i, int j) {
  double t = b[i];
  b[i] = b[j];
  b[j] = t;
}

static void solve_lu(int n, const double *m, const int *pivot, double *b) {
  for (int i = 0; i < n; i++) swap(b, i, pivot[i]);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) b[i] -= m[i * n + k] * b[k];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) b[i] -= m[i * n + k] * b[k];
    b[i] /= m[i * n + i];
  }
}

// P A = L U, so A^T = U^T L^T P.
static void solve_lu_transposed(int n, const double *m, const int *pivot, double *b) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) b[i] -= m[k * n + i] * b[k];
    b[i] /= m[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) b[i] -= m[k * n + i] * b[k];
  }
  for (int i = n - 1; i >= 0; i--) swap(b, i, pivot[i]);
}

static pl_status dense_solve(pl_context *ctx, void *state, const pl_columns *a, bool transposed, int n_rhs, double *b) {
  (void)ctx;
  const dense *d = state;
  for (int j = 0; j < n_rhs; j++, b += a->n) {
    if (d->kind == PL_FACTOR_CHOLESKY)
      solve_cholesky(a->n, d->m, b);
    else if (transposed)
      solve_lu_transposed(a->n, d->m, d->pivot, b);
    else
      solve_lu(a->n, d->m, d->pivot, b);
  }
  return PL_OK;
}

const pl_factor_backend pl__factor_dense = {"dense", dense_create, NULL, dense_destroy, dense_compute, dense_solve};
