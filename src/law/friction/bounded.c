// bounded.c: bounded elasticity (Bergou et al. 2007): an elastic stress that never exceeds the yield stress,
//
//   t = clamp(k (s - p), yield),   p follows so that k |s - p| <= yield.
//
// The plastic law of the friction paper's fig. 3, right, for comparison with friction. The plastic part of a large strain remains until
// a large load reverses it. It includes its elastic stiffness.
#include <math.h>
#include <stdio.h>

#include "law/friction/plastic.h"
#include "law/rows.h"

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = 2;
  law->n_bound = PL_PLASTIC_BOUND;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  pl_dim stiffness = pl_dim_divide(stress_dim, strain_dim);
  snprintf(out->name, sizeof out->name, "%s", j == 0 ? "k" : "yield");
  out->dim = j == 0 ? stiffness : stress_dim;
  out->scale = pl_law_scale(stiffness) * (j == 0 ? 1 : pl_law_strain_scale(strain_dim));
  out->lower = j == 0 ? 1e-6 * out->scale : 0;  // yield / k is a strain
  out->upper = INFINITY;
  out->knot = NAN;
}

static void bind(const pl_law *law, const double *theta, double *bound) {
  (void)law;
  bound[PL_PLASTIC_K] = theta[0];
  bound[PL_PLASTIC_YIELD] = theta[1] / theta[0];
  bound[PL_PLASTIC_MOST] = INFINITY;
}

static void differentiate_bound(const double *theta, double bound_theta[PL_PLASTIC_BOUND][3]) {
  bound_theta[PL_PLASTIC_K][0] = 1;
  bound_theta[PL_PLASTIC_YIELD][0] = -theta[1] / (theta[0] * theta[0]);
  bound_theta[PL_PLASTIC_YIELD][1] = 1 / theta[0];
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  double bound[PL_PLASTIC_BOUND], bound_theta[PL_PLASTIC_BOUND][3] = {{0}};
  bind(law, theta, bound);
  differentiate_bound(theta, bound_theta);
  pl_plastic_theta(law, bound, bound_theta, s, dt);
}

static void path(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h,
                 pl_lanes *next_theta) {
  double bound[PL_PLASTIC_BOUND], bound_theta[PL_PLASTIC_BOUND][3] = {{0}};
  bind(law, theta, bound);
  differentiate_bound(theta, bound_theta);
  pl_plastic_path(law, bound, bound_theta, s, t_h, next_s, next_h, next_theta);
}

const pl_law_row pl_law_bounded = {
    .name = "bounded",
    .help = "sigma = k (s - p), |sigma| <= yield; p follows: bounded elasticity",
    .words = "Elastic up to a yield stress, beyond which it flows.",
    .source = "Bergou et al. 2007; Miguel et al. 2013, section 2.2",
    .n_in = 1,
    .flags = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .bind = bind,
    .eval = pl_plastic_eval,
    .eval_theta = eval_theta,
    .n_history = 2,
    .commit = pl_plastic_commit,
    .path = path,
};
