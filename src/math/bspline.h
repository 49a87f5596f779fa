// bspline.h: B-splines on clamped knots: polynomial pieces and Greville points.
//
// `brk` are n_brk >= 2 strictly ascending breakpoints. The clamped knot vector repeats the first and the last `degree` more times. So a
// spline of degree p on n_brk - 1 spans has n_brk - 1 + p control values. On span i the functions i .. i + p are not zero and sum to one.
// Reference: de Boor, A Practical Guide to Splines, chapters IX and X.
#ifndef PL_MATH_BSPLINE_H
#define PL_MATH_BSPLINE_H

enum { PL_BSPLINE_MAX_DEGREE = 7 };

// The degree + 1 functions that are non-zero on span i, as polynomials in (s - origin): coef[r * (degree + 1) + c] is the coefficient of (s
// - origin)^c of function i + r.
void pl_bspline_piece(int degree, int n_brk, const double *brk, int i, double origin, double *coef);

// Where control value j acts most: the mean of the knots inside its support (the middle of the span for degree 0).
double pl_bspline_greville(int degree, int n_brk, const double *brk, int j);

#endif
