// figure_captures.c: captures frame by frame: measured and predicted force on each clip, and the distance of the shapes below.
#include "report/figure/figure.h"

void pl__figure_captures(pl_figures *set) {
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next) {
    pl_json *capture = test->kind == PL_JSON_OBJECT ? pl_json_find(test, "surface") : NULL;
    if (!capture || capture->kind != PL_JSON_OBJECT) continue;
    pl_panel *panel = pl__panels(set, 2);
    if (!panel) return;
    double column = set->column, y = 2;
    const char *name = pl__member_text(test, "name");
    int n = 0;
    panel[n].plot = pl__plot_clip_forces(&set->reader, test, capture);
    if (panel[n].plot.n_series) panel[n++].box = (pl_box){0, y, column, 0.7 * column}, y += 0.7 * column;
    panel[n].plot = pl__plot_distance(&set->reader, test, capture);
    if (panel[n].plot.n_series) panel[n++].box = (pl_box){0, y, column, 0.5 * column}, y += 0.5 * column;
    if (n == 0) continue;
    panel[0].heading = pl__member_flag(test, "held_out") ? pl__figure_text(set, "%s (held out)", name) : name;
    if (n == 2) panel[0].plot.x_name = "";
    pl__figure_add_panels(set, pl__figure_text(set, "capture-%s", name),
                          pl__figure_text(set, "Capture %s: clip forces and distance of the shapes", name), column, y + 2, n, panel);
  }
}
