// candidate.c: see candidate.h. A spline with equal stiffness values is the linear law, so the second stage starts exactly where the first
// one ended.
#include "estimate/model/candidate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define CURVES "friction", "rate", "monotone", "segments", "cross"
static const char *const splines[] = {CURVES, "order-elongation", "order-shear", NULL}, *const curves[] = {CURVES, NULL},
                         *const constants[] = {"friction", "rate", "monotone", "cross", NULL}, *const tensors[] = {"rate", "cross", NULL};

static const pl_candidate_row rows[] = {
    {"volino", "three independent stress curves over Green strain (Volino eq. 14), antisymmetric in compression", "stress-spline", NULL,
     false, false, splines},
    {"convex", "the same with curves that are convex by construction", "convex-spline", NULL, false, false, curves},
    {"coupled", "convex curves with their own compression side, coupled: for fabrics that contract sideways", "convex-spline", NULL, true,
     false, curves},
    {"additive", "the same with a coupling that changes with both strains, convex as a whole", "convex-spline", NULL, true, true, curves},
    {"linear", "three constant stiffnesses (diagonal St. Venant-Kirchhoff)", "linear", NULL, false, false, constants},
    {"orthotropic", "linear orthotropic tensor c11, c12, c22, c33", NULL, "orthotropic", false, false, tensors},
    {"isotropic", "linear isotropic: Young modulus and Poisson coefficient (Volino eq. 4)", NULL, "isotropic", false, false, tensors},
};

int pl_candidate_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const pl_candidate_row *pl_candidate_at(int index) { return &rows[index]; }

const pl_candidate_row *pl_candidate_find(const char *name) {
  for (int i = 0; i < pl_candidate_count(); i++)
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  return NULL;
}

static const char *const curve_name[3] = {"warp", "weft", "shear"};

// Set start values and scales of one term's parameters.
static void start_term(pl_material *material, const char *term_name, double value, double scale) {
  const pl_term *term = pl_material_term(material, term_name);
  for (int j = 0; term && j < term->law.n_param; j++) {
    material->theta[term->theta + j] = value;
    material->parameter[term->theta + j].scale = scale;
  }
}

static double linear_value(const pl_material *linear, const char *term_name) {
  const pl_term *term = pl_material_term(linear, term_name);
  return term ? linear->theta[term->theta] : 0;
}

static pl_status add_cross(pl_material *material) {
  return pl_material_add_term(material,
                              "{\"name\": \"cross\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"cross\"}");
}

// Control strains of the grid: the limits of the visited strains, and rest.
static pl_status add_grid(pl_material *material, const pl_visited *visited) {
  double edge[2][2];
  for (int i = 0; i < 2; i++) {
    edge[i][1] = fmax(visited->range[i][1], 1e-4);
    edge[i][0] = fmin(visited->range[i][0], -0.05 * edge[i][1]);
  }
  char text[512];
  snprintf(text, sizeof text,
           "{\"name\": \"cross\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"cross-spline\", "
           "\"knots\": [[%.9g, 0, %.9g], [%.9g, 0, %.9g]]}",
           edge[0][0], edge[0][1], edge[1][0], edge[1][1]);
  return pl_material_add_term(material, text);
}

pl_status pl_candidate_linear(pl_context *ctx, const char *name, double density, double level, bool cross, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, name, density, &material));
  pl_status status = PL_OK;
  for (int i = 0; i < 3; i++) {
    char text[256];
    snprintf(text, sizeof text, "{\"name\": \"%s\", \"strain\": \"green\", \"values\": [\"%s\"], \"law\": \"linear\"}", curve_name[i],
             curve_name[i]);
    PL_TRY_CLEAN(pl_material_add_term(material, text));
  }
  if (cross) PL_TRY_CLEAN(add_cross(material));
  PL_TRY_CLEAN(pl_material_finish(material));
  start_term(material, "warp", level, level);
  start_term(material, "weft", level, level);
  start_term(material, "shear", 0.1 * level, 0.1 * level);
  start_term(material, "cross", 0.1 * level, level);
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

// Knots: `segments` even ones up to the largest strain; half as many on a free compression side. Strains that occur only incidentally get a
// modest range, so that the curve is defined where the solver may evaluate it.
static void describe_curve(pl_text *text, const pl_candidate_row *row, const pl_fit_options *options, const pl_visited *visited,
                           bool measured, int i) {
  pl_text_printf(text, "{\"name\": \"%s\", \"strain\": \"green\", \"values\": [\"%s\"], \"law\": \"%s\"", curve_name[i], curve_name[i],
                 row->law);
  const pl_law_row *law = pl_law_find(row->law);
  if (pl_law_takes(law, "knots")) {
    double low = visited->range[i][0], high = visited->range[i][1];
    bool free = measured && row->free_compression && i < 2;  // shear is symmetric in both senses
    if (i == 2 || !free) high = fmax(high, -low);
    high = fmax(high, 1e-4);
    int order = i == 2 ? options->order_shear : options->order_elongation;
    if (pl_law_takes(law, "order")) pl_text_printf(text, ", \"order\": %d", order);
    pl_text_printf(text, ", \"compression\": \"%s\", \"knots\": [", free ? "free" : "antisymmetric");
    if (free) {
      double deepest = fmin(low, -0.05 * high);
      int n = options->segments > 2 ? (options->segments + 1) / 2 : 1;
      for (int k = n; k >= 1; k--) pl_text_printf(text, "%.9g, ", deepest * k / n);
    }
    for (int k = 0; k <= options->segments; k++) pl_text_printf(text, "%s%.9g", k ? ", " : "", high * k / options->segments);
    pl_text_add(text, "]");
  }
  pl_text_add(text, "}");
}

static pl_status build_curves(pl_context *ctx, const pl_candidate_row *row, const pl_fit_options *options, const pl_visited *visited,
                              bool measured, pl_material *material) {
  for (int i = 0; i < 3; i++) {
    pl_text text;
    pl_text_init(&text, ctx);
    describe_curve(&text, row, options, visited, measured, i);
    pl_status status = text.failed ? PL_ERROR_MEMORY : pl_material_add_term(material, text.data);
    pl_text_clear(&text);
    PL_TRY(status);
  }
  return PL_OK;
}

static void start_joint(pl_material *material, const pl_material *linear) {
  double warp = linear_value(linear, "warp"), weft = linear_value(linear, "weft"), cross = linear_value(linear, "cross");
  double mean = 0.5 * (warp + weft), c[3][3] = {{warp, cross, 0}, {cross, weft, 0}, {0, 0, linear_value(linear, "shear")}};
  for (int j = 0; j < material->n_theta; j++) {
    pl_parameter *p = &material->parameter[j];
    double value = p->role == PL_ROLE_MATRIX ? c[p->of[0]][p->of[1]] : p->role == PL_ROLE_YOUNG ? mean : 0;
    material->theta[j] = value;
    p->scale = p->role == PL_ROLE_POISSON ? 0.3 : fmax(fabs(value), 0.1 * mean);
  }
}

pl_status pl_candidate_build(pl_context *ctx, const pl_candidate_row *row, const pl_fit_options *options, const pl_visited *visited,
                             const pl_material *linear, bool cross, bool measured, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, linear->name, linear->density, &material));
  pl_status status = PL_OK;
  if (row->law) {
    PL_TRY_CLEAN(build_curves(ctx, row, options, visited, measured, material));
    if (cross) PL_TRY_CLEAN(row->grid ? add_grid(material, visited) : add_cross(material));
  } else {
    char text[256];
    snprintf(text, sizeof text,
             "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"%s\"}",
             row->joint_law);
    PL_TRY_CLEAN(pl_material_add_term(material, text));
  }
  PL_TRY_CLEAN(pl_material_finish(material));
  if (row->law) {
    double level = 0.5 * (linear_value(linear, "warp") + linear_value(linear, "weft"));
    for (int i = 0; i < 3; i++) {
      double value = linear_value(linear, curve_name[i]);
      start_term(material, curve_name[i], value, fmax(value, 1e-3 * level));
    }
    double coupling = linear_value(linear, "cross"), most = 0.9 * sqrt(linear_value(linear, "warp") * linear_value(linear, "weft"));
    // the constant coupling of the first stage is not limited by the stiffness of the curves
    start_term(material, "cross", row->grid ? fmin(fmax(coupling, -most), most) : coupling, level);
  } else {
    start_joint(material, linear);
  }
  if (options->monotone)
    for (int j = 0; j < material->n_theta; j++) {
      pl_parameter *parameter = &material->parameter[j];
      bool coupling = material->term[parameter->term].law.row->flags & PL_LAW_COUPLING;
      // stiffnesses have a small positive lower bound: an exactly flat curve has no equilibrium
      if (row->law && !coupling) parameter->lower = fmax(parameter->lower, 1e-3 * parameter->scale);
    }
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

// Stiffness along warp (0) or weft (1), N/m. Of a tensor c11 or c22; of a curve the smallest tangent at its knots in tension.
static double axis_stiffness(const pl_material *material, int axis) {
  double least = INFINITY;
  for (int j = 0; j < material->n_theta; j++) {
    const pl_parameter *parameter = &material->parameter[j];
    const pl_term *term = &material->term[parameter->term];
    bool one = term->law.row->n_in == 1 && term->value[0] == axis && !(parameter->knot < 0);
    bool entry = parameter->role == PL_ROLE_MATRIX && parameter->of[0] == axis && parameter->of[1] == axis;
    if (one || entry) least = fmin(least, material->theta[j]);
  }
  return isfinite(least) ? least : 0;
}

// True for the parameters of a coupling of warp and weft.
static bool couples(const pl_material *material, const pl_parameter *parameter) {
  bool entry = parameter->role == PL_ROLE_MATRIX && parameter->of[0] == 0 && parameter->of[1] == 1;
  return entry || (material->term[parameter->term].law.row->flags & PL_LAW_COUPLING);
}

static double coupling_of(const pl_material *material, double ratio) {
  return ratio * sqrt(axis_stiffness(material, 0) * axis_stiffness(material, 1));
}

double pl_candidate_coupling_change(const pl_material *material, double ratio) {
  double value = coupling_of(material, ratio), change = 0;
  for (int j = 0; j < material->n_theta && value > 0; j++)
    if (couples(material, &material->parameter[j])) change = fmax(change, fabs(material->theta[j] / value - 1));
  return change;
}

bool pl_candidate_fix_coupling(pl_material *material, double ratio) {
  double value = coupling_of(material, ratio);
  bool any = false;
  for (int j = 0; j < material->n_theta; j++) {
    pl_parameter *parameter = &material->parameter[j];
    if (!couples(material, parameter)) continue;
    material->theta[j] = value;
    any = parameter->frozen = true;
  }
  return any;
}
