// cmd_show.c: `pliant show DIR`: a quick look at a result folder on the terminal.
#include <stdio.h>

#include "quick_look.h"
#include "report/result/reader.h"
#include "report/result/result.h"

static const cli_flag flags[] = {
    {"only", 0, "TEXT", false, "tests and laws whose name contains it"},
    {"laws", 0, NULL, false, "the laws alone"},
    {"tests", 0, NULL, false, "the tests alone"},
};

static const char more[] =
    "DIR is a folder that 'pliant fit' or 'pliant predict -o' wrote. Plots are braille dots and circles in a UTF-8 locale, "
    "ASCII elsewhere.\nExample: pliant show swatch/result --only warp";

int cmd_show(cli *c, int argc, char **argv) {
  int go = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 0, NULL, 1, 1, more);
  if (go != CLI_CONTINUE) return go;
  if (c->json) return cli_usage(c, "'show' draws for people; %s/fit.json has the numbers", c->arg[0]);
  pl_json *fit;
  pl_status status = pl_result_load(c->arena, c->arg[0], &fit);
  if (status != PL_OK) return cli_fail(c, status);
  const char *only = cli_value(c, "only");
  bool laws = cli_has(c, "laws") || !cli_has(c, "tests"), tests = cli_has(c, "tests") || !cli_has(c, "laws");
  int n = 0;
  printf("%s %s: %s\n", pl_verdict_sign(pl__fit_state(fit)), pl__member_text(pl_json_find(fit, "material"), "name"),
         pl__member_text(fit, "verdict"));
  if (laws) n += quick_look_laws(c, c->arg[0], fit, only);
  if (tests) n += quick_look_tests(c, fit, only, 0) + quick_look_poses(c, fit, only, 0);
  if (n == 0) cli_say(c, only ? "nothing named like '%s' can be drawn here" : "nothing can be drawn here%s", only ? only : "");
  pl_json *further = pl_json_find(fit, "further_tests");
  if (further && !only) printf("\nFurther tests\n  %s\n", pl__member_text(further, "words"));
  return CLI_DONE;
}
