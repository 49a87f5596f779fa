// page_models.c: report.html of a comparison of models: tables as A.1-A.4 of the capture thesis, from table.json alone.
#include <math.h>
#include <string.h>

#include "report/page/compare.h"
#include "report/result/model_table.h"
#include "report/page/page.h"
#include "report/page/page_web.h"

typedef enum part { PART_FITTED, PART_HELD_OUT, PART_BESIDE } part;

static bool in_part(pl_json *figure, part which) {
  bool main = pl__page_flag(figure, "main");
  if (which == PART_BESIDE) return !main;
  return main && pl__page_flag(figure, "held_out") == (which == PART_HELD_OUT);
}

static int count(pl_page *page, part which) {
  int n = 0;
  for (pl_json *figure = pl__page_list(page->fit, "figures"); figure; figure = figure->next) n += in_part(figure, which);
  return n;
}

// One unit for the column of a figure, the index-th.
static pl_shown column_unit(pl_page *page, pl_json *figure, int index) {
  double largest = 0;
  for (pl_json *row = pl__page_list(page->fit, "rows"); row; row = row->next) {
    pl_json *value = pl__page_list(row, "rms");
    for (int i = 0; i < index && value; i++) value = value->next;
    if (value && value->kind == PL_JSON_NUMBER && isfinite(value->number)) largest = fmax(largest, fabs(value->number));
  }
  return pl__page_unit(pl__page_text(figure, "unit"), largest);
}

static void titles(pl_page *page, part which) {
  pl__page_add(page, "<div class=\"scroll\"><table class=\"dense\"><thead><tr><th>model</th><th>variant</th>");
  int column = 0;
  for (pl_json *figure = pl__page_list(page->fit, "figures"); figure; figure = figure->next, column++) {
    if (!in_part(figure, which)) continue;
    pl_shown unit = column_unit(page, figure, column);
    pl__page_add(page, "<th class=\"num\">");
    pl__page_escape(page, pl__page_text(figure, "test"));
    if (which == PART_BESIDE && pl__page_flag(figure, "held_out")) pl__page_add(page, " (held out)");
    pl__page_add(page, "<br>");
    pl__page_escape(page, pl__page_text(figure, "residual"));
    pl__page_add(page, ", ");
    pl__markup_unit(page->out, unit.unit);
    pl__page_add(page, "</th>");
  }
  if (which == PART_FITTED) pl__page_add(page, "<th class=\"num\">parameters</th><th class=\"num\">failed frames</th><th>converged</th>");
  pl__page_add(page, "</tr></thead><tbody>\n");
}

static void row_cells(pl_page *page, pl_json *row, int index, part which) {
  pl_json *value = pl__page_list(row, "rms");
  int column = 0;
  for (pl_json *figure = pl__page_list(page->fit, "figures"); figure; figure = figure->next, column++, value = value ? value->next : NULL) {
    if (!in_part(figure, which)) continue;
    pl_shown unit = column_unit(page, figure, column);
    bool best = pl__page_number(figure, "best_row") == index;
    pl__page_add(page, "<td class=\"num\">");
    if (best) pl__page_add(page, "<span class=\"mark good\">\xE2\x98\x85 ");
    pl__markup_number(page->out, value && value->kind == PL_JSON_NUMBER ? unit.factor * value->number : NAN);
    if (best) pl__page_add(page, "</span>");
    pl__page_add(page, "</td>");
  }
}

static void table(pl_page *page, part which) {
  titles(page, which);
  int index = 0;
  for (pl_json *row = pl__page_list(page->fit, "rows"); row; row = row->next, index++) {
    if (!pl__page_flag(row, "done")) continue;
    pl__page_add(page, "<tr><td class=\"name\"><a href=\"");
    pl__page_escape(page, pl__page_text(row, "folder"));
    pl__page_add(page, "/report.html\">");
    pl__page_escape(page, pl__page_text(row, "model"));
    pl__page_add(page, "</a></td>");
    pl__page_cell_text(page, pl__page_text(row, "variant"));
    row_cells(page, row, index, which);
    if (which == PART_FITTED) {
      pl__page_cell(page, pl__page_number(row, "parameters"));
      pl__page_cell(page, pl__page_number(row, "failed_frames"));
      pl__page_add(page, "<td>");
      pl__page_mark(page, pl__page_flag(row, "converged"), "yes", "no");
      pl__page_add(page, "</td>");
    }
    pl__page_add(page, "</tr>\n");
  }
  pl__page_add(page, "</tbody></table></div>\n");
}

static void section(pl_page *page, part which, const char *id, const char *title, const char *words) {
  if (count(page, which) == 0) return;
  pl__page_begin(page, id, title);
  table(page, which);
  pl_text_printf(page->out, "<p class=\"soft\">%s</p>\n", words);
  pl__page_end(page);
}

// Columns of a part in which a row is the best.
static int stars(pl_page *page, part which, int row) {
  int n = 0;
  for (pl_json *figure = pl__page_list(page->fit, "figures"); figure; figure = figure->next)
    n += in_part(figure, which) && pl__page_number(figure, "best_row") == row;
  return n;
}

// The row that is best in most columns; among equals the one that predicts best, then the first.
static void winner(pl_page *page) {
  pl_json *best = NULL;
  int index = 0, fitted = 0, held_out = 0, n_fitted = count(page, PART_FITTED), n_held_out = count(page, PART_HELD_OUT);
  for (pl_json *row = pl__page_list(page->fit, "rows"); row; row = row->next, index++) {
    int a = stars(page, PART_FITTED, index), b = stars(page, PART_HELD_OUT, index);
    if (a + b < fitted + held_out || (a + b == fitted + held_out && b <= held_out)) continue;
    best = row, fitted = a, held_out = b;
  }
  if (!best) return;
  pl__page_add(page, "<p class=\"verdict good\"><b aria-hidden=\"true\">\xE2\x98\x85</b><span>");
  pl__page_add(page, "Best is ");
  pl__page_escape(page, pl__page_text(best, "model"));
  pl__page_add(page, ", ");
  pl__page_escape(page, pl__page_text(best, "variant"));
  pl_text_printf(page->out, ", with the smallest residual in %d of %d columns of the fitted tests", fitted, n_fitted);
  if (n_held_out) pl_text_printf(page->out, " and %d of %d of the held-out ones", held_out, n_held_out);
  pl__page_add(page, ".</span></p>\n");
}

static pl_status load(pl_page *page, const char *directory) {
  const char *path = pl_path_join(page->arena, directory, "table.json");
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_json_load(page->arena, path, &page->fit));
  pl_json *format, *member;
  PL_TRY(pl_json_get(page->ctx, page->fit, "pliant", PL_JSON_STRING, &format));
  if (strcmp(format->text, PL_MODEL_TABLE_FORMAT) != 0) {
    pl_where where = pl_json_where(format);
    return pl_fail(page->ctx, PL_ERROR_INPUT, &where, "run the fits again with this version",
                   "the format is \"%.40s\", this version reads \"%s\"", format->text, PL_MODEL_TABLE_FORMAT);
  }
  PL_TRY(pl_json_get(page->ctx, page->fit, "figures", PL_JSON_ARRAY, &member));
  return pl_json_get(page->ctx, page->fit, "rows", PL_JSON_ARRAY, &member);
}

static void body(pl_page *page) {
  const char *name = pl__page_text(page->fit, "name");
  pl__page_head(page, name, "Pliant models");
  pl__page_add(page, "<p>Cloth models and variants fitted to the same captures</p></div></header>\n<main>");
  winner(page);
  section(page, PART_FITTED, "fitted", "Fitted tests",
          "Root mean square of what each fit compared, over frames and clips or free vertices, as in tables A.1 to A.4 of the capture "
          "thesis (X is warp, Y is weft). "
          "The star marks the smallest of a column; a model leads to its report.");
  section(page, PART_HELD_OUT, "validation", "Validation",
          "Tests that were predicted, not fitted. Distances between folded shapes mislead: a fold of the right size at another place "
          "counts as an error.");
  section(page, PART_BESIDE, "others", "Other residuals", "Of the same fits: what was predicted and not compared.");
  pl__page_add(page, "<section><h2>Origin</h2><pre>");
  pl__page_escape(page, pl__page_text(page->fit, "command"));
  pl__page_add(page, "</pre></section>\n");
  pl_text_printf(page->out, "<footer>Made by Pliant %s from table.json in this folder.</footer></main></body></html>\n", pl_version());
}

// The page of web/ compares the fits themselves as well; their shapes stay in their own reports.
static pl_status write_web(pl_context *ctx, const char *directory, const char *command, const char *path) {
  pl_comparison *comparison;
  PL_TRY(pl_comparison_load(ctx, 1, &directory, command, &comparison));
  pl_status status = pl_comparison_page(comparison, path, false);
  pl_comparison_destroy(comparison);
  return status;
}

pl_status pl_model_page_write(pl_context *ctx, const char *directory) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_page page = {.ctx = ctx, .arena = arena, .out = &text};
  pl_status status;
  PL_TRY_CLEAN(load(&page, directory));
  const char *path = pl_path_join(arena, directory, "report.html");
  if (pl__web_wanted() && path) {
    status = write_web(ctx, directory, pl__page_text(page.fit, "command"), path);
    goto cleanup;
  }
  body(&page);
  status = page.failed || text.failed || !path ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
cleanup:
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}
