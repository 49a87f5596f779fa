// quadratic.c: a stiffness that rises linearly with the strain,
//
//   sigma = (k1 + k2 |s|) s,   psi = k1 s^2 / 2 + k2 |s|^3 / 3,   tangent k1 + 2 k2 |s|.
//
// The elastic part of the friction paper's fabrics (section 4.2: stiffness k1 + k2 epsilon).
#include <math.h>
#include <stdio.h>

#include "law/law.h"
#include "law/rows.h"

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = law->n_bound = 2;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  pl_dim stiffness = pl_dim_divide(stress_dim, strain_dim);
  *out = (pl_parameter){.dim = j == 0 ? stiffness : pl_dim_divide(stiffness, strain_dim),
                        .scale = pl_law_scale(stiffness) * (j == 1 && pl_dim_equal(strain_dim, PL_DIM_CURVATURE) ? 0.01 : 1),  // per 100/m
                        .lower = j == 0 ? 0 : -INFINITY,  // softening cloths exist; the convexity check reports them
                        .upper = INFINITY,
                        .knot = NAN};
  snprintf(out->name, sizeof out->name, j == 0 ? "k1" : "k2");
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law;
  double k1 = bound[0], k2 = bound[1];
  PL_FOR_LANES(l) t[0][l] = (k1 + k2 * fabs(s[0][l])) * s[0][l];
  if (psi) PL_FOR_LANES(l) psi[0][l] = (0.5 * k1 + k2 * fabs(s[0][l]) / 3) * s[0][l] * s[0][l];
  if (k) PL_FOR_LANES(l) k[0][l] = k1 + 2 * k2 * fabs(s[0][l]);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)law, (void)theta;
  PL_FOR_LANES(l) dt[0][l] = s[0][l];
  PL_FOR_LANES(l) dt[1][l] = fabs(s[0][l]) * s[0][l];
}

static int pieces(const pl_law *law, int axis, double *knot, int *degree) {
  (void)law, (void)axis;
  knot[0] = 0;
  *degree = 1;
  return 1;
}

const pl_law_row pl_law_quadratic = {
    .name = "quadratic",
    .help = "sigma = (k1 + k2 |s|) s",
    .words = "The secant stiffness changes with the strain: k1 is its value at rest, k2 its slope.",
    .source = "Miguel et al. 2013, section 4.2",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_SECANT_SLOPE,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .eval = eval,
    .eval_theta = eval_theta,
    .pieces = pieces,
};
