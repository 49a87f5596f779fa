// lab_account.c: what is said about a virtual measurement: rig.json, and the table for people.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <pliant/extend/table.h>

#include "rig/laboratory.h"

// ---- rig.json ----

static double largest(const pl_test *test, int k) {
  double value = NAN;
  for (int i = 0; test->channel[k].value && i < test->n_frame * pl_channel_width(&test->channel[k]); i++)
    value = fmax(isnan(value) ? 0 : value, fabs(test->channel[k].value[i]));
  return value;
}

void pl_lab_put_options(const pl_lab *lab, pl_json_writer *w) {
  const pl_option_table *table[PL_LAB_MAX_TABLE];
  for (int t = 0, n = pl_laboratory_tables(lab->row, table); t < n; t++) pl_options_write(table[t], lab->options[t], w, table[t]->name);
}

void pl_lab_put_report(const pl_lab *lab, pl_json_writer *w) {
  const pl_rig_report *report = &lab->result.report;
  pl_json_put_integer(w, "frames-without-equilibrium", report->n_failed);
  pl_json_put_integer(w, "most-newton-iterations", report->max_iterations);
  pl_json_put_integer(w, "newton-iterations", report->iterations);
}

static void put_test(const pl_protocol *protocol, const pl_test *test, pl_json_writer *w) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", test->name);
  pl_json_put_integer(w, "frames", test->n_frame);
  pl_json_begin_object(w, "largest");
  for (int k = 0; k < protocol->n_channel; k++)
    if (test->channel[k].value) pl_json_put_quantity(w, protocol->channel[k].name, largest(test, k), protocol->channel[k].dim);
  pl_json_end_object(w);
  pl_json_end_object(w);
}

void pl_lab_summarise(const pl_lab *lab, pl_json_writer *w) {
  const pl_protocol *protocol = lab->protocol;
  const pl_measurement *m = lab->result.measurement;
  pl_json_put_integer(w, "seed", (int64_t)lab->plan.seed);
  pl_json_put_number(w, "hysteresis", lab->plan.hysteresis);
  pl_json_begin_object(w, "noise");
  for (int k = 0; k < protocol->n_channel; k++)
    if (lab->plan.noise[k] > 0) pl_json_put_quantity(w, protocol->channel[k].name, lab->plan.noise[k], protocol->channel[k].dim);
  pl_json_end_object(w);
  pl_lab_put_options(lab, w);
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) put_test(protocol, &m->test[t], w);
  pl_json_end_array(w);
  pl_lab_put_report(lab, w);
}

pl_status pl_lab_summary(const pl_lab *lab, pl_json_writer **writer) {
  pl_json_writer *w = *writer = pl_json_writer_create(lab->ctx);
  if (!w) return PL_ERROR_MEMORY;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "pliant", "rig 1");
  pl_json_put_text(w, "version", pl_version());
  pl_json_put_text(w, "command", lab->command);
  pl_json_put_text(w, "protocol", lab->protocol->name);
  pl_json_put_text(w, "material", pl_flags_value(&lab->flags, "material"));
  pl_json_put_text(w, "folder", lab->folder);
  (lab->row->summarise ? lab->row->summarise : pl_lab_summarise)(lab, w);
  pl_json_end_object(w);
  return PL_OK;
}

// ---- for people ----

void pl_lab_say_values(const pl_lab *lab, pl_text *out) {
  const pl_protocol *protocol = lab->protocol;
  const pl_measurement *m = lab->result.measurement;
  char columns[512] = "test|>points";
  for (int k = 0; k < protocol->n_channel; k++) {
    const char *unit = pl_dim_equal(protocol->channel[k].dim, PL_DIM_NONE) ? "" : pl_dim_unit(protocol->channel[k].dim);
    size_t n = strlen(columns);
    snprintf(columns + n, sizeof columns - n, "|>%s%s%s%s", protocol->channel[k].name, *unit ? " [" : "", unit, *unit ? "]" : "");
  }
  pl_table *table = pl_table_create(lab->arena, columns);
  for (int t = 0; t < m->n_test; t++) {
    pl_table_cell(table, "%s", m->test[t].name);
    pl_table_cell(table, "%d", m->test[t].n_frame);
    for (int k = 0; k < protocol->n_channel; k++) {
      if (m->test[t].channel[k].value)
        pl_table_number(table, pl_dim_display(protocol->channel[k].dim, largest(&m->test[t], k)));
      else
        pl_table_cell(table, "%s", "");
    }
  }
  pl_text_printf(out, "%s: virtual %s measurement, largest values\n\n", m->name, protocol->name);
  pl_table_text(table, out);
  pl_text_printf(out, "\nAt most %d Newton iteration%s per point.\n", lab->result.report.max_iterations,
                 lab->result.report.max_iterations == 1 ? "" : "s");
}

void pl_lab_say_next(const pl_lab *lab, pl_text *out) {
  pl_text_printf(out, "\nwritten %s/experiment.json\nnext    %s check %s/experiment.json\n", lab->folder, lab->program, lab->folder);
}

static void say_usual(const pl_lab *lab, pl_text *out) {
  pl_lab_say_values(lab, out);
  if (lab->result.report.n_failed > 0)
    pl_text_printf(out, "! %d points found no equilibrium and were left out\n    → take more --cells or smaller steps (--frames)\n",
                   lab->result.report.n_failed);
  pl_lab_say_next(lab, out);
}

void pl_lab_say(const pl_lab *lab, pl_text *out) { (lab->row->say ? lab->row->say : say_usual)(lab, out); }
