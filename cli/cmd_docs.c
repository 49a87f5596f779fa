// cmd_docs.c: `pliant docs options`: docs/options.md from the option tables, so that it cannot drift from the program; `pliant docs sentences`: the
// table of sentences.
#include <pliant/sentence.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "estimate/problem/fit.h"
#include "report/figure/figures.h"
#include "report/render/render.h"
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

// Every sentence with its id, one a line, for those who translate, search or reword them.
static int print_sentences(void) {
  for (int i = 0; i < pl_sentence_count(); i++) printf("%s\t%s\n", pl_sentence_id(i), pl_sentence_words(i));
  return CLI_DONE;
}

int cmd_docs(cli *c, int argc, char **argv) {
  int go = cli_parse(c, argc, argv, 0, NULL, 0, NULL, 1, 1, NULL);
  if (go != CLI_CONTINUE) return go;
  static const char *const topics[] = {"options", "sentences"};
  if (strcmp(c->arg[0], topics[1]) == 0) return print_sentences();
  if (strcmp(c->arg[0], topics[0]) != 0) return cli_unknown(c, "topic", c->arg[0], 2, topics);
  const pl_option_table *const tables[] = {&pl_fit_option_table,    &pl_rig_option_table,    &pl_solve_option_table,
                                           &pl_motion_option_table, &pl_figure_option_table, &pl_render_option_table};
  pl_text text;
  pl_text_init(&text, c->ctx);
  pl_text_add(&text, intro);
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
    pl_options_document(tables[i], &text);
    add_renamed(&text, tables[i]);
  }
  // one newline at the end of the file
  while (text.size > 1 && text.data[text.size - 1] == '\n' && text.data[text.size - 2] == '\n') text.data[--text.size] = '\0';
  bool failed = text.failed;
  fputs(text.data, stdout);
  pl_text_clear(&text);
  return failed ? cli_fail(c, PL_ERROR_MEMORY) : CLI_DONE;
}
