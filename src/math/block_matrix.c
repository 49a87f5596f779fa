// block_matrix.c: sparse matrices of 3x3 blocks: pattern from element lists, lookup, product.
#include "math/block_matrix.h"

#include <string.h>

#include "math/sort_rows.h"

// Which elements touch a vertex, in compressed form: element e of list i is the number base[i] + e.
typedef struct incidence {
  int32_t *start;    // [n + 1]
  int32_t *element;  // [start[n]]
} incidence;

static pl_status incidence_init(pl_context *ctx, int32_t n, int n_list, const int32_t *count, const int *size,
                                const int32_t *const *element, incidence *inc) {
  inc->start = pl_alloc(ctx, (size_t)n + 2, sizeof *inc->start);
  if (inc->start == NULL) return PL_ERROR_MEMORY;
  for (int i = 0; i < n_list; i++) {
    for (size_t k = 0; k < (size_t)count[i] * (size_t)size[i]; k++) {
      PL_ASSERT(element[i][k] >= 0 && element[i][k] < n);
      inc->start[element[i][k] + 2]++;
    }
  }
  for (int32_t v = 0; v < n; v++) inc->start[v + 2] += inc->start[v + 1];
  inc->element = pl_alloc(ctx, (size_t)inc->start[n + 1] + 1, sizeof *inc->element);
  if (inc->element == NULL) return PL_ERROR_MEMORY;
  // start[v + 1] is the insertion point of v now and the start of v + 1 afterwards.
  int32_t number = 0;
  for (int i = 0; i < n_list; i++) {
    for (int32_t e = 0; e < count[i]; e++, number++) {
      for (int a = 0; a < size[i]; a++) inc->element[inc->start[element[i][(size_t)e * (size_t)size[i] + (size_t)a] + 1]++] = number;
    }
  }
  return PL_OK;
}

// Collect the rows of one column into `row` (unsorted). Returns their count. mark[v] == column means v is in already.
static int32_t collect_column(int32_t column, bool symmetric, int n_list, const int32_t *base, const int *size,
                              const int32_t *const *element, const incidence *inc, int32_t *mark, int32_t *row) {
  int32_t n_row = 0;
  mark[column] = column;
  row[n_row++] = column;
  for (int32_t k = inc->start[column]; k < inc->start[column + 1]; k++) {
    int i = 0;
    while (i + 1 < n_list && inc->element[k] >= base[i + 1]) i++;
    const int32_t *vertex = element[i] + (size_t)(inc->element[k] - base[i]) * (size_t)size[i];
    for (int a = 0; a < size[i]; a++) {
      int32_t v = vertex[a];
      if (mark[v] == column || (symmetric && v < column)) continue;
      mark[v] = column;
      row[n_row++] = v;
    }
  }
  return n_row;
}

pl_status pl_block_pattern_build(pl_arena *arena, int32_t n, bool symmetric, int n_list, const int32_t *count, const int *size,
                                 const int32_t *const *element, pl_block_pattern *pattern) {
  pl_context *ctx = pl_arena_context(arena);
  pl_status status = PL_ERROR_MEMORY;
  incidence inc = {0};
  int32_t *base = pl_alloc(ctx, (size_t)n_list + 1, sizeof *base);
  int32_t *mark = pl_alloc(ctx, (size_t)n + 1, sizeof *mark);
  int32_t *column_row = pl_alloc(ctx, (size_t)n + 1, sizeof *column_row);
  int32_t *start = pl_arena_alloc(arena, (size_t)n + 1, sizeof *start);
  if (base == NULL || mark == NULL || column_row == NULL || start == NULL) goto cleanup;
  for (int i = 0; i < n_list; i++) base[i + 1] = base[i] + count[i];
  PL_TRY_CLEAN(incidence_init(ctx, n, n_list, count, size, element, &inc));

  // Count, then fill.
  memset(mark, -1, ((size_t)n + 1) * sizeof *mark);
  for (int32_t c = 0; c < n; c++) {
    start[c + 1] = start[c] + collect_column(c, symmetric, n_list, base, size, element, &inc, mark, column_row);
  }
  int32_t *row = pl_arena_alloc(arena, (size_t)start[n] + 1, sizeof *row);
  status = PL_ERROR_MEMORY;
  if (row == NULL) goto cleanup;
  memset(mark, -1, ((size_t)n + 1) * sizeof *mark);
  for (int32_t c = 0; c < n; c++) {
    int32_t n_row = collect_column(c, symmetric, n_list, base, size, element, &inc, mark, row + start[c]);
    pl__sort_rows(row + start[c], n_row);
  }
  *pattern = (pl_block_pattern){.n = n, .symmetric = symmetric, .n_block = start[n], .start = start, .row = row};
  status = PL_OK;

cleanup:
  pl_free(ctx, inc.start);
  pl_free(ctx, inc.element);
  pl_free(ctx, base);
  pl_free(ctx, mark);
  pl_free(ctx, column_row);
  return status;
}

int32_t pl_block_position(const pl_block_pattern *pattern, int32_t row, int32_t column) {
  PL_ASSERT(!pattern->symmetric || row >= column);
  int32_t lo = pattern->start[column], hi = pattern->start[column + 1];
  while (lo < hi) {
    int32_t mid = lo + (hi - lo) / 2;
    if (pattern->row[mid] < row)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < pattern->start[column + 1] && pattern->row[lo] == row ? lo : -1;
}

pl_status pl_block_matrix_create(pl_arena *arena, const pl_block_pattern *pattern, pl_block_matrix *matrix) {
  *matrix = (pl_block_matrix){.pattern = pattern, .arena = arena};
  matrix->value = pl_arena_alloc(arena, (size_t)pattern->n_block * 9 + 1, sizeof *matrix->value);
  return matrix->value == NULL ? PL_ERROR_MEMORY : PL_OK;
}

void pl_block_matrix_zero(pl_block_matrix *matrix) {
  memset(matrix->value, 0, (size_t)matrix->pattern->n_block * 9 * sizeof *matrix->value);
  pl_block_extra_clear(matrix->pattern, matrix->extra);
}

// y_r += B x_c
static inline void add_block(const double *b, const double *x, double *y) {
  y[0] += b[0] * x[0] + b[1] * x[1] + b[2] * x[2];
  y[1] += b[3] * x[0] + b[4] * x[1] + b[5] * x[2];
  y[2] += b[6] * x[0] + b[7] * x[1] + b[8] * x[2];
}

// y_c += B^T x_r
static inline void add_block_transposed(const double *b, const double *x, double *y) {
  y[0] += b[0] * x[0] + b[3] * x[1] + b[6] * x[2];
  y[1] += b[1] * x[0] + b[4] * x[1] + b[7] * x[2];
  y[2] += b[2] * x[0] + b[5] * x[1] + b[8] * x[2];
}

// Columns of blocks: those of a pattern or the extra ones.
typedef struct columns {
  int32_t n;
  bool symmetric;
  const int32_t *start, *row;
  const double *value;
} columns;

static columns of_pattern(const pl_block_matrix *m) {
  return (columns){m->pattern->n, m->pattern->symmetric, m->pattern->start, m->pattern->row, m->value};
}

static columns of_extra(const pl_block_matrix *m) {
  if (!m->extra || m->extra->n_block == 0) return (columns){0};
  return (columns){m->pattern->n, m->pattern->symmetric, m->extra->start, m->extra->row, m->extra->value};
}

// y += A x
static void multiply(columns a, const double *x, double *y) {
  for (int32_t c = 0; c < a.n; c++) {
    for (int32_t k = a.start[c]; k < a.start[c + 1]; k++) {
      const double *b = a.value + (size_t)k * 9;
      size_t r = (size_t)a.row[k];
      add_block(b, x + 3 * (size_t)c, y + 3 * r);
      if (a.symmetric && a.row[k] != c) add_block_transposed(b, x + 3 * r, y + 3 * (size_t)c);
    }
  }
}

void pl_block_matrix_multiply(const pl_block_matrix *matrix, const double *x, double *y) {
  memset(y, 0, (size_t)matrix->pattern->n * 3 * sizeof *y);
  multiply(of_pattern(matrix), x, y);
  multiply(of_extra(matrix), x, y);
}

static void multiply_at(columns a, const uint8_t *wanted, const double *x, double *y) {
  for (int32_t c = 0; c < a.n; c++) {
    bool own = wanted[3 * c] || wanted[3 * c + 1] || wanted[3 * c + 2];
    for (int32_t k = a.start[c]; k < a.start[c + 1]; k++) {
      const double *b = a.value + (size_t)k * 9;
      int32_t r = a.row[k];
      if (wanted[3 * r] || wanted[3 * r + 1] || wanted[3 * r + 2]) add_block(b, x + 3 * (size_t)c, y + 3 * (size_t)r);
      if (own && a.symmetric && r != c) add_block_transposed(b, x + 3 * (size_t)r, y + 3 * (size_t)c);
    }
  }
}

void pl_block_matrix_multiply_at(const pl_block_matrix *matrix, const uint8_t *wanted, const double *x, double *y) {
  memset(y, 0, (size_t)matrix->pattern->n * 3 * sizeof *y);
  multiply_at(of_pattern(matrix), wanted, x, y);
  multiply_at(of_extra(matrix), wanted, x, y);
}

static void multiply_transposed(columns a, const double *x, double *y) {
  for (int32_t c = 0; c < a.n; c++)
    for (int32_t k = a.start[c]; k < a.start[c + 1]; k++)
      add_block_transposed(a.value + (size_t)k * 9, x + 3 * (size_t)a.row[k], y + 3 * (size_t)c);
}

void pl_block_matrix_multiply_transposed(const pl_block_matrix *matrix, const double *x, double *y) {
  const pl_block_pattern *p = matrix->pattern;
  if (p->symmetric) {
    pl_block_matrix_multiply(matrix, x, y);
    return;
  }
  memset(y, 0, (size_t)p->n * 3 * sizeof *y);
  multiply_transposed(of_pattern(matrix), x, y);
  multiply_transposed(of_extra(matrix), x, y);
}

void pl_block_matrix_diagonal(const pl_block_matrix *matrix, double *diagonal) {
  const pl_block_pattern *p = matrix->pattern;
  for (int32_t c = 0; c < p->n; c++) {
    int32_t k = p->symmetric ? p->start[c] : pl_block_position(p, c, c);
    const double *b = matrix->value + (size_t)k * 9;
    for (int a = 0; a < 3; a++) diagonal[3 * (size_t)c + (size_t)a] = b[4 * a];
  }
}
