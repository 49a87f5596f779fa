// page_confidence.c: how sure each number is, and which of them the data cannot tell apart.
#include "report/page/page_plots.h"

#include <math.h>
#include <string.h>

static void status_cell(pl_page *page, pl_json *parameter) {
  pl__page_add(page, "<td>");
  if (pl__page_flag(parameter, "frozen"))
    pl__page_add(page, "<span class=\"soft\">held, not fitted</span>");
  else if (pl__page_flag(parameter, "at_bound"))
    pl__page_add(page, "<span class=\"mark partly\">~ at a bound</span>");
  else if (pl__page_flag(parameter, "on_border"))
    pl__page_add(page, "<span class=\"mark partly\">~ held by convexity</span>");
  else if (pl__page_flag(parameter, "near_zero"))
    pl__page_add(page, "<span class=\"mark partly\">~ not told from zero</span>");
  else if (pl__page_flag(parameter, "weak"))
    pl__page_add(page, "<span class=\"mark partly\">~ weakly determined</span>");
  else if (pl_json_find(parameter, "identified"))
    pl__page_mark(page, pl__page_flag(parameter, "identified"), "determined", "not determined");
  pl__page_add(page, "</td>");
}

static void parameter_row(pl_page *page, pl_json *parameter) {
  pl_shown unit = pl__page_parameter_unit(page, parameter);
  double value = pl__page_number(parameter, "value"), sigma = pl__page_number(parameter, "sigma"),
         strain = pl__page_number(parameter, "strain");
  pl__page_add(page, "<tr><td class=\"name\">");
  pl__page_escape(page, pl__page_text(parameter, "name"));
  pl__page_add(page, "</td><td class=\"num\">");
  pl_json *place = pl_json_find(parameter, "place");
  if (place) {
    pl__page_escape(page, pl__page_text(place, "name"));
    pl__page_add(page, " = ");
    pl__markup_number(page->out, pl__page_number(place, "value"));
  } else if (isfinite(strain)) {
    pl_shown at = pl__page_strain_unit(pl__page_text(parameter, "strain_unit"));
    pl__markup_number(page->out, at.factor * strain);
    pl__page_add(page, " ");
    pl__markup_unit(page->out, at.unit);
  }
  pl__page_add(page, "</td>");
  pl__page_cell(page, unit.factor * value);
  pl__page_cell(page, sigma > 0 ? unit.factor * sigma : NAN);
  pl__page_cell_unit(page, unit.unit);
  pl__page_add(page, "<td class=\"num\">");
  double relative = value != 0 && sigma > 0 ? 100 * sigma / fabs(value) : NAN;
  pl__markup_fixed(page->out, relative, relative < 10 ? 2 : 0);
  pl__page_add(page, isfinite(relative) ? " %</td>" : "</td>");
  status_cell(page, parameter);
  pl__page_add(page, "</tr>\n");
}

static void parameters(pl_page *page) {
  pl__page_add(page, "<div class=\"scroll\"><table><thead><tr><th>parameter</th><th class=\"num\">at</th><th "
                     "class=\"num\">value</th><th class=\"num\">sigma</th>"
                     "<th>unit</th><th class=\"num\">relative sigma</th><th>by these data</th></tr></thead><tbody>\n");
  for (pl_json *parameter = pl__page_list(page->fit, "parameters"); parameter; parameter = parameter->next) parameter_row(page, parameter);
  pl__page_add(page, "</tbody></table></div>\n");
}

int pl__view_correlation(pl_page *page, double **matrix, const char ***name) {
  int n = pl__page_count(page->fit, "correlation"), i = 0;
  *matrix = pl_arena_alloc(page->arena, (size_t)n * n + 1, sizeof **matrix);
  *name = pl_arena_alloc(page->arena, (size_t)n + 1, sizeof **name);
  if (!*matrix || !*name) {
    page->failed = true;
    return 0;
  }
  if (n < 2 || pl__page_count(page->fit, "parameters") != n) return 0;
  for (pl_json *parameter = pl__page_list(page->fit, "parameters"); parameter; parameter = parameter->next)
    (*name)[i++] = pl__page_text(parameter, "name");
  i = 0;
  for (pl_json *row = pl__page_list(page->fit, "correlation"); row; row = row->next, i++) {
    int j = 0;
    for (pl_json *item = row->kind == PL_JSON_ARRAY ? row->child : NULL; item && j < n; item = item->next, j++)
      (*matrix)[(size_t)i * n + j] = item->kind == PL_JSON_NUMBER ? item->number : NAN;
  }
  return n;
}

static void correlation(pl_page *page) {
  double *matrix;
  const char **name;
  int n = pl__view_correlation(page, &matrix, &name);
  if (n == 0) return;
  pl__page_add(page, "<figure class=\"wide\"><div class=\"scroll\">");
  pl_heatmap_write(n, matrix, name, "Correlation of the fitted parameters", page->out);
  pl__page_add(page, "</div><figcaption>Correlation of the parameters: blue means that they rise together, orange that one rises as the "
                     "other falls, strong colour that the "
                     "data hardly tell them apart.</figcaption></figure>\n");
}

pl_plot pl__plot_singular(pl_page *page) {
  int n;
  double *value = pl__page_values(page, page->fit, "singular_values", 1, 0, &n),
         *index = pl_arena_alloc(page->arena, (size_t)n + 1, sizeof *index);
  pl_plot plot = {.title = "Singular values of the scaled Jacobian, largest first",
                  .x_name = "combination of parameters",
                  .y_name = "singular value",
                  .log_y = true,
                  .whole_x = true,
                  .height = 260};
  if (!index) page->failed = true;
  if (n < 2 || !index) return plot;
  for (int i = 0; i < n; i++) index[i] = i + 1;
  pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, n, index, value);
  pl_plot_add(&plot, PL_SERIES_RINGS, 1, NULL, n, index, value);
  return plot;
}

static void singular(pl_page *page) {
  pl_plot plot = pl__plot_singular(page);
  if (plot.n_series == 0) return;
  pl__page_add(page, "<figure>");
  pl__page_plot(page, &plot);
  pl__page_add(page, "<figcaption>How strongly the data feel each independent combination of parameters (scaled). Far below 1: not "
                     "determined.</figcaption></figure>\n");
}

pl_plot pl__plot_profile(pl_page *page, pl_json *profile) {
  int n, n_chi2;
  double *value = pl__page_values(page, profile, "values", 1, 0, &n), *chi2 = pl__page_values(page, profile, "chi2", 1, 0, &n_chi2);
  const char *name = pl__page_text(profile, "parameter");
  pl_plot plot = {.title = pl_arena_printf(page->arena, "Sum of squares over %s", name),
                  .x_name = pl_arena_printf(page->arena, "log10 of %s (SI units)", name),
                  .y_name = "sum of squares",
                  .log_y = true,
                  .height = 260};
  if (!plot.title || !plot.x_name) page->failed = true;
  if (n < 2 || n_chi2 != n || page->failed) return plot;
  for (int i = 0; i < n; i++) value[i] = log10(value[i]);
  pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, n, value, chi2);
  pl_plot_add(&plot, PL_SERIES_RINGS, 1, NULL, n, value, chi2);
  return plot;
}

static void profiles(pl_page *page) {
  for (pl_json *item = pl__page_list(page->fit, "profiles"); item; item = item->next) {
    pl_plot plot = pl__plot_profile(page, item);
    if (plot.n_series == 0) continue;
    pl__page_add(page, "<figure>");
    pl__page_plot(page, &plot);
    pl__page_add(page, "<figcaption>Weighted squares of all residuals with ");
    pl__page_escape(page, pl__page_text(item, "parameter"));
    pl__page_add(
        page,
        " held at each ring and the other parameters at their best: the scan that its start was chosen from.</figcaption></figure>\n");
  }
}

void pl__page_confidence(pl_page *page) {
  pl__page_begin(page, "confidence", "Confidence");
  const char *words = pl__page_text(pl_json_find(page->fit, "worst_direction"), "words");
  double inflation = pl__page_number(pl_json_find(page->fit, "outcome"), "inflation");
  if (words[0]) pl__page_add(page, "<p>"), pl__page_escape(page, words), pl__page_add(page, "</p>\n");
  parameters(page);
  if (pl__page_count(page->fit, "singular_values") && isfinite(inflation)) {
    pl__page_add(page,
                 "<p class=\"soft\">Sigma counts what the residuals really scatter and that neighbouring residuals are alike: on average ");
    pl__markup_number(page->out, inflation);
    pl__page_add(page, " times the sigma that the measurement weights alone would give.</p>\n");
  }
  const char *further = pl__page_text(pl_json_find(page->fit, "further_tests"), "words");
  if (further[0]) {
    pl__page_add(page, "<h3>Which further test would help</h3><p>");
    pl__page_escape(page, further);
    pl__page_add(page, "</p>\n");
  }
  pl__page_add(page, "<div class=\"pair\">");
  correlation(page);
  singular(page);
  profiles(page);
  pl__page_add(page, "</div>\n");
  pl__page_end(page);
}
