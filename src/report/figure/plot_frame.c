// plot_frame.c: see plot_frame.h.
#include "report/figure/plot_frame.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

static double scale_y(const pl_frame *f, double y) {
  if (f->plot->root_y) return y >= 0 ? sqrt(y) : NAN;
  return f->plot->log_y ? (y > 0 ? log10(y) : NAN) : y;
}

double pl__frame_x(const pl_frame *f, double x) { return (x - f->x[0]) / (f->x[1] - f->x[0]) * f->width; }
double pl__frame_y(const pl_frame *f, double y) { return (1 - (scale_y(f, y) - f->y[0]) / (f->y[1] - f->y[0])) * f->height; }
bool pl__frame_shows(const pl_frame *f, double x, double y) { return isfinite(x) && isfinite(scale_y(f, y)); }

// ---- ranges ----

static void widen(double range[2], double value) {
  if (!isfinite(value)) return;
  range[0] = fmin(range[0], value);
  range[1] = fmax(range[1], value);
}

// A range that is empty, a point, or that of the data with a margin.
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

// One scale for both axes: the range with fewer data units per picture unit is widened about its centre.
static void equalise(pl_frame *f) {
  double per_x = (f->x[1] - f->x[0]) / f->width, per_y = (f->y[1] - f->y[0]) / f->height;
  double *range = per_x < per_y ? f->x : f->y, middle = 0.5 * (range[0] + range[1]);
  double half = 0.5 * fmax(per_x, per_y) * (per_x < per_y ? f->width : f->height);
  range[0] = middle - half, range[1] = middle + half;
}

void pl__frame_ranges(pl_frame *f) {
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
  if (plot->root_y) y[0] = 0;
  memcpy(f->x, x, sizeof x);
  memcpy(f->y, y, sizeof y);
  if (plot->equal) equalise(f);
}

// ---- ticks ----

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

int pl__frame_x_ticks(const pl_frame *f, int wanted, double *first, double *step) {
  int n = pl_plot_ticks(f->x[0], f->x[1], wanted, first, step);
  if (f->plot->whole_x && *step < 1) {
    *step = 1, *first = ceil(f->x[0]);
    n = (int)floor(f->x[1] - *first) + 1;
  }
  return n;
}

int pl__frame_y_ticks(const pl_frame *f, int wanted, double *first, double *step) {
  return pl_plot_ticks(f->y[0], f->y[1], wanted, first, step);
}

int pl__frame_log_ticks(const pl_frame *f, double *value) {
  double decades = f->y[1] - f->y[0];
  int every = decades > 8 ? (int)ceil(decades / 8) : 1, n = 0;
  static const double inner[] = {1, 2, 5};
  for (int d = (int)floor(f->y[0]); d <= (int)ceil(f->y[1]); d++)
    for (int k = 0; k < (decades < 2 ? 3 : 1); k++) {
      double at = d + log10(inner[k]);
      if (at < f->y[0] || at > f->y[1] || d % every != 0 || n == PL_MAX_LOG_TICK) continue;
      value[n++] = inner[k] * pow(10, d);
    }
  return n;
}

int pl__frame_root_ticks(const pl_frame *f, double *value) {
  static const double nice[] = {0, 1, 2, 5, 10, 20, 50, 100};
  int n = 0;
  for (size_t i = 0; i < sizeof nice / sizeof nice[0]; i++)
    if (sqrt(nice[i]) <= f->y[1]) value[n++] = nice[i];
  return n;
}

void pl__tick_text(double value, double step, pl_text *out) {
  char buffer[40];
  if (fabs(value) < 1e-6 * step) value = 0;
  const char *shown = pl__number_print_digits(value, 6, buffer, sizeof buffer);
  if (shown[0] == '-') pl_text_add(out, "\xE2\x88\x92"), shown++;
  pl_text_add(out, shown);
}

// ---- bands ----

static bool has_both(const pl_frame *f, const pl_series *s, int i) {
  return pl__frame_shows(f, s->x[i], s->y[i]) && isfinite(scale_y(f, s->y2[i]));
}

bool pl__frame_run(const pl_frame *f, const pl_series *s, int i, int *end, double *sense) {
  *end = i, *sense = 0;
  for (; *end < s->n && has_both(f, s, *end); ++*end) {
    double move = *end > i ? s->x[*end] - s->x[*end - 1] : 0;
    if (*sense * move < 0) break;
    if (move != 0) *sense = move;
  }
  return i < s->n;
}

// The point where the band reverses belongs to both runs.
int pl__frame_next_run(const pl_frame *f, const pl_series *s, int i, int end) {
  bool turned = end < s->n && end - i > 1 && has_both(f, s, end);
  return turned ? end - 1 : end > i ? end : i + 1;
}
