// figure_shapes.c: measured and predicted shapes in a plane: hung samples with their outline, bent strips, released rolls.
#include <math.h>
#include <string.h>

#include "report/figure/figure.h"

static pl_json *part(pl_json *test, const char *key) {
  pl_json *member = test->kind == PL_JSON_OBJECT ? pl_json_find(test, key) : NULL;
  return member && member->kind == PL_JSON_OBJECT ? member : NULL;
}

static void add(pl_figures *set, const char *name, const char *heading, double height, pl_plot plot) {
  pl_panel *panel = pl__panels(set, 1);
  if (plot.n_series == 0 || !panel) return;
  *panel = (pl_panel){.box = {0, 2, set->column, height * set->column}, .heading = heading, .plot = plot};
  pl__figure_add_panels(set, name, plot.title, set->column, height * set->column + 4, 1, panel);
}

static void hung(pl_figures *set, pl_json *test, pl_json *hang) {
  const char *name = pl__member_text(test, "name");
  for (pl_json *shown = pl__member_list(hang, "shown"); shown; shown = shown->next) {
    double rms = NAN;
    pl_plot plot = pl__plot_hang(&set->reader, test, hang, shown, &rms);
    int frame = (int)pl__member_number(shown, "frame") + 1;
    if (plot.n_series == 0) continue;
    plot.series[plot.n_series - 1].kind = PL_SERIES_POINTS;  // labels: few enough to be drawn filled
    add(set, pl__figure_text(set, "hang-%s-frame-%d", name, frame),
        pl__figure_text(set, "%s, frame %d: rms %s mm", name, frame, pl__figure_number(set, rms, 2)), 1.05, plot);
  }
}

static void strip(pl_figures *set, pl_json *test, pl_json *of) {
  pl_json *channel;
  const char *what, *name = pl__member_text(test, "name");
  pl_plot plot = pl__plot_strip(&set->reader, test, of, &channel, &what);
  if (plot.n_series) add(set, pl__figure_text(set, "strip-%s", name), name, 0.72, plot);
}

// x, y, x, y, ... of one frame as a series, mm.
static void add_points(pl_figures *set, pl_plot *plot, pl_series_kind kind, int colour, const char *label, int n, const double *pair) {
  double *x = pl_arena_alloc(set->reader.arena, 2 * (size_t)n, sizeof *x);
  if (!x) {
    set->reader.failed = true;
    return;
  }
  for (int i = 0; i < n; i++) x[i] = 1e3 * pair[2 * i], x[n + i] = 1e3 * pair[2 * i + 1];
  pl_plot_add(plot, kind, colour, label, n, x, x + n);
}

// Points along a line in the plane, such as the profile of a released roll: the last frame of the channel.
static void profile(pl_figures *set, pl_json *test, pl_json *channel) {
  int n, n_model, per_frame = (int)pl__member_number(channel, "values_per_frame");
  double *measured = pl__reader_values(&set->reader, channel, "measured", 1, &n),
         *predicted = pl__reader_values(&set->reader, channel, "predicted", 1, &n_model);
  if (per_frame < 4 || per_frame % 2 || n != n_model || n < per_frame || strcmp(pl__member_text(channel, "unit"), "m") != 0) return;
  const char *name = pl__member_text(test, "name");
  pl_plot plot = {.title = pl__figure_text(set, "Profile of %s, measured and predicted", name),
                  .x_name = "x",
                  .x_unit = "mm",
                  .y_name = "y",
                  .y_unit = "mm",
                  .equal = true};
  int first = n - per_frame, colour = pl__member_flag(test, "held_out") ? 2 : 1;
  add_points(set, &plot, PL_SERIES_LINE, colour, "predicted", per_frame / 2, predicted + first);
  add_points(set, &plot, PL_SERIES_POINTS, 0, "measured", per_frame / 2, measured + first);
  add(set, pl__figure_text(set, "profile-%s", name), name, 0.8, plot);
}

void pl__figure_shapes(pl_figures *set) {
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next) {
    pl_json *hang = part(test, "front_view"), *of = part(test, "side_view");
    if (hang) hung(set, test, hang);
    if (of) strip(set, test, of);
    for (pl_json *channel = hang || of ? NULL : pl__member_list(test, "channels"); channel; channel = channel->next)
      if (strcmp(pl__member_text(channel, "name"), "profile") == 0) profile(set, test, channel);
  }
}
