// no_experiment.c: see no_experiment.h.
#include "no_experiment.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool ends_in(const char *name, int n, const char *const *ending) {
  const char *dot = strrchr(name, '.');
  for (int i = 0; dot && i < n; i++)
    if (pl_text_same(dot, ending[i])) return true;
  return false;
}

static bool is_curve(const char *name) {
  static const char *const endings[] = {".csv", ".tsv", ".txt", ".tra", ".dat", ".xls", ".xlsx"};
  return ends_in(name, 7, endings);
}

static bool is_json(const char *name) {
  static const char *const ending[] = {".json"};
  return ends_in(name, 1, ending);
}

// The first name of a folder, in the order of the alphabet, that is of this kind.
static const char *first_of(cli *c, const char *directory, bool (*kind)(const char *name)) {
  DIR *folder = opendir(directory);
  const char *first = NULL;
  for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
    if (!kind(entry->d_name) || (first && strcmp(first, entry->d_name) < 0)) continue;
    first = pl_arena_text(c->arena, entry->d_name);
    if (!first) break;
  }
  if (folder) closedir(folder);
  return first;
}

static pl_status check_folder(cli *c, const char *path) {
  const char *inside = pl_path_join(c->arena, path, "experiment.json");
  if (!inside) return PL_ERROR_MEMORY;
  if (pl_file_exists(inside)) return PL_OK;
  const char *json = first_of(c, path, is_json), *curve = first_of(c, path, is_curve);
  pl_where where = {.file = path};
  char hint[400];
  if (json) {
    snprintf(hint, sizeof hint, "give the file itself: %.200s/%.100s", path, json);
    return pl_fail(c->ctx, PL_ERROR_FILE, &where, hint, "there is no experiment.json in this folder");
  }
  snprintf(hint, sizeof hint, "write an experiment file that names %s: 'pliant new tensile DIR' makes one to edit",
           curve ? "them" : "your curves");
  if (!curve) return pl_fail(c->ctx, PL_ERROR_FILE, &where, hint, "there is no experiment.json in this folder");
  return pl_fail(c->ctx, PL_ERROR_FILE, &where, hint, "there is no experiment.json in this folder, only tables such as %.100s", curve);
}

pl_status cli_check_experiment(cli *c, const char *path) {
  if (pl_directory_exists(path)) return check_folder(c, path);
  if (!is_curve(pl_path_name(path)) || !pl_file_exists(path)) return PL_OK;
  pl_where where = {.file = path};
  return pl_fail(c->ctx, PL_ERROR_INPUT, &where, "write an experiment file that names it: 'pliant new tensile DIR' makes one to edit",
                 "this is a curve, not an experiment file");
}
