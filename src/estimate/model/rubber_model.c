// rubber_model.c: see rubber_model.h.
#include "estimate/model/rubber_model.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static const pl_rubber_row rows[] = {
    {"additive", "convex curves of I1 and of the logarithmic stretches, knots as the data determine", PL_RUBBER_ADDITIVE, NULL, 0},
    {"neo-hookean", "one modulus", PL_RUBBER_POLYNOMIAL, "neo-hookean", 0},
    {"mooney-rivlin", "two moduli, linear in I1 and I2", PL_RUBBER_POLYNOMIAL, "mooney-rivlin", 0},
    {"yeoh", "a cubic of I1", PL_RUBBER_POLYNOMIAL, "yeoh", 0},
    {"ogden-1", "one power of the stretches", PL_RUBBER_OGDEN, "ogden", 1},
    {"ogden-2", "two powers of the stretches", PL_RUBBER_OGDEN, "ogden", 2},
    {"ogden-3", "three powers of the stretches (Ogden 1972)", PL_RUBBER_OGDEN, "ogden", 3},
};

int pl_rubber_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const pl_rubber_row *pl_rubber_at(int index) { return &rows[index]; }

const pl_rubber_row *pl_rubber_find(const char *name) {
  for (int i = 0; i < pl_rubber_count(); i++)
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  return NULL;
}

const pl_rubber_row *pl_rubber_first(void) {
  for (int i = 0; i < pl_rubber_count(); i++)
    if (rows[i].kind == PL_RUBBER_POLYNOMIAL) return &rows[i];
  return NULL;
}

// ---- terms ----

static void add_values(pl_text *text, const char *strain_name) {
  const pl_strain *strain = pl_strain_find(strain_name);
  pl_text_printf(text, "\"strain\": \"%s\", \"values\": [", strain_name);
  for (int i = 0; strain && i < strain->n_value; i++) pl_text_printf(text, "%s\"%s\"", i ? ", " : "", strain->value_name[i]);
  pl_text_add(text, "], ");
}

static pl_status add_term(pl_material *material, pl_text *text) {
  pl_status status = text->failed ? PL_ERROR_MEMORY : pl_material_add_term(material, text->data);
  pl_text_clear(text);
  return status;
}

static const char *truth(bool value) { return value ? "true" : "false"; }

// Knots of a curve of an invariant: halfway between an even division of the range and the quantiles of the n ascending readings. This
// resolves a steep end with many readings.
static void add_knots(pl_text *text, const char *key, int n, const double *reading, double top, int segments) {
  pl_text_printf(text, "\"%s\": [0", key);
  for (int k = 1; k <= segments; k++) {
    double part = (double)k / segments, place = part * (n - 1);
    int i = (int)place < n - 1 ? (int)place : n - 2;
    pl_text_printf(text, ", %.9g", 0.5 * (part * top + reading[i] + (place - i) * (reading[i + 1] - reading[i])));
  }
  pl_text_add(text, "]");
}

// True for the one of the two terms that contains the volume.
static pl_status add_invariant(pl_context *ctx, pl_material *material, const int segments[2], const pl_rubber_guess *g) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "{\"name\": \"invariant\", ");
  add_values(&text, "invariants");
  pl_text_printf(&text, "\"law\": \"invariant-spline\", \"incompressible\": %s, ", truth(g->incompressible));
  add_knots(&text, "knots1", g->n, g->invariant, g->range.invariant, segments[0]);
  if (g->polyconvex) {
    pl_text_add(&text, ", ");
    add_knots(&text, "knots2", g->n, g->second, g->range.second, segments[1]);
  }
  pl_text_add(&text, "}");
  return add_term(material, &text);
}

static pl_status add_additive(pl_context *ctx, pl_material *material, const int segments[2], const pl_rubber_guess *g) {
  const pl_rubber_range *range = &g->range;
  pl_text text;
  PL_TRY(add_invariant(ctx, material, segments, g));
  if (g->polyconvex || segments[1] == 0)
    return PL_OK;  // polyconvex by its bounds; curves of the logarithmic stretches have no known
                   // condition
  pl_text_init(&text, ctx);
  pl_text_add(&text, "{\"name\": \"stretch\", ");
  add_values(&text, "principal3");
  pl_text_add(&text, "\"law\": \"valanis-landel\", \"incompressible\": true, \"knots\": [");
  int side = segments[1];
  for (int k = -side; k <= side; k++)
    pl_text_printf(&text, "%s%.9g", k > -side ? ", " : "", (k < 0 ? -range->log[0] : range->log[1]) * k / side);
  pl_text_add(&text, "]}");
  return add_term(material, &text);
}

static pl_status add_single(pl_context *ctx, pl_material *material, const pl_rubber_row *row, const pl_rubber_guess *g) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "{\"name\": \"rubber\", ");
  add_values(&text, row->kind == PL_RUBBER_OGDEN ? "principal3" : "invariants");
  pl_text_printf(&text, "\"law\": \"%s\", ", row->law);
  if (row->kind == PL_RUBBER_OGDEN) pl_text_printf(&text, "\"terms\": %d, ", row->terms);
  // a law without this key is polyconvex anyway
  if (g->polyconvex && pl_law_takes(pl_law_find(row->law), "polyconvex")) pl_text_add(&text, "\"polyconvex\": true, ");
  if (g->polyconvex && row->kind == PL_RUBBER_OGDEN) pl_text_printf(&text, "\"negative\": %d, ", g->negative);
  pl_text_printf(&text, "\"incompressible\": %s}", truth(g->incompressible));
  return add_term(material, &text);
}

static pl_status add_volume(pl_material *material) {
  return pl_material_add_term(material, "{\"name\": \"volume\", \"strain\": \"volume\", \"law\": \"linear\"}");
}

// ---- scales and starts ----

// Stretch exponent: 1; coefficient of x^m y^n: modulus / range^(m + n - 1); curvature of f: modulus / range.
static double scale_of(const pl_parameter *p, const pl_rubber_range *range, double modulus, double bulk) {
  double x = fmax(range->invariant, 1e-3);
  if (p->bulk) return bulk;
  switch (p->role) {
  case PL_ROLE_EXPONENT: return 1;
  case PL_ROLE_SLOPE: return 0.5 * modulus;
  case PL_ROLE_CURVATURE: return 0.5 * modulus / (p->of[0] == 0 ? x : fmax(range->second, 1e-3));
  case PL_ROLE_PRODUCT: return 0.5 * modulus / pow(x, p->of[0] + p->of[1] - 1);
  default: return modulus;  // mu, nu, k of the logarithmic stretches
  }
}

// Values at which the law is neo-Hooke with this modulus; the caller scans alpha of Ogden's terms.
static double start_of(const pl_parameter *p, double modulus, double bulk) {
  if (p->bulk) return bulk;
  switch (p->role) {
  case PL_ROLE_SHEAR: return p->of[0] == 0 && !p->of[1] ? modulus : 0;
  case PL_ROLE_PRODUCT: return p->of[0] == 1 && p->of[1] == 0 ? 0.5 * modulus : 0;
  case PL_ROLE_SLOPE: return p->of[0] == 0 ? 0.5 * modulus : 0;
  case PL_ROLE_EXPONENT: return p->of[1] ? 4 : 2;
  default: return 0;
  }
}

pl_status pl_rubber_build(pl_context *ctx, const pl_measurement *measured, const pl_rubber_row *row, const int segments[2],
                          const pl_rubber_guess *guess, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, measured->name, measured->density, &material));
  material->density_dim = pl_measurement_density_dim(measured);
  pl_status status = PL_OK;
  if (row->kind == PL_RUBBER_ADDITIVE) {
    PL_TRY_CLEAN(add_additive(ctx, material, segments, guess));
  } else {
    PL_TRY_CLEAN(add_single(ctx, material, row, guess));
  }
  if (guess->apart) PL_TRY_CLEAN(add_volume(material));
  PL_TRY_CLEAN(pl_material_finish(material));
  for (int j = 0; j < material->n_theta; j++) {
    pl_parameter *p = &material->parameter[j];
    p->scale = scale_of(p, &guess->range, guess->modulus, guess->bulk);
    material->theta[j] = start_of(p, guess->modulus, guess->bulk);
  }
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}
