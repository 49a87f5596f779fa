// figure_parameters.c: the parameters with their 95 % intervals as a forest plot, one axis per unit. Names at the left, value and sigma at
// the right, as in the tables. Hollow marks: weakly or not determined by the data, or at a bound; grey: fixed, not fitted. Long lists are
// split into several figures.
//
// Values of one unit that differ by orders of magnitude would leave all but the largest at zero. If none is negative their axis is
// logarithmic, and zeros are at its left end. If signs differ, each row is drawn relative to its sigma: all bars have equal length, and
// their distance from zero can be read.
#include <math.h>
#include <string.h>

#include "report/figure/figure.h"
#include "report/figure/markup.h"
#include "report/figure/plot_frame.h"

enum { MAX_ROW = 48, ROW = 11, HEAD = 16, FOOT = 30 };  // rows per figure; pt

typedef struct row {
  const char *name, *unit;
  double value, sigma, half;  // shown units; half of the 95 % interval; NAN when there is no sigma
  bool held, weak;
} row;

// Rows of one unit, in a figure.
typedef struct group {
  int first, n;
} group;

typedef struct forest {
  int n_group;
  group group[MAX_ROW];
  row row[MAX_ROW];
  double width;  // pt
} forest;

#define FAR_APART 30

// A value on the axis of its group.
typedef struct axis {
  double low, high;  // decades when logarithmic
  bool log;
  bool relative;    // values divided by their sigma
  double x, width;  // pt
} axis;

// Value and half interval of a row as drawn; in a relative axis both over sigma. False when there is nothing to
// draw.
static bool drawn(const axis *a, const row *r, double *value, double *half) {
  *value = r->value, *half = r->half;
  if (!a->relative) return true;
  *value = r->value / r->sigma, *half = r->half / r->sigma;
  return isfinite(*value);
}

// Smallest and largest non-zero magnitude; *negative: some value is negative.
static void sizes(const forest *f, const group *g, double *least, double *most, bool *negative) {
  *least = INFINITY, *most = 0, *negative = false;
  for (int i = g->first; i < g->first + g->n; i++) {
    double size = fabs(f->row[i].value);
    *most = fmax(*most, size);
    if (size > 0) *least = fmin(*least, size);
    *negative = *negative || f->row[i].value < 0;
  }
}

static axis make_axis(const forest *f, const group *g, double x, double width) {
  axis a = {.low = INFINITY, .high = -INFINITY, .x = x, .width = width};
  double least, most;
  bool negative;
  sizes(f, g, &least, &most, &negative);
  a.log = most > FAR_APART * least && !negative;
  a.relative = most > FAR_APART * least && negative;
  for (int i = g->first; i < g->first + g->n; i++) {
    double value, half;
    if (!drawn(&a, &f->row[i], &value, &half) || (a.log && !(value > 0))) continue;
    // a bar longer than all values would hide them: it is cut
    half = isfinite(half) && !a.relative ? fmin(half, most) : isfinite(half) ? half : 0;
    double low = value - half, high = value + half;
    if (a.log) low = log10(fmax(low, value / 10)), high = log10(fmin(high, 10 * value));
    a.low = fmin(a.low, low), a.high = fmax(a.high, high);
  }
  if (!(a.high >= a.low)) a.low = 0, a.high = 1;
  double air = 0.05 * (a.high > a.low ? a.high - a.low : fabs(a.high) > 0 ? fabs(a.high) : 1);
  a.low -= air, a.high += air;
  if (!a.log && a.low > 0 && a.low < 0.4 * a.high) a.low = 0;
  return a;
}

static double place(const axis *a, double value) {
  double t = ((a->log ? (value > 0 ? log10(value) : -INFINITY) : value) - a->low) / (a->high - a->low);
  return a->x + a->width * fmin(fmax(t, 0), 1);
}

// Ticks into value[PL_MAX_LOG_TICK], in units of the axis.
static int axis_ticks(const axis *a, double *value, double *step) {
  if (a->log) {
    pl_plot plot = {.log_y = true};
    pl_frame frame = {.plot = &plot, .y = {a->low, a->high}};
    *step = 1;
    return pl__frame_log_ticks(&frame, value);
  }
  double first;
  int n = pl_plot_ticks(a->low, a->high, 5, &first, step);
  for (int i = 0; i < n; i++) value[i] = first + i * *step;
  return n;
}

static void tick_label(pl_pen *pen, const axis *a, double value, double step) {
  pl_text *text = pl__draw_fresh(pen);
  if (a->log)
    pl__draw_log_label((double[2]){a->low, a->high}, value, text);
  else
    pl__tick_text(value, step, text);
}

static void draw_axis(pl_pen *pen, const axis *a, double top, double bottom, const char *unit) {
  double value[PL_MAX_LOG_TICK], step, last = -INFINITY;
  int n = axis_ticks(a, value, &step);
  pl__draw_size(pen, PL_TICK_SIZE);
  for (int i = 0; i < n; i++) {
    double x = place(a, value[i]);
    pl__draw_grey(pen, 0.9);
    cairo_set_line_width(pen->cr, 0.4);
    pl__draw_line(pen, x, top, x, bottom);
    pl__draw_ink(pen, 0, 1);
    cairo_set_line_width(pen->cr, 0.6);
    pl__draw_line(pen, x, bottom, x, bottom + 3);
    tick_label(pen, a, value[i], step);
    double half = 0.5 * pl__draw_width(pen, pen->text.data);
    if (x - half < last + 3) continue;  // no room for its label
    pl__draw_text(pen, x, bottom + 10.5, 0.5, pen->text.data);
    last = x + half;
  }
  pl__draw_line(pen, a->x, bottom, a->x + a->width, bottom);
  pl_text *text = pl__draw_fresh(pen);
  pl__draw_axis_name(a->relative ? "value over its own \xCF\x83, numbers" : "value", unit, text);
  pl__draw_size(pen, PL_NAME_SIZE);
  pl__draw_text(pen, a->x + 0.5 * a->width, bottom + 21, 0.5, text->data);
}

static void draw_row(pl_pen *pen, const axis *a, const row *r, double y, double right) {
  pl__draw_size(pen, PL_TICK_SIZE);
  pl__draw_ink(pen, 0, r->held ? 0.5 : 1);
  pl__draw_text(pen, a->x - 6, y + 2.5, 1, pl__draw_fit(pen, r->name, a->x - 8));
  int colour = r->held ? 0 : 1;
  double value, half;
  if (drawn(a, r, &value, &half)) {
    double x = place(a, value);
    if (isfinite(half)) {
      double x0 = place(a, value - half), x1 = place(a, value + half);
      pl__draw_ink(pen, colour, 0.8);
      cairo_set_line_width(pen->cr, 1);
      pl__draw_line(pen, x0, y, x1, y);
      // an end inside the picture has a cap
      if (x0 > a->x) pl__draw_line(pen, x0, y - 2, x0, y + 2);
      if (x1 < a->x + a->width) pl__draw_line(pen, x1, y - 2, x1, y + 2);
    }
    pl__draw_disc(pen, x, y, 2);
    if (r->weak || r->held)
      cairo_set_source_rgb(pen->cr, 1, 1, 1);
    else
      pl__draw_ink(pen, colour, 1);
    cairo_fill_preserve(pen->cr);
    pl__draw_ink(pen, colour, r->held ? 0.5 : 1);
    cairo_set_line_width(pen->cr, 0.8);
    cairo_stroke(pen->cr);
  }
  pl_text *text = pl__draw_fresh(pen);
  if (r->held)
    pl__markup_number(text, r->value), pl_text_add(text, " held");
  else
    pl__markup_uncertain(text, r->value, r->sigma);
  pl__draw_ink(pen, 0, r->held ? 0.5 : 1);
  pl__draw_text(pen, right, y + 2.5, 1, text->data);
}

static void draw(pl_pen *pen, const void *user) {
  const forest *f = user;
  double y = 2, names = 0, numbers = 60;
  pl__draw_size(pen, PL_TICK_SIZE);
  for (int g = 0; g < f->n_group; g++)
    for (int i = f->group[g].first; i < f->group[g].first + f->group[g].n; i++) {
      names = fmax(names, pl__draw_width(pen, f->row[i].name));
      pl_text *text = pl__draw_fresh(pen);
      pl__markup_uncertain(text, f->row[i].value, f->row[i].sigma);
      numbers = fmax(numbers, pl__draw_width(pen, text->data));
    }
  double left = fmin(names + 10, 0.42 * f->width), right = f->width - 3, width = f->width - left - fmin(numbers + 12, 0.4 * f->width);
  for (int g = 0; g < f->n_group; g++) {
    const group *of = &f->group[g];
    axis a = make_axis(f, of, left, width);
    double bottom = y + 6 + of->n * ROW;
    draw_axis(pen, &a, y, bottom, f->row[of->first].unit);
    if (!a.log && a.low < 0 && a.high > 0) {
      pl__draw_ink(pen, 0, 0.5);
      pl__draw_line(pen, place(&a, 0), y, place(&a, 0), bottom);
    }
    for (int i = 0; i < of->n; i++) draw_row(pen, &a, &f->row[of->first + i], y + 3 + (i + 0.5) * ROW, right);
    y = bottom + FOOT;
  }
}

static row read_row(pl_json *all, pl_json *p) {
  // one axis per unit: all values of a dimension have the same prefix
  double largest = 0;
  for (pl_json *other = all; other; other = other->next)
    if (strcmp(pl__member_text(other, "unit"), pl__member_text(p, "unit")) == 0)
      largest = fmax(largest, pl__member_largest(other, "value"));
  pl_shown unit = pl__shown_unit(pl__member_text(p, "unit"), largest);
  double sigma = pl__member_number(p, "sigma");
  return (row){.name = pl__member_text(p, "name"),
               .unit = unit.unit,
               .value = unit.factor * pl__member_number(p, "value"),
               .sigma = sigma > 0 && isfinite(sigma) ? unit.factor * sigma : NAN,
               .half = sigma > 0 && isfinite(sigma) ? unit.factor * pl__member_number(p, "half_width") : NAN,
               .held = pl__member_flag(p, "frozen"),
               .weak = pl__member_flag(p, "at_bound") || pl__member_flag(p, "weak") ||
                       (pl_json_find(p, "identified") && !pl__member_flag(p, "identified"))};
}

// Rows of one unit together, in the order in which the units first appear.
static void add_figure(pl_figures *set, const forest *rows, int n) {
  forest *f = pl_arena_alloc(set->reader.arena, 1, sizeof *f);
  if (!f) {
    set->reader.failed = true;
    return;
  }
  f->width = 1.4 * set->column;
  int n_row = 0;
  bool done[MAX_ROW] = {false};
  for (int i = 0; i < n; i++) {
    if (done[i]) continue;
    group *g = &f->group[f->n_group++];
    g->first = n_row;
    for (int k = i; k < n; k++)
      if (!done[k] && strcmp(rows->row[k].unit, rows->row[i].unit) == 0) f->row[n_row++] = rows->row[k], done[k] = true, g->n++;
  }
  pl__figure_add(set, "parameters", "Parameters: value \xC2\xB1 sigma, bars are 95 % intervals", f->width,
                 2 + n_row * ROW + f->n_group * (6 + FOOT), draw, f);
}

void pl__figure_parameters(pl_figures *set) {
  forest *rows = pl_arena_alloc(set->reader.arena, 1, sizeof *rows);
  if (!rows) {
    set->reader.failed = true;
    return;
  }
  int n = 0;
  for (pl_json *p = pl__member_list(set->reader.fit, "parameters"); p; p = p->next) {
    row r = read_row(pl__member_list(set->reader.fit, "parameters"), p);
    if (!isfinite(r.value)) continue;
    rows->row[n++] = r;
    if (n == MAX_ROW) add_figure(set, rows, n), n = 0;
  }
  if (n) add_figure(set, rows, n);
}
