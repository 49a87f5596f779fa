// factor.c: converts a block matrix to the columns of its free dofs and passes them to a backend.
//
// The map from block values to column values is computed once: value[k] = block_value[source[k]]. A factorisation then starts with one
// gather, and the shift is added to the known diagonal entries. Tied vertices move as one: their dofs share an unknown, and the columns
// hold T^T A T with T the map from unknowns to dofs. Right-hand sides are summed (T^T b) and solutions copied (T u).
//
// Blocks outside the pattern that were needed once are part of the columns from then on; the map continues into their values. What follows
// depends on the list of these blocks alone, not on the order in which they appeared.
#include "solve/factor_backend.h"

#include <math.h>
#include <string.h>

struct pl_factor {
  pl_context *ctx;
  pl_factor_kind kind;
  const pl_factor_backend *backend;
  void *state;
  const pl_block_pattern *pattern;
  int32_t n_dof;
  pl_columns columns;
  int32_t n_source;       // block values that are read: n_entry, more when tied dofs share an unknown
  int32_t *source;        // [n_source], index into the block values
  int32_t *place;         // [n_source], entry of the columns it is added to; NULL: entry k is source k
  int32_t *diagonal;      // [n], index of the diagonal in each column
  int32_t *unknown;       // [n_dof], unknown of a dof, -1 for fixed ones
  int32_t *natural;       // [n_dof], the same before the backend reordered them
  uint8_t *used;          // [n_block], 1: the block is part of the columns; NULL: all are
  pl_arena *arena;        // of `known`
  pl_block_matrix known;  // its extra blocks: those of the columns, with the values of the present matrix
  int n_analysis;
  double *rhs;  // [rhs_capacity][n]
  int rhs_capacity;
  bool ready;  // a factor exists
  pl_times times;
};

// One entry of the matrix of the unknowns, before entries with equal indices are merged.
typedef struct entry {
  int32_t column, row, source;
} entry;

// Adds the entries of block (r, c), whose values begin at `source`, to out (may be NULL) from place n on. Returns the new n.
static int32_t list_block(const pl_factor *f, int32_t r, int32_t c, int32_t source, int32_t n, entry *out) {
  const int32_t *unknown = f->unknown;
  pl_factor_kind kind = f->kind;
  for (int turned = 0; turned <= (f->pattern->symmetric && r != c); turned++)
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        int32_t row = unknown[3 * r + b], column = unknown[3 * c + a];
        if (turned) row = unknown[3 * c + a], column = unknown[3 * r + b];
        if (row < 0 || column < 0 || (kind == PL_FACTOR_CHOLESKY && row < column)) continue;
        if (kind == PL_FACTOR_SYMMETRIC_PART && row < column) {  // its half goes below the diagonal
          int32_t above = row;
          row = column;
          column = above;
        }
        if (out) out[n] = (entry){column, row, source + 3 * b + a};
        n++;
      }
  return n;
}

// Lists every entry of the free-dof matrix. Each block (r, c) represents itself and, if the pattern is symmetric and it is off the
// diagonal, its transpose. For Cholesky the lower triangle in the order of the unknowns is kept. Returns their number; out may be NULL.
static int32_t list_entries(const pl_factor *f, entry *out) {
  const pl_block_pattern *p = f->pattern;
  const pl_block_extra *extra = f->known.extra;
  int32_t n = 0;
  for (int32_t c = 0; c < p->n; c++)
    for (int32_t k = p->start[c]; k < p->start[c + 1]; k++)
      if (!f->used || f->used[k]) n = list_block(f, p->row[k], c, 9 * k, n, out);
  for (int32_t c = 0; c < p->n && extra; c++)
    for (int32_t k = extra->start[c]; k < extra->start[c + 1]; k++) n = list_block(f, extra->row[k], c, 9 * (p->n_block + k), n, out);
  return n;
}

// Stable counting sort of n entries by row or by column into `to`; count: [n_unknown + 1] scratch.
static void sort_by(bool row, int32_t n, int32_t n_unknown, const entry *from, entry *to, int32_t *count) {
  memset(count, 0, ((size_t)n_unknown + 1) * sizeof *count);
  for (int32_t k = 0; k < n; k++) count[(row ? from[k].row : from[k].column) + 1]++;
  for (int32_t i = 0; i < n_unknown; i++) count[i + 1] += count[i];
  for (int32_t k = 0; k < n; k++) to[count[row ? from[k].row : from[k].column]++] = from[k];
}

// Sorted entries to columns; entries with equal indices are merged.
static void fill_columns(pl_factor *f, int32_t n, const entry *list) {
  pl_columns *a = &f->columns;
  f->n_source = n;
  a->n_entry = 0;
  for (int32_t k = 0; k < n; k++) {
    bool same = k > 0 && list[k].column == list[k - 1].column && list[k].row == list[k - 1].row;
    if (!same) {
      a->row[a->n_entry] = list[k].row;
      a->start[list[k].column + 1] = a->n_entry + 1;
      if (list[k].row == list[k].column) f->diagonal[list[k].column] = a->n_entry;
      a->n_entry++;
    }
    f->source[k] = list[k].source;
    f->place[k] = a->n_entry - 1;
  }
  if (a->n_entry == n) {  // nothing is merged: no index list is needed
    pl_free(f->ctx, f->place);
    f->place = NULL;
  }
}

static void free_columns(pl_factor *f) {
  pl_free(f->ctx, f->columns.start);
  pl_free(f->ctx, f->columns.row);
  pl_free(f->ctx, f->columns.value);
  pl_free(f->ctx, f->source);
  pl_free(f->ctx, f->place);
  pl_free(f->ctx, f->diagonal);
  f->columns = (pl_columns){.n = f->columns.n};
  f->source = f->place = f->diagonal = NULL;
}

static pl_status build_columns(pl_factor *f) {
  pl_context *ctx = f->ctx;
  pl_columns *a = &f->columns;
  int32_t n = list_entries(f, NULL);
  entry *list = pl_alloc(ctx, 2 * (size_t)n + 1, sizeof *list);
  int32_t *count = pl_alloc(ctx, (size_t)a->n + 2, sizeof *count);
  a->start = pl_alloc(ctx, (size_t)a->n + 1, sizeof *a->start);
  a->row = pl_alloc(ctx, (size_t)n + 1, sizeof *a->row);
  a->value = pl_alloc(ctx, (size_t)n + 1, sizeof *a->value);
  f->source = pl_alloc(ctx, (size_t)n + 1, sizeof *f->source);
  f->place = pl_alloc(ctx, (size_t)n + 1, sizeof *f->place);
  f->diagonal = pl_alloc(ctx, (size_t)a->n + 1, sizeof *f->diagonal);
  pl_status status = list && count && a->start && a->row && a->value && f->source && f->place && f->diagonal ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    list_entries(f, list);
    sort_by(true, n, a->n, list, list + n, count);
    sort_by(false, n, a->n, list + n, list, count);
    fill_columns(f, n, list);
  }
  pl_free(ctx, list);
  pl_free(ctx, count);
  return status;
}

// Numbers the unknowns: free dofs in order, the dofs of tied vertices once per body and axis.
static pl_status number_unknowns(pl_factor *f, const uint8_t *fixed, const int32_t *tie) {
  f->unknown = pl_alloc(f->ctx, (size_t)f->n_dof + 1, sizeof *f->unknown);
  int32_t *first = pl_alloc(f->ctx, (size_t)f->n_dof + 1, sizeof *first);  // [body][axis], 1 + unknown of its first vertex
  if (f->unknown == NULL || first == NULL) {
    pl_free(f->ctx, first);
    return PL_ERROR_MEMORY;
  }
  for (int32_t i = 0; i < f->n_dof; i++) {
    int32_t body = tie ? tie[i / 3] : -1;
    int32_t *shared = body >= 0 ? &first[3 * body + i % 3] : NULL;
    if (fixed[i])
      f->unknown[i] = -1;
    else if (shared && *shared > 0)
      f->unknown[i] = *shared - 1;
    else
      f->unknown[i] = f->columns.n++;
    if (shared && !fixed[i]) *shared = f->unknown[i] + 1;
  }
  pl_free(f->ctx, first);
  f->natural = pl_alloc(f->ctx, (size_t)f->n_dof + 1, sizeof *f->natural);
  if (f->natural == NULL) return PL_ERROR_MEMORY;
  memcpy(f->natural, f->unknown, (size_t)f->n_dof * sizeof *f->natural);
  return PL_OK;
}

// Renumbers the unknowns in the backend's order, so that it need not permute every matrix.
static pl_status reorder(pl_factor *f, const int32_t *order) {
  int32_t *inverse = pl_alloc(f->ctx, (size_t)f->columns.n + 1, sizeof *inverse);
  if (inverse == NULL) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < f->columns.n; i++) inverse[order[i]] = i;
  for (int32_t i = 0; i < f->n_dof; i++)
    if (f->unknown[i] >= 0) f->unknown[i] = inverse[f->unknown[i]];
  pl_free(f->ctx, inverse);
  free_columns(f);
  return build_columns(f);
}

static pl_status start_backend(pl_factor *f, pl_factor_kind kind) {
  if (kind == PL_FACTOR_SYMMETRIC_PART) kind = PL_FACTOR_CHOLESKY;
  f->backend = f->columns.n <= PL_FACTOR_DENSE_MAX ? &pl__factor_dense : kind == PL_FACTOR_LU ? &pl__factor_umfpack : &pl__factor_cholmod;
  PL_TRY(f->backend->create(f->ctx, &f->columns, kind, false, &f->state));
  const int32_t *order = f->backend->order ? f->backend->order(f->state) : NULL;
  if (!order) return PL_OK;
  PL_TRY(reorder(f, order));
  f->backend->destroy(f->ctx, f->state);
  f->state = NULL;
  return f->backend->create(f->ctx, &f->columns, kind, true, &f->state);
}

static pl_status analyse(pl_factor *f) {
  double begin = pl_seconds();
  if (f->state) f->backend->destroy(f->ctx, f->state);
  f->state = NULL;
  free_columns(f);
  f->n_analysis++;
  if (f->known.extra) memcpy(f->unknown, f->natural, (size_t)f->n_dof * sizeof *f->unknown);
  PL_TRY(build_columns(f));
  PL_TRY(start_backend(f, f->kind));
  f->times.seconds[PL_PHASE_ANALYSE] += pl_seconds() - begin;
  return PL_OK;
}

// ---- blocks that are zero ----

// The diagonal counts always: shifts are added to it.
static pl_status use_diagonal(pl_factor *f) {
  const pl_block_pattern *p = f->pattern;
  f->used = pl_alloc(f->ctx, (size_t)p->n_block + 1, sizeof *f->used);
  if (!f->used) return PL_ERROR_MEMORY;
  for (int32_t c = 0; c < p->n; c++)
    for (int32_t k = p->start[c]; k < p->start[c + 1]; k++) f->used[k] = p->row[k] == c;
  return PL_OK;
}

// Adds the blocks that are not zero; true if there are new ones.
static bool use_more(pl_factor *f, const double *block) {
  bool more = false;
  for (int32_t k = 0; k < f->pattern->n_block; k++) {
    if (f->used[k]) continue;
    for (int i = 0; i < 9; i++)
      if (block[9 * (size_t)k + (size_t)i] != 0) f->used[k] = 1;
    more = more || f->used[k];
  }
  return more;
}

// ---- blocks outside the pattern ----

// Has the block entries? The others, of fixed vertices, may come and go.
static bool counts(const pl_factor *f, int32_t row, int32_t column) {
  const int32_t *r = f->natural + 3 * (size_t)row, *c = f->natural + 3 * (size_t)column;
  return (r[0] >= 0 || r[1] >= 0 || r[2] >= 0) && (c[0] >= 0 || c[1] >= 0 || c[2] >= 0);
}

// Lists the blocks of `extra` that count: all of them (of = NULL), or those that are not among `of`. Returns their number; out may be NULL.
static size_t list_extra(const pl_factor *f, const pl_block_extra *extra, const pl_block_extra *of, int32_t (*out)[2]) {
  size_t n = 0;
  for (int32_t c = 0; c < f->pattern->n; c++)
    for (int32_t k = extra->start[c]; k < extra->start[c + 1]; k++) {
      int32_t r = extra->row[k];
      if (!counts(f, r, c) || pl_block_extra_position(of, r, c) >= 0) continue;
      if (out) out[n][0] = r, out[n][1] = c;
      n++;
    }
  return n;
}

static pl_status start_known(pl_factor *f) {
  if (f->arena) return PL_OK;
  f->arena = pl_arena_create(f->ctx);
  f->known = (pl_block_matrix){.pattern = f->pattern, .arena = f->arena};
  return f->arena ? PL_OK : PL_ERROR_MEMORY;
}

// Adds the new blocks of a matrix to the known ones. If they would be more than twice those that are needed now, old ones go.
static pl_status know_more(pl_factor *f, const pl_block_extra *extra, bool *more) {
  *more = false;
  if (!extra || extra->n_block == 0) return PL_OK;
  size_t n_new = list_extra(f, extra, f->known.extra, NULL), n_old = f->known.extra ? (size_t)f->known.extra->n_block : 0;
  if (n_new == 0) return PL_OK;
  PL_TRY(start_known(f));
  size_t needed = list_extra(f, extra, NULL, NULL);
  if (n_old + n_new > 2 * needed) pl_block_extra_clear(f->pattern, f->known.extra);
  int32_t(*at)[2] = pl_alloc(f->ctx, needed, sizeof *at);
  if (!at) return PL_ERROR_MEMORY;
  pl_status status = pl_block_matrix_include(&f->known, list_extra(f, extra, f->known.extra, at), (const int32_t(*)[2])at);
  pl_free(f->ctx, at);
  *more = true;
  return status;
}

// The values of the present matrix in the known blocks.
static void gather_extra(pl_factor *f, const pl_block_extra *extra) {
  pl_block_extra *known = f->known.extra;
  if (!known) return;
  memset(known->value, 0, 9 * (size_t)known->n_block * sizeof *known->value);
  for (int32_t c = 0; c < f->pattern->n && extra; c++)
    for (int32_t k = extra->start[c]; k < extra->start[c + 1]; k++) {
      int32_t at = pl_block_extra_position(known, extra->row[k], c);
      if (at >= 0) memcpy(known->value + 9 * (size_t)at, extra->value + 9 * (size_t)k, 9 * sizeof *known->value);
    }
}

const pl_block_extra *pl_factor_known(const pl_factor *f) { return f->known.extra; }

pl_status pl_factor_know(pl_factor *f, size_t n, const int32_t (*at)[2]) {
  if (n == 0) return PL_OK;
  PL_TRY(start_known(f));
  pl_block_extra_clear(f->pattern, f->known.extra);
  PL_TRY(pl_block_matrix_include(&f->known, n, at));
  f->ready = false;
  return f->used && !f->state ? PL_OK : analyse(f);
}

pl_status pl_factor_create(pl_context *ctx, const pl_block_pattern *pattern, const uint8_t *fixed, const int32_t *tie, pl_factor_kind kind,
                           pl_factor **factor) {
  *factor = NULL;
  pl_factor *f = pl_alloc(ctx, 1, sizeof *f);
  if (f == NULL) return PL_ERROR_MEMORY;
  bool skips = kind == PL_FACTOR_CHOLESKY_NONZERO;
  f->ctx = ctx;
  f->kind = skips ? PL_FACTOR_CHOLESKY : kind;
  f->pattern = pattern;
  f->n_dof = 3 * pattern->n;
  pl_status status = number_unknowns(f, fixed, tie);
  if (status == PL_OK) status = skips ? use_diagonal(f) : analyse(f);
  if (status != PL_OK) {
    pl_factor_destroy(f);
    return status;
  }
  *factor = f;
  return PL_OK;
}

void pl_factor_use(pl_factor *f, const uint8_t *used) {
  PL_ASSERT(f->used && !f->state);
  for (int32_t k = 0; k < f->pattern->n_block; k++) f->used[k] |= used[k] != 0;
}

void pl_factor_destroy(pl_factor *f) {
  if (f == NULL) return;
  if (f->state != NULL) f->backend->destroy(f->ctx, f->state);
  free_columns(f);
  pl_arena_destroy(f->arena);
  pl_free(f->ctx, f->unknown);
  pl_free(f->ctx, f->natural);
  pl_free(f->ctx, f->used);
  pl_free(f->ctx, f->rhs);
  pl_free(f->ctx, f);
}

int32_t pl_factor_unknowns(const pl_factor *f) { return f->columns.n; }
int pl_factor_analyses(const pl_factor *f) { return f->n_analysis; }

// Block values to column values.
static void gather(pl_factor *f, const double *block) {
  double *value = f->columns.value;
  const double *extra = f->known.extra ? f->known.extra->value : NULL;
  int32_t n_value = 9 * f->pattern->n_block;
  if (!f->place && !extra) {
    for (int32_t k = 0; k < f->n_source; k++) value[k] = block[f->source[k]];
    return;
  }
  memset(value, 0, (size_t)f->columns.n_entry * sizeof *value);
  for (int32_t k = 0; k < f->n_source; k++) {
    int32_t from = f->source[k];
    value[f->place ? f->place[k] : k] += from < n_value ? block[from] : extra[from - n_value];
  }
  if (f->kind != PL_FACTOR_SYMMETRIC_PART) return;
  for (int32_t c = 0; c < f->columns.n; c++)
    for (int32_t k = f->columns.start[c]; k < f->columns.start[c + 1]; k++)
      if (f->columns.row[k] != c) value[k] *= 0.5;
}

pl_status pl_factor_compute(pl_factor *f, const pl_block_matrix *matrix, double shift, const double *scale, pl_factor_outcome *outcome) {
  PL_ASSERT(matrix->pattern == f->pattern);
  f->ready = false;
  bool more;
  PL_TRY(know_more(f, matrix->extra, &more));
  if (f->used && (use_more(f, matrix->value) || !f->state)) more = true;
  if (more) PL_TRY(analyse(f));
  double begin = pl_seconds();
  pl_columns *a = &f->columns;
  gather_extra(f, matrix->extra);
  gather(f, matrix->value);
  for (int32_t i = 0; i < f->n_dof && shift != 0; i++)
    if (f->unknown[i] >= 0) a->value[f->diagonal[f->unknown[i]]] += scale == NULL ? shift : shift * scale[i];
  pl_status status = f->backend->compute(f->ctx, f->state, a, outcome);
  f->ready = status == PL_OK && *outcome == PL_FACTOR_OK;
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
  memset(f->rhs, 0, n * (size_t)n_rhs * sizeof *f->rhs);
  for (size_t j = 0; j < (size_t)n_rhs; j++)
    for (size_t i = 0; i < n_dof; i++)
      if (f->unknown[i] >= 0) f->rhs[j * n + (size_t)f->unknown[i]] += b[j * n_dof + i];
  pl_status status = n == 0 ? PL_OK : f->backend->solve(f->ctx, f->state, &f->columns, transposed, n_rhs, f->rhs);
  for (size_t j = 0; j < (size_t)n_rhs && status == PL_OK; j++)
    for (size_t i = 0; i < n_dof; i++) x[j * n_dof + i] = f->unknown[i] >= 0 ? f->rhs[j * n + (size_t)f->unknown[i]] : 0;
  f->times.seconds[PL_PHASE_SOLVE] += pl_seconds() - begin;
  return status;
}

pl_status pl_factor_solve(pl_factor *f, int n_rhs, const double *b, double *x) { return solve(f, false, n_rhs, b, x); }
pl_status pl_factor_solve_transposed(pl_factor *f, int n_rhs, const double *b, double *x) { return solve(f, true, n_rhs, b, x); }
const pl_times *pl_factor_times(const pl_factor *f) { return &f->times; }
