// block_extra.c: blocks of a matrix outside its pattern (block_matrix.h), and sums of matrices that have some.
#include <string.h>

#include "math/block_matrix.h"
#include "math/sort_rows.h"

int32_t pl_block_extra_position(const pl_block_extra *extra, int32_t row, int32_t column) {
  if (!extra) return -1;
  int32_t lo = extra->start[column], hi = extra->start[column + 1], end = hi;
  while (lo < hi) {
    int32_t mid = lo + (hi - lo) / 2;
    if (extra->row[mid] < row)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < end && extra->row[lo] == row ? lo : -1;
}

void pl_block_extra_clear(const pl_block_pattern *pattern, pl_block_extra *extra) {
  if (!extra || extra->n_block == 0) return;
  memset(extra->start, 0, ((size_t)pattern->n + 1) * sizeof *extra->start);
  extra->n_block = 0;
}

double *pl_block_matrix_at(const pl_block_matrix *matrix, int32_t row, int32_t column) {
  int32_t k = pl_block_position(matrix->pattern, row, column);
  if (k >= 0) return matrix->value + 9 * (size_t)k;
  k = pl_block_extra_position(matrix->extra, row, column);
  return k >= 0 ? matrix->extra->value + 9 * (size_t)k : NULL;
}

void pl_block_matrix_add_dense(pl_block_matrix *matrix, int n_vertex, const int32_t *vertex, const double *h) {
  pl_block_matrix_add_dense_columns(matrix, 0, matrix->pattern->n, n_vertex, vertex, h);
}

void pl_block_matrix_add_dense_columns(pl_block_matrix *matrix, int32_t from, int32_t to, int n_vertex, const int32_t *vertex,
                                       const double *h) {
  bool symmetric = matrix->pattern->symmetric;
  size_t n = 3 * (size_t)n_vertex;
  for (int i = 0; i < n_vertex; i++)
    for (int j = 0; j < n_vertex; j++) {
      if (vertex[j] < from || vertex[j] >= to || (symmetric && vertex[i] < vertex[j])) continue;
      double *block = pl_block_matrix_at(matrix, vertex[i], vertex[j]);
      PL_ASSERT(block);
      const double *part = h + 3 * (size_t)i * n + 3 * (size_t)j;
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) block[3 * a + b] += part[(size_t)a * n + (size_t)b];
    }
}

// ---- growing ----

static pl_status make(pl_block_matrix *matrix) {
  if (matrix->extra) return PL_OK;
  PL_ASSERT(matrix->arena);
  pl_block_extra *extra = pl_arena_alloc(matrix->arena, 1, sizeof *extra);
  int32_t *start = pl_arena_alloc(matrix->arena, (size_t)matrix->pattern->n + 1, sizeof *start);
  if (!extra || !start) return PL_ERROR_MEMORY;
  extra->start = start;
  matrix->extra = extra;
  return PL_OK;
}

// What is outgrown stays in the arena until its end: less than what is in use.
static pl_status reserve(pl_block_matrix *matrix, int32_t n) {
  pl_block_extra *extra = matrix->extra;
  if (n <= extra->capacity) return PL_OK;
  int32_t capacity = n < 2 * extra->capacity ? 2 * extra->capacity : n + n / 2 + 16;
  int32_t *row = pl_arena_alloc(matrix->arena, (size_t)capacity, sizeof *row);
  double *value = pl_arena_alloc(matrix->arena, 9 * (size_t)capacity, sizeof *value);
  if (!row || !value) return PL_ERROR_MEMORY;
  if (extra->n_block > 0) {
    memcpy(row, extra->row, (size_t)extra->n_block * sizeof *row);
    memcpy(value, extra->value, 9 * (size_t)extra->n_block * sizeof *value);
  }
  extra->row = row;
  extra->value = value;
  extra->capacity = capacity;
  return PL_OK;
}

// Sorts the rows of a column, and keeps each once and none of the pattern. Returns their number.
static int32_t clean_column(const pl_block_pattern *p, int32_t column, int32_t *row, int32_t n) {
  int32_t kept = 0, k = p->start[column], end = p->start[column + 1];
  pl__sort_rows(row, n);
  for (int32_t i = 0; i < n; i++) {
    while (k < end && p->row[k] < row[i]) k++;
    if ((kept > 0 && row[kept - 1] == row[i]) || (k < end && p->row[k] == row[i])) continue;
    row[kept++] = row[i];
  }
  return kept;
}

// The present blocks keep their values and move to their new places; this begins at the end, since no place is before the old one.
static void spread(pl_block_extra *extra, int32_t n_column, const int32_t *start, const int32_t *row) {
  for (int32_t c = n_column - 1; c >= 0; c--) {
    int32_t old = extra->start[c + 1], first = extra->start[c];
    for (int32_t k = start[c + 1] - 1; k >= start[c]; k--) {
      double *to = extra->value + 9 * (size_t)k;
      if (old > first && extra->row[old - 1] == row[k])
        memmove(to, extra->value + 9 * (size_t)--old, 9 * sizeof *to);
      else
        memset(to, 0, 9 * sizeof *to);
    }
  }
}

// Adds blocks given by column: column c has rows row[start[c] .. start[c + 1]), in any order.
static pl_status include(pl_block_matrix *matrix, const int32_t *start, const int32_t *row) {
  const pl_block_pattern *p = matrix->pattern;
  PL_TRY(make(matrix));
  pl_block_extra *extra = matrix->extra;
  pl_context *ctx = pl_arena_context(matrix->arena);
  int32_t *new_start = pl_alloc(ctx, (size_t)p->n + 1, sizeof *new_start);
  int32_t *new_row = pl_alloc(ctx, (size_t)extra->n_block + (size_t)start[p->n] + 1, sizeof *new_row);
  pl_status status = new_start && new_row ? PL_OK : PL_ERROR_MEMORY;
  for (int32_t c = 0; c < p->n && status == PL_OK; c++) {
    int32_t *to = new_row + new_start[c], n_old = extra->start[c + 1] - extra->start[c], n_given = start[c + 1] - start[c];
    if (n_old > 0) memcpy(to, extra->row + extra->start[c], (size_t)n_old * sizeof *to);
    if (n_given > 0) memcpy(to + n_old, row + start[c], (size_t)n_given * sizeof *to);
    new_start[c + 1] = new_start[c] + clean_column(p, c, to, n_old + n_given);
  }
  if (status == PL_OK) status = reserve(matrix, new_start[p->n]);
  if (status == PL_OK) {
    spread(extra, p->n, new_start, new_row);
    extra->n_block = new_start[p->n];
    memcpy(extra->start, new_start, ((size_t)p->n + 1) * sizeof *new_start);
    if (extra->n_block > 0) memcpy(extra->row, new_row, (size_t)extra->n_block * sizeof *new_row);
  }
  pl_free(ctx, new_start);
  pl_free(ctx, new_row);
  return status;
}

pl_status pl_block_matrix_include(pl_block_matrix *matrix, size_t n, const int32_t (*at)[2]) {
  const pl_block_pattern *p = matrix->pattern;
  PL_ASSERT(matrix->arena);
  pl_context *ctx = pl_arena_context(matrix->arena);
  int32_t *start = pl_alloc(ctx, (size_t)p->n + 2, sizeof *start);
  int32_t *row = pl_alloc(ctx, n + 1, sizeof *row);
  pl_status status = start && row ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t k = 0; k < n; k++) {
      PL_ASSERT(at[k][0] >= 0 && at[k][0] < p->n && at[k][1] >= 0 && at[k][1] < p->n && (!p->symmetric || at[k][0] >= at[k][1]));
      start[at[k][1] + 2]++;
    }
    for (int32_t c = 0; c < p->n; c++) start[c + 2] += start[c + 1];
    // start[c + 1] is the place of the next row of column c now and the start of column c + 1 afterwards
    for (size_t k = 0; k < n; k++) row[start[at[k][1] + 1]++] = at[k][0];
    status = include(matrix, start, row);
  }
  pl_free(ctx, start);
  pl_free(ctx, row);
  return status;
}

// ---- sums ----

static bool has_extra(const pl_block_matrix *matrix) { return matrix->extra && matrix->extra->n_block > 0; }

static pl_status unite(pl_block_matrix *to, const pl_block_matrix *from) {
  return has_extra(from) ? include(to, from->extra->start, from->extra->row) : PL_OK;
}

pl_status pl_block_matrix_copy(const pl_block_matrix *from, pl_block_matrix *to) {
  PL_ASSERT(from->pattern == to->pattern);
  memcpy(to->value, from->value, 9 * (size_t)from->pattern->n_block * sizeof *to->value);
  pl_block_extra_clear(to->pattern, to->extra);
  if (!has_extra(from)) return PL_OK;
  PL_TRY(unite(to, from));
  memcpy(to->extra->value, from->extra->value, 9 * (size_t)from->extra->n_block * sizeof *to->extra->value);
  return PL_OK;
}

static pl_status add_extra(double factor, const pl_block_matrix *from, pl_block_matrix *to) {
  if (!has_extra(from)) return PL_OK;
  PL_TRY(unite(to, from));
  for (int32_t c = 0; c < from->pattern->n; c++)
    for (int32_t k = from->extra->start[c]; k < from->extra->start[c + 1]; k++) {
      double *sum = to->extra->value + 9 * (size_t)pl_block_extra_position(to->extra, from->extra->row[k], c);
      for (int i = 0; i < 9; i++) sum[i] += factor * from->extra->value[9 * (size_t)k + (size_t)i];
    }
  return PL_OK;
}

pl_status pl_block_matrix_add_extra(const pl_block_matrix *from, pl_block_matrix *to) { return add_extra(1, from, to); }

pl_status pl_block_matrix_add_scaled(double factor, const pl_block_matrix *from, pl_block_matrix *to) {
  PL_ASSERT(from->pattern == to->pattern);
  size_t n = 9 * (size_t)from->pattern->n_block;
  for (size_t i = 0; i < n; i++) to->value[i] += factor * from->value[i];
  return add_extra(factor, from, to);
}

pl_status pl_block_matrix_blend(const pl_block_matrix *a, double part, const pl_block_matrix *b, pl_block_matrix *to) {
  PL_ASSERT(a->pattern == to->pattern && b->pattern == to->pattern);
  static const double zero[9];
  size_t n = 9 * (size_t)a->pattern->n_block;
  for (size_t i = 0; i < n; i++) to->value[i] = a->value[i] + part * (b->value[i] - a->value[i]);
  pl_block_extra_clear(to->pattern, to->extra);
  PL_TRY(unite(to, a));
  PL_TRY(unite(to, b));
  for (int32_t c = 0; c < to->pattern->n && has_extra(to); c++)
    for (int32_t k = to->extra->start[c]; k < to->extra->start[c + 1]; k++) {
      int32_t at_a = pl_block_extra_position(a->extra, to->extra->row[k], c),
              at_b = pl_block_extra_position(b->extra, to->extra->row[k], c);
      const double *u = at_a >= 0 ? a->extra->value + 9 * (size_t)at_a : zero, *v = at_b >= 0 ? b->extra->value + 9 * (size_t)at_b : zero;
      for (int i = 0; i < 9; i++) to->extra->value[9 * (size_t)k + (size_t)i] = u[i] + part * (v[i] - u[i]);
    }
  return PL_OK;
}
