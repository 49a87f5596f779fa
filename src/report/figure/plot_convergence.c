// plot_convergence.c: the objective over the iterations of the fit.
#include "report/figure/plots.h"

pl_plot pl__plot_objective(pl_reader *reader) {
  size_t n = (size_t)pl__member_count(reader->fit, "iterations");
  double *memory = pl_arena_alloc(reader->arena, 4 * n + 1, sizeof *memory);
  pl_plot plot = {.title = "Objective over the iterations",
                  .x_name = "iteration",
                  .y_name = "objective",
                  .log_y = true,
                  .whole_x = true,
                  .height = 260};
  if (!memory) reader->failed = true;
  if (n < 1 || !memory) return plot;
  double *taken_at = memory, *taken = memory + n, *tried_at = memory + 2 * n, *tried = memory + 3 * n;
  int n_taken = 0, n_tried = 0, i = 0;
  for (pl_json *it = pl__member_list(reader->fit, "iterations"); it; it = it->next) {
    double objective = pl__member_number(it, "objective");
    i++;
    if (pl__member_flag(it, "accepted"))
      taken_at[n_taken] = i, taken[n_taken++] = objective;
    else
      tried_at[n_tried] = i, tried[n_tried++] = objective;
  }
  pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, n_taken, taken_at, taken);
  pl_plot_add(&plot, PL_SERIES_POINTS, 1, "accepted", n_taken, taken_at, taken);
  if (n_tried) pl_plot_add(&plot, PL_SERIES_RINGS, 2, "rejected", n_tried, tried_at, tried);
  return plot;
}
