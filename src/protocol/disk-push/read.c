// read.c: reading, describing and checking a disk-push test beyond its curve.
//
// Tension in the cloth around the disk, T = F / (pi d sin a), and its secant T / e. The cloth is assumed to be a cone from the disk
// (diameter d) to the frame (D): l = (D - d) / 2, tan a = travel / l, e = 1 / cos a - 1.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "measure/doubt/say_doubts.h"
#include "protocol/disk-push/disk_part.h"

#define STRONGEST 1e5  // N/m: coated polyester for roofs breaks there
#define STIFFEST 1e6   // N/m, the same
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

static pl_status doubt_disk(pl_suspicions *list, const pl_test *test) {
  const double *x = test->channel[PL_DISK_DISPLACEMENT].value, *y = test->channel[PL_DISK_FORCE].value;
  int far = 0;
  for (int i = 1; i < test->n_frame; i++)
    if (fabs(x[i]) > fabs(x[far])) far = i;
  double flat = 0.5 * (test->length - test->width), slope = hypot(flat, x[far]);
  if (!(flat > 0) || !(fabs(x[far]) > 0)) return PL_OK;
  double tension = fabs(y[far]) / (PI * test->width * fabs(x[far]) / slope), strain = slope / flat - 1;
  if (tension <= STRONGEST && tension <= STIFFEST * fmax(strain, STRONGEST / STIFFEST / 10)) return PL_OK;
  char a[64], b[64], c[64], column[160], remedy[300];
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_LOAD_DISK_DO), pl_path_name(test->file),
           pl__suspect_column(&test->channel[PL_DISK_FORCE], column));
  return pl__suspect_load(list, test->name, PL_NAMED(SAY_LOAD_DISK_DO, remedy), SAY_LOAD_DISK,
                          pl__suspect_number(fabs(y[far]), PL_DIM_FORCE, a), pl__suspect_number(fabs(x[far]), PL_DIM_LENGTH, b),
                          pl__suspect_number(tension, PL_DIM_LINE_FORCE, c), 100 * strain);
}

pl_status pl__disk_doubt(pl_suspicions *list, const pl_measurement *m) {
  for (int t = 0; t < m->n_test; t++) PL_TRY(doubt_disk(list, &m->test[t]));
  return PL_OK;
}
