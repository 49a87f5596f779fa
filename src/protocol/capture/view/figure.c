// figure.c: captures frame by frame. The force on each clip (measured thin, model thick), and below it the distance of the simulated shape
// from the captured one.
#include "protocol/capture/view/result_capture.h"
#include "report/figure/figure.h"

// Frame numbers in the files of the capture; from 1 in folders without them.
static double *frame_numbers(pl_reader *reader, pl_json *capture, int n) {
  int n_given;
  double *given = pl__reader_values(reader, capture, "file_frame", 1, &n_given);
  if (given && n_given == n && n > 0) return given;
  double *at = pl_arena_alloc(reader->arena, (size_t)n + 1, sizeof *at);
  if (!at) reader->failed = true;
  for (int i = 0; at && i < n; i++) at[i] = i + 1;
  return at;
}

static pl_plot plot_clip_forces(pl_reader *reader, pl_json *test, pl_json *capture) {
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "Clip forces of test %s, measured and predicted", pl__member_text(test, "name")),
                  .x_name = "frame",
                  .x_unit = "",
                  .y_name = "clip force",
                  .y_unit = "N",
                  .whole_x = true};
  int colour = 1;
  for (pl_json *clip = pl__member_list(capture, "clips"); clip; clip = clip->next, colour = colour % 6 + 1) {
    int n, n_model;
    double *measured = pl__reader_values(reader, clip, "force_measured", 1, &n),
           *model = pl__reader_values(reader, clip, "force_predicted", 1, &n_model);
    double *at = frame_numbers(reader, capture, n);
    if (!at || n != n_model || n == 0) continue;
    pl_plot_add(&plot, PL_SERIES_LINE, colour, pl__member_text(clip, "name"), n, at, model);
    pl_plot_add(&plot, PL_SERIES_THIN, 0, colour == 1 ? "measured" : NULL, n, at, measured);
  }
  return plot;
}

static pl_plot plot_distance(pl_reader *reader, pl_json *test, pl_json *capture) {
  int n, n_most;
  double *rms = pl__reader_values(reader, capture, "distance", 1e3, &n),
         *most = pl__reader_values(reader, capture, "distance_at_most", 1e3, &n_most);
  double *at = frame_numbers(reader, capture, n);
  pl_plot plot = {
      .title = pl_arena_printf(reader->arena, "Distance between simulated and captured shape of test %s", pl__member_text(test, "name")),
      .x_name = "frame",
      .x_unit = "",
      .y_name = "distance",
      .y_unit = "mm",
      .whole_x = true};
  if (!at || n == 0 || n != n_most) return plot;
  pl_plot_add(&plot, PL_SERIES_LINE, pl__member_flag(test, "held_out") ? 2 : 1, "rms of the free vertices", n, at, rms);
  pl_plot_add(&plot, PL_SERIES_DASHED, 0, "largest", n, at, most);
  return plot;
}

void pl__capture_draw(pl_figures *set) {
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next) {
    pl_json *capture = pl__member_object(test, "surface");
    if (!capture) continue;
    pl_panel *panel = pl__panels(set, 2);
    if (!panel) return;
    double column = set->column, y = 2;
    const char *name = pl__member_text(test, "name");
    int n = 0;
    panel[n].plot = plot_clip_forces(&set->reader, test, capture);
    if (panel[n].plot.n_series) panel[n++].box = (pl_box){0, y, column, 0.7 * column}, y += 0.7 * column;
    panel[n].plot = plot_distance(&set->reader, test, capture);
    if (panel[n].plot.n_series) panel[n++].box = (pl_box){0, y, column, 0.5 * column}, y += 0.5 * column;
    if (n == 0) continue;
    panel[0].heading = pl__member_flag(test, "held_out") ? pl__figure_text(set, "%s (held out)", name) : name;
    if (n == 2) panel[0].plot.x_name = "";
    pl__figure_add_panels(set, pl__figure_text(set, "capture-%s", name),
                          pl__figure_text(set, "Capture %s: clip forces and distance of the shapes", name), column, y + 2, n, panel);
  }
}
