// figure_rubber.c: rubber laws by their components (rubber_curve.h): derivatives of the energy over the invariants; a curve of stretches
// with its slope. The mean stress over the volume if it may change. With 95 % band, control points and the range of the tests.
#include <math.h>

#include "report/figure/figure.h"
#include "report/result/rubber_curve.h"

// The arrays of one plot in shown units; kept until it is drawn.
typedef struct shown {
  double *y, *low, *high, *value, *range;
} shown;

static pl_shown unit_of(const pl_rubber_curve *c, bool slope) {
  double largest = 0;
  for (int i = 0; i < c->n; i++) largest = fmax(largest, fabs((slope ? c->slope : c->y)[i]));
  return pl_dim_shown(c->dim, largest);
}

static bool convert(pl_figures *set, const pl_rubber_curve *c, bool slope, shown *out) {
  size_t n = (size_t)c->n, n_control = (size_t)c->n_control;
  double factor = unit_of(c, slope).factor, *memory = pl_arena_alloc(set->reader.arena, 3 * n + n_control + 2, sizeof *memory);
  if (!memory) set->reader.failed = true;
  if (!memory) return false;
  *out = (shown){memory, memory + n, memory + 2 * n, memory + 3 * n, memory + 3 * n + n_control};
  for (size_t i = 0; i < n; i++) {
    double half = factor * (slope ? c->slope_half : c->half)[i];
    out->y[i] = factor * (slope ? c->slope : c->y)[i];
    out->low[i] = out->y[i] - half, out->high[i] = out->y[i] + half;
  }
  for (size_t i = 0; i < n_control; i++) out->value[i] = factor * (slope ? c->slope_at : c->value)[i];
  out->range[0] = c->range[0], out->range[1] = c->range[1];
  return true;
}

// A slope that decreases over decades is indistinguishable from zero on most of a linear axis. True if a logarithmic axis shows it, and its
// ends (decades). Slopes that are zero within rounding are below it; negative ones cannot be shown.
static bool decades_of(int n, const double *y, double ends[2]) {
  double top = 0, least = INFINITY, lowest = INFINITY;
  for (int i = 0; i < n; i++) top = fmax(top, y[i]), lowest = fmin(lowest, y[i]);
  for (int i = 0; i < n; i++)
    if (y[i] > 1e-6 * top) least = fmin(least, y[i]);
  if (!(top > 100 * least) || lowest < -1e-9 * top) return false;
  ends[0] = log10(least / 1.5), ends[1] = log10(1.5 * top);
  return true;
}

static bool make_plot(pl_figures *set, const pl_rubber_curve *c, bool slope, int colour, pl_plot *plot) {
  shown s;
  if (!convert(set, c, slope, &s)) return false;
  *plot = (pl_plot){.x_name = c->x_name,
                    .x_unit = "",
                    .y_name = slope ? c->slope_name : c->y_name,
                    .y_unit = unit_of(c, slope).unit,
                    .x_range = {c->x[0], c->x[c->n - 1]}};
  if (c->measured) pl_plot_add(plot, PL_SERIES_SPAN, 0, "valid range", 2, s.range, s.range);
  pl_plot_add(plot, PL_SERIES_BAND, colour, "95 % band", c->n, c->x, s.low)->y2 = s.high;
  pl_plot_add(plot, PL_SERIES_LINE, colour, slope ? "slope" : "law", c->n, c->x, s.y);
  if (c->n_control) pl_plot_add(plot, PL_SERIES_RINGS, 0, "control points", c->n_control, c->at, s.value);
  double curve[2] = {INFINITY, -INFINITY}, band[2] = {INFINITY, -INFINITY};
  pl__plot_range(c->n, s.y, curve);
  pl__plot_range(c->n, s.low, band);
  pl__plot_range(c->n, s.high, band);
  // a constant has no range: the axis then includes zero
  double size = fmax(fabs(curve[0]), fabs(curve[1]));
  plot->log_y = slope && c->stretch && decades_of(c->n, s.y, plot->y_range);
  for (int i = 0; i < c->n && plot->log_y; i++) s.low[i] = fmax(s.low[i], pow(10, plot->y_range[0]));  // the band ends at the axis
  if (plot->log_y) return true;
  if (curve[1] - curve[0] < 0.02 * size)
    plot->y_range[0] = fmin(1.1 * fmax(band[0], 2 * curve[0]), 0), plot->y_range[1] = fmax(1.1 * fmin(band[1], 2 * curve[1]), 0);
  else
    pl__plot_limit(plot, curve, band);
  return true;
}

// The panels of one term: n curves from first on.
static void add_term(pl_figures *set, int n, const pl_rubber_curve *first, int colour) {
  double column = set->column, height = 0.72 * column;
  int n_panel = n + first->stretch;
  pl_panel *panel = pl__panels(set, n_panel);
  if (!panel) return;
  const char *name = first->term->name, *law = first->term->law.row->name;
  for (int k = 0; k < n_panel; k++) {
    bool slope = first->stretch && k == 1;
    const pl_rubber_curve *c = &first[first->stretch && k > 0 ? k - 1 : k];
    if (!make_plot(set, c, slope, colour, &panel[k].plot)) return;
    panel[k].heading = k == 0  ? pl__figure_text(set, "%s: %s", name, law)
                       : slope ? "its slope"
                               : pl__figure_text(set, "over %s", c->x_name);
    panel[k].box = (pl_box){k * (column + 8), 2, column, height};
  }
  pl__figure_add_panels(set, pl__figure_text(set, "law-%s", name),
                        pl__figure_text(set, "Law %s: %s", name,
                                        first->stretch
                                            ? "its curve of the logarithmic stretches, true stress 1 less 2 in pure shear, and its slope"
                                            : "derivatives of the energy over the invariants"),
                        n_panel * column + (n_panel - 1) * 8, 4 + height, n_panel, panel);
}

void pl__figure_rubber(pl_figures *set) {
  pl_material *material = pl__figure_material(set);
  if (!material) return;
  pl_rubber_curve *curve;
  int n;
  if (pl_rubber_curves(set->reader.arena, material, &n, &curve) != PL_OK) set->reader.failed = true, n = 0;
  for (int i = 0, count, colour = 1; i < n && !set->reader.failed; i += count, colour = colour % 4 + 1) {
    for (count = 1; i + count < n && curve[i + count].term == curve[i].term;) count++;
    add_term(set, count, &curve[i], colour);
  }
  pl_material_destroy(material);
}
