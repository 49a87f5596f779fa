// shear.c: the motion of the clamps along the length in a shear test, if it was not measured.
//
// fixed-length: their distance is constant (Volino's appendix). A shear d_v then stretches the yarns between them to sqrt(l^2 + d_v^2).
// With keep-length they approach so that the yarns keep their length (KES): d_u = sqrt(l^2 - d_v^2) - l. A shear angle phi of the yarns is
// d_v = l tan(phi) in the first case, l sin(phi) in the second (column.c).
#include "protocol/tensile/tensile_part.h"

#include <math.h>

#include "base/text.h"
#include "measure/record.h"

void pl__shear_keep_length(double length, pl_curve *curve) {
  for (int i = 0; i < curve->n_frame; i++) {
    double shear = curve->value[PL_TENSILE_SHEAR_DISPLACEMENT][i];
    curve->value[PL_TENSILE_DISPLACEMENT][i] = sqrt(length * length - shear * shear) - length;
  }
}

static pl_status fill_displacement(pl_arena *arena, const pl_csv *csv, double length, pl_curve *curve) {
  const double *shear = curve->value[PL_TENSILE_SHEAR_DISPLACEMENT];
  double *displacement = pl_arena_alloc(arena, (size_t)curve->n_frame, sizeof *displacement);
  if (!displacement) return PL_ERROR_MEMORY;
  for (int i = 0; i < curve->n_frame; i++) {
    if (!(fabs(shear[i]) < length)) {
      pl_where where = {csv->file, csv->line[i], 0, "shear-displacement"};
      char at[64], limit[64];
      return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where,
                     "check the unit of the column and the specimen's length, or write \"shear\": \"fixed-length\"",
                     PL_ID("tensile.must-less-length-when") "is %s, must be less than the length of %s when the yarns keep their length",
                     pl_quantity_print(shear[i], PL_DIM_LENGTH, at, sizeof at),
                     pl_quantity_print(length, PL_DIM_LENGTH, limit, sizeof limit));
    }
  }
  curve->value[PL_TENSILE_DISPLACEMENT] = displacement;
  curve->completed = true;
  pl__shear_keep_length(length, curve);
  return PL_OK;
}

static pl_status note_fixed(pl_measurement *m, const pl_test *test, const pl_curve *curve) {
  double high = 0;
  for (int i = 0; i < curve->n_frame; i++) high = fmax(high, fabs(curve->value[PL_TENSILE_SHEAR_DISPLACEMENT][i]));
  char length[40], at[40];
  pl_number_people(1e3 * test->length, length, sizeof length);
  pl_number_people(1e3 * high, at, sizeof at);
  return pl__record_note(
      m, test->name,
      "no displacement column: the clamps are taken to stay %s mm apart, which stretches the yarns by %.1f %% at %s mm; a KES "
      "machine lets them approach: \"shear\": \"keep-length\"",
      length, 100 * (hypot(test->length, high) / test->length - 1), at);
}

pl_status pl__shear_complete(const pl_curve_reader *r, const pl_csv *csv, pl_test *test, const pl_curve_settings *settings,
                             pl_curve *curve) {
  pl_measurement *m = r->m;
  if (!curve->value[PL_TENSILE_SHEAR_DISPLACEMENT] || curve->value[PL_TENSILE_DISPLACEMENT]) return PL_OK;
  bool open = settings->angle == PL_ANGLE_FREE, keep = settings->angle == PL_ANGLE_SINE || (open && settings->by_angle);
  if (!keep) return open ? note_fixed(m, test, curve) : PL_OK;
  if (open) {
    PL_TRY(pl__record_note(
        m, test->name,
        "a shear angle and no displacement column: the clamps are taken to approach so that the yarns keep their length, as on a KES "
        "machine; if they stay apart: \"shear\": \"fixed-length\""));
  }
  test->channel[PL_TENSILE_DISPLACEMENT].source = "no column: the yarns keep their length while they are sheared";
  return fill_displacement(m->arena, csv, test->length, curve);
}
