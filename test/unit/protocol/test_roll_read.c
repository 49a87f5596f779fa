// test_roll_read.c: released spirals are read the same from every form and orientation; the template is an equilibrium; saving loses nothing.
#include "said.h"
#include "test.h"

#include "base/text.h"
#include "protocol/roll/roll_part.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/roll/roll.h"

#define PI 3.14159265358979323846

static pl_measurement *load(const char *more, const char *tests) {
  put("e.json", pl_arena_printf(
                    arena,
                    "{\"pliant\": \"experiment 1\", \"protocol\": \"roll\", \"density\": \"210 g/m^2\", \"length\": \"100 mm\", \"width\": "
                    "\"25 mm\", \"cut\": \"warp\", \"gravity\": \"9.81 m/s^2\", \"side\": \"positive\", %s \"tests\": [%s]}",
                    more, tests));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

// ---- a strip: an arc of radius 30 mm that leaves the held end downwards and curls to the right, counterclockwise ----

enum { N = 21 };
#define RADIUS 0.03
static void arc(int i, double x[2]) {
  double t = 0.1 * i / (N - 1) / RADIUS;
  x[0] = RADIUS * (1 - cos(t));
  x[1] = -RADIUS * sin(t);
}

// Points as a camera would have them: turned by quarter turns, in pixels or millimetres, from either end.
static void put_arc(const char *name, const char *header, bool pixels, bool reversed, int quarter, double tilt, const char *before) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text, "%s\n", header);
  for (int i = 0; i < N; i++) {
    double x[2], angle = quarter * PI / 2 + tilt, y[2];
    arc(reversed ? N - 1 - i : i, x);
    y[0] = cos(angle) * x[0] - sin(angle) * x[1];
    y[1] = sin(angle) * x[0] + cos(angle) * x[1];
    if (pixels)
      pl_text_printf(&text, "%s%.9f,%.9f\n", before, 2900 + y[0] / 5e-5, 2900 - y[1] / 5e-5);
    else
      pl_text_printf(&text, "%s%.9f,%.9f\n", before, 1e3 * y[0], 1e3 * y[1]);
  }
  put(name, text.data);
  pl_text_clear(&text);
}

static void check_arc(const pl_test *test) {
  const pl_roll *roll = pl_roll_of(test);
  REQUIRE(roll && test->n_frame == 1 && roll->n_point == N && test->channel[PL_ROLL_PROFILE].width == 2 * N);
  for (int i = 0; i < N; i++) {
    double x[2];
    arc(i, x);
    for (int k = 0; k < 2; k++) CHECK_NEAR(test->channel[PL_ROLL_PROFILE].value[2 * i + k], x[k], 1e-9);
  }
  REQUIRE(roll->profile && roll->profile->n_sample == PL_ROLL_DEFAULT_SAMPLES && roll->profile->converged);
  CHECK(roll->profile->sense == 1);
  CHECK_NEAR(roll->profile->arc, 0.1, 1e-5);
  for (int i = 0; i < PL_ROLL_DEFAULT_SAMPLES; i++) CHECK_NEAR(roll->profile->sample[i].kappa, 1 / RADIUS, 0.05);
  // near the held end the strip hangs to the right: gravity unrolls it
  CHECK(roll->profile->sample[0].torque < 0 && !roll->profile->sample[0].opposed);
}

TEST(roll_read_forms) {
  start();
  static const char *const down[] = {"-y", "+x", "+y", "-x"};
  for (int quarter = 0; quarter < 4; quarter++)
    for (int reversed = 0; reversed < 2; reversed++)
      for (int tilted = 0; tilted < 2; tilted++) {
        double tilt = tilted ? 3 * PI / 180 : 0;
        const char *where = pl_arena_printf(arena, "\"held\": \"%s\", \"down\": \"%s\", \"tilt\": \"%d deg\", \"sigma\": \"2 um\",",
                                            reversed ? "last" : "first", down[quarter], tilted ? 3 : 0);
        put_arc("p.csv", "x [mm],y [mm]", false, reversed, quarter, tilt, "");
        pl_measurement *m = load(where, "{\"profile\": \"p.csv\", \"radius\": \"16 mm\"}");
        check_arc(&m->test[0]);
        CHECK(pl_roll_of(&m->test[0])->radius == 0.016 && pl_roll_of(&m->test[0])->repetition == 1 && pl_roll_of(&m->test[0])->side == 1 &&
              m->n_suspicion == 0);
        CHECK_TEXT(m->test[0].name, "p");
        pl_measurement_destroy(m);
        put_arc("p.csv", "radius [mm],repetition,x [px],y [px]", true, reversed, quarter, tilt, "16,3,");
        m = load(where, "{\"name\": \"s\", \"profile\": \"p.csv\", \"calibration\": {\"scale\": \"0.05 mm/px\"}}");
        check_arc(&m->test[0]);
        CHECK_TEXT(m->test[0].name, "s 16 mm 3");
        CHECK(pl_roll_of(&m->test[0])->repetition == 3);
        pl_measurement_destroy(m);
      }
  finish();
}

TEST(roll_read_settings) {
  start();
  put_arc("p.csv", "x [mm],y [mm]", false, false, 0, 0, "");
  put("strips.json", "{}");
  pl_measurement *m = load("\"held\": \"first\",",
                           "{\"profile\": \"p.csv\", \"radius\": \"40 mm\", \"stiffness\": \"62.19e-7 N m\", \"samples\": 12, \"side\": "
                           "\"negative\", \"cut\": \"90 deg\", \"strip\": \"A\", \"rigidity-sigma\": \"1e-6 N m\"}");
  const pl_test *test = &m->test[0];
  CHECK_NEAR(pl_roll_of(test)->rigidity, 3 * 62.19e-7, 1e-18);
  CHECK_NEAR(pl_roll_of(test)->rigidity_sigma, 1e-6, 1e-18);
  CHECK(pl_roll_of(test)->profile->n_sample == 12 && pl_roll_of(test)->side == -1 && !pl_roll_of(test)->bending);
  CHECK_NEAR(test->angle, PI / 2, 1e-15);
  CHECK_TEXT(pl_roll_of(test)->strip, "A");
  // 100 mm on a radius of 40 mm are less than half a turn
  bool noted = false;
  for (int i = 0; i < m->n_note; i++) noted = noted || strstr(m->note[i], "0.40 turns, less than half a one");
  CHECK(noted);
  pl_measurement_destroy(m);
  m = load("", "{\"profile\": \"p.csv\", \"radius\": \"4 mm\", \"rigidity\": \"2e-5 N m\"}");
  CHECK_NEAR(pl_roll_of(&m->test[0])->rigidity, 2e-5, 1e-18);
  pl_measurement_destroy(m);
  m = load("", "{\"profile\": \"p.csv\", \"radius\": \"4 mm\", \"bending\": \"strips.json\"}");
  CHECK(pl_roll_of(&m->test[0])->rigidity == 0);
  CHECK_TEXT(pl_roll_of(&m->test[0])->bending, at("strips.json"));
  pl_measurement_destroy(m);
  finish();
}

TEST(roll_save_and_load) {
  start();
  put_arc("p.csv", "x [mm],y [mm]", false, false, 1, 0.02, "");
  put_arc("q.csv", "radius [mm],repetition,x [px],y [px]", true, true, 0, 0, "7.5,2,");
  put("strips.json", "{}");
  pl_measurement *back,
      *m = load("\"tilt\": \"1 deg\",",
                "{\"profile\": \"p.csv\", \"radius\": \"10 mm\", \"down\": \"+x\", \"samples\": 9, \"rigidity\": \"2.1e-5 N m\", "
                "\"rigidity-sigma\": \"1e-6 N m\"}, {\"name\": \"q\", \"profile\": \"q.csv\", \"side\": \"negative\", \"held\": \"last\", "
                "\"calibration\": {\"scale\": \"0.05 mm/px\"}, \"bending\": \"strips.json\", \"sigma\": \"0.1 mm\"}");
  require_ok(pl_measurement_save(ctx, at("saved"), m));
  require_ok(pl_measurement_load(ctx, at("saved"), &back));
  REQUIRE(back->n_test == 2 && back->density == m->density);
  for (int t = 0; t < 2; t++) {
    const pl_test *a = &m->test[t], *b = &back->test[t];
    const pl_roll *v = pl_roll_of(a), *w = pl_roll_of(b);
    CHECK_TEXT(a->name, b->name);
    CHECK_TEXT(v->strip, w->strip);
    CHECK(a->angle == b->angle && a->width == b->width && a->length == b->length);
    CHECK(v->radius == w->radius && v->repetition == w->repetition && v->side == w->side && v->gravity == w->gravity);
    CHECK(v->rigidity == w->rigidity && v->rigidity_sigma == w->rigidity_sigma && !v->bending == !w->bending);
    REQUIRE(v->n_point == w->n_point && v->profile->n_sample == w->profile->n_sample);
    const pl_channel *x = &a->channel[PL_ROLL_PROFILE], *y = &b->channel[PL_ROLL_PROFILE];
    CHECK(x->sigma == y->sigma && memcmp(x->value, y->value, (size_t)x->width * sizeof *x->value) == 0);
    CHECK(memcmp(v->profile->sample, w->profile->sample, (size_t)v->profile->n_sample * sizeof *v->profile->sample) == 0);
  }
  pl_measurement_destroy(back);
  pl_measurement_destroy(m);
  finish();
}

// Every sample of the template balances: rho g l d = 3 k kappa + sigma. The exact solution gives sigma, from rolling a flat strip to 3/R
// and letting it open.
//   d sigma_max(e) - b tau + (sigma0 - d sigma_max(e0) + b tau) exp(-d (e - e0)/tau),  d the direction, sigma_max = a + b e.
static double dahl(double a, double b, double tau, double e0, double stress, double e) {
  double d = e >= e0 ? 1 : -1;
  return d * (a + b * e) - b * tau + (stress - d * (a + b * e0) + b * tau) * exp(-d * (e - e0) / tau);
}

TEST(roll_template_is_an_equilibrium) {
  start();
  pl_measurement *m;
  require_ok(pl_measurement_new(ctx, "roll", at("t")));
  require_ok(pl_measurement_load(ctx, at("t"), &m));
  REQUIRE(m->n_test == 36 && m->n_suspicion == 0 && m->n_input == 3);
  double sum = 0, balance = 0;
  int n = 0, n_usable = 0;
  for (int t = 0; t < m->n_test; t++) {
    const pl_roll *roll = pl_roll_of(&m->test[t]);
    const double a = roll->side > 0 ? 9e-4 : 7.5e-4, b = 0.05e-4, tau = 30, k = 145e-7;
    CHECK_NEAR(roll->rigidity, 3 * k, 1e-18);
    CHECK(roll->profile->sense == roll->side);
    for (int i = 0; i < roll->profile->n_sample; i++) {
      const pl_roll_sample *at_s = &roll->profile->sample[i];
      double e0 = at_s->anchor_strain, e = at_s->strain, stress = dahl(a, b, tau, e0, dahl(a, b, tau, 0, 0, e0), e);
      // what an error of curvature does to the torque, friction included
      double error = at_s->torque - k * e - stress, h = 1e-3,
             tangent = k + (dahl(a, b, tau, e0, dahl(a, b, tau, 0, 0, e0), e + h) - stress) / h;
      sum += pow(error / (3 * tangent * at_s->kappa_sigma), 2);
      balance += fabs(at_s->torque - k * e);
      n++;
      n_usable += !at_s->opposed;
    }
  }
  if (!(sqrt(sum / n) < 1.5)) test_fail(__FILE__, __LINE__, "torque errors are %g of what the noise of the labels makes", sqrt(sum / n));
  CHECK(n_usable == n);
  CHECK(balance / n > 4e-4);  // friction carries most of it
  pl_measurement_destroy(m);
  finish();
}

// ---- doubts ----

static void doubt(const char *file, int line, const char *tests, const char *text, const char *remedy) {
  pl_measurement *m = load("\"held\": \"first\", \"sigma\": \"0.1 mm\",", tests);
  bool found = false;
  for (int i = 0; i < m->n_suspicion; i++)
    found = found || (test_says(said_text(&m->suspicion[i]), text) && test_says(said_do(&m->suspicion[i]), remedy));
  if (!found || m->n_suspicion != 1)
    test_fail(file, line, "no single doubt \"%s\" among %d; the first is \"%s\"", text, m->n_suspicion,
              m->n_suspicion ? m->suspicion[0].text : "");
  pl_measurement_destroy(m);
}
#define DOUBT(...) doubt(__FILE__, __LINE__, __VA_ARGS__)

TEST(roll_doubts) {
  start();
  put_arc("p.csv", "x [mm],y [mm]", false, false, 0, 0, "");
  DOUBT("{\"profile\": \"p.csv\", \"radius\": \"10 mm\", \"length\": \"130 mm\"}", "[roll.strip-length]|100 mm|130 mm",
        "[remedy.roll-strip-short]");
  DOUBT("{\"profile\": \"p.csv\", \"radius\": \"10 mm\", \"length\": \"85 mm\"}", "[roll.strip-length]|100 mm|85 mm", "scale");
  // upside down the same arc is rolled up by gravity everywhere
  DOUBT("{\"profile\": \"p.csv\", \"radius\": \"10 mm\", \"down\": \"+y\", \"samples\": 2}", "[roll.rolled-up]|2", "\"held\"");
  put("q.csv",
      "x [mm],y "
      "[mm]\n0,0\n-0.4,-5\n-1.6,-10\n-3.7,-14.4\n-6.5,-18.6\n-10,-22.2\n-14,-25.2\n-18.5,-27.5\n-23.3,-29.1\n-28,-30\n-33,-30\n-38,-29\n");
  DOUBT("{\"profile\": \"p.csv\", \"radius\": \"10 mm\", \"strip\": \"A\"}, {\"profile\": \"q.csv\", \"radius\": \"10 mm\", \"strip\": "
        "\"A\", \"length\": \"56 mm\"}",
        "[roll.sense]|\"p\"", "\"side\"");
  // a label 3 mm off: the curve follows it and is bent back there, or is not found at all
  put("q.csv",
      "x [mm],y [mm]\n0,0\n0.4,-5\n1.6,-10\n3.7,-14.4\n6.5,-18.6\n10,-22.2\n14,-25.2\n18.5,-27.5\n23.3,-29.1\n28,-30\n33,-27\n38,-29\n");
  pl_measurement *m = load("\"sigma\": \"0.1 mm\",", "{\"profile\": \"q.csv\", \"radius\": \"10 mm\", \"length\": \"56 mm\"}");
  REQUIRE(m->n_suspicion == 2);
  CHECK_CONTAINS(said_text(&m->suspicion[0]), "[roll.not-smooth]");
  CHECK_CONTAINS(said_text(&m->suspicion[1]), "[roll.bent-back]");
  pl_measurement_destroy(m);
  put_arc("q.csv", "x [mm], y [mm]", false, false, 0, 0, "");
  DOUBT("{\"profile\": \"p.csv\", \"radius\": \"10 mm\"}, {\"profile\": \"q.csv\", \"radius\": \"12 mm\"}", "[load.same]|\"p\"",
        "file names");
  finish();
}

TEST(roll_describe_text) {
  start();
  put_arc("p.csv", "x [mm],y [mm]", false, false, 0, 0, "");
  pl_measurement *m = load("\"sigma\": \"0.1 mm\",", "{\"profile\": \"p.csv\", \"radius\": \"10 mm\", \"stiffness\": \"14.5e-6 N m\"}");
  pl_text text;
  pl_text_init(&text, ctx);
  pl_measurement_describe(m, &text);
  CHECK_CONTAINS(text.data, "on radius 10 mm, positive side, repetition 1");
  CHECK_CONTAINS(text.data, "B = 43.5 µN m (k = B/3 = 14.5 µN m)");
  CHECK_CONTAINS(text.data, "21 points, 100 mm long, 0.5305 turns counterclockwise");
  CHECK_CONTAINS(text.data, "300.0");
  CHECK_CONTAINS(text.data, "of them usable");
  pl_text_clear(&text);
  pl_measurement_destroy(m);
  finish();
}
