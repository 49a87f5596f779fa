// isotropic3.c: St. Venant-Kirchhoff, a linear isotropic solid on the Green strain of strain_green3.c (Miguel et al. 2016, section 3.1),
// with Lame's parameters lambda and mu (Pa). With engineering shears gamma = s3, s4, s5:
//
//   psi = lambda/2 (s0 + s1 + s2)^2 + mu (s0^2 + s1^2 + s2^2) + mu/2 (s3^2 + s4^2 + s5^2)
//
// Convex in the strain for lambda, mu >= 0. They may be given as {"young": ..., "poisson": ...}:
//   mu = E/(2 (1 + nu)), lambda = E nu/((1 + nu)(1 - 2 nu)).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/rows.h"

enum { LAMBDA, MU };

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = law->n_bound = 2;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  snprintf(out->name, sizeof out->name, "%s", j == LAMBDA ? "lambda" : "mu");
  out->role = j == LAMBDA ? PL_ROLE_LAMBDA : PL_ROLE_SHEAR;
  out->dim = pl_dim_divide(stress_dim, strain_dim);
  out->scale = pl_law_scale(out->dim);
  out->lower = 0;
  out->upper = INFINITY;
  out->knot = NAN;
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law;
  double lambda = bound[LAMBDA], mu = bound[MU];
  PL_FOR_LANES(l) {
    double volume = lambda * (s[0][l] + s[1][l] + s[2][l]);
    t[0][l] = volume + 2 * mu * s[0][l];
    t[1][l] = volume + 2 * mu * s[1][l];
    t[2][l] = volume + 2 * mu * s[2][l];
    t[3][l] = mu * s[3][l];
    t[4][l] = mu * s[4][l];
    t[5][l] = mu * s[5][l];
  }
  if (psi) PL_FOR_LANES(l)
  psi[0][l] = 0.5 * (s[0][l] * t[0][l] + s[1][l] * t[1][l] + s[2][l] * t[2][l] + s[3][l] * t[3][l] + s[4][l] * t[4][l] + s[5][l] * t[5][l]);
  for (int i = 0; k && i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double value = (i < 3 && j < 3 ? lambda : 0) + (i == j ? (i < 3 ? 2 * mu : mu) : 0);
      PL_FOR_LANES(l) k[6 * i + j][l] = value;
    }
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)law, (void)theta;
  for (int i = 0; i < 6; i++) PL_FOR_LANES(l) {
      dt[i][l] = i < 3 ? s[0][l] + s[1][l] + s[2][l] : 0;
      dt[6 + i][l] = (i < 3 ? 2 : 1) * s[i][l];
    }
}

static pl_status convert(pl_context *ctx, const pl_law *law, pl_json *given, pl_dim strain_dim, pl_dim stress_dim, bool sigma,
                         double *theta, bool *converted) {
  (void)law;
  pl_json *young = !sigma && given->kind == PL_JSON_OBJECT ? pl_json_find(given, "young") : NULL, *poisson;
  *converted = young != NULL;
  if (!young) return PL_OK;
  double e, nu;
  PL_TRY(pl_json_quantity(ctx, young, pl_dim_divide(stress_dim, strain_dim), 0, 1e15, &e));
  poisson = pl_json_find(given, "poisson");
  if (!poisson) {
    pl_where where = pl_json_where(given);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "add for example \"poisson\": 0.3", "the field \"poisson\" is missing beside \"young\"");
  }
  PL_TRY(pl_json_quantity(ctx, poisson, PL_DIM_NONE, 0, 0.4999, &nu));
  static const char *const known[] = {"young", "poisson"};
  PL_TRY(pl_json_done(ctx, given, 2, known));
  theta[MU] = e / (2 * (1 + nu));
  theta[LAMBDA] = e * nu / ((1 + nu) * (1 - 2 * nu));
  return PL_OK;
}

const pl_law_row pl_law_isotropic3 = {
    .name = "isotropic3",
    .help = "linear isotropic solid on green3 (St. Venant-Kirchhoff): lambda, mu, or young and poisson",
    .words = "An isotropic solid, stress proportional to strain: mu is the shear modulus, lambda the second modulus of Lam\xC3\xA9.",
    .source = "Miguel et al. 2016, section 3.1; thesis 4.3",
    .n_in = 6,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_ISOTROPIC,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .eval = eval,
    .eval_theta = eval_theta,
    .pieces = pl_law_constant_pieces,
    .convert = convert,
};
