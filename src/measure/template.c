// template.c: a filled-in experiment folder to edit (`pliant new`): experiment.json with comments, example curves, README.md.
//
// The curves come from formulas, so that the template can be checked and fitted at once; they are not measurements.
#include "measure/protocol.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "measure/template.h"

static bool is_empty(const char *directory) {
  DIR *folder = opendir(directory);
  if (!folder) return true;  // the write will report the error
  bool empty = true;
  for (const struct dirent *entry; empty && (entry = readdir(folder)) != NULL;) {
    empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
  }
  closedir(folder);
  return empty;
}

static pl_status fail_protocol(pl_context *ctx, const char *protocol) {
  const char *names[16];
  char all[256] = "", hint[128];
  int n = pl_protocol_count();
  for (int p = 0; p < n && p < 16; p++) {
    names[p] = pl_protocol_at(p)->name;
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", p ? ", " : "", names[p]);
  }
  const char *nearest = pl_text_nearest(protocol, n, names);
  if (nearest)
    snprintf(hint, sizeof hint, "did you mean %s?", nearest);
  else
    snprintf(hint, sizeof hint, "choose one of these");
  return pl_fail(ctx, PL_ERROR_USAGE, NULL, hint, "protocol \"%.60s\" is not known, expected one of %s", protocol, all);
}

// A folder may already hold measurements, as long as none of them would be overwritten.
static pl_status check_free(pl_context *ctx, pl_arena *arena, const pl__template_file *file, const char *directory) {
  for (; file->name; file++) {
    char *path = pl_path_join(arena, directory, file->name);
    if (!path) return PL_ERROR_MEMORY;
    if (!pl_file_exists(path)) continue;
    pl_where where = {.file = path};
    return pl_fail(ctx, PL_ERROR_FILE, &where, "choose a new folder, and move your tables into it afterwards",
                   PL_ID("experiment.already-there-would-overwritten") "is already there and would be overwritten, nothing was written");
  }
  return PL_OK;
}

static pl_status write_files(pl_context *ctx, pl_arena *arena, const pl__template_file *file, const char *directory) {
  PL_TRY(pl_directory_create(ctx, directory));
  for (; file->name; file++) {
    char *path = pl_path_join(arena, directory, file->name);
    if (!path) return PL_ERROR_MEMORY;
    pl_text out;
    pl_text_init(&out, ctx);
    file->write(&out);
    pl_status status = out.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, out.data, out.size);
    pl_text_clear(&out);
    PL_TRY(status);
  }
  return PL_OK;
}

pl_status pl_measurement_new(pl_context *ctx, const char *protocol, const char *directory) {
  const pl_protocol *row = pl_protocol_find(protocol);
  if (!row) return fail_protocol(ctx, protocol);
  if (row->files->new_folder && !is_empty(directory)) {
    pl_where where = {.file = directory};
    return pl_fail(ctx, PL_ERROR_FILE, &where, "choose a new name, or empty the folder first",
                   PL_ID("experiment.folder-not-empty") "the folder is not empty, nothing was written");
  }
  if (row->files->new_folder) return row->files->new_folder(ctx, directory);
  const pl__template_file *file = row->files->template_files;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = check_free(ctx, arena, file, directory);
  if (status == PL_OK) status = write_files(ctx, arena, file, directory);
  pl_arena_destroy(arena);
  return status;
}
