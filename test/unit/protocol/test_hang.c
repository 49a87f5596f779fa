// test_hang.c: hung cloths are read the same from every form of their tables, loads are those of statics, and saving loses nothing.
#include "said.h"
#include "test.h"

#include <stdlib.h>

#include "base/rng.h"
#include "base/text.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/biaxial-hang/hang.h"

static pl_measurement *load(const char *more, const char *tests) {
  put("e.json", pl_arena_printf(
                    arena,
                    "{\"pliant\": \"experiment 1\", \"protocol\": \"biaxial-hang\", \"density\": \"180 g/m^2\", \"width\": \"400 mm\", "
                    "\"height\": \"400 mm\", \"clip\": \"60 mm\", \"slat\": \"50 g\", \"holder\": \"10 g\", \"gravity\": \"10 m/s^2\", %s "
                    "\"tests\": [%s]}",
                    more, tests));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

// ---- a cloth on a board, written in several forms ----

// Points of frame f, m: eight of the bodies (both ends of top, bottom, left, right), then two on each cord.
enum { N_BODY_POINT = 8, N_LABEL = 14, N_FRAME = 6 };
static const char *const label[N_LABEL][2] = {{"top", "a"},         {"top", "b"},         {"bottom", "a"},    {"bottom", "b"},
                                              {"left", "a"},        {"left", "b"},        {"right", "a"},     {"right", "b"},
                                              {"bottom-cord", "1"}, {"bottom-cord", "2"}, {"left-cord", "1"}, {"left-cord", "2"},
                                              {"right-cord", "1"},  {"right-cord", "2"}};
static const int below[N_FRAME] = {0, 200, 400, 0, 200, 400}, side[N_FRAME] = {0, 0, 0, 300, 300, 300};  // g

static void board(int f, int i, double x[2]) {
  double down = 0.03 * below[f] / 400, out = 0.02 * side[f] / 300 - 0.01 * below[f] / 400, middle = 0.6 - down / 2;
  const double p[N_LABEL][2] = {{0.2, 0.8},
                                {0.6, 0.8},
                                {0.2, 0.4 - down},
                                {0.6, 0.4 - down},
                                {0.2 - out, middle + 0.03},
                                {0.2 - out, middle - 0.03},
                                {0.6 + out, middle + 0.03},
                                {0.6 + out, middle - 0.03},
                                {0.4, 0.38 - down},
                                {0.4, 0.28 - down},
                                {0.18 - out, middle},
                                {0.10 - out, middle - 0.06},
                                {0.62 + out, middle},
                                {0.68 + out, middle - 0.08}};
  memcpy(x, p[i], 2 * sizeof *x);
}

// A camera that sees the board (m) in pixels, y down, a little from the side.
static void camera(const double x[2], double pixel[2]) {
  double w = 1 + 0.03 * x[0] - 0.02 * x[1];
  pixel[0] = (400 + 3900 * x[0] + 15 * x[1]) / w;
  pixel[1] = (3800 - 10 * x[0] - 3950 * x[1]) / w;
}

typedef void (*form)(const double x[2], double cell[2]);
static void as_mm(const double x[2], double cell[2]) {
  cell[0] = 1e3 * x[0];
  cell[1] = 1e3 * x[1];
}
static void as_mm_down(const double x[2], double cell[2]) {
  cell[0] = 1e3 * x[0];
  cell[1] = 700 - 1e3 * x[1];
}
static void as_scaled(const double x[2], double cell[2]) {
  cell[0] = x[0] / 0.25e-3;
  cell[1] = (0.9 - x[1]) / 0.25e-3;
}

static const char *table_text(const char *header, form f, int n_label) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text, "%s\n", header);
  for (int k = 0; k < N_FRAME; k++)
    for (int i = 0; i < n_label; i++) {
      double x[2], cell[2];
      board(k, i, x);
      f(x, cell);
      pl_text_printf(&text, "%d,%d,%s,%s,%.9f,%.9f\n", below[k], side[k], label[i][0], label[i][1], cell[0], cell[1]);
    }
  const char *copy = pl_arena_text(arena, text.data);
  pl_text_clear(&text);
  REQUIRE(copy);
  return copy;
}

// All body points up to one shift of the origin.
static void check_points(const char *file, int line, const pl_test *test, double tolerance) {
  REQUIRE(pl_hang_of(test) && test->n_frame == N_FRAME && pl_hang_of(test)->n_point == N_BODY_POINT);
  CHECK(test->channel[PL_HANG_POINTS].width == 2 * N_BODY_POINT);
  const double *value = test->channel[PL_HANG_POINTS].value;
  double origin[2], worst = 0;
  board(0, 0, origin);
  for (int k = 0; k < 2; k++) origin[k] -= value[k];
  for (int f = 0; f < N_FRAME; f++)
    for (int i = 0; i < N_BODY_POINT; i++) {
      double x[2];
      board(f, i, x);
      CHECK_TEXT(pl_hang_of(test)->point[i].name, label[i][1]);
      CHECK_TEXT(pl__hang_body_name[pl_hang_of(test)->point[i].body], label[i][0]);
      for (int k = 0; k < 2; k++) worst = fmax(worst, fabs(value[2 * (N_BODY_POINT * f + i) + k] + origin[k] - x[k]));
    }
  if (!(worst <= tolerance)) test_fail(file, line, "points are off by %g m", worst);
}
#define CHECK_POINTS(test, tolerance) check_points(__FILE__, __LINE__, test, tolerance)

#define ONE "{\"name\": \"a\", \"cut\": \"45 deg\", \"points\": \"a.csv\"}"

TEST(hang_forms_of_points_agree) {
  start();
  static const char *const pixel_header[] = {"bottom [g],side [g],body,point,x [px],y [px]", "bottom [g],side [g],body,point,x_px,y_px",
                                             "bottom (g),side (g),Body,Point,x (px),y (px)"};
  put("a.csv", table_text("bottom [g],side [g],body,point,x [mm],y [mm]", as_mm, N_LABEL));
  pl_measurement *m = load("", ONE);
  CHECK_POINTS(&m->test[0], 1e-12);
  CHECK_NEAR(m->test[0].channel[0].value[0], 0.2, 1e-15);  // lengths keep their origin
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  put("a.csv", table_text("bottom [g],side [g],body,point,x [mm],y [mm]", as_mm_down, N_LABEL));
  m = load("\"calibration\": {\"y\": \"down\"},", ONE);
  CHECK_POINTS(&m->test[0], 1e-12);
  pl_measurement_destroy(m);
  for (int h = 0; h < 3; h++) {
    put("a.csv", table_text(pixel_header[h], as_scaled, N_LABEL));
    m = load("\"calibration\": {\"scale\": \"0.25 mm/px\", \"image\": [4000, 3600]},", ONE);
    CHECK_POINTS(&m->test[0], 1e-12);
    pl_measurement_destroy(m);
    m = load("\"calibration\": {\"scale\": \"4 px/mm\"},", ONE);
    CHECK_POINTS(&m->test[0], 1e-12);
    pl_measurement_destroy(m);
  }
  // four corners of a rectangle 700 mm x 800 mm whose lower left corner is at (0.05, 0.1) m
  double corner[4][2];
  const double place[4][2] = {{0.05, 0.9}, {0.75, 0.9}, {0.75, 0.1}, {0.05, 0.1}};
  for (int i = 0; i < 4; i++) camera(place[i], corner[i]);
  put("a.csv", table_text(pixel_header[0], camera, N_LABEL));
  m = load(pl_arena_printf(
               arena,
               "\"calibration\": {\"corners\": [[%.9f, %.9f], [%.9f, %.9f], [%.9f, %.9f], [%.9f, %.9f]], \"rectangle\": [\"700 mm\", "
               "\"800 mm\"]},",
               corner[0][0], corner[0][1], corner[1][0], corner[1][1], corner[2][0], corner[2][1], corner[3][0], corner[3][1]),
           ONE);
  CHECK_POINTS(&m->test[0], 1e-11);
  CHECK_NEAR(m->test[0].channel[0].value[0], 0.15, 1e-11);
  CHECK_NEAR(m->test[0].channel[0].value[1], 0.7, 1e-11);
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  finish();
}

// Marks with 0.2 mm scatter: the account gives the error that is there, a hundred times more is doubted.
TEST(hang_marks_and_reprojection) {
  start();
  put("a.csv", table_text("bottom [g],side [g],body,point,x [px],y [px]", camera, N_LABEL));
  for (int trial = 0; trial < 2; trial++) {
    pl_text text;
    pl_rng rng;
    double sigma = trial == 0 ? 2e-4 : 2e-3;
    pl_text_init(&text, ctx);
    pl_rng_init(&rng, 3);
    pl_text_add(&text, "x [px],y [px],board-x [mm],board-y [mm]\n");
    for (int i = 0; i < 100; i++) {
      double x[2] = {0.08 * (i % 10), 0.1 + 0.08 * (i / 10)}, pixel[2];
      camera(x, pixel);
      pl_text_printf(&text, "%.9f,%.9f,%.9f,%.9f\n", pixel[0], pixel[1], 1e3 * (x[0] + sigma * pl_rng_normal(&rng)),
                     1e3 * (x[1] + sigma * pl_rng_normal(&rng)));
    }
    put("marks.csv", text.data);
    pl_text_clear(&text);
    pl_measurement *m = load("\"calibration\": {\"marks\": \"marks.csv\"},", ONE);
    CHECK_POINTS(&m->test[0], sigma);
    const char *said = strstr(m->test[0].channel[0].source, "error ");
    REQUIRE(said);
    // distance: two components
    CHECK_CLOSE(atof(said + 6), 1e3 * sigma * sqrt(2) * sqrt(192 / 200.0), 0.15);
    CHECK(m->n_suspicion == trial);
    if (trial == 1) CHECK_CONTAINS(said_text(&m->suspicion[0]), "[hang.calibration]");
    CHECK(m->n_input == 3);
    pl_measurement_destroy(m);
  }
  finish();
}

// F = (W + holder) d + own (0, -1), written out.
TEST(hang_loads_are_statics) {
  start();
  put("a.csv", table_text("bottom [g],side [g],body,point,x [mm],y [mm]", as_mm, N_LABEL));
  pl_measurement *m = load("\"clip-mass\": \"20 g\",", ONE);
  const pl_hang *hang = pl_hang_of(&m->test[0]);
  CHECK(hang->unloaded == 0);
  CHECK_NEAR(m->test[0].angle, atan(1), 1e-15);
  CHECK(hang->width == 0.4 && hang->height == 0.4 && hang->clip == 0.06 && hang->gravity == 10);
  CHECK(m->test[0].length == 0.4 && m->test[0].width == 0.4 && m->test[0].n_raw == N_FRAME);
  for (int f = 0; f < N_FRAME; f++) {
    const double *load_of = hang->load + 3 * f, *d = hang->direction + 6 * f;
    CHECK_NEAR(load_of[0], 0.01 * below[f] + 0.5, 1e-12);
    CHECK_NEAR(d[0], 0, 1e-12);
    CHECK_NEAR(d[1], -1, 1e-12);
    // the left cord falls 3 in 4, the right one 4 in 3
    double pull = 0.01 * side[f] + 0.1, left[2] = {-0.8 * pull, -0.6 * pull - 0.2}, right[2] = {0.6 * pull, -0.8 * pull - 0.2};
    for (int k = 0; k < 2; k++) {
      CHECK_NEAR(load_of[1] * d[2 + k], left[k], 1e-9);
      CHECK_NEAR(load_of[2] * d[4 + k], right[k], 1e-9);
    }
    for (int k = 0; k < 3; k++) CHECK_NEAR(hypot(d[2 * k], d[2 * k + 1]), 1, 1e-12);
    // and back
    double weight, cord[2];
    pl__hang_weight(hang, f, 1, &weight, cord);
    CHECK_NEAR(weight, 0.01 * side[f], 1e-9);
    CHECK_NEAR(cord[0], -0.8, 1e-9);
    pl__hang_weight(hang, f, 0, &weight, cord);
    CHECK_NEAR(weight, 0.01 * below[f], 1e-12);
  }
  pl_measurement_destroy(m);
  // without labelled cords: straight down, left, right, and a note for each
  put("a.csv", table_text("bottom [gf],side [gf],body,point,x [mm],y [mm]", as_mm, N_BODY_POINT));
  m = load("", ONE);
  hang = pl_hang_of(&m->test[0]);
  CHECK_NEAR(hang->load[3 * 5], 0.4 * 9.80665 + 0.5, 1e-12);
  CHECK_NEAR(hang->load[3 * 5 + 1], 0.3 * 9.80665 + 0.1, 1e-12);
  for (int f = 0; f < N_FRAME; f++)
    for (int k = 0; k < 6; k++) CHECK(hang->direction[6 * f + k] == pl__hang_default_cord[k / 2][k % 2]);
  CHECK(m->n_note == 3);
  pl_measurement_destroy(m);
  finish();
}

#define HEADER "image,bottom [g],left [g],right [g],body,point,x [mm],y [mm]\n"
// One photograph of a cloth, the bottom slat `down` mm lower.
static const char *photo(const char *image, const char *weights, double down) {
  return pl_arena_printf(
      arena,
      "%s,%s,top,a,0,400\n%s,%s,top,b,400,400\n%s,%s,bottom,a,0,%g\n%s,%s,bottom,b,400,%g\n%s,%s,left,a,0,230\n%s,%s,left,b,0,170\n"
      "%s,%s,right,a,400,230\n%s,%s,right,b,400,170\n",
      image, weights, image, weights, image, weights, -down, image, weights, -down, image, weights, image, weights, image, weights, image,
      weights);
}

// Frames by image, interleaved, the same weights twice, points that were not labelled, a cord in one frame only.
TEST(hang_frames_and_gaps) {
  start();
  put("a.csv", pl_arena_printf(arena,
                               HEADER "%s%s%s2,100,0,50,bottom,c,200,-10\n1,0,0,0,bottom,c,200,0\n2,100,0,50,right-cord,1,420,200\n"
                                      "2,100,0,50,right-cord,2,520,200\n3,100,0,50,bottom,c,,\n",
                               photo("1", "0,0,0", 0), photo("2", "100,0,50", 10), photo("3", "100,0,50", 12)));
  pl_measurement *m = load("\"calibration\": {\"comment\": \"none\"},", ONE);
  const pl_test *test = &m->test[0];
  REQUIRE(test->n_frame == 3 && pl_hang_of(test)->n_point == 9);
  CHECK_TEXT(pl_hang_of(test)->point[4].name, "c");
  const double *x = test->channel[0].value;
  CHECK_NEAR(x[2 * 4], 0.2, 1e-15);
  CHECK_NEAR(x[18 + 2 * 4 + 1], -0.01, 1e-15);
  CHECK(isnan(x[36 + 2 * 4]) && isnan(x[36 + 2 * 4 + 1]));
  CHECK_NEAR(x[36 + 2 * 3 + 1], -0.012, 1e-15);
  CHECK_NEAR(pl_hang_of(test)->load[3 + 2], 0.6, 1e-12);
  CHECK_NEAR(pl_hang_of(test)->load[3 + 1], 0.1, 1e-12);
  double shift[2];
  CHECK(pl__hang_shift(test, PL_HANG_BOTTOM, 2, shift));
  CHECK_NEAR(shift[1], -0.012, 1e-15);
  bool noted = false;
  for (int i = 0; i < m->n_note; i++) noted = noted || strstr(m->note[i], "right-cord is not labelled in 2 of 3 frames");
  CHECK(noted);
  pl_text text;
  pl_text_init(&text, ctx);
  pl_measurement_describe(m, &text);
  CHECK_CONTAINS(text.data, "9: top 2, bottom 3, left 2, right 2; 1 of 27 not labelled");
  CHECK_CONTAINS(text.data, "weights right       0, 50 g");
  CHECK_CONTAINS(text.data, "bottom: x 0 to 0 mm, y -12 to 0 mm");
  pl_text_clear(&text);
  pl_measurement_destroy(m);
  finish();
}

// One table for two samples, separated by "where"; settings of a test override the top.
TEST(hang_where_and_defaults) {
  start();
  put("a.csv", pl_arena_printf(arena, "sample," HEADER "%s", ""));
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "sample,image,bottom [g],left [g],right [g],body,point,x [mm],y [mm]\n");
  for (int s = 0; s < 2; s++)
    for (int f = 0; f < 2; f++) {
      const char *rows = photo(f ? "2" : "1", f ? "100,0,0" : "0,0,0", f * (10 + 5 * s));
      for (const char *line = rows; *line; line = strchr(line, '\n') + 1)
        pl_text_printf(&text, "%s,%.*s\n", s ? "B" : "A", (int)(strchr(line, '\n') - line), line);
    }
  put("a.csv", text.data);
  pl_text_clear(&text);
  pl_measurement *m = load(
      "\"points\": \"a.csv\", \"sigma\": \"0.4 mm\",",
      "{\"name\": \"A\", \"cut\": \"warp\", \"where\": {\"sample\": \"A\"}}, {\"name\": \"B\", \"cut\": \"weft\", \"where\": {\"sample\": "
      "\"B\"}, \"sigma\": {\"points\": \"1 mm\"}, \"slat\": \"0 g\", \"cut-sigma\": \"1 deg\", \"stretch-sigma\": 0.01}");
  REQUIRE(m->n_test == 2);
  CHECK(m->test[0].angle == 0 && fabs(m->test[1].angle - 2 * atan(1)) < 1e-15);
  CHECK(m->test[0].channel[0].sigma == 4e-4 && m->test[1].channel[0].sigma == 1e-3);
  CHECK_NEAR(pl_hang_of(&m->test[0])->load[3], 1.5, 1e-12);
  CHECK_NEAR(pl_hang_of(&m->test[1])->load[3], 1.0, 1e-12);
  CHECK_NEAR(m->test[1].channel[0].value[16 + 5], -0.015, 1e-15);
  CHECK_NEAR(pl_hang_of(&m->test[1])->cut_sigma, atan(1) / 45, 1e-15);
  CHECK(pl_hang_of(&m->test[1])->stretch_sigma == 0.01 && pl_hang_of(&m->test[0])->stretch_sigma == 0.03);
  pl_measurement_destroy(m);
  finish();
}

static void check_same(const pl_test *a, const pl_test *b) {
  const pl_hang *g = pl_hang_of(a), *h = pl_hang_of(b);
  CHECK_TEXT(a->name, b->name);
  REQUIRE(a->n_frame == b->n_frame && g->n_point == h->n_point);
  CHECK(a->angle == b->angle && g->width == h->width && g->height == h->height && g->clip == h->clip && g->gravity == h->gravity);
  CHECK(g->unloaded == h->unloaded && g->cut_sigma == h->cut_sigma && g->stretch_sigma == h->stretch_sigma);
  CHECK(a->channel[0].sigma == b->channel[0].sigma && a->channel[0].width == b->channel[0].width);
  CHECK_NEAR(g->slat, h->slat, 1e-15);
  CHECK_NEAR(g->holder, h->holder, 1e-15);
  CHECK_NEAR(g->clip_weight, h->clip_weight, 1e-15);
  for (int i = 0; i < g->n_point; i++) {
    CHECK_TEXT(g->point[i].name, h->point[i].name);
    CHECK(g->point[i].body == h->point[i].body);
  }
  int n_wrong = 0;
  for (int i = 0; i < a->n_frame * a->channel[0].width; i++) {
    double x = a->channel[0].value[i], y = b->channel[0].value[i];
    n_wrong += !(x == y || (isnan(x) && isnan(y)));
  }
  CHECK(n_wrong == 0);
  for (int i = 0; i < 3 * a->n_frame; i++) CHECK_NEAR(g->load[i], h->load[i], 1e-13);
  for (int i = 0; i < 6 * a->n_frame; i++) CHECK_NEAR(g->direction[i], h->direction[i], 1e-13);
}

TEST(hang_save_load_equal) {
  start();
  put("a.csv", table_text("bottom [g],side [g],body,point,x [mm],y [mm]", as_mm, N_LABEL));
  put("b.csv", pl_arena_printf(arena, HEADER "%s%s1,0,0,0,top,\"c, d\",123.456,400\n", photo("1", "0,0,0", 0), photo("2", "100,0,50", 10)));
  pl_measurement *m =
      load("\"sigma\": \"0.3 mm\",", "{\"name\": \"x/y\", \"cut\": \"22.5 deg\", \"points\": \"a.csv\", \"clip-mass\": \"7 g\"}, "
                                     "{\"name\": \"x y\", \"cut\": \"67.5 deg\", \"points\": \"b.csv\", \"clip\": \"62 mm\"}");
  CHECK(isnan(m->test[1].channel[0].value[18 + 4]));
  pl_measurement *back, *again;
  require_ok(pl_measurement_save(ctx, at("saved"), m));
  require_ok(pl_measurement_load(ctx, at("saved"), &back));
  REQUIRE(back->n_test == 2 && back->protocol == m->protocol && back->density == m->density);
  for (int t = 0; t < 2; t++) check_same(&back->test[t], &m->test[t]);
  require_ok(pl_measurement_save(ctx, at("again"), back));
  require_ok(pl_measurement_load(ctx, at("again"), &again));
  for (int t = 0; t < 2; t++) check_same(&again->test[t], &m->test[t]);
  pl_measurement_destroy(again);
  pl_measurement_destroy(back);
  pl_measurement_destroy(m);
  finish();
}

// The output of a rig, without slat and holders: exact to the last bit where cords pull straight.
TEST(hang_save_virtual_exact) {
  start();
  const pl_hang_point point[] = {{"a", PL_HANG_TOP},  {"b", PL_HANG_TOP},  {"a", PL_HANG_BOTTOM}, {"b", PL_HANG_BOTTOM},
                                 {"a", PL_HANG_LEFT}, {"b", PL_HANG_LEFT}, {"a", PL_HANG_RIGHT},  {"b", PL_HANG_RIGHT}};
  double x[32], load_of[6] = {0, 0, 0, 0.1 / 3, 2.7 / 7, 1 / 3.0}, direction[12] = {0, -1, -1, 0, 1, 0, 0, -1, -1, 0, 1, 0};
  for (int f = 0; f < 2; f++)
    for (int i = 0; i < 8; i++) {
      board(0, i, x + 16 * f + 2 * i);
      x[16 * f + 2 * i] += f / 700.0;
    }
  pl_hang hang = {
      .width = 0.4, .height = 0.4, .clip = 0.06, .n_point = 8, .point = point, .load = load_of, .direction = direction, .gravity = 9.81};
  const pl_protocol *protocol = pl_protocol_find("biaxial-hang");
  pl_test test = {.name = "cut 0",
                  .n_frame = 2,
                  .protocol = &pl_protocol_biaxial_hang,
                  .detail = &hang,
                  .channel = {{.row = protocol->channel, .width = 16, .value = x}}};
  pl_measurement m = {.protocol = protocol, .name = "virtual", .n_test = 1, .test = &test}, *back;
  require_ok(pl_measurement_save(ctx, at("saved"), &m));
  require_ok(pl_measurement_load(ctx, at("saved"), &back));
  check_same(&back->test[0], &test);
  CHECK(memcmp(pl_hang_of(&back->test[0])->load, load_of, sizeof load_of) == 0);
  CHECK(memcmp(pl_hang_of(&back->test[0])->direction, direction, sizeof direction) == 0);
  pl_measurement_destroy(back);
  finish();
}

TEST(hang_template_content) {
  start();
  pl_measurement *m;
  require_ok(pl_measurement_new(ctx, "biaxial-hang", at("t")));
  require_ok(pl_measurement_load(ctx, at("t"), &m));
  REQUIRE(m->n_test == 3);
  CHECK(m->n_suspicion == 0 && m->n_input == 4);
  const double cut[] = {0, atan(1), 2 * atan(1)};
  for (int t = 0; t < 3; t++) {
    const pl_test *test = &m->test[t];
    CHECK(test->n_frame == 12 && pl_hang_of(test)->n_point == 8 && pl_hang_of(test)->unloaded == 0);
    CHECK_NEAR(test->angle, cut[t], 1e-15);
    CHECK_NEAR(pl_hang_of(test)->load[3 * 11], 0.645 * 9.81, 1e-4);  // the cord is not exactly plumb
    CHECK_NEAR(pl_hang_of(test)->load[3 * 11 + 2], 0.212 * 9.81, 1e-9);
    double top[2], bottom[2];
    CHECK(pl__hang_centre(test, PL_HANG_TOP, 7, top) && pl__hang_centre(test, PL_HANG_BOTTOM, 0, bottom));
    CHECK_NEAR(top[0], 0.4, 1e-3);  // labels scatter by 0.3 mm
    CHECK_NEAR(top[1], 0.8, 1e-3);
    CHECK_NEAR(bottom[1], 0.39, 5e-3);  // slat and own weight stretch it by a few per cent
  }
  pl_measurement_destroy(m);
  finish();
}

// ---- doubts ----

static void doubt(const char *file, int line, const char *own, const char *rows, const char *text, const char *remedy) {
  put("a.csv", pl_arena_printf(arena, HEADER "%s", rows));
  pl_measurement *m = load("", pl_arena_printf(arena, "{\"name\": \"a\", \"cut\": \"45 deg\", \"points\": \"a.csv\"%s}", own));
  bool found = false;
  for (int i = 0; i < m->n_suspicion; i++)
    found = found || (test_says(said_text(&m->suspicion[i]), text) && test_says(said_do(&m->suspicion[i]), remedy));
  if (!found)
    test_fail(file, line, "no doubt \"%s\" among %d; the first is \"%s\"", text, m->n_suspicion,
              m->n_suspicion ? m->suspicion[0].text : "");
  if (m->n_suspicion != 1)
    test_fail(file, line, "%d doubts, expected one; the last is \"%s\"", m->n_suspicion, m->suspicion[m->n_suspicion - 1].text);
  pl_measurement_destroy(m);
}
#define DOUBT(...) doubt(__FILE__, __LINE__, __VA_ARGS__)
#define BOTH(a, b) pl_arena_printf(arena, "%s%s", a, b)

// The text with the first `from` replaced.
static const char *with(const char *text, const char *from, const char *to) {
  const char *place = strstr(text, from);
  REQUIRE(place);
  return pl_arena_printf(arena, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
}

static const char *mirrored(const char *rows) {
  return with(with(with(with(rows, "left,a,0", "left,a,400"), "left,b,0", "left,b,400"), "right,a,400", "right,a,0"), "right,b,400",
              "right,b,0");
}

TEST(hang_doubts) {
  start();
  const char *none = photo("1", "0,0,0", 0), *some = photo("2", "100,0,0", 10), *more = photo("3", "300,0,0", 25);
  put("a.csv", pl_arena_printf(arena, HEADER "%s%s%s", none, some, more));
  pl_measurement *m = load("", ONE);
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  DOUBT("", BOTH(some, more), "[hang.no-unloaded]", "\"slat\" and \"holder\"");
  DOUBT("", BOTH(none, with(with(some, "-10", "5"), "-10", "5")), "[hang.bottom-rises]|5 mm|2|100 g", "[remedy.hang-bottom-rises]");
  DOUBT("", BOTH(mirrored(none), mirrored(some)), "[hang.clips-exchanged]", "[remedy.hang-clips-exchanged]");
  DOUBT(", \"width\": \"350 mm\"", BOTH(none, some), "[hang.width]|400 mm|350 mm", "[remedy.hang-size]");
  DOUBT(", \"height\": \"450 mm\"", BOTH(none, some), "[hang.height]|400 mm|450 mm", "[remedy.hang-size]");
  put("a.csv", pl_arena_printf(arena, HEADER "%s%s", none, some));
  m = load("", "{\"name\": \"a\", \"cut\": \"45 deg\", \"points\": \"a.csv\", \"clip\": \"30 mm\"}");
  REQUIRE(m->n_suspicion == 2);
  CHECK_TEXT(m->suspicion[1].text, "a: the points of the right clip are 60 mm apart, declared are 30 mm");
  pl_measurement_destroy(m);
  finish();
}

TEST(hang_doubts_about_bodies) {
  start();
  const char *none = photo("1", "0,0,0", 0), *some = photo("2", "100,0,0", 10);
  DOUBT("", BOTH(none, with(some, "bottom,b,400", "bottom,b,404")), "[hang.slat-bent]|\"a\"|\"b\"|\"bottom\"|4 mm",
        "[remedy.hang-slat-bent]");
  // within 5 sigma of both labels it is noise
  put("a.csv", pl_arena_printf(arena, HEADER "%s%s", none, with(some, "bottom,b,400", "bottom,b,404")));
  pl_measurement *m = load("\"sigma\": \"1 mm\",", ONE);
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  // turned by 6.9 degrees; the other way round
  DOUBT("", BOTH(none, with(with(some, "left,a,0,230", "left,a,3.6,229.8"), "left,b,0,170", "left,b,-3.6,170.2")),
        "[hang.body-turns]|\"left\"|6.8", "[remedy.hang-body-turns]");
  DOUBT("", BOTH(none, with(with(some, "right,a,400,230", "right,a,400,170"), "right,b,400,170", "right,b,400,230")),
        "[hang.body-reversed]|\"right\"|2", "[remedy.hang-body-reversed]");
  DOUBT("", BOTH(none, with(with(some, "top,a,0,400", "top,a,3,404"), "top,b,400,400", "top,b,403,404")), "[hang.top-moves]|5 mm",
        "camera");
  finish();
}

TEST(hang_same_points_twice) {
  start();
  const char *rows = BOTH(photo("1", "0,0,0", 0), photo("2", "100,0,0", 10));
  put("a.csv", pl_arena_printf(arena, HEADER "%s", rows));
  put("b.csv", pl_arena_printf(arena, HEADER "%s\n\n", rows));
  pl_measurement *m = load("", "{\"cut\": \"0 deg\", \"points\": \"a.csv\"}, {\"cut\": \"90 deg\", \"points\": \"b.csv\"}");
  CHECK_TEXT(m->test[1].name, "b");
  REQUIRE(m->n_suspicion == 1);
  CHECK_CONTAINS(said_text(&m->suspicion[0]), "[load.same]|\"a\"");
  pl_measurement_destroy(m);
  finish();
}
