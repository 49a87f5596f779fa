// save.c: writes hanging cloths into an experiment folder: DIR/experiment.json and one DIR/NAME.csv per test, in newtons and metres.
// Loading gives the same numbers.
#include "base/text.h"
#include "protocol/weights/weights_part.h"
#include "protocol/weights/weights.h"

static void table_text(const pl_test *test, struct pl_text *out) {
  const pl_weights *w = pl_weights_of(test);
  const double *length = test->channel[PL_WEIGHTS_LENGTH].value, *sigma = test->channel[PL_WEIGHTS_LENGTH].value_sigma;
  char number[40];
  pl_text_printf(out, "%sweight [N],length [m]%s\n", w->repetition ? "repetition," : "", sigma ? ",sigma [m]" : "");
  for (int i = 0; i < test->n_frame; i++) {
    if (w->repetition) pl_text_printf(out, "%d,", w->repetition[i]);
    pl_text_printf(out, "%s,", pl_number_print(w->weight[i], number, sizeof number));
    pl_text_add(out, pl_number_print(length[i], number, sizeof number));
    if (sigma) pl_text_printf(out, ",%s", pl_number_print(sigma[i], number, sizeof number));
    pl_text_add(out, "\n");
  }
}

// True if loading restarts before all weights are off.
static bool is_partial(const pl_test *test) {
  const pl_weights *w = pl_weights_of(test);
  double low = pl__weights_low(w, test->n_frame);
  for (int i = 1; i < test->n_frame; i++) {
    bool turn = test->branch[i] == PL_BRANCH_LOAD && test->branch[i - 1] == PL_BRANCH_UNLOAD;
    if (turn && !pl__weights_same(w->weight[i - 1], low)) return true;
  }
  return false;
}

static void write_test(pl_json_writer *w, const pl_test *test, const char *file) {
  const pl_weights *h = pl_weights_of(test);
  double sigma = test->channel[PL_WEIGHTS_LENGTH].sigma;
  pl_json_put_text(w, "file", file);
  pl_json_put_quantity(w, "angle", test->angle, PL_DIM_ANGLE);
  pl_json_put_quantity(w, "length", h->cut_length, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "width", test->width, PL_DIM_LENGTH);
  if (test->length != h->cut_length) pl_json_put_quantity(w, "rest-length", test->length, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "rest-sigma", h->rest_sigma, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "clip", h->clip, PL_DIM_MASS);
  pl_json_put_text(w, "first", h->first == PL_WEIGHTS_VIRGIN ? "virgin" : "conditioned");
  if (sigma > 0 && !test->channel[PL_WEIGHTS_LENGTH].value_sigma) pl_json_put_quantity(w, "sigma", sigma, PL_DIM_LENGTH);
  if (is_partial(test)) pl_json_put_bool(w, "partial-unloading", true);
  pl_json_put_quantity(w, "gravity", h->gravity, PL_DIM_ACCELERATION);
}

pl_status pl__weights_save(pl_context *ctx, const char *directory, const pl_measurement *m) {
  static const pl__label_writer writer = {.test = write_test, .table = table_text};
  return pl__label_save(ctx, directory, m, &writer);
}
