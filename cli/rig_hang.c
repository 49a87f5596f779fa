// protocol/biaxial-hang/rig.c: `pliant rig biaxial-hang`: samples of cloth on a virtual board, written like labelled photographs.
#include "rig_hang.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig_hang_plan.h"
#include "rig_motion.h"
#include "estimate/problem/fit.h"
#include "load.h"
#include "rig_summary.h"
#include "protocol/biaxial-hang/hang.h"

static const char more[] =
    "DIR gets experiment.json and one table of labelled points per sample, which 'pliant check', 'fit' and 'predict' read, and rig.json, "
    "which "
    "says how they were made.\n"
    "Take more --cells than the fit will (40), twice as many: the ends of the clips should lie on lines of both meshes.\n"
    "With --plan FILE the samples and weights of an experiment are simulated instead ('pliant rig tensile --help' has the flags).\n"
    "Examples: pliant rig biaxial-hang --material interlock-virtual --noise \"points=0.5 mm\" --cells 80 -o out/hang\n"
    "          pliant rig biaxial-hang --material interlock-virtual --cut \"22.5 deg\" --turn \"6 deg\" -o out/askew\n"
    "          pliant rig biaxial-hang --material interlock-virtual --left \"200 g\" --right \"400 g\" -o out/unbalanced";

bool rig_is_hang(int argc, char **argv) { return rig_asks_for(argc, argv, "biaxial-hang"); }

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

static pl_json_writer *summary(cli *c, const rig_hang_plan *plan, const pl_measurement *m, const pl_fit_options *options,
                               const pl_rig_report *report, const char *folder) {
  pl_json_writer *w = rig_summary_begin(c, "biaxial-hang", folder);
  if (!w) return NULL;
  pl_json_put_integer(w, "seed", (int64_t)plan->seed);
  pl_json_put_quantity(w, "noise", plan->noise, PL_DIM_LENGTH);
  pl_options_write(&pl_rig_option_table, &options->rig, w, "rig");
  pl_options_write(&pl_solve_option_table, &options->solve, w, "solver");
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", m->test[t].name);
    pl_json_put_quantity(w, "cut", plan->sample[t].cut, PL_DIM_ANGLE);
    pl_json_put_quantity(w, "turn", plan->error[t].turn, PL_DIM_ANGLE);
    pl_json_put_number(w, "stretch", plan->error[t].stretch);
    pl_json_put_integer(w, "frames", m->test[t].n_frame);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  rig_summary_report(w, report);
  pl_json_end_object(w);
  return w;
}

static void print_table(cli *c, const rig_hang_plan *plan, const pl_measurement *m, const pl_rig_report *report, const char *folder) {
  pl_table *table = pl_table_create(c->arena, "sample|>cut [deg]|>turn [deg]|>stretch|>frames|>bottom moves [mm]|>left [mm]|>right [mm]");
  for (int t = 0; t < m->n_test; t++) {
    pl_table_cell(table, "%s", m->test[t].name);
    pl_table_number(table, pl_dim_display(PL_DIM_ANGLE, plan->sample[t].cut));
    pl_table_number(table, pl_dim_display(PL_DIM_ANGLE, plan->error[t].turn));
    pl_table_number(table, plan->error[t].stretch);
    pl_table_cell(table, "%d", m->test[t].n_frame);
    for (int body = PL_HANG_BOTTOM; body <= PL_HANG_RIGHT; body++)
      pl_table_number(table, 1e3 * largest_move(&m->test[t], (pl_hang_body)body));
  }
  printf("%s: virtual biaxial-hang measurement\n\n", m->name);
  cli_print_table(c, table);
  printf("\nAt most %d Newton iterations per frame.\n", report->max_iterations);
  if (report->n_failed > 0)
    printf("! %d frames found no equilibrium and were left out\n    → take lighter weights or more --cells\n", report->n_failed);
  printf("\nwritten %s/experiment.json\nnext    %s check %s/experiment.json\n", folder, c->program, folder);
}

static int finish(cli *c, const rig_hang_plan *plan, const pl_measurement *m, const pl_fit_options *options, const pl_rig_report *report,
                  const char *folder) {
  pl_status saved = pl_measurement_save(c->ctx, folder, m);
  if (saved != PL_OK) return cli_fail(c, saved);
  int status = report->n_failed > 0 ? CLI_GOAL_MISSED : CLI_DONE;
  int next = rig_summary_save(c, summary(c, plan, m, options, report, folder), folder, status);
  if (next != CLI_CONTINUE) return next;
  print_table(c, plan, m, report, folder);
  return status;
}

int rig_hang(cli *c, int argc, char **argv) {
  pl_fit_options options = pl_fit_options_default();
  const cli_settings settings[] = {{&pl_rig_option_table, &options.rig}, {&pl_solve_option_table, &options.solve}};
  int status = cli_parse(c, argc, argv, rig_hang_n_flag, rig_hang_flags, 2, settings, 1, 1, more);
  if (status != CLI_CONTINUE) return status;
  if (!cli_has(c, "material")) return cli_usage(c, "--material is missing; 'pliant material list' shows names");
  if (!cli_has(c, "output")) return cli_usage(c, "-o DIR is missing: the folder for the virtual measurement");
  rig_hang_plan plan = {0};
  if ((status = rig_hang_plan_read(c, &plan)) != CLI_CONTINUE) return status;
  const char *folder = cli_value(c, "output");
  pl_material *material;
  pl_status done = pl_material_load(c->ctx, cli_value(c, "material"), &material);
  if (done != PL_OK) return cli_fail(c, done);
  status = cli_check_folder(c, folder, "rig.json");
  if (status == CLI_CONTINUE) {
    pl_measurement *m;
    pl_rig_report report;
    done = pl_measure_hang(c->ctx, plan.n, plan.sample, plan.error, material, &options.rig, &options.solve, plan.noise, plan.seed, &m,
                           &report);
    status = done == PL_OK ? finish(c, &plan, m, &options, &report, folder) : cli_fail(c, done);
    if (done == PL_OK) pl_measurement_destroy(m);
  }
  pl_material_destroy(material);
  return status;
}
