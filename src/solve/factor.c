// factor.c: from a block matrix to the columns of its free dofs, and on to a backend.
//
// The map from block values to column values is found once: value[k] = block_value[source[k]]. A factorisation then starts with one
// gather, and the shift is added on the known places of the diagonal.
#include "solve/factor_backend.h"

#include <math.h>
#include <string.h>

struct pl_factor {
  pl_context *ctx;
  const pl_factor_backend *backend;
  void *state;
  const pl_block_pattern *pattern;
  int32_t n_dof;
  pl_columns columns;
  int32_t *source;    // [n_entry], index into the block values
  int32_t *diagonal;  // [n], place of the diagonal in each column
  int32_t *dof;       // [n], dof of an unknown
  double *rhs;        // [rhs_capacity][n]
  int rhs_capacity;
  bool ready;  // a factor is there
  double pivot_ratio;
  pl_times times;
  int64_t count;
};

// Visit every entry of the free-dof matrix column by column: counts per column, or fills in when source is given.
// Upper entries of an expanded symmetric matrix come first: block (c, r) of an earlier column r, transposed.
static void walk_entries(const pl_block_pattern *p, const int32_t *unknown, pl_factor_kind kind, int32_t *fill, int32_t *row,
                         int32_t *source) {
  bool expand = p->symmetric && kind == PL_FACTOR_LU;
  for (int pass = expand ? 0 : 1; pass < 2; pass++) {
    for (int32_t c = 0; c < p->n; c++) {
      for (int32_t k = p->start[c]; k < p->start[c + 1]; k++) {
        int32_t r = p->row[k];
        if (pass == 0 && r == c) continue;
        for (int a = 0; a < 3; a++) {
          // pass 0: column of vertex r, rows of vertex c; pass 1: column of vertex c, rows of vertex r
          int32_t column = unknown[3 * (pass == 0 ? r : c) + a];
          if (column < 0) continue;
          for (int b = 0; b < 3; b++) {
            int32_t i = unknown[3 * (pass == 0 ? c : r) + b];
            if (i < 0 || (kind == PL_FACTOR_CHOLESKY && i < column)) continue;
            if (row != NULL) {
              row[fill[column]] = i;
              source[fill[column]] = pass == 0 ? 9 * k + 3 * a + b : 9 * k + 3 * b + a;
            }
            fill[column]++;
          }
        }
      }
    }
  }
}

static pl_status build_columns(pl_factor *f, const uint8_t *fixed, pl_factor_kind kind) {
  pl_context *ctx = f->ctx;
  pl_status status = PL_ERROR_MEMORY;
  pl_columns *a = &f->columns;
  int32_t *fill = NULL;
  int32_t *unknown = pl_alloc(ctx, (size_t)f->n_dof + 1, sizeof *unknown);
  f->dof = pl_alloc(ctx, (size_t)f->n_dof + 1, sizeof *f->dof);
  if (unknown == NULL || f->dof == NULL) goto cleanup;
  for (int32_t i = 0; i < f->n_dof; i++) {
    unknown[i] = fixed[i] ? -1 : a->n;
    if (!fixed[i]) f->dof[a->n++] = i;
  }
  fill = pl_alloc(ctx, (size_t)a->n + 1, sizeof *fill);
  a->start = pl_alloc(ctx, (size_t)a->n + 1, sizeof *a->start);
  f->diagonal = pl_alloc(ctx, (size_t)a->n + 1, sizeof *f->diagonal);
  if (fill == NULL || a->start == NULL || f->diagonal == NULL) goto cleanup;
  walk_entries(f->pattern, unknown, kind, fill, NULL, NULL);
  for (int32_t c = 0; c < a->n; c++) {
    a->start[c + 1] = a->start[c] + fill[c];
    fill[c] = a->start[c];
  }
  a->n_entry = a->start[a->n];
  a->row = pl_alloc(ctx, (size_t)a->n_entry + 1, sizeof *a->row);
  a->value = pl_alloc(ctx, (size_t)a->n_entry + 1, sizeof *a->value);
  f->source = pl_alloc(ctx, (size_t)a->n_entry + 1, sizeof *f->source);
  if (a->row == NULL || a->value == NULL || f->source == NULL) goto cleanup;
  walk_entries(f->pattern, unknown, kind, fill, a->row, f->source);
  for (int32_t c = 0; c < a->n; c++) {
    int32_t k = a->start[c];
    while (a->row[k] != c) k++;
    f->diagonal[c] = k;
  }
  status = PL_OK;

cleanup:
  pl_free(ctx, unknown);
  pl_free(ctx, fill);
  return status;
}

pl_status pl_factor_create(pl_context *ctx, const pl_block_pattern *pattern, const uint8_t *fixed, pl_factor_kind kind,
                           pl_factor **factor) {
  *factor = NULL;
  pl_factor *f = pl_alloc(ctx, 1, sizeof *f);
  if (f == NULL) return PL_ERROR_MEMORY;
  double begin = pl_seconds();
  f->ctx = ctx;
  f->pattern = pattern;
  f->n_dof = 3 * pattern->n;
  pl_status status = build_columns(f, fixed, kind);
  if (status == PL_OK) {
    f->backend = f->columns.n <= PL_FACTOR_DENSE_MAX ? &pl__factor_dense : kind == PL_FACTOR_LU ? &pl__factor_umfpack : &pl__factor_cholmod;
    status = f->backend->create(ctx, &f->columns, kind, &f->state);
  }
  if (status != PL_OK) {
    pl_factor_destroy(f);
    return status;
  }
  f->times.seconds[PL_PHASE_ANALYSE] += pl_seconds() - begin;
  *factor = f;
  return PL_OK;
}

void pl_factor_destroy(pl_factor *f) {
  if (f == NULL) return;
  if (f->state != NULL) f->backend->destroy(f->ctx, f->state);
  pl_free(f->ctx, f->columns.start);
  pl_free(f->ctx, f->columns.row);
  pl_free(f->ctx, f->columns.value);
  pl_free(f->ctx, f->source);
  pl_free(f->ctx, f->diagonal);
  pl_free(f->ctx, f->dof);
  pl_free(f->ctx, f->rhs);
  pl_free(f->ctx, f);
}

int32_t pl_factor_unknowns(const pl_factor *f) { return f->columns.n; }

pl_status pl_factor_compute(pl_factor *f, const pl_block_matrix *matrix, double shift, const double *scale, pl_factor_outcome *outcome) {
  PL_ASSERT(matrix->pattern == f->pattern);
  double begin = pl_seconds();
  pl_columns *a = &f->columns;
  for (int32_t k = 0; k < a->n_entry; k++) a->value[k] = matrix->value[f->source[k]];
  if (shift != 0) {
    for (int32_t c = 0; c < a->n; c++) a->value[f->diagonal[c]] += scale == NULL ? shift : shift * scale[f->dof[c]];
  }
  f->ready = false;
  f->pivot_ratio = 0;
  pl_status status = f->backend->compute(f->ctx, f->state, a, outcome, &f->pivot_ratio);
  f->ready = status == PL_OK && *outcome == PL_FACTOR_OK;
  f->count++;
  f->times.seconds[PL_PHASE_FACTOR] += pl_seconds() - begin;
  return status;
}

static pl_status solve(pl_factor *f, bool transposed, int n_rhs, const double *b, double *x) {
  PL_ASSERT(f->ready);
  double begin = pl_seconds();
  size_t n = (size_t)f->columns.n, n_dof = (size_t)f->n_dof;
  if (n_rhs > f->rhs_capacity) {
    double *rhs = pl_realloc(f->ctx, f->rhs, n * (size_t)n_rhs + 1, sizeof *rhs);
    if (rhs == NULL) return PL_ERROR_MEMORY;
    f->rhs = rhs;
    f->rhs_capacity = n_rhs;
  }
  for (size_t j = 0; j < (size_t)n_rhs; j++) {
    for (size_t i = 0; i < n; i++) f->rhs[j * n + i] = b[j * n_dof + (size_t)f->dof[i]];
  }
  pl_status status = n == 0 ? PL_OK : f->backend->solve(f->ctx, f->state, &f->columns, transposed, n_rhs, f->rhs);
  if (status == PL_OK) {
    memset(x, 0, n_dof * (size_t)n_rhs * sizeof *x);
    for (size_t j = 0; j < (size_t)n_rhs; j++) {
      for (size_t i = 0; i < n; i++) x[j * n_dof + (size_t)f->dof[i]] = f->rhs[j * n + i];
    }
  }
  f->times.seconds[PL_PHASE_SOLVE] += pl_seconds() - begin;
  return status;
}

pl_status pl_factor_solve(pl_factor *f, int n_rhs, const double *b, double *x) { return solve(f, false, n_rhs, b, x); }
pl_status pl_factor_solve_transposed(pl_factor *f, int n_rhs, const double *b, double *x) { return solve(f, true, n_rhs, b, x); }
double pl_factor_condition(const pl_factor *f) { return f->pivot_ratio; }
const pl_times *pl_factor_times(const pl_factor *f) { return &f->times; }
int64_t pl_factor_count(const pl_factor *f) { return f->count; }
