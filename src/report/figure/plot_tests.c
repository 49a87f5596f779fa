// plot_tests.c: plots of one test and observed channel: raw points, used points, prediction with band, and the residual.
#include "report/figure/plots.h"

#include <math.h>
#include <string.h>

// Raw points by branch.
static bool read_raw(pl_reader *reader, pl_channel_view *v) {
  int n_x, n_y;
  double *x = pl__reader_values(reader, v->control, "raw", v->x.factor, &n_x),
         *y = pl__reader_values(reader, v->channel, "raw", v->y.factor, &n_y);
  if (n_x != n_y || n_x == 0) return true;
  double *memory = pl_arena_alloc(reader->arena, 4 * (size_t)n_x, sizeof *memory);
  if (!memory) return false;
  for (int b = 0; b < 2; b++) v->raw_at[b] = memory + 2 * b * n_x, v->raw[b] = memory + (2 * b + 1) * n_x;
  pl_json *branch = pl__member_list(v->test, "raw_branch");
  for (int i = 0; i < n_x; i++, branch = branch ? branch->next : NULL) {
    int b = branch && branch->kind == PL_JSON_STRING && strcmp(branch->text, "unload") == 0;
    v->raw_at[b][v->n_raw[b]] = x[i];
    v->raw[b][v->n_raw[b]++] = y[i];
  }
  return true;
}

// The band of one more specimen, if there is one.
static void read_next(pl_reader *reader, pl_channel_view *v) {
  int low, high;
  if (pl__member_count(v->channel, "next_half_width") != v->n) return;
  v->next_low = pl__reader_values(reader, v->channel, "next_half_width", v->y.factor, &low);
  v->next_high = pl__reader_values(reader, v->channel, "next_half_width", v->y.factor, &high);
  for (int i = 0; i < v->n && low == v->n && high == v->n; i++) {
    v->next_low[i] = v->predicted[i] - v->next_low[i];
    v->next_high[i] = v->predicted[i] + v->next_high[i];
  }
}

bool pl__view_channel(pl_reader *reader, pl_json *test, pl_json *channel, pl_channel_view *v) {
  *v = (pl_channel_view){.test = test, .channel = channel, .control = pl__test_channel(test, pl__member_text(test, "control"))};
  if (!v->control || !pl_json_find(channel, "predicted")) return false;
  v->x = pl__shown_unit(pl__member_text(v->control, "unit"), pl__member_largest(v->control, "imposed"));
  v->y = pl__shown_unit(pl__member_text(channel, "unit"), pl__member_largest(channel, "measured"));
  v->small = pl__shown_unit(pl__member_text(channel, "unit"), pl__member_largest(channel, "residual"));
  int n[4];
  v->at = pl__reader_values(reader, v->control, "imposed", v->x.factor, &v->n);
  v->measured = pl__reader_values(reader, channel, "measured", v->y.factor, &n[0]);
  v->predicted = pl__reader_values(reader, channel, "predicted", v->y.factor, &n[1]);
  v->residual = pl__reader_values(reader, channel, "residual", v->small.factor, &n[2]);
  v->low = pl__reader_values(reader, channel, "predicted_half_width", v->y.factor, &n[3]);
  v->high = pl__reader_values(reader, channel, "predicted_half_width", v->y.factor, &n[3]);
  for (int i = 0; i < 4; i++)
    if (n[i] != v->n) return false;
  for (int i = 0; i < v->n; i++) {
    double half = v->low[i];
    v->low[i] = v->predicted[i] - half;
    v->high[i] = v->predicted[i] + half;
  }
  read_next(reader, v);
  if (!read_raw(reader, v)) reader->failed = true;
  return v->n > 0;
}

pl_plot pl__plot_channel(pl_reader *reader, const pl_channel_view *v, const double x_range[2]) {
  const char *name = pl__member_text(v->channel, "name"), *test = pl__member_text(v->test, "name");
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "%s of test %s, measured and predicted", name, test),
                  .x_name = pl__member_text(v->control, "name"),
                  .x_unit = v->x.unit,
                  .y_name = name,
                  .y_unit = v->y.unit,
                  .height = 280,
                  .x_range = {x_range[0], x_range[1]}};
  bool both = v->n_raw[0] && v->n_raw[1];
  // if every recorded point was used, one set of points suffices
  bool same = pl__member_number(v->test, "frames") == pl__member_number(v->test, "raw_frames") && v->n_raw[0] + v->n_raw[1] > 0;
  pl_series_kind kind = same ? PL_SERIES_POINTS : PL_SERIES_DOTS;
  if (v->n_raw[0])
    pl_plot_add(&plot, kind, same && !both ? 0 : 3,
                both   ? "loading"
                : same ? "measured"
                       : "as recorded",
                v->n_raw[0], v->raw_at[0], v->raw[0]);
  if (v->n_raw[1])
    pl_plot_add(&plot, kind, same && !both ? 0 : 4,
                both   ? "unloading"
                : same ? "measured"
                       : "as recorded",
                v->n_raw[1], v->raw_at[1], v->raw[1]);
  if (!same) pl_plot_add(&plot, PL_SERIES_POINTS, 0, "used", v->n, v->at, v->measured);
  if (v->next_low) {
    pl_series *next = pl_plot_add(&plot, PL_SERIES_BAND, 0, "next specimen, 95 % band", v->n, v->at, v->next_low);
    next->y2 = v->next_high;
  }
  pl_series *band = pl_plot_add(&plot, PL_SERIES_BAND, pl__member_flag(v->test, "held_out") ? 2 : 1, NULL, v->n, v->at, v->low);
  band->y2 = v->high;
  pl_plot_add(&plot, PL_SERIES_LINE, pl__member_flag(v->test, "held_out") ? 2 : 1,
              v->next_low ? "mean fabric, 95 % band" : "predicted, 95 % band", v->n, v->at, v->predicted);
  double curve[2] = {INFINITY, -INFINITY}, around[2] = {INFINITY, -INFINITY};
  pl__plot_range(v->n, v->predicted, curve);
  pl__plot_range(v->n, v->measured, curve);
  for (int b = 0; b < 2; b++) pl__plot_range(v->n_raw[b], v->raw[b], curve);
  pl__plot_range(v->n, v->low, around);
  pl__plot_range(v->n, v->high, around);
  if (v->next_low) pl__plot_range(v->n, v->next_low, around), pl__plot_range(v->n, v->next_high, around);
  pl__plot_limit(&plot, curve, around);
  return plot;
}

pl_plot pl__plot_residual(pl_reader *reader, const pl_channel_view *v, const double x_range[2], double *sigma) {
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "Residual of %s, predicted minus measured", pl__member_text(v->channel, "name")),
                  .x_name = "",
                  .y_name = "residual",
                  .y_unit = v->small.unit,
                  .x_unit = v->x.unit,
                  .height = 126,
                  .x_range = {x_range[0], x_range[1]}};
  double two_sigma = 2 * v->small.factor * pl__member_number(v->channel, "weight_sigma");
  for (int i = 0; i < 4; i++) sigma[i] = i < 2 ? -two_sigma : two_sigma;
  pl_series *band =
      pl_plot_add(&plot, PL_SERIES_BAND, 0,
                  pl__member_flag(v->channel, "sigma_given") ? "\xC2\xB1 2 \xCF\x83 of the measurement" : "\xC2\xB1 2 % of full scale", 2,
                  x_range, sigma);
  band->y2 = sigma + 2;
  pl_plot_add(&plot, PL_SERIES_POINTS, pl__member_flag(v->test, "held_out") ? 2 : 1, NULL, v->n, v->at, v->residual);
  return plot;
}

void pl__channel_range(const pl_channel_view *v, double x_range[2]) {
  x_range[0] = INFINITY, x_range[1] = -INFINITY;
  pl__plot_range(v->n, v->at, x_range);
  for (int b = 0; b < 2; b++) pl__plot_range(v->n_raw[b], v->raw_at[b], x_range);
  double air = 0.03 * (x_range[1] - x_range[0]);
  x_range[0] -= air, x_range[1] += air;
}
