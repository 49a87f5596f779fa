// page_curves.c: one row per law: stress over strain, and beside it the tangent stiffness.
#include "report/page/page_plots.h"

#include <math.h>
#include <string.h>

static bool band(pl_page *page, pl_curve_view *v, const char *key, const char *half_key, double factor, double **middle, double **low,
                 double **high) {
  int n, n_half;
  *middle = pl__page_values(page, v->json, key, factor, 0, &n);
  *low = pl__page_values(page, v->json, half_key, factor, 0, &n_half);
  *high = pl__page_values(page, v->json, half_key, factor, 0, &n_half);
  if (n != v->n || n_half != n) return false;
  for (int i = 0; i < n; i++) {
    double half = (*low)[i];
    (*low)[i] = (*middle)[i] - half;
    (*high)[i] = (*middle)[i] + half;
  }
  return true;
}

static bool read_control(pl_page *page, pl_curve_view *v) {
  size_t n = (size_t)pl__page_count(v->json, "control");
  double *memory = pl_arena_alloc(page->arena, 5 * n + 1, sizeof *memory);
  v->at_name = pl_arena_alloc(page->arena, n + 1, sizeof *v->at_name);
  if (!memory || !v->at_name) {
    page->failed = true;
    return false;
  }
  v->at = memory, v->at_stress = memory + n, v->at_stiffness = memory + 2 * n, v->at_low = memory + 3 * n, v->at_high = memory + 4 * n;
  for (pl_json *point = pl__page_list(v->json, "control"); point; point = point->next) {
    int i = v->n_control++;
    double sigma = pl__page_number(point, "sigma");
    v->at[i] = v->x.factor * pl__page_number(point, "strain");
    v->at_stress[i] = v->y.factor * pl__page_number(point, "stress");
    v->at_stiffness[i] = v->k.factor * pl__page_number(point, "stiffness");
    v->at_low[i] = v->at_stiffness[i] - 1.96 * v->k.factor * sigma;
    v->at_high[i] = v->at_stiffness[i] + 1.96 * v->k.factor * sigma;
    v->at_name[i] = pl__page_text(point, "parameter");
  }
  return true;
}

bool pl__view_curve(pl_page *page, pl_json *json, pl_curve_view *v) {
  *v = (pl_curve_view){.json = json,
                       .x = pl__page_strain_unit(pl__page_text(json, "strain_unit")),
                       .y = pl__page_unit(pl__page_text(json, "stress_unit"), pl__page_largest(json, "stress")),
                       .k = pl__page_unit(pl__page_text(json, "stiffness_unit"), pl__page_largest(json, "stiffness"))};
  v->secant = pl__page_count(json, "secant") > 0;
  int n_range;
  double *range = pl__page_values(page, json, "range", v->x.factor, 0, &n_range);
  v->range[0] = n_range == 2 ? range[0] : NAN;
  v->range[1] = n_range == 2 ? range[1] : NAN;
  v->strain = pl__page_values(page, json, "strain", v->x.factor, 0, &v->n);
  return v->n > 1 && band(page, v, "stress", "stress_half_width", v->y.factor, &v->stress, &v->stress_low, &v->stress_high) &&
         band(page, v, v->secant ? "secant" : "stiffness", v->secant ? "secant_half_width" : "stiffness_half_width", v->k.factor,
              &v->stiffness, &v->stiffness_low, &v->stiffness_high) &&
         read_control(page, v);
}

pl_plot pl__plot_curve(pl_page *page, const pl_curve_view *v, int colour, bool stiffness) {
  const char *name = pl__page_text(v->json, "name");
  bool coupling = strcmp(pl__page_text(v->json, "strain_name"), pl__page_text(v->json, "stress_name")) != 0;
  bool fold = strcmp(pl__page_text(v->json, "measure"), "fold") == 0;
  const char *x_name =
      fold ? "alpha, half the curvature" : pl_arena_printf(page->arena, "%s strain", pl__page_text(v->json, "strain_name"));
  const char *y_name = stiffness  ? (v->secant ? "stiffness k = stress / strain" : "tangent stiffness")
                       : coupling ? pl_arena_printf(page->arena, "%s stress", pl__page_text(v->json, "stress_name"))
                                  : "stress";
  const char *title = pl_arena_printf(page->arena, "%s of %s over strain with its 95 %% band",
                                      !stiffness  ? "Stress"
                                      : v->secant ? "Stiffness"
                                                  : "Tangent stiffness",
                                      name);
  pl_plot plot = {.title = title, .x_name = x_name, .x_unit = v->x.unit, .y_name = y_name, .y_unit = stiffness ? v->k.unit : v->y.unit};
  double *middle = stiffness ? v->stiffness : v->stress, *low = stiffness ? v->stiffness_low : v->stress_low,
         *high = stiffness ? v->stiffness_high : v->stress_high;
  if (pl__page_flag(v->json, "measured")) pl_plot_add(&plot, PL_SERIES_SPAN, 0, "valid range", 2, v->range, v->range);
  pl_series *series = pl_plot_add(&plot, PL_SERIES_BAND, colour, "95 % band", v->n, v->strain, low);
  series->y2 = high;
  pl_plot_add(&plot, PL_SERIES_LINE, colour, stiffness ? "stiffness" : "stress", v->n, v->strain, middle);
  if (stiffness && v->n_control) {
    series = pl_plot_add(&plot, PL_SERIES_BARS, 0, NULL, v->n_control, v->at, v->at_low);
    series->y2 = v->at_high;
  }
  if (v->n_control) {
    series = pl_plot_add(&plot, PL_SERIES_RINGS, 0, "control points", v->n_control, v->at, stiffness ? v->at_stiffness : v->at_stress);
    series->tip = v->at_name;
  }
  plot.x_range[0] = v->strain[0], plot.x_range[1] = v->strain[v->n - 1];
  double air = 0.02 * (plot.x_range[1] - plot.x_range[0]);
  plot.x_range[0] -= air, plot.x_range[1] += air;
  double curve[2] = {INFINITY, -INFINITY}, around[2] = {INFINITY, -INFINITY};
  pl__page_range(v->n, middle, curve);
  pl__page_range(v->n, low, around);
  pl__page_range(v->n, high, around);
  pl__page_limit(&plot, curve, around);
  return plot;
}

static void one_plot(pl_page *page, const pl_curve_view *v, int colour, bool stiffness) {
  bool fold = strcmp(pl__page_text(v->json, "measure"), "fold") == 0;
  pl_plot plot = pl__plot_curve(page, v, colour, stiffness);
  pl__page_add(page, "<figure>");
  pl__page_plot(page, &plot);
  if (!stiffness) {
    pl__page_add(page, "<figcaption>");
    pl__page_escape(page, pl__page_text(v->json, "law"));
    if (pl__page_flag(v->json, "measured")) {
      pl__page_add(page, "; measured from ");
      pl__markup_number(page->out, v->range[0]);
      pl__page_add(page, " to ");
      pl__markup_number(page->out, v->range[1]);
      pl__page_add(page, " ");
      pl__markup_unit(page->out, v->x.unit);
      pl__page_add(page, v->x.unit[0] == '%' ? " strain, extrapolated beyond." : ", extrapolated beyond.");
    } else {
      pl__page_add(page, "; these strains were not measured.");
    }
    if (fold) pl__page_add(page, " Stress is k alpha, twice the moment per width.");
    if (strncmp(pl__page_text(v->json, "law"), "polar-", 6) == 0 && strcmp(pl__page_text(v->json, "strain_name"), "shear") == 0)
      pl__page_add(page, " Shear strain is 2\xE2\x80\x89\xCE\xB5<sub>uv</sub>, so the slope at rest is c33/2.");
    pl__page_add(page, "</figcaption>");
  } else {
    pl__page_add(page, v->n_control ? "<figcaption>Rings are the fitted parameters, bars their own 95 % intervals.</figcaption>" : "");
  }
  pl__page_add(page, "</figure>\n");
}

// Terms that were held are no result: a sentence, not a curve.
static void assumptions(pl_page *page) {
  pl_json *material = pl_json_find(page->fit, "material");
  for (pl_json *term = pl__page_list(material, "terms"); term; term = term->next) {
    if (!pl__page_flag(term, "assumed")) continue;
    pl__page_add(page, "<p><b>");
    pl__page_escape(page, pl__page_text(term, "name"));
    pl__page_add(page, "</b> was assumed, not measured: its numbers were held during the fit and have no curve here.</p>\n");
  }
}

void pl__page_curves(pl_page *page) {
  pl__page_begin(page, "curves", "Curves");
  pl__page_tensors(page);
  assumptions(page);
  int colour = 1;
  for (pl_json *json = pl__page_list(page->fit, "curves"); json; json = json->next, colour = colour % 4 + 1) {
    pl_curve_view v;
    if (pl__page_flag(json, "assumed") || !pl__view_curve(page, json, &v)) continue;
    pl__page_add(page, "<h3>");
    pl__page_capital(page, pl__page_text(json, "name"));
    if (strcmp(pl__page_text(json, "strain_name"), pl__page_text(json, "stress_name")) != 0)
      pl__page_add(page, ": stress that one strain causes in the other direction");
    if (*pl__page_text(json, "fold")) pl__page_add(page, ": "), pl__page_escape(page, pl__page_text(json, "fold"));
    pl__page_add(page, "</h3><div class=\"pair\">\n");
    one_plot(page, &v, colour, false);
    one_plot(page, &v, colour, true);
    pl__page_add(page, "</div>\n");
  }
  pl__page_energy(page);
  pl__page_end(page);
}
