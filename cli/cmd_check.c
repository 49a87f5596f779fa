// cmd_check.c: `pliant check FILE...`: read experiment files and say what was understood. Computes and writes nothing.
#include <stdio.h>

#include "load.h"

static int print_json(cli *c, int n, pl_measurement **measurement) {
  char *text;
  pl_status made = pl_measurements_json(c->ctx, n, measurement, &text);
  return made == PL_OK ? cli_print_text(c, text, CLI_DONE) : cli_fail(c, made);
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
    char *one;
    pl_status made = pl_measurement_text_all(c->ctx, measurement[i], cli_has(c, "full"), &one);
    if (made != PL_OK) {
      pl_text_clear(&text);
      return cli_fail(c, made);
    }
    pl_text_add(&text, one);
    pl_free(c->ctx, one);
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
