// factor_backend.h: the interface of factorisation libraries for factor.c. Three exist: CHOLMOD, UMFPACK, and dense for a few unknowns.
//
// A backend gets the matrix of the free dofs in compressed columns (rows ascending; the lower triangle only for Cholesky). Its values
// change, its pattern does not.
#ifndef PL_SOLVE_FACTOR_BACKEND_H
#define PL_SOLVE_FACTOR_BACKEND_H

#include "solve/factor.h"

typedef struct pl_columns {
  int32_t n;  // unknowns
  int32_t n_entry;
  int32_t *start;  // [n + 1]
  int32_t *row;    // [n_entry]
  double *value;   // [n_entry]
} pl_columns;

typedef struct pl_factor_backend {
  const char *name;
  // Analyses the pattern; `ordered`: the unknowns are already in the backend's order. *state is NULL on failure.
  pl_status (*create)(pl_context *ctx, const pl_columns *a, pl_factor_kind kind, bool ordered, void **state);
  // Its preferred order of the unknowns, [n]. NULL function: no preference.
  const int32_t *(*order)(const void *state);
  void (*destroy)(pl_context *ctx, void *state);
  // pivot_ratio: smallest / largest pivot, in (0, 1] when the outcome is OK.
  pl_status (*compute)(pl_context *ctx, void *state, const pl_columns *a, pl_factor_outcome *outcome);
  // b: [n_rhs][n], in: right-hand sides, out: solutions.
  pl_status (*solve)(pl_context *ctx, void *state, const pl_columns *a, bool transposed, int n_rhs, double *b);
} pl_factor_backend;

extern const pl_factor_backend pl__factor_cholmod, pl__factor_umfpack, pl__factor_dense;

// Up to this many unknowns the dense backend is used: for a single triangle the overhead of a library would dominate.
enum { PL_FACTOR_DENSE_MAX = 24 };

// Smallest pivot ratio of a usable factor; below, it is round-off: not positive, or singular.
#define PL_FACTOR_PIVOT_MIN 1e-15

#endif
