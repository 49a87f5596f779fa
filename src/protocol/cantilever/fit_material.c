// fit_material.c: the material of a strip's fit: a frozen membrane, and bending terms for the measured directions.
//
// The membrane is not fitted: it is frozen at a stiffness with a strain of a ten-thousandth under the strip's weight.
#include <math.h>

#include "base/text.h"
#include "estimate/problem/whole.h"
#include "protocol/cantilever/fit_strips.h"

enum { ROWS = PL__STRIP_ROWS };
static const double INEXTENSIBLE = 1e4;  // membrane stiffness over the weight of the longest strip per width

static double membrane_stiffness(const pl_fit *fit) {
  double longest = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_cantilever *c = pl__strip(fit, i);
    if (c) longest = fmax(longest, c->gravity * c->overhang);
  }
  return INEXTENSIBLE * pl_fit_whole(fit).density * longest;
}

static const char *name_of(const pl__strips *strips, int j) { return strips->isotropic ? "bend" : strips->row->name[j]; }

const pl_term *pl__strip_term(const pl_material *material, const pl__strips *strips, int row) {
  return pl_material_term(material, name_of(strips, row));
}

static void describe_curve(pl_text *text, const char *law, const pl__bend_curve *curve) {
  if (pl_law_takes(pl_law_find(law), "degree")) pl_text_add(text, ", \"degree\": 1");
  if (!pl_law_takes(pl_law_find(law), "knots")) return;
  pl_text_add(text, ", \"knots\": {\"unit\": \"1/m\", \"values\": [");
  for (int i = 0; i < curve->n; i++) pl_text_printf(text, "%s%.9g", i ? ", " : "", curve->at[i]);
  pl_text_add(text, "]}");
}

static pl_status add_term(const pl_fit *fit, pl_material *material, const pl__strips *strips, int j, const char *law,
                          const pl__bend_curve *curve) {
  const pl_bending_row *row = strips->row;
  pl_text text;
  if (curve->n == 1) law = strips->isotropic ? "isotropic" : "linear";
  pl_text_init(&text, fit->ctx);
  pl_text_printf(&text, "{\"name\": \"%s\", \"strain\": \"%s\", \"law\": \"%s\"", name_of(strips, j), row->strain, law);
  if (!strips->isotropic) pl_text_printf(&text, ", \"%s\": [\"%s\"]", row->key, row->part[j]);
  describe_curve(&text, law, curve);
  pl_text_add(&text, "}");
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_material_add_term(material, text.data);
  pl_text_clear(&text);
  return status;
}

static void set_values(const pl_fit *fit, const pl__strips *strips, int j, const pl__bend_curve *curve, pl_material *material) {
  const pl_term *term = curve->n > 0 ? pl__strip_term(material, strips, j) : NULL;
  for (int i = 0; term && i < curve->n; i++) {
    pl_parameter *parameter = &material->parameter[term->theta + i];
    parameter->scale = curve->scale[i];
    // a strip without any stiffness has no equilibrium
    if (fit->problem.options.monotone) parameter->lower = 1e-3 * curve->value[i];
    material->theta[term->theta + i] = fmax(curve->value[i], parameter->lower);
  }
  // what remains is the coefficient of lateral contraction of an isotropic plate
  for (int i = curve->n; term && i < term->law.n_param; i++) {
    material->theta[term->theta + i] = 0;
    material->parameter[term->theta + i].frozen = true;
  }
}

pl_status pl__strip_material(const pl_fit *fit, const pl__strips *strips, const char *law, const pl__bend_curve curve[ROWS],
                             pl_material **out) {
  static const char membrane[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": "
                                 "\"orthotropic\"}";
  pl_material *material;
  PL_TRY(pl_material_create(fit->ctx, pl_fit_whole(fit).name, pl_fit_whole(fit).density, &material));
  pl_status status = PL_OK;
  PL_TRY_CLEAN(pl_material_add_term(material, membrane));
  for (int j = 0; j < ROWS; j++)
    if (curve[j].n > 0) PL_TRY_CLEAN(add_term(fit, material, strips, j, law, &curve[j]));
  PL_TRY_CLEAN(pl_material_finish(material));
  double stiff = membrane_stiffness(fit), tensor[4] = {stiff, 0, stiff, 0.5 * stiff};
  for (int i = 0; i < 4; i++) {
    material->theta[i] = tensor[i];
    material->parameter[i].scale = stiff;
    material->parameter[i].frozen = true;
  }
  for (int j = 0; j < ROWS; j++) set_values(fit, strips, j, &curve[j], material);
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}
