// figure_convergence.c: the objective over the iterations, the singular values of the problem, and the profiles of friction rates.
#include "report/figure/figure.h"

static void one(pl_figures *set, const char *name, pl_plot plot) {
  pl_panel *panel = pl__panels(set, 1);
  if (plot.n_series == 0 || !panel) return;
  *panel = (pl_panel){.box = {0, 2, set->column, 0.68 * set->column}, .plot = plot};
  pl__figure_add_panels(set, name, plot.title, set->column, 0.68 * set->column + 4, 1, panel);
}

void pl__figure_convergence(pl_figures *set) {
  one(set, "convergence", pl__plot_objective(&set->reader));
  one(set, "singular-values", pl__plot_singular(&set->reader));
  for (pl_json *profile = pl__member_list(set->reader.fit, "profiles"); profile; profile = profile->next)
    one(set, pl__figure_text(set, "profile-%s", pl__member_text(profile, "parameter")), pl__plot_profile(&set->reader, profile));
}
