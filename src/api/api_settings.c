// api_settings.c: settings by the names of the command line, over the option tables.
#include <pliant/extend.h>
#include <pliant/settings.h>

#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "estimate/problem/audience.h"
#include "estimate/problem/protocol_fit.h"
#include "rig/laboratory.h"

enum { N_FIT_TABLE = 3, NAME_SIZE = 48, MAX_SETTING = 128 };
// Order matters: if an earlier table has the same name, the name is prefixed with its own table's name.
static const pl_option_table *const fit_table[N_FIT_TABLE] = {&pl_fit_option_table, &pl_rig_option_table, &pl_solve_option_table};

int pl_settings_tables(pl_settings_kind kind, const pl_option_table *table[PL_SETTINGS_MAX_TABLE]) {
  table[0] = kind == PL_SETTINGS_PLOT ? &pl_figure_option_table : &pl_render_option_table;
  if (kind != PL_SETTINGS_FIT) return 1;
  memcpy(table, fit_table, sizeof fit_table);
  return N_FIT_TABLE;
}

static void *part(pl_settings *settings, int table) {
  void *const parts[N_FIT_TABLE] = {&settings->options, &settings->options.rig, &settings->options.solve};
  if (settings->kind == PL_SETTINGS_FIT) return parts[table];
  return settings->kind == PL_SETTINGS_PLOT ? (void *)&settings->figure : (void *)&settings->render;
}

void pl_setting_name(const pl_option_table *table, const pl_option *option, char *name, size_t size) {
  if (pl_laboratory_owns(table))  // a virtual laboratory has its own settings instead of those of rigs
    snprintf(name, size, "%s", option->name);
  else
    pl_option_flag(table, option, name, size);
}

bool pl_setting_is_read(const char *protocol, const pl_option_table *table, const pl_option *option) {
  const pl_protocol *row = pl_protocol_find(protocol);
  return !row || pl_option_is_read(row, NULL, table, option);
}

const char *pl_model_name(const char *protocol, int index, const char **help) {
  const pl_protocol *row = pl_protocol_find(protocol);
  pl_fit_model model[PL_MAX_MODEL];
  int n = row ? pl_models_of(row, model) : 0;
  *help = index < n ? model[index].help : NULL;
  return index < n ? model[index].name : NULL;
}

const char *pl_model_more(const char *protocol) {
  const pl_protocol *row = pl_protocol_find(protocol);
  return row && row->fit && row->fit->models ? row->fit->models->more : NULL;
}

static int count(pl_settings_kind kind) {
  const pl_option_table *table[PL_SETTINGS_MAX_TABLE] = {NULL};
  int n = 0;
  for (int t = pl_settings_tables(kind, table) - 1; t >= 0; t--) n += table[t]->n_option;
  return n;
}

// Setting `index` of all tables of a kind together.
static const pl_option *setting(pl_settings_kind kind, int index, int *t, char *name, size_t size) {
  const pl_option_table *table[PL_SETTINGS_MAX_TABLE] = {NULL};
  pl_settings_tables(kind, table);
  for (*t = 0; index >= table[*t]->n_option; ++*t) index -= table[*t]->n_option;
  pl_setting_name(table[*t], &table[*t]->option[index], name, size);
  return &table[*t]->option[index];
}

static const pl_option *find(pl_settings_kind kind, const char *wanted, int *table) {
  char name[NAME_SIZE];
  for (int i = 0; i < count(kind); i++) {
    const pl_option *option = setting(kind, i, table, name, sizeof name);
    if (strcmp(name, wanted) == 0) return option;
  }
  return NULL;
}

int pl_settings_count(void) { return count(PL_SETTINGS_FIT); }

const char *pl_settings_help(int index, char *name, size_t size) {
  int table;
  PL_ASSERT(index >= 0 && index < pl_settings_count());
  return setting(PL_SETTINGS_FIT, index, &table, name, size)->help;
}

pl_status pl_settings_create(pl_context *ctx, pl_settings **out) { return pl_settings_create_for(ctx, PL_SETTINGS_FIT, out); }

pl_status pl_settings_create_for(pl_context *ctx, pl_settings_kind kind, pl_settings **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_settings *settings = arena ? pl_arena_alloc(arena, 1, sizeof *settings) : NULL;
  if (!settings) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *settings = (pl_settings){.arena = arena,
                            .kind = kind,
                            .options = pl_fit_options_default(),
                            .figure = pl_figure_options_default(),
                            .render = pl_render_options_default()};
  *out = settings;
  return PL_OK;
}

void pl_settings_destroy(pl_settings *settings) {
  if (settings) pl_arena_destroy(settings->arena);
}

static pl_status unknown(pl_context *ctx, pl_settings_kind kind, const char *name) {
  char text[MAX_SETTING][NAME_SIZE], hint[NAME_SIZE + 32] = "docs/options.md lists the settings";
  const char *names[MAX_SETTING];
  int n = count(kind), table;
  PL_ASSERT(n <= MAX_SETTING);
  for (int i = 0; i < n; i++) {
    setting(kind, i, &table, text[i], sizeof text[i]);
    names[i] = text[i];
  }
  const char *nearest = pl_text_nearest(name, n, names);
  if (nearest) snprintf(hint, sizeof hint, "did you mean \"%s\"?", nearest);
  return pl_fail(ctx, PL_ERROR_INPUT, NULL, hint, "there is no setting \"%.80s\"", name);
}

pl_status pl_settings_set_at(pl_settings *settings, const char *name, const char *text, const pl_where *where) {
  int t;
  const pl_option_table *table[PL_SETTINGS_MAX_TABLE] = {NULL};
  const pl_option *option = find(settings->kind, name, &t);
  if (!option) return unknown(pl_arena_context(settings->arena), settings->kind, name);
  pl_settings_tables(settings->kind, table);
  return pl_options_set(settings->arena, table[t], part(settings, t), option->name, text, where);
}

pl_status pl_settings_set(pl_settings *settings, const char *name, const char *text) {
  pl_where where = {.key = name};
  return pl_settings_set_at(settings, name, text, &where);
}

static bool print(const pl_settings *settings, const char *name, char *text, size_t size) {
  int table;
  const pl_option *option = find(settings->kind, name, &table);
  if (!option) return false;
  pl_settings copy = *settings;
  pl_options_print(option, part(&copy, table), text, size);
  return true;
}

bool pl_settings_get(const pl_settings *settings, const char *name, char *text, size_t size) { return print(settings, name, text, size); }

bool pl_settings_is_default(const pl_settings *settings, const char *name) {
  char now[256], usual[256];
  pl_settings defaults = {.kind = settings->kind,
                          .options = pl_fit_options_default(),
                          .figure = pl_figure_options_default(),
                          .render = pl_render_options_default()};
  return !print(settings, name, now, sizeof now) || !print(&defaults, name, usual, sizeof usual) || strcmp(now, usual) == 0;
}

pl_status pl_settings_adapt(pl_settings *settings, int n_fit, pl_measurement *const *fit_to) {
  bool counts = false;
  for (int i = 0; i < n_fit; i++) counts = counts || (fit_to[i]->protocol->fit && fit_to[i]->protocol->fit->mesh_error);
  if (settings->options.mesh_error == PL_MESH_ERROR_AUTO && counts) settings->options.mesh_error = PL_MESH_ERROR_TRUE;
  return PL_OK;
}

pl_fit_options pl__settings_options(const pl_settings *settings) { return settings ? settings->options : pl_fit_options_default(); }
