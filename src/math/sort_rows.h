// sort_rows.h: sorts the rows of one column of a sparse matrix.
#ifndef PL_MATH_SORT_ROWS_H
#define PL_MATH_SORT_ROWS_H

#include <stdint.h>
#include <stdlib.h>

static inline int pl__compare_int32(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

// Rows are short (7 to 19 vertices): insertion sort, with a fallback for meshes with a vertex of high degree.
static inline void pl__sort_rows(int32_t *row, int32_t n) {
  if (n > 64) {
    qsort(row, (size_t)n, sizeof *row, pl__compare_int32);
    return;
  }
  for (int32_t i = 1; i < n; i++) {
    int32_t r = row[i], j = i;
    for (; j > 0 && row[j - 1] > r; j--) row[j] = row[j - 1];
    row[j] = r;
  }
}

#endif
