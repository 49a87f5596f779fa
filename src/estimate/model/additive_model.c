// additive_model.c: see additive_model.h.
//
// StVK is c11 = young / (1 - nu^2) for warp and weft, c12 = nu c11 for area and (c11 - c12) / 2 for the engineering shear (thesis 4.3).
#include "estimate/model/additive_model.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "material/addend.h"

const char *const pl_additive_stage_names[PL_ADDITIVE_STAGES] = {"stvk", "anisotropic", "cross", "nonlinear", "asymmetric"};
static const char *const slot_names[PL_SLOTS] = {"warp", "weft", "shear", "area", "warp-shear", "weft-shear"};
#define ONE_BEND "bend"
static const char *const bend_names[3] = {"bend-warp", "bend-weft", "bend-diagonal"}, *const bend_values[3] = {"warp", "weft", "twist"};
enum { WARP, WEFT, SHEAR };

const char *pl_additive_slot_name(pl_additive_slot slot) { return slot_names[slot]; }

static bool is_curve(pl_additive_slot slot) { return slot <= PL_SLOT_SHEAR; }
static bool with_shear(pl_additive_slot slot) { return slot >= PL_SLOT_WARP_SHEAR; }
// The strains that an addend depends on.
static int first_strain(pl_additive_slot slot) { return is_curve(slot) ? (int)slot : slot == PL_SLOT_WEFT_SHEAR ? WEFT : WARP; }
static int second_strain(pl_additive_slot slot) { return with_shear(slot) ? SHEAR : WEFT; }

int pl_additive_values_of(const pl_additive_addend *addend) { return addend->level == PL_LEVEL_ABSENT ? 0 : addend->n[0] * addend->n[1]; }

pl_additive_level pl_additive_next(pl_additive_slot slot, pl_additive_level level, int up) {
  int next = (int)level + up, lowest = is_curve(slot) ? PL_LEVEL_CONSTANT : PL_LEVEL_ABSENT;  // a strain without a curve would have no
                                                                                              // stiffness
  if (next == PL_LEVEL_CURVED && !is_curve(slot)) next += up;
  return next < lowest || next > PL_LEVEL_ASYMMETRIC ? level : (pl_additive_level)next;
}

// ---- control strains ----

static double reach(const double range[2]) { return fmax(range[1], -range[0]); }

static void insert_knot(pl_additive_addend *a, double at, bool held) {
  int i = a->n[0]++;
  for (; i > 0 && a->knot[0][i - 1] > at; i--) {
    a->knot[0][i] = a->knot[0][i - 1];
    a->held[i] = a->held[i - 1];
  }
  a->knot[0][i] = at;
  a->held[i] = held;
}

// Control strains of a curve with separate compression: those of tension mirrored, so that it can reproduce the even curve. The limit of
// the measured compression is added, unless a control strain is there already. Beyond that limit the values are fixed.
static void mirror_knots(pl_additive_addend *a, const double range[2], int points) {
  double top = reach(range), edge = -range[0];
  bool near = edge > 0.9 * top;
  for (int i = 1; i < points; i++) {
    double at = top * i / (points - 1);
    insert_knot(a, -at, at > 1.3 * edge);
    near = near || fabs(at - edge) < 0.3 * edge;
  }
  if (!near) insert_knot(a, -edge, false);
}

static void place_none(pl_additive_addend *a) {
  a->n[0] = a->n[1] = 1;
  a->knot[0][0] = a->knot[1][0] = 0;
  memset(a->held, 0, sizeof a->held);
}

void pl_additive_place_curve(pl_additive_addend *a, const double range[2], int points) {
  place_none(a);
  if (a->level <= PL_LEVEL_CONSTANT) return;
  a->n[0] = 0;
  for (int i = 0; i < points; i++) insert_knot(a, reach(range) * i / (points - 1), false);
  if (a->level == PL_LEVEL_ASYMMETRIC) mirror_knots(a, range, points);
}

static void place_knots(const pl_additive_shape *shape, pl_additive_slot slot, pl_additive_addend *a) {
  const double *range[2] = {shape->range[first_strain(slot)], shape->range[second_strain(slot)]};
  if (is_curve(slot)) {
    pl_additive_place_curve(a, range[0], shape->points);
    return;
  }
  place_none(a);
  if (with_shear(slot)) a->knot[1][0] = reach(range[1]);
  if (a->level <= PL_LEVEL_CONSTANT) return;
  for (int axis = 0; axis < (with_shear(slot) ? 1 : 2); axis++) {
    a->n[axis] = 2;
    for (int k = 0; k < 2; k++) a->knot[axis][k] = range[axis][k];
  }
}

// ---- values ----

// Where s lies between n ascending knots: the left knot and the fraction of the interval, clamped at the ends.
static int locate(int n, const double *knot, double s, double *part) {
  *part = 0;
  if (n < 2 || s <= knot[0]) return 0;
  int i = 0;
  while (i < n - 2 && s > knot[i + 1]) i++;
  *part = fmin((s - knot[i]) / (knot[i + 1] - knot[i]), 1);
  return i;
}

static double value_at(pl_additive_slot slot, const pl_additive_addend *a, double s0, double s1) {
  if (a->level == PL_LEVEL_ABSENT) return 0;
  if (is_curve(slot) && a->level < PL_LEVEL_ASYMMETRIC) s0 = fabs(s0);
  double part[2], sum = 0;
  int at[2] = {locate(a->n[0], a->knot[0], s0, &part[0]), locate(a->n[1], a->knot[1], s1, &part[1])};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      double weight = (i ? part[0] : 1 - part[0]) * (j ? part[1] : 1 - part[1]);
      if (weight > 0) sum += weight * a->value[(at[0] + i) * a->n[1] + at[1] + j];
    }
  return sum;
}

void pl_additive_read(pl_additive_slot slot, const pl_additive_addend *from, pl_additive_addend *to) {
  double value[PL_ADDITIVE_MAX_KNOT];
  for (int i = 0; i < to->n[0]; i++)
    for (int j = 0; j < to->n[1]; j++) value[i * to->n[1] + j] = value_at(slot, from, to->knot[0][i], to->knot[1][j]);
  memcpy(to->value, value, (size_t)(to->n[0] * to->n[1]) * sizeof *value);
}

void pl_additive_set(pl_additive_shape *shape, pl_additive_slot slot, pl_additive_level level) {
  pl_additive_addend *a = &shape->addend[slot], before = *a;
  a->level = level;
  place_knots(shape, slot, a);
  pl_additive_read(slot, &before, a);
}

void pl_additive_points(pl_additive_shape *shape, int points) {
  shape->points = points;
  for (int s = 0; s < PL_SLOTS; s++) pl_additive_set(shape, (pl_additive_slot)s, shape->addend[s].level);
}

// Cloth is mirror-symmetric, and so are its two directions of shear, unless measurements of both differ. A side that was hardly visited has
// no information, and a separate value there would absorb other errors.
bool pl_additive_two_sided(const pl_additive_shape *shape, pl_additive_slot slot) {
  const double *range = shape->range[SHEAR];
  return slot != PL_SLOT_SHEAR || fmin(-range[0], range[1]) > 0.5 * reach(range);
}

void pl_additive_raise(pl_additive_shape *shape, pl_additive_stage stage) {
  for (int s = 0; s < PL_SLOTS; s++) {
    pl_additive_slot slot = (pl_additive_slot)s;
    pl_additive_level level = stage >= PL_ADDITIVE_ASYMMETRIC                    ? PL_LEVEL_ASYMMETRIC
                              : stage >= PL_ADDITIVE_NONLINEAR && is_curve(slot) ? PL_LEVEL_CURVED
                              : with_shear(slot) && stage < PL_ADDITIVE_CROSS    ? PL_LEVEL_ABSENT
                                                                                 : PL_LEVEL_CONSTANT;
    if (level == PL_LEVEL_ASYMMETRIC && !pl_additive_two_sided(shape, slot)) level = PL_LEVEL_CURVED;
    pl_additive_set(shape, slot, level);
  }
  shape->isotropic = stage == PL_ADDITIVE_STVK;
}

static void set_stvk(pl_additive_shape *shape, double young, double poisson) {
  double c11 = young / (1 - poisson * poisson), c12 = poisson * c11;
  double value[PL_SLOTS] = {c11, c11, 0.5 * (c11 - c12), c12, 0, 0};
  for (int s = 0; s < PL_SLOTS; s++) {
    shape->addend[s].level = s <= PL_SLOT_AREA ? PL_LEVEL_CONSTANT : PL_LEVEL_ABSENT;
    place_knots(shape, (pl_additive_slot)s, &shape->addend[s]);
    shape->addend[s].value[0] = value[s];
  }
  shape->isotropic = true;
}

void pl_additive_start(pl_additive_shape *shape, double young, double poisson, double bend) {
  *shape = (pl_additive_shape){.points = 3, .bend = {bend, bend, 0.5 * bend}};
  for (int i = 0; i < 3; i++) shape->range[i][0] = -0.1, shape->range[i][1] = 0.1;
  set_stvk(shape, young, poisson);
}

// ---- the material ----

static void put_knots(pl_text *text, int n, const double *knot) {
  pl_text_add(text, "[");
  for (int i = 0; i < n; i++) pl_text_printf(text, "%s%.17g", i ? ", " : "", knot[i]);
  pl_text_add(text, "]");
}

void pl_additive_describe(pl_text *text, const char *name, pl_additive_slot slot, const pl_additive_addend *a, const char *shares) {
  const pl_addend *row = pl_addend_find(name);
  pl_text_printf(text, "{\"name\": \"%s\", \"strain\": \"%s\", \"values\": [\"%s\"", row->name, row->strain, row->value[0]);
  if (row->value[1]) pl_text_printf(text, ", \"%s\"", row->value[1]);
  pl_text_add(text, "]");
  if (shares) pl_text_printf(text, ", \"shares\": \"%s\"", shares);
  pl_text_add(text, ", \"law\": ");
  if (is_curve(slot)) {
    if (a->n[0] == 1) {
      pl_text_add(text, "\"linear\"}");
      return;
    }
    pl_text_add(text, "\"convex-spline\", \"knots\": ");
    put_knots(text, a->n[0], a->knot[0]);
    pl_text_printf(text, ", \"compression\": \"%s\"}", a->level == PL_LEVEL_ASYMMETRIC ? "free" : "antisymmetric");
    return;
  }
  pl_text_add(text, "\"cross-spline\", \"knots\": [");
  put_knots(text, a->n[0], a->knot[0]);
  pl_text_add(text, ", ");
  double even[2] = {0, a->knot[1][0]};
  put_knots(text, with_shear(slot) ? 2 : a->n[1], with_shear(slot) ? even : a->knot[1]);
  pl_text_printf(text, "]%s}", with_shear(slot) ? ", \"even\": \"second\"" : "");
}

static pl_status add_terms(pl_material *material, const pl_additive_shape *shape, pl_text *text) {
  for (int s = 0; s < PL_SLOTS; s++) {
    if (shape->addend[s].level == PL_LEVEL_ABSENT || shape->isotropic) continue;
    text->size = 0;
    pl_additive_describe(text, slot_names[s], (pl_additive_slot)s, &shape->addend[s], NULL);
    if (text->failed) return PL_ERROR_MEMORY;
    PL_TRY(pl_material_add_term(material, text->data));
  }
  if (shape->isotropic)
    PL_TRY(pl_material_add_term(
        material, "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"isotropic\"}"));
  for (int i = 0; i < 3; i++)
    if (shape->friction[i].on) PL_TRY(pl_friction_add_beside(material, slot_names[i], "green", slot_names[i], shape->friction_kind));
  if (!shape->flat && shape->bend_one)
    return pl_material_add_term(material, "{\"name\": \"" ONE_BEND "\", \"strain\": \"curvature\", \"law\": \"isotropic\"}");
  for (int b = 0; b < 3 && !shape->flat; b++) {
    text->size = 0;
    pl_text_printf(text, "{\"name\": \"%s\", \"strain\": \"curvature\", \"values\": [\"%s\"], \"law\": \"linear\"}", bend_names[b],
                   bend_values[b]);
    if (text->failed) return PL_ERROR_MEMORY;
    PL_TRY(pl_material_add_term(material, text->data));
  }
  return PL_OK;
}

static double largest(const pl_additive_addend *a) {
  double most = 0;
  for (int j = 0; j < pl_additive_values_of(a); j++) most = fmax(most, fabs(a->value[j]));
  return most;
}

// Usual size of an addend's values. Pairs: the value that changes the smaller of the two stiffnesses by its size at the largest strain.
static double usual(const pl_additive_shape *shape, pl_additive_slot slot) {
  if (is_curve(slot)) return largest(&shape->addend[slot]);
  double first = largest(&shape->addend[first_strain(slot)]), second = largest(&shape->addend[second_strain(slot)]);
  if (!with_shear(slot)) return 0.5 * fmin(first, second);
  return second * reach(shape->range[SHEAR]) / reach(shape->range[first_strain(slot)]);
}

#define SIDES_DIFFER 10  // times

// A separate side is at most this many times as stiff as the other, so that a poorly measured compression does not absorb other errors.
// (Bundled knit on 8 cells without this bound: 183 +- 433 kN/m beside 0.17.)
static void bound_side(const pl_additive_addend *a, pl_additive_slot slot, int j, double scale, pl_parameter *parameter) {
  if (a->level != PL_LEVEL_ASYMMETRIC || !is_curve(slot) || a->knot[0][j] >= 0) return;
  parameter->upper = fmin(parameter->upper, SIDES_DIFFER * fmax(value_at(slot, a, -a->knot[0][j], 0), 0.1 * scale));
}

static void fill(pl_material *material, const pl_additive_shape *shape, pl_additive_slot slot) {
  const pl_term *term = pl_material_term(material, slot_names[slot]);
  const pl_additive_addend *a = &shape->addend[slot];
  double scale = usual(shape, slot);
  for (int j = 0; j < pl_additive_values_of(a); j++) {
    pl_parameter *parameter = &material->parameter[term->theta + j];
    material->theta[term->theta + j] = a->value[j];
    parameter->scale = scale;
    parameter->frozen = a->held[j];
    bound_side(a, slot, j, scale, parameter);
    if (is_curve(slot)) parameter->lower = fmax(parameter->lower, 1e-3 * scale);
  }
}

static void fill_stvk(pl_material *material, const pl_additive_shape *shape) {
  double c11 = shape->addend[PL_SLOT_WARP].value[0], poisson = shape->addend[PL_SLOT_AREA].value[0] / c11;
  int at = pl_material_term(material, "membrane")->theta;
  material->theta[at] = material->parameter[at].scale = c11 * (1 - poisson * poisson);
  material->parameter[at].lower = 1e-3 * material->theta[at];
  material->theta[at + 1] = poisson;
  material->parameter[at + 1].upper = 0.95;
}

static const pl_term *friction_term(const pl_material *material, int strain) {
  char name[40];
  strcat(strcpy(name, slot_names[strain]), "-friction");
  return pl_material_term(material, name);
}

static void fill_friction(pl_material *material, const pl_additive_shape *shape) {
  for (int i = 0; i < 3; i++) {
    if (!shape->friction[i].on) continue;
    const pl_term *term = friction_term(material, i);
    for (int j = 0; j < term->law.n_param; j++) {
      material->theta[term->theta + j] = shape->friction[i].value[j];
      if (shape->friction[i].scale[j] > 0) material->parameter[term->theta + j].scale = shape->friction[i].scale[j];
    }
  }
}

static void read_friction(const pl_material *material, pl_additive_shape *shape) {
  for (int i = 0; i < 3; i++) {
    if (!shape->friction[i].on) continue;
    const pl_term *term = friction_term(material, i);
    for (int j = 0; j < term->law.n_param; j++) {
      shape->friction[i].value[j] = material->theta[term->theta + j];
      shape->friction[i].scale[j] = material->parameter[term->theta + j].scale;
    }
  }
}

int pl_additive_bending(const pl_material *material, int b) {
  const pl_term *one = pl_material_term(material, ONE_BEND);
  return (one ? one : pl_material_term(material, bend_names[b]))->theta;
}

// An isotropic plate with D12 = 0, as that of three rigidities: D11 = D22 = D, D66 = D/2.
static void hold_poisson(pl_material *material) {
  int j = pl_additive_bending(material, 0) + 1;
  material->theta[j] = 0;
  material->parameter[j].frozen = true;
}

pl_status pl_additive_material(pl_context *ctx, const char *name, double density, const pl_additive_shape *shape, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, name, density, &material));
  pl_text text;
  pl_text_init(&text, ctx);
  pl_status status = add_terms(material, shape, &text);
  pl_text_clear(&text);
  if (status == PL_OK) status = pl_material_finish(material);
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  for (int s = 0; s < PL_SLOTS && !shape->isotropic; s++)
    if (shape->addend[s].level > PL_LEVEL_ABSENT) fill(material, shape, (pl_additive_slot)s);
  if (shape->isotropic) fill_stvk(material, shape);
  fill_friction(material, shape);
  // scaled by the largest of the three: a value near zero cannot be its own scale
  double bend = fmax(fmax(shape->bend[0], shape->bend[1]), shape->bend[2]);
  if (!shape->flat && shape->bend_one) hold_poisson(material);
  for (int b = 0; b < (shape->flat ? 0 : shape->bend_one ? 1 : 3); b++) {
    int j = pl_additive_bending(material, b);
    material->parameter[j].scale = bend;
    material->parameter[j].lower = 1e-3 * bend;
    material->theta[j] = fmax(shape->bend[b], 1e-3 * bend);
  }
  *out = material;
  return PL_OK;
}

void pl_additive_values(const pl_material *material, pl_additive_shape *shape) {
  if (shape->isotropic) {
    const double *theta = material->theta + pl_material_term(material, "membrane")->theta;
    set_stvk(shape, theta[0], theta[1]);
  }
  for (int s = 0; s < PL_SLOTS && !shape->isotropic; s++) {
    pl_additive_addend *a = &shape->addend[s];
    if (a->level == PL_LEVEL_ABSENT) continue;
    memcpy(a->value, material->theta + pl_material_term(material, slot_names[s])->theta,
           (size_t)pl_additive_values_of(a) * sizeof *a->value);
  }
  read_friction(material, shape);
  for (int b = 0; b < 3 && !shape->flat; b++)
    shape->bend[b] = material->theta[pl_additive_bending(material, b)] * (shape->bend_one && b == 2 ? 0.5 : 1);
}

bool pl_additive_has_friction(const pl_additive_shape *shape) {
  return shape->friction[0].on || shape->friction[1].on || shape->friction[2].on;
}

const char *pl_additive_words(pl_arena *arena, const pl_additive_shape *shape) {
  pl_text text;
  pl_text_init(&text, pl_arena_context(arena));
  if (shape->isotropic) pl_text_add(&text, "young, poisson");
  for (int s = 0; s < PL_SLOTS && !shape->isotropic; s++) {
    int n = pl_additive_values_of(&shape->addend[s]);
    if (n == 0) continue;
    pl_text_printf(&text, "%s%s", text.size ? ", " : "", slot_names[s]);
    if (n > 1) pl_text_printf(&text, " %d", n);
  }
  for (int i = 0, n = 0; i < 3; i++)
    if (shape->friction[i].on) pl_text_printf(&text, "%s%s", n++ ? ", " : "; friction of ", slot_names[i]);
  const char *words = text.failed ? NULL : pl_arena_text(arena, text.data);
  pl_text_clear(&text);
  return words;
}
