// plot_curves.c: plots of one law: stress over strain, or its stiffness, with the 95 % band.
#include "report/figure/plots.h"

#include <math.h>
#include <string.h>

static bool band(pl_reader *reader, pl_curve_view *v, const char *key, const char *half_key, double factor, double **middle, double **low,
                 double **high) {
  int n, n_half;
  *middle = pl__reader_values(reader, v->json, key, factor, &n);
  *low = pl__reader_values(reader, v->json, half_key, factor, &n_half);
  *high = pl__reader_values(reader, v->json, half_key, factor, &n_half);
  if (n != v->n || n_half != n) return false;
  for (int i = 0; i < n; i++) {
    double half = (*low)[i];
    (*low)[i] = (*middle)[i] - half;
    (*high)[i] = (*middle)[i] + half;
  }
  return true;
}

static bool read_control(pl_reader *reader, pl_curve_view *v) {
  size_t n = (size_t)pl__member_count(v->json, "control");
  double *memory = pl_arena_alloc(reader->arena, 5 * n + 1, sizeof *memory);
  v->at_name = pl_arena_alloc(reader->arena, n + 1, sizeof *v->at_name);
  if (!memory || !v->at_name) {
    reader->failed = true;
    return false;
  }
  v->at = memory, v->at_stress = memory + n, v->at_stiffness = memory + 2 * n, v->at_low = memory + 3 * n, v->at_high = memory + 4 * n;
  for (pl_json *point = pl__member_list(v->json, "control"); point; point = point->next) {
    int i = v->n_control++;
    double half = pl__member_number(point, "half_width");
    v->at[i] = v->x.factor * pl__member_number(point, "strain");
    v->at_stress[i] = v->y.factor * pl__member_number(point, "stress");
    v->at_stiffness[i] = v->k.factor * pl__member_number(point, "stiffness");
    v->at_low[i] = v->at_stiffness[i] - v->k.factor * half;
    v->at_high[i] = v->at_stiffness[i] + v->k.factor * half;
    v->at_name[i] = pl__member_text(point, "parameter");
  }
  return true;
}

void pl__plot_range(int n, const double *value, double range[2]) {
  for (int i = 0; i < n; i++)
    if (isfinite(value[i])) range[0] = fmin(range[0], value[i]), range[1] = fmax(range[1], value[i]);
}

void pl__plot_limit(pl_plot *plot, const double curve[2], const double band[2]) {
  double size = curve[1] - curve[0];
  if (!(size > 1e-9 * fabs(curve[1]))) size = fabs(curve[1]);  // the rounding of a constant is no range
  if (!(size > 0 && isfinite(size)) || !(band[1] - band[0] > 3 * size)) return;
  plot->y_range[0] = fmax(band[0], curve[0] - size);
  plot->y_range[1] = fmin(band[1], curve[1] + size);
}

bool pl__view_curve(pl_reader *reader, pl_json *json, pl_curve_view *v) {
  *v = (pl_curve_view){.json = json,
                       .x = pl__shown_strain_unit(pl__member_text(json, "strain_unit")),
                       .y = pl__shown_unit(pl__member_text(json, "stress_unit"), pl__member_largest(json, "stress")),
                       .k = pl__shown_unit(pl__member_text(json, "stiffness_unit"), pl__member_largest(json, "stiffness"))};
  v->secant = pl__member_count(json, "secant") > 0;
  int n_range;
  double *range = pl__reader_values(reader, json, "range", v->x.factor, &n_range);
  v->range[0] = n_range == 2 ? range[0] : NAN;
  v->range[1] = n_range == 2 ? range[1] : NAN;
  v->strain = pl__reader_values(reader, json, "strain", v->x.factor, &v->n);
  double *again;
  if (pl__member_count(json, "stress_next_half_width") == v->n &&
      !band(reader, v, "stress", "stress_next_half_width", v->y.factor, &again, &v->next_low, &v->next_high))
    return false;
  return v->n > 1 && band(reader, v, "stress", "stress_half_width", v->y.factor, &v->stress, &v->stress_low, &v->stress_high) &&
         band(reader, v, v->secant ? "secant" : "stiffness", v->secant ? "secant_half_width" : "stiffness_half_width", v->k.factor,
              &v->stiffness, &v->stiffness_low, &v->stiffness_high) &&
         read_control(reader, v);
}

pl_plot pl__plot_curve(pl_reader *reader, const pl_curve_view *v, int colour, bool stiffness) {
  const char *name = pl__member_text(v->json, "name");
  bool coupling = strcmp(pl__member_text(v->json, "strain_name"), pl__member_text(v->json, "stress_name")) != 0;
  const char *x_name = pl__member_text(v->json, "strain_axis");
  const char *y_name = stiffness  ? (v->secant ? "stiffness k = stress / strain" : "tangent stiffness")
                       : coupling ? pl_arena_printf(reader->arena, "%s stress", pl__member_text(v->json, "stress_name"))
                                  : "stress";
  const char *title = pl_arena_printf(reader->arena, "%s of %s over strain with its 95 %% band",
                                      !stiffness  ? "Stress"
                                      : v->secant ? "Stiffness"
                                                  : "Tangent stiffness",
                                      name);
  pl_plot plot = {.title = title, .x_name = x_name, .x_unit = v->x.unit, .y_name = y_name, .y_unit = stiffness ? v->k.unit : v->y.unit};
  double *middle = stiffness ? v->stiffness : v->stress, *low = stiffness ? v->stiffness_low : v->stress_low,
         *high = stiffness ? v->stiffness_high : v->stress_high;
  if (pl__member_flag(v->json, "measured")) pl_plot_add(&plot, PL_SERIES_SPAN, 0, "valid range", 2, v->range, v->range);
  bool next = v->next_low && !stiffness;
  if (next) pl_plot_add(&plot, PL_SERIES_BAND, 0, "next specimen, 95 % band", v->n, v->strain, v->next_low)->y2 = v->next_high;
  pl_series *series = pl_plot_add(&plot, PL_SERIES_BAND, colour, next ? "mean fabric, 95 % band" : "95 % band", v->n, v->strain, low);
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
  pl__plot_range(v->n, middle, curve);
  pl__plot_range(v->n, low, around);
  pl__plot_range(v->n, high, around);
  if (next) pl__plot_range(v->n, v->next_low, around), pl__plot_range(v->n, v->next_high, around);
  pl__plot_limit(&plot, curve, around);
  return plot;
}
