// api_settings.c: settings by the names of the command line, over the option tables.
#include <pliant/extend.h>
#include <pliant/settings.h>

#include <stdio.h>
#include <string.h>

#include "api/api.h"

enum { N_TABLE = 3, NAME_SIZE = 48, MAX_SETTING = 128 };
// In this order: a name that an earlier table has too is prefixed with its table's.
static const pl_option_table *const tables[N_TABLE] = {&pl_fit_option_table, &pl_rig_option_table, &pl_solve_option_table};

static void *part(pl_settings *settings, int table) {
  void *const parts[N_TABLE] = {&settings->options, &settings->options.rig, &settings->options.solve};
  return parts[table];
}

// Setting `index` of all tables together.
static const pl_option *setting(int index, int *table, char *name, size_t size) {
  for (*table = 0; index >= tables[*table]->n_option; ++*table) index -= tables[*table]->n_option;
  const pl_option *option = &tables[*table]->option[index];
  bool taken = false;
  for (int t = 0; t < *table; t++) taken = taken || pl_options_find(tables[t], option->name) != NULL;
  snprintf(name, size, "%s%s%s", taken ? tables[*table]->name : "", taken ? "-" : "", option->name);
  return option;
}

static const pl_option *find(const char *wanted, int *table) {
  char name[NAME_SIZE];
  for (int i = 0; i < pl_settings_count(); i++) {
    const pl_option *option = setting(i, table, name, sizeof name);
    if (strcmp(name, wanted) == 0) return option;
  }
  return NULL;
}

int pl_settings_count(void) {
  int n = 0;
  for (int t = 0; t < N_TABLE; t++) n += tables[t]->n_option;
  return n;
}

const char *pl_settings_help(int index, char *name, size_t size) {
  int table;
  PL_ASSERT(index >= 0 && index < pl_settings_count());
  return setting(index, &table, name, size)->help;
}

pl_status pl_settings_create(pl_context *ctx, pl_settings **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_settings *settings = arena ? pl_arena_alloc(arena, 1, sizeof *settings) : NULL;
  if (!settings) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *settings = (pl_settings){.arena = arena, .options = pl_fit_options_default()};
  *out = settings;
  return PL_OK;
}

void pl_settings_destroy(pl_settings *settings) {
  if (settings) pl_arena_destroy(settings->arena);
}

static pl_status unknown(pl_context *ctx, const char *name) {
  char text[MAX_SETTING][NAME_SIZE], hint[NAME_SIZE + 32] = "docs/options.md lists the settings";
  const char *names[MAX_SETTING];
  int n = pl_settings_count(), table;
  PL_ASSERT(n <= MAX_SETTING);
  for (int i = 0; i < n; i++) {
    setting(i, &table, text[i], sizeof text[i]);
    names[i] = text[i];
  }
  const char *nearest = pl_text_nearest(name, n, names);
  if (nearest) snprintf(hint, sizeof hint, "did you mean \"%s\"?", nearest);
  return pl_fail(ctx, PL_ERROR_INPUT, NULL, hint, "there is no setting \"%.80s\"", name);
}

pl_status pl_settings_set(pl_settings *settings, const char *name, const char *text) {
  int table;
  const pl_option *option = find(name, &table);
  if (!option) return unknown(pl_arena_context(settings->arena), name);
  pl_where where = {.key = name};
  return pl_options_set(settings->arena, tables[table], part(settings, table), option->name, text, &where);
}

bool pl_settings_get(const pl_settings *settings, const char *name, char *text, size_t size) {
  int table;
  const pl_option *option = find(name, &table);
  if (!option) return false;
  pl_settings copy = *settings;
  pl_options_print(option, part(&copy, table), text, size);
  return true;
}

pl_fit_options pl__settings_options(const pl_settings *settings) { return settings ? settings->options : pl_fit_options_default(); }
