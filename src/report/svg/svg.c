// svg.c: see svg.h. Plot coordinates have one decimal and are printed as integers, independent of locale and without NaN.
#include "report/svg/svg.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "report/figure/markup.h"
#include "report/figure/plot_frame.h"

enum { DEFAULT_WIDTH = 460, DEFAULT_HEIGHT = 290, MIN_LEFT = 46, RIGHT = 14, TOP = 10, BOTTOM = 40, BOTTOM_BARE = 20, LEGEND_ROW = 17 };

// The inside of a plot while it is written.
typedef struct frame {
  pl_frame area;
  const pl_plot *plot;
  pl_text *out;
} frame;

pl_series *pl_plot_add(pl_plot *plot, pl_series_kind kind, int colour, const char *label, int n, const double *x, const double *y) {
  if (plot->n_series == PL_PLOT_MAX_SERIES) return NULL;
  pl_series *series = &plot->series[plot->n_series++];
  *series = (pl_series){kind, colour, label, n, x, y, NULL, NULL};
  return series;
}

// ---- coordinates ----

static void add_coordinate(pl_text *out, double value) {
  long tenth = lround(fmin(fmax(value, -1e5), 1e5) * 10);
  long size = tenth < 0 ? -tenth : tenth;
  pl_text_printf(out, size % 10 ? "%s%ld.%ld" : "%s%ld", tenth < 0 ? "-" : "", size / 10, size % 10);
}

static void add_point(const frame *f, const char *command, double px, double py) {
  pl_text_add(f->out, command);
  add_coordinate(f->out, px);
  pl_text_add(f->out, " ");
  add_coordinate(f->out, py);
}

// ---- series ----

static void write_line(const frame *f, const pl_series *s) {
  bool drawing = false, any = false;
  for (int i = 0; i < s->n; i++) {
    bool shown = pl__frame_shows(&f->area, s->x[i], s->y[i]);
    if (shown) {
      if (!any)
        pl_text_printf(f->out, "<path class=\"line%s c%d\" d=\"",
                       s->kind == PL_SERIES_DASHED ? " dash"
                       : s->kind == PL_SERIES_THIN ? " thin"
                                                   : "",
                       s->colour);
      add_point(f, drawing ? "L" : "M", pl__frame_x(&f->area, s->x[i]), pl__frame_y(&f->area, s->y[i]));
      any = true;
    }
    drawing = shown;
  }
  if (any) pl_text_add(f->out, "\"/>");
}

static void write_dots(const frame *f, const pl_series *s) {
  bool any = false;
  for (int i = 0; i < s->n; i++) {
    if (!pl__frame_shows(&f->area, s->x[i], s->y[i])) continue;
    if (!any) pl_text_printf(f->out, "<path class=\"dots c%d\" d=\"", s->colour);
    add_point(f, "M", pl__frame_x(&f->area, s->x[i]), pl__frame_y(&f->area, s->y[i]));
    pl_text_add(f->out, "h0");
    any = true;
  }
  if (any) pl_text_add(f->out, "\"/>");
}

// One closed shape per run. All have the same orientation, so that they add up.
static void write_band(const frame *f, const pl_series *s) {
  bool any = false;
  int end;
  double sense;
  for (int i = 0; pl__frame_run(&f->area, s, i, &end, &sense); i = pl__frame_next_run(&f->area, s, i, end)) {
    if (end - i < 2) continue;
    const double *there = sense < 0 ? s->y2 : s->y, *back = sense < 0 ? s->y : s->y2;
    if (!any) pl_text_printf(f->out, "<path class=\"band c%d\" d=\"", s->colour);
    any = true;
    for (int k = i; k < end; k++) add_point(f, k > i ? "L" : "M", pl__frame_x(&f->area, s->x[k]), pl__frame_y(&f->area, there[k]));
    for (int k = end - 1; k >= i; k--) add_point(f, "L", pl__frame_x(&f->area, s->x[k]), pl__frame_y(&f->area, back[k]));
    pl_text_add(f->out, "Z");
  }
  if (any) pl_text_add(f->out, "\"/>");
}

static void write_bars(const frame *f, const pl_series *s) {
  pl_text_printf(f->out, "<path class=\"bars c%d\" d=\"M0 0", s->colour);
  for (int i = 0; i < s->n; i++) {
    if (!pl__frame_shows(&f->area, s->x[i], s->y[i]) || !pl__frame_shows(&f->area, s->x[i], s->y2[i])) continue;
    add_point(f, "M", pl__frame_x(&f->area, s->x[i]), pl__frame_y(&f->area, s->y[i]));
    add_point(f, "L", pl__frame_x(&f->area, s->x[i]), pl__frame_y(&f->area, s->y2[i]));
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
    if (!pl__frame_shows(&f->area, s->x[i], s->y[i])) continue;
    pl_text_add(f->out, "<circle cx=\"");
    add_coordinate(f->out, pl__frame_x(&f->area, s->x[i]));
    pl_text_add(f->out, "\" cy=\"");
    add_coordinate(f->out, pl__frame_y(&f->area, s->y[i]));
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
  double a = fmax(pl__frame_x(&f->area, fmin(s->x[0], s->x[1])), 0), b = fmin(pl__frame_x(&f->area, fmax(s->x[0], s->x[1])), f->area.width);
  if (!(b > a)) return;
  pl_text_printf(f->out, "<rect class=\"span c%d\" y=\"0\" x=\"", s->colour);
  add_coordinate(f->out, a);
  pl_text_add(f->out, "\" width=\"");
  add_coordinate(f->out, b - a);
  pl_text_add(f->out, "\" height=\"");
  add_coordinate(f->out, f->area.height);
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
  add_point(f, "M", f->area.left + x0, f->area.top + y0);
  add_point(f, "L", f->area.left + x1, f->area.top + y1);
  pl_text_add(f->out, "\"/>");
}

static void x_axis(const frame *f) {
  double first, step;
  int n = pl__frame_x_ticks(&f->area, f->area.width > 300 ? 8 : 5, &first, &step);
  for (int i = 0; i < n; i++) {
    double x = pl__frame_x(&f->area, first + i * step);
    grid_line(f, "grid", x, 0, x, f->area.height);
    text_at(f->out, "tick mid", f->area.left + x, f->area.top + f->area.height + 14);
    pl__tick_text(first + i * step, step, f->out);
    pl_text_add(f->out, "</text>");
  }
}

// The line and the start of its label; false if the value has no position.
static bool y_tick(const frame *f, double value) {
  double y = pl__frame_y(&f->area, value);
  if (!isfinite(y)) return false;
  grid_line(f, "grid", 0, y, f->area.width, y);
  text_at(f->out, "tick end", f->area.left - 6, f->area.top + y + 3.5);
  return true;
}

static int y_ticks(const frame *f, double *first, double *step) {
  double height = f->area.height;
  return pl__frame_y_ticks(&f->area, height > 150 ? 7 : height > 60 ? 4 : 3, first, step);
}

static void y_axis(const frame *f) {
  double first, step, power[PL_MAX_LOG_TICK];
  int n = f->plot->log_y ? pl__frame_log_ticks(&f->area, power) : y_ticks(f, &first, &step);
  for (int i = 0; i < n; i++) {
    if (!y_tick(f, f->plot->log_y ? power[i] : first + i * step)) continue;
    if (f->plot->log_y)
      pl__markup_number(f->out, power[i]);
    else
      pl__tick_text(first + i * step, step, f->out);
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
  if (!f->plot->log_y && f->area.y[0] < 0 && f->area.y[1] > 0)
    grid_line(f, "axis", 0, pl__frame_y(&f->area, 0), f->area.width, pl__frame_y(&f->area, 0));
  grid_line(f, "axis", 0, f->area.height, f->area.width, f->area.height);
  grid_line(f, "axis", 0, 0, 0, f->area.height);
  text_at(f->out, "name mid", f->area.left + f->area.width / 2, f->area.top + f->area.height + 32);
  axis_name(f->out, f->plot->x_name, f->plot->x_unit);
  pl_text_add(f->out, "</text><text class=\"name mid\" transform=\"translate(");
  add_coordinate(f->out, 12);
  pl_text_add(f->out, " ");
  add_coordinate(f->out, f->area.top + f->area.height / 2);
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

// Returns its height; draws only if requested.
static double legend(const frame *f, double width, bool draw) {
  double x = f->area.left, y = 12;
  int n = 0;
  for (int s = 0; s < f->plot->n_series; s++) {
    const pl_series *series = &f->plot->series[s];
    if (!series->label) continue;
    double need = 32 + 6.2 * pl_text_width(series->label);
    if (n > 0 && x + need > width) x = f->area.left, y += LEGEND_ROW;
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
  frame f = {.area = {.plot = plot, .left = left, .width = width - left - RIGHT}, .plot = plot, .out = out};
  f.area.top = legend(&f, width, false);
  f.area.height = fmax(height - f.area.top - (plot->x_name && plot->x_name[0] ? BOTTOM : BOTTOM_BARE), 20);
  pl__frame_ranges(&f.area);
  return f;
}

// The width of the labels of the y axis.
static int room_left(const pl_plot *plot) {
  frame f = lay_out(plot, MIN_LEFT, NULL);
  double first, step;
  int n = y_ticks(&f, &first, &step), longest = plot->log_y ? 5 : 0;
  for (int i = 0; i < n && !plot->log_y; i++) {
    char label[40];
    double value = first + i * step;
    int width = pl_text_width(pl__number_print_digits(fabs(value) < 1e-6 * step ? 0 : value, 6, label, sizeof label));
    longest = width > longest ? width : longest;
  }
  int left = 26 + (int)(6.4 * longest);
  return left > MIN_LEFT ? left : MIN_LEFT;
}

void pl_plot_write(const pl_plot *plot, pl_text *out) {
  int width = plot->width ? plot->width : DEFAULT_WIDTH, height = plot->height ? plot->height : DEFAULT_HEIGHT;
  frame f = lay_out(plot, room_left(plot), out);
  pl_text_printf(out, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
  pl__markup_text(out, plot->title ? plot->title : "");
  pl_text_add(out, "\">");
  // spans are drawn below the grid, everything else above it; the inner element clips to the data area
  for (int pass = 0; pass < 2; pass++) {
    if (pass) axes(&f);
    pl_text_add(out, "<svg x=\"");
    add_coordinate(out, f.area.left);
    pl_text_add(out, "\" y=\"");
    add_coordinate(out, f.area.top);
    pl_text_add(out, "\" width=\"");
    add_coordinate(out, f.area.width);
    pl_text_add(out, "\" height=\"");
    add_coordinate(out, f.area.height);
    pl_text_add(out, "\" overflow=\"hidden\">");
    for (int s = 0; s < plot->n_series; s++)
      if ((plot->series[s].kind == PL_SERIES_SPAN) == (pass == 0)) write_series(&f, &plot->series[s]);
    pl_text_add(out, "</svg>");
  }
  legend(&f, width, true);
  pl_text_add(out, "</svg>");
}
