// save.c: writes bent strips into an experiment folder: DIR/experiment.json and one DIR/NAME.csv per profile, in metres. Loading gives the
// same numbers.
#include "base/text.h"
#include "protocol/cantilever/cantilever_part.h"
#include "protocol/cantilever/cantilever.h"

static bool has_profile(const pl_test *test) { return test->channel[PL_CANTILEVER_PROFILE].value != NULL; }

static void profile_text(const pl_test *test, struct pl_text *out) {
  char number[40];
  const double *x = test->channel[PL_CANTILEVER_PROFILE].value;
  pl_text_add(out, "x [m],y [m]\n");
  for (int i = 0; i < pl_cantilever_of(test)->n_point; i++) {
    pl_text_printf(out, "%s,", pl_number_print(x[2 * i], number, sizeof number));
    pl_text_printf(out, "%s\n", pl_number_print(x[2 * i + 1], number, sizeof number));
  }
}

static void write_test(pl_json_writer *w, const pl_test *test, const char *file) {
  const pl_cantilever *c = pl_cantilever_of(test);
  const double *tip = test->channel[PL_CANTILEVER_TIP].value, *angle = test->channel[PL_CANTILEVER_ANGLE].value;
  double sigma = test->channel[test->observed].sigma;
  pl_json_put_text(w, "strip", c->strip ? c->strip : test->name);
  pl_json_put_quantity(w, "cut", test->angle, PL_DIM_ANGLE);
  pl_json_put_quantity(w, "width", test->width, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "overhang", c->overhang, PL_DIM_LENGTH);
  if (has_profile(test))
    pl_json_put_text(w, "profile", file);
  else if (tip)
    pl_json_put_quantities(w, "tip", PL_DIM_LENGTH, 2, tip);
  else if (angle)
    pl_json_put_quantity(w, "angle", *angle, PL_DIM_ANGLE);
  if (has_profile(test) && !c->tip_labelled) pl_json_put_bool(w, "tip-labelled", false);
  if (c->inclination != 0) pl_json_put_quantity(w, "inclination", c->inclination, PL_DIM_ANGLE);
  if (sigma > 0) pl_json_put_quantity(w, "sigma", sigma, angle ? PL_DIM_ANGLE : PL_DIM_LENGTH);
  pl_json_put_quantity(w, "turn-sigma", c->turn_sigma, PL_DIM_ANGLE);
  pl_json_put_quantity(w, "gravity", c->gravity, PL_DIM_ACCELERATION);
}

pl_status pl__cantilever_save(pl_context *ctx, const char *directory, const pl_measurement *m) {
  static const pl__label_writer writer = {.test = write_test, .has_table = has_profile, .table = profile_text, .names_specimen = true};
  return pl__label_save(ctx, directory, m, &writer);
}
