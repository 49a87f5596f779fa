// cmd_docs.c: `pliant docs TOPIC`: what is made from tables of the source, so that it cannot drift from the program: docs/options.md from those of
// options, docs/fit-json.md and web/src/fit.d.ts from that of the keys of fit.json.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "estimate/problem/audience.h"
#include "report/figure/figures.h"
#include "report/render/render.h"
#include "report/result/result_keys.h"
#include "protocol/capture/rig/motion.h"

static const char intro[] =
    "# Options\n\n"
    "Made by `pliant docs options` from the tables in the source; do not edit.\n"
    "Every option is a flag of the commands that use it (`--segments 4` or `--segments=4`) and a key of the settings in `fit.json`.\n"
    "Values with a dimension carry their unit: `--force-tolerance \"1e-9 N\"`.\n\n";

// Flags that differ from the option's own name, because another table has the same name.
static void add_renamed(pl_text *out, const pl_option_table *table) {
  bool any = false;
  for (int i = 0; i < table->n_option; i++) {
    char name[80];
    cli_setting_name(table, &table->option[i], name, sizeof name);
    if (strcmp(name, table->option[i].name) == 0) continue;
    pl_text_printf(out, "%s`--%s`", any ? ", " : "On the command line, to tell them from the options above: ", name);
    any = true;
  }
  if (any) pl_text_add(out, ".\n\n");
}

static void add_options(pl_text *out) {
  const pl_option_table *const tables[] = {&pl_fit_option_table,    &pl_rig_option_table,    &pl_solve_option_table,
                                           &pl_motion_option_table, &pl_figure_option_table, &pl_render_option_table};
  pl_text_add(out, intro);
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
    pl_options_document(tables[i], tables[i]->audience ? pl_option_readers : NULL, out);
    add_renamed(out, tables[i]);
  }
}

int cmd_docs(cli *c, int argc, char **argv) {
  static const char *const topics[] = {"options", "fit-json", "fit-types"};
  static void (*const write[])(pl_text * out) = {add_options, pl_result_keys_document, pl_result_keys_typescript};
  int go = cli_parse(c, argc, argv, 0, NULL, 0, NULL, 1, 1, NULL), topic = 0;
  if (go != CLI_CONTINUE) return go;
  while (topic < 3 && strcmp(c->arg[0], topics[topic]) != 0) topic++;
  if (topic == 3) return cli_unknown(c, "topic", c->arg[0], 3, topics);
  pl_text text;
  pl_text_init(&text, c->ctx);
  write[topic](&text);
  // one newline at the end of the file
  while (text.size > 1 && text.data[text.size - 1] == '\n' && text.data[text.size - 2] == '\n') text.data[--text.size] = '\0';
  bool failed = text.failed;
  fputs(text.data, stdout);
  pl_text_clear(&text);
  return failed ? cli_fail(c, PL_ERROR_MEMORY) : CLI_DONE;
}
