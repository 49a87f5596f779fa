// figure.c: hung samples in the plane of the photograph: labelled points, measured and predicted, and the outline.
#include <math.h>

#include "protocol/biaxial-hang/hang_part.h"
#include "report/figure/figure.h"

enum { MAX_POINT = 512 };

// The magnification 1, 2, 5, 10, ... at which the largest difference is at most a twentieth of the sample.
static double magnification(double largest, double size) {
  double best = 1, decade = 1;
  static const double step[] = {1, 2, 5};
  for (int i = 0; i < 9; i++, decade *= i % 3 ? 1 : 10)
    if (step[i % 3] * decade * largest <= 0.05 * size) best = step[i % 3] * decade;
  return best;
}

// One frame: labelled points, simulated outline and points, and the differences between them, magnified.
typedef struct hang_view {
  int n_point;
  double *x, *y, *px, *py;                                // [n_point], mm: measured, predicted
  double arrow_x[3 * MAX_POINT], arrow_y[3 * MAX_POINT];  // predicted, predicted + magnified difference, a gap
  const char *name[MAX_POINT];
  double magnified, rms;  // 1, mm
} hang_view;

static bool read_frame(pl_reader *reader, pl_json *test, pl_json *hang, int frame, hang_view *v) {
  pl_json *channel = pl__predicted_drawn(test, PL_DRAW_LABELS);
  int n = pl__member_count(hang, "points");
  double *measured[2], *predicted[2], largest = 0, size = 0, sum = 0;
  int n_all = pl__read_pairs(reader, channel, "measured", &measured[0], &measured[1]),
      n_model = pl__read_pairs(reader, channel, "predicted", &predicted[0], &predicted[1]);
  if (n < 1 || n > MAX_POINT || n_all != n_model || frame < 0 || (frame + 1) * n > n_all) return false;
  v->n_point = n;
  v->x = measured[0] + frame * n, v->y = measured[1] + frame * n;
  v->px = predicted[0] + frame * n, v->py = predicted[1] + frame * n;
  int n_compared = 0;
  for (int i = 0; i < n; i++) {
    double d = hypot(v->x[i] - v->px[i], v->y[i] - v->py[i]);
    if (!isfinite(d)) continue;
    largest = fmax(largest, d), sum += d * d, n_compared++;
    for (int j = 0; j < i; j++) size = fmax(size, fmax(0, hypot(v->x[i] - v->x[j], v->y[i] - v->y[j])));
  }
  if (n_compared == 0) return false;
  v->rms = sqrt(sum / n_compared);
  v->magnified = magnification(largest, size);
  int i = 0;
  for (pl_json *point = pl__member_list(hang, "points"); point && i < n; point = point->next, i++) {
    v->name[i] = pl__member_text(point, "name");
    v->arrow_x[3 * i] = v->px[i], v->arrow_y[3 * i] = v->py[i];
    v->arrow_x[3 * i + 1] = v->px[i] + v->magnified * (v->x[i] - v->px[i]);
    v->arrow_y[3 * i + 1] = v->py[i] + v->magnified * (v->y[i] - v->py[i]);
    v->arrow_x[3 * i + 2] = v->arrow_y[3 * i + 2] = NAN;
  }
  return i == n;
}

static pl_plot plot_hang(pl_reader *reader, pl_json *test, pl_json *hang, pl_json *shown, double *rms) {
  int frame = (int)pl__member_number(shown, "frame");
  const char *name = pl__member_text(test, "name");
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "Points of sample %s, frame %d, measured and predicted", name, frame + 1),
                  .x_name = "across the board",
                  .x_unit = "mm",
                  .y_name = "up",
                  .y_unit = "mm",
                  .equal = true};
  hang_view *v = pl_arena_alloc(reader->arena, 1, sizeof *v);
  if (!v) reader->failed = true;
  if (!v || !isfinite(pl__member_number(shown, "frame")) || !read_frame(reader, test, hang, frame, v)) return plot;
  double *rest[2], *outline[2];
  int n_rest = pl__read_pairs(reader, hang, "outline", &rest[0], &rest[1]),
      n_outline = pl__read_pairs(reader, shown, "outline", &outline[0], &outline[1]);
  const char *arrow = v->magnified > 1 ? pl_arena_printf(reader->arena, "difference, %g times", v->magnified) : "difference";
  if (n_rest) pl_plot_add(&plot, PL_SERIES_DASHED, 3, "as cut", n_rest, rest[0], rest[1]);
  if (n_outline) pl_plot_add(&plot, PL_SERIES_THIN, pl__test_colour(test), NULL, n_outline, outline[0], outline[1]);
  pl_plot_add(&plot, PL_SERIES_LINE, 4, arrow, 3 * v->n_point, v->arrow_x, v->arrow_y);
  pl_plot_add(&plot, PL_SERIES_RINGS, pl__test_colour(test), "predicted", v->n_point, v->px, v->py)->tip = v->name;
  pl_plot_add(&plot, PL_SERIES_POINTS, 0, "measured", v->n_point, v->x, v->y);
  *rms = v->rms;
  return plot;
}

static void hung(pl_figures *set, pl_json *test, pl_json *hang) {
  const char *name = pl__member_text(test, "name");
  for (pl_json *shown = pl__member_list(hang, "shown"); shown; shown = shown->next) {
    double rms = NAN;
    pl_plot plot = plot_hang(&set->reader, test, hang, shown, &rms);
    int frame = (int)pl__member_number(shown, "frame") + 1;
    if (plot.n_series == 0) continue;
    pl__figure_add_plot(set, pl__figure_text(set, "hang-%s-frame-%d", name, frame),
                        pl__figure_text(set, "%s, frame %d: rms %s mm", name, frame, pl__figure_number(set, rms, 2)), 1.05, plot);
  }
}

void pl__hang_draw(pl_figures *set) {
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next) {
    pl_json *hang = pl__member_object(test, "front_view");
    if (hang) hung(set, test, hang);
  }
}
