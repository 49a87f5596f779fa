// direction_words.c: see direction_words.h.
#include "measure/direction_words.h"

#include <math.h>

#include "base/number.h"
#include "base/text.h"
#include "base/unit.h"

#define SAME 0.01  // deg: smaller than the accuracy of cutting

static void put_degrees(double degree, struct pl_text *out) {
  char text[40];
  double rounded = round(degree / SAME) * SAME;
  pl_text_printf(out, "%s\xC2\xB0", pl__number_print_digits(rounded == 0 ? 0 : rounded, 6, text, sizeof text));
}

void pl__direction_along(double angle, struct pl_text *out) {
  double degree = pl_dim_display(PL_DIM_ANGLE, angle);
  if (fabs(degree) < SAME) {
    pl_text_add(out, "along warp");
  } else if (fabs(fabs(degree) - 90) < SAME) {
    pl_text_add(out, "along weft");
  } else {
    put_degrees(degree, out);
    pl_text_add(out, " from warp");
  }
}

void pl__direction_cut(double angle, struct pl_text *out) {
  pl_text_add(out, "cut at ");
  put_degrees(pl_dim_display(PL_DIM_ANGLE, angle), out);
}
