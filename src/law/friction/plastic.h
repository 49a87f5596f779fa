// plastic.h: the scalar elastic-plastic step that `bounded` and `creep` share.
//
// Plastic strain p, elastic strain e = s - p, stress k e. Where |e| would exceed the yield strain e_y, p follows s so that |e| = e_y. The
// plastic strain stays within +-p_max, beyond which the stress grows elastically again. With p0 at the start of the step,
//
//   p = clamp(s - clamp(s - p0, e_y), p_max),   t = k (s - p),   clamp(x, c) = min(max(x, -c), c)
//
// a function of s alone, continuous and non-decreasing. Its integral from p0: o = |e| - e_y and w = |s| - (p_max + e_y) where positive, e =
// s - p0,
//
//   phi(s) = k/2 (e^2 - o^2 + w^2),   psi = phi(s) - phi(s0).
//
// History: (s0, p0). s0 is used only to make psi the work of this step.
#ifndef PL_LAW_FRICTION_PLASTIC_H
#define PL_LAW_FRICTION_PLASTIC_H

#include "law/law.h"

enum { PL_PLASTIC_K, PL_PLASTIC_YIELD, PL_PLASTIC_MOST, PL_PLASTIC_BOUND };  // bound: k, e_y, p_max

void pl_plastic_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k);
void pl_plastic_commit(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *next);

// Derivatives at one lane with respect to (s, p0) and the bound numbers.
typedef struct pl_plastic_slope {
  double p_s, p_p0, p_bound[PL_PLASTIC_BOUND];
  double t_s, t_p0, t_bound[PL_PLASTIC_BOUND];
} pl_plastic_slope;

// row->path; bound_theta[b][j] = d bound_b / d theta_j, at most 3 parameters.
void pl_plastic_path(const pl_law *law, const double *bound, const double bound_theta[PL_PLASTIC_BOUND][3], const pl_lanes *s,
                     pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h, pl_lanes *next_theta);
// row->eval_theta, likewise.
void pl_plastic_theta(const pl_law *law, const double *bound, const double bound_theta[PL_PLASTIC_BOUND][3], const pl_lanes *s,
                      pl_lanes *dt);

#endif
