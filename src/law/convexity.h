// convexity.h: whether a sum of laws is convex, where it is not, and the nearest convex parameters.
//
// A part is a law with its parameters on some of the n strains of an element. The strain Hessian of the sum is K(s) = sum of the parts' tangents.
// Convex on a box means that the smallest eigenvalue of K is nowhere negative there.
//
// If the tangent of every part is a polynomial between breakpoints (row->pieces), K is a polynomial matrix on each cell of the breakpoints.
// In Bernstein polynomials, which are non-negative and sum to one, K(s) is an average of its control matrices. The smallest eigenvalue is a
// concave function of a matrix, so it is nowhere below the smallest one of the control matrices. That is a proof for the whole box, not for
// points. On cells where K is linear the control matrices are its corner values. That is the papers' argument (Miguel 2016, section 3.3)
// for cubic curves and bilinear grids. Parts that are convex by their bounds (PL_LAW_CONVEX) need no pieces: they only raise eigenvalues.
// Otherwise the result is sampled.
#ifndef PL_LAW_CONVEXITY_H
#define PL_LAW_CONVEXITY_H

#include "law/law.h"

typedef struct pl_convex_part {
  const pl_law *law;
  const double *theta;  // [law->n_param]
  const int *value;     // [law->row->n_in], which of the n strains it takes
} pl_convex_part;

typedef struct pl_convexity {
  double smallest;               // smallest eigenvalue found at a strain of the box
  double where[PL_LAW_MAX_IN];   // that strain
  double inside[PL_LAW_MAX_IN];  // the same, slightly inside the cell: where the tangent jumps at a knot, the laws give `smallest` here
  double bound;                  // lower bound of the eigenvalues in the box; -INFINITY when unknown
  bool proven;  // bound >= 0 up to round-off: convex on the whole box. False with smallest >= 0: convex at the samples only
  double direction[PL_LAW_MAX_IN];  // unit eigenvector of `smallest`
  // Laws whose stress jumps (row->kinks): the largest decrease of psi,i across s_i = u. > 0: not convex, whatever `smallest` is; 0: none
  double drop;
  int drop_axis;                     // i
  double drop_where[PL_LAW_MAX_IN];  // the strain, s_i = u
} pl_convexity;

// Strains that no part couples are examined separately; `where` then has the others at 0. A strain on which no part acts has the eigenvalue
// 0. n <= PL_LAW_MAX_IN; box[n][2]. Cells whose control matrices do not decide are bisected a few times.
pl_convexity pl_convexity_scan(int n, int n_part, const pl_convex_part *part, const double box[][2]);
// The part about jumps of the stress: fills drop, drop_axis and drop_where (convexity_kinks.c).
void pl__convexity_kinks(int n, int n_part, const pl_convex_part *part, const double box[][2], pl_convexity *convexity);

// The same for a sum: matrices sum_j theta_j A_j that must be positive semidefinite, for a barrier or a conic step. theta: the parameters
// of all parts, one part after the other. They are the control matrices of all cells: sufficient for the box, and necessary on cells where
// K is linear. Parts without pieces must be convex by their bounds and have A = 0. In arena memory; all laws must be linear in theta.
typedef struct pl_convex_condition {
  int n;         // rows of the matrix: the strains coupled with each other
  double *coef;  // [parameters of all parts][n * n]
} pl_convex_condition;
pl_status pl_convexity_conditions(pl_arena *arena, int n, int n_part, const pl_convex_part *part, const double box[][2], int *n_condition,
                                  pl_convex_condition **condition);

// The papers' projection (Miguel 2016, section 4.3; thesis 4.3.3). While the smallest eigenvalue over the control points of the box is
// below `floor`, theta moves along its gradient d(v.Kv)/d theta (v the eigenvector). The step would lift it to the floor if v did not turn.
// theta[i] is the memory that part[i].theta points to, changed in place. All parts must be linear in theta (PL_LAW_LINEAR). scale[i][j] > 0
// measures steps (NULL: 1). Returns the number of moves, -1 when max_move did not suffice.
int pl_convexity_project(int n, int n_part, const pl_convex_part *part, double *const *theta, const double *const *scale,
                         const double box[][2], double floor, int max_move);

#endif
