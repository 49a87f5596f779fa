// factor_umfpack.c: sparse LU by UMFPACK, for tangents that are not symmetric.
#include "solve/factor_backend.h"

#include <math.h>
#include <string.h>
#include <umfpack.h>

typedef struct umfpack_state {
  double control[UMFPACK_CONTROL];
  double info[UMFPACK_INFO];
  void *symbolic, *numeric;
  int *wi;    // [n]
  double *w;  // [5 n], residuals of the iterative refinement included
  double *x;  // [n]
} umfpack_state;

static pl_status library_failed(pl_context *ctx, const char *call, int code) {
  if (code == UMFPACK_ERROR_out_of_memory) return pl_fail(ctx, PL_ERROR_MEMORY, NULL, "use a coarser mesh", "out of memory in %s", call);
  return pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "", "%s failed with status %d", call, code);
}

static void state_destroy(pl_context *ctx, void *state) {
  umfpack_state *s = state;
  umfpack_di_free_numeric(&s->numeric);
  umfpack_di_free_symbolic(&s->symbolic);
  pl_free(ctx, s->wi);
  pl_free(ctx, s->w);
  pl_free(ctx, s->x);
  pl_free(ctx, s);
}

static pl_status state_create(pl_context *ctx, const pl_columns *a, pl_factor_kind kind, bool ordered, void **state) {
  (void)ordered;
  (void)kind;
  *state = NULL;
  umfpack_state *s = pl_alloc(ctx, 1, sizeof *s);
  if (s == NULL) return PL_ERROR_MEMORY;
  size_t n = (size_t)a->n;
  umfpack_di_defaults(s->control);
  s->control[UMFPACK_PRL] = 0;
  // The pattern is symmetric and the diagonal dominant enough: order A + A', prefer diagonal pivots.
  s->control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
  s->wi = pl_alloc(ctx, n, sizeof *s->wi);
  s->w = pl_alloc(ctx, 5 * n, sizeof *s->w);
  s->x = pl_alloc(ctx, n, sizeof *s->x);
  pl_status status = s->wi != NULL && s->w != NULL && s->x != NULL ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    int code = umfpack_di_symbolic(a->n, a->n, a->start, a->row, NULL, &s->symbolic, s->control, s->info);
    if (code != UMFPACK_OK) status = library_failed(ctx, "umfpack_di_symbolic", code);
  }
  if (status != PL_OK) {
    state_destroy(ctx, s);
    return status;
  }
  *state = s;
  return PL_OK;
}

static pl_status state_compute(pl_context *ctx, void *state, const pl_columns *a, pl_factor_outcome *outcome) {
  umfpack_state *s = state;
  umfpack_di_free_numeric(&s->numeric);
  int code = umfpack_di_numeric(a->start, a->row, a->value, s->symbolic, &s->numeric, s->control, s->info);
  if (code < 0) return library_failed(ctx, "umfpack_di_numeric", code);
  double pivot_ratio = code == UMFPACK_OK ? s->info[UMFPACK_RCOND] : 0;
  if (!isfinite(pivot_ratio)) pivot_ratio = 0;
  *outcome = pivot_ratio >= PL_FACTOR_PIVOT_MIN ? PL_FACTOR_OK : PL_FACTOR_SINGULAR;
  return PL_OK;
}

static pl_status state_solve(pl_context *ctx, void *state, const pl_columns *a, bool transposed, int n_rhs, double *b) {
  umfpack_state *s = state;
  for (int j = 0; j < n_rhs; j++, b += a->n) {
    int code = umfpack_di_wsolve(transposed ? UMFPACK_At : UMFPACK_A, a->start, a->row, a->value, s->x, b, s->numeric, s->control, s->info,
                                 s->wi, s->w);
    if (code < 0) return library_failed(ctx, "umfpack_di_wsolve", code);
    memcpy(b, s->x, (size_t)a->n * sizeof *b);
  }
  return PL_OK;
}

const pl_factor_backend pl__factor_umfpack = {"umfpack", state_create, NULL, state_destroy, state_compute, state_solve};
