// plot_confidence.c: correlation of the parameters, singular values and profiles: which parameters are not identifiable separately.
#include "report/figure/plots.h"

#include <math.h>
#include <string.h>

int pl__view_correlation(pl_reader *reader, double **matrix, const char ***name) {
  int n = pl__member_count(reader->fit, "correlation"), i = 0;
  *matrix = pl_arena_alloc(reader->arena, (size_t)n * n + 1, sizeof **matrix);
  *name = pl_arena_alloc(reader->arena, (size_t)n + 1, sizeof **name);
  if (!*matrix || !*name) {
    reader->failed = true;
    return 0;
  }
  if (n < 2 || pl__member_count(reader->fit, "parameters") != n) return 0;
  for (pl_json *parameter = pl__member_list(reader->fit, "parameters"); parameter; parameter = parameter->next)
    (*name)[i++] = pl__member_text(parameter, "name");
  i = 0;
  for (pl_json *row = pl__member_list(reader->fit, "correlation"); row; row = row->next, i++) {
    int j = 0;
    for (pl_json *item = row->kind == PL_JSON_ARRAY ? row->child : NULL; item && j < n; item = item->next, j++)
      (*matrix)[(size_t)i * n + j] = item->kind == PL_JSON_NUMBER ? item->number : NAN;
  }
  return n;
}

pl_plot pl__plot_singular(pl_reader *reader) {
  int n;
  double *value = pl__reader_values(reader, reader->fit, "singular_values", 1, &n),
         *index = pl_arena_alloc(reader->arena, (size_t)n + 1, sizeof *index);
  pl_plot plot = {.title = "Singular values of the scaled Jacobian, largest first",
                  .x_name = "combination of parameters",
                  .y_name = "singular value",
                  .log_y = true,
                  .whole_x = true,
                  .height = 260};
  if (!index) reader->failed = true;
  if (n < 2 || !index) return plot;
  for (int i = 0; i < n; i++) index[i] = i + 1;
  pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, n, index, value);
  pl_plot_add(&plot, PL_SERIES_RINGS, 1, NULL, n, index, value);
  return plot;
}

pl_plot pl__plot_profile(pl_reader *reader, pl_json *profile) {
  int n, n_chi2;
  double *value = pl__reader_values(reader, profile, "values", 1, &n), *chi2 = pl__reader_values(reader, profile, "chi2", 1, &n_chi2);
  const char *name = pl__member_text(profile, "parameter");
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "Sum of squares over %s", name),
                  .x_name = pl_arena_printf(reader->arena, "log10 of %s (SI units)", name),
                  .y_name = "sum of squares",
                  .log_y = true,
                  .height = 260};
  if (!plot.title || !plot.x_name) reader->failed = true;
  if (n < 2 || n_chi2 != n || reader->failed) return plot;
  for (int i = 0; i < n; i++) value[i] = log10(value[i]);
  pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, n, value, chi2);
  pl_plot_add(&plot, PL_SERIES_RINGS, 1, NULL, n, value, chi2);
  return plot;
}
