// draw_plot.c: draws a plot (svg.h) with cairo: legend above, data area, axes with ticks that never overlap, names with units.
#include <math.h>

#include "report/figure/draw.h"
#include "report/figure/markup.h"
#include "report/figure/plot_frame.h"

enum { RIGHT = 7, TICK = 3, LEGEND_ROW = 11, SAMPLE = 13 };  // pt

typedef struct drawing {
  pl_pen *pen;
  pl_frame area;
} drawing;

static const char *number(const drawing *d, double value, double step) {
  pl__tick_text(value, step, pl__draw_fresh(d->pen));
  return d->pen->text.data;
}

static const char *label_of(const drawing *d, double value, double step) {
  if (!d->area.plot->log_y) return number(d, value, step);
  pl__draw_log_label(d->area.y, value, pl__draw_fresh(d->pen));
  return d->pen->text.data;
}

// ---- series ----

static void to(const drawing *d, bool line, double x, double y) {
  double px = d->area.left + pl__frame_x(&d->area, x), py = d->area.top + pl__frame_y(&d->area, y);
  // clamp points far outside: cairo uses fixed-point numbers
  px = fmin(fmax(px, -1e4), 1e4), py = fmin(fmax(py, -1e4), 1e4);
  if (line)
    cairo_line_to(d->pen->cr, px, py);
  else
    cairo_move_to(d->pen->cr, px, py);
}

static void set_stroke(pl_pen *pen, pl_series_kind kind) {
  static const double dash[] = {3.2, 2};
  cairo_set_line_width(pen->cr, kind == PL_SERIES_THIN ? 0.6 : kind == PL_SERIES_DASHED ? 0.9 : kind == PL_SERIES_BARS ? 0.8 : 1.2);
  cairo_set_dash(pen->cr, dash, kind == PL_SERIES_DASHED ? 2 : 0, 0);
  cairo_set_line_join(pen->cr, CAIRO_LINE_JOIN_ROUND);
}

static void draw_line(const drawing *d, const pl_series *s) {
  bool drawing_on = false;
  for (int i = 0; i < s->n; i++) {
    bool shown = pl__frame_shows(&d->area, s->x[i], s->y[i]);
    if (shown) to(d, drawing_on, s->x[i], s->y[i]);
    drawing_on = shown;
  }
  pl__draw_ink(d->pen, s->colour, 1);
  set_stroke(d->pen, s->kind);
  cairo_stroke(d->pen->cr);
  cairo_set_dash(d->pen->cr, NULL, 0, 0);
}

static void draw_band(const drawing *d, const pl_series *s) {
  int end;
  double sense;
  for (int i = 0; pl__frame_run(&d->area, s, i, &end, &sense); i = pl__frame_next_run(&d->area, s, i, end)) {
    if (end - i < 2) continue;
    const double *there = sense < 0 ? s->y2 : s->y, *back = sense < 0 ? s->y : s->y2;
    for (int k = i; k < end; k++) to(d, k > i, s->x[k], there[k]);
    for (int k = end - 1; k >= i; k--) to(d, true, s->x[k], back[k]);
    cairo_close_path(d->pen->cr);
  }
  pl__draw_ink(d->pen, s->colour, s->colour ? 0.22 : 0.16);
  cairo_fill(d->pen->cr);
}

static void draw_bars(const drawing *d, const pl_series *s) {
  for (int i = 0; i < s->n; i++) {
    if (!pl__frame_shows(&d->area, s->x[i], s->y[i]) || !pl__frame_shows(&d->area, s->x[i], s->y2[i])) continue;
    const double end[2] = {s->y[i], s->y2[i]};
    to(d, false, s->x[i], end[0]);
    to(d, true, s->x[i], end[1]);
    for (int k = 0; k < 2; k++) {
      to(d, false, s->x[i], end[k]);
      cairo_rel_move_to(d->pen->cr, -1.6, 0);
      cairo_rel_line_to(d->pen->cr, 3.2, 0);
    }
  }
  pl__draw_ink(d->pen, s->colour, 0.75);
  set_stroke(d->pen, s->kind);
  cairo_stroke(d->pen->cr);
}

// One mark of a series; each is a separate path in a file, so that an editor can select it.
static void draw_mark(pl_pen *pen, pl_series_kind kind, int colour, double x, double y) {
  double radius = kind == PL_SERIES_RINGS ? 2.1 : kind == PL_SERIES_DOTS ? 0.75 : 1.5;
  pl__draw_disc(pen, x, y, radius);
  if (kind == PL_SERIES_RINGS) {
    cairo_set_source_rgb(pen->cr, 1, 1, 1);
    cairo_fill_preserve(pen->cr);
    pl__draw_ink(pen, colour, 1);
    cairo_set_line_width(pen->cr, 0.8);
    cairo_stroke(pen->cr);
    return;
  }
  pl__draw_ink(pen, colour, kind == PL_SERIES_DOTS ? 0.5 : 1);
  cairo_fill(pen->cr);
}

static void draw_points(const drawing *d, const pl_series *s) {
  for (int i = 0; i < s->n; i++) {
    if (!pl__frame_shows(&d->area, s->x[i], s->y[i])) continue;
    double x = pl__frame_x(&d->area, s->x[i]), y = pl__frame_y(&d->area, s->y[i]);
    // skip marks whose centre is outside
    if (x < -0.5 || x > d->area.width + 0.5 || y < -0.5 || y > d->area.height + 0.5) continue;
    draw_mark(d->pen, s->kind, s->colour, d->area.left + x, d->area.top + y);
  }
}

static void draw_span(const drawing *d, const pl_series *s) {
  if (s->n < 2 || !isfinite(s->x[0]) || !isfinite(s->x[1])) return;
  double a = fmax(pl__frame_x(&d->area, fmin(s->x[0], s->x[1])), 0), b = fmin(pl__frame_x(&d->area, fmax(s->x[0], s->x[1])), d->area.width);
  if (!(b > a)) return;
  cairo_rectangle(d->pen->cr, d->area.left + a, d->area.top, b - a, d->area.height);
  pl__draw_ink(d->pen, s->colour, 0.07);
  cairo_fill(d->pen->cr);
}

static void draw_series(const drawing *d, const pl_series *s) {
  cairo_save(d->pen->cr);
  // marks at the border are not clipped
  if (s->kind != PL_SERIES_POINTS && s->kind != PL_SERIES_RINGS && s->kind != PL_SERIES_DOTS) {
    cairo_rectangle(d->pen->cr, d->area.left, d->area.top, d->area.width, d->area.height);
    cairo_clip(d->pen->cr);
  }
  switch (s->kind) {
  case PL_SERIES_LINE:
  case PL_SERIES_THIN:
  case PL_SERIES_DASHED: draw_line(d, s); break;
  case PL_SERIES_POINTS:
  case PL_SERIES_RINGS:
  case PL_SERIES_DOTS: draw_points(d, s); break;
  case PL_SERIES_BAND: draw_band(d, s); break;
  case PL_SERIES_BARS: draw_bars(d, s); break;
  case PL_SERIES_SPAN: draw_span(d, s); break;
  }
  cairo_restore(d->pen->cr);
}

// ---- legend ----

static void draw_sample(pl_pen *pen, const pl_series *s, double x, double y) {
  double middle = y - 2.6;
  switch (s->kind) {
  case PL_SERIES_BAND:
  case PL_SERIES_SPAN:
    cairo_rectangle(pen->cr, x, middle - 3, SAMPLE, 6);
    pl__draw_ink(pen, s->colour, s->kind == PL_SERIES_SPAN ? 0.07 : s->colour ? 0.22 : 0.16);
    cairo_fill_preserve(pen->cr);
    pl__draw_ink(pen, s->colour, 0.35);
    cairo_set_line_width(pen->cr, 0.4);
    cairo_stroke(pen->cr);
    break;
  case PL_SERIES_POINTS:
  case PL_SERIES_RINGS: draw_mark(pen, s->kind, s->colour, x + SAMPLE / 2.0, middle); break;
  case PL_SERIES_DOTS:
    for (int i = 0; i < 3; i++) draw_mark(pen, s->kind, s->colour, x + 2.5 + 4 * i, middle);
    break;
  case PL_SERIES_BARS:
    pl__draw_ink(pen, s->colour, 0.75);
    set_stroke(pen, s->kind);
    pl__draw_line(pen, x + SAMPLE / 2.0, middle - 3.5, x + SAMPLE / 2.0, middle + 3.5);
    break;
  default:
    pl__draw_ink(pen, s->colour, 1);
    set_stroke(pen, s->kind);
    pl__draw_line(pen, x, middle, x + SAMPLE, middle);
    cairo_set_dash(pen->cr, NULL, 0, 0);
  }
}

// Rows of samples and labels from (left, top), none beyond `right`. Returns the height; draws only if requested.
static double legend(pl_pen *pen, const pl_plot *plot, double left, double top, double right, bool draw) {
  double x = left, y = top + 8;
  int n = 0;
  pl__draw_size(pen, PL_TICK_SIZE);
  for (int i = 0; i < plot->n_series; i++) {
    const pl_series *s = &plot->series[i];
    if (!s->label) continue;
    double need = SAMPLE + 4 + pl__draw_width(pen, s->label) + 9;
    if (n > 0 && x + need - 9 > right - 3) x = left, y += LEGEND_ROW;
    if (draw) {
      draw_sample(pen, s, x, y);
      pl__draw_ink(pen, 0, 1);
      pl__draw_text(pen, x + SAMPLE + 4, y, 0, s->label);
    }
    x += need;
    n++;
  }
  return n ? y - top + 5 : 4;
}

// ---- axes ----

// As many ticks as fit with half a letter between them.
static int x_ticks(drawing *d, double *first, double *step) {
  int n = 0;
  for (int wanted = d->area.width > 150 ? 9 : 6; wanted >= 2; wanted--) {
    n = pl__frame_x_ticks(&d->area, wanted, first, step);
    double widest = 0, apart = *step / (d->area.x[1] - d->area.x[0]) * d->area.width;
    for (int i = 0; i < n; i++) widest = fmax(widest, pl__draw_width(d->pen, number(d, *first + i * *step, *step)));
    if (widest + 5 <= apart) return n;
    if (d->area.plot->whole_x && *step == 1 && wanted == 2) return 2 < n ? 2 : n;
  }
  return n;
}

static void x_axis(drawing *d) {
  double first, step, bottom = d->area.top + d->area.height;
  pl__draw_size(d->pen, PL_TICK_SIZE);
  int n = x_ticks(d, &first, &step);
  for (int i = 0; i < n; i++) {
    double x = d->area.left + pl__frame_x(&d->area, first + i * step);
    pl__draw_grey(d->pen, 0.9);
    cairo_set_line_width(d->pen->cr, 0.4);
    pl__draw_line(d->pen, x, d->area.top, x, bottom);
    pl__draw_ink(d->pen, 0, 1);
    cairo_set_line_width(d->pen->cr, 0.6);
    pl__draw_line(d->pen, x, bottom, x, bottom + TICK);
    pl__draw_text(d->pen, x, bottom + TICK + 7.5, 0.5, number(d, first + i * step, step));
  }
}

static int y_ticks(const drawing *d, double *first, double *step) {
  int room = (int)(d->area.height / 16);
  return pl__frame_y_ticks(&d->area, room > 7 ? 7 : room < 2 ? 2 : room, first, step);
}

static int y_values(const drawing *d, double *value, double *step) {
  *step = 1;
  if (d->area.plot->log_y) return pl__frame_log_ticks(&d->area, value);
  if (d->area.plot->root_y) return pl__frame_root_ticks(&d->area, value);
  double first;
  int n = y_ticks(d, &first, step);
  for (int i = 0; i < n; i++) value[i] = first + i * *step;
  return n;
}

static void y_axis(drawing *d) {
  double value[PL_MAX_LOG_TICK], step, last = INFINITY;
  int n = y_values(d, value, &step);
  pl__draw_size(d->pen, PL_TICK_SIZE);
  for (int i = 0; i < n; i++) {
    double y = d->area.top + pl__frame_y(&d->area, value[i]);
    if (!isfinite(y)) continue;
    pl__draw_grey(d->pen, 0.9);
    cairo_set_line_width(d->pen->cr, 0.4);
    pl__draw_line(d->pen, d->area.left, y, d->area.left + d->area.width, y);
    pl__draw_ink(d->pen, 0, 1);
    cairo_set_line_width(d->pen->cr, 0.6);
    pl__draw_line(d->pen, d->area.left - TICK, y, d->area.left, y);
    if (last - y < 9) continue;  // no room for its label
    last = y;
    pl__draw_text(d->pen, d->area.left - TICK - 2, y + 2.5, 1, label_of(d, value[i], step));
  }
}

static void zero_line(const drawing *d) {
  if (d->area.plot->log_y || d->area.plot->root_y || d->area.y[0] >= 0 || d->area.y[1] <= 0) return;
  double y = d->area.top + pl__frame_y(&d->area, 0);
  pl__draw_ink(d->pen, 0, 0.5);
  cairo_set_line_width(d->pen->cr, 0.6);
  pl__draw_line(d->pen, d->area.left, y, d->area.left + d->area.width, y);
}

void pl__draw_axis_name(const char *name, const char *unit, pl_text *out) {
  if (!name || !name[0]) return;
  pl_text_add(out, name);
  if (!unit || !unit[0]) return;
  pl_text_add(out, " [");
  pl__markup_unit(out, unit);
  pl_text_add(out, "]");
}

static void names(drawing *d, pl_box box) {
  const pl_plot *plot = d->area.plot;
  pl__draw_size(d->pen, PL_NAME_SIZE);
  pl__draw_ink(d->pen, 0, 1);
  pl_text *text = pl__draw_fresh(d->pen);
  pl__draw_axis_name(plot->x_name, plot->x_unit, text);
  pl__draw_text(d->pen, d->area.left + 0.5 * d->area.width, box.y + box.height - 3, 0.5, text->data);
  text = pl__draw_fresh(d->pen);
  pl__draw_axis_name(plot->y_name, plot->y_unit, text);
  // a name longer than the axis is printed smaller rather than cut
  double room = d->area.height + d->area.top - box.y, width = pl__draw_width(d->pen, text->data);
  if (width > room) pl__draw_size(d->pen, fmax(PL_NAME_SIZE * room / width, 5));
  width = pl__draw_width(d->pen, text->data);
  double middle = d->area.top + 0.5 * d->area.height;
  pl__draw_text_up(d->pen, box.x + 8, fmax(middle, box.y + 0.5 * width), 0.5, text->data);
}

// ---- the whole ----

static void lay_out(drawing *d, pl_pen *pen, const pl_plot *plot, pl_box box, double left, const char *heading) {
  d->pen = pen;
  d->area = (pl_frame){.plot = plot, .left = box.x + left, .width = fmax(box.width - left - RIGHT, 10)};
  double top = box.y + (heading ? PL_HEAD_SIZE + 4 : 0);
  top += legend(pen, plot, box.x + left, top, box.x + box.width, false);
  d->area.top = top;
  d->area.height = fmax(box.y + box.height - top - (plot->x_name && plot->x_name[0] ? 24 : 13), 10);
  pl__frame_ranges(&d->area);
}

double pl__draw_plot_left(pl_pen *pen, const pl_plot *plot, pl_box box) {
  drawing d;
  lay_out(&d, pen, plot, box, 30, NULL);
  double value[PL_MAX_LOG_TICK], step = 1, widest = 0;
  int n = y_values(&d, value, &step);
  pl__draw_size(pen, PL_TICK_SIZE);
  for (int i = 0; i < n; i++) widest = fmax(widest, pl__draw_width(pen, label_of(&d, value[i], step)));
  return widest + TICK + 4 + (plot->y_name && plot->y_name[0] ? PL_NAME_SIZE + 4 : 0);
}

void pl__draw_plot(pl_pen *pen, const pl_plot *plot, pl_box box, double left, const char *heading) {
  drawing d;
  lay_out(&d, pen, plot, box, left, heading);
  double top = box.y;
  if (heading) {
    pl__draw_size(pen, PL_HEAD_SIZE);
    pl__draw_ink(pen, 0, 1);
    pl__draw_text(pen, box.x + left, box.y + PL_HEAD_SIZE, 0, pl__draw_fit(pen, heading, box.width - left));
    top += PL_HEAD_SIZE + 4;
  }
  // spans are drawn below the grid, everything else above it
  for (int pass = 0; pass < 2; pass++) {
    if (pass) x_axis(&d), y_axis(&d), zero_line(&d);
    for (int s = 0; s < plot->n_series; s++)
      if ((plot->series[s].kind == PL_SERIES_SPAN) == (pass == 0)) draw_series(&d, &plot->series[s]);
  }
  pl__draw_ink(pen, 0, 1);
  cairo_set_line_width(pen->cr, 0.6);
  pl__draw_line(pen, d.area.left, d.area.top, d.area.left, d.area.top + d.area.height);
  pl__draw_line(pen, d.area.left, d.area.top + d.area.height, d.area.left + d.area.width, d.area.top + d.area.height);
  legend(pen, plot, box.x + left, top, box.x + box.width, true);
  names(&d, box);
}
