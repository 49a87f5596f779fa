// cmd_predict.c: `pliant predict MATERIAL FILE...`: simulate measured experiments with a material and compare.
#include <stdio.h>
#include <string.h>

#include "quick_look.h"
#include "report/result/result.h"
#include "show.h"

static const cli_flag flags[] = {
    {"output", 'o', "DIR", false, "also write fit.json, curves.csv, predictions.csv and report.html into this folder"},
};

static const char more[] = "MATERIAL is a file, the folder of a fit, or a name that 'pliant material list' shows. The exit status is 1 "
                           "when a channel stays below --accept-r2.\n"
                           "Example: pliant predict swatch/result/material.json swatch/bias.json";

// How each test is predicted; one line when it is the same for all.
static void print_reasons(const pl_fit *fit) {
  bool same = fit->problem.n_case > 1;
  for (int i = 1; i < fit->problem.n_case; i++)
    same = same && strcmp(fit->problem.fit_case[i].rig->run.reason, fit->problem.fit_case[i - 1].rig->run.reason) == 0;
  for (int i = 0; i < (same ? 1 : fit->problem.n_case); i++)
    printf("  %s: %s\n", same ? "all tests" : fit->problem.fit_case[i].test->name, fit->problem.fit_case[i].rig->run.reason);
}

static void print_result(cli *c, const pl_fit *fit, const char *folder) {
  cli_clear_bar(c);
  printf("%s: %d %s predicted, %.2f s\n\n", fit->material->name, fit->problem.n_case, fit->problem.n_case == 1 ? "test" : "tests",
         fit->solution.seconds);
  if (show_figures(c, fit, true)) printf("\n");
  show_scores(c, fit, true);
  if (folder) quick_look(c, folder);
  printf("\n");
  if (show_specimens(c, fit)) printf("  (estimated from each specimen with the material as it is)\n\n");
  print_reasons(fit);
  show_warnings(c, fit);
  bool few = false;
  for (int i = 0; i < fit->evidence.n_score; i++) few = few || fit->evidence.score[i].few;
  printf("\n%s: every channel %s R² = %g%s\n", fit->findings.validation_passed ? "Passed" : "Failed",
         fit->findings.validation_passed ? "reaches" : "should reach", fit->problem.options.accept_r2,
         few ? ", single readings as said above" : "");
  if (folder)
    show_report("report", pl_path_join(c->arena, folder, "report.html"));
  else
    printf("next    %s predict %s %s -o DIR    (writes the curves and a report)\n", c->program, c->arg[0], c->arg[1]);
}

static int finish(cli *c, const pl_fit *fit, const char *folder) {
  pl_run run = {.command = c->line, .verb = "predict", .next = "pliant fit FILE... -o DIR"};
  if (folder) {
    pl_status saved = pl_result_save(c->ctx, folder, fit, &run);
    if (saved != PL_OK) return cli_fail(c, saved);
  }
  int status = fit->findings.validation_passed ? CLI_DONE : CLI_GOAL_MISSED;
  if (!c->json) {
    print_result(c, fit, folder);
    return status;
  }
  pl_json_writer *writer;
  pl_status written = pl_result_json(c->ctx, fit, &run, &writer);
  return written == PL_OK ? cli_print_json(c, writer, status) : cli_fail(c, written);
}

// Is a setting not at its default?
static bool changed(const pl_option *option, const void *options, const void *usual) {
  const char *a = (const char *)options + option->offset, *b = (const char *)usual + option->offset;
  if (option->type == PL_OPTION_TEXT) return strcmp(*(const char *const *)(const void *)a, *(const char *const *)(const void *)b) != 0;
  if (option->type == PL_OPTION_REAL) return *(const double *)(const void *)a != *(const double *)(const void *)b;
  return *(const int *)(const void *)a != *(const int *)(const void *)b;
}

// Settings of estimation are accepted, so that a fit's command line can be turned into a prediction's, but only the score's mark is used.
static void warn_idle(cli *c, const pl_fit_options *options) {
  pl_fit_options usual = pl_fit_options_default();
  for (int i = 0; i < pl_fit_option_table.n_option; i++) {
    const pl_option *option = &pl_fit_option_table.option[i];
    if (strcmp(option->name, "accept-r2") == 0 || !changed(option, options, &usual)) continue;
    pl_log(c->ctx, PL_LOG_WARNING, "--%s is for fits: a prediction does not use it", option->name);
  }
}

int cmd_predict(cli *c, int argc, char **argv) {
  pl_fit_options options = pl_fit_options_default();
  const cli_settings settings[] = {
      {&pl_fit_option_table, &options}, {&pl_rig_option_table, &options.rig}, {&pl_solve_option_table, &options.solve}};
  int status = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 3, settings, 2, -1, more);
  if (status != CLI_CONTINUE) return status;
  warn_idle(c, &options);
  pl_material *material;
  pl_status loaded = cli_load_material(c, c->arg[0], &material);
  if (loaded != PL_OK) return cli_fail(c, loaded);
  pl_measurement **measurement;
  int n = c->n_arg - 1;
  status = cli_load(c, n, c->arg + 1, &measurement);
  if (status == CLI_CONTINUE) {
    const char *folder = cli_value(c, "output");
    if (folder) status = cli_check_folder(c, folder, "fit.json");
    if (status == CLI_CONTINUE) {
      pl_fit *fit;
      pl_status done = pl_fit_predict(c->ctx, material, n, measurement, &options, &fit);
      status = done == PL_OK ? finish(c, fit, folder) : cli_fail(c, done);
      if (done == PL_OK) pl_fit_destroy(fit);
    }
    cli_unload(n, measurement);
  }
  pl_material_destroy(material);
  return status;
}
