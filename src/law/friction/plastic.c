// plastic.c: the step of plastic.h on lanes, and its derivatives.
#include "law/friction/plastic.h"

#include <math.h>

PL_LANE_FUNCTION double clamp(double x, double c) { return pl_max(pl_min(x, c), -c); }

// Integral of the stress from p0 to s.
PL_LANE_FUNCTION double integral(const double *bound, double s, double p0) {
  double e = s - p0, yield = bound[PL_PLASTIC_YIELD];
  double over = pl_max(fabs(e) - yield, 0), wall = pl_max(fabs(s) - (bound[PL_PLASTIC_MOST] + yield), 0);
  return 0.5 * bound[PL_PLASTIC_K] * (e * e - over * over + wall * wall);
}

// p0 plus the excess of e over e_y: exactly p0 where nothing yields.
PL_LANE_FUNCTION double plastic_strain(const double *bound, double s, double p0) {
  double e = s - p0;
  return clamp(p0 + (e - clamp(e, bound[PL_PLASTIC_YIELD])), bound[PL_PLASTIC_MOST]);
}

void pl_plastic_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law;
  PL_FOR_LANES(l) {
    // A history beyond a lowered p_max is clamped first.
    double p0 = clamp(s[2][l], bound[PL_PLASTIC_MOST]), p = plastic_strain(bound, s[0][l], p0);
    t[0][l] = bound[PL_PLASTIC_K] * (s[0][l] - p);
    if (psi) psi[0][l] = integral(bound, s[0][l], p0) - integral(bound, s[1][l], p0);
    if (k) k[0][l] = fabs(s[0][l] - p0) > bound[PL_PLASTIC_YIELD] && fabs(p) < bound[PL_PLASTIC_MOST] ? 0 : bound[PL_PLASTIC_K];
  }
}

void pl_plastic_commit(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *next) {
  (void)law;
  PL_FOR_LANES(l) {
    next[0][l] = s[0][l];
    next[1][l] = plastic_strain(bound, s[0][l], clamp(s[2][l], bound[PL_PLASTIC_MOST]));
  }
}

static pl_plastic_slope differentiate(const double *bound, double s, double p0) {
  pl_plastic_slope slope = {0};
  double most = bound[PL_PLASTIC_MOST], start = clamp(p0, most), p = plastic_strain(bound, s, start);
  bool yields = fabs(s - start) > bound[PL_PLASTIC_YIELD];
  if (fabs(p) >= most) {
    slope.p_bound[PL_PLASTIC_MOST] = p < 0 ? -1 : 1;
  } else if (yields) {
    slope.p_s = 1;
    slope.p_bound[PL_PLASTIC_YIELD] = s < start ? 1 : -1;
  } else {
    slope.p_p0 = 1;  // start = p0 here: a history clamped to p_max is the first case
  }
  double k = bound[PL_PLASTIC_K];
  slope.t_s = k * (1 - slope.p_s);
  slope.t_p0 = -k * slope.p_p0;
  for (int b = 0; b < PL_PLASTIC_BOUND; b++) slope.t_bound[b] = -k * slope.p_bound[b];
  slope.t_bound[PL_PLASTIC_K] += s - p;
  return slope;
}

// sum over b of d/d bound_b * d bound_b / d theta_j
static double chain(const double by_bound[PL_PLASTIC_BOUND], const double bound_theta[PL_PLASTIC_BOUND][3], int j) {
  double sum = 0;
  for (int b = 0; b < PL_PLASTIC_BOUND; b++) sum += by_bound[b] * bound_theta[b][j];
  return sum;
}

void pl_plastic_path(const pl_law *law, const double *bound, const double bound_theta[PL_PLASTIC_BOUND][3], const pl_lanes *s,
                     pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h, pl_lanes *next_theta) {
  PL_EACH_LANE(l) {
    pl_plastic_slope slope = differentiate(bound, s[0][l], s[2][l]);
    t_h[0][l] = 0;
    t_h[1][l] = slope.t_p0;
    next_s[0][l] = 1;
    next_s[1][l] = slope.p_s;
    for (int i = 0; i < 3; i++) next_h[i][l] = 0;
    next_h[3][l] = slope.p_p0;
    for (int j = 0; j < law->n_param; j++) {
      next_theta[j][l] = 0;
      next_theta[law->n_param + j][l] = chain(slope.p_bound, bound_theta, j);
    }
  }
}

void pl_plastic_theta(const pl_law *law, const double *bound, const double bound_theta[PL_PLASTIC_BOUND][3], const pl_lanes *s,
                      pl_lanes *dt) {
  PL_EACH_LANE(l) {
    pl_plastic_slope slope = differentiate(bound, s[0][l], s[2][l]);
    for (int j = 0; j < law->n_param; j++) dt[j][l] = chain(slope.t_bound, bound_theta, j);
  }
}
