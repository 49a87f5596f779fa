// sort.h: comparisons for qsort.
#ifndef PL_BASE_SORT_H
#define PL_BASE_SORT_H

// Two doubles, the smaller first.
static inline int pl_ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

#endif
