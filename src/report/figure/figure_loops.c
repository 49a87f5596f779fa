// figure_loops.c: hysteresis: the loop of elasticity plus Dahl friction. The cloth is strained from rest to the largest measured strain and
// back, and again with a reversal half-way.
#include <math.h>
#include <string.h>

#include "law/friction/dahl.h"
#include "report/figure/figure.h"

enum { N_RAMP = 160 };

static double parameter(pl_figures *set, const char *term, const char *letter) {
  const char *name = pl__figure_text(set, "%s.%s", term, letter);
  for (pl_json *p = pl__member_list(set->reader.fit, "parameters"); p; p = p->next)
    if (strcmp(pl__member_text(p, "name"), name) == 0) return pl__member_number(p, "value");
  return NAN;
}

// The elastic law of the same strain.
static pl_json *elastic_of(pl_figures *set, pl_json *friction) {
  for (pl_json *curve = pl__member_list(set->reader.fit, "curves"); curve; curve = curve->next)
    if (!pl__member_flag(curve, "friction") && strcmp(pl__member_text(curve, "measure"), pl__member_text(friction, "measure")) == 0 &&
        strcmp(pl__member_text(curve, "strain_name"), pl__member_text(friction, "strain_name")) == 0 &&
        strcmp(pl__member_text(curve, "strain_name"), pl__member_text(curve, "stress_name")) == 0)
      return curve;
  return NULL;
}

// Interpolates a sampled curve; extrapolates with its last slope.
static double between(int n, const double *x, const double *y, double at) {
  int i = 0;
  while (i < n - 2 && x[i + 1] < at) i++;
  return y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]);
}

static void loop(pl_figures *set, pl_json *friction) {
  const char *term = pl__member_text(friction, "term"), *name = pl__member_text(friction, "name");
  double a = parameter(set, term, "a"), b = parameter(set, term, "b"), tau = parameter(set, term, "tau");
  pl_json *elastic = elastic_of(set, friction);
  if (isnan(b)) b = 0;  // a largest stress that does not depend on strain
  pl_curve_view v;
  int n_range;
  double *range = pl__reader_values(&set->reader, friction, "range", 1, &n_range);
  if (!elastic || !(tau > 0) || !isfinite(a + b) || n_range != 2 || !(range[1] > 0) || !pl__view_curve(&set->reader, elastic, &v)) return;
  const double turn[] = {range[1], 0, range[1], 0.5 * range[1], range[1], 0};
  enum { N_TURN = sizeof turn / sizeof turn[0], N = 1 + N_TURN * N_RAMP };
  double *x = pl_arena_alloc(set->reader.arena, 2 * N + 2 * (size_t)v.n, sizeof *x), *y = x ? x + N : NULL;
  if (!x) {
    set->reader.failed = true;
    return;
  }
  const pl_dahl shape = {.form = PL_DAHL_TAU, .gamma = 1};
  double s = 0, sigma = 0;
  for (int i = 0; i < N; i++) {
    double from = i <= N_RAMP ? 0 : turn[(i - 1) / N_RAMP - 1], to = turn[i ? (i - 1) / N_RAMP : 0];
    double next = i ? from + (to - from) * ((i - 1) % N_RAMP + 1) / N_RAMP : 0;
    pl_dahl_step step = {.s.v = next, .s0.v = s, .sigma0.v = sigma, .a.v = a, .b.v = b, .rate.v = tau};
    if (i) sigma = pl_dahl_solve(&shape, &step, NULL, NULL).v;
    s = next;
    x[i] = v.x.factor * s;
    y[i] = v.y.factor * sigma + between(v.n, v.strain, v.stress, x[i]);
  }
  // the elastic part over the range of the loop
  double *ex = x + 2 * N, *ey = ex + v.n;
  int n = 0;
  for (int i = 0; i < v.n; i++)
    if (v.strain[i] >= 0 && v.strain[i] <= v.x.factor * range[1]) ex[n] = v.strain[i], ey[n++] = v.stress[i];
  pl_plot plot = pl__plot_curve(&set->reader, &v, 1, false);
  pl_plot loops = {.x_name = plot.x_name, .x_unit = plot.x_unit, .y_name = "stress", .y_unit = plot.y_unit};
  pl_plot_add(&loops, PL_SERIES_DASHED, 0, "elastic part", n, ex, ey);
  pl_plot_add(&loops, PL_SERIES_LINE, 2, "with internal friction", N, x, y);
  pl_panel *panel = pl__panels(set, 1);
  if (!panel) return;
  *panel = (pl_panel){.box = {0, 2, set->column, 0.75 * set->column}, .heading = name, .plot = loops};
  pl__figure_add_panels(set, pl__figure_text(set, "loop-%s", name), pl__figure_text(set, "Hysteresis of %s", name), set->column,
                        0.75 * set->column + 4, 1, panel);
}

void pl__figure_loops(pl_figures *set) {
  for (pl_json *curve = pl__member_list(set->reader.fit, "curves"); curve; curve = curve->next)
    if (pl__member_flag(curve, "friction")) loop(set, curve);
}
