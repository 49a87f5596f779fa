// text.c: a tensile test in words (`pliant check`) and in an experiment file.
#include "base/text.h"
#include "measure/direction_words.h"
#include "protocol/tensile/tensile_part.h"

void pl__tensile_describe(const pl_test *test, pl_text *out) {
  char a[64], b[64];
  pl__describe_label(out, "specimen");
  pl_text_printf(out, "%s long, %s wide", pl__describe_value(test->length, PL_DIM_LENGTH, a),
                 pl__describe_value(test->width, PL_DIM_LENGTH, b));
  if (test->strips > 1) pl_text_printf(out, ", %d parallel strips", test->strips);
  pl_text_add(out, "\n");
  pl__describe_label(out, "direction");
  pl__direction_along(test->angle, out);
  pl_text_add(out, "\n");
  if (test->pretension > 0) {
    pl__describe_label(out, "pretension");
    pl_text_printf(out, "%s at zero displacement\n", pl__describe_value(test->pretension, PL_DIM_FORCE, a));
  }
}

void pl__tensile_write_specimen(pl_json_writer *w, const pl_test *test) {
  if (test->strips != 1) pl_json_put_integer(w, "strips", test->strips);
}

void pl__tensile_write_test(pl_json_writer *w, const pl_test *test) {
  pl__curve_write_angle(w, test);
  if (test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value && !test->channel[PL_TENSILE_DISPLACEMENT].value)
    pl_json_put_text(w, "shear", "fixed-length");
  if (test->pretension > 0) pl_json_put_quantity(w, "pretension", test->pretension, PL_DIM_FORCE);
}
