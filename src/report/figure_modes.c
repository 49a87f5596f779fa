// figure_modes.c: all homogeneous tests of one channel in one plot, as rubber is usually shown: a colour per test, its mode in words, points measured,
// lines predicted with their 95 % bands. Stresses over stretches and over shears are figures of their own.
#include <string.h>

#include "report/figure.h"

enum { MAX_TEST = PL_N_COLOUR - 1 };

// "A7, planar (held out)"; the mode alone where the test is called so.
static const char *label(pl_figures *set, pl_json *test) {
  const char *name = pl__page_text(test, "name"), *mode = pl__page_text(test, "mode");
  const char *held = pl__page_flag(test, "held_out") && pl__page_list(set->page.fit, "iterations") ? " (held out)" : "";
  bool both = mode[0] && strcmp(name, mode) != 0;
  return pl__figure_text(set, "%s%s%s%s", name, both ? ", " : "", both ? mode : "", held);
}

static void add_test(pl_figures *set, pl_plot *plot, const pl_channel_view *v, int colour) {
  pl_plot_add(plot, PL_SERIES_BAND, colour, NULL, v->n, v->at, v->low)->y2 = v->high;
  pl_plot_add(plot, PL_SERIES_LINE, colour, label(set, v->test), v->n, v->at, v->predicted);
  pl_plot_add(plot, PL_SERIES_POINTS, colour, NULL, v->n_point, v->point_at, v->point);
}

// The channel of all tests that have it over this control; a test alone has its own figure already.
static void add_channel(pl_figures *set, const char *control, const char *channel) {
  double column = set->column, height = 0.85 * column;
  pl_plot plot = {.x_name = control, .y_name = channel};
  double curve[2] = {0, 0}, band[2] = {0, 0};
  int n = 0, page = 0;
  pl_json *test = pl__page_list(set->page.fit, "tests");
  while (test) {
    pl_json *observed = strcmp(pl__page_text(test, "protocol"), "homogeneous") == 0 ? pl__page_channel(test, channel) : NULL;
    pl_channel_view v;
    bool fits = observed && strcmp(pl__page_text(test, "control"), control) == 0 && pl__view_channel(&set->page, test, observed, &v);
    test = test->next;
    if (fits) {
      add_test(set, &plot, &v, ++n);
      plot.x_unit = v.x.unit, plot.y_unit = v.y.unit;
      pl__page_range(v.n, v.predicted, curve), pl__page_range(v.n, v.measured, curve);
      pl__page_range(v.n, v.low, band), pl__page_range(v.n, v.high, band);
    }
    if (n < MAX_TEST && test) continue;
    if (n > 1 || (n == 1 && page > 0)) {
      pl_panel *panel = pl__panels(set, 1);
      if (!panel) return;
      pl__page_limit(&plot, curve, band);
      *panel = (pl_panel){.box = {0, 2, column, height}, .heading = "points measured, lines predicted", .plot = plot};
      pl__figure_add_panels(set, pl__figure_text(set, "modes-%s", channel),
                            pl__figure_text(set, "All tests: %s over %s, measured and predicted with 95 %% bands", channel, control),
                            column, 4 + height, 1, panel);
    }
    plot = (pl_plot){.x_name = control, .y_name = channel}, n = 0, page++;
    curve[0] = curve[1] = band[0] = band[1] = 0;
  }
}

void pl__figure_modes(pl_figures *set) {
  add_channel(set, "stretch", "stress");
  add_channel(set, "shear", "shear-stress");
}
