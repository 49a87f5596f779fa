// sandwich.h: covariance of parameters that were fitted with weights, some of them held on the border of a convex set.
#ifndef PL_ESTIMATE_SANDWICH_H
#define PL_ESTIMATE_SANDWICH_H

#include <pliant/base.h>

// Directions that do not scatter, in scaled parameters.
typedef struct pl_border {
  int n;         // parameters
  int n_row;     // directions
  double *q;     // [n_row][n], orthonormal
  double *work;  // [2 n]
} pl_border;

// From the rows row[n_row][n_column] that hold the solution (pl_ls_report.active), strongest first. Columns of parameters that do not move (still[n]) are
// left out, and so are rows that say nearly the same as those before them: cuts of a curved border at neighbouring places are one border. Parameters
// behind the first n_column are in no row.
pl_status pl_border_create(pl_arena *arena, int n, int n_row, int n_column, const double *row, const double *scale, const bool *still,
                           pl_border *border);
// matrix[n][n] <- P matrix P with P = 1 - Q^T Q, what is left along the border.
void pl_border_project(const pl_border *border, double *matrix);
// The same, and what the projection took put back as something regular, as large as the rest: P matrix P + size Q^T Q.
void pl_border_fill(const pl_border *border, double *matrix);
// How much of parameter j moves along the border: the square of its unit vector's part there, 0 (held altogether) to 1 (the border says nothing).
double pl_border_freedom(const pl_border *border, int j);

// M B M^T with M = Z (Z^T A Z)^-1 Z^T, Z a basis of what is left along the border (all, without rows: A^-1 B A^-T). a[n][n]: in A, out M; b[n][n]:
// in B, out its projection; pivot[n], half[n][n] work. False when A is singular. Scaled parameters.
bool pl_sandwich(const pl_border *border, bool symmetric, double *a, double *b, int *pivot, double *half, double *covariance);

#endif
