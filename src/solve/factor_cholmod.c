// factor_cholmod.c: sparse Cholesky by CHOLMOD.
//
// Always LL': a pivot that is not positive ends the factorisation, so that failure means "not positive definite". (CHOLMOD's simplicial
// LDL' would silently factorise an indefinite matrix.) CHOLMOD chooses between simplicial and supernodal. The values of a supernodal factor
// are computed here (supernodal.c); its structure and the solves are CHOLMOD's.
//
// Debian's CHOLMOD runs OpenMP loops inside its supernodal code, on every core, at five times the cost for our sizes. Threads are used for
// the examples of a fit, so every call disables parallel regions. The level is reset to the constant 1: saving and restoring would race
// where the setting is shared between threads.
#include "solve/supernodal.h"

#include <cholmod.h>
#include <math.h>
#include <omp.h>
#include <string.h>

enum { AMD_MAX_UNKNOWNS = 10000, FEW_SIDES = 4 };

typedef struct cholmod_state {
  cholmod_common common;
  cholmod_factor *l;
  double *scratch;           // [n]
  pl_supernodal *plan;       // NULL for a simplicial factor
  cholmod_dense *x, *y, *e;  // workspace of solve2, kept
} cholmod_state;

static void threads_off(void) { omp_set_max_active_levels(0); }
static void threads_on(void) { omp_set_max_active_levels(1); }

static pl_status library_failed(pl_context *ctx, const char *call, const cholmod_common *common) {
  if (common->status == CHOLMOD_OUT_OF_MEMORY) {
    return pl_fail(ctx, PL_ERROR_MEMORY, NULL, "use a coarser mesh", "out of memory in %s", call);
  }
  if (common->status == CHOLMOD_TOO_LARGE) {
    return pl_fail(ctx, PL_ERROR_MEMORY, NULL, "use a coarser mesh", "the factor has more entries than CHOLMOD's 32-bit indices can count");
  }
  return pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "", "%s failed with status %d", call, common->status);
}

// The columns as CHOLMOD sees them: borrowed arrays.
static cholmod_sparse sparse_view(const pl_columns *a) {
  return (cholmod_sparse){.nrow = (size_t)a->n,
                          .ncol = (size_t)a->n,
                          .nzmax = (size_t)a->n_entry,
                          .p = a->start,
                          .i = a->row,
                          .x = a->value,
                          .stype = -1,
                          .itype = CHOLMOD_INT,
                          .xtype = CHOLMOD_REAL,
                          .dtype = CHOLMOD_DOUBLE,
                          .sorted = 1,
                          .packed = 1};
}

static void state_destroy(pl_context *ctx, void *state) {
  cholmod_state *s = state;
  pl__supernodal_destroy(ctx, s->plan);
  pl_free(ctx, s->scratch);
  cholmod_free_dense(&s->x, &s->common);
  cholmod_free_dense(&s->y, &s->common);
  cholmod_free_dense(&s->e, &s->common);
  cholmod_free_factor(&s->l, &s->common);
  cholmod_finish(&s->common);
  pl_free(ctx, s);
}

static pl_status analyse(cholmod_state *s, cholmod_sparse *a, int ordering) {
  s->common.method[0].ordering = ordering;
  s->common.postorder =
      ordering != CHOLMOD_NATURAL;  // an order found before is postordered already; another one would make CHOLMOD permute again
  threads_off();
  s->l = cholmod_analyze(a, &s->common);
  threads_on();
  return s->l != NULL ? PL_OK : PL_ERROR_INTERNAL;
}

// Memory for the values of L, and the map to them.
static pl_status plan_supernodes(pl_context *ctx, cholmod_state *s, const pl_columns *a) {
  if (!cholmod_change_factor(CHOLMOD_REAL, 1, 1, 1, 1, s->l, &s->common)) return library_failed(ctx, "cholmod_change_factor", &s->common);
  s->scratch = pl_alloc(ctx, (size_t)a->n + 1, sizeof *s->scratch);
  return s->scratch ? pl__supernodal_create(ctx, a, s->l, &s->plan) : PL_ERROR_MEMORY;
}

static pl_status state_create(pl_context *ctx, const pl_columns *a, pl_factor_kind kind, bool ordered, void **state) {
  (void)kind;
  *state = NULL;
  cholmod_state *s = pl_alloc(ctx, 1, sizeof *s);
  if (s == NULL) return PL_ERROR_MEMORY;
  cholmod_start(&s->common);
  s->common.print = 0;
  s->common.error_handler = NULL;
  s->common.nmethods = 1;
  s->common.supernodal = CHOLMOD_AUTO;
  s->common.final_ll = 1;
  s->common.quick_return_if_not_posdef = 1;
  cholmod_sparse view = sparse_view(a);
  // METIS may be missing from the library: then AMD is used.
  if (ordered) analyse(s, &view, CHOLMOD_NATURAL);
  if (s->l == NULL && a->n > AMD_MAX_UNKNOWNS) analyse(s, &view, CHOLMOD_METIS);
  if (s->l == NULL) analyse(s, &view, CHOLMOD_AMD);
  if (s->l == NULL) {
    pl_status status = library_failed(ctx, "cholmod_analyze", &s->common);
    state_destroy(ctx, s);
    return status;
  }
  pl_status status = ordered && s->l->is_super ? plan_supernodes(ctx, s, a) : PL_OK;
  if (status != PL_OK) {
    state_destroy(ctx, s);
    return status;
  }
  *state = s;
  return PL_OK;
}

static const int32_t *state_order(const void *state) { return ((const cholmod_state *)state)->l->Perm; }

static pl_status state_compute(pl_context *ctx, void *state, const pl_columns *a, pl_factor_outcome *outcome) {
  cholmod_state *s = state;
  bool positive;
  if (s->plan) {
    positive = pl__supernodal_factorize(s->plan, a, s->l->x);
  } else {
    cholmod_sparse view = sparse_view(a);
    threads_off();
    int ok = cholmod_factorize(&view, s->l, &s->common);
    threads_on();
    if (!ok || s->common.status < CHOLMOD_OK) return library_failed(ctx, "cholmod_factorize", &s->common);
    positive = s->common.status != CHOLMOD_NOT_POSDEF && s->l->minor == s->l->n;
  }
  // rcond is the squared ratio of the extreme diagonal entries of L; 0 when one of them is not a number.
  double pivot_ratio = positive ? cholmod_rcond(s->l, &s->common) : 0;
  *outcome = pivot_ratio >= PL_FACTOR_PIVOT_MIN ? PL_FACTOR_OK : PL_FACTOR_NOT_POSITIVE;
  return PL_OK;
}

static pl_status state_solve(pl_context *ctx, void *state, const pl_columns *a, bool transposed, int n_rhs, double *b) {
  (void)transposed;
  cholmod_state *s = state;
  size_t n = (size_t)a->n;
  if (s->plan && n_rhs <= FEW_SIDES) {
    for (int j = 0; j < n_rhs; j++) pl__supernodal_solve(s->plan, s->l->x, b + (size_t)j * n, s->scratch);
    return PL_OK;
  }
  cholmod_dense rhs = {
      .nrow = n, .ncol = (size_t)n_rhs, .nzmax = n * (size_t)n_rhs, .d = n, .x = b, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE};
  threads_off();
  int ok = cholmod_solve2(CHOLMOD_A, s->l, &rhs, NULL, &s->x, NULL, &s->y, &s->e, &s->common);
  threads_on();
  if (!ok) return library_failed(ctx, "cholmod_solve2", &s->common);
  memcpy(b, s->x->x, n * (size_t)n_rhs * sizeof *b);
  return PL_OK;
}

const pl_factor_backend pl__factor_cholmod = {"cholmod", state_create, state_order, state_destroy, state_compute, state_solve};
