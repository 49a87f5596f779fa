// result_load.c: reads a result folder: fit.json with its required members, and the fits in a folder of --all-models.
#include "report/result/reader.h"
#include "report/result/result_parts.h"

#include <string.h>

#include "measure/protocol.h"

// Members required for a page.
typedef struct required {
  const char *key;
  pl_json_kind kind;
} required;
static const required members[] = {
    {"outcome", PL_JSON_OBJECT}, {"material", PL_JSON_OBJECT}, {"parameters", PL_JSON_ARRAY}, {"scores", PL_JSON_ARRAY},
    {"curves", PL_JSON_ARRAY},   {"tests", PL_JSON_ARRAY},     {"iterations", PL_JSON_ARRAY}, {"settings", PL_JSON_OBJECT},
};

bool pl__result_is_models(pl_arena *arena, const char *directory) {
  const char *fit = pl_path_join(arena, directory, "fit.json"), *table = pl_path_join(arena, directory, "table.json");
  return fit && table && !pl_file_exists(fit) && pl_file_exists(table);
}

// Fails unless the name stays inside the parent folder when joined to it.
static pl_status check_folder(pl_context *ctx, pl_json *row, const char *folder) {
  if (*folder && !strpbrk(folder, "/\\") && strcmp(folder, ".") != 0 && strcmp(folder, "..") != 0) return PL_OK;
  pl_json *value = pl_json_find(row, "folder");
  pl_where where = pl_json_where(value ? value : row);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "write the name of one folder beside table.json, or run the fits again",
                 PL_ID("result.folder-name") "\"folder\" is \"%.80s\", and must be the name of a folder, not a path", folder);
}

pl_status pl__result_models(pl_arena *arena, const char *directory, int *n, const char ***out) {
  const char *path = pl_path_join(arena, directory, "table.json"), **name;
  pl_json *table, *rows;
  *n = 0;
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_json_load(arena, path, &table));
  PL_TRY(pl_json_get(pl_arena_context(arena), table, "rows", PL_JSON_ARRAY, &rows));
  *out = name = pl_arena_alloc(arena, (size_t)rows->n + 1, sizeof *name);
  if (!name) return PL_ERROR_MEMORY;
  for (pl_json *row = rows->child; row; row = row->next) {
    const char *folder = pl__member_text(row, "folder");
    PL_TRY(check_folder(pl_arena_context(arena), row, folder));
    const char *inner = pl_path_join(arena, directory, folder);
    const char *file = inner ? pl_path_join(arena, inner, "fit.json") : NULL;
    if (!file) return PL_ERROR_MEMORY;
    if (pl__member_flag(row, "done") && pl_file_exists(file)) name[(*n)++] = folder;
  }
  return PL_OK;
}

pl_status pl__result_of_models(pl_arena *arena, const char *directory) {
  const char **name;
  int n;
  pl_where where = {.file = directory};
  PL_TRY(pl__result_models(arena, directory, &n, &name));
  const char *hint = n > 0 ? pl_arena_printf(arena, "name one of them: %s/%s", directory, name[0]) : "run the fits again";
  return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, hint, "this folder holds the %d fits of --all-models, not one", n);
}

// ---- results of earlier versions ----

// A member "drawing" of a channel that has none, from the row of its protocol; nothing if the protocol or the channel is unknown.
static pl_status add_drawing(pl_arena *arena, pl_json *test, pl_json *channel) {
  const pl_protocol *protocol = pl_protocol_find(pl__member_text(test, "protocol"));
  int k = protocol ? pl_protocol_channel(protocol, pl__member_text(channel, "name")) : -1;
  if (k < 0) return PL_OK;
  pl_json *member = pl_arena_alloc(arena, 1, sizeof *member);
  if (!member) return PL_ERROR_MEMORY;
  *member = (pl_json){.kind = PL_JSON_STRING, .file = channel->file, .key = "drawing", .path = channel->path, .next = channel->child};
  member->text = pl_drawing_name(protocol->channel[k].drawing);
  channel->child = member;
  channel->n++;
  return PL_OK;
}

static pl_status complete(pl_arena *arena, pl_json *fit) {
  for (pl_json *test = pl__member_list(fit, "tests"); test; test = test->next)
    for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next)
      if (channel->kind == PL_JSON_OBJECT && !pl_json_find(channel, "drawing")) PL_TRY(add_drawing(arena, test, channel));
  return PL_OK;
}

bool pl__result_completed(pl_json *fit) {
  for (pl_json *test = pl__member_list(fit, "tests"); test; test = test->next)
    for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next) {
      const pl_json *drawing = pl_json_find(channel, "drawing");
      if (drawing && drawing->line == 0) return true;  // what was read has a line
    }
  return false;
}

// ---- one result ----

pl_status pl_result_load(pl_arena *arena, const char *directory, pl_json **root) {
  pl_context *ctx = pl_arena_context(arena);
  const char *path = pl_path_join(arena, directory, "fit.json");
  if (!path) return PL_ERROR_MEMORY;
  pl_where where = {.file = path};
  if (pl__result_is_models(arena, directory)) return pl__result_of_models(arena, directory);
  const char *simulation = pl_path_join(arena, directory, "simulation.json");
  if (simulation && pl_file_exists(simulation) && !pl_file_exists(path)) {
    where = (pl_where){.file = directory};
    const char *hint = pl_arena_printf(arena, "draw its frames with `pliant render %s -o frames.png`", directory);
    return pl_fail(ctx, PL_ERROR_FILE, &where, hint ? hint : "draw its frames with `pliant render`",
                   "this is the folder of a simulation, not of a fit");
  }
  if (!pl_file_exists(path))
    return pl_fail(ctx, PL_ERROR_FILE, &where, "name a folder that `pliant fit FILE -o DIR` wrote",
                   PL_ID("result.no-folder") "no such file: this is not a result folder");
  PL_TRY(pl_json_load(arena, path, root));
  if ((*root)->kind != PL_JSON_OBJECT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fit again", PL_ID("result.no-object") "not a result: the file holds no object");
  pl_json *format;
  PL_TRY(pl_json_get(ctx, *root, "pliant", PL_JSON_STRING, &format));
  if (strcmp(format->text, PL_RESULT_FORMAT) != 0) {
    where = pl_json_where(format);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fit again with this version",
                   PL_ID("result.format") "the format is \"%.40s\", this version reads \"%s\"", format->text, PL_RESULT_FORMAT);
  }
  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
    pl_json *member;
    PL_TRY(pl_json_get(ctx, *root, members[i].key, members[i].kind, &member));
  }
  return complete(arena, *root);
}
