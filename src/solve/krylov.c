// krylov.c: linear systems with the exact stiffness of a model without an energy, which is not symmetric.
//
// The symmetric part is about nine tenths of it, so its Cholesky factor P is an excellent preconditioner. GMRES on P^-1 H x = P^-1 b needs
// a few iterations, each a sparse product and a solve. An unsymmetric factorisation costs several times a Cholesky one and solves column by
// column (NUMERICS sections 3 and 7). Vectors are zero at fixed dofs and equal over tied vertices: the factor's solve ensures both.
#include "solve/solver.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

enum { BASIS = 40 };

typedef struct gmres {
  double *v;                          // [BASIS + 1][n_dof], orthonormal
  double h[BASIS + 1][BASIS];         // upper Hessenberg, triangular after the rotations
  double cosine[BASIS], sine[BASIS];  // of the rotations
  double rhs[BASIS + 1];
} gmres;

static pl_status apply(pl_solver *s, bool transposed, const double *x, double *y) {
  if (transposed)
    pl_block_matrix_multiply_transposed(&s->hess, x, s->scratch);
  else
    pl_block_matrix_multiply(&s->hess, x, s->scratch);
  return pl_factor_solve(s->factor, 1, s->scratch, y);
}

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

pl_status pl__krylov_solve(pl_solver *s, bool transposed, double tolerance, const double *b, double *x, bool *solved) {
  int32_t n = s->n_dof;
  if (!s->krylov) s->krylov = pl_arena_alloc(s->arena, (size_t)(BASIS + 1) * (size_t)n, sizeof *s->krylov);
  if (!s->krylov) return PL_ERROR_MEMORY;
  gmres g = {.v = s->krylov};
  PL_TRY(pl_factor_solve(s->factor, 1, b, g.v));
  double first = cblas_dnrm2(n, g.v, 1);
  memset(x, 0, (size_t)n * sizeof *x);
  *solved = first == 0;
  if (*solved || !isfinite(first)) return PL_OK;
  cblas_dscal(n, 1 / first, g.v, 1);
  g.rhs[0] = first;
  int k = 0;
  for (; k < BASIS && !*solved; k++) {
    PL_TRY(apply(s, transposed, g.v + (size_t)k * (size_t)n, g.v + (size_t)(k + 1) * (size_t)n));
    double left = orthogonalise(&g, n, k);
    if (!isfinite(left) || g.h[k][k] == 0) return PL_OK;  // singular: x stays zero, unsolved
    *solved = left <= tolerance * first;
  }
  double y[BASIS];
  for (int i = k - 1; i >= 0; i--) {
    y[i] = g.rhs[i];
    for (int j = i + 1; j < k; j++) y[i] -= g.h[i][j] * y[j];
    y[i] /= g.h[i][i];
  }
  for (int i = 0; i < k; i++) cblas_daxpy(n, y[i], g.v + (size_t)i * (size_t)n, 1, x, 1);
  return PL_OK;
}
