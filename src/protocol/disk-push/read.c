// read.c: reading, describing and checking a disk-push test beyond its curve.
//
// Tension in the cloth around the disk, T = F / (pi d sin a), and its secant T / e. The cloth is assumed to be a cone from the disk
// (diameter d) to the frame (D). Then l = (D - d) / 2, tan a = travel / l, e = 1 / cos a - 1.
#include <math.h>

#include "base/text.h"
#include "protocol/disk-push/disk_part.h"
#include "protocol/disk-push/say_disk.h"

#define PI 3.14159265358979323846

pl_status pl__disk_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  (void)settings;
  if (test->width < test->length) return PL_OK;
  const pl_curve_format *format = r->format;
  pl_where where = pl_json_where(pl__curve_member(r, object, "specimen", format->width_key));
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "exchange them if they were confused",
                 PL_ID("disk-push.disk-wider-than-frame") "is %g m, must be less than %s = %g m", test->width, format->length_key,
                 test->length);
}

void pl__disk_describe(const pl_test *test, pl_text *out) {
  char a[64], b[64];
  pl__describe_label(out, "specimen");
  pl_text_printf(out, "frame %s, disk %s across\n", pl__describe_value(test->length, PL_DIM_LENGTH, a),
                 pl__describe_value(test->width, PL_DIM_LENGTH, b));
}

// The reading with the largest travel, as a cone.
typedef struct cone {
  double travel, tension, strain;  // m, N/m
} cone;

static cone cone_of(const pl_test *test) {
  const double *x = test->channel[PL_DISK_DISPLACEMENT].value, *y = test->channel[PL_DISK_FORCE].value;
  int far = 0;
  for (int i = 1; i < test->n_frame; i++)
    if (fabs(x[i]) > fabs(x[far])) far = i;
  double flat = 0.5 * (test->length - test->width), travel = fabs(x[far]), slope = hypot(flat, travel);
  return (cone){travel, fabs(y[far]) * slope / (PI * test->width * travel), slope / flat - 1};
}

static double travel_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return cone_of(test).travel / test->length;
}

static double stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  cone c = cone_of(test);
  return c.strain > 0 && c.strain <= PL_FAR_STRAIN ? c.tension / c.strain : NAN;
}

static double far_stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  cone c = cone_of(test);
  return c.strain > PL_FAR_STRAIN ? c.tension / c.strain : NAN;
}

// Below a two-thousandth of the frame the cloth is not stretched; beyond twice the frame rubber alone goes. Finds mm read as m, and um.
#define LEAST_TRAVEL 5e-4
#define MOST_TRAVEL 2.0

// Stiffnesses of the cone: see measure/doubt/range.c.
const pl_doubt_range pl__disk_ranges[] = {
    {{SAY_DISK_TRAVEL}, {SAY_DISK_SIZES_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, LEAST_TRAVEL, MOST_TRAVEL, travel_of},
    {{SAY_DISK_STIFFNESS}, {SAY_DISK_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, PL_SOFTEST_SHEET, PL_STIFFEST_SHEET, stiffness_of},
    {{SAY_DISK_STIFFNESS}, {SAY_DISK_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, PL_SOFTEST_SHEET, PL_STIFFEST_FAR, far_stiffness_of},
    PL_DOUBT_RANGES_END};
