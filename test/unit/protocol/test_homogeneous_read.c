// test_homogeneous_read.c: homogeneous states are read the same from every form; states and stress measures by hand; saving loses nothing.
#include "said.h"
#include "test.h"

#include "base/rng.h"
#include "base/text.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/homogeneous/homogeneous.h"

static pl_measurement *load(const char *more, const char *tests) {
  put("e.json", pl_arena_printf(arena, "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", %s \"tests\": [%s]}", more, tests));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

enum { N = 5 };
static const double stretch[N] = {0.8, 1.1, 1.5, 2, 3};
static const double stress_mpa[N] = {-0.3, 0.1, 0.35, 0.6, 1.1};

// One column of x and one of y, any units.
static void put_table(const char *name, const char *header, const double x[N], const double y[N]) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text, "%s\n", header);
  for (int i = 0; i < N; i++) pl_text_printf(&text, "%.17g,%.17g\n", x[i], y[i]);
  put(name, text.data);
  pl_text_clear(&text);
}

TEST(homogeneous_read_forms) {
  start();
  double strain[N], percent[N], log_strain[N], elongation[N], length[N], kilo[N], force[N], line[N];
  for (int i = 0; i < N; i++) {
    strain[i] = stretch[i] - 1;
    percent[i] = 100 * strain[i];
    log_strain[i] = log(stretch[i]);
    elongation[i] = 40 * strain[i];
    length[i] = 4 * stretch[i];
    kilo[i] = 1e3 * stress_mpa[i];
    force[i] = 12 * stress_mpa[i];  // 12 mm^2
    line[i] = 2 * stress_mpa[i];    // 2 mm
  }
  const struct {
    const char *header;
    const double *x, *y;
  } forms[] = {{"stretch,stress [MPa]", stretch, stress_mpa},
               {"nominal strain,nominal stress [kPa]", strain, kilo},
               {"strain [%],load [N]", percent, force},
               {"true strain,stress [MPa]", log_strain, stress_mpa},
               {"elongation [mm],force per width [N/mm]", elongation, line},
               {"length [cm],force [N]", length, force},
               {"Dehnung [%],Spannung [N/mm²]", percent, stress_mpa},
               {"VERLÄNGERUNG [mm],Zugkraft [Newton]", elongation, force},
               {"Déformation,Contrainte [kPa]", strain, kilo},
               {"Allongement [millimetre],Charge [N]", elongation, force}};
  for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
    put_table("a.csv", forms[k].header, forms[k].x, forms[k].y);
    pl_measurement *m =
        load("\"stress\": \"nominal\", \"incompressible\": true, \"length\": \"40 mm\", \"width\": \"6 mm\", \"thickness\": \"2 mm\", "
             "\"sigma\": \"2 %\",",
             "{\"mode\": \"uniaxial\", \"file\": \"a.csv\"}");
    const pl_test *test = &m->test[0];
    REQUIRE(test->n_frame == N && pl_homogeneous_of(test) && m->n_suspicion == 0);
    CHECK_TEXT(test->name, "a");
    CHECK(test->control == PL_HOMOGENEOUS_STRETCH && test->observed == PL_HOMOGENEOUS_STRESS);
    for (int i = 0; i < N; i++) {
      CHECK_NEAR(test->channel[PL_HOMOGENEOUS_STRETCH].value[i], stretch[i], 1e-14);
      CHECK_NEAR(test->channel[PL_HOMOGENEOUS_STRESS].value[i], 1e6 * stress_mpa[i], 1e-6);
    }
    CHECK_NEAR(test->channel[PL_HOMOGENEOUS_STRESS].sigma, 0.02 * 1.1e6, 1e-6);
    pl_measurement_destroy(m);
  }
  finish();
}

// sigma in newtons, newtons per metre, pascals, one per channel.
TEST(homogeneous_read_sigma) {
  static const struct {
    const char *text;
    double stress, second;
  } given[] = {{"\"0.1 N\"", 0.1 / 12e-6, 0.1 / 8e-6},
               {"\"30 N/m\"", 30 / 2e-3, 30 / 2e-3},
               {"\"4 kPa\"", 4e3, 4e3},
               {"{\"stress\": \"1 kPa\", \"stress-2\": \"2 kPa\"}", 1e3, 2e3}};
  start();
  put("a.csv", "stretch,stretch 2,stress [MPa],stress 2 [MPa]\n1.1,1,0.1,0.05\n1.2,1.1,0.2,0.1\n1.3,1,0.3,0.1\n1.4,1.2,0.4,0.2\n");
  for (size_t k = 0; k < sizeof given / sizeof given[0]; k++) {
    pl_measurement *m =
        load(pl_arena_printf(arena,
                             "\"stress\": \"nominal\", \"thickness\": \"2 mm\", \"width\": \"6 mm\", \"area-2\": \"8 mm^2\", "
                             "\"sigma\": %s,",
                             given[k].text),
             "{\"mode\": \"biaxial\", \"file\": \"a.csv\"}");
    CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS].sigma, given[k].stress, 1e-9 * given[k].stress);
    CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS_2].sigma, given[k].second, 1e-9 * given[k].second);
    pl_measurement_destroy(m);
  }
  finish();
}

TEST(homogeneous_states_by_hand) {
  start();
  put("pull.csv", "stretch,stress [MPa]\n1,0\n2,0.5\n3,1\n4,1.5\n");
  put("shear.csv", "shear angle [deg],shear stress [MPa]\n0,0\n30,0.1\n45,0.2\n60,0.4\n");
  put("both.csv", "stretch,stretch 2,stress [MPa]\n1,2,-0.1\n2,2,0.5\n3,2,1\n4,3,1.5\n");
  const char *format = "{\"name\": \"u\", \"mode\": \"uniaxial\", \"file\": \"pull.csv\", \"where\": {}}, "
                       "{\"name\": \"e\", \"mode\": \"equibiaxial\", \"file\": \"pull.csv\", \"where\": {}}, "
                       "{\"name\": \"p\", \"mode\": \"planar\", \"file\": \"pull.csv\", \"where\": {}}, "
                       "{\"name\": \"s\", \"mode\": \"strip-biaxial\", \"held\": 1.5, \"file\": \"pull.csv\", \"where\": {}}, "
                       "{\"name\": \"b\", \"mode\": \"biaxial\", \"file\": \"both.csv\"}, "
                       "{\"name\": \"g\", \"mode\": \"simple-shear\", \"file\": \"shear.csv\", \"where\": {}}, "
                       "{\"name\": \"c\", \"mode\": \"compound-shear\", \"held\": 4, \"file\": \"shear.csv\", \"where\": {}}";
  // frame 2: l1, l2, l3, g, factor from nominal to Cauchy of the main stress
  static const double expected[7][5] = {{3, 0.57735026918962576, 0.57735026918962576, 0, 3},
                                        {3, 3, 1.0 / 9, 0, 3},
                                        {3, 1, 1.0 / 3, 0, 3},
                                        {3, 1.5, 1 / 4.5, 0, 3},
                                        {3, 2, 1.0 / 6, 0, 3},
                                        {1, 1, 1, 1, 1},
                                        {0.5, 4, 0.5, 4, 4}};
  pl_measurement *m = load("\"stress\": \"cauchy\",", format);
  REQUIRE(m->n_test == 7);
  for (int t = 0; t < 7; t++) {
    const pl_homogeneous_state s = pl_homogeneous_at(&m->test[t], 2);
    for (int i = 0; i < 3; i++) CHECK_NEAR(s.stretch[i], expected[t][i], 1e-14);
    CHECK_NEAR(s.shear, expected[t][3], 1e-14);
    CHECK_NEAR(pl_homogeneous_factor(&m->test[t], m->test[t].observed, 2), expected[t][4], 1e-14);
    CHECK(s.free[2] == (t != PL_SIMPLE_SHEAR) && s.free[1] == (t == PL_UNIAXIAL) && s.free[0] == (t == PL_COMPOUND_SHEAR));
  }
  pl_measurement_destroy(m);
  // nominal stress needs no factor; a compressible body's current area is the measured one
  m = load("\"stress\": \"nominal\",", "{\"mode\": \"planar\", \"file\": \"pull.csv\"}");
  CHECK(pl_homogeneous_factor(&m->test[0], PL_HOMOGENEOUS_STRESS, 2) == 1);
  pl_measurement_destroy(m);
  put("foam.csv", "stretch,stress [MPa],lateral stretch\n0.9,-1,1.01\n0.8,-2,1.02\n0.6,-3,1.05\n0.4,-4,1.1\n");
  m = load("\"stress\": \"cauchy\", \"incompressible\": false,", "{\"mode\": \"uniaxial\", \"file\": \"foam.csv\"}");
  REQUIRE(m->test[0].channel[PL_HOMOGENEOUS_LATERAL].value);
  CHECK_NEAR(pl_homogeneous_factor(&m->test[0], PL_HOMOGENEOUS_STRESS, 3), 1 / (1.1 * 1.1), 1e-14);
  pl_measurement_destroy(m);
  finish();
}

static void check_same(const pl_measurement *a, const pl_measurement *b) {
  REQUIRE(a->n_test == b->n_test);
  for (int t = 0; t < a->n_test; t++) {
    const pl_test *x = &a->test[t], *y = &b->test[t];
    const pl_homogeneous *v = pl_homogeneous_of(x), *w = pl_homogeneous_of(y);
    CHECK_TEXT(x->name, y->name);
    CHECK(x->angle == y->angle && x->n_frame == y->n_frame && v->mode == w->mode && v->measure == w->measure);
    CHECK(v->symmetry == w->symmetry && v->incompressible == w->incompressible && v->held == w->held && v->thickness == w->thickness);
    for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) {
      REQUIRE(!x->channel[c].value == !y->channel[c].value);
      CHECK(x->channel[c].sigma == y->channel[c].sigma);
      REQUIRE(!x->channel[c].value_sigma == !y->channel[c].value_sigma);
      for (int i = 0; i < x->n_frame && x->channel[c].value_sigma; i++) CHECK(x->channel[c].value_sigma[i] == y->channel[c].value_sigma[i]);
      for (int i = 0; i < x->n_frame && x->channel[c].value; i++) CHECK(x->channel[c].value[i] == y->channel[c].value[i]);
    }
  }
}

TEST(homogeneous_save_and_load) {
  start();
  put("a.csv", "strain [%],stress [psi],sigma [psi]\n1,3,0.1\n3,7,0.2\n7,13,0.3\n19,29,0.1\n");
  put("b.csv",
      "shear displacement [in],shear force [lbf],normal force [lbf]\n0.01,0.1,-0.01\n0.02,0.2,-0.02\n0.03,0.3,-0.05\n0.05,0.6,-0.1\n");
  put("c.csv",
      "lambda 1,lambda 2,stress 1 [MPa],stress 2 [MPa],lateral stretch\n1.1,1.2,0.1,0.3,0.97\n1.2,1.1,0.3,0.1,0.97\n1.3,1.3,0.5,0.7,0.95\n"
      "1.4,1.3,0.9,0.8,0.94\n");
  // two files: one is about one material
  static const char *const tests[2] = {
      "{\"mode\": \"uniaxial\", \"file\": \"a.csv\"}, {\"mode\": \"compound-shear\", \"held\": 0.9, \"file\": \"b.csv\", \"height\": \"3 "
      "mm\", "
      "\"area\": \"7 cm^2\", \"sigma\": \"1.7 %\"}",
      "{\"mode\": \"biaxial\", \"file\": \"c.csv\", \"incompressible\": false, \"symmetry\": \"orthotropic\", \"angle\": \"31 deg\", "
      "\"thickness\": \"0.7 mm\", \"sigma\": {\"stress\": \"0.013 MPa\", \"lateral-stretch\": 0.003}}"};
  for (int f = 0; f < 2; f++) {
    pl_measurement *back, *m = load("\"stress\": \"nominal\",", tests[f]);
    if (f == 0) CHECK_NEAR(m->test[1].channel[PL_HOMOGENEOUS_SHEAR].value[0], 0.01 * 25.4 / 3, 1e-12);
    require_ok(pl_measurement_save(ctx, at(f ? "saved-2" : "saved"), m));
    require_ok(pl_measurement_load(ctx, at(f ? "saved-2" : "saved"), &back));
    check_same(m, back);
    pl_measurement_destroy(back);
    pl_measurement_destroy(m);
  }
  finish();
}

// The template's numbers are those of its formula, and nothing about them is doubtful.
TEST(homogeneous_template_content) {
  start();
  pl_measurement *m;
  require_ok(pl_measurement_new(ctx, "homogeneous", at("t")));
  require_ok(pl_measurement_load(ctx, at("t"), &m));
  REQUIRE(m->n_test == 4 && m->n_suspicion == 0 && m->n_input == 5);
  double square = 0;
  int n = 0;
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < m->test[t].n_frame; i++, n++) {
      const pl_homogeneous_state s = pl_homogeneous_at(&m->test[t], i);
      const double *l = s.stretch;
      double i1 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2], w1 = 0.16e6 + 9e-5 * 1e6 * (i1 - 3) * (i1 - 3), w2 = 0.012e6;
      // t_i = l_i dW/dl_i - p, with p from the free face
      double expected = (2 * (w1 * l[0] * l[0] - w2 / (l[0] * l[0])) - 2 * (w1 * l[2] * l[2] - w2 / (l[2] * l[2]))) / l[0];
      double difference = m->test[t].channel[PL_HOMOGENEOUS_STRESS].value[i] - expected;
      square += difference * difference;
    }
  CHECK_NEAR(sqrt(square / n), 0.006e6, 0.0015e6);
  pl_text out;
  pl_text_init(&out, ctx);
  pl_measurement_describe(m, &out);
  CHECK_CONTAINS(out.data, "  mode                planar: pulled in one direction, held at rest width in the second (pure shear)\n");
  CHECK_CONTAINS(out.data, "  stress measure      nominal: force over the area at rest\n");
  CHECK_CONTAINS(out.data, "  material            isotropic, incompressible\n");
  CHECK_CONTAINS(out.data, "sigma 0.006 MPa\n");
  pl_text_clear(&out);
  pl_measurement_destroy(m);
  finish();
}

// What is readable but doubtful is pointed out, once each.
// A column in per cent is a strain, whatever it is called.
TEST(homogeneous_read_percent) {
  start();
  put("a.csv", "e1 [%],p1 [MPa]\n0,0\n20,0.2\n40,0.3\n60,0.4\n");
  pl_measurement *m = load("\"stress\": \"nominal\",",
                           "{\"mode\": \"uniaxial\", \"file\": \"a.csv\", \"columns\": {\"stretch\": {\"column\": 1}, \"stress\": 2}}");
  CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRETCH].value[3], 1.6, 1e-14);
  CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS].value[3], 0.4e6, 1e-6);
  pl_measurement_destroy(m);
  finish();
}

// What mechanics calls sigma is a stress when "columns" says so, not its own standard deviation.
TEST(homogeneous_read_stress_called_sigma) {
  start();
  put("a.csv", "lambda,sigma_kPa\n1.1,10\n1.2,20\n1.3,30\n1.4,40\n");
  pl_measurement *m =
      load("\"stress\": \"cauchy\",", "{\"mode\": \"uniaxial\", \"file\": \"a.csv\", \"columns\": {\"stress\": \"sigma\"}}");
  CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS].value[3], 40e3, 1e-9);
  CHECK(m->test[0].channel[PL_HOMOGENEOUS_STRESS].sigma == 0 && !m->test[0].channel[PL_HOMOGENEOUS_STRESS].value_sigma);
  pl_measurement_destroy(m);
  finish();
}

TEST(homogeneous_doubts) {
  static const struct {
    const char *table, *test, *phrase;
  } doubt[] = {
      {"stretch,stress [MPa]\n1,0.2\n1.2,0.4\n1.4,0.6\n1.6,0.8\n", "\"mode\": \"uniaxial\"", "[state.offset]|0.2 MPa"},
      {"stretch,stress [MPa]\n1,0\n1.2,0.4\n1.4,0.6\n1.2,0.3\n", "\"mode\": \"uniaxial\"", "[state.turns]|1 time"},
      {"stretch,stress [MPa]\n1,0\n1.2,0.4\n1.4,0.6\n1.4,0.6\n1.2,0.3\n", "\"mode\": \"uniaxial\"", "[state.turns]|1|6"},
      {"stretch,stress [MPa]\n1,0\n1.2,0.4\n1.4,0.6\n1.6,0.3\n", "\"mode\": \"uniaxial\"", "[state.falls]"},
      {"stretch,stress [MPa],lateral stretch\n1,0,1\n1.2,0.4,0.99\n1.4,0.6,0.98\n1.6,0.9,0.97\n", "\"mode\": \"uniaxial\"",
       "[state.volume]"},
      {"stretch,stretch 2,stress [MPa],stress 2 [MPa]\n1,1.2,0.4,0.1\n1,1.3,0.5,0.1\n1,1.4,0.6,0.1\n1,1.6,0.9,0.2\n",
       "\"mode\": \"biaxial\"", "[state.axes-exchanged]"},
      {"stretch,stress [MPa],stress 2 [MPa]\n1,0,0\n1.2,0.4,0\n1.4,0.6,0\n1.6,0.9,0\n", "\"mode\": \"planar\"", "[state.stress-2-zero]|-2"},
      {"strain,stress [MPa]\n0,0\n10,0.4\n20,0.6\n40,0.9\n", "\"mode\": \"uniaxial\"", "[state.percent]"},
      {"stretch,stress [MPa]\n1,0\n1.2,0.4\n1.4,0.6\n1.6,0.8\n", "\"mode\": \"uniaxial\", \"angle\": \"30 deg\"", "[state.angle-unused]"}};
  start();
  for (size_t k = 0; k < sizeof doubt / sizeof doubt[0]; k++) {
    put("a.csv", doubt[k].table);
    pl_measurement *m = load("\"stress\": \"nominal\",", pl_arena_printf(arena, "{%s, \"file\": \"a.csv\"}", doubt[k].test));
    if (m->n_suspicion != 1) test_fail(__FILE__, __LINE__, "case %d: %d suspicions", (int)k, m->n_suspicion);
    if (m->n_suspicion > 0) CHECK_CONTAINS(said_text(&m->suspicion[0]), doubt[k].phrase);
    pl_measurement_destroy(m);
  }
  finish();
}

// The first `from` in a file of the template becomes `to`.
static void change(const char *file, const char *from, const char *to) {
  char *text;
  size_t size;
  require_ok(pl_file_read(arena, at(file), 1 << 20, &text, &size));
  char *found = strstr(text, from);
  REQUIRE(found);
  *found = '\0';
  put(file, pl_arena_printf(arena, "%s%s%s", text, to, found + strlen(from)));
}

// One wrong unit, mode or measure of stress among the template's four tests of one rubber shows in its modulus.
TEST(homogeneous_tests_contradict) {
  static const struct {
    const char *file, *from, *to;
    int n;
    const char *text, *remedy;
  } wrong[] = {
      {"uniaxial.csv", "[MPa]", "[kPa]", 1, "[state.modulus-ratio]", "[remedy.state-modulus-ratio]|\"stress\""},
      {"equibiaxial.csv", "[MPa]", "[GPa]", 1, "[state.modulus-ratio]", "[remedy.state-modulus-ratio]|\"stress\""},
      {"shear.csv", "[MPa]", "[Pa]", 1, "[state.modulus-ratio]", "[remedy.state-modulus-ratio]|\"shear stress\""},
      {"experiment.json", "\"mode\": \"equibiaxial\"", "\"mode\": \"uniaxial\"", 1, "[state.modulus-ratio]",
       "whether equibiaxial.csv is \"uniaxial\""},
      {"experiment.json", "\"file\": \"uniaxial.csv\"", "\"stress\": \"cauchy\", \"file\": \"uniaxial.csv\"", 1, "[state.modulus-ratio]",
       "[remedy.state-modulus-mode]"},
      {"experiment.json", "\"stress\": \"nominal\"", "\"stress\": \"cauchy\"", 1, "[state.modulus-ratio]", "[remedy.state-modulus-mode]"},
  };
  start();
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    const char *folder = pl_arena_printf(arena, "contradict-%d", (int)k);
    pl_measurement *m;
    require_ok(pl_measurement_new(ctx, "homogeneous", at(folder)));
    change(pl_arena_printf(arena, "%s/%s", folder, wrong[k].file), wrong[k].from, wrong[k].to);
    require_ok(pl_measurement_load(ctx, at(folder), &m));
    if (m->n_suspicion != wrong[k].n) test_fail(__FILE__, __LINE__, "case %d: %d suspicions", (int)k, m->n_suspicion);
    for (int i = 0; i < m->n_suspicion; i++) {
      CHECK_CONTAINS(said_text(&m->suspicion[i]), wrong[k].text);
      CHECK_CONTAINS(said_do(&m->suspicion[i]), wrong[k].remedy);
    }
    pl_measurement_destroy(m);
  }
  // two files exchanged: both are named
  pl_measurement *m;
  require_ok(pl_measurement_new(ctx, "homogeneous", at("exchanged")));
  change("exchanged/experiment.json", "\"file\": \"uniaxial.csv\"", "\"file\": \"?\"");
  change("exchanged/experiment.json", "\"file\": \"equibiaxial.csv\"", "\"file\": \"uniaxial.csv\"");
  change("exchanged/experiment.json", "\"file\": \"?\"", "\"file\": \"equibiaxial.csv\"");
  require_ok(pl_measurement_load(ctx, at("exchanged"), &m));
  REQUIRE(m->n_suspicion > 0);
  CHECK_CONTAINS(said_do(&m->suspicion[0]), "uniaxial.csv");
  CHECK_CONTAINS(said_do(&m->suspicion[0]), "equibiaxial.csv");
  pl_measurement_destroy(m);
  finish();
}

// Two right tests of one neo-Hookean body (100 kPa) with noise of 3 %. Near rest, moduli of the first readings differ by a factor of 1.8
// by chance.
TEST(homogeneous_noise_near_rest_contradicts_nothing) {
  start();
  pl_rng rng;
  pl_rng_init(&rng, 1);
  pl_text table[2];
  for (int mode = 0; mode < 2; mode++) {
    pl_text_init(&table[mode], ctx);
    pl_text_add(&table[mode], "stretch,stress [kPa]\n");
    double top = mode ? 1.72 : 2.2, full = 100 * (top - pow(top, mode ? -5 : -2));
    for (int k = 1; k <= 25; k++) {
      double l = 1 + (top - 1) * k / 25, noise = k <= 3 ? (mode ? -0.045 : 0.05) : 0.03 * pl_rng_normal(&rng);
      pl_text_printf(&table[mode], "%.6f,%.6g\n", l, 100 * (l - pow(l, mode ? -5 : -2)) + noise * full);
    }
    put(mode ? "b.csv" : "a.csv", table[mode].data);
    pl_text_clear(&table[mode]);
  }
  pl_measurement *m = load("\"stress\": \"nominal\", \"incompressible\": true, \"symmetry\": \"isotropic\",",
                           "{\"mode\": \"uniaxial\", \"file\": \"a.csv\"}, {\"mode\": \"equibiaxial\", \"file\": \"b.csv\"}");
  for (int i = 0; i < m->n_suspicion; i++) CHECK(strcmp(m->suspicion[i].id, "state.modulus-ratio") != 0);
  pl_measurement_destroy(m);
  finish();
}
