// page_compare.c: the page of several fits, with all their data.
#include <string.h>

#include "report/page/compare.h"
#include "report/page/page.h"

enum { MAX_SHAPES = 400000000 };  // bytes of shapes.bin, which compress to a quarter or less

// Data of the document's functions.
typedef struct inside {
  const pl_comparison *comparison;
  bool shapes;
} inside;

static void put_name(pl_page *page, const pl_comparison *c) {
  bool same = c->n_fit > 0;
  for (int i = 1; i < c->n_fit; i++) same = same && strcmp(c->fit[i].name, c->fit[0].name) == 0;
  if (same) pl__page_escape(page, c->fit[0].name), pl__page_add(page, ": ");
  pl_text_printf(page->out, "%d fits compared", c->n_fit);
}

static pl_status write_title(pl_page *page, const void *user) {
  put_name(page, ((const inside *)user)->comparison);
  pl__page_add(page, " \xC2\xB7 Pliant");
  return PL_OK;
}

static pl_status write_words(pl_page *page, const void *user) {
  put_name(page, ((const inside *)user)->comparison);
  pl__page_add(page, ".");
  return PL_OK;
}

static pl_status write_table(pl_page *page, const char *folder) {
  const char *path = pl_path_join(page->reader.arena, folder, "table.json");
  char *data;
  size_t size;
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_file_read(page->reader.arena, path, 1 << 26, &data, &size));
  return pl__page_data(page, "pliant-table", data, size);
}

static pl_status write_head(pl_page *page, const pl_comparison *c) {
  pl_json_writer *writer;
  PL_TRY(pl_comparison_json(page->reader.ctx, c, &writer));
  const char *text = pl_json_writer_text(writer);
  pl_status status = text ? pl__page_data(page, "pliant-compare", text, strlen(text)) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(writer);
  return status;
}

static pl_status write_fits(pl_page *page, const void *user) {
  const inside *in = user;
  const pl_comparison *c = in->comparison;
  PL_TRY(write_head(page, c));
  if (c->table) PL_TRY(write_table(page, c->table));
  size_t left = in->shapes ? MAX_SHAPES : 0;
  for (int i = 0; i < c->n_fit; i++) {
    const char *number = pl_arena_printf(page->reader.arena, "-%d", i);
    if (!number) return PL_ERROR_MEMORY;
    page->reader.directory = c->fit[i].folder;
    PL_TRY(pl__page_folder(page, number, &left));
  }
  return PL_OK;
}

pl_status pl_comparison_page(const pl_comparison *c, const char *path, bool shapes) {
  static const pl_page_part part[] = {write_title, write_words, write_fits};
  pl_arena *arena = pl_arena_create(c->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, c->ctx);
  pl_page page = {.reader = {.ctx = c->ctx, .arena = arena}, .out = &text};
  pl_status status;
  PL_TRY_CLEAN(pl__page_fill(&page, part, &(inside){c, shapes}));
  status = page.reader.failed || text.failed ? PL_ERROR_MEMORY : pl_file_write(c->ctx, path, text.data, text.size);
cleanup:
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}
