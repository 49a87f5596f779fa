// save.c: writes homogeneous tests into an experiment folder: DIR/experiment.json and one DIR/NAME.csv per test, in pascals. Loading gives
// the same numbers.
#include "base/text.h"
#include "measure/table/times.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/homogeneous.h"

// Pa, of every stress of a frame, [n_frame]; NULL: one for all.
static const double *row_sigma(const pl_test *test) {
  for (int c = PL_HOMOGENEOUS_STRESS; c <= PL_HOMOGENEOUS_SHEAR_STRESS; c++)
    if (test->channel[c].value_sigma) return test->channel[c].value_sigma;
  return NULL;
}

static void table_text(const pl_test *test, struct pl_text *out) {
  const double *sigma = row_sigma(test);
  char number[40];
  bool first = true, timed = pl__times_grow(test);
  if (timed) pl_text_add(out, "time [s]"), first = false;
  for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) {
    if (!test->channel[c].value) continue;
    bool stress = c >= PL_HOMOGENEOUS_STRESS && c <= PL_HOMOGENEOUS_SHEAR_STRESS;
    pl_text_printf(out, "%s%s%s", first ? "" : ",", pl__homogeneous_channel[c].name, stress ? " [Pa]" : "");
    first = false;
  }
  pl_text_add(out, sigma ? ",sigma [Pa]\n" : "\n");
  for (int i = 0; i < test->n_frame; i++) {
    first = true;
    if (timed) pl_text_add(out, pl_number_print(test->time[i], number, sizeof number)), first = false;
    for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) {
      if (!test->channel[c].value) continue;
      pl_text_printf(out, "%s%s", first ? "" : ",", pl_number_print(test->channel[c].value[i], number, sizeof number));
      first = false;
    }
    if (sigma) pl_text_printf(out, ",%s", pl_number_print(sigma[i], number, sizeof number));
    pl_text_add(out, "\n");
  }
}

static void write_test(pl_json_writer *w, const pl_test *test, const char *file) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  pl_json_put_text(w, "file", file);
  pl_json_put_text(w, "mode", pl__homogeneous_mode[h->mode].name);
  pl_json_put_text(w, "stress", pl_stress_measure_name[h->measure]);
  pl_json_put_bool(w, "incompressible", h->incompressible);
  pl_json_put_text(w, "symmetry", h->symmetry == PL_SYMMETRY_ISOTROPIC ? "isotropic" : "orthotropic");
  if (test->angle != 0) pl_json_put_quantity(w, "angle", test->angle, PL_DIM_ANGLE);
  if (h->held > 0) pl_json_put_number(w, "held", h->held);
  char axes[3];
  pl_homogeneous_axes_name(h, axes);
  if (h->named) pl_json_put_text(w, pl_homogeneous_axes_key(h), axes);
  if (h->thickness > 0) pl_json_put_quantity(w, "thickness", h->thickness, PL_DIM_LENGTH);
  if (test->speed > 0) pl_json_put_quantity(w, "speed", test->speed, PL_DIM_RATE);
  pl_json_begin_object(w, "sigma");
  for (int c = PL_HOMOGENEOUS_STRESS; c < PL_HOMOGENEOUS_CHANNELS; c++) {
    const pl_channel *channel = &test->channel[c];
    bool stress = c != PL_HOMOGENEOUS_LATERAL;
    if (!channel->value || !(channel->sigma > 0) || channel->value_sigma) continue;
    if (stress)
      pl_json_put_quantity(w, channel->row->name, channel->sigma, PL_DIM_PRESSURE);
    else
      pl_json_put_number(w, channel->row->name, channel->sigma);
  }
  pl_json_end_object(w);
}

pl_status pl__homogeneous_save(pl_context *ctx, const char *directory, const pl_measurement *m) {
  static const pl__label_writer writer = {.test = write_test, .table = table_text};
  return pl__label_save(ctx, directory, m, &writer);
}
