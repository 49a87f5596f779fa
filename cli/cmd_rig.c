// cmd_rig.c: `pliant rig NAME --material M -o DIR`: a virtual measurement, written like a laboratory's.
//
// Which names there are, and which flags and settings go with each, the library says (laboratory.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pliant/extend/laboratory.h>

#include "cli.h"

static const char more[] = "DIR gets experiment.json and its tables, which 'pliant check', 'fit' and 'predict' read, and rig.json, which "
                           "says how they were made.\n"
                           "'pliant rig NAME --help' lists the flags and settings of one.";

static bool is_planned(int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    if (strncmp(argv[i], "--plan", 6) == 0 && (argv[i][6] == 0 || argv[i][6] == '=')) return true;
  return false;
}

// What goes with the name among the arguments; of none, or of one that there is not, what all share.
static void look(int argc, char **argv, pl_laboratory_view *view, cli_flag flag[PL_LABORATORY_MAX_FLAG]) {
  pl_laboratory_look(NULL, false, view);
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < view->n_flag; i++) {
      const pl_flag *row = &view->flag[i];
      flag[i] = (cli_flag){row->name, row->letter, row->value, false, row->help};
    }
    const char *name = round == 0 ? cli_first(argc, argv, view->n_flag, flag) : NULL;
    if (name && !pl_laboratory_look(name, is_planned(argc, argv), view)) pl_laboratory_look(NULL, false, view);
  }
}

static int run(cli *c, const void *const *options) {
  pl_text_style style = cli_style(c);
  pl_flag_given *given = pl_arena_alloc(c->arena, (size_t)c->n_given + 1, sizeof *given);
  if (!given) return cli_fail(c, PL_ERROR_MEMORY);
  for (int i = 0; i < c->n_given; i++)
    given[i] = (pl_flag_given){c->given[i].flag->name, c->given[i].n_value > 0 ? c->given[i].value[0] : NULL};
  pl_laboratory_task task = {c->arg[0], c->n_given, given, options, c->line, c->json, &style};
  pl_laboratory_outcome outcome;
  char *text;
  pl_status status = pl_laboratory_run(c->ctx, &task, &outcome, &text);
  if (status != PL_OK) return cli_fail(c, status);
  if (outcome != PL_LABORATORY_NOTHING) return cli_print_text(c, text, outcome == PL_LABORATORY_DONE ? CLI_DONE : CLI_GOAL_MISSED);
  cli_say(c, "%s", text);
  pl_free(c->ctx, text);
  return CLI_GOAL_MISSED;
}

// Settings with their defaults, one struct per table.
static bool open_settings(const pl_laboratory_view *view, cli_settings *settings, void **options) {
  bool whole = true;
  for (int t = 0; t < view->n_table; t++) {
    options[t] = calloc(1, view->table[t]->struct_size);
    whole = whole && options[t];
    if (options[t]) pl_options_default(view->table[t], options[t]);
    settings[t] = (cli_settings){view->table[t], options[t]};
  }
  return whole;
}

static bool asks_help(int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--version") == 0) return true;
  return false;
}

// `pliant rig` without a name.
static int list_rigs(cli *c) {
  enum { MOST = 64 };
  const char *name[MOST];
  char all[1024] = "";
  int n = pl_laboratory_names(MOST, name);
  for (int i = 0; i < n; i++) snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", name[i]);
  return cli_usage(c, PL_ID("usage.no-rig") "'rig' lacks its argument NAME, one of %s; 'pliant rig NAME --help' explains one", all);
}

int cmd_rig(cli *c, int argc, char **argv) {
  pl_laboratory_view view;
  cli_flag flag[PL_LABORATORY_MAX_FLAG];
  cli_settings settings[PL_LABORATORY_MAX_TABLE];
  void *options[PL_LABORATORY_MAX_TABLE] = {NULL};
  look(argc, argv, &view, flag);
  if (!cli_first(argc, argv, view.n_flag, flag) && !asks_help(argc, argv)) return list_rigs(c);
  const cli_command *usual = c->command;
  cli_command command = *usual;
  command.usage = view.usage;
  c->command = &command;
  int status = CLI_INTERNAL;
  if (open_settings(&view, settings, options))
    status = cli_parse(c, argc, argv, view.n_flag, flag, view.n_table, settings, 1, 1, view.more ? view.more : more);
  else
    cli_say(c, "out of memory");
  if (status == CLI_CONTINUE && cli_has(c, "output")) status = cli_check_folder(c, cli_value(c, "output"), "rig.json");
  if (status == CLI_CONTINUE) status = run(c, (const void *const *)options);
  for (int t = 0; t < view.n_table; t++) free(options[t]);
  c->command = usual;
  return status;
}
