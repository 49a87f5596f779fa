// read.c: settings of a tensile test beyond its curve: strips, pulling direction, pretension, clamp motion in shear.
#include "protocol/tensile/tensile_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define MIN_SIZE 1e-5  // m
#define MAX_SIZE 1e3   // m

pl_status pl__tensile_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  pl_json *strips = pl__curve_member(r, object, "specimen", "strips");
  int64_t n = 1;
  if (strips) PL_TRY(pl_json_integer(r->ctx, strips, 1, 100000, &n));
  test->strips = (int)n;
  pl_json *gauge = pl__curve_member(r, object, "specimen", "lateral-gauge");
  if (gauge) PL_TRY(pl_json_quantity(r->ctx, gauge, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &settings->lateral_gauge));
  return pl__curve_angle(r, object, &test->angle);
}

pl_status pl__tensile_settings(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  static const char *const names[] = {"fixed-length", "keep-length"};
  static const pl_angle_rule rule[] = {PL_ANGLE_TANGENT, PL_ANGLE_SINE, PL_ANGLE_FREE};
  int shear = COUNT(names);
  PL_TRY(pl__curve_choice(r, object, "shear", COUNT(names), names, &shear));
  settings->angle = rule[shear];
  pl_json *pretension = pl__curve_setting(r, object, "pretension");
  if (pretension) PL_TRY(pl__curve_force(r, pretension, test->width * test->strips, 0, &test->pretension));
  test->fit_offset = test->pretension > 0;  // the displacement was zeroed on a stretched specimen: the fit estimates the offset
  return PL_OK;
}

pl_status pl__tensile_note(pl_measurement *m, const pl_test *test, const pl_csv *csv) {
  return test->control == PL_TENSILE_DISPLACEMENT ? pl__suspect_preload(m, test, csv) : PL_OK;
}
