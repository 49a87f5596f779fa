// cmd_check.c: `pliant check FILE...`: read experiment files and say what was understood. Computes and writes nothing.
#include <math.h>
#include <stdio.h>

#include "protocol/capture/capture.h"
#include "estimate/problem/fit.h"
#include "load.h"

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

static int print_json(cli *c, int n, pl_measurement **measurement) {
  pl_json_writer *w = pl_json_writer_create(c->ctx);
  if (!w) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(w, NULL);
  pl_json_begin_array(w, "experiments");
  for (int i = 0; i < n; i++) write_measurement(w, measurement[i]);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return cli_print_json(c, w, CLI_DONE);
}

// Files whose tests are only scored are for --validate.
static void suggest_fit(const cli *c, int n, pl_measurement *const *measurement, pl_text *text) {
  int n_fitted = 0;
  pl_text_printf(text, "\nnext    %s fit", c->program);
  for (int i = 0; i < n; i++) {
    if (pl_measurement_only_scored(measurement[i])) continue;
    pl_text_printf(text, " %s", c->arg[i]);
    n_fitted++;
  }
  if (n_fitted == 0) pl_text_add(text, " FITTED.json");
  for (int i = 0; i < n; i++)
    if (pl_measurement_only_scored(measurement[i])) pl_text_printf(text, " --validate %s", c->arg[i]);
  pl_text_add(text, " -o DIR\n");
}

static int print_text(cli *c, int n, pl_measurement **measurement) {
  pl_text text;
  pl_text_init(&text, c->ctx);
  for (int i = 0; i < n; i++) {
    if (i > 0) pl_text_add(&text, "\n");
    pl_measurement_describe_all(measurement[i], cli_has(c, "full"), &text);
  }
  suggest_fit(c, n, measurement, &text);
  fputs(text.data, stdout);
  bool failed = text.failed;
  pl_text_clear(&text);
  return failed ? cli_fail(c, PL_ERROR_MEMORY) : CLI_DONE;
}

int cmd_check(cli *c, int argc, char **argv) {
  static const cli_flag flags[] = {{"full", 0, NULL, false, "every strip at length, not only the first of many"}};
  int go = cli_parse(c, argc, argv, 1, flags, 0, NULL, 1, -1, NULL);
  if (go != CLI_CONTINUE) return go;
  pl_measurement **measurement;
  go = cli_load(c, c->n_arg, c->arg, &measurement);
  if (go != CLI_CONTINUE) return go;
  int status = c->json ? print_json(c, c->n_arg, measurement) : print_text(c, c->n_arg, measurement);
  cli_unload(c->n_arg, measurement);
  return status;
}
