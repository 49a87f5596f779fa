// cmd_predict.c: `pliant predict MATERIAL FILE...`: simulate measured experiments with a material and compare.
#include <stdio.h>

#include "load.h"

static const cli_flag flags[] = {
    {"output", 'o', "DIR", false, "also write fit.json, curves.csv, predictions.csv and report.html into this folder"},
};

static const char more[] = "MATERIAL is a file, the folder of a fit, or a name that 'pliant material list' shows. The exit status is 1 "
                           "when a channel is not described (--accept-r2).\n"
                           "Example: pliant predict swatch/result/material.json swatch/bias.json";

static void print_result(cli *c, char *text, const char *folder) {
  cli_print_text(c, text, CLI_DONE);
  if (folder)
    cli_report_line("report", pl_path_join(c->arena, folder, "report.html"));
  else
    printf("next    %s predict %s %s -o DIR    (writes the curves and a report)\n", c->program, c->arg[0], c->arg[1]);
}

static int finish(cli *c, const pl_fit *fit, const char *folder) {
  pl_run run = {.command = c->line, .verb = "predict", .next = "pliant fit FILE... -o DIR"};
  if (folder) {
    pl_status saved = pl_result_save(c->ctx, folder, fit, &run);
    if (saved != PL_OK) return cli_fail(c, saved);
  }
  int status = pl_fit_validated(fit) ? CLI_DONE : CLI_GOAL_MISSED;
  pl_text_style style = cli_style(c);
  char *text;
  pl_status made = c->json ? pl_fit_json(c->ctx, fit, &run, &text) : pl_fit_text(c->ctx, fit, folder, &style, &text);
  if (made != PL_OK) return cli_fail(c, made);
  if (c->json) return cli_print_text(c, text, status);
  print_result(c, text, folder);
  return status;
}

int cmd_predict(cli *c, int argc, char **argv) {
  int status = cli_parse_settings(c, argc, argv, sizeof flags / sizeof flags[0], flags, PL_SETTINGS_FIT, 2, -1, more);
  if (status != CLI_CONTINUE) return status;
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
      pl_status done = pl_predict_material(c->ctx, material, n, measurement, c->settings, &fit);
      status = done == PL_OK ? finish(c, fit, folder) : cli_fail(c, done);
      if (done == PL_OK) pl_fit_destroy(fit);
    }
    cli_unload(n, measurement);
  }
  pl_material_destroy(material);
  return status;
}
