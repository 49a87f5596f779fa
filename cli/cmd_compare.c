// cmd_compare.c: `pliant compare DIR DIR... -o FILE.html`: several fits side by side on the terminal and as one page.
#include <stdio.h>

#include "load.h"

static const cli_flag flags[] = {
    {"output", 'o', "FILE.html", false, "the page; compare.html when left out"},
    {"no-shapes", 0, NULL, false, "leave the shapes in 3D out, for a smaller page"},
};

static const char more[] =
    "DIR is a folder that 'pliant fit' or 'pliant predict -o' wrote; one of 'pliant fit --all-models' stands for all fits in it.\n"
    "Example: pliant compare out/stvk out/baraff -o compare.html";

static int show(cli *c, const pl_comparison *comparison, const char *path) {
  pl_text_style style = cli_style(c);
  char *text;
  pl_status made = c->json ? pl_comparison_json_text(comparison, &text) : pl_comparison_text(comparison, &style, &text);
  if (made != PL_OK) return cli_fail(c, made);
  cli_print_text(c, text, CLI_DONE);
  if (c->json) return CLI_DONE;
  printf("\n");
  cli_report_line("page", path);
  return CLI_DONE;
}

int cmd_compare(cli *c, int argc, char **argv) {
  int go = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 0, NULL, 1, -1, more);
  if (go != CLI_CONTINUE) return go;
  const char *path = cli_value(c, "output") ? cli_value(c, "output") : "compare.html";
  pl_comparison *comparison;
  pl_status status = pl_comparison_load(c->ctx, c->n_arg, c->arg, c->line, &comparison);
  if (status != PL_OK) return cli_fail(c, status);
  int result;
  if (pl_comparison_count(comparison) < 2) {
    result =
        cli_usage(c, PL_ID("usage.two-fits") "compare needs two fits or more, %s holds %d", c->arg[0], pl_comparison_count(comparison));
  } else {
    if (pl_report_built()) status = pl_comparison_page(comparison, path, !cli_has(c, "no-shapes"));
    result = status == PL_OK ? show(c, comparison, path) : cli_fail(c, status);
  }
  pl_comparison_destroy(comparison);
  return result;
}
