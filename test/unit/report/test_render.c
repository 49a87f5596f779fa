// Fields on shapes against closed forms, the choice of frames, and colours that are those of the page.
#include "said.h"
#include "base/text.h"
#include "report/figure/colours.h"
#include "report/render/render_parts.h"
#include "test.h"

// F = [warp direction times 1.2, weft direction times 0.9 leaning by 10 degrees], turned in space.
TEST(render_stretch_of_a_triangle) {
  const double lean = 10 * acos(-1.0) / 180, turn = 0.7;
  const double rest[3][2] = {{0.1, 0.2}, {0.4, 0.3}, {0.2, 0.7}};
  double x[3][3];
  for (int k = 0; k < 3; k++) {
    double u = 1.2 * rest[k][0] + 0.9 * sin(lean) * rest[k][1], v = 0.9 * cos(lean) * rest[k][1];
    x[k][0] = u * cos(turn), x[k][1] = v, x[k][2] = u * sin(turn);
  }
  pl_render_stretch s;
  REQUIRE(pl__render_stretch((const double(*)[3])x, rest, &s));
  CHECK_NEAR(s.warp, 1.2, 1e-12);
  CHECK_NEAR(s.weft, 0.9, 1e-12);
  CHECK_NEAR(s.shear, lean, 1e-12);
  double c12 = 1.2 * 0.9 * sin(lean), mean = 0.5 * (1.44 + 0.81);
  CHECK_NEAR(s.largest * s.largest, mean + sqrt(pow(0.5 * (1.44 - 0.81), 2) + c12 * c12), 1e-12);
  const double line[3][2] = {{0, 0}, {1, 1}, {2, 2}};
  CHECK(!pl__render_stretch((const double(*)[3])x, line, &s));
}

static void chosen(const char *frames, int count, int n_expected, const int *expected) {
  static const int number[] = {3, 5, 7, 9, 11, 13, 15};
  int index[7], n;
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  pl_status status = pl_film_choose(ctx, frames, count, 7, number, index, &n);
  if (n_expected == 0) {
    CHECK(status == PL_ERROR_INPUT && n == 0);
    CHECK_CONTAINS(said_error(ctx), "[report.names-no-frame]|7|3|15");
  } else {
    CHECK(status == PL_OK && n == n_expected);
    for (int i = 0; i < n && i < n_expected; i++) CHECK(number[index[i]] == expected[i]);
  }
  pl_context_destroy(ctx);
}

TEST(render_frames_by_number) {
  chosen("all", 1, 7, (int[]){3, 5, 7, 9, 11, 13, 15});
  chosen("first", 3, 1, (int[]){3});
  chosen("last", 3, 1, (int[]){15});
  chosen("", 3, 3, (int[]){3, 9, 15});
  chosen("", 1, 1, (int[]){15});
  chosen("", 100, 7, (int[]){3, 5, 7, 9, 11, 13, 15});
  chosen("9,3", 1, 2, (int[]){3, 9});
  chosen("5-11:4,15", 1, 3, (int[]){5, 9, 15});
  const char *const wrong[] = {"4", "x", "3,", "3-", "9-3", "3:0", "3;5", "16-99", "3,4"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) chosen(wrong[i], 1, 0, NULL);
}

// ---- colours ----

static const char *source_file(pl_arena *arena, const char *name) {
  char path[1200], *text;
  size_t size;
  snprintf(path, sizeof path, "%s/%s", PLIANT_SOURCE_DIR, name);
  REQUIRE(pl_file_read(arena, path, 1 << 20, &text, &size) == PL_OK);
  return text;
}

// Stops "[0.16, 0.11, 0.4]" after a name in colours.ts.
static void same_scale(const char *text, const char *name, pl_colour_scale scale) {
  const char *p = strstr(text, name);
  REQUIRE(p != NULL);
  p = strchr(p, '=');
  REQUIRE(p != NULL && (p = strchr(p, '[')) != NULL);
  for (int i = 0; i < 7; i++) {
    double stop[3], rgb[3];
    p = strchr(p + 1, '[');
    REQUIRE(p && sscanf(p, "[%lf, %lf, %lf]", &stop[0], &stop[1], &stop[2]) == 3);
    pl__colour_scale(scale, i / 6.0, rgb);
    for (int k = 0; k < 3; k++) CHECK_NEAR(rgb[k], stop[k], 1e-12);
  }
}

TEST(colours_are_those_of_the_page) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  const char *text = source_file(arena, "web/src/colours.ts"), *style = source_file(arena, "web/src/style.css");
  same_scale(text, "const sequential", PL_SCALE_SIZE);
  same_scale(text, "const diverging", PL_SCALE_STRAIN);
  for (int i = 0; i < PL_N_COLOUR; i++) {
    char name[16];
    unsigned hex;
    double rgb[3];
    snprintf(name, sizeof name, i ? "--c%d: #" : "--ink: #", i);
    const char *p = strstr(style, name);
    REQUIRE(p && sscanf(p + strlen(name), "%6x", &hex) == 1);
    pl__colour(i, rgb);
    for (int k = 0; k < 3; k++) CHECK_NEAR(255 * rgb[k], hex >> (16 - 8 * k) & 255, 1e-9);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Scales leave out 2 % of the values at either end. Those of sizes begin at zero, signed ones are symmetric, maps of places span what there
// is.
TEST(render_scale_without_outliers) {
  double value[1000];
  for (int i = 0; i < 1000; i++) value[i] = i == 7 ? 1e6 : 0.01 * ((i * 37) % 1000);
  pl_render_field field = {.colours = PL_SCALE_SIZE};
  pl__render_scale(1000, value, false, &field);
  CHECK(field.low == 0 && field.clipped);
  CHECK_NEAR(field.high, 9.8, 0.05);
  pl__render_scale(1000, value, true, &field);
  CHECK_NEAR(field.low, 0.2, 0.02);
  field.colours = PL_SCALE_STRAIN;
  pl__render_scale(1000, value, false, &field);
  CHECK(field.low == -field.high && field.high < 10);
  // nearly everything zero: the scale is that of the rest, and nothing is left out
  for (int i = 0; i < 1000; i++) value[i] = i == 3 ? 5 : 0;
  field.colours = PL_SCALE_SIZE;
  pl__render_scale(1000, value, false, &field);
  CHECK(field.high == 5 && !field.clipped);
  for (int i = 0; i < 1000; i++) value[i] = 4;
  pl__render_scale(1000, value, true, &field);
  CHECK(field.low < 4 && field.high > 4);
}
