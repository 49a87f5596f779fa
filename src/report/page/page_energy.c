// page_energy.c: laws of invariants and of stretches on the plain page: the derivative of their energy, and its own, with band, control points and
// the range that the tests covered. The page of web/ says the same (energy_curves.ts).
#include "report/page/page.h"

#include <math.h>
#include <string.h>

// What the curve of an input is: names of the axes, and words under the picture.
typedef struct meaning {
  const char *over, *x_name, *value, *slope, *title, *words;
} meaning;

static const meaning meanings[] = {
    {"I1", "I1", "d psi/d I1", "second derivative of psi", "energy over the first invariant",
     "I1, the sum of the squared stretches, is 3 at rest. Twice the value at rest is what this term adds to the shear modulus; a rising "
     "curve is a "
     "material that stiffens."},
    {"I2", "I2", "d psi/d I2", "second derivative of psi", "energy over the second invariant",
     "I2, the same of areas, is 3 at rest. Twice the value at rest is what this term adds to the shear modulus."},
    {"stretch", "stretch", "dw/d ln stretch", "second derivative of w", "energy of each principal stretch",
     "The energy is the sum of w over the three principal stretches; differences of its derivative between two directions are differences "
     "of true "
     "stress. Half of the second derivative at rest is what this term adds to the shear modulus."},
};

static const meaning *meaning_of(pl_json *curve) {
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
    if (strcmp(pl__page_text(curve, "over"), meanings[i].over) == 0) return &meanings[i];
  return NULL;
}

// Rings at the control points, which are values of the slope, with bars of 95 %.
static void add_control(pl_page *page, pl_json *curve, pl_shown unit, pl_plot *plot) {
  size_t n = (size_t)pl__page_count(curve, "control");
  double *memory = pl_arena_alloc(page->arena, 4 * n + 1, sizeof *memory), *at = memory, *value = at + n, *low = value + n, *high = low + n;
  if (!memory) page->failed = true;
  if (!memory || n == 0) return;
  size_t i = 0;
  for (pl_json *point = pl__page_list(curve, "control"); point && i < n; point = point->next, i++) {
    double half = PL_PAGE_INTERVAL * unit.factor * pl__page_number(point, "sigma");
    at[i] = pl__page_number(point, "x");
    value[i] = unit.factor * pl__page_number(point, "slope");
    low[i] = value[i] - half, high[i] = value[i] + half;
  }
  pl_series *bars = pl_plot_add(plot, PL_SERIES_BARS, 0, NULL, (int)n, at, low);
  if (bars) bars->y2 = high;
  pl_plot_add(plot, PL_SERIES_RINGS, 0, "control points", (int)n, at, value);
}

// The derivative of the energy, or its slope; no series where the folder does not hold it.
static pl_plot plot_energy(pl_page *page, pl_json *curve, int colour, bool slope) {
  const meaning *m = meaning_of(curve);
  const char *key = slope ? "slope" : "value";
  pl_shown unit = pl__page_unit(pl__page_text(curve, "unit"), pl__page_largest(curve, key));
  int n, n_y, n_half, n_range;
  double *x = pl__page_values(page, curve, "x", 1, 0, &n), *y = pl__page_values(page, curve, key, unit.factor, 0, &n_y),
         *half = pl__page_values(page, curve, slope ? "slope_half_width" : "value_half_width", unit.factor, 0, &n_half),
         *range = pl__page_values(page, curve, "range", 1, 0, &n_range),
         *band = pl_arena_alloc(page->arena, 2 * (size_t)n + 1, sizeof *band);
  pl_plot plot = {.x_unit = "", .y_unit = unit.unit};
  if (!band) page->failed = true;
  if (!m || !band || n < 2 || n_y != n) return plot;
  plot.x_name = m->x_name, plot.y_name = slope ? m->slope : m->value;
  plot.title = pl_arena_printf(page->arena, "%s: %s of the %s with its 95 %% band", pl__page_text(curve, "term"),
                               slope ? "second derivative" : "derivative", m->title);
  if (!plot.title) page->failed = true;
  double *low = band, *high = band + n, ends[2] = {INFINITY, -INFINITY}, around[2] = {INFINITY, -INFINITY};
  for (int i = 0; i < n; i++) low[i] = y[i] - (n_half == n ? half[i] : NAN), high[i] = y[i] + (n_half == n ? half[i] : NAN);
  if (pl__page_flag(curve, "measured") && n_range == 2) pl_plot_add(&plot, PL_SERIES_SPAN, 0, "valid range", 2, range, range);
  pl_plot_add(&plot, PL_SERIES_BAND, colour, "95 % band", n, x, low)->y2 = high;
  pl_plot_add(&plot, PL_SERIES_LINE, colour, slope ? "second derivative" : "derivative", n, x, y);
  if (slope) add_control(page, curve, unit, &plot);
  double air = 0.02 * (x[n - 1] - x[0]);
  plot.x_range[0] = x[0] - air, plot.x_range[1] = x[n - 1] + air;
  pl__page_range(n, y, ends);
  pl__page_range(n, low, around);
  pl__page_range(n, high, around);
  pl__page_limit(&plot, ends, around);
  return plot;
}

static void put_plot(pl_page *page, pl_json *curve, const pl_plot *plot, bool slope) {
  pl__page_add(page, "<figure>");
  pl__page_plot(page, plot);
  pl__page_add(page, "<figcaption>");
  if (!slope) {
    int n;
    double *range = pl__page_values(page, curve, "range", 1, 0, &n);
    pl__page_escape(page, meaning_of(curve)->words);
    if (pl__page_flag(curve, "measured") && n == 2) {
      pl__page_add(page, " Measured from ");
      pl__markup_number(page->out, range[0]);
      pl__page_add(page, " to ");
      pl__markup_number(page->out, range[1]);
      pl__page_add(page, ", extrapolated beyond.");
    } else {
      pl__page_add(page, " These states were not measured.");
    }
  } else {
    pl__page_add(page, "How the first curve bends.");
    if (pl__page_count(curve, "control")) pl__page_add(page, " Rings are the fitted parameters, bars their own 95 % intervals.");
  }
  pl__page_add(page, "</figcaption></figure>\n");
}

void pl__page_energy(pl_page *page) {
  int colour = 1;
  for (pl_json *curve = pl__page_list(page->fit, "energy_curves"); curve; curve = curve->next, colour = colour % 4 + 1) {
    pl_plot first = plot_energy(page, curve, colour, false), second = plot_energy(page, curve, colour, true);
    if (first.n_series == 0) continue;
    pl__page_add(page, "<h3>");
    pl__page_capital(page, pl__page_text(curve, "term"));
    pl__page_add(page, ": ");
    pl__page_escape(page, meaning_of(curve)->title);
    pl__page_add(page, " (");
    pl__page_escape(page, pl__page_text(curve, "law"));
    pl__page_add(page, ")</h3><div class=\"pair\">\n");
    put_plot(page, curve, &first, false);
    if (second.n_series) put_plot(page, curve, &second, true);
    pl__page_add(page, "</div>\n");
  }
}
