// plot_shapes.c: plots of hung samples and strips, measured and predicted, in the plane of the photograph.
#include "report/figure/plots.h"

#include <math.h>
#include <string.h>

enum { MAX_POINT = 512, HANG_HEIGHT = 400, STRIP_HEIGHT = 270 };

// Pairs x, y of an array as two lists, mm. Returns their number.
static int read_pairs(pl_reader *reader, pl_json *object, const char *key, double **x, double **y) {
  int n;
  double *both = pl__reader_values(reader, object, key, 1e3, &n);
  double *memory = pl_arena_alloc(reader->arena, (size_t)n + 2, sizeof *memory);
  if (!memory) {
    reader->failed = true;
    return 0;
  }
  *x = memory, *y = memory + n / 2 + 1;
  for (int i = 0; i < n / 2; i++) (*x)[i] = both[2 * i], (*y)[i] = both[2 * i + 1];
  return n / 2;
}

static pl_json *channel_named(pl_json *test, const char *name) {
  for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next)
    if (strcmp(pl__member_text(channel, "name"), name) == 0 && pl_json_find(channel, "predicted")) return channel;
  return NULL;
}

static int colour_of(pl_json *test) { return pl__member_flag(test, "held_out") ? 2 : 1; }

// The magnification 1, 2, 5, 10, ... at which the largest difference is at most a twentieth of the sample.
static double magnification(double largest, double size) {
  double best = 1, decade = 1;
  static const double step[] = {1, 2, 5};
  for (int i = 0; i < 9; i++, decade *= i % 3 ? 1 : 10)
    if (step[i % 3] * decade * largest <= 0.05 * size) best = step[i % 3] * decade;
  return best;
}

// ---- hung samples ----

// One frame: labelled points, simulated outline and points, and the differences between them, magnified.
typedef struct hang_view {
  int n_point;
  double *x, *y, *px, *py;                                // [n_point], mm: measured, predicted
  double arrow_x[3 * MAX_POINT], arrow_y[3 * MAX_POINT];  // predicted, predicted + magnified difference, a gap
  const char *name[MAX_POINT];
  double magnified, rms;  // 1, mm
} hang_view;

static bool read_frame(pl_reader *reader, pl_json *test, pl_json *hang, int frame, hang_view *v) {
  pl_json *channel = channel_named(test, "points");
  int n = pl__member_count(hang, "points");
  double *measured[2], *predicted[2], largest = 0, size = 0, sum = 0;
  int n_all = read_pairs(reader, channel, "measured", &measured[0], &measured[1]),
      n_model = read_pairs(reader, channel, "predicted", &predicted[0], &predicted[1]);
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

pl_plot pl__plot_hang(pl_reader *reader, pl_json *test, pl_json *hang, pl_json *shown, double *rms) {
  int frame = (int)pl__member_number(shown, "frame");
  const char *name = pl__member_text(test, "name");
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "Points of sample %s, frame %d, measured and predicted", name, frame + 1),
                  .x_name = "across the board",
                  .x_unit = "mm",
                  .y_name = "up",
                  .y_unit = "mm",
                  .height = HANG_HEIGHT,
                  .equal = true};
  hang_view *v = pl_arena_alloc(reader->arena, 1, sizeof *v);
  if (!v) reader->failed = true;
  if (!v || !isfinite(pl__member_number(shown, "frame")) || !read_frame(reader, test, hang, frame, v)) return plot;
  double *rest[2], *outline[2];
  int n_rest = read_pairs(reader, hang, "outline", &rest[0], &rest[1]),
      n_outline = read_pairs(reader, shown, "outline", &outline[0], &outline[1]);
  const char *arrow = v->magnified > 1 ? pl_arena_printf(reader->arena, "difference, %g times", v->magnified) : "difference";
  if (n_rest) pl_plot_add(&plot, PL_SERIES_DASHED, 3, "as cut", n_rest, rest[0], rest[1]);
  if (n_outline) pl_plot_add(&plot, PL_SERIES_THIN, colour_of(test), NULL, n_outline, outline[0], outline[1]);
  pl_plot_add(&plot, PL_SERIES_LINE, 4, arrow, 3 * v->n_point, v->arrow_x, v->arrow_y);
  pl_plot_add(&plot, PL_SERIES_RINGS, colour_of(test), "predicted", v->n_point, v->px, v->py)->tip = v->name;
  pl_plot_add(&plot, PL_SERIES_DOTS, 0, "measured", v->n_point, v->x, v->y);
  *rms = v->rms;
  return plot;
}

// ---- strips ----

pl_plot pl__plot_strip(pl_reader *reader, pl_json *test, pl_json *strip, pl_json **compared, const char **what) {
  double *line[2], *label[2] = {NULL, NULL};
  int n_line = read_pairs(reader, strip, "midline", &line[0], &line[1]), n_label = 0;
  pl_json *channel = channel_named(test, "profile");
  *what = "profile";
  if (!channel) channel = channel_named(test, "tip"), *what = "tip";
  if (channel) n_label = read_pairs(reader, channel, "measured", &label[0], &label[1]);
  pl_plot plot = {.title = pl_arena_printf(reader->arena, "Strip %s from the side, measured and predicted", pl__member_text(test, "name")),
                  .x_name = "out of the clamp",
                  .x_unit = "mm",
                  .y_name = "up",
                  .y_unit = "mm",
                  .height = STRIP_HEIGHT,
                  .equal = true};
  *compared = channel;
  if (n_line < 2) return plot;
  pl_plot_add(&plot, PL_SERIES_LINE, colour_of(test), "predicted", n_line, line[0], line[1]);
  if (n_label) pl_plot_add(&plot, PL_SERIES_POINTS, 0, "measured", n_label, label[0], label[1]);
  if (channel || !(*compared = channel_named(test, "angle"))) return plot;
  int n;
  double *angle = pl__reader_values(reader, *compared, "measured", 1, &n), reach = 1e3 * pl__member_number(strip, "overhang");
  double *ray = pl_arena_alloc(reader->arena, 4, sizeof *ray);
  *what = "angle of the chord";
  if (!ray) reader->failed = true;
  if (!ray || n < 1 || !isfinite(angle[0] * reach)) return (pl_plot){0};
  ray[1] = reach * cos(angle[0]), ray[3] = -reach * sin(angle[0]);
  pl_plot_add(&plot, PL_SERIES_DASHED, 0, "measured chord", 2, ray, ray + 2);
  return plot;
}
