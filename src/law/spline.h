// spline.h: shared by stress-spline and convex-spline: the stress is the integral of a B-spline.
#ifndef PL_LAW_SPLINE_H
#define PL_LAW_SPLINE_H

#include "law/piecewise.h"

// The shape for stress of the given order on the knots (copied): theta are the n_knot - 1 + order - 1 control values of the tangent.
pl_status pl_spline_build(pl_arena *arena, int order, int n_knot, const double *knot, bool odd, double lower_bound, pl_law *law);

#endif
