// svg.c: see svg.h. Plot coordinates have one decimal and are printed as integers, so no locale and no NaN can spoil them.
#include "report/svg.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "report/markup.h"

enum { DEFAULT_WIDTH = 460, DEFAULT_HEIGHT = 290, MIN_LEFT = 46, RIGHT = 14, TOP = 10, BOTTOM = 40, BOTTOM_BARE = 20, LEGEND_ROW = 17 };

// The inside of a plot while it is written.
typedef struct frame {
  const pl_plot *plot;
  pl_text *out;
  double left, top, width, height;  // of the data area, in view box units
  double x[2], y[2];                // data ranges; y in decades when logarithmic
} frame;

pl_series *pl_plot_add(pl_plot *plot, pl_series_kind kind, int colour, const char *label, int n, const double *x, const double *y) {
  if (plot->n_series == PL_PLOT_MAX_SERIES) return NULL;
  pl_series *series = &plot->series[plot->n_series++];
  *series = (pl_series){kind, colour, label, n, x, y, NULL, NULL};
  return series;
}

int pl_plot_ticks(double low, double high, int wanted, double *first, double *step) {
  *first = low, *step = 1;
  if (!(isfinite(low) && isfinite(high) && high > low) || wanted < 1) return 0;
  double power = pow(10, floor(log10((high - low) / wanted)));
  static const double nice[] = {1, 2, 2.5, 5, 10, 20};
  for (int i = 0; i < 6; i++) {
    *step = nice[i] * power;
    *first = ceil(low / *step - 1e-9) * *step;
    int n = (int)floor((high - *first) / *step + 1e-9) + 1;
    if (n <= wanted) return n < 0 ? 0 : n;
  }
  return 0;
}

// ---- coordinates ----

static void add_coordinate(pl_text *out, double value) {
  long tenth = lround(fmin(fmax(value, -1e5), 1e5) * 10);
  long size = tenth < 0 ? -tenth : tenth;
  pl_text_printf(out, size % 10 ? "%s%ld.%ld" : "%s%ld", tenth < 0 ? "-" : "", size / 10, size % 10);
}

static double scale_y(const frame *f, double y) { return f->plot->log_y ? (y > 0 ? log10(y) : NAN) : y; }
static double place_x(const frame *f, double x) { return (x - f->x[0]) / (f->x[1] - f->x[0]) * f->width; }
static double place_y(const frame *f, double y) { return (1 - (scale_y(f, y) - f->y[0]) / (f->y[1] - f->y[0])) * f->height; }

static void add_point(const frame *f, const char *command, double px, double py) {
  pl_text_add(f->out, command);
  add_coordinate(f->out, px);
  pl_text_add(f->out, " ");
  add_coordinate(f->out, py);
}

// ---- ranges ----

static void widen(double range[2], double value) {
  if (!isfinite(value)) return;
  range[0] = fmin(range[0], value);
  range[1] = fmax(range[1], value);
}

// A range that is empty, a point, or the data with a little air.
static void settle(double range[2], const double wanted[2], double air) {
  if (wanted[1] > wanted[0]) {
    range[0] = wanted[0], range[1] = wanted[1];
    return;
  }
  if (!(range[0] <= range[1])) range[0] = 0, range[1] = 1;
  double span = range[1] - range[0];
  if (span <= 1e-12 * fmax(fabs(range[0]), fabs(range[1])) || span == 0) span = range[0] != 0 ? fabs(range[0]) : 1;
  range[0] -= air * span;
  range[1] += air * span;
}

static void find_ranges(frame *f) {
  const pl_plot *plot = f->plot;
  double x[2] = {INFINITY, -INFINITY}, y[2] = {INFINITY, -INFINITY};
  for (int s = 0; s < plot->n_series; s++) {
    const pl_series *series = &plot->series[s];
    for (int i = 0; i < series->n; i++) {
      if (series->kind == PL_SERIES_SPAN) continue;
      double a = scale_y(f, series->y[i]), b = series->y2 ? scale_y(f, series->y2[i]) : a;
      if (!isfinite(series->x[i]) || (!isfinite(a) && !isfinite(b))) continue;
      widen(x, series->x[i]);
      widen(y, a);
      widen(y, b);
    }
  }
  settle(x, plot->x_range, 0.03);
  settle(y, plot->y_range, 0.06);
  memcpy(f->x, x, sizeof x);
  memcpy(f->y, y, sizeof y);
}

// One scale for both axes: the range with fewer data units per unit of the picture is widened about its middle.
static void equalise(frame *f) {
  double per_x = (f->x[1] - f->x[0]) / f->width, per_y = (f->y[1] - f->y[0]) / f->height;
  double *range = per_x < per_y ? f->x : f->y, middle = 0.5 * (range[0] + range[1]);
  double half = 0.5 * fmax(per_x, per_y) * (per_x < per_y ? f->width : f->height);
  range[0] = middle - half, range[1] = middle + half;
}

// ---- series ----

static bool visible(const frame *f, double x, double y) { return isfinite(x) && isfinite(scale_y(f, y)); }

static void write_line(const frame *f, const pl_series *s) {
  bool drawing = false, any = false;
  for (int i = 0; i < s->n; i++) {
    bool shown = visible(f, s->x[i], s->y[i]);
    if (shown) {
      if (!any)
        pl_text_printf(f->out, "<path class=\"line%s c%d\" d=\"",
                       s->kind == PL_SERIES_DASHED ? " dash"
                       : s->kind == PL_SERIES_THIN ? " thin"
                                                   : "",
                       s->colour);
      add_point(f, drawing ? "L" : "M", place_x(f, s->x[i]), place_y(f, s->y[i]));
      any = true;
    }
    drawing = shown;
  }
  if (any) pl_text_add(f->out, "\"/>");
}

static void write_dots(const frame *f, const pl_series *s) {
  bool any = false;
  for (int i = 0; i < s->n; i++) {
    if (!visible(f, s->x[i], s->y[i])) continue;
    if (!any) pl_text_printf(f->out, "<path class=\"dots c%d\" d=\"", s->colour);
    add_point(f, "M", place_x(f, s->x[i]), place_y(f, s->y[i]));
    pl_text_add(f->out, "h0");
    any = true;
  }
  if (any) pl_text_add(f->out, "\"/>");
}

// One closed shape per run without a gap and without a turn (a cycle goes there and back). All are drawn in the same sense, so that they add up.
static void write_band(const frame *f, const pl_series *s) {
  bool any = false;
  for (int i = 0; i < s->n;) {
    int end = i;
    double sense = 0;
    for (; end < s->n && visible(f, s->x[end], s->y[end]) && isfinite(scale_y(f, s->y2[end])); end++) {
      double move = end > i ? s->x[end] - s->x[end - 1] : 0;
      if (sense * move < 0) break;
      if (move != 0) sense = move;
    }
    if (end - i > 1) {
      const double *there = sense < 0 ? s->y2 : s->y, *back = sense < 0 ? s->y : s->y2;
      if (!any) pl_text_printf(f->out, "<path class=\"band c%d\" d=\"", s->colour);
      any = true;
      for (int k = i; k < end; k++) add_point(f, k > i ? "L" : "M", place_x(f, s->x[k]), place_y(f, there[k]));
      for (int k = end - 1; k >= i; k--) add_point(f, "L", place_x(f, s->x[k]), place_y(f, back[k]));
      pl_text_add(f->out, "Z");
    }
    bool turned = end < s->n && end - i > 1 && visible(f, s->x[end], s->y[end]) && isfinite(scale_y(f, s->y2[end]));
    i = turned ? end - 1 : end > i ? end : i + 1;
  }
  if (any) pl_text_add(f->out, "\"/>");
}

static void write_bars(const frame *f, const pl_series *s) {
  pl_text_printf(f->out, "<path class=\"bars c%d\" d=\"M0 0", s->colour);
  for (int i = 0; i < s->n; i++) {
    if (!visible(f, s->x[i], s->y[i]) || !isfinite(scale_y(f, s->y2[i]))) continue;
    add_point(f, "M", place_x(f, s->x[i]), place_y(f, s->y[i]));
    add_point(f, "L", place_x(f, s->x[i]), place_y(f, s->y2[i]));
  }
  pl_text_add(f->out, "\"/>");
}

static void add_value(pl_text *out, double value, const char *unit) {
  pl__markup_number(out, value);
  if (unit && unit[0]) pl_text_add(out, unit[0] == '%' ? "\xC2\xA0" : " "), pl__markup_unit(out, unit);
}

static void write_points(const frame *f, const pl_series *s) {
  pl_text_printf(f->out, "<g class=\"%s c%d\">", s->kind == PL_SERIES_RINGS ? "rings" : "points", s->colour);
  for (int i = 0; i < s->n; i++) {
    if (!visible(f, s->x[i], s->y[i])) continue;
    pl_text_add(f->out, "<circle cx=\"");
    add_coordinate(f->out, place_x(f, s->x[i]));
    pl_text_add(f->out, "\" cy=\"");
    add_coordinate(f->out, place_y(f, s->y[i]));
    pl_text_printf(f->out, "\" r=\"%s\"><title>", s->kind == PL_SERIES_RINGS ? "3.4" : "2.2");
    if (s->tip && s->tip[i]) pl__markup_text(f->out, s->tip[i]), pl_text_add(f->out, ": ");
    add_value(f->out, s->x[i], f->plot->x_unit);
    pl_text_add(f->out, ", ");
    add_value(f->out, s->y[i], f->plot->y_unit);
    pl_text_add(f->out, "</title></circle>");
  }
  pl_text_add(f->out, "</g>");
}

static void write_span(const frame *f, const pl_series *s) {
  if (s->n < 2 || !isfinite(s->x[0]) || !isfinite(s->x[1])) return;
  double a = fmax(place_x(f, fmin(s->x[0], s->x[1])), 0), b = fmin(place_x(f, fmax(s->x[0], s->x[1])), f->width);
  if (!(b > a)) return;
  pl_text_printf(f->out, "<rect class=\"span c%d\" y=\"0\" x=\"", s->colour);
  add_coordinate(f->out, a);
  pl_text_add(f->out, "\" width=\"");
  add_coordinate(f->out, b - a);
  pl_text_add(f->out, "\" height=\"");
  add_coordinate(f->out, f->height);
  pl_text_add(f->out, "\"/>");
}

static void write_series(const frame *f, const pl_series *s) {
  switch (s->kind) {
  case PL_SERIES_LINE:
  case PL_SERIES_THIN:
  case PL_SERIES_DASHED: write_line(f, s); break;
  case PL_SERIES_POINTS:
  case PL_SERIES_RINGS: write_points(f, s); break;
  case PL_SERIES_DOTS: write_dots(f, s); break;
  case PL_SERIES_BAND: write_band(f, s); break;
  case PL_SERIES_BARS: write_bars(f, s); break;
  case PL_SERIES_SPAN: write_span(f, s); break;
  }
}

// ---- axes ----

static void text_at(pl_text *out, const char *class, double x, double y) {
  pl_text_printf(out, "<text class=\"%s\" x=\"", class);
  add_coordinate(out, x);
  pl_text_add(out, "\" y=\"");
  add_coordinate(out, y);
  pl_text_add(out, "\">");
}

static void grid_line(const frame *f, const char *class, double x0, double y0, double x1, double y1) {
  pl_text_printf(f->out, "<path class=\"%s\" d=\"", class);
  add_point(f, "M", f->left + x0, f->top + y0);
  add_point(f, "L", f->left + x1, f->top + y1);
  pl_text_add(f->out, "\"/>");
}

static const char *tick_text(double value, double step, char *buffer, size_t size) {
  if (fabs(value) < 1e-6 * step) value = 0;
  return pl__number_print_digits(value, 6, buffer, size);
}

static void tick_label(pl_text *out, double value, double step) {
  char buffer[40];
  const char *shown = tick_text(value, step, buffer, sizeof buffer);
  if (buffer[0] == '-') pl_text_add(out, "\xE2\x88\x92"), shown++;
  pl_text_add(out, shown);
}

static void x_axis(const frame *f) {
  double first, step;
  int n = pl_plot_ticks(f->x[0], f->x[1], f->width > 300 ? 8 : 5, &first, &step);
  if (f->plot->whole_x && step < 1) {
    step = 1, first = ceil(f->x[0]);
    n = (int)floor(f->x[1] - first) + 1;
  }
  for (int i = 0; i < n; i++) {
    double x = place_x(f, first + i * step);
    grid_line(f, "grid", x, 0, x, f->height);
    text_at(f->out, "tick mid", f->left + x, f->top + f->height + 14);
    tick_label(f->out, first + i * step, step);
    pl_text_add(f->out, "</text>");
  }
}

// The line and the start of its label; false when there is no such place.
static bool y_tick(const frame *f, double value) {
  double y = place_y(f, value);
  if (!isfinite(y)) return false;
  grid_line(f, "grid", 0, y, f->width, y);
  text_at(f->out, "tick end", f->left - 6, f->top + y + 3.5);
  return true;
}

static int y_ticks(const frame *f, double *first, double *step) {
  return pl_plot_ticks(f->y[0], f->y[1], f->height > 150 ? 7 : f->height > 60 ? 4 : 3, first, step);
}

static void y_axis(const frame *f) {
  double first, step;
  int n = y_ticks(f, &first, &step);
  for (int i = 0; i < n && !f->plot->log_y; i++) {
    if (!y_tick(f, first + i * step)) continue;
    tick_label(f->out, first + i * step, step);
    pl_text_add(f->out, "</text>");
  }
  if (!f->plot->log_y) return;
  double decades = f->y[1] - f->y[0];
  int every = decades > 8 ? (int)ceil(decades / 8) : 1;
  static const double inner[] = {1, 2, 5};
  for (int d = (int)floor(f->y[0]); d <= (int)ceil(f->y[1]); d++)
    for (int k = 0; k < (decades < 2 ? 3 : 1); k++) {
      double at = d + log10(inner[k]);
      if (at < f->y[0] || at > f->y[1] || d % every != 0) continue;
      if (!y_tick(f, inner[k] * pow(10, d))) continue;
      pl__markup_number(f->out, inner[k] * pow(10, d));
      pl_text_add(f->out, "</text>");
    }
}

static void axis_name(pl_text *out, const char *name, const char *unit) {
  pl__markup_text(out, name ? name : "");
  if (!name || !name[0] || !unit || !unit[0]) return;
  pl_text_add(out, " [");
  pl__markup_unit(out, unit);
  pl_text_add(out, "]");
}

static void axes(const frame *f) {
  x_axis(f);
  y_axis(f);
  if (!f->plot->log_y && f->y[0] < 0 && f->y[1] > 0) grid_line(f, "axis", 0, place_y(f, 0), f->width, place_y(f, 0));
  grid_line(f, "axis", 0, f->height, f->width, f->height);
  grid_line(f, "axis", 0, 0, 0, f->height);
  text_at(f->out, "name mid", f->left + f->width / 2, f->top + f->height + 32);
  axis_name(f->out, f->plot->x_name, f->plot->x_unit);
  pl_text_add(f->out, "</text><text class=\"name mid\" transform=\"translate(");
  add_coordinate(f->out, 12);
  pl_text_add(f->out, " ");
  add_coordinate(f->out, f->top + f->height / 2);
  pl_text_add(f->out, ") rotate(-90)\">");
  axis_name(f->out, f->plot->y_name, f->plot->y_unit);
  pl_text_add(f->out, "</text>");
}

// ---- legend ----

static const char *sample_class(pl_series_kind kind) {
  switch (kind) {
  case PL_SERIES_LINE: return "line";
  case PL_SERIES_DASHED: return "line dash";
  case PL_SERIES_THIN: return "line thin";
  case PL_SERIES_DOTS: return "dots";
  case PL_SERIES_BARS: return "bars";
  default: return "";
  }
}

static void legend_sample(const frame *f, const pl_series *s, double x, double y) {
  pl_text *out = f->out;
  if (s->kind == PL_SERIES_BAND || s->kind == PL_SERIES_SPAN) {
    pl_text_printf(out, "<rect class=\"%s c%d\" width=\"16\" height=\"9\" x=\"", s->kind == PL_SERIES_BAND ? "band" : "span", s->colour);
    add_coordinate(out, x);
    pl_text_add(out, "\" y=\"");
    add_coordinate(out, y - 8);
    pl_text_add(out, "\"/>");
  } else if (s->kind == PL_SERIES_POINTS || s->kind == PL_SERIES_RINGS) {
    pl_text_printf(out, "<g class=\"%s c%d\"><circle r=\"3\" cx=\"", s->kind == PL_SERIES_RINGS ? "rings" : "points", s->colour);
    add_coordinate(out, x + 8);
    pl_text_add(out, "\" cy=\"");
    add_coordinate(out, y - 3.5);
    pl_text_add(out, "\"/></g>");
  } else {
    pl_text_printf(out, "<path class=\"%s c%d\" d=\"", sample_class(s->kind), s->colour);
    double middle = y - 3.5;
    if (s->kind == PL_SERIES_DOTS) {
      for (int i = 0; i < 3; i++) add_point(f, "M", x + 3 + 5 * i, middle), pl_text_add(out, "h0");
    } else if (s->kind == PL_SERIES_BARS) {
      add_point(f, "M", x + 8, middle - 5), add_point(f, "L", x + 8, middle + 5);
    } else {
      add_point(f, "M", x, middle), add_point(f, "L", x + 16, middle);
    }
    pl_text_add(out, "\"/>");
  }
}

// Returns the height it takes; draws only when asked.
static double legend(const frame *f, double width, bool draw) {
  double x = f->left, y = 12;
  int n = 0;
  for (int s = 0; s < f->plot->n_series; s++) {
    const pl_series *series = &f->plot->series[s];
    if (!series->label) continue;
    double need = 32 + 6.2 * pl_text_width(series->label);
    if (n > 0 && x + need > width) x = f->left, y += LEGEND_ROW;
    if (draw) {
      legend_sample(f, series, x, y);
      text_at(f->out, "legend", x + 21, y);
      pl__markup_text(f->out, series->label);
      pl_text_add(f->out, "</text>");
    }
    x += need;
    n++;
  }
  return n ? y + 8 : TOP;
}

// The frame of the data area, with ranges.
static frame lay_out(const pl_plot *plot, double left, pl_text *out) {
  int width = plot->width ? plot->width : DEFAULT_WIDTH, height = plot->height ? plot->height : DEFAULT_HEIGHT;
  frame f = {.plot = plot, .out = out, .left = left, .width = width - left - RIGHT};
  f.top = legend(&f, width, false);
  f.height = fmax(height - f.top - (plot->x_name && plot->x_name[0] ? BOTTOM : BOTTOM_BARE), 20);
  find_ranges(&f);
  if (plot->equal) equalise(&f);
  return f;
}

int pl_plot_left(const pl_plot *plot) {
  frame f = lay_out(plot, MIN_LEFT, NULL);
  double first, step;
  int n = y_ticks(&f, &first, &step), longest = plot->log_y ? 5 : 0;
  for (int i = 0; i < n && !plot->log_y; i++) {
    char label[40];
    int width = pl_text_width(tick_text(first + i * step, step, label, sizeof label));
    longest = width > longest ? width : longest;
  }
  int left = 26 + (int)(6.4 * longest);
  return left > MIN_LEFT ? left : MIN_LEFT;
}

void pl_plot_write(const pl_plot *plot, pl_text *out) {
  int width = plot->width ? plot->width : DEFAULT_WIDTH, height = plot->height ? plot->height : DEFAULT_HEIGHT;
  frame f = lay_out(plot, plot->left ? plot->left : pl_plot_left(plot), out);
  pl_text_printf(out, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
  pl__markup_text(out, plot->title ? plot->title : "");
  pl_text_add(out, "\">");
  // spans lie under the grid, everything else over it; the inner element cuts off what leaves the data area
  for (int pass = 0; pass < 2; pass++) {
    if (pass) axes(&f);
    pl_text_add(out, "<svg x=\"");
    add_coordinate(out, f.left);
    pl_text_add(out, "\" y=\"");
    add_coordinate(out, f.top);
    pl_text_add(out, "\" width=\"");
    add_coordinate(out, f.width);
    pl_text_add(out, "\" height=\"");
    add_coordinate(out, f.height);
    pl_text_add(out, "\" overflow=\"hidden\">");
    for (int s = 0; s < plot->n_series; s++)
      if ((plot->series[s].kind == PL_SERIES_SPAN) == (pass == 0)) write_series(&f, &plot->series[s]);
    pl_text_add(out, "</svg>");
  }
  legend(&f, width, true);
  pl_text_add(out, "</svg>");
}
