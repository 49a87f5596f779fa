// contour.h: contour lines of values on a grid.
#ifndef PL_REPORT_FIGURE_CONTOUR_H
#define PL_REPORT_FIGURE_CONTOUR_H

#include <pliant/extend.h>

typedef struct pl_grid_view {
  int n, m;             // points along the first and the second axis, both >= 2
  const double *a, *b;  // [n], [m], ascending
  const double *value;  // [n][m]
} pl_grid_view;

// The lines where the value, linear along the sides of the cells, is `level`: points in order, each line terminated by NAN. x along the
// first axis, y along the second, in the arena; *count includes the NANs. Saddles are split by the mean of the cell. Cells with a value
// that is not finite have none.
pl_status pl__contour(pl_arena *arena, const pl_grid_view *grid, double level, int *count, double **x, double **y);

#endif
