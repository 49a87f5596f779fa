// krylov.c: see krylov.h.
#include "solve/krylov.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "solve/solver.h"

enum { BASIS = PL_KRYLOV_BASIS };

typedef struct gmres {
  double *v;                          // [BASIS + 1][n_dof], orthonormal
  double h[BASIS + 1][BASIS];         // upper Hessenberg, triangular after the rotations
  double cosine[BASIS], sine[BASIS];  // of the rotations
  double rhs[BASIS + 1];
} gmres;

// Makes the new vector orthogonal to the k + 1 before it and rotates its column; returns the remaining residual.
static double orthogonalise(gmres *g, int32_t n, int k) {
  double *next = g->v + (size_t)(k + 1) * (size_t)n;
  for (int i = 0; i <= k; i++) {
    const double *old = g->v + (size_t)i * (size_t)n;
    double dot = cblas_ddot(n, old, 1, next, 1);
    cblas_daxpy(n, -dot, old, 1, next, 1);
    g->h[i][k] = dot;
  }
  double length = cblas_dnrm2(n, next, 1);
  g->h[k + 1][k] = length;
  if (length > 0) cblas_dscal(n, 1 / length, next, 1);
  for (int i = 0; i < k; i++) {
    double a = g->h[i][k], b = g->h[i + 1][k];
    g->h[i][k] = g->cosine[i] * a + g->sine[i] * b;
    g->h[i + 1][k] = -g->sine[i] * a + g->cosine[i] * b;
  }
  double a = g->h[k][k], b = g->h[k + 1][k], radius = hypot(a, b);
  g->cosine[k] = radius > 0 ? a / radius : 1;
  g->sine[k] = radius > 0 ? b / radius : 0;
  g->h[k][k] = radius;
  g->rhs[k + 1] = -g->sine[k] * g->rhs[k];
  g->rhs[k] *= g->cosine[k];
  return fabs(g->rhs[k + 1]);
}

// x += the combination of the first k vectors with the least residual.
static void combine(const gmres *g, int32_t n, int k, double *x) {
  double y[BASIS];
  for (int i = k - 1; i >= 0; i--) {
    y[i] = g->rhs[i];
    for (int j = i + 1; j < k; j++) y[i] -= g->h[i][j] * y[j];
    y[i] /= g->h[i][i];
  }
  for (int i = 0; i < k; i++) cblas_daxpy(n, y[i], g->v + (size_t)i * (size_t)n, 1, x, 1);
}

static pl_status allocate(pl_krylov *krylov, pl_arena *arena, int32_t n) {
  if (!krylov->basis) krylov->basis = pl_arena_alloc(arena, (size_t)(BASIS + 1) * (size_t)n, sizeof *krylov->basis);
  if (!krylov->product) krylov->product = pl_arena_alloc(arena, (size_t)n, sizeof *krylov->product);
  return krylov->basis && krylov->product ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl__krylov_system(pl_krylov *krylov, pl_arena *arena, const pl_block_matrix *h, bool transposed, pl_factor *factor, int limit,
                            double tolerance, const double *b, double *x, bool *solved) {
  int32_t n = 3 * h->pattern->n;
  PL_TRY(allocate(krylov, arena, n));
  gmres g = {.v = krylov->basis};
  PL_TRY(pl_factor_solve(factor, 1, b, g.v));
  double first = cblas_dnrm2(n, g.v, 1);
  memset(x, 0, (size_t)n * sizeof *x);
  krylov->iterations = 0;
  *solved = first == 0;
  if (*solved || !isfinite(first)) return PL_OK;
  cblas_dscal(n, 1 / first, g.v, 1);
  g.rhs[0] = first;
  int k = 0;
  for (; k < limit && k < BASIS && !*solved; k++) {
    const double *last = g.v + (size_t)k * (size_t)n;
    if (transposed)
      pl_block_matrix_multiply_transposed(h, last, krylov->product);
    else
      pl_block_matrix_multiply(h, last, krylov->product);
    PL_TRY(pl_factor_solve(factor, 1, krylov->product, g.v + (size_t)(k + 1) * (size_t)n));
    double left = orthogonalise(&g, n, k);
    if (!isfinite(left) || g.h[k][k] == 0) return PL_OK;  // singular: x stays zero, unsolved
    *solved = left <= tolerance * first;
  }
  krylov->iterations = k;
  combine(&g, n, k, x);
  return PL_OK;
}

pl_status pl__krylov_solve(pl_solver *s, bool transposed, double tolerance, const double *b, double *x, bool *solved) {
  return pl__krylov_system(&s->krylov, s->arena, &s->hess, transposed, s->factor, BASIS, tolerance, b, x, solved);
}
