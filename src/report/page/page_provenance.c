// page_provenance.c: how the fit ran (convergence, time) and everything needed to run it again (inputs, settings, versions).
#include "report/page/page_plots.h"

#include <math.h>
#include <string.h>

#include "base/option.h"
#include "estimate/problem/fit.h"

// ---- convergence ----

pl_plot pl__plot_objective(pl_page *page) {
  size_t n = (size_t)pl__page_count(page->fit, "iterations");
  double *memory = pl_arena_alloc(page->arena, 4 * n + 1, sizeof *memory);
  pl_plot plot = {.title = "Objective over the iterations",
                  .x_name = "iteration",
                  .y_name = "objective",
                  .log_y = true,
                  .whole_x = true,
                  .height = 260};
  if (!memory) page->failed = true;
  if (n < 1 || !memory) return plot;
  double *taken_at = memory, *taken = memory + n, *tried_at = memory + 2 * n, *tried = memory + 3 * n;
  int n_taken = 0, n_tried = 0, i = 0;
  for (pl_json *it = pl__page_list(page->fit, "iterations"); it; it = it->next) {
    double objective = pl__page_number(it, "objective");
    i++;
    if (pl__page_flag(it, "accepted"))
      taken_at[n_taken] = i, taken[n_taken++] = objective;
    else
      tried_at[n_tried] = i, tried[n_tried++] = objective;
  }
  pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, n_taken, taken_at, taken);
  pl_plot_add(&plot, PL_SERIES_POINTS, 1, "accepted", n_taken, taken_at, taken);
  if (n_tried) pl_plot_add(&plot, PL_SERIES_RINGS, 2, "rejected", n_tried, tried_at, tried);
  return plot;
}

static void objective(pl_page *page) {
  pl_plot plot = pl__plot_objective(page);
  if (plot.n_series == 0) return;
  pl__page_add(page, "<figure>");
  pl__page_plot(page, &plot);
  pl__page_add(page, "<figcaption>Half the weighted sum of squares, over all stages of the fit one after another.</figcaption></figure>\n");
}

static void phase_table(pl_page *page) {
  double total = 0;
  for (pl_json *phase = pl__page_list(page->fit, "seconds_per_phase"); phase; phase = phase->next)
    if (phase->kind == PL_JSON_NUMBER) total += phase->number;
  pl__page_add(page, "<div><h3>Time</h3><table><tbody>\n");
  for (pl_json *phase = pl__page_list(page->fit, "seconds_per_phase"); phase && total > 0; phase = phase->next) {
    if (phase->kind != PL_JSON_NUMBER) continue;
    pl__page_add(page, "<tr>");
    pl__page_cell_text(page, phase->key ? phase->key : "");
    pl__page_add(page, "<td class=\"num\">");
    pl__markup_number(page->out, phase->number);
    pl_text_printf(page->out, " s</td><td class=\"wide\"><span class=\"meter\" style=\"width:%d%%\"></span></td></tr>\n",
                   (int)lround(100 * phase->number / total));
  }
  pl__page_add(page, "<tr><td><b>from start to end</b></td><td class=\"num\"><b>");
  pl__markup_number(page->out, pl__page_number(page->fit, "seconds"));
  pl_text_printf(page->out, " s</b></td><td class=\"soft\">%d thread%s</td></tr></tbody></table>\n",
                 (int)fmax(pl__page_number(page->fit, "threads"), 1),
                 pl__page_number(page->fit, "threads") > 1 ? "s; the phases add up over threads" : "");
  pl__page_add(page, "</div>\n");
}

void pl__page_convergence(pl_page *page) {
  pl_json *outcome = pl_json_find(page->fit, "outcome");
  pl__page_begin(page, "convergence", "Convergence");
  pl__page_add(page, "<p>");
  pl__page_mark(page, pl__page_flag(outcome, "converged"), "Converged", "Not converged");
  if (strcmp(pl__page_text(outcome, "stop_reason"), "converged") != 0)
    pl__page_add(page, ": "), pl__page_escape(page, pl__page_text(outcome, "stop_reason"));
  int n = pl__page_count(page->fit, "iterations");
  if (n) pl_text_printf(page->out, " after %d iterations", n);
  pl__page_add(page, ".</p><div class=\"pair\">\n");
  objective(page);
  phase_table(page);
  pl__page_add(page, "</div>\n");
  pl__page_end(page);
}

// ---- provenance ----

static void inputs(pl_page *page) {
  if (!pl__page_list(page->fit, "inputs")) return;
  pl__page_add(page,
               "<h3>Inputs</h3><div class=\"scroll\"><table><thead><tr><th>file</th><th>use</th><th>SHA-256</th></tr></thead><tbody>\n");
  for (pl_json *input = pl__page_list(page->fit, "inputs"); input; input = input->next) {
    pl__page_add(page, "<tr>");
    pl__page_cell_text(page, pl__page_text(input, "path"));
    pl__page_cell_text(page, pl__page_text(input, "use"));
    pl__page_add(page, "<td class=\"hash\"><code>");
    pl__page_escape(page, pl__page_text(input, "sha256"));
    pl__page_add(page, "</code></td></tr>\n");
  }
  pl__page_add(page, "</tbody></table></div>\n");
}

// What a setting means, from today's option tables; "" for settings of another version.
static const char *setting_help(const char *table, const char *name) {
  const pl_option_table *const tables[] = {&pl_fit_option_table, &pl_rig_option_table, &pl_solve_option_table};
  for (int i = 0; i < 3; i++) {
    const pl_option *option = strcmp(tables[i]->name, table) == 0 ? pl_options_find(tables[i], name) : NULL;
    if (option) return option->help;
  }
  return "";
}

static void settings(pl_page *page) {
  pl__page_add(page, "<details><summary>Settings used</summary><div "
                     "class=\"scroll\"><table><thead><tr><th>setting</th><th>value</th><th>meaning</th></tr></thead><tbody>\n");
  for (pl_json *table = pl__page_list(page->fit, "settings"); table; table = table->next)
    for (pl_json *setting = table->kind == PL_JSON_OBJECT ? table->child : NULL; setting; setting = setting->next) {
      pl__page_add(page, "<tr><td class=\"name\">");
      pl__page_escape(page, table->key ? table->key : "");
      pl__page_add(page, " ");
      pl__page_escape(page, setting->key ? setting->key : "");
      pl__page_add(page, "</td><td>");
      char buffer[40];
      if (setting->kind == PL_JSON_STRING)
        pl__page_escape(page, setting->text);
      else if (setting->kind == PL_JSON_BOOL)
        pl__page_add(page, setting->boolean ? "true" : "false");
      else if (setting->kind == PL_JSON_NUMBER)
        pl__page_add(page, pl_number_print(setting->number, buffer, sizeof buffer));
      pl__page_add(page, "</td><td class=\"soft\">");
      pl__page_escape(page, setting_help(table->key ? table->key : "", setting->key ? setting->key : ""));
      pl__page_add(page, "</td></tr>\n");
    }
  pl__page_add(page, "</tbody></table></div></details>\n");
}

void pl__page_provenance(pl_page *page) {
  pl__page_begin(page, "provenance", "Provenance");
  const char *command = pl__page_text(page->fit, "command"),
             *certificate = pl__page_text(pl_json_find(page->fit, "material"), "certificate");
  if (command[0]) pl__page_add(page, "<h3>Command</h3><pre>"), pl__page_escape(page, command), pl__page_add(page, "</pre>\n");
  if (certificate[0]) {
    pl__page_add(page, "<h3>Certificate of convexity</h3><p>");
    pl__page_capital(page, certificate);
    pl__page_add(page, ".</p>\n");
  }
  inputs(page);
  pl__page_add(page, "<h3>Versions</h3><p>");
  for (pl_json *version = pl__page_list(page->fit, "versions"); version; version = version->next) {
    pl__page_escape(page, version->key ? version->key : "");
    pl__page_add(page, " ");
    pl__page_escape(page, version->kind == PL_JSON_STRING ? version->text : "");
    pl__page_add(page, version->next ? ", " : "");
  }
  pl__page_add(page, "; format of fit.json: ");
  pl__page_escape(page, pl__page_text(page->fit, "pliant"));
  pl__page_add(page, ".</p>\n");
  settings(page);
  pl__page_end(page);
}
