// The plotting kit: ticks, series, and that what comes out is well-formed SVG without a number that is not finite.
#include "report/svg/svg.h"

#include "golden/markup_check.h"
#include "report/figure/markup.h"
#include "test.h"

static void start(pl_context **ctx, pl_text *out) {
  *ctx = pl_context_create(NULL);
  pl_text_init(out, *ctx);
}

static void stop(pl_context *ctx, pl_text *out) {
  pl_text_clear(out);
  pl_context_destroy(ctx);
}

#define CHECK_MARKUP(out)                                                        \
  do {                                                                           \
    const char *wrong_ = markup_wrong((out).data, (out).size);                   \
    if (wrong_) test_fail(__FILE__, __LINE__, "%s in:\n%s", wrong_, (out).data); \
  } while (0)

TEST(svg_ticks_are_nice) {
  static const double range[][2] = {{0, 1}, {-3, 17}, {0.02, 0.021}, {-1e-7, 3e-7}, {12345, 98765}, {0, 1e9}, {-5, -4.2}};
  for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
    for (int wanted = 2; wanted <= 10; wanted++) {
      double first, step, low = range[i][0], high = range[i][1];
      int n = pl_plot_ticks(low, high, wanted, &first, &step);
      CHECK(n >= 1 && n <= wanted);
      CHECK(first >= low - 1e-9 * step && first + (n - 1) * step <= high + 1e-9 * step);
      double digit = step / pow(10, floor(log10(step) + 1e-9));
      CHECK(fabs(digit - 1) < 1e-6 || fabs(digit - 2) < 1e-6 || fabs(digit - 2.5) < 1e-6 || fabs(digit - 5) < 1e-6);
      CHECK_NEAR(first / step, round(first / step), 1e-6);
    }
  double first, step;
  CHECK(pl_plot_ticks(1, 1, 5, &first, &step) == 0);
  CHECK(pl_plot_ticks(NAN, 1, 5, &first, &step) == 0);
  CHECK(pl_plot_ticks(0, INFINITY, 5, &first, &step) == 0);
}

TEST(svg_every_kind_is_well_formed) {
  pl_context *ctx;
  pl_text out;
  start(&ctx, &out);
  double x[] = {0, 1, 2, 3}, y[] = {0, 1, 4, 9}, z[] = {1, 2, 5, 11};
  const char *tip[] = {"a<b", "c&d", "\"quoted\"", "plain"};
  for (int kind = PL_SERIES_LINE; kind <= PL_SERIES_SPAN; kind++) {
    pl_plot plot = {.title = "a < b & \"c\"", .x_name = "x", .x_unit = "mm", .y_name = "y & z", .y_unit = "g/m^2"};
    pl_series *series = pl_plot_add(&plot, (pl_series_kind)kind, kind % 7, "label <1>", 4, x, y);
    REQUIRE(series);
    series->y2 = z;
    series->tip = tip;
    size_t before = out.size;
    pl_plot_write(&plot, &out);
    CHECK(out.size > before + 500);
  }
  CHECK_MARKUP(out);
  CHECK(markup_count(out.data, "role=\"img\"") == PL_SERIES_SPAN + 1);
  CHECK_CONTAINS(out.data, "aria-label=\"a &lt; b &amp; &quot;c&quot;\"");
  CHECK_CONTAINS(out.data, "y &amp; z [g/m\xC2\xB2]");
  CHECK_CONTAINS(out.data, "<title>a&lt;b: 0 mm, 0 g/m\xC2\xB2</title>");
  stop(ctx, &out);
}

TEST(svg_breaks_lines_at_missing_values) {
  pl_context *ctx;
  pl_text out;
  start(&ctx, &out);
  double x[] = {0, 1, 2, 3, 4, 5}, y[] = {1, 2, NAN, 3, INFINITY, -INFINITY}, low[] = {0, 1, 2, NAN, 3, 2};
  pl_plot plot = {.title = "gaps"};
  pl_plot_add(&plot, PL_SERIES_LINE, 1, "line", 6, x, y);
  pl_plot_add(&plot, PL_SERIES_POINTS, 2, "points", 6, x, y);
  pl_plot_add(&plot, PL_SERIES_DOTS, 3, "dots", 6, x, y);
  pl_plot_add(&plot, PL_SERIES_BAND, 4, "band", 6, x, low)->y2 = y;
  pl_plot_add(&plot, PL_SERIES_BARS, 5, "bars", 6, x, low)->y2 = y;
  pl_plot_write(&plot, &out);
  CHECK_MARKUP(out);
  CHECK(markup_count(out.data, "nan") == 0 && markup_count(out.data, "inf") == 0);
  const char *line = strstr(out.data, "<path class=\"line c1\"");
  REQUIRE(line);
  char path[200];
  snprintf(path, sizeof path, "%.*s", (int)strcspn(line, ">"), line);
  CHECK(markup_count(path, "M") == 2);  // one start before the gap, one after
  CHECK(markup_count(path, "L") == 1);
  CHECK(markup_count(out.data, "<title>") == 3);
  stop(ctx, &out);
}

TEST(svg_hopeless_data_still_plot) {
  pl_context *ctx;
  pl_text out;
  start(&ctx, &out);
  double nothing[] = {NAN, NAN}, same[] = {7, 7}, huge[] = {-1e308, 1e308}, tiny[] = {1e-320, 2e-320}, zero[] = {0, 0};
  const double *const data[] = {nothing, same, huge, tiny, zero};
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      for (int log_y = 0; log_y < 2; log_y++) {
        pl_plot plot = {.title = "odd", .x_name = "x", .y_name = "y", .log_y = log_y};
        pl_plot_add(&plot, PL_SERIES_LINE, 1, "a", 2, data[i], data[j]);
        pl_plot_add(&plot, PL_SERIES_POINTS, 1, NULL, 2, data[i], data[j]);
        pl_plot_write(&plot, &out);
      }
  pl_plot empty = {.title = NULL};
  pl_plot_write(&empty, &out);
  CHECK_MARKUP(out);
  CHECK(markup_count(out.data, "<svg class=\"plot\"") == 51);
  stop(ctx, &out);
}

TEST(svg_band_of_a_cycle_has_an_area) {
  pl_context *ctx;
  pl_text out;
  start(&ctx, &out);
  double x[] = {0, 1, 2, 1, 0}, low[] = {0, 1, 2, 1, 0}, high[] = {1, 2, 3, 2, 1};
  pl_plot plot = {.title = "there and back"};
  pl_plot_add(&plot, PL_SERIES_BAND, 1, NULL, 5, x, low)->y2 = high;
  pl_plot_write(&plot, &out);
  const char *band = strstr(out.data, "<path class=\"band c1\"");
  REQUIRE(band);
  char path[400];
  snprintf(path, sizeof path, "%.*s", (int)strcspn(band, ">"), band);
  CHECK(markup_count(path, "Z") == 2);  // one shape each way, not one that covers nothing
  stop(ctx, &out);
}

TEST(svg_many_series_are_dropped_quietly) {
  double x[] = {0, 1};
  pl_plot plot = {.title = "many"};
  for (int i = 0; i < PL_PLOT_MAX_SERIES; i++) CHECK(pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, 2, x, x) != NULL);
  CHECK(pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, 2, x, x) == NULL);
}

static void shown(pl_context *ctx, double value, double half, const char *expected) {
  pl_text out;
  pl_text_init(&out, ctx);
  pl__markup_uncertain(&out, value, half);
  CHECK_TEXT(out.data, expected);
  pl_text_clear(&out);
}

TEST(svg_numbers_carry_as_many_digits_as_they_mean) {
  pl_context *ctx = pl_context_create(NULL);
  shown(ctx, 1234.567, 21.3, "1235 \xC2\xB1 21");
  shown(ctx, 1234.567, 213.0, "1230 \xC2\xB1 210");
  shown(ctx, 0.12345, 0.0012, "0.1235 \xC2\xB1 0.0012");
  shown(ctx, -0.5, 0.25,
        "\xE2\x88\x92"
        "0.50 \xC2\xB1 0.25");
  shown(ctx, 12, 0, "12");
  shown(ctx, 12, NAN, "12");
  shown(ctx, NAN, 1, "\xE2\x80\x93");
  pl_text out;
  pl_text_init(&out, ctx);
  pl__markup_fixed(&out, -0.0001, 2);
  CHECK_TEXT(out.data, "0.00");
  pl__markup_unit(&out, " kg m^2 s^-2");
  CHECK_CONTAINS(out.data, "m\xC2\xB2 s\xE2\x81\xBB\xC2\xB2");
  pl_text_clear(&out);
  pl_context_destroy(ctx);
}

// A place in the plane: a square of the data is a square of the picture, whichever side has room.
TEST(svg_equal_axes) {
  static const int height[] = {200, 900};
  for (int i = 0; i < 2; i++) {
    pl_context *ctx;
    pl_text out;
    start(&ctx, &out);
    double x[] = {0, 10, 10, 0}, y[] = {0, 0, 10, 10};
    pl_plot plot = {.title = "square", .x_name = "x", .y_name = "y", .height = height[i], .equal = true};
    pl_plot_add(&plot, PL_SERIES_LINE, 1, NULL, 4, x, y);
    pl_plot_write(&plot, &out);
    CHECK_MARKUP(out);
    const char *path = strstr(out.data, "class=\"line");
    REQUIRE(path && (path = strstr(path, " d=\"M")));
    double px[4], py[4];
    int n_read = sscanf(path, " d=\"M%lf %lfL%lf %lfL%lf %lfL%lf %lf", &px[0], &py[0], &px[1], &py[1], &px[2], &py[2], &px[3], &py[3]);
    REQUIRE(n_read == 8);
    CHECK(px[1] - px[0] > 50);
    CHECK_NEAR(px[1] - px[0], py[1] - py[2], 0.21);
    stop(ctx, &out);
  }
}
