// plane_curve.h: a smooth plane curve through noisy points in order, described by its curvature over arc length.
//
// The points p_i scatter about the curve with standard deviation sigma in each coordinate; their arc-length positions are unknown. The
// curve
//   theta(s) = theta0 + int kappa,   x(s) = x0 + int (cos theta, sin theta),   kappa piecewise linear on even knots,
// minimises  sum |normal distance|^2 / sigma^2 + lambda int kappa''^2 ds.  Lines, circles and clothoids have no penalty. So curvature is
// not biased towards zero, as it is by a smoothing spline of x(s) and y(s). The weight lambda maximises the restricted likelihood of the points with
// kappa' as a random walk. (Smoothing until the residual equals sigma would smooth too much, because the curve follows part of the noise.)
// The posterior standard deviation of the curvature is its standard error (Wahba 1983, J. R. Stat. Soc. B 45). It is correct on average
// along the curve, and too small at a feature much sharper than the rest.
#ifndef PL_MATH_PLANE_CURVE_H
#define PL_MATH_PLANE_CURVE_H

#include <pliant/extend.h>

typedef struct pl_plane_curve {
  int n_knot;
  double first, step;  // s of the first knot and the distance between knots; s = 0 is the foot of the first point
  double last;         // s of the foot of the last point
  double *kappa;       // [n_knot], 1 / length
  double *covariance;  // [n_knot][n_knot], of kappa
  int per_span;        // nodes per span
  double *node;        // [(n_knot - 1) per_span + 1][3]: x, y, theta at even arc lengths from the first knot
  double sigma;        // noise of the points: as given, else estimated
  double residual;     // root of the mean square of the normal distances
  double freedom;      // effective number of parameters
  bool converged;
} pl_plane_curve;

enum { PL_PLANE_CURVE_MIN_POINT = 6 };

// n >= PL_PLANE_CURVE_MIN_POINT points x[n][2] (m), not all equal, that turn by less than half a turn from each to the next. sigma: 0 if
// unknown.
pl_status pl_plane_curve_fit(pl_arena *arena, int n, const double *x, double sigma, pl_plane_curve *curve);
// Position, direction (rad, continuous over whole turns), curvature and its standard error at s; any of the outputs may be NULL.
void pl_plane_curve_at(const pl_plane_curve *curve, double s, double x[2], double *theta, double *kappa, double *kappa_sigma);

#endif
