// page_models.c: report.html of a comparison of models: the page of their fits with table.json.
#include <string.h>

#include "report/page/compare.h"
#include "report/page/page_models.h"
#include "report/result/reader.h"

// table.json, checked; its command.
static pl_status load(pl_arena *arena, const char *directory, const char **command) {
  pl_context *ctx = pl_arena_context(arena);
  pl_json *table;
  const char *path = pl_path_join(arena, directory, "table.json");
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_json_load(arena, path, &table));
  pl_json *format, *member;
  PL_TRY(pl_json_get(ctx, table, "pliant", PL_JSON_STRING, &format));
  if (strcmp(format->text, PL_MODEL_TABLE_FORMAT) != 0) {
    pl_where where = pl_json_where(format);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fits again with this version",
                   PL_ID("page.format") "the format is \"%.40s\", this version reads \"%s\"", format->text, PL_MODEL_TABLE_FORMAT);
  }
  PL_TRY(pl_json_get(ctx, table, "figures", PL_JSON_ARRAY, &member));
  PL_TRY(pl_json_get(ctx, table, "rows", PL_JSON_ARRAY, &member));
  *command = pl__member_text(table, "command");
  return PL_OK;
}

// The shapes of the fits stay in their reports.
static pl_status write_page(pl_context *ctx, const char *directory, const char *command, const char *path) {
  pl_comparison *comparison;
  PL_TRY(pl_comparison_load(ctx, 1, &directory, command, &comparison));
  pl_status status = pl_comparison_page(comparison, path, false);
  pl_comparison_destroy(comparison);
  return status;
}

pl_status pl_model_page_write(pl_context *ctx, const char *directory) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  const char *path = pl_path_join(arena, directory, "report.html"), *command = "";
  pl_status status = path ? load(arena, directory, &command) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = write_page(ctx, directory, command, path);
  pl_arena_destroy(arena);
  return status;
}
