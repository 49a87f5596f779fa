// cmd_show.c: `pliant show DIR`: a quick look at a result folder on the terminal.
#include "cli.h"

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
  const char *only = cli_value(c, "only");
  pl_result_look look = {.only = only, .laws = cli_has(c, "laws"), .tests = cli_has(c, "tests")};
  pl_text_style style = cli_style(c);
  char *text;
  int n;
  pl_status status = pl_result_text(c->ctx, c->arg[0], &look, &style, &text, &n);
  if (status != PL_OK) return cli_fail(c, status);
  cli_print_text(c, text, CLI_DONE);
  if (n == 0) cli_say(c, only ? "nothing named like '%s' can be drawn here" : "nothing can be drawn here%s", only ? only : "");
  return CLI_DONE;
}
