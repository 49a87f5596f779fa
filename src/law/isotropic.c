// isotropic.c: a linear isotropic membrane with Young modulus e (N/m) and Poisson coefficient nu (Volino 2009, eq. 4). The shear strain is
// the engineering one of eq. 9, gamma = w_u . w_v = 2 eps_uv:
//
//   t0 = e / (1 - nu^2) (s0 + nu s1),   t1 = e / (1 - nu^2) (s1 + nu s0),   t2 = e / (1 - nu^2) (1 - nu) / 2 gamma = e / (2 (1 + nu)) gamma.
//
// The tangent's eigenvalues are e / (1 - nu), e / (1 + nu), e / (2 (1 + nu)): convex for e >= 0 and |nu| < 1.
#include <math.h>
#include <stdio.h>

#include "law/rows.h"

enum { YOUNG, POISSON };

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = 2;
  law->n_bound = 3;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  out->knot = NAN;
  out->role = j == YOUNG ? PL_ROLE_YOUNG : PL_ROLE_POISSON;
  if (j == YOUNG) {
    snprintf(out->name, sizeof out->name, "young");
    out->dim = pl_dim_divide(stress_dim, strain_dim);
    out->scale = pl_law_scale(out->dim);
    out->lower = 0;
    out->upper = INFINITY;
  } else {
    snprintf(out->name, sizeof out->name, "poisson");
    out->dim = PL_DIM_NONE;
    out->scale = 0.3;
    out->lower = -0.99;
    out->upper = 0.99;
  }
}

// bound: c11 = c22, c12, c33.
static void bind(const pl_law *law, const double *theta, double *bound) {
  (void)law;
  double e = theta[YOUNG], nu = theta[POISSON], c = e / ((1 - nu) * (1 + nu));
  bound[0] = c;
  bound[1] = c * nu;
  bound[2] = e / (2 * (1 + nu));
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law;
  double c11 = bound[0], c12 = bound[1], c33 = bound[2];
  PL_FOR_LANES(l) {
    t[0][l] = c11 * s[0][l] + c12 * s[1][l];
    t[1][l] = c12 * s[0][l] + c11 * s[1][l];
    t[2][l] = c33 * s[2][l];
  }
  if (psi) PL_FOR_LANES(l) psi[0][l] = 0.5 * (s[0][l] * t[0][l] + s[1][l] * t[1][l] + s[2][l] * t[2][l]);
  if (k) {
    double c[9] = {c11, c12, 0, c12, c11, 0, 0, 0, c33};
    for (int i = 0; i < 9; i++) PL_FOR_LANES(l) k[i][l] = c[i];
  }
}

// d/dnu of 1 / (1 - nu^2) and nu / (1 - nu^2) are 2 nu q^2 and (1 + nu^2) q^2 with q = 1 / (1 - nu^2).
static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)law;
  double e = theta[YOUNG], nu = theta[POISSON], q = 1 / ((1 - nu) * (1 + nu)), g = 1 / (2 * (1 + nu));
  double d11 = e * 2 * nu * q * q, d12 = e * (1 + nu * nu) * q * q, d33 = -e * g / (1 + nu);
  PL_FOR_LANES(l) {
    dt[0][l] = q * (s[0][l] + nu * s[1][l]);
    dt[1][l] = q * (s[1][l] + nu * s[0][l]);
    dt[2][l] = g * s[2][l];
    dt[3][l] = d11 * s[0][l] + d12 * s[1][l];
    dt[4][l] = d12 * s[0][l] + d11 * s[1][l];
    dt[5][l] = d33 * s[2][l];
  }
}

const pl_law_row pl_law_isotropic = {
    .name = "isotropic",
    .help = "linear isotropic membrane: young, poisson",
    .words = "Stress is proportional to strain, the same in all directions, by Young's modulus and Poisson's ratio.",
    .source = "Volino 2009, eq. 4 with the engineering shear of eq. 9",
    .n_in = 3,
    .flags = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_ISOTROPIC,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .pieces = pl_law_constant_pieces,
};
