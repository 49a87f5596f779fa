// api_laboratory.c: virtual laboratories from outside the library: what goes with a name, and a whole virtual measurement.
#include <pliant/extend/laboratory.h>

#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "estimate/problem/audience.h"
#include "rig/laboratory.h"

// ---- names ----

static const pl_laboratory *own_of(const pl_protocol *protocol) { return protocol->plan ? protocol->plan->laboratory : NULL; }

int pl_laboratory_names(int room, const char **name) {
  int n = 0;
  for (int i = 0; i < pl_protocol_count(); i++)
    if (pl_protocol_at(i)->rig && n < room) name[n++] = pl_protocol_at(i)->name;
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_laboratory *row = own_of(pl_protocol_at(i));
    const char *word;
    for (int k = 0; row && row->word && (word = row->word(k)) != NULL && n < room; k++) name[n++] = word;
  }
  return n;
}

// ---- what goes with a name ----

static void add_usage(pl_laboratory_view *view, const char *name, const char *usage) {
  size_t n = strlen(view->usage);
  snprintf(view->usage + n, sizeof view->usage - n, "%s%s%s%s", n ? "\n" : "", name, usage ? " " : "", usage ? usage : "");
}

// One line for a protocol, one for its other words.
static void add_usages(pl_laboratory_view *view, const pl_protocol *protocol) {
  const pl_protocol *same;
  const pl_laboratory *row = pl_laboratory_of(protocol->name, false, &same);
  char words[256] = "";
  const char *word;
  if (!row) return;
  add_usage(view, protocol->name, row->usage);
  for (int i = 0; row->word && (word = row->word(i)) != NULL; i++)
    snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i ? "|" : "", word);
  if (words[0]) add_usage(view, words, row->word_usage);
}

static bool is_known(const pl_laboratory_view *view, const char *name) {
  char setting[80];
  for (int i = 0; i < view->n_flag; i++)
    if (strcmp(view->flag[i].name, name) == 0) return true;
  for (int t = 0; t < view->n_table; t++)
    for (int i = 0; i < view->table[t]->n_option; i++) {
      pl_setting_name(view->table[t], &view->table[t]->option[i], setting, sizeof setting);
      if (strcmp(setting, name) == 0) return true;
    }
  return false;
}

static void add_flags(pl_laboratory_view *view, const pl_laboratory *row, bool own) {
  for (int i = 0; row && i < row->n_flag; i++) {
    if (is_known(view, row->flag[i].name)) continue;
    PL_ASSERT(view->n_flag < PL_LABORATORY_MAX_FLAG);
    view->flag[view->n_flag] = row->flag[i];
    if (!own) view->flag[view->n_flag].help = NULL, view->flag[view->n_flag].letter = 0;
    view->n_flag++;
  }
}

bool pl_laboratory_look(const char *name, bool planned, pl_laboratory_view *view) {
  const pl_protocol *protocol = NULL;
  const pl_laboratory *row = name ? pl_laboratory_of(name, planned, &protocol) : &pl_lab_usual;
  *view = (pl_laboratory_view){0};
  if (!row) return false;
  const pl_laboratory *shown = name && planned && own_of(protocol) ? own_of(protocol) : row;  // of the help: --plan is one way among others
  view->more = shown->more;
  view->n_table = pl_laboratory_tables(row, view->table);
  add_flags(view, row, true);
  for (int i = 0; i < pl_protocol_count(); i++) {
    add_flags(view, own_of(pl_protocol_at(i)), false);
    if (!name) add_usages(view, pl_protocol_at(i));
  }
  add_flags(view, &pl_lab_usual, false);
  if (name) add_usage(view, name, strcmp(name, protocol->name) != 0 ? shown->word_usage : shown->usage);
  return true;
}

// ---- a virtual measurement ----

static pl_status open_lab(pl_lab *lab, const pl_laboratory_task *task) {
  pl_flags flags = {lab->ctx, task->n_given, task->given};
  const pl_option_table *table[PL_LAB_MAX_TABLE];
  lab->flags = flags;
  lab->word = task->name;
  lab->row = pl_laboratory_of(task->name, pl_flags_has(&flags, "plan"), &lab->protocol);
  lab->command = task->command ? task->command : "the library";
  lab->program = task->style && task->style->program ? task->style->program : "pliant";
  lab->arena = pl_arena_create(lab->ctx);
  if (!lab->arena) return PL_ERROR_MEMORY;
  if (!lab->row) {
    const char *names[64];
    return pl_flag_unknown(lab->ctx, "rig", task->name, pl_laboratory_names(64, names), names);
  }
  for (int t = 0, n = pl_laboratory_tables(lab->row, table); t < n; t++) {
    lab->options[t] = task->options[t];
    if (table[t] == &pl_solve_option_table && t == 1) lab->check = pl_refuse_idle_of_plan;
    if (table[t] == &pl_rig_option_table) PL_TRY(pl_refuse_idle_of_rig(lab->ctx, lab->protocol, lab->word, task->options[t]));
  }
  return PL_OK;
}

static pl_status give_text(const pl_lab *lab, bool json, char **text) {
  pl_json_writer *writer;
  PL_TRY(pl_lab_summary(lab, &writer));
  const char *path = pl_path_join(lab->arena, lab->folder, "rig.json");
  pl_status status = path ? pl_json_writer_save(writer, path) : PL_ERROR_MEMORY;
  if (status == PL_OK && json) return pl__json_give(lab->ctx, writer, text);
  pl_json_writer_destroy(writer);
  PL_TRY(status);
  pl_text out;
  pl_text_init(&out, lab->ctx);
  pl_lab_say(lab, &out);
  return pl__text_give(&out, text);
}

pl_status pl_laboratory_run(pl_context *ctx, const pl_laboratory_task *task, pl_laboratory_outcome *outcome, char **text) {
  pl_lab lab = {.ctx = ctx};
  *text = NULL;
  *outcome = PL_LABORATORY_NOTHING;
  pl_status status;
  PL_TRY_CLEAN(open_lab(&lab, task));
  PL_TRY_CLEAN(pl_lab_run(&lab));
  if (lab.result.nothing) {
    pl_text out;
    pl_text_init(&out, ctx);
    pl_text_add(&out, lab.result.nothing);
    status = pl__text_give(&out, text);
    goto cleanup;
  }
  *outcome = lab.result.partly ? PL_LABORATORY_PARTLY : PL_LABORATORY_DONE;
  status = give_text(&lab, task->json, text);
cleanup:
  pl_lab_close(&lab);
  if (lab.arena) pl_arena_destroy(lab.arena);
  return status;
}
