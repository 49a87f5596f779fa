// sandwich.h: covariance of parameters fitted with weights; directions that the boundary of a convex set constrains.
#ifndef PL_ESTIMATE_JUDGE_SANDWICH_H
#define PL_ESTIMATE_JUDGE_SANDWICH_H

#include <pliant/extend.h>

// Directions that the boundary constrains, in scaled parameters.
typedef struct pl_border {
  int n;         // parameters
  int n_row;     // directions
  double *q;     // [n_row][n], orthonormal
  double *work;  // [2 n]
} pl_border;

// From the active rows row[n_row][n_column] at the solution (pl_ls_report.active), strongest first. Columns of fixed parameters (still[n])
// are excluded. Rows that are nearly dependent on earlier ones are excluded too: cuts of a curved boundary at neighbouring points are one
// boundary. Parameters beyond the first n_column are in no row.
pl_status pl_border_create(pl_arena *arena, int n, int n_row, int n_column, const double *row, const double *scale, const bool *still,
                           pl_border *border);
// matrix[n][n] <- P matrix P with P = 1 - Q^T Q: the part along the boundary.
void pl_border_project(const pl_border *border, double *matrix);
// The same plus a regular part across the boundary, of similar size: P matrix P + size Q^T Q.
void pl_border_fill(const pl_border *border, double *matrix);
// How freely parameter j moves along the boundary: squared projection of its unit vector, 0 (fully constrained) to 1 (unconstrained).
double pl_border_freedom(const pl_border *border, int j);

// A^-1 B A^-T of n scaled parameters. a[n][n]: A on entry, its inverse on return; b[n][n]; pivot[n], half[n][n] work. False when A is
// singular.
bool pl_sandwich(int n, bool symmetric, double *a, const double *b, int *pivot, double *half, double *covariance);

#endif
