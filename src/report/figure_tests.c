// figure_tests.c: measured against predicted, one figure per test and observed channel, the residual under it.
#include <math.h>

#include "report/figure.h"

static void channel_figure(pl_figures *set, const pl_channel_view *v) {
  double column = set->column, height = 0.7 * column, under = 0.36 * column, x_range[2];
  pl_panel *panel = pl__panels(set, 2);
  double *sigma = pl_arena_alloc(set->page.arena, 6, sizeof *sigma);
  if (!panel || !sigma) {
    set->page.failed = true;
    return;
  }
  pl__channel_range(v, x_range);
  sigma[4] = x_range[0], sigma[5] = x_range[1];  // the band of the residual borrows its ends
  const char *test = pl__page_text(v->test, "name"), *channel = pl__page_text(v->channel, "name");
  double r2 = pl__page_number(v->channel, "r2");
  panel[0].plot = pl__plot_channel(&set->page, v, x_range);
  panel[1].plot = pl__plot_residual(&set->page, v, sigma + 4, sigma);
  panel[1].plot.x_name = panel[0].plot.x_name;
  panel[0].plot.x_name = "";
  bool held_out = pl__page_flag(v->test, "held_out");
  const char *name = held_out ? pl__figure_text(set, "%s (held out)", test) : test;
  // digits enough to tell it from 1
  double gap = 1 - r2;
  panel[0].heading = !isfinite(r2) ? name
                     : gap < 1e-5  ? pl__figure_text(set, "%s, R\xC2\xB2 > 0.99999", name)
                                   : pl__figure_text(set, "%s, R\xC2\xB2 = %.*f", name,
                                                    gap >= 0.001    ? 3
                                                     : gap >= 0.0001 ? 4
                                                                     : 5,
                                                     r2);
  panel[0].box = (pl_box){0, 2, column, height};
  panel[1].box = (pl_box){0, 2 + height, column, under};
  pl__figure_add_panels(set, pl__figure_text(set, "test-%s-%s", test, channel),
                        pl__figure_text(set, "Test %s: %s measured and predicted, with residual", test, channel), column,
                        4 + height + under, 2, panel);
}

void pl__figure_tests(pl_figures *set) {
  for (pl_json *test = pl__page_list(set->page.fit, "tests"); test; test = test->next)
    for (pl_json *channel = pl__page_list(test, "channels"); channel; channel = channel->next) {
      pl_channel_view v;
      if (pl__view_channel(&set->page, test, channel, &v)) channel_figure(set, &v);
    }
}
