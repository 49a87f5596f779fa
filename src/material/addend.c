// addend.c: see addend.h.
#include "material/addend.h"

#include <math.h>
#include <string.h>

#include "base/json.h"

#define CURVE(text, measure, of, is_even, is_solid, about)                                                                         \
  {                                                                                                                                \
    .name = text, .help = about, .solid = is_solid, .kind = PL_ADDEND_CURVE, .strain = measure, .value = {of}, .even = { is_even } \
  }
#define CURVE_ASYMMETRIC(text, measure, of, is_solid, about) \
  { .name = text, .help = about, .solid = is_solid, .kind = PL_ADDEND_CURVE, .strain = measure, .value = {of}, .asymmetric = true }
#define CROSS(text, measure, first, second, even_second, is_solid, about)                                                           \
  {                                                                                                                                 \
    .name = text, .help = about, .solid = is_solid, .kind = PL_ADDEND_CROSS, .strain = measure, .value = {first, second}, .even = { \
      false,                                                                                                                        \
      even_second                                                                                                                   \
    }                                                                                                                               \
  }
#define CROSS_ASYMMETRIC(text, measure, first, second, is_solid, about)                                                   \
  {                                                                                                                       \
    .name = text, .help = about, .solid = is_solid, .kind = PL_ADDEND_CROSS, .strain = measure, .value = {first, second}, \
    .asymmetric = true                                                                                                    \
  }
#define LAW(text, measure, of_law, about) \
  { .name = text, .help = about, .solid = true, .kind = PL_ADDEND_LAW, .strain = measure, .law = of_law }

static const pl_addend table[] = {
    // cloth
    CURVE("warp", "green", "warp", true, false, "stretch along the warp"),
    CURVE("weft", "green", "weft", true, false, "stretch along the weft"),
    CURVE("shear", "green", "shear", true, false, "shear"),
    CROSS("area", "green", "warp", "weft", false, false, "area preservation, as a pair of warp and weft strain"),
    CROSS("warp-shear", "green", "warp", "shear", true, false, "shear stiffens with warp strain, and the reverse"),
    CROSS("weft-shear", "green", "weft", "shear", true, false, "shear stiffens with weft strain, and the reverse"),
    CURVE("area-ratio", "area", NULL, false, false, "area preservation, as the change of area"),
    {.name = "principal", .help = "the two principal stretches stiffen each other", .kind = PL_ADDEND_STRETCHES, .strain = "principal"},
    CURVE_ASYMMETRIC("warp-asymmetric", "green", "warp", false, "stretch along the warp, compression apart"),
    CURVE_ASYMMETRIC("weft-asymmetric", "green", "weft", false, "stretch along the weft, compression apart"),
    CURVE_ASYMMETRIC("shear-asymmetric", "green", "shear", false, "shear, each direction apart"),
    CROSS_ASYMMETRIC("area-asymmetric", "green", "warp", "weft", false, "area preservation, compression apart"),
    CROSS_ASYMMETRIC("warp-shear-asymmetric", "green", "warp", "shear", false, "warp and shear, each direction apart"),
    CROSS_ASYMMETRIC("weft-shear-asymmetric", "green", "weft", "shear", false, "weft and shear, each direction apart"),
    CURVE_ASYMMETRIC("area-ratio-asymmetric", "area", NULL, false, "change of area, shrinking apart"),
    {.name = "principal-asymmetric",
     .help = "the two principal stretches, compression apart",
     .kind = PL_ADDEND_STRETCHES,
     .strain = "principal",
     .asymmetric = true},
    // solids
    CURVE("xx", "green3", "xx", true, true, "stretch along x"),
    CURVE("yy", "green3", "yy", true, true, "stretch along y"),
    CURVE("zz", "green3", "zz", true, true, "stretch along z"),
    CURVE("yz", "green3", "yz", true, true, "shear of y and z"),
    CURVE("xz", "green3", "xz", true, true, "shear of x and z"),
    CURVE("xy", "green3", "xy", true, true, "shear of x and y"),
    CROSS("yy-zz", "green3", "yy", "zz", false, true, "volume preservation, as a pair of strains"),
    CROSS("xx-zz", "green3", "xx", "zz", false, true, "volume preservation, as a pair of strains"),
    CROSS("xx-yy", "green3", "xx", "yy", false, true, "volume preservation, as a pair of strains"),
    CURVE("volume", "volume", NULL, false, true, "volume preservation, as the change of volume"),
    CURVE_ASYMMETRIC("xx-asymmetric", "green3", "xx", true, "stretch along x, compression apart"),
    CURVE_ASYMMETRIC("yy-asymmetric", "green3", "yy", true, "stretch along y, compression apart"),
    CURVE_ASYMMETRIC("zz-asymmetric", "green3", "zz", true, "stretch along z, compression apart"),
    CURVE_ASYMMETRIC("volume-asymmetric", "volume", NULL, true, "change of volume, shrinking apart"),
    LAW("neo-hookean", "invariants", "neo-hookean", "the simplest rubber, with its volume"),
    LAW("mooney-rivlin", "invariants", "mooney-rivlin", "rubber with two moduli, with its volume"),
    LAW("yeoh", "invariants", "yeoh", "rubber that stiffens, with its volume"),
    LAW("ogden", "principal3", "ogden", "powers of the stretches, with its volume"),
};

#undef CURVE
#undef CURVE_ASYMMETRIC
#undef CROSS
#undef CROSS_ASYMMETRIC
#undef LAW

int pl_addend_count(void) { return (int)(sizeof table / sizeof table[0]); }

const pl_addend *pl_addend_at(int index) {
  PL_ASSERT(index >= 0 && index < pl_addend_count());
  return &table[index];
}

const pl_addend *pl_addend_find(const char *name) {
  for (int i = 0; i < pl_addend_count(); i++)
    if (strcmp(table[i].name, name) == 0) return &table[i];
  return NULL;
}

// n control strains including 0: from 0 to high, or on both sides in proportion to their lengths with at least one each. A list of one is
// 0.
static void put_knots(pl_json_writer *writer, const char *key, int n, double low, double high, bool both) {
  int below = 0;
  if (both && n > 2) below = (int)lround((n - 1) * low / (low - high));
  if (both && n > 2) below = below < 1 ? 1 : below > n - 2 ? n - 2 : below;
  int above = n - 1 - below;
  pl_json_begin_array(writer, key);
  for (int i = below; i >= 1; i--) pl_json_put_number(writer, NULL, low * i / below);
  pl_json_put_number(writer, NULL, 0);
  for (int i = 1; i <= above; i++) pl_json_put_number(writer, NULL, high * i / above);
  pl_json_end_array(writer);
}

static void put_curve(const pl_addend *addend, const pl_addend_knots *knots, pl_json_writer *writer) {
  bool both = addend->asymmetric;
  if (knots->n[0] == 1) {
    pl_json_put_text(writer, "law", "linear");
    return;
  }
  pl_json_put_text(writer, "law", knots->published ? "energy-spline" : "convex-spline");
  put_knots(writer, "knots", knots->n[0], knots->low[0], knots->high[0], both);
  pl_json_put_text(writer, "compression", both || !addend->even[0] ? "free" : "antisymmetric");
}

static void put_cross(const pl_addend *addend, const pl_addend_knots *knots, pl_json_writer *writer) {
  bool grid = knots->published && addend->kind == PL_ADDEND_CROSS, even = addend->even[1] && !grid;
  pl_json_put_text(writer, "law", grid ? "bilinear-grid" : addend->kind == PL_ADDEND_CROSS ? "cross-spline" : "log-cross");
  // Two principal stretches have the same control strains: their order has no meaning.
  pl_addend_knots both = *knots;
  for (int a = 0; a < 2 && addend->kind == PL_ADDEND_STRETCHES; a++) {
    both.n[a] = knots->n[0] > knots->n[1] ? knots->n[0] : knots->n[1];
    both.low[a] = fmin(knots->low[0], knots->low[1]);
    both.high[a] = fmax(knots->high[0], knots->high[1]);
  }
  knots = &both;
  pl_json_begin_array(writer, "knots");
  for (int a = 0; a < 2; a++) {
    bool sees_only_size = a == 1 && even;
    int n = grid ? 3 : sees_only_size && knots->n[a] < 2 ? 2 : knots->n[a];
    put_knots(writer, NULL, n, knots->low[a], knots->high[a], grid || (addend->asymmetric && !sees_only_size));
  }
  pl_json_end_array(writer);
  if (even) pl_json_put_text(writer, "even", "second");
}

static pl_status check(pl_context *ctx, const pl_addend *addend, const pl_addend_knots *knots) {
  int n_strain = addend->kind == PL_ADDEND_LAW ? 0 : addend->kind == PL_ADDEND_CROSS || addend->kind == PL_ADDEND_STRETCHES ? 2 : 1;
  for (int a = 0; a < n_strain; a++) {
    int least = addend->asymmetric && knots->n[a] > 1 ? 3 : 1;
    if (knots->n[a] < least || (n_strain == 2 && knots->n[a] > 8))
      return pl_fail(ctx, PL_ERROR_USAGE, NULL, "3 to 5 control strains are usual",
                     "the addend \"%s\" has %d control strains of its strain %d, must be %d%s", addend->name, knots->n[a], a, least,
                     n_strain == 2 ? " to 8" : " or more");
    if (!(knots->high[a] > 0 && isfinite(knots->high[a])) || (addend->asymmetric && !(knots->low[a] < 0 && isfinite(knots->low[a]))))
      return pl_fail(ctx, PL_ERROR_USAGE, NULL, "give the range of strains that the measurements visit",
                     "the control strains of the addend \"%s\" reach from %g to %g, must hold 0 inside", addend->name, knots->low[a],
                     knots->high[a]);
  }
  return PL_OK;
}

pl_status pl_addend_describe(pl_arena *arena, const pl_addend *addend, const pl_addend_knots *knots, const char **text) {
  pl_context *ctx = pl_arena_context(arena);
  PL_TRY(check(ctx, addend, knots));
  pl_json_writer *writer = pl_json_writer_create(ctx);
  if (!writer) return PL_ERROR_MEMORY;
  pl_json_begin_object(writer, NULL);
  pl_json_put_text(writer, "name", addend->name);
  pl_json_put_text(writer, "strain", addend->strain);
  if (addend->value[0]) {
    pl_json_begin_array(writer, "values");
    for (int a = 0; a < 2 && addend->value[a]; a++) pl_json_put_text(writer, NULL, addend->value[a]);
    pl_json_end_array(writer);
  }
  switch (addend->kind) {
  case PL_ADDEND_CURVE: put_curve(addend, knots, writer); break;
  case PL_ADDEND_CROSS:
  case PL_ADDEND_STRETCHES: put_cross(addend, knots, writer); break;
  case PL_ADDEND_LAW: pl_json_put_text(writer, "law", addend->law); break;
  }
  pl_json_end_object(writer);
  const char *written = pl_json_writer_text(writer);
  *text = written ? pl_arena_text(arena, written) : NULL;
  pl_json_writer_destroy(writer);
  return *text ? PL_OK : PL_ERROR_MEMORY;
}
