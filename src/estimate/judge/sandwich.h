// sandwich.h: covariance of parameters that were fitted with weights; directions in which the border of a convex set holds them.
#ifndef PL_ESTIMATE_JUDGE_SANDWICH_H
#define PL_ESTIMATE_JUDGE_SANDWICH_H

#include <pliant/extend.h>

// Directions that the border holds, in scaled parameters.
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

// The full inverse of the symmetric positive definite matrix a[n][n] in its place. False when it is singular.
bool pl_invert_positive(int n, double *a);
// A^-1 B A^-T of n scaled parameters. a[n][n]: in A, out its inverse; b[n][n]; pivot[n], half[n][n] work. False when A is singular.
bool pl_sandwich(int n, bool symmetric, double *a, const double *b, int *pivot, double *half, double *covariance);

#endif
