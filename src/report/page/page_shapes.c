// page_shapes.c: hung samples and strips as they were measured and as they are predicted, in the plane they were photographed in, and the
// numbers that belong to each specimen alone. Part of the sections of fitted and of held-out tests.
#include "report/page/page_plots.h"

#include <math.h>
#include <string.h>

enum { MAX_POINT = 512, HANG_HEIGHT = 400, STRIP_HEIGHT = 270 };

// Pairs x, y of an array as two lists, mm. Returns how many.
static int read_pairs(pl_page *page, pl_json *object, const char *key, double **x, double **y) {
  int n;
  double *both = pl__page_values(page, object, key, 1e3, 0, &n);
  double *memory = pl_arena_alloc(page->arena, (size_t)n + 2, sizeof *memory);
  if (!memory) {
    page->failed = true;
    return 0;
  }
  *x = memory, *y = memory + n / 2 + 1;
  for (int i = 0; i < n / 2; i++) (*x)[i] = both[2 * i], (*y)[i] = both[2 * i + 1];
  return n / 2;
}

static pl_json *channel_named(pl_json *test, const char *name) {
  for (pl_json *channel = pl__page_list(test, "channels"); channel; channel = channel->next)
    if (strcmp(pl__page_text(channel, "name"), name) == 0 && pl_json_find(channel, "predicted")) return channel;
  return NULL;
}

static int colour_of(pl_json *test) { return pl__page_flag(test, "held_out") ? 2 : 1; }

// The magnification 1, 2, 5, 10, ... that makes the largest difference as long as a twentieth of the sample, or less.
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

static bool read_frame(pl_page *page, pl_json *test, pl_json *hang, int frame, hang_view *v) {
  pl_json *channel = channel_named(test, "points");
  int n = pl__page_count(hang, "points");
  double *measured[2], *predicted[2], largest = 0, size = 0, sum = 0;
  int n_all = read_pairs(page, channel, "measured", &measured[0], &measured[1]),
      n_model = read_pairs(page, channel, "predicted", &predicted[0], &predicted[1]);
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
  for (pl_json *point = pl__page_list(hang, "points"); point && i < n; point = point->next, i++) {
    v->name[i] = pl__page_text(point, "name");
    v->arrow_x[3 * i] = v->px[i], v->arrow_y[3 * i] = v->py[i];
    v->arrow_x[3 * i + 1] = v->px[i] + v->magnified * (v->x[i] - v->px[i]);
    v->arrow_y[3 * i + 1] = v->py[i] + v->magnified * (v->y[i] - v->py[i]);
    v->arrow_x[3 * i + 2] = v->arrow_y[3 * i + 2] = NAN;
  }
  return i == n;
}

// "5.88 N below, 3.92 N at the left, 3.92 N at the right".
static void loads(pl_page *page, pl_json *hang, int frame) {
  static const char *const where[] = {" N below, ", " N at the left, ", " N at the right"};
  int n;
  double *load = pl__page_values(page, hang, "load", 1, 0, &n);
  for (int k = 0; k < 3 && 3 * frame + k < n; k++) {
    pl__markup_number(page->out, load[3 * frame + k]);
    pl__page_add(page, where[k]);
  }
}

pl_plot pl__plot_hang(pl_page *page, pl_json *test, pl_json *hang, pl_json *shown, double *rms) {
  int frame = (int)pl__page_number(shown, "frame");
  const char *name = pl__page_text(test, "name");
  pl_plot plot = {.title = pl_arena_printf(page->arena, "Points of sample %s, frame %d, measured and predicted", name, frame + 1),
                  .x_name = "across the board",
                  .x_unit = "mm",
                  .y_name = "up",
                  .y_unit = "mm",
                  .height = HANG_HEIGHT,
                  .equal = true};
  hang_view *v = pl_arena_alloc(page->arena, 1, sizeof *v);
  if (!v) page->failed = true;
  if (!v || !isfinite(pl__page_number(shown, "frame")) || !read_frame(page, test, hang, frame, v)) return plot;
  double *rest[2], *outline[2];
  int n_rest = read_pairs(page, hang, "outline", &rest[0], &rest[1]),
      n_outline = read_pairs(page, shown, "outline", &outline[0], &outline[1]);
  const char *arrow = v->magnified > 1 ? pl_arena_printf(page->arena, "difference, %g times", v->magnified) : "difference";
  if (n_rest) pl_plot_add(&plot, PL_SERIES_DASHED, 3, "as cut", n_rest, rest[0], rest[1]);
  if (n_outline) pl_plot_add(&plot, PL_SERIES_THIN, colour_of(test), NULL, n_outline, outline[0], outline[1]);
  pl_plot_add(&plot, PL_SERIES_LINE, 4, arrow, 3 * v->n_point, v->arrow_x, v->arrow_y);
  pl_plot_add(&plot, PL_SERIES_RINGS, colour_of(test), "predicted", v->n_point, v->px, v->py)->tip = v->name;
  pl_plot_add(&plot, PL_SERIES_DOTS, 0, "measured", v->n_point, v->x, v->y);
  *rms = v->rms;
  return plot;
}

static void hang_figure(pl_page *page, pl_json *test, pl_json *hang, pl_json *shown) {
  double rms;
  int frame = (int)pl__page_number(shown, "frame");
  pl_plot plot = pl__plot_hang(page, test, hang, shown, &rms);
  if (plot.n_series == 0) return;
  pl__page_add(page, "<figure>");
  pl__page_plot(page, &plot);
  pl__page_add(page, "<figcaption><b>");
  pl__page_escape(page, pl__page_text(test, "name"));
  pl_text_printf(page->out, "</b>, frame %d, %s: ", frame + 1,
                 !pl__page_flag(shown, "heaviest") ? "predicted worst"
                 : pl__page_flag(shown, "worst")   ? "the heaviest load and predicted worst"
                                                   : "the heaviest load");
  loads(page, hang, frame);
  pl__page_add(page, "; points are ");
  pl__markup_number(page->out, rms);
  pl__page_add(page, " mm apart (root mean square).</figcaption></figure>\n");
}

// ---- strips ----

pl_plot pl__plot_strip(pl_page *page, pl_json *test, pl_json *strip, pl_json **compared, const char **what) {
  double *line[2], *label[2] = {NULL, NULL};
  int n_line = read_pairs(page, strip, "midline", &line[0], &line[1]), n_label = 0;
  pl_json *channel = channel_named(test, "profile");
  *what = "profile";
  if (!channel) channel = channel_named(test, "tip"), *what = "tip";
  if (channel) n_label = read_pairs(page, channel, "measured", &label[0], &label[1]);
  pl_plot plot = {.title = pl_arena_printf(page->arena, "Strip %s from the side, measured and predicted", pl__page_text(test, "name")),
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
  double *angle = pl__page_values(page, *compared, "measured", 1, 0, &n), reach = 1e3 * pl__page_number(strip, "overhang");
  double *ray = pl_arena_alloc(page->arena, 4, sizeof *ray);
  *what = "angle of the chord";
  if (!ray) page->failed = true;
  if (!ray || n < 1 || !isfinite(angle[0] * reach)) return (pl_plot){0};
  ray[1] = reach * cos(angle[0]), ray[3] = -reach * sin(angle[0]);
  pl_plot_add(&plot, PL_SERIES_DASHED, 0, "measured chord", 2, ray, ray + 2);
  return plot;
}

static void strip_figure(pl_page *page, pl_json *test, pl_json *strip) {
  pl_json *channel;
  const char *what;
  pl_plot plot = pl__plot_strip(page, test, strip, &channel, &what);
  if (plot.n_series == 0) return;
  pl_shown unit = pl__page_unit(pl__page_text(channel, "unit"), pl__page_largest(channel, "rms"));
  pl__page_add(page, "<figure>");
  pl__page_plot(page, &plot);
  pl__page_add(page, "<figcaption><b>");
  pl__page_escape(page, pl__page_text(test, "name"));
  pl_text_printf(page->out, "</b> (");
  pl__page_direction(page, test);
  pl_text_printf(page->out, "), %s: rms ", what);
  pl__markup_number(page->out, unit.factor * pl__page_number(channel, "rms"));
  pl__page_add(page, " ");
  pl__markup_unit(page->out, unit.unit);
  pl__page_add(page, ".</figcaption></figure>\n");
}

// ---- what belongs to a specimen ----

// A member that is an object; NULL when absent, also from folders whose contents are odd.
static pl_json *part(pl_json *test, const char *key) {
  pl_json *member = test->kind == PL_JSON_OBJECT ? pl_json_find(test, key) : NULL;
  return member && member->kind == PL_JSON_OBJECT ? member : NULL;
}

static bool has_own(pl_json *test) { return pl__page_count(test, "intrinsics") > 0 && (part(test, "hang") || part(test, "cantilever")); }

// Value and sigma with the same decimals, two digits of sigma: 1.00428 beside 0.00045.
static void own_cells(pl_page *page, double value, double sigma) {
  int decimals = sigma > 0 && sigma < 10 ? (int)fmin(1 - floor(log10(sigma)), 8) : 2;
  double cell[2] = {value, sigma};
  for (int k = 0; k < 2; k++) {
    pl__page_add(page, "<td class=\"num\">");
    pl__markup_fixed(page->out, cell[k], decimals);
    pl__page_add(page, "</td>");
  }
}

// One row per number, so that tests of different kinds may stand together.
static void own_table(pl_page *page, bool held_out) {
  bool any = false;
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next)
    any = any || (pl__page_flag(test, "held_out") == held_out && has_own(test));
  if (!any) return;
  pl__page_add(page, held_out ? "<p>Estimated from the held-out specimens themselves, with the material as it is:</p>"
                              : "<p>What belongs to each specimen and not to the material, estimated with it:</p>");
  pl__page_add(page, "<div class=\"scroll\"><table><thead><tr><th>test</th><th>direction</th><th>its own</th><th class=\"num\">value</th>"
                     "<th class=\"num\">sigma</th><th>unit</th></tr></thead><tbody>\n");
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next) {
    if (pl__page_flag(test, "held_out") != held_out || !has_own(test)) continue;
    for (pl_json *own = pl__page_list(test, "intrinsics"); own; own = own->next) {
      pl_shown unit = pl__page_unit(pl__page_text(own, "unit"), pl__page_largest(own, "value"));
      pl__page_add(page, "<tr><td class=\"name\">");
      pl__page_escape(page, pl__page_text(test, "name"));
      pl__page_add(page, "</td><td class=\"keep\">");
      pl__page_direction(page, test);
      pl__page_add(page, "</td>");
      pl__page_cell_text(page, pl__page_text(own, "name"));
      own_cells(page, unit.factor * pl__page_number(own, "value"), unit.factor * pl__page_number(own, "sigma"));
      pl__page_cell_unit(page, unit.unit);
      pl__page_add(page, "</tr>\n");
    }
  }
  pl__page_add(page, "</tbody></table></div>\n");
}

void pl__page_shapes(pl_page *page, bool held_out) {
  bool any = false, hung = false;
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next) {
    if (pl__page_flag(test, "held_out") != held_out) continue;
    hung = hung || part(test, "hang");
    any = any || part(test, "hang") || part(test, "cantilever");
  }
  own_table(page, held_out);
  if (!any) return;
  if (hung)
    pl__page_add(
        page,
        "<p class=\"soft\">Two frames of each sample: the heaviest load, and the one that is predicted worst. Rings are the predicted "
        "labels of slats and clips, the thin line the simulated edge of the cloth, dots the labels as measured.</p>\n");
  pl__page_add(page, "<div class=\"pair\">\n");
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next) {
    pl_json *hang = part(test, "hang"), *strip = part(test, "cantilever");
    if (pl__page_flag(test, "held_out") != held_out) continue;
    for (pl_json *shown = pl__page_list(hang, "shown"); shown; shown = shown->next) hang_figure(page, test, hang, shown);
    if (strip) strip_figure(page, test, strip);
  }
  pl__page_add(page, "</div>\n");
}
