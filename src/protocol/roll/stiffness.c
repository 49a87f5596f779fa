// stiffness.c: the given bending stiffness of a roll test: a rigidity, a material, or strips to fit first (docs/protocols/roll.md).
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "protocol/roll/fit_roll.h"
#include "material/plate.h"
#include "protocol/roll/roll.h"

// Degrees from warp.
static int degrees(const char *cut) { return strcmp(cut, "warp") == 0 ? 0 : strcmp(cut, "weft") == 0 ? 90 : 45; }

// B of the material at theta.
static double rigidity_at(const pl_material *material, const double *theta, int cut) {
  double sum = 0;
  for (int t = 0; t < material->n_term; t++)
    if (pl_term_bends(&material->term[t], cut)) pl_term_add_bending(&material->term[t], theta, cut, 0, NULL, &sum);
  return sum;
}

// Standard deviation of B, which is linear in theta: sigma^2 = g C g. Unknown sigmas count as 0.
static pl_status rigidity_sigma(const pl_material *material, int cut, double *sigma) {
  size_t n = (size_t)material->n_theta;
  pl_context *ctx = pl_arena_context(material->arena);
  double *theta = pl_alloc(ctx, 2 * n + 1, sizeof *theta), *g = theta + n, variance = 0;
  *sigma = 0;
  if (!theta) return PL_ERROR_MEMORY;
  memcpy(theta, material->theta, n * sizeof *theta);
  for (size_t j = 0; j < n && material->sigma; j++) {
    double own = isfinite(material->sigma[j]) ? material->sigma[j] : 0;
    theta[j] += own;
    g[j] = own > 0 ? rigidity_at(material, theta, cut) - rigidity_at(material, material->theta, cut) : 0;
    theta[j] = material->theta[j];
  }
  for (size_t i = 0; i < n && material->sigma; i++)
    for (size_t k = 0; k < n; k++) variance += g[i] * g[k] * (i == k ? 1 : material->correlation ? material->correlation[i * n + k] : 0);
  *sigma = sqrt(fmax(variance, 0));
  pl_free(ctx, theta);
  return PL_OK;
}

// M = B kappa + C kappa |kappa| of strips of this cut: k1 = B/c, k2 = C/c^2 over s = c kappa. C is known of a quadratic law only.
static pl_status from_material(const pl_material *material, const char *cut, double c, pl_roll_stiffness *out, bool *found) {
  const pl_term *quadratic = NULL;
  double rigidity;
  *found = pl_material_bending(material, degrees(cut), 0, NULL, &rigidity);
  if (!*found) return PL_OK;
  out->k[0] = rigidity / c;
  PL_TRY(rigidity_sigma(material, degrees(cut), &out->sigma[0]));
  out->sigma[0] /= c;
  for (int t = 0, n = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (pl_term_bends(term, degrees(cut))) quadratic = n++ == 0 && term->law.row->flags & PL_LAW_SECANT_SLOPE ? term : NULL;
  }
  if (!quadratic) return PL_OK;
  double factor = quadratic->strain->rigidity * quadratic->strain->per_curvature / (c * c), sigma = NAN;
  if (material->sigma) sigma = material->sigma[quadratic->theta + 1];
  out->k[1] = factor * material->theta[quadratic->theta + 1];
  out->sigma[1] = isfinite(sigma) ? factor * sigma : 0;
  return PL_OK;
}

// Strips of the same cloth, fitted separately.
static pl_status from_strips(pl_fit *fit, const char *path, const char *cut, double c, pl_roll_stiffness *out, bool *found) {
  pl_measurement *strips;
  pl_fit_options options = fit->problem.options;
  options.model = "auto";
  options.bend_knots = "0";
  options.friction = 0;
  options.given = options.rig.given = 0;
  PL_TRY(pl_measurement_load(fit->ctx, path, &strips));
  pl_fit *of_strips = NULL;
  pl_status status = pl_fit_run(fit->ctx, 1, &strips, 0, NULL, &options, &of_strips);
  if (status == PL_OK) status = from_material(of_strips->material, cut, c, out, found);
  pl_fit_destroy(of_strips);
  pl_measurement_destroy(strips);
  return status;
}

pl_status pl_roll_stiffness_of(pl_fit *fit, const pl_fit_case *c, const char *cut, double per_curvature, pl_roll_stiffness *out) {
  const pl_roll *roll = pl_roll_of(c->test);
  *out = (pl_roll_stiffness){.sigma = {INFINITY, INFINITY}};
  if (roll->rigidity > 0) {
    out->k[0] = roll->rigidity / per_curvature;
    out->sigma[0] = roll->rigidity_sigma / per_curvature;
  }
  if (!roll->bending) return PL_OK;
  bool found = false;
  if (pl_directory_exists(roll->bending)) {
    PL_TRY(from_strips(fit, roll->bending, cut, per_curvature, out, &found));
  } else {
    pl_material *material;
    PL_TRY(pl_material_load(fit->ctx, roll->bending, &material));
    pl_status status = from_material(material, cut, per_curvature, out, &found);
    pl_material_destroy(material);
    PL_TRY(status);
  }
  if (found) return PL_OK;
  return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = c->given->measurement->file, .line = c->test->line, .key = "bending"},
                 "measure a strip of that cut, or leave \"bending\" out to estimate the stiffness from the spirals",
                 "%s has no bending stiffness for strips cut along %s ('%s')", roll->bending, cut, c->test->name);
}
