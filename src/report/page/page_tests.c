// page_tests.c: measured against predicted, one figure per test and observed channel: raw points, used points, prediction with band, and the
// residual under it. Fitted tests have a section of their own, held-out ones are the validation.
#include "report/page/page_plots.h"

#include <math.h>
#include <string.h>

// Raw points by branch, thinned.
static bool read_raw(pl_page *page, pl_channel_view *v) {
  int n_x, n_y;
  double *x = pl__page_values(page, v->control, "raw", v->x.factor, 0, &n_x),
         *y = pl__page_values(page, v->channel, "raw", v->y.factor, 0, &n_y);
  if (n_x != n_y || n_x == 0) return true;
  int every = n_x > 2 * page->max_points ? (n_x + 2 * page->max_points - 1) / (2 * page->max_points) : 1;
  double *memory = pl_arena_alloc(page->arena, 4 * (size_t)n_x, sizeof *memory);
  if (!memory) return false;
  for (int b = 0; b < 2; b++) v->raw_at[b] = memory + 2 * b * n_x, v->raw[b] = memory + (2 * b + 1) * n_x;
  pl_json *branch = pl__page_list(v->test, "raw_branch");
  for (int i = 0; i < n_x; i++, branch = branch ? branch->next : NULL) {
    if (i % every) continue;
    int b = branch && branch->kind == PL_JSON_STRING && strcmp(branch->text, "unload") == 0;
    v->raw_at[b][v->n_raw[b]] = x[i];
    v->raw[b][v->n_raw[b]++] = y[i];
  }
  return true;
}

bool pl__view_channel(pl_page *page, pl_json *test, pl_json *channel, pl_channel_view *v) {
  *v = (pl_channel_view){.test = test, .channel = channel, .control = pl__page_channel(test, pl__page_text(test, "control"))};
  if (!v->control || !pl_json_find(channel, "predicted")) return false;
  v->x = pl__page_unit(pl__page_text(v->control, "unit"), pl__page_largest(v->control, "imposed"));
  v->y = pl__page_unit(pl__page_text(channel, "unit"), pl__page_largest(channel, "measured"));
  v->small = pl__page_unit(pl__page_text(channel, "unit"), pl__page_largest(channel, "residual"));
  int n[4];
  v->at = pl__page_values(page, v->control, "imposed", v->x.factor, 0, &v->n);
  v->measured = pl__page_values(page, channel, "measured", v->y.factor, 0, &n[0]);
  v->predicted = pl__page_values(page, channel, "predicted", v->y.factor, 0, &n[1]);
  v->residual = pl__page_values(page, channel, "residual", v->small.factor, 0, &n[2]);
  v->low = pl__page_values(page, channel, "predicted_sigma", v->y.factor, 0, &n[3]);
  v->high = pl__page_values(page, channel, "predicted_sigma", v->y.factor, 0, &n[3]);
  v->point_at = pl__page_values(page, v->control, "imposed", v->x.factor, page->max_points, &v->n_point);
  v->point = pl__page_values(page, channel, "measured", v->y.factor, page->max_points, &v->n_point);
  for (int i = 0; i < 4; i++)
    if (n[i] != v->n) return false;
  for (int i = 0; i < v->n; i++) {
    double half = 1.96 * v->low[i];
    v->low[i] = v->predicted[i] - half;
    v->high[i] = v->predicted[i] + half;
  }
  if (!read_raw(page, v)) page->failed = true;
  return v->n > 0;
}

// Every second or later frame of a long residual, so that the page stays small.
static int thin(pl_page *page, const pl_channel_view *v, double **at, double **value) {
  int every = v->n > page->max_points ? (v->n + page->max_points - 1) / page->max_points : 1, n = 0;
  double *memory = pl_arena_alloc(page->arena, 2 * (size_t)v->n, sizeof *memory);
  *at = memory, *value = memory ? memory + v->n : NULL;
  if (!memory) {
    page->failed = true;
    return 0;
  }
  for (int i = 0; i < v->n; i += every) (*at)[n] = v->at[i], (*value)[n++] = v->residual[i];
  return n;
}

pl_plot pl__plot_channel(pl_page *page, const pl_channel_view *v, const double x_range[2]) {
  const char *name = pl__page_text(v->channel, "name"), *test = pl__page_text(v->test, "name");
  pl_plot plot = {.title = pl_arena_printf(page->arena, "%s of test %s, measured and predicted", name, test),
                  .x_name = pl__page_text(v->control, "name"),
                  .x_unit = v->x.unit,
                  .y_name = name,
                  .y_unit = v->y.unit,
                  .height = 280,
                  .x_range = {x_range[0], x_range[1]}};
  bool both = v->n_raw[0] && v->n_raw[1];
  // where every recorded point was used, one set of points is enough
  bool same = pl__page_number(v->test, "frames") == pl__page_number(v->test, "raw_frames") && v->n_raw[0] + v->n_raw[1] > 0;
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
  if (!same) pl_plot_add(&plot, PL_SERIES_POINTS, 0, "used", v->n_point, v->point_at, v->point);
  pl_series *band = pl_plot_add(&plot, PL_SERIES_BAND, pl__page_flag(v->test, "held_out") ? 2 : 1, NULL, v->n, v->at, v->low);
  band->y2 = v->high;
  pl_plot_add(&plot, PL_SERIES_LINE, pl__page_flag(v->test, "held_out") ? 2 : 1, "predicted, 95 % band", v->n, v->at, v->predicted);
  double curve[2] = {INFINITY, -INFINITY}, around[2] = {INFINITY, -INFINITY};
  pl__page_range(v->n, v->predicted, curve);
  pl__page_range(v->n, v->measured, curve);
  for (int b = 0; b < 2; b++) pl__page_range(v->n_raw[b], v->raw[b], curve);
  pl__page_range(v->n, v->low, around);
  pl__page_range(v->n, v->high, around);
  pl__page_limit(&plot, curve, around);
  return plot;
}

pl_plot pl__plot_residual(pl_page *page, const pl_channel_view *v, const double x_range[2], double *sigma) {
  pl_plot plot = {.title = pl_arena_printf(page->arena, "Residual of %s, predicted minus measured", pl__page_text(v->channel, "name")),
                  .x_name = "",
                  .y_name = "residual",
                  .y_unit = v->small.unit,
                  .x_unit = v->x.unit,
                  .height = 126,
                  .x_range = {x_range[0], x_range[1]}};
  double *at, *value, two_sigma = 2 * v->small.factor * pl__page_number(v->channel, "weight_sigma");
  for (int i = 0; i < 4; i++) sigma[i] = i < 2 ? -two_sigma : two_sigma;
  int n = thin(page, v, &at, &value);
  pl_series *band =
      pl_plot_add(&plot, PL_SERIES_BAND, 0,
                  pl__page_flag(v->channel, "sigma_given") ? "\xC2\xB1 2 \xCF\x83 of the measurement" : "\xC2\xB1 2 % of full scale", 2,
                  x_range, sigma);
  band->y2 = sigma + 2;
  pl_plot_add(&plot, PL_SERIES_POINTS, pl__page_flag(v->test, "held_out") ? 2 : 1, NULL, n, at, value);
  return plot;
}

void pl__channel_range(const pl_channel_view *v, double x_range[2]) {
  x_range[0] = INFINITY, x_range[1] = -INFINITY;
  pl__page_range(v->n, v->at, x_range);
  for (int b = 0; b < 2; b++) pl__page_range(v->n_raw[b], v->raw_at[b], x_range);
  double air = 0.03 * (x_range[1] - x_range[0]);
  x_range[0] -= air, x_range[1] += air;
}

static void figure(pl_page *page, const pl_channel_view *v) {
  double x_range[2];
  pl__channel_range(v, x_range);
  pl__page_add(page, "<figure>");
  double sigma[4];
  pl_plot upper = pl__plot_channel(page, v, x_range), lower = pl__plot_residual(page, v, x_range, sigma);
  int left = pl_plot_left(&upper), left_lower = pl_plot_left(&lower);
  upper.left = lower.left = left > left_lower ? left : left_lower;
  pl__page_plot(page, &upper);
  pl__page_plot(page, &lower);
  pl__page_add(page, "<figcaption><b>");
  pl__page_escape(page, pl__page_text(v->test, "name"));
  pl__page_add(page, "</b>, ");
  pl__page_escape(page, pl__page_text(v->channel, "name"));
  pl__page_add(page, " (");
  pl__page_direction(page, v->test);
  pl__page_add(page, "): R\xC2\xB2 = ");
  pl__page_r2(page, pl__page_number(v->channel, "r2"));
  pl__page_add(page, ", rms ");
  pl__markup_number(page->out, v->small.factor * pl__page_number(v->channel, "rms"));
  pl_text_printf(page->out, " %s (", v->small.unit);
  pl__markup_fixed(page->out, 100 * pl__page_number(v->channel, "relative"), 2);
  pl__page_add(page, " % of full scale)");
  double failed = pl__page_number(v->test, "failed_frames");
  if (failed > 0) pl_text_printf(page->out, "; %d frames without equilibrium left out", (int)failed);
  for (pl_json *own = pl__page_list(v->test, "intrinsics"); own; own = own->next) {
    pl_shown unit = pl__page_unit(pl__page_text(own, "unit"), pl__page_largest(own, "value"));
    pl_text_printf(page->out, "; %s ", pl__page_text(own, "name"));
    pl__markup_uncertain(page->out, unit.factor * pl__page_number(own, "value"), unit.factor * pl__page_number(own, "sigma"));
    pl_text_printf(page->out, " %s (\xC2\xB1 sigma)", unit.unit);
  }
  double hysteresis = pl__page_number(v->test, "hysteresis");
  if (hysteresis > 0.005) {
    pl__page_add(page, "; loading and unloading differ by ");
    pl__markup_fixed(page->out, 100 * hysteresis, 1);
    pl__page_add(page, " %");
  }
  pl__page_add(page, ".</figcaption></figure>\n");
}

static void figures(pl_page *page, bool held_out) {
  pl__page_add(page, "<div class=\"pair\">\n");
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next) {
    if (pl__page_flag(test, "held_out") != held_out) continue;
    for (pl_json *channel = pl__page_list(test, "channels"); channel; channel = channel->next) {
      pl_channel_view v;
      if (pl__view_channel(page, test, channel, &v)) figure(page, &v);
    }
  }
  pl__page_add(page, "</div>\n");
}

static void write_unjudged(pl_page *page, pl_json *score) {
  const char *why = pl__page_text(score, "not_judged");
  pl__page_add(page, *why ? "not judged: " : "not judged");
  pl__page_escape(page, why);
}

static void score_table(pl_page *page, bool held_out) {
  pl__page_add(
      page,
      "<div class=\"scroll\"><table><thead><tr><th>test</th><th>channel</th><th class=\"num\">values</th><th class=\"num\">R\xC2\xB2</th>"
      "<th class=\"num\">rms</th><th class=\"num\">largest</th><th>unit</th><th class=\"num\">of full scale</th>");
  pl__page_add(page, held_out ? "<th>verdict</th></tr></thead><tbody>\n" : "</tr></thead><tbody>\n");
  for (pl_json *score = pl__page_list(page->fit, "scores"); score; score = score->next) {
    if (pl__page_flag(score, "held_out") != held_out) continue;
    pl_shown unit = pl__page_unit(pl__page_text(score, "unit"), pl__page_largest(score, "max"));
    pl__page_add(page, "<tr><td class=\"name\">");
    pl__page_escape(page, pl__page_text(score, "test"));
    pl__page_add(page, "</td>");
    pl__page_cell_text(page, pl__page_text(score, "channel"));
    pl__page_cell(page, pl__page_number(score, "values"));
    pl__page_add(page, "<td class=\"num\">");
    pl__page_r2(page, pl__page_number(score, "r2"));
    pl__page_add(page, "</td>");
    pl__page_cell(page, unit.factor * pl__page_number(score, "rms"));
    pl__page_cell(page, unit.factor * pl__page_number(score, "max"));
    pl__page_cell_unit(page, unit.unit);
    pl__page_add(page, "<td class=\"num\">");
    pl__markup_fixed(page->out, 100 * pl__page_number(score, "relative"), 2);
    pl__page_add(page, " %</td>");
    if (held_out) {
      pl__page_add(page, "<td>");
      if (pl_json_find(score, "passed"))
        pl__page_mark(page, pl__page_flag(score, "passed"), "passed", "not passed");
      else
        write_unjudged(page, score);
      pl__page_add(page, "</td>");
    }
    pl__page_add(page, "</tr>\n");
  }
  pl__page_add(page, "</tbody></table></div>\n");
}

static bool any_test(pl_page *page, bool held_out) {
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next)
    if (pl__page_flag(test, "held_out") == held_out) return true;
  return false;
}

// Does a held-out test have numbers of its own that were estimated from it?
static bool own_numbers(pl_page *page) {
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next)
    if (pl__page_flag(test, "held_out") && pl__page_count(test, "intrinsics")) return true;
  return false;
}

void pl__page_tests(pl_page *page) {
  pl__page_begin(page, "tests", "Measured against predicted");
  if (any_test(page, false)) {
    score_table(page, false);
    pl__page_add(page, "<h3>The fitted tests</h3>");
    pl__page_captures(page, false);
    pl__page_shapes(page, false);
    figures(page, false);
  } else {
    pl__page_add(page, "<p>Nothing was fitted; all tests are under Validation.</p>");
  }
  pl__page_end(page);
}

// Is a held-out channel without R2?
static bool any_few(pl_page *page) {
  for (pl_json *score = pl__page_list(page->fit, "scores"); score; score = score->next)
    if (score->kind == PL_JSON_OBJECT && pl__page_flag(score, "held_out") && pl_json_find(score, "no_r2")) return true;
  return false;
}

void pl__page_validation(pl_page *page) {
  pl__page_begin(page, "validation", "Validation");
  if (any_test(page, true)) {
    pl_json *outcome = pl_json_find(page->fit, "outcome");
    pl__page_add(page, "<p>");
    pl__page_mark(page, pl__page_flag(outcome, "validation_passed"), "Passed", "Not passed");
    pl__page_add(page, own_numbers(page)
                           ? ": tests that the fit never saw, predicted from the material; only the numbers of the specimen itself, "
                             "listed below, are estimated from it. It passes with R\xC2\xB2 of at least "
                           : ": tests that the fit never saw, predicted from the material alone. A curve passes with R\xC2\xB2 of "
                             "at least ");
    pl__markup_number(page->out, pl__page_number(outcome, "accept_r2"));
    pl__page_add(page, ".");
    if (any_few(page))
      pl_text_printf(
          page->out,
          " One or two values have no R\xC2\xB2: they pass within 3 sigma, of reading and prediction together, or when missed by at "
          "most %.0f %% of their change.",
          100 * sqrt(1 - pl__page_number(outcome, "accept_r2")));
    pl__page_add(page, "</p>\n");
    score_table(page, true);
    pl__page_captures(page, true);
    pl__page_shapes(page, true);
    figures(page, true);
  } else {
    pl__page_add(page, "<p>No test was held out. Give one that the fit does not see with <code>--validate FILE</code>: only such a test "
                       "shows whether the model "
                       "predicts, and not only describes.</p>\n");
  }
  pl__page_end(page);
}
