// block_matrix.h: sparse matrices of 3x3 blocks over vertices.
//
// The pattern is found once per model and holds every vertex, fixed ones too. Supports are removed only when a factor is made, and the rows
// of fixed vertices give reactions. A symmetric matrix stores the blocks with row >= column; an unsymmetric one stores all.
//
// Contact couples vertices that no element joins, and other ones in every evaluation. Such blocks are extra: they come with
// pl_block_matrix_include and go with pl_block_matrix_zero. All functions honour them. A matrix without any costs nothing more.
#ifndef PL_MATH_BLOCK_MATRIX_H
#define PL_MATH_BLOCK_MATRIX_H

#include <pliant/extend.h>

typedef struct pl_block_pattern {
  int32_t n;  // block rows and columns
  bool symmetric;
  int32_t n_block;
  const int32_t *start;  // [n + 1], first block of each block column
  const int32_t *row;    // [n_block], ascending within a column
} pl_block_pattern;

// Blocks outside the pattern, by column like those of the pattern (block_extra.c).
typedef struct pl_block_extra {
  int32_t n_block, capacity;
  int32_t *start;  // [n + 1]
  int32_t *row;    // [n_block], ascending within a column
  double *value;   // [n_block][9]
} pl_block_extra;

typedef struct pl_block_matrix {
  const pl_block_pattern *pattern;
  double *value;          // [n_block][9], each block row-major
  pl_block_extra *extra;  // NULL: there never were any
  pl_arena *arena;        // their memory
} pl_block_matrix;

// Pattern of all pairs of vertices that share an element, plus the diagonal. element: [n_element][n_vertex] lists concatenated by the caller:
// n_list lists, list i with count[i] elements of size[i] vertices.
pl_status pl_block_pattern_build(pl_arena *arena, int32_t n, bool symmetric, int n_list, const int32_t *count, const int *size,
                                 const int32_t *const *element, pl_block_pattern *pattern);
// Position of block (row, column), -1 when absent. For a symmetric pattern row >= column is required.
int32_t pl_block_position(const pl_block_pattern *pattern, int32_t row, int32_t column);

pl_status pl_block_matrix_create(pl_arena *arena, const pl_block_pattern *pattern, pl_block_matrix *matrix);
// Without extra blocks afterwards.
void pl_block_matrix_zero(pl_block_matrix *matrix);
// y = A x over all 3 n entries.
void pl_block_matrix_multiply(const pl_block_matrix *matrix, const double *x, double *y);
// The same where wanted[3 n] is set; elsewhere y is 0 or, beside a wanted component of the same vertex, the product too.
void pl_block_matrix_multiply_at(const pl_block_matrix *matrix, const uint8_t *wanted, const double *x, double *y);
// y = A^T x.
void pl_block_matrix_multiply_transposed(const pl_block_matrix *matrix, const double *x, double *y);
// diag[3 n] of A.
void pl_block_matrix_diagonal(const pl_block_matrix *matrix, double *diagonal);

// ---- extra blocks, and sums of matrices of one pattern that may have some ----

// The blocks at[n] = {row, column} are part of the matrix from now on: present ones keep their values, new ones are zero. Repetitions and blocks of
// the pattern are allowed. A symmetric matrix needs row >= column; give an unsymmetric one both (r, c) and (c, r). Blocks that may soon be nonzero
// are worth including: a factor is analysed again whenever a new one appears.
pl_status pl_block_matrix_include(pl_block_matrix *matrix, size_t n, const int32_t (*at)[2]);
// The nine values of a block, of the pattern or extra; NULL: it has none.
double *pl_block_matrix_at(const pl_block_matrix *matrix, int32_t row, int32_t column);
// Adds h [3 n_vertex][3 n_vertex] to the blocks of these vertices, all of which exist.
void pl_block_matrix_add_dense(pl_block_matrix *matrix, int n_vertex, const int32_t *vertex, const double *h);
// The same for blocks in the columns from .. to - 1; threads may add to different columns.
void pl_block_matrix_add_dense_columns(pl_block_matrix *matrix, int32_t from, int32_t to, int n_vertex, const int32_t *vertex,
                                       const double *h);
// Position among the extra blocks, -1 when absent or extra is NULL.
int32_t pl_block_extra_position(const pl_block_extra *extra, int32_t row, int32_t column);
void pl_block_extra_clear(const pl_block_pattern *pattern, pl_block_extra *extra);  // NULL is allowed

pl_status pl_block_matrix_copy(const pl_block_matrix *from, pl_block_matrix *to);
// Adds the extra blocks of `from` only.
pl_status pl_block_matrix_add_extra(const pl_block_matrix *from, pl_block_matrix *to);
// to += factor from
pl_status pl_block_matrix_add_scaled(double factor, const pl_block_matrix *from, pl_block_matrix *to);
// to = a + part (b - a)
pl_status pl_block_matrix_blend(const pl_block_matrix *a, double part, const pl_block_matrix *b, pl_block_matrix *to);

#endif
