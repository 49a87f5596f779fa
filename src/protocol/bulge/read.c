// read.c: reading, describing and checking a bulge test beyond its curve.
//
// The cap is assumed to be a sphere through rim and pole. Its radius is R = (a^2 + w^2) / (2 w), its tension p R / 2, strain of a meridian
// R asin(a / R) / a
// - 1.
#include <math.h>

#include "base/text.h"
#include "protocol/bulge/bulge_part.h"
#include "protocol/bulge/say_bulge.h"

#define LEAST_STRAIN 1e-4  // below it the cap is as flat as the sheet was

pl_status pl__bulge_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  (void)settings;
  pl_bulge *bulge = pl_arena_alloc(r->m->arena, 1, sizeof *bulge);
  if (!bulge) return PL_ERROR_MEMORY;
  *bulge = (pl_bulge){0};
  test->width = test->length;
  test->detail = bulge;
  pl_json *thickness = pl__curve_member(r, object, "specimen", "thickness");
  return thickness ? pl_json_quantity(r->ctx, thickness, PL_DIM_LENGTH, 1e-7, 0.1, &bulge->thickness) : PL_OK;
}

void pl__bulge_describe(const pl_test *test, pl_text *out) {
  const pl_bulge *bulge = pl_bulge_of(test);
  char a[64];
  pl__describe_label(out, "specimen");
  pl_text_printf(out, "%s across, clamped at its rim", pl__describe_value(test->length, PL_DIM_LENGTH, a));
  if (bulge && bulge->thickness > 0) pl_text_printf(out, ", %s thick", pl__describe_value(bulge->thickness, PL_DIM_LENGTH, a));
  pl_text_add(out, "\n");
}

void pl__bulge_write_specimen(pl_json_writer *w, const pl_test *test) {
  const pl_bulge *bulge = pl_bulge_of(test);
  if (bulge && bulge->thickness > 0) pl_json_put_quantity(w, "thickness", bulge->thickness, PL_DIM_LENGTH);
}

// The reading of the largest pressure, as a cap.
typedef struct cap {
  double height, tension, strain;  // m, N/m
} cap;

static cap cap_of(const pl_test *test) {
  const double *p = test->channel[PL_BULGE_PRESSURE].value, *w = test->channel[PL_BULGE_HEIGHT].value;
  int top = 0;
  for (int i = 1; i < test->n_frame; i++)
    if (fabs(p[i]) > fabs(p[top])) top = i;
  double a = 0.5 * test->length, height = fabs(w[top]);
  double radius = (a * a + height * height) / (2 * height), tension = 0.5 * fabs(p[top]) * radius;
  double angle = height < a ? asin(a / radius) : acos(-1) - asin(a / radius);
  return (cap){height, tension, radius * angle / a - 1};
}

static double height_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return cap_of(test).height / test->length;
}

static double tension_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return cap_of(test).tension;
}

static double stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  cap c = cap_of(test);
  return c.strain > LEAST_STRAIN && c.strain <= PL_FAR_STRAIN ? c.tension / c.strain : NAN;
}

static double far_stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  cap c = cap_of(test);
  return c.strain > PL_FAR_STRAIN ? c.tension / c.strain : NAN;
}

// Below a thousandth of the diameter a cap is flat. Beyond half of it the cap is higher than a hemisphere, whose meridians are strained by 57 %.
// Finds mm read as m, and um.
#define FLATTEST 1e-3
#define HEMISPHERE 0.5

// Tensions: PL_STRONGEST_SHEET.
// Stiffnesses: see measure/doubt/range.c. A pressure 1000 times wrong is found like a force.
const pl_doubt_range pl__bulge_ranges[] = {
    {{SAY_BULGE_HEIGHT}, {SAY_BULGE_SIZES_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, FLATTEST, HEMISPHERE, height_of},
    {{SAY_BULGE_TENSION}, {SAY_BULGE_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, 0, PL_STRONGEST_SHEET, tension_of},
    {{SAY_BULGE_STIFFNESS}, {SAY_BULGE_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, PL_SOFTEST_SHEET, PL_STIFFEST_SHEET, stiffness_of},
    {{SAY_BULGE_STIFFNESS}, {SAY_BULGE_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, PL_SOFTEST_SHEET, PL_STIFFEST_FAR, far_stiffness_of},
    PL_DOUBT_RANGES_END};
