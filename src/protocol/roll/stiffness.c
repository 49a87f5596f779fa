// stiffness.c: the given bending stiffness of a roll test: a rigidity, a material, or strips to fit first (docs/protocols/roll.md).
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "protocol/roll/fit_roll.h"
#include "estimate/judge/rigidity.h"
#include "protocol/roll/roll.h"

// A term that bends strips of this cut.
static bool bends(const pl_term *term, const char *cut) {
  static const struct {
    const char *name;
    int degree;
  } cuts[] = {{"warp", 0}, {"weft", 90}, {"diagonal", 45}};
  for (int i = 0; i < 3; i++)
    if (strcmp(cuts[i].name, cut) == 0) return pl_term_bends(term, cuts[i].degree);
  return false;
}

// From the first term of a material that bends such strips: k1 and k2 of a quadratic law on hinges, else the stiffness of the flat cloth.
static bool from_material(const pl_material *material, const char *cut, pl_roll_stiffness *out) {
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!bends(term, cut)) continue;
    const double *theta = material->theta + term->theta, *sigma = material->sigma ? material->sigma + term->theta : NULL;
    double s = 0, stress, tangent, c = term->strain->rigidity / 3;
    pl_law_eval_one(&term->law, theta, &s, NULL, &stress, &tangent);
    out->k[0] = c * tangent;
    out->sigma[0] = sigma && isfinite(sigma[0]) ? c * sigma[0] : 0;
    bool quadratic = term->law.row->flags & PL_LAW_SECANT_SLOPE && c == 1;
    out->k[1] = quadratic ? theta[1] : 0;
    out->sigma[1] = !quadratic ? INFINITY : sigma && isfinite(sigma[1]) ? sigma[1] : 0;
    return true;
  }
  return false;
}

// Strips of the same cloth, fitted separately.
static pl_status from_strips(pl_fit *fit, const char *path, const char *cut, pl_roll_stiffness *out, bool *found) {
  pl_measurement *strips;
  pl_fit_options options = fit->problem.options;
  options.model = "hinge";
  options.friction = 0;
  options.given = options.rig.given = 0;
  PL_TRY(pl_measurement_load(fit->ctx, path, &strips));
  pl_fit *of_strips = NULL;
  pl_status status = pl_fit_run(fit->ctx, 1, &strips, 0, NULL, &options, &of_strips);
  if (status == PL_OK) *found = from_material(of_strips->material, cut, out);
  pl_fit_destroy(of_strips);
  pl_measurement_destroy(strips);
  return status;
}

pl_status pl_roll_stiffness_of(pl_fit *fit, const pl_fit_case *c, const char *cut, pl_roll_stiffness *out) {
  const pl_roll *roll = pl_roll_of(c->test);
  *out = (pl_roll_stiffness){.sigma = {INFINITY, INFINITY}};
  if (roll->rigidity > 0) {
    out->k[0] = roll->rigidity / 3;
    out->sigma[0] = roll->rigidity_sigma / 3;
  }
  if (!roll->bending) return PL_OK;
  bool found = false;
  if (pl_directory_exists(roll->bending)) {
    PL_TRY(from_strips(fit, roll->bending, cut, out, &found));
  } else {
    pl_material *material;
    PL_TRY(pl_material_load(fit->ctx, roll->bending, &material));
    found = from_material(material, cut, out);
    pl_material_destroy(material);
  }
  if (found) return PL_OK;
  return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = c->measurement->file, .line = c->test->line, .key = "bending"},
                 "measure a strip of that cut, or leave \"bending\" out to estimate the stiffness from the spirals",
                 "%s has no bending stiffness for strips cut along %s ('%s')", roll->bending, cut, c->test->name);
}
