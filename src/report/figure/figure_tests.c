// figure_tests.c: measured and predicted values, one figure per test and observed channel, the residual below. Channels over a control are
// curves; those without one (poses) are points, predicted over measured.
#include <math.h>
#include <string.h>

#include "report/figure/figure.h"

// "weft (held out), R² = 0.9996": enough digits to distinguish R² from 1.
static const char *heading(pl_figures *set, pl_json *test, pl_json *channel) {
  double r2 = pl__member_number(channel, "r2"), gap = 1 - r2;
  const char *name = pl__member_text(test, "name");
  if (pl__member_flag(test, "held_out")) name = pl__figure_text(set, "%s (held out)", name);
  if (!isfinite(r2)) return name;
  if (gap < 1e-5) return pl__figure_text(set, "%s, R\xC2\xB2 > 0.99999", name);
  return pl__figure_text(set, "%s, R\xC2\xB2 = %s", name, pl__figure_number(set, r2, gap >= 0.001 ? 3 : gap >= 0.0001 ? 4 : 5));
}

// Adds two plots above each other; the common axis is named in the lower one.
static void add_pair(pl_figures *set, pl_json *test, pl_json *channel, pl_plot upper, pl_plot lower) {
  double column = set->column, height = 0.7 * column, under = 0.36 * column;
  pl_panel *panel = pl__panels(set, 2);
  if (!panel) return;
  lower.x_name = upper.x_name, upper.x_name = "";
  panel[0] = (pl_panel){.box = {0, 2, column, height}, .heading = heading(set, test, channel), .plot = upper};
  panel[1] = (pl_panel){.box = {0, 2 + height, column, under}, .plot = lower};
  const char *name = pl__member_text(test, "name"), *what = pl__member_text(channel, "name");
  pl__figure_add_panels(set, pl__figure_text(set, "test-%s-%s", name, what),
                        pl__figure_text(set, "Test %s: %s measured and predicted, with residual", name, what), column, 4 + height + under,
                        2, panel);
}

static void curve_figure(pl_figures *set, const pl_channel_view *v) {
  double *sigma = pl_arena_alloc(set->reader.arena, 6, sizeof *sigma), *x_range = sigma + 4;  // kept until the plots are drawn
  if (!sigma) {
    set->reader.failed = true;
    return;
  }
  pl__channel_range(v, x_range);
  add_pair(set, v->test, v->channel, pl__plot_channel(&set->reader, v, x_range), pl__plot_residual(&set->reader, v, x_range, sigma));
}

// The largest change of the measured values from rest, SI; without rest values the largest value.
static double largest_change(pl_reader *reader, pl_json *channel, double *rest, int n_rest) {
  int n;
  double *measured = pl__reader_values(reader, channel, "measured", 1, &n), largest = 0;
  for (int i = 0; i < n; i++) {
    double change = fabs(measured[i] - (n_rest ? rest[i % n_rest] : 0));
    if (isfinite(change)) largest = fmax(largest, change);
  }
  return largest;
}

// Every value of every frame as a point: for a perfect model they lie on the line of equal values. Positions, lengths and sizes are drawn
// as their change from rest if that is known: any model predicts points that hardly moved.
static void point_figure(pl_figures *set, pl_json *test, pl_json *channel) {
  pl_reader *reader = &set->reader;
  int n_rest;
  double *rest = pl__reader_values(reader, channel, "rest", 1, &n_rest);
  pl_shown unit = pl__shown_unit(pl__member_text(channel, "unit"), largest_change(reader, channel, rest, n_rest));
  int n, n_model, n_residual, colour = pl__member_flag(test, "held_out") ? 2 : 1;
  double *measured = pl__reader_values(reader, channel, "measured", unit.factor, &n),
         *predicted = pl__reader_values(reader, channel, "predicted", unit.factor, &n_model),
         *residual = pl__reader_values(reader, channel, "residual", unit.factor, &n_residual),
         *range = pl_arena_alloc(reader->arena, 2, sizeof *range);
  if (!range) reader->failed = true;
  if (!range || n < 2 || n_model != n || n_residual != n) return;
  for (int i = 0; i < n && n_rest; i++) {
    measured[i] -= unit.factor * rest[i % n_rest];
    predicted[i] -= unit.factor * rest[i % n_rest];
  }
  range[0] = INFINITY, range[1] = -INFINITY;
  pl__plot_range(n, measured, range);
  if (!(range[1] > range[0])) return;
  double air = 0.04 * (range[1] - range[0]);
  const char *what = pl__member_text(channel, "name");
  if (n_rest) what = pl__channel_drawing(channel) == PL_DRAW_PLACES ? "displacement" : pl__figure_text(set, "change of %s", what);
  pl_plot upper = {.x_name = pl__figure_text(set, "measured %s", what),
                   .x_unit = unit.unit,
                   .y_name = pl__figure_text(set, "predicted %s", what),
                   .y_unit = unit.unit,
                   .x_range = {range[0] - air, range[1] + air}};
  pl_plot lower = {.x_unit = unit.unit, .y_name = "residual", .y_unit = unit.unit, .x_range = {range[0] - air, range[1] + air}};
  pl_plot_add(&upper, PL_SERIES_DASHED, 0, "equal", 2, range, range);
  pl_plot_add(&upper, PL_SERIES_POINTS, colour, "predicted", n, measured, predicted);
  pl_plot_add(&lower, PL_SERIES_POINTS, colour, NULL, n, measured, residual);
  add_pair(set, test, channel, upper, lower);
}

// False for shapes in a plane and surfaces, which have separate figures.
static bool drawn_as_points(pl_json *channel) {
  switch (pl__channel_drawing(channel)) {
  case PL_DRAW_CURVE:
  case PL_DRAW_NUMBERS:
  case PL_DRAW_FORCES:
  case PL_DRAW_TORQUES:
  case PL_DRAW_PLACES: return true;
  default: return false;
  }
}

void pl__figure_tests(pl_figures *set) {
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next)
    for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next) {
      pl_channel_view v;
      if (pl__view_channel(&set->reader, test, channel, &v))
        curve_figure(set, &v);
      else if (drawn_as_points(channel))
        point_figure(set, test, channel);
    }
}
