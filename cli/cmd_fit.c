// cmd_fit.c: `pliant fit FILE... -o DIR`: measurements in, a material with stated uncertainty out.
//
// Order: everything is read and checked before anything is computed, and computed before anything is written.
#include <stdio.h>
#include <string.h>

#include "load.h"

static const cli_flag flags[] = {
    {"output", 'o', "DIR", false, "result folder (default NAME-fit); an earlier result there is replaced"},
    {"validate", 0, "FILE", true, "experiment files that are predicted, not fitted; the exit status is 1 when a prediction fails"},
    {"all-models", 0, NULL, false, "fit every model that has variants (--variant) in each and write a table of their residuals"},
};

static const char more[] =
    "'pliant fit --help PROTOCOL' prints the models and settings for a protocol.\n"
    "Writes material.json, fit.json, curves.csv, predictions.csv and report.html into DIR.\n"
    "Exit status: 0 converged and validated, 1 not, 2 wrong usage, 3 bad input, 130 interrupted (the partial result is saved).\n"
    "Example: pliant fit swatch/experiment.json --validate swatch/bias.json -o swatch/result";

typedef struct fit_task {
  int n_fit, n_hold;
  pl_measurement *const *fit, *const *hold;
  const char *directory;
} fit_task;

// "Wool gabardine" -> "Wool-gabardine-fit".
static const char *default_folder(cli *c, const char *name) {
  char *folder = pl_arena_printf(c->arena, "%s-fit", *name ? name : "result");
  for (char *p = folder; p && *p; p++)
    if (strchr(" \t/\\:*?\"<>|'", *p)) *p = '-';
  if (folder && *folder == '.') *folder = '-';
  return folder;
}

// How a fit ended by Ctrl-C; NULL: nothing is missing.
static const char *interruption(const pl_fit *fit, bool left_out) {
  if (pl_fit_interrupted(fit)) return "Interrupted: this is the state when it stopped.";
  return left_out ? "Interrupted: the fit is complete, only the further tests were left out." : NULL;
}

static void print_result(cli *c, char *text, const char *folder, const char *next, const char *stopped) {
  cli_print_text(c, text, CLI_DONE);
  if (stopped) printf("%s\n", stopped);
  cli_report_line("report", pl_path_join(c->arena, folder, "report.html"));
  printf("look    %s show %s\nnext    %s\n", c->program, folder, next);
}

static int finish(cli *c, const pl_fit *fit, const char *folder, const pl_run *run, const char *stopped) {
  pl_status saved = pl_result_save(c->ctx, folder, fit, run);
  if (saved != PL_OK) return cli_fail(c, saved);
  int status = stopped ? CLI_INTERRUPTED : pl_result_state(fit) == PL_VERDICT_BAD ? CLI_GOAL_MISSED : CLI_DONE;
  pl_text_style style = cli_style(c);
  char *text;
  pl_status made = c->json ? pl_fit_json(c->ctx, fit, run, &text) : pl_fit_text(c->ctx, fit, folder, &style, &text);
  if (made != PL_OK) return cli_fail(c, made);
  if (c->json) return cli_print_text(c, text, status);
  print_result(c, text, folder, run->next, stopped);
  return status;
}

// ---- every model ----

static int print_models(cli *c, const pl_model_table *table, const char *folder) {
  pl_models_report report = pl_models_outcome(table);
  int status = cli_interrupted() ? CLI_INTERRUPTED : report.n_converged == report.n_row ? CLI_DONE : CLI_GOAL_MISSED;
  pl_text_style style = cli_style(c);
  char *text;
  pl_status made = c->json ? pl_models_json(c->ctx, table, &text) : pl_models_text(c->ctx, table, &style, &text);
  if (made != PL_OK) return cli_fail(c, made);
  cli_print_text(c, text, status);
  if (c->json) return status;
  if (cli_interrupted()) printf("\nInterrupted: these fits were done before.\n");
  printf("\ntable   %s/table.csv\n", folder);
  cli_report_line("report", pl_path_join(c->arena, folder, "report.html"));
  return status;
}

static int all_models(cli *c, const fit_task *task) {
  pl_model_table *table;
  pl_status status = pl_models_fit(c->ctx, task->n_fit, task->fit, task->n_hold, task->hold, c->settings, task->directory, c->line, &table);
  if (status != PL_OK) return cli_fail(c, status);
  int result = print_models(c, table, task->directory);
  pl_model_table_destroy(table);
  return result;
}

// ---- one fit ----

// The fit is kept before further tests are computed: who ends the program then has it, without what they would have said.
static int one_fit(cli *c, const fit_task *task) {
  const char *folder = task->directory;
  pl_run run = {
      .command = c->line, .verb = "fit", .next = pl_arena_printf(c->arena, "%s predict %s/material.json OTHER.json", c->program, folder)};
  if (!run.next) return cli_fail(c, PL_ERROR_MEMORY);
  pl_fit *fit;
  pl_status status = pl_estimate(c->ctx, task->n_fit, task->fit, task->n_hold, task->hold, c->settings, &fit);
  if (status != PL_OK) return cli_fail(c, status);
  bool asks = pl_fit_asks_further(fit);
  if (asks) status = pl_result_save(c->ctx, folder, fit, &run);
  if (status == PL_OK) status = pl_fit_further(fit);
  const char *stopped = interruption(fit, asks && !pl_fit_has_further(fit) && cli_interrupted());
  int result = status == PL_OK ? finish(c, fit, folder, &run, stopped) : cli_fail(c, status);
  pl_fit_destroy(fit);
  return result;
}

int cmd_fit(cli *c, int argc, char **argv) {
  int status = cli_parse_settings(c, argc, argv, sizeof flags / sizeof flags[0], flags, PL_SETTINGS_FIT, 1, -1, more);
  if (status != CLI_CONTINUE) return status;
  const char **hold_path;
  int n_fit = c->n_arg, n_hold = cli_values(c, "validate", &hold_path);
  pl_measurement **measurement, **hold;
  status = cli_load(c, n_fit, c->arg, &measurement);
  if (status != CLI_CONTINUE) return status;
  status = cli_load(c, n_hold, hold_path, &hold);
  if (status == CLI_CONTINUE) {
    const char *folder = cli_value(c, "output");
    bool all = cli_has(c, "all-models");
    // a table of models has residuals, no sigmas
    pl_status chosen = all ? PL_OK : pl_settings_adapt(c->settings, n_fit, measurement);
    if (chosen != PL_OK) status = cli_fail(c, chosen);
    if (!folder) folder = default_folder(c, pl_measurement_name(measurement[0]));
    if (status == CLI_CONTINUE)
      status = folder ? cli_check_folder(c, folder, all ? "table.json" : "fit.json") : cli_fail(c, PL_ERROR_MEMORY);
    if (status == CLI_CONTINUE) {
      cli_catch_interrupt();
      fit_task task = {n_fit, n_hold, measurement, hold, folder};
      status = all ? all_models(c, &task) : one_fit(c, &task);
    }
    cli_unload(n_hold, hold);
  }
  cli_unload(n_fit, measurement);
  return status;
}
