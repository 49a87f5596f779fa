// test_blas.c: is the linked BLAS safe to call from several threads at once? Debian's openblas-serial is not (cmake/Blas.cmake).
#include <lapacke.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include <pliant/extend.h>

#include "test.h"

void dgemm_(const char *trans_a, const char *trans_b, const int *m, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc);
void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n, const double *alpha,
            const double *a, const int *lda, double *b, const int *ldb);

enum { N = 90, K = 50, CALLS = 8000 };

// C = A A^T + 100 I, its Cholesky factor, and the solution of L X = A: the three kernels a supernodal factorisation is made of.
static void chain(const double *a, double *c, double *x) {
  int n = N, k = K;
  double one = 1, zero = 0;
  dgemm_("N", "T", &n, &n, &k, &one, a, &n, a, &n, &zero, c, &n);
  for (int i = 0; i < N; i++) c[i * N + i] += 100;
  LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', N, c, N);
  memcpy(x, a, sizeof(double) * N * K);
  dtrsm_("L", "L", "N", "N", &n, &k, &one, c, &n, x, &n);
}

TEST(blas_concurrent_calls_are_right) {
  static double a[N * K], c0[N * N], x0[N * K];
  pl_context *ctx = pl_context_create(NULL);  // sets BLAS to one thread per call
  for (int i = 0; i < N * K; i++) a[i] = sin(1.1 * i);
  chain(a, c0, x0);
  int bad = 0;
  omp_set_max_active_levels(1);
#pragma omp parallel for num_threads(4) reduction(+ : bad)
  for (int r = 0; r < CALLS; r++) {
    double c[N * N], x[N * K];
    chain(a, c, x);
    bad += memcmp(x, x0, sizeof x0) != 0;
  }
  pl_context_destroy(ctx);
  if (bad) test_fail(__FILE__, __LINE__, "%d of %d results differ: this BLAS must not be called from several threads", bad, CALLS);
}
