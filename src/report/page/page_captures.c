// page_captures.c: captures of shape and force, frame by frame: the force on each clip (measured thin, model thick) and how far the simulated shape
// is from the captured one. Part of the sections of fitted and of held-out tests.
#include "report/page/page_plots.h"

#include <math.h>
#include <string.h>

// Frames as the files of the capture number them; from 1 in folders that do not tell.
static double *frame_numbers(pl_page *page, pl_json *capture, int n) {
  int n_told;
  double *told = pl__page_values(page, capture, "file_frame", 1, 0, &n_told);
  if (told && n_told == n && n > 0) return told;
  double *at = pl_arena_alloc(page->arena, (size_t)n + 1, sizeof *at);
  if (!at) page->failed = true;
  for (int i = 0; at && i < n; i++) at[i] = i + 1;
  return at;
}

static void table_row(pl_page *page, pl_json *test, pl_json *capture) {
  pl__page_add(page, "<tr><td class=\"name\">");
  pl__page_escape(page, pl__page_text(test, "name"));
  pl__page_add(page, "</td>");
  pl__page_cell(page, pl__page_number(test, "frames"));
  pl__page_cell(page, pl__page_number(test, "failed_frames"));
  pl__page_cell(page, pl__page_number(capture, "force_largest"));
  pl__page_cell(page, pl__page_number(capture, "force_rms"));
  pl__page_cell(page, 1e3 * pl__page_number(capture, "distance_rms"));
  pl__page_cell(page, 1e3 * pl__page_number(capture, "distance_largest"));
  pl__page_cell(page, 1e3 * pl__page_number(capture, "interpolation_error"));
  pl__page_add(page, "</tr>\n");
}

static void table(pl_page *page, bool held_out) {
  pl__page_add(page, "<div class=\"scroll\"><table><thead><tr><th>capture</th><th class=\"num\">frames</th><th class=\"num\">failed"
                     "</th><th class=\"num\">force, N</th><th class=\"num\">force rms, N</th><th class=\"num\">distance rms, mm</th>"
                     "<th class=\"num\">largest, mm</th><th class=\"num\">resampling, mm</th></tr></thead><tbody>\n");
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next) {
    pl_json *capture = pl_json_find(test, "capture");
    if (capture && pl__page_flag(test, "held_out") == held_out) table_row(page, test, capture);
  }
  pl__page_add(
      page,
      "</tbody></table></div>\n<p class=\"soft\">Force: difference of the force vectors, root mean square over clips and frames. Distance: "
      "of the vertices that neither a clip nor the table holds, root mean square over vertices and frames. The table above counts "
      "single coordinates.</p>\n");
}

pl_plot pl__plot_clip_forces(pl_page *page, pl_json *test, pl_json *capture) {
  pl_plot plot = {.title = pl_arena_printf(page->arena, "Clip forces of test %s, measured and predicted", pl__page_text(test, "name")),
                  .x_name = "frame",
                  .x_unit = "",
                  .y_name = "clip force",
                  .y_unit = "N",
                  .height = 250,
                  .whole_x = true};
  int colour = 1;
  for (pl_json *clip = pl__page_list(capture, "clips"); clip; clip = clip->next, colour = colour % 6 + 1) {
    int n, n_model;
    double *measured = pl__page_values(page, clip, "force_measured", 1, 0, &n),
           *model = pl__page_values(page, clip, "force_predicted", 1, 0, &n_model);
    double *at = frame_numbers(page, capture, n);
    if (!at || n != n_model || n == 0) continue;
    pl_plot_add(&plot, PL_SERIES_LINE, colour, pl__page_text(clip, "name"), n, at, model);
    pl_plot_add(&plot, PL_SERIES_THIN, 0, colour == 1 ? "measured" : NULL, n, at, measured);
  }
  return plot;
}

pl_plot pl__plot_distance(pl_page *page, pl_json *test, pl_json *capture) {
  int n, n_most;
  double *rms = pl__page_values(page, capture, "distance", 1e3, 0, &n),
         *most = pl__page_values(page, capture, "distance_at_most", 1e3, 0, &n_most);
  double *at = frame_numbers(page, capture, n);
  pl_plot plot = {.title =
                      pl_arena_printf(page->arena, "Distance between simulated and captured shape of test %s", pl__page_text(test, "name")),
                  .x_name = "frame",
                  .x_unit = "",
                  .y_name = "distance",
                  .y_unit = "mm",
                  .height = 180,
                  .whole_x = true};
  if (!at || n == 0 || n != n_most) return plot;
  pl_plot_add(&plot, PL_SERIES_LINE, pl__page_flag(test, "held_out") ? 2 : 1, "rms of the free vertices", n, at, rms);
  pl_plot_add(&plot, PL_SERIES_DASHED, 0, "largest", n, at, most);
  return plot;
}

void pl__page_captures(pl_page *page, bool held_out) {
  bool any = false;
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next)
    any = any || (pl_json_find(test, "capture") && pl__page_flag(test, "held_out") == held_out);
  if (!any) return;
  table(page, held_out);
  pl__page_add(page, "<div class=\"pair\">\n");
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next) {
    pl_json *capture = pl_json_find(test, "capture");
    if (!capture || pl__page_flag(test, "held_out") != held_out) continue;
    pl__page_add(page, "<figure>");
    pl_plot plots[] = {pl__plot_clip_forces(page, test, capture), pl__plot_distance(page, test, capture)};
    for (int k = 0; k < 2; k++)
      if (plots[k].n_series) pl__page_plot(page, &plots[k]);
    pl__page_add(page, "<figcaption><b>");
    pl__page_escape(page, pl__page_text(test, "name"));
    pl__page_add(page, pl__page_list(capture, "clips")
                           ? "</b>: force on each clip, measured thin, model thick; and the distance between the shapes."
                           : "</b>: distance between the simulated and the captured shape.");
    pl__page_add(page, "</figcaption></figure>\n");
  }
  pl__page_add(page, "</div>\n");
}
