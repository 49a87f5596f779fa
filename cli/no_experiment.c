// no_experiment.c: see no_experiment.h.
#include "no_experiment.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20 };

static bool ends_in(const char *path, int n, const char *const *ending) {
  const char *dot = strrchr(pl_path_name(path), '.');
  for (int i = 0; dot && i < n; i++)
    if (pl_text_same(dot, ending[i])) return true;
  return false;
}

static bool is_curve(cli *c, const char *path) {
  (void)c;
  static const char *const endings[] = {".csv", ".tsv", ".txt", ".tra", ".dat", ".xls", ".xlsx"};
  return ends_in(path, 7, endings);
}

// A folder may also hold scenes and results.
static bool is_experiment(cli *c, const char *path) {
  static const char *const ending[] = {".json"};
  char *text;
  size_t size;
  return ends_in(path, 1, ending) && pl_file_read(c->arena, path, MOST_TEXT, &text, &size) == PL_OK && strstr(text, "\"experiment 1\"");
}

// The first path in a folder, in the order of the alphabet, that is of this kind.
static const char *first_of(cli *c, const char *directory, bool (*kind)(cli *c, const char *path)) {
  DIR *folder = opendir(directory);
  const char *first = NULL;
  for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
    const char *path = pl_path_join(c->arena, directory, entry->d_name);
    if (path && kind(c, path) && (!first || strcmp(path, first) < 0)) first = path;
  }
  if (folder) closedir(folder);
  return first;
}

static pl_status check_folder(cli *c, const char *path) {
  const char *inside = pl_path_join(c->arena, path, "experiment.json");
  if (!inside) return PL_ERROR_MEMORY;
  if (pl_file_exists(inside)) return PL_OK;
  const char *other = first_of(c, path, is_experiment), *curve = first_of(c, path, is_curve);
  pl_context_clear_error(c->ctx);  // of files that could not be read
  pl_where where = {.file = path};
  char hint[400];
  if (other) {
    snprintf(hint, sizeof hint, "give the file itself: %.300s", other);
    return pl_fail(c->ctx, PL_ERROR_FILE, &where, hint, PL_ID("experiment.absent") "there is no experiment.json in this folder");
  }
  snprintf(hint, sizeof hint, "write an experiment file that names %s: 'pliant new tensile DIR' makes one to edit",
           curve ? "them" : "your curves");
  if (!curve) return pl_fail(c->ctx, PL_ERROR_FILE, &where, hint, PL_ID("experiment.absent") "there is no experiment.json in this folder");
  return pl_fail(c->ctx, PL_ERROR_FILE, &where, hint,
                 PL_ID("experiment.only-tables") "there is no experiment.json in this folder, only tables such as %.100s",
                 pl_path_name(curve));
}

pl_status cli_check_experiment(cli *c, const char *path) {
  if (pl_directory_exists(path)) return check_folder(c, path);
  if (!is_curve(c, path) || !pl_file_exists(path)) return PL_OK;
  pl_where where = {.file = path};
  return pl_fail(c->ctx, PL_ERROR_INPUT, &where, "write an experiment file that names it: 'pliant new tensile DIR' makes one to edit",
                 "this is a curve, not an experiment file");
}
