// save.c: writes released spirals into an experiment folder: DIR/experiment.json and one DIR/NAME.csv per profile, in metres. Loading gives
// the same numbers.
#include "base/text.h"
#include "protocol/roll/roll_part.h"
#include "protocol/roll/roll.h"

static void table_text(const pl_test *test, struct pl_text *out) {
  const double *x = test->channel[PL_ROLL_PROFILE].value;
  char number[40];
  pl_text_add(out, "x [m],y [m]\n");
  for (int i = 0; i < pl_roll_of(test)->n_point; i++) {
    pl_text_printf(out, "%s,", pl_number_print(x[2 * i], number, sizeof number));
    pl_text_printf(out, "%s\n", pl_number_print(x[2 * i + 1], number, sizeof number));
  }
}

static void write_test(pl_json_writer *w, const pl_test *test, const char *file) {
  const pl_roll *roll = pl_roll_of(test);
  double sigma = test->channel[PL_ROLL_PROFILE].sigma;
  pl_json_put_text(w, "profile", file);
  pl_json_put_text(w, "strip", roll->strip ? roll->strip : test->name);
  pl_json_put_quantity(w, "cut", test->angle, PL_DIM_ANGLE);
  pl_json_put_quantity(w, "length", test->length, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "width", test->width, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "radius", roll->radius, PL_DIM_LENGTH);
  pl_json_put_integer(w, "repetition", roll->repetition);
  pl_json_put_text(w, "side", roll->side > 0 ? "positive" : "negative");
  pl_json_put_text(w, "held", "first");
  if (roll->bending)
    pl_json_put_text(w, "bending", roll->bending);
  else if (roll->rigidity > 0)
    pl_json_put_quantity(w, "rigidity", roll->rigidity, PL_DIM_ENERGY);
  if (roll->rigidity_sigma > 0) pl_json_put_quantity(w, "rigidity-sigma", roll->rigidity_sigma, PL_DIM_ENERGY);
  if (roll->profile) pl_json_put_integer(w, "samples", roll->profile->n_sample);
  if (sigma > 0) pl_json_put_quantity(w, "sigma", sigma, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "gravity", roll->gravity, PL_DIM_ACCELERATION);
}

pl_status pl__roll_save(pl_context *ctx, const char *directory, const pl_measurement *m) {
  static const pl__label_writer writer = {.test = write_test, .table = table_text};
  return pl__label_save(ctx, directory, m, &writer);
}
