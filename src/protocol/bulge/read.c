// read.c: reading, describing and checking a bulge test beyond its curve.
//
// The cap is assumed to be a sphere through rim and pole: R = (a^2 + w^2) / (2 w), tension p R / 2, strain of a meridian R asin(a / R) / a
// - 1.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "protocol/bulge/bulge_part.h"
#include "protocol/bulge/say_bulge.h"

#define STRONGEST 1e5  // N/m: coated polyester for roofs breaks there
#define STIFFEST 1e6   // N/m, the same

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

static pl_status doubt_test(pl_suspicions *list, const pl_test *test) {
  const double *p = test->channel[PL_BULGE_PRESSURE].value, *w = test->channel[PL_BULGE_HEIGHT].value;
  int top = 0;
  for (int i = 1; i < test->n_frame; i++)
    if (fabs(p[i]) > fabs(p[top])) top = i;
  double a = 0.5 * test->length, height = fabs(w[top]);
  if (!(height > 0) || !(fabs(p[top]) > 0)) return PL_OK;
  double radius = (a * a + height * height) / (2 * height), tension = 0.5 * fabs(p[top]) * radius;
  double angle = height < a ? asin(a / radius) : acos(-1.0) - asin(a / radius), strain = radius * angle / a - 1;
  if (tension <= STRONGEST && tension <= STIFFEST * fmax(strain, STRONGEST / STIFFEST / 10)) return PL_OK;
  char at[64], high[64], force[64], remedy[300];
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_BULGE_TENSION_DO), pl_path_name(test->file));
  return pl__suspect_load(list, test->name, PL_NAMED(SAY_BULGE_TENSION_DO, remedy), SAY_BULGE_TENSION,
                          pl__suspect_number(fabs(p[top]), PL_DIM_PRESSURE, at), pl__suspect_number(height, PL_DIM_LENGTH, high),
                          pl__suspect_number(tension, PL_DIM_LINE_FORCE, force), 100 * strain);
}

pl_status pl__bulge_doubt(pl_suspicions *list, const pl_measurement *m) {
  for (int t = 0; t < m->n_test; t++) PL_TRY(doubt_test(list, &m->test[t]));
  return PL_OK;
}
