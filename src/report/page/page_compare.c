// page_compare.c: the page of several fits: that of web/ with all of them inside, or a plain one of three tables.
#include <math.h>
#include <string.h>

#include "report/page/compare.h"
#include "report/page/page.h"
#include "report/page/page_web.h"

enum { MAX_SHAPES = 400000000 };  // bytes of shapes.bin, which deflate to a quarter or less

// What the functions of the document are given.
typedef struct inside {
  const pl_comparison *comparison;
  bool shapes;
} inside;

// ---- the page of web/ ----

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
  const char *path = pl_path_join(page->arena, folder, "table.json");
  char *data;
  size_t size;
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_file_read(page->arena, path, 1 << 26, &data, &size));
  return pl__web_data(page, "pliant-table", data, size);
}

static pl_status write_head(pl_page *page, const pl_comparison *c) {
  pl_json_writer *writer;
  PL_TRY(pl_comparison_json(page->ctx, c, &writer));
  const char *text = pl_json_writer_text(writer);
  pl_status status = text ? pl__web_data(page, "pliant-compare", text, strlen(text)) : PL_ERROR_MEMORY;
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
    const char *number = pl_arena_printf(page->arena, "-%d", i);
    if (!number) return PL_ERROR_MEMORY;
    page->directory = c->fit[i].folder;
    PL_TRY(pl__web_folder(page, number, &left));
  }
  return PL_OK;
}

// ---- the plain page ----

static void begin_table(pl_page *page, const char *columns) {
  pl_text_printf(page->out, "<div class=\"scroll\"><table class=\"dense\"><thead><tr>%s", columns);
}

static void fit_titles(pl_page *page, const pl_comparison *c) {
  for (int i = 0; i < c->n_fit; i++) {
    pl__page_add(page, "<th class=\"num\">");
    pl__page_escape(page, c->fit[i].label);
    pl__page_add(page, "</th>");
  }
  pl__page_add(page, "</tr></thead><tbody>\n");
}

static void end_table(pl_page *page) { pl__page_add(page, "</tbody></table></div>\n"); }

static void best_cell(pl_page *page, bool best, void (*put)(pl_page *page, double value), double value) {
  pl__page_add(page, best ? "<td class=\"num\"><span class=\"mark good\">\xE2\x98\x85 " : "<td class=\"num\">");
  put(page, value);
  pl__page_add(page, best ? "</span></td>" : "</td>");
}

static double largest(int n, const double *value) {
  double most = 0;
  for (int i = 0; i < n; i++)
    if (isfinite(value[i])) most = fmax(most, fabs(value[i]));
  return most;
}

static void put_number(pl_page *page, double value) { pl__markup_number(page->out, value); }

static void plain_fits(pl_page *page, const pl_comparison *c) {
  pl__page_begin(page, "summary", "Fits");
  pl_text_printf(page->out, "<p class=\"verdict %s\"><b aria-hidden=\"true\">%s</b><span>", c->star < 0 ? "partly" : "good",
                 c->star < 0 ? "~" : "\xE2\x98\x85");
  pl__page_escape(page, c->words);
  pl__page_add(page, "</span></p>\n");
  begin_table(page,
              "<th>fit</th><th>material</th><th>model</th><th class=\"num\">parameters</th><th class=\"num\">error, % of full scale</th>"
              "<th class=\"num\">lowest R\xC2\xB2, fitted</th><th class=\"num\">lowest R\xC2\xB2, held "
              "out</th><th>converged</th></tr></thead><tbody>\n");
  for (int i = 0; i < c->n_fit; i++) {
    const pl_compared_fit *fit = &c->fit[i];
    pl__page_add(page, "<tr>");
    pl__page_add(page, c->star == i ? "<td><span class=\"mark good\">\xE2\x98\x85 " : "<td><span>");
    pl__page_escape(page, fit->label);
    pl__page_add(page, "</span></td>");
    pl__page_cell_text(page, fit->name);
    pl__page_cell_text(page, fit->model);
    pl__page_cell(page, fit->n_free);
    best_cell(page, false, put_number, 100 * fit->error);
    for (int k = 0; k < 2; k++) best_cell(page, c->best_r2[k] == i, pl__page_r2, fit->lowest_r2[k]);
    pl__page_add(page, "<td>");
    pl__page_mark(page, fit->converged, "yes", "no");
    pl__page_add(page, "</td></tr>\n");
  }
  end_table(page);
  pl__page_add(page, "<p class=\"soft\">" PL_COMPARE_RULE "</p>\n");
  pl__page_end(page);
}

static void plain_scores(pl_page *page, const pl_comparison *c, bool held_out) {
  bool differs = false, marked = false;
  pl__page_begin(page, held_out ? "validation" : "tests", held_out ? "Held-out tests" : "Fitted tests");
  begin_table(page, "<th>test</th><th>channel</th><th>unit of rms</th>");
  fit_titles(page, c);
  for (int k = 0; k < c->n_score; k++) {
    const pl_compared_score *score = &c->score[k];
    if (score->held_out != held_out) continue;
    pl_shown unit = pl__page_unit(score->unit, largest(c->n_fit, score->rms));
    pl__page_add(page, "<tr>");
    differs = differs || score->differs;
    marked = marked || score->best >= 0;
    pl__page_cell_text(page, score->test);
    pl__page_cell_text(page, score->channel);
    pl__page_cell_unit(page, unit.unit);
    for (int i = 0; i < c->n_fit; i++) best_cell(page, score->best == i, put_number, unit.factor * score->rms[i]);
    pl__page_add(page, "</tr>\n");
  }
  end_table(page);
  pl_text_printf(page->out, "<p class=\"soft\">Root mean square of the residuals%s.</p>\n",
                 marked ? "; the star marks the smallest of a row where one is" : "");
  if (differs) pl__page_add(page, "<p>Some fits measured different data under one name: those rows are not ranked.</p>\n");
  pl__page_end(page);
}

static void plain_parameters(pl_page *page, const pl_comparison *c) {
  pl__page_begin(page, "parameters", "Parameters");
  begin_table(page, "<th>parameter</th><th>unit</th>");
  fit_titles(page, c);
  for (int k = 0; k < c->n_parameter; k++) {
    const pl_compared_parameter *parameter = &c->parameter[k];
    pl_shown unit = pl__page_unit(parameter->unit, largest(c->n_fit, parameter->value));
    pl__page_add(page, "<tr>");
    pl__page_cell_text(page, parameter->name);
    pl__page_cell_unit(page, unit.unit);
    for (int i = 0; i < c->n_fit; i++) {
      pl__page_add(page, "<td class=\"num\">");
      pl__markup_uncertain(page->out, unit.factor * parameter->value[i], unit.factor * parameter->sigma[i]);
      pl__page_add(page, "</td>");
    }
    pl__page_add(page, "</tr>\n");
  }
  end_table(page);
  pl__page_add(page, "<p class=\"soft\">\xC2\xB1 is sigma, one standard deviation.</p>\n");
  pl__page_end(page);
}

static void plain(pl_page *page, const pl_comparison *c) {
  bool has[2] = {false, false};
  for (int k = 0; k < c->n_score; k++) has[c->score[k].held_out] = true;
  pl__page_head(page, "Fits compared", "Pliant");
  pl__page_add(page, "</div></header>\n<main>");
  plain_fits(page, c);
  for (int k = 0; k < 2; k++)
    if (has[k]) plain_scores(page, c, k == 1);
  plain_parameters(page, c);
  pl__page_add(page, "<section><h2>Origin</h2><pre>");
  pl__page_escape(page, c->command);
  pl_text_printf(page->out, "</pre></section>\n<footer>Made by Pliant %s from the fit.json of each folder.</footer></main></body></html>\n",
                 pl_version());
}

pl_status pl_comparison_page(const pl_comparison *c, const char *path, bool shapes) {
  static const pl_web_part part[] = {write_title, write_words, write_fits};
  pl_arena *arena = pl_arena_create(c->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, c->ctx);
  pl_page page = {.ctx = c->ctx, .arena = arena, .out = &text};
  pl_status status;
  if (pl__web_wanted())
    PL_TRY_CLEAN(pl__web_fill(&page, part, &(inside){c, shapes}));
  else
    plain(&page, c);
  status = page.failed || text.failed ? PL_ERROR_MEMORY : pl_file_write(c->ctx, path, text.data, text.size);
cleanup:
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}
