// creep.c: plastic creep that saturates (Mueller and Gross 2004). The plastic strain p follows the strain while the elastic strain s - p
// exceeds the yield strain, until |p| reaches its maximum. Beyond that the stress grows elastically again.
//
//   sigma = k (s - p),   |s - p| <= yield or |p| = max
//
// Their creep rate is omitted: p is the limit of a step, so the law is independent of time. It is the law of the friction paper's fig. 3,
// centre, including its elastic stiffness.
#include <math.h>
#include <stdio.h>

#include "law/friction/plastic.h"
#include "law/rows.h"

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = law->n_bound = PL_PLASTIC_BOUND;  // bound = theta
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  static const char *const names[PL_PLASTIC_BOUND] = {"k", "yield", "max"};
  snprintf(out->name, sizeof out->name, "%s", names[j]);
  out->dim = j == PL_PLASTIC_K ? pl_dim_divide(stress_dim, strain_dim) : strain_dim;
  out->scale = j == PL_PLASTIC_K ? pl_law_scale(out->dim) : pl_law_strain_scale(strain_dim);
  out->lower = 0;
  out->upper = INFINITY;
  out->knot = NAN;
}

static const double identity[PL_PLASTIC_BOUND][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  pl_plastic_theta(law, theta, identity, s, dt);
}

static void path(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h,
                 pl_lanes *next_theta) {
  pl_plastic_path(law, theta, identity, s, t_h, next_s, next_h, next_theta);
}

const pl_law_row pl_law_creep = {
    .name = "creep",
    .help = "sigma = k (s - p), |s - p| <= yield unless |p| = max: plastic strain that saturates",
    .words = "Plastic strain: it grows beyond a yield strain and saturates.",
    .source = "Mueller and Gross 2004; Miguel et al. 2013, section 2.2",
    .n_in = 1,
    .flags = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .eval = pl_plastic_eval,
    .eval_theta = eval_theta,
    .n_history = 2,
    .commit = pl_plastic_commit,
    .path = path,
};
