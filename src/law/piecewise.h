// piecewise.h: laws of one strain that are piecewise polynomial in s and linear in theta.
//
//   psi(s; theta) = sum_j theta_j B_j(s),   B_j a polynomial on each segment between knots.
//
// stress-spline, convex-spline, stiffness-spline and linear differ only in their basis; evaluation, binding and theta-derivatives are these
// functions. Outside the outer knots the stress continues linearly (or as the basis says): the first and last segments are open. An odd law
// is evaluated at |s| (psi even, stress odd): the antisymmetric extension into compression of Volino's appendix.
#ifndef PL_LAW_PIECEWISE_H
#define PL_LAW_PIECEWISE_H

#include "law/law.h"

// At most PL_PIECE_MAX_KNOT knots: (knots + 1) * (degree + 1) bound numbers stay below PL_LAW_MAX_BOUND.
enum { PL_PIECE_MAX_DEGREE = 8, PL_PIECE_MAX_KNOT = 256 };

typedef struct pl_piecewise {
  bool odd;            // evaluated at |s|; knots then start at 0
  int n_knot;          // breakpoints, ascending
  const double *knot;  // [n_knot], strain
  int degree;          // of psi
  int n_param;
  // psi basis: segment i (0: below knot[0], i: between knot[i-1] and knot[i], n_knot: above the last), in powers of (s - origin[i]).
  const double *origin;      // [n_knot + 1]
  const double *basis;       // [n_knot + 1][n_param][degree + 1]
  const double *place;       // [n_param], strain where each parameter acts most (Greville point), for reports
  double lower_bound;        // of every parameter: 0 for convex laws, -INFINITY otherwise
  int order;                 // as the user wrote it, where the law has one
  const char *param_prefix;  // "k": parameters are k0, k1, ...
} pl_piecewise;

void pl_piecewise_bind(const pl_law *law, const double *theta, double *bound);
void pl_piecewise_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k);
void pl_piecewise_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt);
void pl_piecewise_range(const pl_law *law, double range[][2]);
int pl_piecewise_pieces(const pl_law *law, int axis, double *knot, int *degree);
void pl_piecewise_parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *parameter);

// ---- for laws that build such a basis ----

// Reads the members "knots" and "compression". "antisymmetric" (default): odd, knots start at 0; "free": the range of the knots contains 0.
// At least min_knot of them, strictly ascending, in arena memory. A single knot may lie anywhere (free) or at 0.
pl_status pl_piecewise_read_knots(pl_arena *arena, pl_json *object, pl_dim strain_dim, int min_knot, int *n_knot, double **knot, bool *odd);
void pl_piecewise_write_knots(const pl_piecewise *piece, pl_dim strain_dim, pl_json_writer *writer);

// Allocates origin, basis (zero) and place for n_knot, degree and n_param as set in *piece, and sets the origins. The point of each segment
// nearest to 0, so that psi(0) = psi'(0) = 0 hold exactly. The basis may be written through the returned pointer.
double *pl_piecewise_allocate(pl_arena *arena, pl_piecewise *piece);  // NULL: out of memory
// Replace the polynomials of degree `degree` on every segment by their antiderivatives that are continuous and vanish at 0.
void pl_piecewise_integrate(const pl_piecewise *piece, int degree, double *basis);
// Make *piece the shape of the law: sets shape, n_param, n_bound.
void pl_piecewise_attach(const pl_piecewise *piece, pl_law *law);

#endif
