// figure_laws.c: each law as stress over strain with control points, 95 % band, validity range and, below, the visited strains; its
// stiffness beside it.
#include <math.h>

#include "report/figure/figure.h"

// Fractions of the visited strains as steps: two points per bin edge.
static pl_plot visited(pl_figures *set, const pl_curve_view *v, const pl_plot *above) {
  int n;
  double *share = pl__reader_values(&set->reader, v->json, "histogram", 100, &n);
  pl_plot plot = {.x_name = above->x_name,
                  .x_unit = above->x_unit,
                  .y_name = "visited",
                  .y_unit = "%",
                  .root_y = true,
                  .x_range = {above->x_range[0], above->x_range[1]}};
  double *memory = pl_arena_alloc(set->reader.arena, 6 * (size_t)n + 1, sizeof *memory);
  if (!memory) set->reader.failed = true;
  if (n < 1 || !memory) return plot;
  double *x = memory, *zero = memory + 2 * n, *y = memory + 4 * n, low = v->strain[0], high = v->strain[v->n - 1], most = 0;
  for (int i = 0; i < n; i++) {
    x[2 * i] = low + (high - low) * i / n;
    x[2 * i + 1] = low + (high - low) * (i + 1) / n;
    y[2 * i] = y[2 * i + 1] = share[i];
    most = fmax(most, share[i]);
  }
  if (!(most > 0)) return plot;
  plot.y_range[1] = 1.08 * sqrt(most);  // of the axis: the root
  pl_plot_add(&plot, PL_SERIES_BAND, 0, NULL, 2 * n, x, zero)->y2 = y;
  pl_plot_add(&plot, PL_SERIES_THIN, 0, NULL, 2 * n, x, y);
  return plot;
}

static void law(pl_figures *set, const pl_curve_view *v, int colour) {
  double column = set->column, height = 0.66 * column, strip = 0.26 * column;
  pl_panel *panel = pl__panels(set, 3);
  if (!panel) return;
  const char *name = pl__member_text(v->json, "name"), *fold = pl__member_text(v->json, "fold");
  panel[0] = (pl_panel){.heading = fold[0] ? pl__figure_text(set, "%s, %s", name, fold) : name,
                        .plot = pl__plot_curve(&set->reader, v, colour, false)};
  panel[1] = (pl_panel){.heading = pl__member_text(v->json, "law"), .plot = pl__plot_curve(&set->reader, v, colour, true)};
  panel[2].plot = visited(set, v, &panel[0].plot);
  bool strains = panel[2].plot.n_series > 0;
  if (strains) panel[0].plot.x_name = "";
  panel[0].box = (pl_box){0, 2, column, height};
  panel[1].box = (pl_box){column + 8, 2, column - 8, height + (strains ? strip : 0)};
  panel[2].box = (pl_box){0, 2 + height, column, strip};
  pl__figure_add_panels(set, pl__figure_text(set, "law-%s", name),
                        pl__figure_text(set, "Law %s: stress, stiffness and visited strains", name), 2 * column,
                        4 + height + (strains ? strip : 0), strains ? 3 : 2, panel);
}

void pl__figure_laws(pl_figures *set) {
  int colour = 1;
  for (pl_json *json = pl__member_list(set->reader.fit, "curves"); json; json = json->next) {
    // plots borrow the view's range until they are drawn
    pl_curve_view *v = pl_arena_alloc(set->reader.arena, 1, sizeof *v);
    if (!v) set->reader.failed = true;
    if (!v || pl__member_flag(json, "assumed") || !pl__view_curve(&set->reader, json, v)) continue;
    law(set, v, colour);
    colour = colour % 4 + 1;
  }
}
