// curve_angle.c: the direction of a specimen that is cut from cloth, in an experiment file of curves.
#include "measure/direction.h"
#include "measure/table/format.h"

#define PI 3.14159265358979323846

static bool direction_angle(const char *word, double *angle) {
  bool warp = pl__is_direction(word, pl__warp_names);
  *angle = warp ? 0 : PI / 2;
  return warp || pl__is_direction(word, pl__weft_names);
}

pl_status pl__curve_angle(const pl_curve_reader *r, pl_json *object, double *angle) {
  pl_json *direction = pl_json_find(object, "direction"), *given = pl_json_find(object, "angle");
  if (direction && given) {
    pl_where where = pl_json_where(given);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("experiment.both-direction-angle-given") "both direction and angle are given");
  }
  if (direction) {
    direction->used = true;
    if (direction->kind == PL_JSON_STRING && direction_angle(direction->text, angle)) return PL_OK;
    return pl__direction_fail(r->ctx, direction);
  }
  if (given) return pl_json_quantity(r->ctx, given, PL_DIM_ANGLE, -2 * PI, 2 * PI, angle);
  pl_where where = pl_json_where(object);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"direction\": \"warp\", \"direction\": \"weft\" or \"angle\": \"45 deg\"",
                 PL_ID("experiment.pulling-direction-missing") "the pulling direction is missing");
}

void pl__curve_write_angle(pl_json_writer *w, const pl_test *test) {
  if (test->angle == 0)
    pl_json_put_text(w, "direction", "warp");
  else if (test->angle == PI / 2)
    pl_json_put_text(w, "direction", "weft");
  else
    pl_json_put_quantity(w, "angle", test->angle, PL_DIM_ANGLE);
}
