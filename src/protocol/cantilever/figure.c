// figure.c: strips from the side: the predicted midline, and what was measured: points along the strip, its tip, or the angle of its chord.
#include <math.h>

#include "protocol/cantilever/cantilever_part.h"
#include "report/figure/figure.h"

// The chord at the measured angle, as long as the overhang.
static void add_chord(pl_reader *reader, pl_json *channel, pl_json *strip, pl_plot *plot) {
  int n;
  double *angle = pl__reader_values(reader, channel, "measured", 1, &n), reach = 1e3 * pl__member_number(strip, "overhang");
  double *ray = pl_arena_alloc(reader->arena, 4, sizeof *ray);
  if (!ray) reader->failed = true;
  if (!ray || n < 1 || !isfinite(angle[0] * reach)) {
    plot->n_series = 0;
    return;
  }
  ray[1] = reach * cos(angle[0]), ray[3] = -reach * sin(angle[0]);
  pl_plot_add(plot, PL_SERIES_DASHED, 0, "measured chord", 2, ray, ray + 2);
}

static pl_plot plot_strip(pl_reader *reader, pl_json *test, pl_json *strip) {
  double *line[2], *label[2];
  int n_line = pl__read_pairs(reader, strip, "midline", &line[0], &line[1]);
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "Strip %s from the side, measured and predicted", pl__member_text(test, "name")),
                  .x_name = "out of the clamp",
                  .x_unit = "mm",
                  .y_name = "up",
                  .y_unit = "mm",
                  .equal = true};
  if (n_line < 2) return plot;
  pl_plot_add(&plot, PL_SERIES_LINE, pl__test_colour(test), "predicted", n_line, line[0], line[1]);
  pl_json *points = pl__predicted_drawn(test, PL_DRAW_SIDE);
  if (!points) points = pl__predicted_drawn(test, PL_DRAW_END);
  pl_json *chord = points ? NULL : pl__predicted_drawn(test, PL_DRAW_CHORD);
  int n_label = points ? pl__read_pairs(reader, points, "measured", &label[0], &label[1]) : 0;
  if (n_label) pl_plot_add(&plot, PL_SERIES_POINTS, 0, "measured", n_label, label[0], label[1]);
  if (chord) add_chord(reader, chord, strip, &plot);
  return plot;
}

void pl__cantilever_draw(pl_figures *set) {
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next) {
    pl_json *strip = pl__member_object(test, "side_view");
    const char *name = pl__member_text(test, "name");
    if (strip) pl__figure_add_plot(set, pl__figure_text(set, "strip-%s", name), name, 0.72, plot_strip(&set->reader, test, strip));
  }
}
