// cloth_model.c: see cloth_model.h.
//
// One control point is the constant stiffness of the linear variant. Several are values at evenly spaced |s|: k(s) for stiffness-spline
// (stress k(s) s), or the tangent for convex-spline (monotone stress by construction). All curves are odd: compression mirrors tension.
#include "estimate/model/cloth_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define PAIRING(membrane, bending) \
  { membrane "+" bending, "a membrane of strain " membrane " with bending of strain " bending, membrane, bending }
// The models of the thesis come first, then the one for new fits, then all pairings.
static const pl_cloth_row rows[] = {
    {"springs", "springs along the mesh for stretch and shear, springs over two edges in line for bending", "spring", "spring-2"},
    {"soft-constraints", "soft-constraint membrane of Baraff and Witkin, discrete-shells bending", "soft", "hinge"},
    {"stvk", "diagonalised St. Venant-Kirchhoff membrane, discrete-shells bending", "green", "hinge"},
    {"shell", "diagonalised St. Venant-Kirchhoff membrane, orthotropic plate bending by curvatures (D11, D22, D66; D12 is 0)", "green",
     "curvature"},
    PAIRING("spring", "spring-2"),
    PAIRING("spring", "hinge"),
    PAIRING("soft", "spring-2"),
    PAIRING("soft", "hinge"),
    PAIRING("green", "spring-2"),
    PAIRING("green", "hinge"),
    PAIRING("green", "curvature"),
};

int pl_cloth_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
int pl_cloth_of_thesis(void) { return 3; }
const pl_cloth_row *pl_cloth_at(int index) { return &rows[index]; }

const pl_cloth_row *pl_cloth_find(const char *name) {
  for (int i = 0; i < pl_cloth_count(); i++)
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  return NULL;
}

static const char *const curve_names[PL_CURVE_COUNT] = {"stretch-warp", "stretch-weft", "shear", "bend-warp", "bend-weft", "bend-diagonal"};

const char *pl_cloth_curve_name(pl_cloth_curve curve) { return curve_names[curve]; }

pl_cloth_curve pl_cloth_owner(const pl_cloth_shape *shape, pl_cloth_curve curve) {
  if (shape->isotropic && curve == PL_CURVE_STRETCH_WEFT) return PL_CURVE_STRETCH_WARP;
  if (shape->isotropic && curve == PL_CURVE_BEND_WEFT) return PL_CURVE_BEND_WARP;
  return curve;
}

static bool bends(pl_cloth_curve curve) { return curve >= PL_CURVE_BEND_WARP; }

// The value of the strain, or the class of its elements, that the curve acts on.
static void describe_place(pl_text *text, const pl_strain *strain, pl_cloth_curve curve) {
  static const char *const classes[] = {"warp", "weft", "diagonal"};
  int index = bends(curve) ? (int)curve - PL_CURVE_BEND_WARP : (int)curve;
  if (strain->n_value == 3)
    pl_text_printf(text, ", \"values\": [\"%s\"]", strain->value_name[index]);
  else
    pl_text_printf(text, ", \"elements\": \"%s\"", classes[index]);
}

static void describe_law(pl_text *text, const pl_cloth_shape *shape, const pl_cloth_points *points, pl_dim strain_dim) {
  if (points->n == 1) {
    pl_text_add(text, ", \"law\": \"linear\"");
    return;
  }
  const char *unit = pl_dim_equal(strain_dim, PL_DIM_NONE) ? "" : "1/m";
  pl_text_printf(text, ", \"law\": \"%s\", \"compression\": \"antisymmetric\", \"knots\": {\"unit\": \"%s\", \"values\": [",
                 shape->convex ? "convex-spline" : "stiffness-spline", unit);
  for (int i = 0; i < points->n; i++) pl_text_printf(text, "%s%.12g", i ? ", " : "", points->top * i / (points->n - 1));
  pl_text_add(text, "]}");
}

static pl_status add_curve(pl_context *ctx, pl_material *material, const pl_cloth_shape *shape, pl_cloth_curve curve) {
  const pl_strain *strain = pl_strain_find(bends(curve) ? shape->row->bending : shape->row->membrane);
  pl_cloth_curve owner = pl_cloth_owner(shape, curve);
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text, "{\"name\": \"%s\", \"strain\": \"%s\"", curve_names[curve], strain->name);
  describe_place(&text, strain, curve);
  describe_law(&text, shape, &shape->curve[owner], strain->value_dim);
  if (owner != curve) pl_text_printf(&text, ", \"shares\": \"%s\"", curve_names[owner]);
  pl_text_add(&text, "}");
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_material_add_term(material, text.data);
  pl_text_clear(&text);
  return status;
}

static double largest_value(const pl_cloth_points *points) {
  double largest = 0;
  for (int j = 0; j < points->n; j++) largest = fmax(largest, points->value[j]);
  return largest;
}

// Cloth pushed over an edge hardly folds about its diagonals. Captures may then not bound that bending stiffness from above, and the fit
// would diverge. No cloth is this many times stiffer along its diagonals than along the stiffer of its yarns.
static const double DIAGONAL_MOST = 5;

static double upper_bound(const pl_cloth_shape *shape, pl_cloth_curve curve) {
  if (curve != PL_CURVE_BEND_DIAGONAL) return INFINITY;
  const pl_cloth_points *warp = &shape->curve[pl_cloth_owner(shape, PL_CURVE_BEND_WARP)];
  const pl_cloth_points *weft = &shape->curve[pl_cloth_owner(shape, PL_CURVE_BEND_WEFT)];
  return DIAGONAL_MOST * fmax(largest_value(warp), largest_value(weft));
}

pl_status pl_cloth_material(pl_context *ctx, const char *name, double density, const pl_cloth_shape *shape, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, name, density, &material));
  pl_status status = PL_OK;
  for (int c = 0; c < PL_CURVE_COUNT; c++) PL_TRY_CLEAN(add_curve(ctx, material, shape, (pl_cloth_curve)c));
  PL_TRY_CLEAN(pl_material_finish(material));
  for (int c = 0; c < PL_CURVE_COUNT; c++) {
    if (pl_cloth_owner(shape, (pl_cloth_curve)c) != (pl_cloth_curve)c) continue;
    const pl_cloth_points *points = &shape->curve[c];
    const pl_term *term = pl_material_term(material, curve_names[c]);
    double upper = upper_bound(shape, (pl_cloth_curve)c), largest = fmin(largest_value(points), upper);
    for (int j = 0; j < term->law.n_param; j++) {
      pl_parameter *parameter = &material->parameter[term->theta + j];
      material->theta[term->theta + j] = fmin(points->value[j], upper);
      parameter->scale = largest;
      parameter->lower = fmax(parameter->lower, 1e-3 * largest);
      parameter->upper = fmin(parameter->upper, upper);
    }
  }
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

void pl_cloth_values(const pl_material *material, pl_cloth_shape *shape) {
  for (int c = 0; c < PL_CURVE_COUNT; c++) {
    pl_cloth_points *points = &shape->curve[c];
    const pl_term *term = pl_material_term(material, curve_names[c]);
    for (int j = 0; j < points->n && j < term->law.n_param; j++) points->value[j] = material->theta[term->theta + j];
  }
}

void pl_cloth_subdivide(const pl_cloth_shape *shape, pl_cloth_points *points, int n) {
  (void)shape;
  double value[PL_CLOTH_MAX_POINT];
  for (int i = 0; i < n; i++) {
    double at = n > 1 ? (double)i / (n - 1) * (points->n - 1) : 0;
    int k = (int)fmin(floor(at), fmax(points->n - 2, 0));
    value[i] = points->n == 1 ? points->value[0] : points->value[k] + (at - k) * (points->value[k + 1] - points->value[k]);
  }
  memcpy(points->value, value, (size_t)n * sizeof *value);
  points->n = n;
}
