// figure_profiles.c: measured and predicted points along a line in a plane, such as the profile of a released roll.
#include <string.h>

#include "report/figure/figure.h"

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

// The last frame of the channel.
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
  int first = n - per_frame, colour = pl__test_colour(test);
  add_points(set, &plot, PL_SERIES_LINE, colour, "predicted", per_frame / 2, predicted + first);
  add_points(set, &plot, PL_SERIES_POINTS, 0, "measured", per_frame / 2, measured + first);
  pl__figure_add_plot(set, pl__figure_text(set, "profile-%s", name), name, 0.8, plot);
}

void pl__figure_profiles(pl_figures *set) {
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next)
    for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next)
      if (pl__channel_drawing(channel) == PL_DRAW_LINE) profile(set, test, channel);
}
