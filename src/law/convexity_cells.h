// convexity_cells.h: the cells of a box on which the tangent of a sum of laws is a polynomial matrix, and its control matrices.
#ifndef PL_LAW_CONVEXITY_CELLS_H
#define PL_LAW_CONVEXITY_CELLS_H

#include "law/convexity.h"
#include "law/piecewise.h"

enum {
  PL_CELLS_MAX_DEGREE = PL_PIECE_MAX_DEGREE - 2,
  PL_CELLS_MAX_NODE = 1024,                                                    // control matrices of a cell
  PL_CELLS_MAX_VALUE = PL_CELLS_MAX_NODE * PL_LAW_MAX_IN * PL_LAW_MAX_IN / 4,  // numbers in them
  PL_CELLS_MAX_CELL = 400000
};

// One set of coupled strains of the sum.
typedef struct pl_cells {
  int n_axis;               // strains of the set
  int axis[PL_LAW_MAX_IN];  // which of the element's
  int n_part;               // of the whole sum
  const pl_convex_part *part;
  bool provable;                                                                         // control matrices are conclusive
  bool partial;                                                                          // some convex part is excluded from them
  int n_break[PL_LAW_MAX_IN];                                                            // cell borders per strain, the box included
  double border[PL_LAW_MAX_IN][PL_LAW_MAX_BREAK];                                        // strain
  int degree[PL_LAW_MAX_IN];                                                             // of the tangent
  double control[PL_LAW_MAX_IN][(PL_CELLS_MAX_DEGREE + 1) * (PL_CELLS_MAX_DEGREE + 1)];  // values at the nodes -> Bernstein coefficients
} pl_cells;

// Labels each of the n strains by its set of coupled strains: the smallest index in the set.
void pl_cells_couple(int n, int n_part, const pl_convex_part *part, int *label);
// The set with this label, and its cells in the box. If there would be too many cells, the box is one cell and nothing is provable. False:
// no part acts on it.
bool pl_cells_init(int n, int n_part, const pl_convex_part *part, const int *label, int set, const double box[][2], pl_cells *cells);

int pl_cells_count(const pl_cells *cells);
void pl_cells_at(const pl_cells *cells, int index, double cell[][2]);  // [n_axis][2]
int pl_cells_nodes(const pl_cells *cells);                             // control matrices per cell

// K at up to PL_BLOCK places s[place][n_axis], each row-major n_axis x n_axis, into matrix [n][n_axis^2]. With `proof` it omits the parts
// that are convex but have no pieces.
void pl_cells_tangents(const pl_cells *cells, int n, double s[][PL_LAW_MAX_IN], bool proof, double *matrix);
// The control matrices of a cell, value [nodes][n_axis^2], at most PL_CELLS_MAX_VALUE numbers.
void pl_cells_controls(const pl_cells *cells, const double cell[][2], double *value);
// If control matrix q is K at a corner: that corner, and a point slightly inside. False otherwise.
bool pl_cells_corner(const pl_cells *cells, int q, const double cell[][2], double *s, double *inside);

#endif
