// api_document.c: documentation generated from tables of the source, so that it cannot differ from the program (`pliant docs TOPIC`).
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/sentence/sentence.h"
#include "estimate/problem/audience.h"
#include "report/figure/figures.h"
#include "report/render/render.h"
#include "report/result/result_keys.h"
#include "rig/laboratory.h"

static const char intro[] =
    "# Options\n\n"
    "Made by `pliant docs options` from the tables in the source; do not edit.\n"
    "Every option is a flag of the commands that use it (`--segments 4` or `--segments=4`) and a key of the settings in `fit.json`.\n"
    "Values with a dimension carry their unit: `--force-tolerance \"1e-9 N\"`.\n\n";

// Command-line flags that differ from the option's name, because another table has the same name.
static void add_renamed(pl_text *out, const pl_option_table *table) {
  bool any = false;
  for (int i = 0; i < table->n_option; i++) {
    char name[80];
    pl_setting_name(table, &table->option[i], name, sizeof name);
    if (strcmp(name, table->option[i].name) == 0) continue;
    pl_text_printf(out, "%s`--%s`", any ? ", " : "On the command line, to distinguish them from the options above: ", name);
    any = true;
  }
  if (any) pl_text_add(out, ".\n\n");
}

static void add_table(pl_text *out, const pl_option_table *table) {
  pl_options_document(table, table->audience ? pl_option_readers : NULL, out);
  add_renamed(out, table);
}

// Settings that a virtual laboratory has instead of those of all rigs.
static void add_laboratories(pl_text *out) {
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_protocol_plan *plan = pl_protocol_at(i)->plan;
    const pl_laboratory *row = plan ? plan->laboratory : NULL;
    for (int t = 0; row && t < row->n_table; t++)
      if (pl_laboratory_owns(row->table[t])) add_table(out, row->table[t]);
  }
}

static void add_options(pl_text *out) {
  pl_text_add(out, intro);
  add_table(out, &pl_fit_option_table);
  add_table(out, &pl_rig_option_table);
  add_table(out, &pl_solve_option_table);
  add_laboratories(out);
  add_table(out, &pl_figure_option_table);
  add_table(out, &pl_render_option_table);
}

// Every sentence with its id, one per line, for translating, searching or rewording them.
static void add_sentences(pl_text *out) {
  for (int i = 0; i < pl_sentence_count(); i++) pl_text_printf(out, "%s\t%s\n", pl_sentence_at(i).id, pl_sentence_at(i).text);
}

static const char *const topics[] = {"options", "fit-json", "fit-types", "sentences"};
static void (*const writers[])(pl_text *out) = {add_options, pl_result_keys_document, pl_result_keys_typescript, add_sentences};
enum { N_TOPIC = sizeof topics / sizeof topics[0] };

int pl_document_topics(const char *const **topic) {
  *topic = topics;
  return N_TOPIC;
}

pl_status pl_document(pl_context *ctx, const char *topic, char **text) {
  int k = 0;
  *text = NULL;
  while (k < N_TOPIC && strcmp(topics[k], topic) != 0) k++;
  if (k == N_TOPIC) return pl_fail(ctx, PL_ERROR_INPUT, NULL, "pl_document_topics lists them", "there is no page \"%.80s\"", topic);
  pl_text out;
  pl_text_init(&out, ctx);
  writers[k](&out);
  // one newline at the end of the file
  while (out.size > 1 && out.data[out.size - 1] == '\n' && out.data[out.size - 2] == '\n') out.data[--out.size] = '\0';
  return pl__text_give(&out, text);
}
