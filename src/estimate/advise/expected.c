// expected.c: see expected.h.
#include "estimate/advise/expected.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { MAX_OWN = 8 };

bool pl_information_add(int n, int n_own, const double *joint, const double *prior, double *information) {
  double own[MAX_OWN * MAX_OWN], solved[MAX_OWN];
  int all = n + n_own;
  PL_ASSERT(n_own <= MAX_OWN);
  for (int a = 0; a < n_own; a++)
    for (int b = 0; b < n_own; b++)
      own[a * n_own + b] = joint[(size_t)(n + a) * (size_t)all + (size_t)(n + b)] + (a == b ? 1 / (prior[a] * prior[a]) : 0);
  if (n_own > 0 && LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n_own, own, n_own) != 0) return false;
  for (int j = 0; j < n; j++) {
    for (int a = 0; a < n_own; a++) solved[a] = joint[(size_t)(n + a) * (size_t)all + (size_t)j];
    if (n_own > 0 && LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', n_own, 1, own, n_own, solved, 1) != 0) return false;
    for (int i = 0; i < n; i++) {
      double sum = joint[(size_t)i * (size_t)all + (size_t)j];
      for (int a = 0; a < n_own; a++) sum -= joint[(size_t)i * (size_t)all + (size_t)(n + a)] * solved[a];
      information[(size_t)i * (size_t)n + (size_t)j] += sum;
    }
  }
  return true;
}

static void symmetrise(int n, const double *from, double *to) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) to[i * n + j] = 0.5 * (from[i * n + j] + from[j * n + i]);
}

// c = a b, or a b^T, all [n][n].
static void multiply(int n, const double *a, const double *b, bool transposed, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * (transposed ? b[j * n + k] : b[k * n + j]);
      c[i * n + j] = sum;
    }
}

// The symmetric root L of C: V sqrt(D) V^T. Negative eigenvalues are rounding errors.
static bool root(int n, const double *covariance, double *vectors, double *values, double *l) {
  symmetrise(n, covariance, vectors);
  if (LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', n, vectors, n, values) != 0) return false;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += vectors[i * n + k] * sqrt(fmax(values[k], 0)) * vectors[j * n + k];
      l[i * n + j] = sum;
    }
  return true;
}

static bool find_expected(int n, const double *covariance, const double *information, double *work, double *expected) {
  size_t square = (size_t)n * (size_t)n;
  double *l = work, *a = work + square, *b = work + 2 * square, *values = work + 3 * square;
  if (!root(n, covariance, a, values, l)) return false;
  multiply(n, information, l, false, a);
  multiply(n, l, a, false, b);
  symmetrise(n, b, a);
  for (int j = 0; j < n; j++) a[j * n + j] += 1;
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, a, n) != 0) return false;
  // C' = X^T X with X = (Cholesky factor)^-1 L
  memcpy(b, l, square * sizeof *b);
  if (LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'L', 'N', 'N', n, n, a, n, b, n) != 0) return false;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += b[k * n + i] * b[k * n + j];
      expected[i * n + j] = sum;
    }
  return true;
}

static pl_status failed(pl_context *ctx) {
  return pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "report this with the files", "a covariance could not be factorised");
}

pl_status pl_expected_covariance(pl_context *ctx, int n, const double *covariance, const double *information, double *expected) {
  double *work = pl_alloc(ctx, 3 * (size_t)n * (size_t)n + (size_t)n + 1, sizeof *work);
  if (!work) return PL_ERROR_MEMORY;
  bool ok = find_expected(n, covariance, information, work, expected);
  pl_free(ctx, work);
  return ok ? PL_OK : failed(ctx);
}

pl_status pl_largest_deviation(pl_context *ctx, int n, const double *covariance, double *deviation) {
  *deviation = 0;
  if (n < 1) return PL_OK;
  double *work = pl_alloc(ctx, (size_t)n * (size_t)n + (size_t)n, sizeof *work);
  if (!work) return PL_ERROR_MEMORY;
  symmetrise(n, covariance, work);
  bool ok = LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'N', 'U', n, work, n, work + (size_t)n * (size_t)n) == 0;
  *deviation = sqrt(fmax(work[(size_t)n * (size_t)n + (size_t)n - 1], 0));
  pl_free(ctx, work);
  return ok ? PL_OK : failed(ctx);
}
