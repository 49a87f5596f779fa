// test_weights_read.c: hanging cloths are read the same from every form, in measured order, with branches, cycles and anchors; saving loses
// nothing.
#include "said.h"
#include "test.h"

#include "base/text.h"
#include "protocol/weights/weights_part.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/weights/weights.h"

#define PI 3.14159265358979323846

static pl_measurement *load(const char *more, const char *tests) {
  put("e.json",
      pl_arena_printf(arena,
                      "{\"pliant\": \"experiment 1\", \"protocol\": \"weights\", \"density\": \"150 g/m^2\", \"length\": \"100 mm\", "
                      "\"width\": \"80 mm\", \"clip\": \"10 g\", \"first\": \"virgin\", \"gravity\": \"9.8 m/s^2\", %s \"tests\": [%s]}",
                      more, tests));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

#define WARP "{\"direction\": \"warp\", \"file\": \"a.csv\"}"

// Two cycles, to 2 and to 3 N; the length at zero is read twice at first and between them.
enum { N = 14 };
static const double weight[N] = {0, 0, 1, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0};
static const double length_mm[N] = {100.2, 100.3, 103, 106, 104.5, 101.5, 101.4, 103.4, 106.1, 109, 109.1, 107.7, 105.2, 101.8};
static const int branch[N] = {0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1};
static const int cycle[N] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1};
static const int anchor[N] = {0, 1, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10, 10};

// Columns in any unit.
static void put_table(const char *name, const char *header, double weight_factor, double length_factor, double length_offset) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text, "%s\n", header);
  for (int i = 0; i < N; i++)
    pl_text_printf(&text, "%.12g,%.12g\n", weight[i] * weight_factor, length_mm[i] * length_factor + length_offset);
  put(name, text.data);
  pl_text_clear(&text);
}

static void check_frames(const pl_test *test) {
  const pl_weights *w = pl_weights_of(test);
  REQUIRE(w && test->n_frame == N && test->n_raw == N);
  for (int i = 0; i < N; i++) {
    CHECK_NEAR(w->weight[i], weight[i], 1e-10);  // masses are written with 12 digits
    CHECK_NEAR(test->channel[PL_WEIGHTS_FORCE].value[i], weight[i] + (0.010 + 0.5 * 0.150 * 0.1 * 0.08) * 9.8, 1e-10);
    CHECK_NEAR(test->channel[PL_WEIGHTS_LENGTH].value[i], 1e-3 * length_mm[i], 1e-12);
    CHECK(test->raw[PL_WEIGHTS_LENGTH][i] == test->channel[PL_WEIGHTS_LENGTH].value[i]);
    if (test->branch[i] != branch[i] || w->cycle[i] != cycle[i] || w->anchor[i] != anchor[i])
      test_fail(__FILE__, __LINE__, "frame %d: branch %d, cycle %d, anchor %d", i, test->branch[i], w->cycle[i], w->anchor[i]);
  }
  CHECK(w->n_turn == 3 && w->n_cycle == 2 && w->n_top == 2);
  CHECK(test->control == PL_WEIGHTS_FORCE && test->observed == PL_WEIGHTS_LENGTH);
}

TEST(weights_read_forms) {
  static const struct {
    const char *header;
    double weight, length, offset;
  } forms[] = {{"weight [N],length [mm]", 1, 1, 0},
               {"Force (N);Length (cm)", 1, 0.1, 0},
               {"mass [g],length [mm]", 1e3 / 9.8, 1, 0},
               {"weight [kg],hanging length [m]", 1 / 9.8, 1e-3, 0},
               {"load [cN],elongation [mm]", 100, 1, -100}};
  start();
  for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
    put_table("a.csv", forms[k].header, forms[k].weight, forms[k].length, forms[k].offset);
    if (strchr(forms[k].header, ';')) {  // a decimal comma
      char *data;
      size_t size;
      require_ok(pl_file_read(arena, at("a.csv"), 1 << 20, &data, &size));
      for (char *p = strchr(data, '\n'); *p; p++) *p = *p == ',' ? ';' : *p == '.' ? ',' : *p;
      put("a.csv", data);
    }
    pl_measurement *m = load("\"sigma\": \"0.1 mm\",", WARP);
    check_frames(&m->test[0]);
    CHECK_NEAR(m->test[0].channel[PL_WEIGHTS_LENGTH].sigma, 1e-4, 1e-16);
    CHECK(m->n_suspicion == 0);
    pl_measurement_destroy(m);
  }
  finish();
}

TEST(weights_read_settings) {
  start();
  put_table("a.csv", "weight [N],length [mm]", 1, 1, 0);
  pl_measurement *m = load("", WARP);
  const pl_test *test = &m->test[0];
  CHECK_TEXT(test->name, "a");
  CHECK(test->angle == 0 && test->length == 0.1 && test->width == 0.08 && pl_weights_of(test)->first == PL_WEIGHTS_VIRGIN);
  CHECK(pl_weights_of(test)->rest_sigma == 0.5e-3 && pl_weights_of(test)->cut_length == 0.1 && test->channel[PL_WEIGHTS_LENGTH].sigma == 0);
  CHECK_NEAR(pl_weights_of(test)->cloth, 0.0012, 1e-15);
  CHECK_NEAR(pl_weights_of(test)->dead, 0.0106 * 9.8, 1e-15);
  pl_measurement_destroy(m);
  // a measured rest length does not change what hangs
  m = load("", "{\"direction\": \"weft\", \"file\": \"a.csv\", \"rest-length\": \"99.5 mm\", \"rest-sigma\": \"0 mm\", \"first\": "
               "\"conditioned\", \"sigma\": {\"length\": \"0.2 mm\"}, \"step\": \"1 N\", \"tops\": [\"2 N\", \"306.12 g\"]}");
  test = &m->test[0];
  CHECK_NEAR(test->angle, PI / 2, 1e-15);
  CHECK_NEAR(test->length, 0.0995, 1e-16);
  CHECK(pl_weights_of(test)->cut_length == 0.1 && pl_weights_of(test)->rest_sigma == 0 &&
        pl_weights_of(test)->first == PL_WEIGHTS_CONDITIONED);
  CHECK_NEAR(pl_weights_of(test)->dead, 0.0106 * 9.8, 1e-15);
  CHECK_NEAR(test->channel[PL_WEIGHTS_LENGTH].sigma, 2e-4, 1e-16);
  pl_measurement_destroy(m);
  finish();
}

// By hand: the first cycle has 1 N and two readings at 0 N (1.5, 1.2, 1.1 mm). The second has 2 and 1 N (1.6, 1.8 mm). The second has no
// loading reading at 0 N.
TEST(weights_hysteresis_by_hand) {
  start();
  put_table("a.csv", "weight [N],length [mm]", 1, 1, 0);
  pl_measurement *m = load("", WARP);
  int n;
  double share, gap = pl__weights_gap(&m->test[0], &n, &share);
  CHECK(n == 5);
  CHECK_NEAR(gap, 1e-3 * (1.5 + 1.2 + 1.1 + 1.6 + 1.8) / 5, 1e-12);
  CHECK(share > 0 && share == m->test[0].hysteresis);
  pl_measurement_destroy(m);
  finish();
}

static void check_same(const pl_measurement *a, const pl_measurement *b) {
  REQUIRE(a->n_test == b->n_test && a->density == b->density);
  for (int t = 0; t < a->n_test; t++) {
    const pl_test *x = &a->test[t], *y = &b->test[t];
    const pl_weights *v = pl_weights_of(x), *w = pl_weights_of(y);
    CHECK_TEXT(x->name, y->name);
    CHECK(x->angle == y->angle && x->width == y->width && x->length == y->length && x->n_frame == y->n_frame);
    CHECK(v->gravity == w->gravity && v->clip == w->clip && v->cloth == w->cloth && v->dead == w->dead && v->first == w->first);
    CHECK(v->cut_length == w->cut_length && v->rest_sigma == w->rest_sigma && v->n_turn == w->n_turn);
    REQUIRE(!x->channel[PL_WEIGHTS_LENGTH].value_sigma == !y->channel[PL_WEIGHTS_LENGTH].value_sigma && !v->repetition == !w->repetition);
    CHECK(x->channel[PL_WEIGHTS_LENGTH].sigma == y->channel[PL_WEIGHTS_LENGTH].sigma);
    for (int i = 0; i < x->n_frame; i++) {
      CHECK(v->weight[i] == w->weight[i] && v->anchor[i] == w->anchor[i] && x->branch[i] == y->branch[i]);
      for (int c = 0; c < 2; c++) CHECK(x->channel[c].value[i] == y->channel[c].value[i]);
      if (x->channel[PL_WEIGHTS_LENGTH].value_sigma)
        CHECK(x->channel[PL_WEIGHTS_LENGTH].value_sigma[i] == y->channel[PL_WEIGHTS_LENGTH].value_sigma[i]);
      if (v->repetition) CHECK(v->repetition[i] == w->repetition[i]);
    }
  }
}

TEST(weights_save_and_load) {
  start();
  put_table("a.csv", "mass [g],length [mm]", 1e3 / 9.8, 1, 0);
  put("b.csv",
      "repetition,weight [N],length [in],sigma [mm]\n1,0,3.95,0.1\n1,1,4.1,0.2\n1,2,4.2,0.1\n1,1,4.15,0.1\n1,2,4.21,0.2\n1,0,4.0,0.1\n"
      "2,3,4.4,0.3\n2,0,4.01,0.1\n");
  pl_measurement *back, *m = load("", WARP ", {\"angle\": \"30 deg\", \"file\": \"b.csv\", \"rest-length\": \"99.7 mm\", "
                                           "\"partial-unloading\": true, \"first\": \"conditioned\"}");
  CHECK(m->test[1].channel[PL_WEIGHTS_LENGTH].value_sigma != NULL);
  CHECK_NEAR(m->test[1].channel[PL_WEIGHTS_LENGTH].sigma, 1e-4 * sqrt((5 * 1 + 2 * 4 + 9) / 8.0), 1e-12);
  CHECK(pl_weights_of(&m->test[1])->repetition[5] == 1 && pl_weights_of(&m->test[1])->repetition[6] == 2);
  require_ok(pl_measurement_save(ctx, at("saved"), m));
  require_ok(pl_measurement_load(ctx, at("saved"), &back));
  check_same(m, back);
  pl_measurement_destroy(back);
  pl_measurement_destroy(m);
  finish();
}

// The template's lengths balance their force: k1 = 135.6, k2 = 64.03 (the paper's cotton). Friction is between -sigma_max and sigma_max,
// saturated at the ends of long branches. Persistent elongation after all weights are off is that of equilibrium.
TEST(weights_template_content) {
  start();
  pl_measurement *m;
  require_ok(pl_measurement_new(ctx, "weights", at("t")));
  require_ok(pl_measurement_load(ctx, at("t"), &m));
  REQUIRE(m->n_test == 2 && m->n_suspicion == 0 && m->n_input == 3);
  const pl_test *test = &m->test[0];
  const pl_weights *w = pl_weights_of(test);
  REQUIRE(test->n_frame == 127 && w->n_cycle == 18 && w->n_top == 6 && w->repetition);
  for (int i = 0; i < test->n_frame; i++) {
    double L = test->channel[PL_WEIGHTS_LENGTH].value[i], F = test->channel[PL_WEIGHTS_FORCE].value[i];
    double e = 0.5 * (L * L / 0.01 - 1), sigma = F / L - (135.6 + 64.03 * e) * e, most = 2.22 + 3.16 * e, noise = 4e-4 * 200 / 0.1;
    // by length noise of 0.1 mm the stress is known to about 0.2 N/m
    if (!(fabs(sigma) < most + 3.16 * 0.006 + noise)) test_fail(__FILE__, __LINE__, "frame %d: friction %g N/m of %g", i, sigma, most);
    double from = test->channel[PL_WEIGHTS_LENGTH].value[w->anchor[i]], path = fabs(0.5 * (from * from / 0.01 - 1) - e);
    if (path > 5 * 0.006) CHECK_NEAR(sigma, test->branch[i] == PL_BRANCH_LOAD ? most : -most, noise);
  }
  // fresh cloth: the first frame has less friction than the saturated ones
  CHECK(test->channel[PL_WEIGHTS_LENGTH].value[0] < test->channel[PL_WEIGHTS_LENGTH].value[42] - 1e-3);
  char *sheet;
  size_t size;
  require_ok(pl_file_read(arena, at("t/sheet.csv"), 1 << 20, &sheet, &size));
  int n_line = 0;
  for (char *p = sheet; *p; p++) n_line += *p == '\n';
  CHECK(n_line == 128);
  pl_measurement_destroy(m);
  finish();
}

// ---- doubts ----

static void doubt(const char *file, int line, const char *rows, const char *more, const char *text, const char *remedy) {
  put("a.csv", pl_arena_printf(arena, "weight [N],length [mm]\n%s", rows));
  pl_measurement *m = load("\"sigma\": \"0.1 mm\",", pl_arena_printf(arena, "{\"direction\": \"warp\", \"file\": \"a.csv\"%s}", more));
  bool found = false;
  for (int i = 0; i < m->n_suspicion; i++)
    found = found || (test_says(said_text(&m->suspicion[i]), text) && test_says(said_do(&m->suspicion[i]), remedy));
  if (!found || m->n_suspicion != 1)
    test_fail(file, line, "no single doubt \"%s\" among %d; the first is \"%s\"", text, m->n_suspicion,
              m->n_suspicion ? m->suspicion[0].text : "");
  pl_measurement_destroy(m);
}
#define DOUBT(...) doubt(__FILE__, __LINE__, __VA_ARGS__)
#define FIRST "0,100.2\n1,103\n0,101\n"

TEST(weights_doubts) {
  start();
  DOUBT("1,103\n2,106\n1,104\n0,101\n1,103\n0,101\n", "", "[weights.begins-loaded]|1 N|0 N", "[remedy.weights-begins-loaded]");
  DOUBT("1,103\n2,106\n1,104\n2,106\n3,108\n2,106.6\n1,104\n", "", "[weights.begins-loaded]|1 N", "[remedy.weights-begins-loaded]");
  DOUBT(FIRST "1,103\n2,106\n1,104\n2,106.5\n4,110\n3,108\n2,106.6\n1,104\n0,101\n", ", \"partial-unloading\": true",
        "[weights.jumps]|1|9|1.5|1 N", "[remedy.weights-jumps]");
  DOUBT(FIRST "1,103\n2,106\n1,104\n", "", "[weights.ends-loaded]|1 N|0 N", "[remedy.weights-ends-loaded]");
  DOUBT("0,100.2\n1,103\n2,106\n1,104\n0,101\n", "", "[weights.one-turn]|2 N", "smaller weights");
  DOUBT(FIRST "1,103.1\n2,106\n1,106.5\n0,101\n", "", "[weights.against-weight]|1|3 sigma|7", "[remedy.weights-against-weight]");
  DOUBT("0,97\n1,103\n0,101\n1,103\n2,106\n1,104\n0,101\n", "", "[weights.shorter-than-rest]|97 mm", "\"rest-length\"");
  DOUBT("0,100\n1,100.2\n0,100.1\n1,100.3\n2,100.5\n1,100.4\n0,100.1\n", "", "[weights.sigma-large]|0.5 mm|0.1 mm", "heavier weights");
  DOUBT(FIRST "1,103\n2,106\n1,104\n0,101\n", ", \"sigma\": \"3 um\"", "[weights.sigma-odd]|0.003 mm", "[remedy.weights-sigma-odd]");
  DOUBT("0,100.2\n1,103\n0,99\n1,103\n2,106\n1,101\n0,99\n", "", "[weights.shorter-after]|1.6 mm", "[remedy.weights-shorter-after]");
  finish();
}

TEST(weights_doubts_two_tests) {
  start();
  put_table("a.csv", "weight [N],length [mm]", 1, 1, 0);
  put_table("b.csv", "weight [N], length [mm]", 1, 1, 0);
  pl_measurement *m = load("", WARP ", {\"direction\": \"weft\", \"file\": \"b.csv\"}");
  REQUIRE(m->n_suspicion == 1);
  CHECK_CONTAINS(said_text(&m->suspicion[0]), "[load.same]|\"a\"");
  pl_measurement_destroy(m);
  finish();
}

TEST(weights_describe_text) {
  start();
  put_table("a.csv", "weight [N],length [mm]", 1, 1, 0);
  pl_measurement *m = load("\"sigma\": \"0.1 mm\",", WARP);
  pl_text text;
  pl_text_init(&text, ctx);
  pl_measurement_describe(m, &text);
  CHECK_CONTAINS(text.data, "100 mm long, 80 mm wide, 1.2 g");
  CHECK_CONTAINS(text.data, "0.1039 N: clip 10 g, half of the cloth 0.6 g");
  CHECK_CONTAINS(text.data, "14 rows in measured order, 2 cycles, 2 different tops");
  CHECK_CONTAINS(text.data, "        2  unload  306.1 to 0 g        3 to 0 N            109.1 to 101.8 mm          3      11\n");
  pl_text_clear(&text);
  pl_measurement_destroy(m);
  finish();
}
