// laboratory.c: `pliant rig biaxial-hang`: samples of cloth on a virtual board, written like labelled photographs.
#include "protocol/biaxial-hang/laboratory.h"

#include <math.h>

#include <pliant/extend/table.h>

#include "protocol/biaxial-hang/hang_part.h"

// How far the middle of a body's labels moves from the unloaded frame at the most, m.
static double largest_move(const pl_test *test, pl_hang_body body) {
  const pl_hang *hang = pl_hang_of(test);
  const double *value = test->channel[PL_HANG_POINTS].value;
  size_t width = 2 * (size_t)hang->n_point;
  double largest = 0;
  for (int f = 0; f < test->n_frame; f++) {
    double move[2] = {0};
    int n = 0;
    for (int i = 0; i < hang->n_point; i++) {
      if (hang->point[i].body != body) continue;
      for (size_t k = 0; k < 2; k++)
        move[k] += value[(size_t)f * width + 2 * (size_t)i + k] - value[(size_t)hang->unloaded * width + 2 * (size_t)i + k];
      n++;
    }
    largest = fmax(largest, hypot(move[0], move[1]) / fmax(n, 1));
  }
  return largest;
}

static pl_status measure(pl_lab *lab) {
  const pl__hung_samples *hung = lab->own;
  PL_TRY(pl_measure_hang(lab->ctx, hung->n, hung->sample, hung->error, lab->material, pl_lab_rig_options(lab), pl_lab_solve_options(lab),
                         lab->plan.noise[PL_HANG_POINTS], lab->plan.seed, &lab->result.measurement, &lab->result.report));
  lab->result.partly = lab->result.report.n_failed > 0;
  return PL_OK;
}

static void summarise(const pl_lab *lab, pl_json_writer *w) {
  const pl__hung_samples *hung = lab->own;
  const pl_measurement *m = lab->result.measurement;
  pl_json_put_integer(w, "seed", (int64_t)lab->plan.seed);
  pl_json_put_quantity(w, "noise", lab->plan.noise[PL_HANG_POINTS], PL_DIM_LENGTH);
  pl_lab_put_options(lab, w);
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", m->test[t].name);
    pl_json_put_quantity(w, "cut", hung->sample[t].cut, PL_DIM_ANGLE);
    pl_json_put_quantity(w, "turn", hung->error[t].turn, PL_DIM_ANGLE);
    pl_json_put_number(w, "stretch", hung->error[t].stretch);
    pl_json_put_integer(w, "frames", m->test[t].n_frame);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_lab_put_report(lab, w);
}

static void say(const pl_lab *lab, pl_text *out) {
  const pl__hung_samples *hung = lab->own;
  const pl_measurement *m = lab->result.measurement;
  const pl_rig_report *report = &lab->result.report;
  pl_table *table = pl_table_create(lab->arena, "sample|>cut [deg]|>turn [deg]|>stretch|>frames|>bottom moves [mm]|>left [mm]|>right [mm]");
  for (int t = 0; t < m->n_test; t++) {
    pl_table_cell(table, "%s", m->test[t].name);
    pl_table_number(table, pl_dim_display(PL_DIM_ANGLE, hung->sample[t].cut));
    pl_table_number(table, pl_dim_display(PL_DIM_ANGLE, hung->error[t].turn));
    pl_table_number(table, hung->error[t].stretch);
    pl_table_cell(table, "%d", m->test[t].n_frame);
    for (int body = PL_HANG_BOTTOM; body <= PL_HANG_RIGHT; body++)
      pl_table_number(table, 1e3 * largest_move(&m->test[t], (pl_hang_body)body));
  }
  pl_text_printf(out, "%s: virtual %s measurement\n\n", m->name, lab->protocol->name);
  pl_table_text(table, out);
  pl_text_printf(out, "\nAt most %d Newton iteration%s per frame.\n", report->max_iterations, report->max_iterations == 1 ? "" : "s");
  if (report->n_failed > 0)
    pl_text_printf(out, "! %d frames found no equilibrium and were left out\n    → take lighter weights or more --cells\n",
                   report->n_failed);
  pl_lab_say_next(lab, out);
}

const pl_laboratory pl__hang_laboratory = {
    .usage = "--material M -o DIR [--cut LIST] [--bottom WEIGHTS] [--side WEIGHTS]",
    .more = PL_LAB_GETS("one table of labelled points per sample") "Take more --cells than the fit will (40), twice as many: the ends of "
                                                                   "the clips should lie on lines of both meshes.\n"
                                                                   "Examples: pliant rig biaxial-hang --material interlock-virtual --noise "
                                                                   "\"points=0.5 mm\" --cells 80 -o out/hang\n"
                                                                   "          pliant rig biaxial-hang --material interlock-virtual --cut "
                                                                   "\"22.5 deg\" --turn \"6 deg\" -o out/askew\n"
                                                                   "          pliant rig biaxial-hang --material interlock-virtual --left "
                                                                   "\"200 g\" --right \"400 g\" -o out/unbalanced",
    .n_flag = PL__HANG_FLAGS,
    .flag = pl__hang_flags,
    .plan = pl__hang_plan_samples,
    .measure = measure,
    .summarise = summarise,
    .say = say};

// Every frame has its own weights: none can be left out.
const pl_laboratory pl__hang_planned = {.n_flag = PL_LAB_USUAL_FLAGS, .flag = pl_lab_usual_flags, .all_frames = "frames"};
