// test_cantilever_read.c: bent strips are read the same from every form, the classical tests become overhang and angle, and saving loses nothing.
#include "said.h"
#include "test.h"

#include <stdlib.h>

#include "base/text.h"
#include "protocol/cantilever/cantilever_part.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/cantilever/cantilever.h"

#define PI 3.14159265358979323846

static pl_measurement *load(const char *more, const char *tests) {
  put("e.json",
      pl_arena_printf(arena,
                      "{\"pliant\": \"experiment 1\", \"protocol\": \"cantilever\", \"density\": \"180 g/m^2\", \"width\": \"40 mm\", "
                      "\"cut\": \"0 deg\", \"gravity\": \"9.81 m/s^2\", %s \"tests\": [%s]}",
                      more, tests));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

// ---- a strip: a quarter of a circle of length 80 mm, hanging from the clamp ----

enum { N = 12 };
#define LENGTH 0.08
static void arc(int i, double x[2]) {
  double s = LENGTH * i / N, radius = LENGTH / (PI / 2);
  x[0] = radius * sin(s / radius);
  x[1] = -radius * (1 - cos(s / radius));
}

typedef void (*form)(const double x[2], double cell[2]);
static void as_mm(const double x[2], double cell[2]) {
  cell[0] = 1e3 * x[0];
  cell[1] = 1e3 * x[1];
}
static void as_mm_moved(const double x[2], double cell[2]) {
  cell[0] = 1e3 * x[0] + 12;
  cell[1] = 80 - 1e3 * x[1];
}
static void as_pixels(const double x[2], double cell[2]) {
  cell[0] = 300 + x[0] / 1e-4;
  cell[1] = 200 - x[1] / 1e-4;
}
static void as_pixels_left(const double x[2], double cell[2]) {
  cell[0] = 1500 - x[0] / 1e-4;
  cell[1] = 200 - x[1] / 1e-4;
}

static void put_arc(const char *name, const char *header, form f) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text, "%s\n", header);
  for (int i = 0; i <= N; i++) {
    double x[2], cell[2];
    arc(i, x);
    f(x, cell);
    pl_text_printf(&text, "%.9f,%.9f\n", cell[0], cell[1]);
  }
  put(name, text.data);
  pl_text_clear(&text);
}

// first: the first point of the arc that is in the profile.
static void check_arc(const char *file, int line, const pl_test *test, int first) {
  const pl_cantilever *c = pl_cantilever_of(test);
  REQUIRE(c && test->n_frame == 1);
  if (c->n_point != N + 1 - first) test_fail(file, line, "%d points", c->n_point);
  REQUIRE(c->n_point == N + 1 - first);
  CHECK(test->channel[PL_CANTILEVER_PROFILE].width == 2 * c->n_point && test->observed == PL_CANTILEVER_PROFILE);
  for (int i = 0; i < c->n_point; i++) {
    double x[2];
    arc(i + first, x);
    for (int k = 0; k < 2; k++)
      if (!(fabs(test->channel[PL_CANTILEVER_PROFILE].value[2 * i + k] - x[k]) < 1e-9)) test_fail(file, line, "point %d is off", i);
  }
}
#define CHECK_ARC(test, first) check_arc(__FILE__, __LINE__, test, first)
#define ONE "{\"name\": \"a\", \"overhang\": \"80 mm\", \"profile\": \"a.csv\"%s}"
#define TEST_A(more) pl_arena_printf(arena, ONE, more)

TEST(cantilever_forms_of_profiles_agree) {
  start();
  static const struct {
    const char *header, *calibration, *own;
    form f;
    int first;
  } cases[] = {
      {"x [mm],y [mm]", "", "", as_mm, 0},
      {"x_mm,y_mm", "", ", \"origin\": \"zero\"", as_mm, 0},
      {"x [mm],y [mm]", "\"calibration\": {\"y\": \"down\"},", ", \"origin\": [\"12 mm\", \"-80 mm\"]", as_mm_moved, 0},
      {"x [mm],y [mm]", "\"calibration\": {\"y\": \"down\"},", ", \"origin\": \"first\"", as_mm_moved, 1},
      {"x [px],y [px]", "\"calibration\": {\"scale\": \"0.1 mm/px\"},", "", as_pixels, 1},
      {"x [px],y [px]", "\"calibration\": {\"scale\": \"10 px/mm\"},", ", \"origin\": [300, 200]", as_pixels, 0},
      {"x [px],y [px]", "\"calibration\": {\"scale\": \"0.1 mm/px\"},", "", as_pixels_left, 1},
      {"x [px],y [px]",
       "\"calibration\": {\"corners\": [[300, 200], [1300, 200], [1300, 1200], [300, 1200]], \"rectangle\": [\"100 mm\", \"100 mm\"]},",
       ", \"origin\": [300, 200]", as_pixels, 0},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    put_arc("a.csv", cases[k].header, cases[k].f);
    pl_measurement *m = load(cases[k].calibration, TEST_A(cases[k].own));
    const pl_test *test = &m->test[0];
    CHECK_ARC(test, cases[k].first);
    CHECK(test->length == 0.08 && test->width == 0.04 && pl_cantilever_of(test)->overhang == 0.08 && pl_cantilever_of(test)->tip_labelled);
    CHECK_NEAR(pl_cantilever_of(test)->turn_sigma, 2 * PI / 180, 1e-15);
    CHECK_TEXT(pl_cantilever_of(test)->strip, "a");
    CHECK(m->n_suspicion == 0);
    double chord;
    CHECK(pl__cantilever_chord(test, &chord));
    CHECK_NEAR(chord, PI / 4, 1e-8);
    pl_measurement_destroy(m);
  }
  finish();
}

TEST(cantilever_many_overhangs_in_one_table) {
  start();
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "image,overhang [mm],x [mm],y [mm]\n");
  // interleaved rows; 80 mm twice, in two photographs
  for (int i = 1; i <= N; i++) {
    double x[2];
    arc(i, x);
    pl_text_printf(&text, "1,80,%.9f,%.9f\n", 1e3 * x[0], 1e3 * x[1]);
    pl_text_printf(&text, "2,40,%.9f,%.9f\n", 1e3 * 40 * i / N * 1e-3, -0.5 * i);
    pl_text_printf(&text, "3,80,%.9f,%.9f\n", 1e3 * x[0] + 0.1, 1e3 * x[1]);
  }
  put("a.csv", text.data);
  pl_text_clear(&text);
  pl_measurement *m = load("\"sigma\": {\"profile\": \"0.2 mm\"}, \"turn-sigma\": \"0 deg\",",
                           "{\"name\": \"warp\", \"profile\": \"a.csv\", \"strip\": \"S\"}");
  REQUIRE(m->n_test == 3);
  CHECK_TEXT(m->test[0].name, "warp 80 mm");
  CHECK_TEXT(m->test[1].name, "warp 40 mm");
  CHECK_TEXT(m->test[2].name, "warp 80 mm (2)");
  CHECK_ARC(&m->test[0], 1);
  CHECK(pl_cantilever_of(&m->test[1])->overhang == 0.04);
  CHECK_NEAR(m->test[1].channel[PL_CANTILEVER_PROFILE].value[2 * N - 1], -0.006, 1e-12);
  for (int t = 0; t < 3; t++) {
    CHECK_TEXT(pl_cantilever_of(&m->test[t])->strip, "S");
    CHECK(m->test[t].channel[PL_CANTILEVER_PROFILE].sigma == 2e-4 && pl_cantilever_of(&m->test[t])->turn_sigma == 0);
  }
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  finish();
}

// Peirce: c = l (cos(a/2) / (8 tan a))^(1/3).
static double peirce(double angle) { return cbrt(cos(angle / 2) / (8 * tan(angle))); }

TEST(cantilever_classical_tests) {
  start();
  put("p.csv", "overhang [cm],angle [deg]\n3,20\n4,37\n5,52\n");
  put("b.csv", "bending length [mm]\n25\n26.5\n");
  pl_measurement *m = load("\"sigma\": {\"angle\": \"0.5 mm\", \"tip\": \"0.4 mm\"},",
                           "{\"name\": \"p\", \"angles\": \"p.csv\", \"sigma\": \"1 deg\"}, {\"name\": \"b\", \"angles\": \"b.csv\"}, "
                           "{\"name\": \"c\", \"bending-length\": \"25 "
                           "mm\"}, {\"name\": \"d\", \"overhang\": \"50 mm\", \"angle\": \"41.5 deg\", \"cut\": \"weft\"}, {\"name\": "
                           "\"e\", \"overhang\": \"75 mm\", \"tip\": "
                           "[\"38.1 mm\", \"-63.5 mm\"], \"inclination\": \"5 deg\"}");
  REQUIRE(m->n_test == 8);
  static const char *const name[] = {"p 30 mm", "p 40 mm", "p 50 mm", "b 50 mm", "b 53 mm", "c", "d", "e"};
  const double overhang[] = {0.03, 0.04, 0.05, 0.05, 0.053, 0.05, 0.05, 0.075}, angle[] = {20, 37, 52, 41.5, 41.5, 41.5, 41.5};
  for (int t = 0; t < 8; t++) {
    const pl_test *test = &m->test[t];
    CHECK_TEXT(test->name, name[t]);
    CHECK_NEAR(pl_cantilever_of(test)->overhang, overhang[t], 1e-15);
    CHECK(pl_cantilever_of(test)->turn_sigma == 0);
    if (t == 7) continue;
    CHECK(test->observed == PL_CANTILEVER_ANGLE && !test->channel[PL_CANTILEVER_PROFILE].value);
    CHECK_NEAR(test->channel[PL_CANTILEVER_ANGLE].value[0], angle[t] * PI / 180, 1e-12);
    // a sigma in mm is that of the overhang: through Peirce's relation, by differences
    double a = angle[t] * PI / 180, h = 1e-5, dl = overhang[t] * peirce(a) * (1 / peirce(a + h) - 1 / peirce(a - h)) / (2 * h);
    CHECK_CLOSE(test->channel[PL_CANTILEVER_ANGLE].sigma, t < 3 ? PI / 180 : 5e-4 / dl, 1e-8);
  }
  CHECK_NEAR(m->test[6].angle, PI / 2, 1e-15);
  CHECK(m->test[7].channel[PL_CANTILEVER_TIP].value[0] == 0.0381 && m->test[7].channel[PL_CANTILEVER_TIP].value[1] == -0.0635);
  CHECK(m->test[7].channel[PL_CANTILEVER_TIP].sigma == 4e-4 && m->test[7].channel[PL_CANTILEVER_TIP].width == 2);
  CHECK_NEAR(pl_cantilever_of(&m->test[7])->inclination, 5 * PI / 180, 1e-15);
  pl_text text;
  pl_text_init(&text, ctx);
  pl_measurement_describe_all(m, true, &text);
  CHECK_CONTAINS(text.data, "38.1 mm out, 63.5 mm down");
  CHECK_CONTAINS(text.data, "75 mm, clamp 5 deg below the horizontal");
  CHECK_CONTAINS(text.data, "41.5 deg, as measured");
  pl_text_clear(&text);
  pl_measurement_destroy(m);
  finish();
}

TEST(cantilever_save_load_equal) {
  start();
  put_arc("a.csv", "x [mm],y [mm]", as_mm);
  put("p.csv", "overhang [mm],angle [deg]\n30,20\n41,37\n");
  pl_measurement *
      m = load(
         "",
         "{\"name\": \"a/b\", \"overhang\": \"80 mm\", \"profile\": \"a.csv\", \"tip-labelled\": false, \"sigma\": \"0.1 mm\", "
         "\"inclination\": "
         "\"-3 deg\"}, {\"name\": \"p\", \"angles\": \"p.csv\", \"turn-sigma\": \"1.7 deg\"}, {\"name\": \"a b\", \"overhang\": \"75 mm\", "
         "\"tip\": [\"38.1 mm\", \"-63.5 mm\"]}"),
     *back;
  require_ok(pl_measurement_save(ctx, at("saved"), m));
  require_ok(pl_measurement_load(ctx, at("saved"), &back));
  REQUIRE(back->n_test == 4 && back->density == m->density);
  for (int t = 0; t < 4; t++) {
    const pl_test *a = &m->test[t], *b = &back->test[t];
    CHECK_TEXT(a->name, b->name);
    CHECK_TEXT(pl_cantilever_of(a)->strip, pl_cantilever_of(b)->strip);
    CHECK(a->angle == b->angle && a->width == b->width && a->length == b->length && a->observed == b->observed);
    CHECK(pl_cantilever_of(a)->overhang == pl_cantilever_of(b)->overhang &&
          pl_cantilever_of(a)->inclination == pl_cantilever_of(b)->inclination);
    CHECK(pl_cantilever_of(a)->turn_sigma == pl_cantilever_of(b)->turn_sigma &&
          pl_cantilever_of(a)->gravity == pl_cantilever_of(b)->gravity);
    CHECK(pl_cantilever_of(a)->n_point == pl_cantilever_of(b)->n_point &&
          pl_cantilever_of(a)->tip_labelled == pl_cantilever_of(b)->tip_labelled);
    for (int c = 0; c < 3; c++) {
      const pl_channel *x = &a->channel[c], *y = &b->channel[c];
      REQUIRE(!x->value == !y->value && x->width == y->width && x->sigma == y->sigma);
      if (x->value) CHECK(memcmp(x->value, y->value, (size_t)x->width * sizeof *x->value) == 0);
    }
  }
  CHECK(!pl_cantilever_of(&m->test[0])->tip_labelled);
  pl_measurement_destroy(back);
  pl_measurement_destroy(m);
  finish();
}

// The template's strips are heavy elasticas of known stiffness: its angles obey Peirce's approximation, one tip the minimum of energy found below.
TEST(cantilever_template_content) {
  start();
  pl_measurement *m;
  require_ok(pl_measurement_new(ctx, "cantilever", at("t")));
  require_ok(pl_measurement_load(ctx, at("t"), &m));
  CHECK(m->n_test == 16 && m->n_suspicion == 0 && m->n_input == 5);
  const double bending[] = {1.6e-5, 1.0e-5, 0.7e-5}, weight = 0.19 * 9.81;
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    double angle, B = bending[t < 12 ? t / 4 : 2], c = cbrt(B / weight);
    CHECK_NEAR(test->angle, t < 12 ? t / 4 * PI / 4 : PI / 2, 1e-12);
    REQUIRE(pl__cantilever_chord(test, &angle));
    // an approximation: 3 % off at 45 degrees, 5 % at 60
    if (angle < 45 * PI / 180) CHECK_CLOSE(pl_cantilever_of(test)->overhang * peirce(angle), c, 0.03);
  }
  // one chord solved here with another method: Ritz, a(s) = sum q_k sin((2k - 1) pi s / 2L). The energy is  int B a'^2/2 - w (L - s) sin a
  // at its minimum by Newton
  enum { TERMS = 8, POINTS = 2000 };
  const double L = 0.045, ratio = weight / bending[1];
  double q[TERMS] = {1};
  for (int step = 0; step < 30; step++) {
    double g[TERMS] = {0}, H[TERMS][TERMS] = {{0}};
    for (int i = 0; i < POINTS; i++) {
      double s = (i + 0.5) * L / POINTS, a = 0, phi[TERMS], dphi[TERMS], slope = 0;
      for (int k = 0; k < TERMS; k++) {
        double w = (2 * k + 1) * PI / (2 * L);
        phi[k] = sin(w * s);
        dphi[k] = w * cos(w * s);
        a += q[k] * phi[k];
        slope += q[k] * dphi[k];
      }
      for (int j = 0; j < TERMS; j++) {
        g[j] += (slope * dphi[j] - ratio * (L - s) * cos(a) * phi[j]) * L / POINTS;
        for (int k = 0; k < TERMS; k++) H[j][k] += (dphi[j] * dphi[k] + ratio * (L - s) * sin(a) * phi[j] * phi[k]) * L / POINTS;
      }
    }
    for (int j = 0; j < TERMS; j++)  // elimination; H is positive definite
      for (int r = j + 1; r < TERMS; r++) {
        double f = H[r][j] / H[j][j];
        for (int k = j; k < TERMS; k++) H[r][k] -= f * H[j][k];
        g[r] -= f * g[j];
      }
    for (int j = TERMS - 1; j >= 0; j--) {
      for (int k = j + 1; k < TERMS; k++) g[j] -= H[j][k] * g[k];
      g[j] /= H[j][j];
    }
    for (int j = 0; j < TERMS; j++) q[j] -= g[j];
  }
  double x = 0, y = 0;
  for (int i = 0; i < POINTS; i++) {
    double s = (i + 0.5) * L / POINTS, a = 0;
    for (int k = 0; k < TERMS; k++) a += q[k] * sin((2 * k + 1) * PI * s / (2 * L));
    x += cos(a) * L / POINTS;
    y -= sin(a) * L / POINTS;
  }
  const pl_test *test = &m->test[5];
  REQUIRE(pl_cantilever_of(test)->overhang == L);
  const double *tip = test->channel[PL_CANTILEVER_PROFILE].value + 2 * (pl_cantilever_of(test)->n_point - 1);
  CHECK_NEAR(tip[0], x, 6e-4);  // labels scatter by 0.15 mm
  CHECK_NEAR(tip[1], y, 6e-4);
  pl_measurement_destroy(m);
  finish();
}

// ---- doubts ----

static void doubt(const char *file, int line, const char *tests, const char *text, const char *remedy) {
  pl_measurement *m = load("", tests);
  bool found = false;
  for (int i = 0; i < m->n_suspicion; i++)
    found = found || (test_says(said_text(&m->suspicion[i]), text) && test_says(said_do(&m->suspicion[i]), remedy));
  if (!found || m->n_suspicion != 1)
    test_fail(file, line, "no single doubt \"%s\" among %d; the first is \"%s\"", text, m->n_suspicion,
              m->n_suspicion ? m->suspicion[0].text : "");
  pl_measurement_destroy(m);
}
#define DOUBT(...) doubt(__FILE__, __LINE__, __VA_ARGS__)

TEST(cantilever_doubts) {
  start();
  DOUBT("{\"overhang\": \"50 mm\", \"angle\": \"2 deg\"}", "[strip.straight]|2 degrees", "longer overhang");
  DOUBT("{\"overhang\": \"50 mm\", \"angle\": \"85 deg\"}", "[strip.vertical]", "shorter overhang");
  DOUBT("{\"name\": \"a\", \"strip\": \"s\", \"overhang\": \"50 mm\", \"angle\": \"40 deg\"}, {\"name\": \"b\", \"strip\": \"s\", "
        "\"overhang\": \"60 mm\", "
        "\"angle\": \"35 deg\"}",
        "[strip.chord-order]|35 degrees|\"a\"|40 degrees", "[remedy.strip-chord-order]");
  put_arc("a.csv", "x [mm],y [mm]", as_mm);
  DOUBT("{\"overhang\": \"110 mm\", \"profile\": \"a.csv\"}", " profile is 79.", "\"tip-labelled\": false");
  pl_measurement *m = load("", "{\"overhang\": \"110 mm\", \"profile\": \"a.csv\", \"tip-labelled\": false}");
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  // the chord of the arc (72 mm) fits into 72 mm, its length does not
  DOUBT("{\"overhang\": \"72 mm\", \"profile\": \"a.csv\"}", " profile is 79.", "[remedy.strip-profile-long]");
  put_arc("b.csv", "x [mm],y [mm]\n", as_mm);
  DOUBT("{\"overhang\": \"80 mm\", \"profile\": \"a.csv\"}, {\"overhang\": \"80 mm\", \"cut\": \"90 deg\", \"profile\": \"b.csv\"}",
        "[load.same]|\"a\"", "file names");
  finish();
}

// Midlines of two photographs of a glass-fibre strip (bendstiff): 500 points, 0.44 mm apart, noisy: read without a doubt.
TEST(cantilever_real_midlines) {
  const char *data = test_shared_data();
  start();
  if (!data) {
    test_skip("no shared data");
    finish();
    return;
  }
  static const char *const file[] = {"test_image_midline_extracted.csv", "example_image_midline_extracted.csv",
                                     "test_published_midline.csv"};
  for (int k = 0; k < 3; k++) {
    pl_measurement *m =
        load("", pl_arena_printf(arena, "{\"width\": \"50 mm\", \"overhang\": \"255 mm\", \"profile\": \"%s/bendstiff-cantilever/%s\"}",
                                 data, file[k]));
    const pl_cantilever *c = pl_cantilever_of(&m->test[0]);
    CHECK(c->n_point == (k == 0 ? 504 : k == 1 ? 519 : 50));
    for (int i = 0; i < m->n_suspicion; i++) test_fail(__FILE__, __LINE__, "%s: %s", file[k], m->suspicion[i].text);
    pl_measurement_destroy(m);
  }
  finish();
}
