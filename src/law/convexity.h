// convexity.h: is a sum of laws convex, where not, and what would make it so.
//
// A part is a law with its parameters on some of the n strains of an element. The strain Hessian of the sum is K(s) = sum of the parts' tangents.
// Convex on a box means that the smallest eigenvalue of K is nowhere negative there.
//
// Where every part says that its tangent is a polynomial between breakpoints (row->pieces), K is on each cell of the breakpoints a polynomial
// matrix. Written with Bernstein polynomials, which are not negative and sum to one, K(s) is an average of its control matrices; the smallest
// eigenvalue is a concave function of a matrix, so it is nowhere below the smallest one among the control matrices. That is a proof for the whole
// box, not for points. On cells where K is linear the control matrices are its values at the corners: the papers' argument (Miguel 2016, section 3.3)
// for cubic curves and bilinear grids. Parts that are convex by their bounds (PL_LAW_CONVEX) may lack pieces: they only raise eigenvalues. For
// anything else the statement is sampled.
#ifndef PL_LAW_CONVEXITY_H
#define PL_LAW_CONVEXITY_H

#include "law/law.h"

typedef struct pl_convex_part {
  const pl_law *law;
  const double *theta;  // [law->n_param]
  const int *value;     // [law->row->n_in], which of the n strains it takes
} pl_convex_part;

typedef struct pl_convexity {
  double smallest;               // smallest eigenvalue met at a strain of the box
  double where[PL_LAW_MAX_IN];   // that strain
  double inside[PL_LAW_MAX_IN];  // the same, a hair inside the cell: where the tangent jumps at a knot, the laws give `smallest` here
  double bound;                  // nowhere in the box is it smaller than this; -INFINITY when that is not known
  bool proven;  // bound >= 0 up to round-off: convex on the whole box. False with smallest >= 0: convex at the samples only
  double direction[PL_LAW_MAX_IN];  // unit eigenvector of `smallest`
  // Laws whose stress jumps (row->kinks): the largest fall of psi,i on the way up through s_i = u, > 0: not convex whatever `smallest` is; 0: none
  double drop;
  int drop_axis;                     // i
  double drop_where[PL_LAW_MAX_IN];  // the strain, s_i = u
} pl_convexity;

// Strains not coupled by any part are looked at apart from each other; then `where` has the others at 0. A strain on which no part acts has the
// eigenvalue 0. n <= PL_LAW_MAX_IN; box[n][2]. Cells whose control matrices do not decide are halved a few times.
pl_convexity pl_convexity_scan(int n, int n_part, const pl_convex_part *part, const double box[][2]);
// Its part about jumps of the stress: fills drop, drop_axis and drop_where (convexity_kinks.c).
void pl__convexity_kinks(int n, int n_part, const pl_convex_part *part, const double box[][2], pl_convexity *convexity);

// The conditions under which one curve (a piecewise law of one strain) is convex between its outer knots: rows r with r . theta >= 0, at most
// max_row, into row [max_row][law->n_param]. Returns how many there are (0 for laws of another kind). For energies of degree <= 3 (energy-spline,
// convex-spline) they are necessary and sufficient, psi'' being linear on every piece; beyond that they are the Bernstein coefficients, sufficient.
int pl_convexity_rows(const pl_law *law, int max_row, double *row);

// The same for a sum: matrices sum_j theta_j A_j that must be positive semidefinite, for a barrier or a conic step. theta: the parameters of all
// parts, one part after the other. They are the control matrices of all cells: sufficient for the box, and on cells where K is linear necessary.
// Parts without pieces must be convex by their bounds and have A = 0. In arena memory; all laws must be linear in theta.
typedef struct pl_convex_condition {
  int n;         // rows of the matrix: the strains coupled with each other
  double *coef;  // [parameters of all parts][n * n]
} pl_convex_condition;
pl_status pl_convexity_conditions(pl_arena *arena, int n, int n_part, const pl_convex_part *part, const double box[][2], int *n_condition,
                                  pl_convex_condition **condition);

// The papers' projection (Miguel 2016, section 4.3; thesis 4.3.3): while the smallest eigenvalue over the control points of the box is below `floor`,
// move theta along its gradient d(v.Kv)/d theta (v the eigenvector), here by the step that lifts it to the floor if v did not turn. theta[i] is the
// memory that part[i].theta points to, and is moved in place; all parts must be linear in theta (PL_LAW_LINEAR). scale[i][j] > 0 measures steps
// (NULL: 1). Returns the number of moves, -1 when max_move did not do.
int pl_convexity_project(int n, int n_part, const pl_convex_part *part, double *const *theta, const double *const *scale,
                         const double box[][2], double floor, int max_move);

#endif
