// page.c: see page.h.
//
// Data of the page, each as a <script type="text/plain"> with deflated base64 text:
//   pliant-fit       fit.json unchanged
//   pliant-shapes    shapes.bin unchanged (absent without the file)
//   pliant-extra     data not in those files: help of the settings, pictures of tensors, material.json for download
#include "report/page/page.h"

#include <stdint.h>
#include <string.h>

#include "base/option.h"
#include "base/sentence/say_run.h"
#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"
#include "material/polar_field.h"
#include "report/figure/markup.h"
#include "report/figure/material_plot.h"
#include "report/page/deflate.h"
#include "report/result/result_parts.h"
#include "report/page/page_models.h"
#include "report/result/shapes.h"

enum { MAX_FILE = 1 << 29 };

bool pl_report_built(void) { return pl__web_page[0] != '\0'; }

void pl__page_add(pl_page *page, const char *html) { pl_text_add(page->out, html); }
void pl__page_escape(pl_page *page, const char *text) { pl__markup_text(page->out, text); }

// ---- additional data ----

static void put_help(pl_json_writer *w) {
  const pl_option_table *const tables[] = {&pl_fit_option_table, &pl_rig_option_table, &pl_solve_option_table};
  pl_json_begin_object(w, "help");
  for (int i = 0; i < 3; i++) {
    pl_json_begin_object(w, tables[i]->name);
    for (int k = 0; k < tables[i]->n_option; k++) pl_json_put_text(w, tables[i]->option[k].name, tables[i]->option[k].help);
    pl_json_end_object(w);
  }
  pl_json_end_object(w);
}

static pl_status put_pictures(pl_page *page, pl_json_writer *w, const pl_material *material) {
  pl_status status = PL_OK;
  pl_json_begin_array(w, "tensors");
  for (int t = 0; t < material->n_term && status == PL_OK; t++) {
    if (!pl_polar_scheme_of(&material->term[t])) continue;
    pl_text svg;
    pl_text_init(&svg, page->reader.ctx);
    pl_material_tensor_svg(material, &material->term[t], "Components of the stiffness tensor over the largest extension and its direction",
                           &svg);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", material->term[t].name);
    pl_json_put_integer(w, "points", pl_polar_point_count(pl_polar_scheme_of(&material->term[t])));
    pl_json_put_text(w, "svg", svg.data);
    pl_json_end_object(w);
    if (svg.failed) status = PL_ERROR_MEMORY;
    pl_text_clear(&svg);
  }
  pl_json_end_array(w);
  return status;
}

static pl_status put_material(pl_page *page, pl_json_writer *w) {
  const char *path = pl__reader_material(&page->reader);
  if (!path) return page->reader.failed ? PL_ERROR_MEMORY : PL_OK;
  char *text;
  size_t size;
  PL_TRY(pl_file_read(page->reader.arena, path, MAX_FILE, &text, &size));
  pl_json_put_text(w, "material", text);
  pl_material *material;
  if (pl_material_load(page->reader.ctx, path, &material) != PL_OK) {
    pl_context_clear_error(page->reader.ctx);  // the rest of the page does not need it
    return PL_OK;
  }
  pl_status status = put_pictures(page, w, material);
  pl_material_destroy(material);
  return status;
}

static pl_status write_extra(pl_page *page, pl_text *out) {
  pl_json_writer *w = pl_json_writer_create(page->reader.ctx);
  if (!w) return PL_ERROR_MEMORY;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "version", pl_version());
  put_help(w);
  pl_status status = put_material(page, w);
  pl_json_end_object(w);
  const char *text = status == PL_OK ? pl_json_writer_text(w) : NULL;
  if (status == PL_OK) status = text ? pl__deflate_text(page->reader.ctx, text, strlen(text), out) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(w);
  return status;
}

// ---- the document ----

pl_status pl__page_data(pl_page *page, const char *id, const char *data, size_t size) {
  pl_text_printf(page->out, "<script type=\"text/plain\" id=\"%s\">", id);
  PL_TRY(pl__deflate_text(page->reader.ctx, data, size, page->out));
  pl__page_add(page, "</script>\n");
  return PL_OK;
}

// A file of the folder, unless it is larger than `most`.
static pl_status write_file(pl_page *page, const char *id, const char *name, size_t *most) {
  const char *path = pl_path_join(page->reader.arena, page->reader.directory, name);
  char *data;
  size_t size;
  if (!path || !id) return PL_ERROR_MEMORY;
  if (!pl_file_exists(path) || *most == 0) return PL_OK;
  PL_TRY(pl_file_read(page->reader.arena, path, MAX_FILE, &data, &size));
  if (size > *most) return PL_OK;
  *most -= size;
  return pl__page_data(page, id, data, size);
}

pl_status pl__page_folder(pl_page *page, const char *number, size_t *shapes) {
  size_t any = SIZE_MAX;
  PL_TRY(write_file(page, pl_arena_printf(page->reader.arena, "pliant-fit%s", number), "fit.json", &any));
  PL_TRY(write_file(page, pl_arena_printf(page->reader.arena, "pliant-shapes%s", number), PL_SHAPES_FILE, shapes));
  pl_text_printf(page->out, "<script type=\"text/plain\" id=\"pliant-extra%s\">", number);
  PL_TRY(write_extra(page, page->out));
  pl__page_add(page, "</script>\n");
  return PL_OK;
}

static pl_status write_data(pl_page *page, const void *user) {
  (void)user;
  size_t any = SIZE_MAX;
  return pl__page_folder(page, "", &any);
}

static pl_status write_title(pl_page *page, const void *user) {
  (void)user;
  pl__page_escape(page, pl__member_text(pl_json_find(page->reader.fit, "material"), "name"));
  pl__page_add(page,
               strcmp(pl__member_text(page->reader.fit, "verb"), "predict") == 0 ? " \xC2\xB7 Pliant prediction" : " \xC2\xB7 Pliant fit");
  return PL_OK;
}

static pl_status write_words(pl_page *page, const void *user) {
  (void)user;
  pl__page_escape(page, pl__member_text(page->reader.fit, "verdict"));
  return PL_OK;
}

pl_status pl__page_fill(pl_page *page, const pl_page_part part[3], const void *user) {
  static const char *const marks[] = {"<!--PLIANT TITLE-->", "<!--PLIANT WORDS-->", "<!--PLIANT DATA-->"};
  const char *rest = pl__web_page;
  if (!pl_report_built())
    return pl_fail(page->reader.ctx, PL_ERROR_FILE, NULL,
                   "build it again with Node.js and npm, or from a source release, which carries the page", PL_NO_REPORT);
  for (int i = 0; i < 3; i++) {
    const char *mark = strstr(rest, marks[i]);
    if (!mark)
      return pl_fail(page->reader.ctx, PL_ERROR_INTERNAL, NULL, "build the program again", "the built page has no mark %s", marks[i]);
    pl_text_add_bytes(page->out, rest, (size_t)(mark - rest));
    PL_TRY(part[i](page, user));
    rest = mark + strlen(marks[i]);
  }
  pl__page_add(page, rest);
  return PL_OK;
}

pl_status pl_report_write(pl_context *ctx, const char *directory) {
  static const pl_page_part part[] = {write_title, write_words, write_data};
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  if (pl__result_is_models(arena, directory)) {
    pl_arena_destroy(arena);
    return pl_model_page_write(ctx, directory);
  }
  pl_text text;
  pl_text_init(&text, ctx);
  pl_page page = {.reader = {.ctx = ctx, .arena = arena, .directory = directory}, .out = &text};
  pl_status status;
  PL_TRY_CLEAN(pl_result_load(arena, directory, &page.reader.fit));
  if (pl__result_completed(page.reader.fit)) pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_RESULT_COMPLETED), directory);
  PL_TRY_CLEAN(pl__page_fill(&page, part, NULL));
  const char *path = pl_path_join(arena, directory, "report.html");
  status = page.reader.failed || text.failed || !path ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
cleanup:
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}
