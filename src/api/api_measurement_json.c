// api_measurement_json.c: what was read from experiment files, as JSON.
#include <math.h>

#include "api/api.h"
#include "measure/protocol.h"

static void write_channel(pl_json_writer *w, const pl_test *test, const pl_channel *channel, const pl_channel_row *row) {
  if (!channel->value) return;
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < test->n_frame * pl_channel_width(channel); i++) {
    low = fmin(low, channel->value[i]);
    high = fmax(high, channel->value[i]);
  }
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", row->name);
  pl_json_put_bool(w, "observed", row->observed);
  pl_json_put_text(w, "unit", pl_dim_unit(row->dim));
  pl_json_put_number(w, "lowest", pl_dim_display(row->dim, low));
  pl_json_put_number(w, "highest", pl_dim_display(row->dim, high));
  if (channel->sigma > 0) pl_json_put_number(w, "sigma", pl_dim_display(row->dim, channel->sigma));
  if (channel->source) pl_json_put_text(w, "source", channel->source);
  pl_json_end_object(w);
}

static void write_measurement(pl_json_writer *w, const pl_measurement *m) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "file", m->file);
  pl_json_put_text(w, "name", m->name);
  pl_json_put_text(w, "protocol", m->protocol->name);
  if (m->density > 0) pl_json_put_quantity(w, "density", m->density, PL_DIM_DENSITY);
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", test->name);
    pl_json_put_text(w, "file", test->file);
    pl_json_put_quantity(w, "length", test->length, PL_DIM_LENGTH);
    pl_json_put_quantity(w, "width", test->width, PL_DIM_LENGTH);
    pl_json_put_quantity(w, "angle", test->angle, PL_DIM_ANGLE);
    pl_json_put_integer(w, "points-read", test->n_raw);
    pl_json_put_integer(w, "points-used", test->n_frame);
    pl_json_put_number(w, "hysteresis", test->hysteresis);
    pl_json_begin_array(w, "channels");
    for (int k = 0; k < m->protocol->n_channel; k++) write_channel(w, test, &test->channel[k], &m->protocol->channel[k]);
    pl_json_end_array(w);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "notes");
  for (int i = 0; i < m->n_note; i++) pl_json_put_text(w, NULL, m->note[i]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "suspicions");
  for (int i = 0; i < m->n_suspicion; i++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "text", m->suspicion[i].text);
    pl_json_put_text(w, "remedy", m->suspicion[i].remedy);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "inputs");
  for (int i = 0; i < m->n_input; i++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "path", m->input_path[i]);
    pl_json_put_text(w, "sha256", m->input_hash[i]);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
}

pl_status pl_measurements_json(pl_context *ctx, int n, pl_measurement *const *measurement, char **text) {
  *text = NULL;
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (!w) return PL_ERROR_MEMORY;
  pl_json_begin_object(w, NULL);
  pl_json_begin_array(w, "experiments");
  for (int i = 0; i < n; i++) write_measurement(w, measurement[i]);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return pl__json_give(ctx, w, text);
}
