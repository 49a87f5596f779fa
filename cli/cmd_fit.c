// cmd_fit.c: `pliant fit FILE... -o DIR`: measurements in, a material with stated uncertainty out.
//
// Order: everything is read and checked before anything is computed, and computed before anything is written.
#include <stdio.h>
#include <string.h>

#include "estimate/advise/further.h"
#include "fit_models.h"
#include "quick_look.h"
#include "report/result/result.h"
#include "show.h"
#include "protocol/capture/capture.h"

static const cli_flag flags[] = {
    {"output", 'o', "DIR", false, "result folder (default NAME-fit); an earlier result there is replaced"},
    {"validate", 0, "FILE", true, "experiment files that are predicted, not fitted; the exit status is 1 when a prediction fails"},
    {"all-models", 0, NULL, false, "captures: fit every cloth model in every variant and write a table of their residuals"},
};

static const char more[] =
    "Writes material.json, fit.json, curves.csv, predictions.csv and report.html into DIR.\n"
    "Exit status: 0 converged and validated, 1 not, 2 wrong usage, 3 bad input, 130 interrupted (the partial result is saved).\n"
    "Example: pliant fit swatch/experiment.json --validate swatch/bias.json -o swatch/result\n"
    "Captures take --model springs, soft-constraints, stvk (default), additive or a pairing such as soft+spring-2\n"
    "(membrane: spring, soft, green; bending: spring-2, hinge),\n"
    "and --variant linear, isotropic, convex, or several with commas between; frames.csv is written too.\n"
    "--all-models fits the three models in four variants into DIR/MODEL-VARIANT and writes DIR/table.csv, table.json and report.html;\n"
    "its exit status is 0 when every fit converged.";

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
  if (fit->solution.interrupted) return "Interrupted: this is the state when it stopped.";
  return left_out ? "Interrupted: the fit is complete, only the further tests were left out." : NULL;
}

static void print_result(cli *c, const pl_fit *fit, const char *folder, const char *next, const char *stopped) {
  cli_clear_bar(c);
  printf("%s: %d %s fitted", fit->material->name, fit->problem.n_fitted, fit->problem.n_fitted == 1 ? "test" : "tests");
  if (fit->problem.n_case > fit->problem.n_fitted) printf(", %d held out", fit->problem.n_case - fit->problem.n_fitted);
  int held = 0;
  for (int j = 0; j < fit->material->n_theta; j++) held += fit->material->parameter[j].frozen;
  int n_free = fit->solution.n_parameter - held;
  printf("; %d parameter%s", n_free, n_free == 1 ? "" : "s");
  if (held > 0) printf(" and %d held", held);
  printf(", %d reading%s, ", fit->evidence.n_residual, fit->evidence.n_residual == 1 ? "" : "s");
  if (fit->solution.n_iteration == 0)
    printf("solved directly");  // linear problems take no steps
  else
    printf("%d iteration%s", fit->solution.n_iteration, fit->solution.n_iteration == 1 ? "" : "s");
  printf(", %.2f s\n\nParameters\n", fit->solution.seconds);
  show_parameters(c, fit->material, fit);
  show_curves(c, fit->material, fit, "Curves");
  show_steps(c, fit);
  show_samples(c, fit);
  show_moduli(c, fit);
  show_rigidities(c, fit);
  printf("\nFitted tests\n");
  if (show_figures(c, fit, false)) printf("\n");
  show_scores(c, fit, false);
  if (fit->problem.n_case > fit->problem.n_fitted) {
    printf("\nHeld-out tests (predicted, not fitted; passed from R² = %g)\n", fit->problem.options.accept_r2);
    if (show_figures(c, fit, true)) printf("\n");
    show_scores(c, fit, true);
  }
  quick_look(c, folder);
  if (fit->findings.shear_words && *fit->findings.shear_words) printf("\n%s\n", fit->findings.shear_words);
  show_warnings(c, fit);
  if (fit->findings.further) show_further(c, fit);
  pl_text verdict;
  pl_text_init(&verdict, c->ctx);
  pl_result_verdict(fit, &verdict);
  printf("\n%s %s\n\n", pl_verdict_sign(pl_result_state(fit)), verdict.data);
  pl_text_clear(&verdict);
  if (stopped) printf("%s\n", stopped);
  show_report("report", pl_path_join(c->arena, folder, "report.html"));
  printf("look    %s show %s\nnext    %s\n", c->program, folder, next);
}

static int finish(cli *c, const pl_fit *fit, const char *folder, const pl_run *run, const char *stopped) {
  pl_status saved = pl_result_save(c->ctx, folder, fit, run);
  if (saved != PL_OK) return cli_fail(c, saved);
  int status = stopped ? CLI_INTERRUPTED : pl_result_state(fit) == PL_VERDICT_BAD ? CLI_GOAL_MISSED : CLI_DONE;
  if (!c->json) {
    print_result(c, fit, folder, run->next, stopped);
    return status;
  }
  pl_json_writer *writer;
  pl_status written = pl_result_json(c->ctx, fit, run, &writer);
  return written == PL_OK ? cli_print_json(c, writer, status) : cli_fail(c, written);
}

// The fit is kept before further tests are computed: who ends the program then has it, without what they would have said.
static int one_fit(cli *c, const pl_model_task *task) {
  const char *folder = task->directory;
  pl_run run = {
      .command = c->line, .verb = "fit", .next = pl_arena_printf(c->arena, "%s predict %s/material.json OTHER.json", c->program, folder)};
  if (!run.next) return cli_fail(c, PL_ERROR_MEMORY);
  pl_fit *fit;
  pl_status status = pl_fit_run(c->ctx, task->n_fit, task->fit, task->n_hold, task->hold, task->options, &fit);
  if (status != PL_OK) return cli_fail(c, status);
  bool asks = pl_fit_asks_further(fit);
  if (asks) status = pl_result_save(c->ctx, folder, fit, &run);
  if (status == PL_OK) status = pl_fit_further(fit);
  const char *stopped = interruption(fit, asks && !fit->findings.further && cli_interrupted());
  int result = status == PL_OK ? finish(c, fit, folder, &run, stopped) : cli_fail(c, status);
  pl_fit_destroy(fit);
  return result;
}

static bool has_captures(int n, pl_measurement *const *measurement) {
  for (int i = 0; i < n; i++)
    if (measurement[i]->n_test > 0 && pl_capture_of(&measurement[i]->test[0])) return true;
  return false;
}

int cmd_fit(cli *c, int argc, char **argv) {
  pl_fit_options options = pl_fit_options_default();
  const cli_settings settings[] = {
      {&pl_fit_option_table, &options}, {&pl_rig_option_table, &options.rig}, {&pl_solve_option_table, &options.solve}};
  int status = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 3, settings, 1, -1, more);
  if (status != CLI_CONTINUE) return status;
  const char **hold_path;
  int n_fit = c->n_arg, n_hold = cli_values(c, "validate", &hold_path);
  pl_measurement **measurement, **hold;
  status = cli_load(c, n_fit, c->arg, &measurement);
  if (status != CLI_CONTINUE) return status;
  bool captures = has_captures(n_fit, measurement);
  status = cli_load(c, n_hold, hold_path, &hold);
  if (status == CLI_CONTINUE) {
    const char *folder = cli_value(c, "output");
    bool all = cli_has(c, "all-models");
    // a table of models has residuals, no sigmas
    if (options.mesh_error == PL_MESH_ERROR_AUTO && captures && !all) options.mesh_error = PL_MESH_ERROR_TRUE;
    if (!folder) folder = default_folder(c, measurement[0]->name);
    status = folder ? cli_check_folder(c, folder, all ? "table.json" : "fit.json") : cli_fail(c, PL_ERROR_MEMORY);
    if (status == CLI_CONTINUE) {
      cli_catch_interrupt();
      pl_model_task task = {n_fit, n_hold, measurement, hold, &options, folder, c->line, 0};
      status = all ? fit_models(c, &task) : one_fit(c, &task);
    }
    cli_unload(n_hold, hold);
  }
  cli_unload(n_fit, measurement);
  return status;
}
