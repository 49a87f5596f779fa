// body_shape.c: see body_shape.h.
#include "estimate/model/body_shape.h"

#include <math.h>
#include <string.h>

#define WORTH_A_CURVE 2e-3  // Green strain: below it a curve is effectively a straight line
#define BOTH_SIDES 0.3      // of the largest strain: a side with smaller strains has no information
enum { POINTS = 3 };        // control strains of a curve, 0 included

typedef enum family { STRETCHES, SHEARS, PAIRS } family;

typedef struct slot_row {
  const char *name;
  family family;
} slot_row;

static const slot_row solid_slots[] = {{"xx", STRETCHES}, {"yy", STRETCHES}, {"zz", STRETCHES}, {"yz", SHEARS},  {"xz", SHEARS},
                                       {"xy", SHEARS},    {"yy-zz", PAIRS},  {"xx-zz", PAIRS},  {"xx-yy", PAIRS}};
static const slot_row sheet_slots[] = {{"warp", STRETCHES}, {"weft", STRETCHES}, {"shear", SHEARS}, {"area", PAIRS}};

static const slot_row *row_of(const pl_body_shape *shape, int slot) { return &(shape->solid ? solid_slots : sheet_slots)[slot]; }
// The cloth addend of the same kind: curves and pairs are treated alike.
static pl_additive_slot kind_of(const pl_body_shape *shape, int slot) {
  return row_of(shape, slot)->family == PAIRS ? PL_SLOT_AREA : PL_SLOT_WARP;
}

int pl_body_shape_slots(const pl_body_shape *shape) { return shape->solid ? 9 : 4; }
const char *pl_body_shape_slot_name(const pl_body_shape *shape, int slot) {
  return slot == pl_body_shape_slots(shape) ? "axes" : row_of(shape, slot)->name;
}

// The first addend it is tied to: itself if it has separate parameters.
static int owner_of(const pl_body_shape *shape, int slot) {
  for (int s = 0; s < slot && shape->tied[slot]; s++)
    if (shape->tied[s] && row_of(shape, s)->family == row_of(shape, slot)->family) return s;
  return slot;
}

// ---- levels ----

static void set_level(pl_body_shape *shape, int slot, pl_additive_level level) {
  pl_additive_addend *a = &shape->addend[slot], before = *a;
  static const double nowhere[2] = {0, 0};
  a->level = level;
  pl_additive_place_curve(a, level > PL_LEVEL_CONSTANT ? shape->range[slot] : nowhere, POINTS);
  pl_additive_read(kind_of(shape, slot), &before, a);
}

static pl_additive_level highest(const pl_body_shape *shape, int slot) {
  family its = row_of(shape, slot)->family;
  if (its == PAIRS) return PL_LEVEL_CONSTANT;
  const double *range = shape->range[slot];
  double most = fmax(-range[0], range[1]);
  if (!(most > WORTH_A_CURVE)) return PL_LEVEL_CONSTANT;
  return its == STRETCHES && fmin(-range[0], range[1]) > BOTH_SIDES * most ? PL_LEVEL_ASYMMETRIC : PL_LEVEL_CURVED;
}

// Tied addends have one parameter, the mean of theirs; an addend tied to none is separate.
static void settle_ties(pl_body_shape *shape) {
  for (int f = STRETCHES; f <= PAIRS; f++) {
    double sum = 0;
    int n = 0;
    for (int s = 0; s < pl_body_shape_slots(shape); s++)
      if (row_of(shape, s)->family == (family)f && shape->tied[s]) sum += shape->addend[s].value[0], n++;
    for (int s = 0; s < pl_body_shape_slots(shape); s++) {
      if (row_of(shape, s)->family != (family)f || !shape->tied[s]) continue;
      shape->tied[s] = n > 1;
      shape->addend[s].value[0] = sum / n;
    }
  }
}

// Pairs of the isotropic body: they follow from its two parameters.
static void follow(pl_body_shape *shape) {
  double of[2] = {0, 0};
  for (int s = pl_body_shape_slots(shape) - 1; s >= 0; s--)
    if (row_of(shape, s)->family != PAIRS) of[row_of(shape, s)->family] = shape->addend[s].value[0];
  for (int s = 0; s < pl_body_shape_slots(shape); s++)
    if (row_of(shape, s)->family == PAIRS) shape->addend[s].value[0] = of[STRETCHES] - 2 * of[SHEARS];
}

static bool all_alike(const pl_body_shape *shape) {
  for (int s = 0; s < pl_body_shape_slots(shape); s++) {
    bool alone = !shape->solid && row_of(shape, s)->family != STRETCHES;
    if (shape->addend[s].level > PL_LEVEL_CONSTANT || (!shape->tied[s] && !alone)) return false;
  }
  return true;
}

static bool raise(pl_body_shape *shape, int slot) {
  if (slot == pl_body_shape_slots(shape)) {
    bool was = shape->isotropic;
    shape->isotropic = false;
    return was;
  }
  shape->isotropic = false;
  if (shape->tied[slot]) {
    shape->tied[slot] = false;
    return true;
  }
  if (shape->addend[slot].level >= highest(shape, slot)) return false;
  set_level(shape, slot, shape->addend[slot].level + 1);
  return true;
}

static bool lower(pl_body_shape *shape, int slot) {
  if (shape->isotropic) return false;
  if (slot == pl_body_shape_slots(shape)) {
    if (!all_alike(shape)) return false;
    shape->isotropic = true;
    follow(shape);
    return true;
  }
  if (shape->addend[slot].level > PL_LEVEL_CONSTANT) {
    set_level(shape, slot, shape->addend[slot].level - 1);
    return true;
  }
  bool was = shape->tied[slot];
  shape->tied[slot] = true;
  return !was;
}

bool pl_body_shape_change(pl_body_shape *shape, unsigned slots, int up) {
  int before = pl_body_shape_count(shape);
  for (int s = 0; s <= pl_body_shape_slots(shape); s++)
    if ((slots >> s & 1) && !(up > 0 ? raise(shape, s) : lower(shape, s))) return false;
  settle_ties(shape);
  int after = pl_body_shape_count(shape);
  return slots == 0 || (up > 0 ? after > before : after < before);
}

void pl_body_shape_raise(pl_body_shape *shape) {
  shape->isotropic = false;
  for (int s = 0; s < pl_body_shape_slots(shape); s++) {
    shape->tied[s] = false;
    set_level(shape, s, highest(shape, s));
  }
}

const char *pl_body_shape_level_name(const pl_body_shape *shape, int slot) {
  static const char *const names[] = {"", " apart", " curved", " asymmetric"};
  bool addend = slot < pl_body_shape_slots(shape);
  return addend && !shape->tied[slot] ? names[shape->addend[slot].level] : "";
}

void pl_body_shape_start(pl_body_shape *shape, bool solid, const pl_body_guess *guess) {
  double mu = guess->young / (2 * (1 + guess->poisson)), stretch = guess->young / (1 - guess->poisson * guess->poisson);
  if (solid) stretch = 2 * mu * (1 - guess->poisson) / (1 - 2 * guess->poisson);  // lambda + 2 mu
  *shape = (pl_body_shape){.solid = solid, .isotropic = true, .bend = guess->bend};
  for (int s = 0; s < pl_body_shape_slots(shape); s++) {
    pl_additive_addend *a = &shape->addend[s];
    *a = (pl_additive_addend){.level = PL_LEVEL_CONSTANT, .n = {1, 1}};
    a->value[0] = row_of(shape, s)->family == SHEARS ? mu : stretch;
    shape->tied[s] = solid || row_of(shape, s)->family == STRETCHES;
  }
  follow(shape);
  for (int k = 0; k < 6; k++) {
    double top = fmax(fmax(-guess->range[k][0], guess->range[k][1]), 1e-6);
    shape->range[k][0] = fmin(guess->range[k][0], -0.02 * top);
    shape->range[k][1] = fmax(guess->range[k][1], 0.02 * top);
  }
}

// ---- parameters ----

// Iterates over the free parameters: each call gives the addend and index of the next. False: at the end.
typedef struct walk {
  int slot, place;
} walk;

static bool next_number(const pl_body_shape *shape, walk *at) {
  for (at->place++; at->slot < pl_body_shape_slots(shape); at->slot++, at->place = 0) {
    bool follows = shape->isotropic && row_of(shape, at->slot)->family == PAIRS;
    if (follows || owner_of(shape, at->slot) != at->slot) continue;
    const pl_additive_addend *a = &shape->addend[at->slot];
    while (at->place < pl_additive_values_of(a) && a->held[at->place]) at->place++;
    if (at->place < pl_additive_values_of(a)) return true;
  }
  return false;
}

static walk begin(void) { return (walk){.place = -1}; }

int pl_body_shape_count(const pl_body_shape *shape) {
  int n = shape->solid ? 0 : 1;
  for (walk at = begin(); next_number(shape, &at);) n++;
  return n;
}

void pl_body_shape_get(const pl_body_shape *shape, double *z) {
  for (walk at = begin(); next_number(shape, &at);) *z++ = shape->addend[at.slot].value[at.place];
  if (!shape->solid) *z = shape->bend;
}

void pl_body_shape_put(pl_body_shape *shape, const double *z) {
  for (walk at = begin(); next_number(shape, &at);) shape->addend[at.slot].value[at.place] = *z++;
  if (!shape->solid) shape->bend = *z;
  for (int s = 0; s < pl_body_shape_slots(shape); s++) {
    int owner = owner_of(shape, s);
    if (owner != s) shape->addend[s].value[0] = shape->addend[owner].value[0];
  }
  if (shape->isotropic) follow(shape);
}

void pl_body_shape_positive(const pl_body_shape *shape, bool *positive) {
  for (walk at = begin(); next_number(shape, &at);) *positive++ = row_of(shape, at.slot)->family != PAIRS;
  if (!shape->solid) *positive = true;
}

void pl_body_shape_read(const pl_body_shape *from, pl_body_shape *to) {
  for (int s = 0; s < pl_body_shape_slots(from); s++) pl_additive_read(kind_of(from, s), &from->addend[s], &to->addend[s]);
  to->bend = from->bend;
}

// ---- the material ----

// lambda and mu of a solid, E and nu of a sheet.
static void isotropic_numbers(const pl_body_shape *shape, double theta[2]) {
  double z[3];
  pl_body_shape_get(shape, z);
  double a = z[0], b = z[1], poisson = (a - 2 * b) / a;
  theta[0] = shape->solid ? a - 2 * b : a * (1 - poisson * poisson);
  theta[1] = shape->solid ? b : poisson;
}

static pl_status add_terms(pl_material *material, const pl_body_shape *shape, pl_text *text) {
  for (int s = 0; s < pl_body_shape_slots(shape); s++) {
    int owner = owner_of(shape, s);
    text->size = 0;
    pl_additive_describe(text, row_of(shape, s)->name, kind_of(shape, s), &shape->addend[s],
                         owner == s ? NULL : row_of(shape, owner)->name);
    if (text->failed) return PL_ERROR_MEMORY;
    PL_TRY(pl_material_add_term(material, text->data));
  }
  return PL_OK;
}

static void fill(pl_material *material, const pl_body_shape *shape) {
  for (int s = 0; s < pl_body_shape_slots(shape); s++) {
    const pl_additive_addend *a = &shape->addend[s];
    int at = pl_material_term(material, row_of(shape, s)->name)->theta;
    for (int j = 0; j < pl_additive_values_of(a); j++) {
      material->theta[at + j] = a->value[j];
      material->parameter[at + j].frozen = a->held[j];
    }
  }
}

pl_status pl_body_shape_material(pl_context *ctx, const pl_measurement *measured, const pl_body_shape *shape, double young,
                                 pl_material **out) {
  pl_text text;
  pl_body_guess size = {.young = young, .poisson = 0.3, .bend = shape->bend};
  if (shape->isotropic) {
    PL_TRY(pl_body_material(ctx, measured, pl_body_find(shape->solid ? "stvk" : "isotropic", shape->solid), &size, out));
    isotropic_numbers(shape, (*out)->theta);
    return PL_OK;
  }
  pl_material *material;
  PL_TRY(pl_body_empty(ctx, measured, &material));
  pl_text_init(&text, ctx);
  pl_status status;
  PL_TRY_CLEAN(add_terms(material, shape, &text));
  if (!shape->solid) PL_TRY_CLEAN(pl_body_add_bending(material));
  PL_TRY_CLEAN(pl_material_finish(material));
  pl_body_bound(material, &size);
  fill(material, shape);
  if (!shape->solid) material->theta[pl_material_term(material, "bend")->theta] = shape->bend;
  *out = material;
  pl_text_clear(&text);
  return PL_OK;
cleanup:
  pl_text_clear(&text);
  pl_material_destroy(material);
  return status;
}

void pl_body_shape_values(const pl_material *material, pl_body_shape *shape) {
  if (shape->isotropic) {
    double young, poisson, mu;
    pl_body_moduli(material, shape->solid, &young, &poisson);
    mu = young / (2 * (1 + poisson));
    double stretch = shape->solid ? material->theta[0] + 2 * material->theta[1] : young / (1 - poisson * poisson);
    pl_body_shape_put(shape, (double[]){stretch, shape->solid ? material->theta[1] : mu, 0});
  }
  for (int s = 0; s < pl_body_shape_slots(shape) && !shape->isotropic; s++) {
    pl_additive_addend *a = &shape->addend[s];
    memcpy(a->value, material->theta + pl_material_term(material, row_of(shape, s)->name)->theta,
           (size_t)pl_additive_values_of(a) * sizeof *a->value);
  }
  if (!shape->solid) shape->bend = material->theta[pl_material_term(material, "bend")->theta];
}

bool pl_body_shape_tied(const pl_body_shape *shape) {
  for (int s = 0; s < pl_body_shape_slots(shape) && !shape->isotropic; s++)
    if (owner_of(shape, s) != s) return true;
  return false;
}

const char *pl_body_shape_words(pl_arena *arena, const pl_body_shape *shape) {
  pl_text text;
  pl_text_init(&text, pl_arena_context(arena));
  if (shape->isotropic) pl_text_add(&text, shape->solid ? "lambda, mu" : "young, poisson");
  for (int s = 0; s < pl_body_shape_slots(shape) && !shape->isotropic; s++) {
    if (owner_of(shape, s) != s) continue;
    int n = pl_additive_values_of(&shape->addend[s]);
    pl_text_printf(&text, "%s%s", text.size ? ", " : "", row_of(shape, s)->name);
    for (int t = s + 1; t < pl_body_shape_slots(shape); t++)
      if (owner_of(shape, t) == s) pl_text_printf(&text, " = %s", row_of(shape, t)->name);
    if (n > 1) pl_text_printf(&text, " %d", n);
  }
  const char *words = text.failed ? NULL : pl_arena_text(arena, text.data);
  pl_text_clear(&text);
  return words;
}
