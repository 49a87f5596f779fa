// block_matrix.h: sparse matrices of 3x3 blocks over vertices.
//
// The pattern is found once per model and holds every vertex, fixed ones too. Supports are removed only when a factor is made, and the rows
// of fixed vertices give reactions. A symmetric matrix stores the blocks with row >= column; an unsymmetric one stores all.
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

typedef struct pl_block_matrix {
  const pl_block_pattern *pattern;
  double *value;  // [n_block][9], each block row-major
} pl_block_matrix;

// Pattern of all pairs of vertices that share an element, plus the diagonal. element: [n_element][n_vertex] lists concatenated by the caller:
// n_list lists, list i with count[i] elements of size[i] vertices.
pl_status pl_block_pattern_build(pl_arena *arena, int32_t n, bool symmetric, int n_list, const int32_t *count, const int *size,
                                 const int32_t *const *element, pl_block_pattern *pattern);
// Position of block (row, column), -1 when absent. For a symmetric pattern row >= column is required.
int32_t pl_block_position(const pl_block_pattern *pattern, int32_t row, int32_t column);

pl_status pl_block_matrix_create(pl_arena *arena, const pl_block_pattern *pattern, pl_block_matrix *matrix);
void pl_block_matrix_zero(pl_block_matrix *matrix);
// y = A x over all 3 n entries.
void pl_block_matrix_multiply(const pl_block_matrix *matrix, const double *x, double *y);
// The same where wanted[3 n] is set; elsewhere y is 0 or, beside a wanted component of the same vertex, the product too.
void pl_block_matrix_multiply_at(const pl_block_matrix *matrix, const uint8_t *wanted, const double *x, double *y);
// y = A^T x.
void pl_block_matrix_multiply_transposed(const pl_block_matrix *matrix, const double *x, double *y);
// diag[3 n] of A.
void pl_block_matrix_diagonal(const pl_block_matrix *matrix, double *diagonal);

#endif
