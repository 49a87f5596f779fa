// test_measurement.c: experiment files as laboratories write them, saving and loading, templates, the description.
#include "said.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "measure/protocol.h"
#include "measure/table/format.h"
#include "measure/protocol.h"
#include "protocol/cantilever/cantilever.h"
#include "protocol/roll/roll.h"
#include "protocol/poses/poses.h"
#include "protocol/tensile/tensile.h"

static pl_context *ctx;

static void put(const char *name, const char *text) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  REQUIRE(pl_file_write(ctx, path, text, strlen(text)) == PL_OK);
}

static void require_ok(pl_status status) {
  if (status == PL_OK) return;
  char text[2048];
  said_error_format(pl_context_error(ctx), text, sizeof text);
  test_fail(__FILE__, __LINE__, "%s", text);
  test_stop();
}

// Load experiment.json of the test's folder, given its text.
static pl_measurement *load(const char *experiment) {
  if (experiment) put("experiment.json", experiment);
  char path[600];
  snprintf(path, sizeof path, "%s/experiment.json", test_folder());
  pl_measurement *m = NULL;
  require_ok(pl_measurement_load(ctx, path, &m));
  return m;
}

static bool has_note(const pl_measurement *m, const char *part) {
  for (int i = 0; i < m->n_note; i++) {
    if (strstr(m->note[i], part)) return true;
  }
  return false;
}

#define HEAD                                                                                                                               \
  "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"cloth\", \"specimen\": {\"length\": \"100 mm\", \"width\": \"50 " \
  "mm\"}, "

static void check_same(const pl_measurement *a, const pl_measurement *b);

static const char simple_csv[] = "displacement [mm],force [N]\n0,0\n1,2\n2,4\n3,7\n4,11\n5,16\n";

TEST(measure_load_simple) {
  ctx = pl_context_create(NULL);
  put("warp.csv", simple_csv);
  pl_measurement *m =
      load("{\n  // a comment\n  \"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"wool\", \"density\": \"150 g/m^2\",\n"
           "  \"specimen\": {\"length\": \"50 mm\", \"width\": \"200 mm\", \"strips\": 3},\n"
           "  \"sigma\": {\"force\": \"0.05 N\"},\n"
           "  \"tests\": [\n"
           "    {\"name\": \"warp\", \"file\": \"warp.csv\", \"direction\": \"warp\", \"pretension\": \"0.5 N\", \"fit-offset\": true,\n"
           "     \"method\": \"free\"},\n"
           "    {\"name\": \"bias\", \"file\": \"warp.csv\", \"angle\": \"45 deg\", \"specimen\": {\"width\": \"10 mm\"},\n"
           "     \"sigma\": {\"force\": \"2 N/m\"}, \"pretension\": \"2 N/m\"}]\n}\n");
  CHECK_TEXT(m->name, "wool");
  CHECK_TEXT(m->protocol->name, "tensile");
  CHECK_NEAR(m->density, 0.150, 1e-15);
  REQUIRE(m->n_test == 2);
  const pl_test *warp = &m->test[0], *bias = &m->test[1];
  CHECK_NEAR(warp->length, 0.05, 1e-15);
  CHECK_NEAR(warp->width, 0.2, 1e-15);
  CHECK(warp->strips == 3);
  CHECK(warp->line == 7);
  CHECK(warp->angle == 0 && warp->pretension == 0.5 && warp->fit_offset && warp->method == PL_TEST_FREE);
  CHECK(warp->n_frame == 6 && warp->n_raw == 6);
  CHECK(warp->hysteresis == 0);
  CHECK_NEAR(warp->channel[PL_TENSILE_DISPLACEMENT].value[5], 0.005, 1e-15);
  CHECK_NEAR(warp->channel[PL_TENSILE_FORCE].value[5], 16, 1e-12);
  CHECK(warp->channel[PL_TENSILE_SHEAR_FORCE].value == NULL && warp->raw[PL_TENSILE_LATERAL] == NULL);
  CHECK(warp->channel[PL_TENSILE_FORCE].sigma == 0.05);
  CHECK(warp->channel[PL_TENSILE_FORCE].row == &m->protocol->channel[PL_TENSILE_FORCE]);
  CHECK(warp->branch[5] == PL_BRANCH_LOAD && warp->raw_branch[0] == PL_BRANCH_LOAD);
  CHECK(warp->control == PL_TENSILE_DISPLACEMENT && warp->observed == PL_TENSILE_FORCE);
  // the width is the test's own, length and strips are inherited; per-width quantities count all strips
  CHECK_NEAR(bias->width, 0.01, 1e-15);
  CHECK_NEAR(bias->length, 0.05, 1e-15);
  CHECK_NEAR(bias->angle, 0.78539816339744831, 1e-15);
  CHECK_NEAR(bias->channel[PL_TENSILE_FORCE].sigma, 0.06, 1e-15);
  CHECK_NEAR(bias->pretension, 0.06, 1e-15);
  CHECK(bias->fit_offset && bias->method == PL_TEST_AUTO);  // a pretension implies an unknown zero
  // both files are hashed, each once
  CHECK(m->n_input == 2);
  char hash[65];
  for (int i = 0; i < m->n_input; i++) {
    require_ok(pl_hash_file(ctx, m->input_path[i], hash));
    CHECK_TEXT(m->input_hash[i], hash);
  }
  CHECK(m->n_note == 0);
  pl_measurement_destroy(m);
  // the folder stands for the experiment in it
  require_ok(pl_measurement_load(ctx, test_folder(), &m));
  CHECK(m->n_test == 2);
  pl_measurement_destroy(m);
  pl_measurement_destroy(NULL);
  pl_context_destroy(ctx);
}

// Every form a column may have: strain, percent, stretch, current length, per width, widths and lateral strains.
TEST(measure_column_forms) {
  ctx = pl_context_create(NULL);
  put("a.csv", "strain [%];line force [gf/cm];width [mm]\n0;0;50\n1;10;49\n2;20;48\n3;30;47\n4;40;46\n");
  put("b.csv", "axial_stretch_pin,Load_N,lateral_strain\n1.0,0,0\n1.1,1,-0.01\n1.2,2,-0.02\n1.3,3,-0.03\n1.4,4,-0.04\n");
  put("c.csv", "gap [mm],Load [N],w [mm]\n100,0,40\n101,1,39\n102,2,38\n103,3,37\n104,4,36\n");
  put("d.csv", "shear angle [deg],shear force [N]\n0,0\n1,1\n2,2\n3,3\n8,4\n");
  pl_measurement *m =
      load(HEAD "\"tests\": ["
                "{\"file\": \"a.csv\", \"direction\": \"warp\", \"specimen\": {\"strips\": 2}},"
                "{\"file\": \"b.csv\", \"direction\": \"warp\", \"columns\": {\"displacement\": \"axial_stretch_pin\"}},"
                "{\"file\": \"c.csv\", \"direction\": \"warp\", \"specimen\": {\"lateral-gauge\": \"41 mm\"}, \"columns\":"
                " {\"displacement\": {\"name\": \"gap\", \"as\": \"length\"}, \"lateral-stretch\": \"w\"}},"
                "{\"file\": \"d.csv\", \"direction\": \"weft\"},"
                "{\"name\": \"no lateral\", \"file\": \"a.csv\", \"direction\": \"warp\", \"columns\": {\"lateral-stretch\": null}}]}");
  const pl_test *t = m->test;
  CHECK_TEXT(t[0].name, "a");
  CHECK_NEAR(t[0].channel[PL_TENSILE_DISPLACEMENT].value[4], 0.004, 1e-15);
  CHECK_NEAR(t[0].channel[PL_TENSILE_FORCE].value[4], 40 * 0.980665 * 0.1, 1e-12);
  CHECK_NEAR(t[0].channel[PL_TENSILE_LATERAL].value[4], 46.0 / 50, 1e-14);
  CHECK_CONTAINS(t[0].channel[PL_TENSILE_LATERAL].source, "its first value");
  CHECK_NEAR(t[1].channel[PL_TENSILE_DISPLACEMENT].value[4], 0.04, 1e-15);
  CHECK_NEAR(t[1].channel[PL_TENSILE_FORCE].value[4], 4, 1e-15);
  CHECK_NEAR(t[1].channel[PL_TENSILE_LATERAL].value[4], 0.96, 1e-15);
  CHECK_NEAR(t[2].channel[PL_TENSILE_DISPLACEMENT].value[4], 0.004, 1e-15);
  CHECK_NEAR(t[2].channel[PL_TENSILE_LATERAL].value[4], 36.0 / 41, 1e-14);
  CHECK_NEAR(t[3].channel[PL_TENSILE_SHEAR_DISPLACEMENT].value[4], 0.1 * sin(8 * 3.14159265358979323846 / 180), 1e-15);
  CHECK(t[3].control == PL_TENSILE_SHEAR_DISPLACEMENT && t[3].observed == PL_TENSILE_SHEAR_FORCE);
  CHECK(t[4].channel[PL_TENSILE_LATERAL].value == NULL);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// A shear test without a displacement: do the clamps stay apart, or approach so that the yarns keep their length?
TEST(measure_shear_length) {
  ctx = pl_context_create(NULL);
  put("angle.csv", "shear angle [deg],shear force [N]\n0,0\n1,1\n2,2\n4,3\n8,4\n");
  put("travel.csv", "shear displacement [mm],shear force [N]\n0,0\n1,1\n2,2\n4,3\n-7,-4\n");
  put("both.csv", "displacement [mm],shear angle [deg],shear force [N]\n0,0,0\n0,1,1\n0,2,2\n0,4,3\n-1,8,4\n");
  pl_measurement *m =
      load("{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"branch\": \"all\", \"specimen\": {\"length\": \"50 mm\", "
           "\"width\": \"200 mm\"}, "
           "\"tests\": ["
           "{\"name\": \"a\", \"file\": \"angle.csv\", \"direction\": \"warp\"},"
           "{\"name\": \"b\", \"file\": \"angle.csv\", \"direction\": \"warp\", \"shear\": \"fixed-length\"},"
           "{\"name\": \"c\", \"file\": \"travel.csv\", \"direction\": \"warp\"},"
           "{\"name\": \"d\", \"file\": \"travel.csv\", \"direction\": \"warp\", \"shear\": \"keep-length\", \"sign\": \"flip-both\"},"
           "{\"name\": \"e\", \"file\": \"both.csv\", \"direction\": \"warp\"},"
           "{\"name\": \"f\", \"file\": \"travel.csv\", \"direction\": \"warp\", \"shear\": \"fixed-length\"}]}");
  enum { U = PL_TENSILE_DISPLACEMENT, V = PL_TENSILE_SHEAR_DISPLACEMENT };
  const pl_test *t = m->test;
  double phi = 8 * 3.14159265358979323846 / 180;
  // an angle means a KES machine
  CHECK_NEAR(t[0].channel[V].value[4], 0.05 * sin(phi), 1e-15);
  CHECK_NEAR(t[0].channel[U].value[4], 0.05 * (cos(phi) - 1), 1e-15);
  CHECK(t[0].channel[U].value[0] == 0);
  CHECK(t[0].control == V && t[0].observed == PL_TENSILE_SHEAR_FORCE);
  CHECK(has_note(m, "a: a shear angle and no displacement column"));
  CHECK_NEAR(t[1].channel[V].value[4], 0.05 * tan(phi), 1e-15);
  CHECK(t[1].channel[U].value == NULL && !has_note(m, "b: a shear angle"));
  // a travel means clamps that stay apart, and says so
  CHECK(t[2].channel[U].value == NULL);
  CHECK(has_note(m,
                 "c: no displacement column: the clamps are taken to stay 50 mm apart, which stretches the yarns by 1.0 % at 7 mm; a KES "
                 "machine lets them approach: \"shear\": \"keep-length\""));
  CHECK_NEAR(t[3].channel[U].value[4], sqrt(0.05 * 0.05 - 0.007 * 0.007) - 0.05, 1e-15);
  CHECK_NEAR(t[3].channel[V].value[4], 0.007, 1e-15);
  CHECK(!has_note(m, "d: no displacement"));
  // what was measured stays
  CHECK_NEAR(t[4].channel[U].value[4], -0.001, 1e-15);
  CHECK_NEAR(t[4].channel[V].value[4], 0.05 * tan(phi), 1e-15);
  CHECK(!has_note(m, "f: no displacement"));
  // saved and loaded: the same, and nothing is guessed again
  char folder[600];
  snprintf(folder, sizeof folder, "%s/saved", test_folder());
  require_ok(pl_measurement_save(ctx, folder, m));
  pl_measurement *back;
  require_ok(pl_measurement_load(ctx, folder, &back));
  check_same(back, m);
  CHECK(back->n_note == 0);
  pl_measurement_destroy(back);
  // exact between the rows too
  put("loop.csv", "shear angle [deg],shear force [N]\n0,0\n10,1\n20,2\n30,3\n40,4\n50,5\n35,3\n25,2\n15,1\n5,0\n0,0\n");
  pl_measurement *loop = load(HEAD "\"tests\": [{\"file\": \"loop.csv\", \"direction\": \"warp\"}]}");
  CHECK(loop->test[0].branch[0] == PL_BRANCH_AVERAGE);
  for (int i = 0; i < loop->test[0].n_frame; i++)
    CHECK_NEAR(hypot(0.1 + loop->test[0].channel[U].value[i], loop->test[0].channel[V].value[i]), 0.1, 1e-15);
  pl_measurement_destroy(loop);
  pl_text out;
  pl_text_init(&out, ctx);
  pl_measurement_describe(m, &out);
  CHECK_CONTAINS(out.data, "no column: the yarns keep their length");
  pl_text_clear(&out);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// A machine's export: preamble, units in a separate row, decimal comma, both extension and strain; the extension is used.
TEST(measure_machine_export) {
  ctx = pl_context_create(NULL);
  put("bluehill.csv", "\xEF\xBB\xBF\"Sample\";\"cloth 7\"\r\n\r\n\"Time\";\"Extension\";\"Load\";\"Tensile strain\"\r\n(s);(mm);(N);(%)\r\n"
                      "0,0;0,000;0,01;0,0\r\n0,1;0,500;1,50;0,5\r\n0,2;1,000;3,20;1,0\r\n0,3;1,500;5,10;1,5\r\n0,4;2,000;7,90;2,0\r\n");
  pl_measurement *m = load(HEAD "\"tests\": [{\"file\": \"bluehill.csv\", \"direction\": \"weft\"}]}");
  CHECK(m->test[0].n_frame == 5);
  CHECK_NEAR(m->test[0].channel[PL_TENSILE_DISPLACEMENT].value[4], 0.002, 1e-15);
  CHECK_NEAR(m->test[0].channel[PL_TENSILE_FORCE].value[4], 7.9, 1e-14);
  CHECK_CONTAINS(m->test[0].channel[PL_TENSILE_DISPLACEMENT].source, "Extension");
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// One tidy table, many tests; columns without units named in the experiment file; defaults at the top.
TEST(measure_tidy_table) {
  ctx = pl_context_create(NULL);
  pl_text csv;
  pl_text_init(&csv, ctx);
  pl_text_add(&csv, "sample,run,ext,load,remark\n");
  for (int run = 1; run <= 3; run++) {
    for (int i = 0; i < 6; i++) pl_text_printf(&csv, "Acrylic Yarn,%d,%d,%d,%s\n", run, i, run * i, run == 2 ? "n/a" : "");
  }
  pl_text_add(&csv, "Other,1,x,y,\n");  // never used, so its text does no harm
  put("tidy.csv", csv.data);
  pl_text_clear(&csv);
  pl_measurement *m =
      load(HEAD "\"file\": \"tidy.csv\", \"columns\": {\"displacement\": {\"name\": \"ext\", \"unit\": \"mm\"}, \"force\": {\"name\": "
                "\"load\", \"unit\": \"cN\"}}, \"tests\": ["
                "{\"name\": \"1\", \"direction\": \"warp\", \"where\": {\"sample\": \"Acrylic Yarn\", \"run\": 1}},"
                "{\"name\": \"3\", \"direction\": \"weft\", \"where\": {\"sample\": \"Acrylic Yarn\", \"run\": 3}}]}");
  REQUIRE(m->n_test == 2);
  CHECK(m->test[0].n_frame == 6 && m->test[1].n_frame == 6);
  CHECK_NEAR(m->test[0].channel[PL_TENSILE_FORCE].value[5], 0.05, 1e-15);
  CHECK_NEAR(m->test[1].channel[PL_TENSILE_FORCE].value[5], 0.15, 1e-15);
  CHECK(m->n_input == 2);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

static void put_cycle(int n) {
  pl_text csv;
  pl_text_init(&csv, ctx);
  pl_text_add(&csv, "displacement [mm],force [N]\n");
  for (int i = 0; i <= 2 * n; i++) {
    double x = (double)(i <= n ? i : 2 * n - i) / n;
    pl_text_printf(&csv, "%.6f,%.6f\n", 10 * x, (i <= n ? 22 : 18) * x);
  }
  put("cycle.csv", csv.data);
  pl_text_clear(&csv);
}

TEST(measure_branches) {
  ctx = pl_context_create(NULL);
  put_cycle(50);
  pl_measurement *m =
      load(HEAD "\"sigma\": {\"force\": \"1 N\"}, \"file\": \"cycle.csv\", \"tests\": ["
                "{\"name\": \"default\", \"direction\": \"warp\"}, {\"name\": \"load\", \"direction\": \"warp\", \"branch\": \"load\"},"
                "{\"name\": \"unload\", \"direction\": \"warp\", \"branch\": \"unload\"},"
                "{\"name\": \"all\", \"direction\": \"warp\", \"branch\": \"all\"}]}");
  const pl_test *t = m->test;
  for (int i = 0; i < 4; i++) {
    CHECK(t[i].n_raw == 101);
    CHECK_NEAR(t[i].hysteresis, 0.2, 0.02);
  }
  CHECK(t[0].n_frame > 40 && t[0].branch[0] == PL_BRANCH_AVERAGE);
  for (int i = 0; i < t[0].n_frame - 2; i++) {
    CHECK_NEAR(t[0].channel[PL_TENSILE_FORCE].value[i], 2000 * t[0].channel[PL_TENSILE_DISPLACEMENT].value[i], 1e-4);
  }
  CHECK_NEAR(t[0].channel[PL_TENSILE_FORCE].sigma, sqrt(0.5), 1e-12);
  CHECK(has_note(m, "default: load and unload (2 branches) averaged"));
  CHECK(t[1].n_frame == 51 && t[1].branch[50] == PL_BRANCH_LOAD);
  CHECK(t[2].n_frame == 50 && t[2].branch[0] == PL_BRANCH_UNLOAD);
  CHECK(t[3].n_frame == 101 && t[3].branch[50] == PL_BRANCH_LOAD && t[3].branch[51] == PL_BRANCH_UNLOAD);
  CHECK(t[3].channel[PL_TENSILE_FORCE].sigma == 1);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(measure_thinning) {
  ctx = pl_context_create(NULL);
  put_cycle(1500);
  pl_measurement *m = load(HEAD "\"branch\": \"load\", \"sigma\": {\"force\": \"1 N\"}, \"file\": \"cycle.csv\", \"tests\": ["
                                "{\"name\": \"thin\", \"direction\": \"warp\"},"
                                "{\"name\": \"thick\", \"direction\": \"warp\", \"max-frames\": 5000}]}");
  CHECK(m->test[0].n_frame == 400 && m->test[0].n_raw == 3001);
  CHECK(m->test[1].n_frame == 1501);
  CHECK(has_note(m, "thin: 1501 points averaged into 400 bins along displacement"));
  CHECK_NEAR(m->test[0].channel[PL_TENSILE_FORCE].sigma, sqrt(400.0 / 1501), 0.01);
  for (int i = 0; i < 400; i++) {
    CHECK_NEAR(m->test[0].channel[PL_TENSILE_FORCE].value[i], 2200 * m->test[0].channel[PL_TENSILE_DISPLACEMENT].value[i], 1e-4);
  }
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(measure_signs) {
  ctx = pl_context_create(NULL);
  put("push.csv", "displacement [mm],force [N]\n0,0\n1,-2\n2,-4\n3,-7\n4,-11\n");
  put("both.csv", "displacement [mm],force [N]\n0,0\n-1,-2\n-2,-4\n-3,-7\n-4,-11\n");
  pl_measurement *m = load(HEAD "\"tests\": [{\"file\": \"push.csv\", \"direction\": \"warp\", \"sign\": \"flip\"},"
                                "{\"file\": \"both.csv\", \"direction\": \"warp\", \"sign\": \"flip-both\"},"
                                "{\"name\": \"as\", \"file\": \"push.csv\", \"direction\": \"warp\", \"sign\": \"as-is\"}]}");
  for (int t = 0; t < 2; t++) {
    CHECK_NEAR(m->test[t].channel[PL_TENSILE_DISPLACEMENT].value[4], 0.004, 1e-15);
    CHECK_NEAR(m->test[t].channel[PL_TENSILE_FORCE].value[4], 11, 1e-12);
  }
  CHECK_NEAR(m->test[2].channel[PL_TENSILE_FORCE].value[4], -11, 1e-12);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

static void check_same(const pl_measurement *a, const pl_measurement *b) {
  CHECK_TEXT(a->name, b->name);
  CHECK(a->protocol == b->protocol);
  CHECK_NEAR(a->density, b->density, 1e-12 * b->density);
  REQUIRE(a->n_test == b->n_test);
  for (int t = 0; t < a->n_test; t++) {
    const pl_test *x = &a->test[t], *y = &b->test[t];
    CHECK_TEXT(x->name, y->name);
    CHECK_CLOSE(x->length, y->length, 1e-12);
    CHECK_CLOSE(x->width, y->width, 1e-12);
    CHECK_CLOSE(x->angle, y->angle, 1e-12);
    CHECK_CLOSE(x->pretension, y->pretension, 1e-12);
    CHECK(x->strips == y->strips && x->fit_offset == y->fit_offset && x->method == y->method);
    REQUIRE(x->n_frame == y->n_frame);
    for (int c = 0; c < a->protocol->n_channel; c++) {
      REQUIRE((x->channel[c].value == NULL) == (y->channel[c].value == NULL));
      CHECK_CLOSE(x->channel[c].sigma, y->channel[c].sigma, 1e-12);
      for (int i = 0; x->channel[c].value && i < x->n_frame; i++) CHECK_CLOSE(x->channel[c].value[i], y->channel[c].value[i], 1e-12);
    }
  }
}

// What a rig predicts is saved and read back: values, specimens, settings; long curves are not thinned.
TEST(measure_save_round_trip) {
  ctx = pl_context_create(NULL);
  enum { N = 700 };
  static double du[N], dv[N], fu[N], fv[N], lateral[N];
  for (int i = 0; i < N; i++) {
    du[i] = 0.013 / 3 * sin(i * 0.005);
    dv[i] = 1e-3 * i / 7.0;
    fu[i] = exp(0.01 * i) / 3;
    fv[i] = i / 9.0;
    lateral[i] = 1 - i / 3000.0;
  }
  const pl_protocol *tensile = pl_protocol_find("tensile");
  pl_test tests[3] = {
      {.name = "bias 45°", .length = 0.1, .width = 0.05 / 3, .strips = 1, .angle = 0.3, .n_frame = N},
      {.name = "bias-45", .length = 0.1, .width = 0.05, .strips = 12, .angle = 0, .n_frame = 20, .pretension = 0.7 / 3, .fit_offset = true},
      {.name = "../weft",
       .length = 0.1,
       .width = 0.05,
       .strips = 1,
       .angle = 3.14159265358979323846 / 2,
       .n_frame = 20,
       .fit_offset = true,
       .method = PL_TEST_MESH}};
  double *values[] = {du, dv, fu, fv, lateral};
  for (int t = 0; t < 3; t++) {
    for (int c = 0; c < tensile->n_channel; c++) {
      tests[t].channel[c].row = &tensile->channel[c];
      if (t == 0 || c == PL_TENSILE_DISPLACEMENT || c == PL_TENSILE_FORCE) tests[t].channel[c].value = values[c];
    }
  }
  tests[0].channel[PL_TENSILE_FORCE].sigma = 0.1 / 3;
  tests[0].channel[PL_TENSILE_LATERAL].sigma = 0.002 / 3;
  pl_measurement rig = {.protocol = tensile, .name = "virtual \"gabardine\"", .file = "", .density = 0.15, .n_test = 3, .test = tests};
  char folder[600];
  snprintf(folder, sizeof folder, "%s/new/folder", test_folder());
  require_ok(pl_measurement_save(ctx, folder, &rig));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, folder, &m));
  check_same(m, &rig);
  // and again: what was loaded is saved and loaded without change
  require_ok(pl_measurement_save(ctx, folder, m));
  pl_measurement *again;
  require_ok(pl_measurement_load(ctx, folder, &again));
  check_same(again, m);
  pl_measurement_destroy(again);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(measure_save_keeps_averaged_frames) {
  ctx = pl_context_create(NULL);
  put_cycle(60);
  pl_measurement *m = load(HEAD "\"tests\": [{\"file\": \"cycle.csv\", \"direction\": \"warp\", \"sigma\": {\"force\": \"1 N\"}}]}"), *back;
  char folder[600];
  snprintf(folder, sizeof folder, "%s/saved", test_folder());
  require_ok(pl_measurement_save(ctx, folder, m));
  require_ok(pl_measurement_load(ctx, folder, &back));
  check_same(back, m);
  pl_measurement_destroy(back);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(measure_template_loads) {
  ctx = pl_context_create(NULL);
  for (int p = 0; p < pl_protocol_count(); p++) {
    char folder[600], text[2048];
    const char *name = pl_protocol_at(p)->name;
    snprintf(folder, sizeof folder, "%s/%s", test_folder(), name);
    require_ok(pl_measurement_new(ctx, name, folder));
    pl_measurement *m;
    require_ok(pl_measurement_load(ctx, folder, &m));
    CHECK_TEXT(m->protocol->name, name);
    const pl_curve_format *curve = m->protocol->files->curve;
    bool numbers = curve && curve->has_numbers && curve->has_numbers(&m->test[0]);
    CHECK(m->n_test >= 1 &&
          (m->test[0].n_frame >= 12 || numbers || pl_cantilever_of(&m->test[0]) || pl_roll_of(&m->test[0]) || pl_poses_of(&m->test[0])));
    CHECK(m->test[0].hysteresis > 0 || !curve || numbers);
    CHECK(m->n_suspicion == 0);
    pl_measurement_destroy(m);
    snprintf(text, sizeof text, "%s/README.md", folder);
    CHECK(pl_file_exists(text));
    // a second time nothing is overwritten
    CHECK(pl_measurement_new(ctx, name, folder) == PL_ERROR_FILE);
    said_error_format(pl_context_error(ctx), text, sizeof text);
    CHECK(strstr(text, "[experiment.already-there-would-overwritten]") || strstr(text, "[experiment.folder-not-empty]"));
    pl_context_clear_error(ctx);
  }
  CHECK(pl_measurement_new(ctx, "tensil", "never") == PL_ERROR_USAGE);
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "tensile");
  CHECK(!pl_file_exists("never"));
  pl_context_destroy(ctx);
}

// Inserts a name of the specimen at the top of an experiment file, beside its sizes if it has them.
static void name_specimen(const char *path) {
  char *text, named[20000];
  size_t size;
  pl_arena *arena = pl_arena_create(ctx);
  require_ok(pl_file_read(arena, path, sizeof named / 2, &text, &size));
  const char *own = strstr(text, "\"specimen\": {"), *at = own ? own + strlen("\"specimen\": {") : strchr(text, '{') + 1;
  snprintf(named, sizeof named, "%.*s%s%s", (int)(at - text), text, own ? "\"name\": \"gray-3\"," : "\"specimen\": {\"name\": \"gray-3\"},",
           at);
  require_ok(pl_file_write(ctx, path, named, strlen(named)));
  pl_arena_destroy(arena);
}

// One key names the specimen in every protocol, also those that have no repeats.
TEST(measure_specimens_have_names) {
  ctx = pl_context_create(NULL);
  for (int p = 0; p < pl_protocol_count(); p++) {
    char folder[600], path[700];
    const char *name = pl_protocol_at(p)->name;
    snprintf(folder, sizeof folder, "%s/%s", test_folder(), name);
    require_ok(pl_measurement_new(ctx, name, folder));
    snprintf(path, sizeof path, "%s/experiment.json", folder);
    name_specimen(path);
    pl_measurement *m;
    require_ok(pl_measurement_load(ctx, folder, &m));
    for (int t = 0; t < m->n_test; t++) {
      if (!m->test[t].specimen) printf("%s: %s\n", name, m->test[t].name);
      REQUIRE(m->test[t].specimen != NULL);
      CHECK_TEXT(m->test[t].specimen, "gray-3");
    }
    pl_measurement_destroy(m);
  }
  pl_context_destroy(ctx);
}

TEST(measure_template_beside_data) {
  ctx = pl_context_create(NULL);
  char folder[600], path[700], text[2048];
  snprintf(folder, sizeof folder, "%s/mine", test_folder());
  snprintf(path, sizeof path, "%s/my-curve.csv", folder);
  require_ok(pl_directory_create(ctx, folder));
  require_ok(pl_file_write(ctx, path, "mine\n", 5));
  require_ok(pl_measurement_new(ctx, "tensile", folder));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, folder, &m));
  pl_measurement_destroy(m);
  // one file that would be overwritten, and nothing is written
  snprintf(folder, sizeof folder, "%s/other", test_folder());
  require_ok(pl_directory_create(ctx, folder));
  snprintf(path, sizeof path, "%s/warp.csv", folder);
  require_ok(pl_file_write(ctx, path, "mine\n", 5));
  CHECK(pl_measurement_new(ctx, "tensile", folder) == PL_ERROR_FILE);
  said_error_format(pl_context_error(ctx), text, sizeof text);
  CHECK(strstr(text, "[experiment.already-there-would-overwritten]") || strstr(text, "[experiment.folder-not-empty]"));
  snprintf(path, sizeof path, "%s/weft.csv", folder);
  CHECK(!pl_file_exists(path));
  pl_context_destroy(ctx);
}

// The template's shear curves are converted with eq. 16 from one shear law: eq. 17 gives the same stress for both directions.
TEST(measure_template_shear_is_consistent) {
  ctx = pl_context_create(NULL);
  char folder[600];
  snprintf(folder, sizeof folder, "%s/t", test_folder());
  require_ok(pl_measurement_new(ctx, "tensile", folder));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, folder, &m));
  REQUIRE(m->n_test == 4);
  pl_sample sample = {m->test[2].length, m->test[2].width};
  for (int i = 5; i < m->test[2].n_frame - 3; i++) {
    double stress[2], e, s, unused;
    for (int k = 0; k < 2; k++) {
      const pl_test *shear = &m->test[2 + k], *pull = &m->test[k];
      double dv = shear->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value[i];
      pl_tensile_strain(&sample, 0, dv, &e, &s);
      // elongation stress at that strain, from the pull test of the same direction, by linear interpolation of eq. 17
      const double *x = pull->channel[PL_TENSILE_DISPLACEMENT].value, *f = pull->channel[PL_TENSILE_FORCE].value;
      int j = 0;
      double e0, e1, s0, s1;
      do {
        j++;
        pl_tensile_strain(&sample, x[j], 0, &e1, &unused);
      } while (e1 < e && j + 1 < pull->n_frame);
      pl_tensile_strain(&sample, x[j - 1], 0, &e0, &unused);
      pl_tensile_stress(&sample, x[j - 1], 0, f[j - 1], 0, &s0, &unused);
      pl_tensile_stress(&sample, x[j], 0, f[j], 0, &s1, &unused);
      double elongation_stress = s0 + (s1 - s0) * (e - e0) / (e1 - e0), fu, fv;
      pl_tensile_force(&sample, 0, dv, elongation_stress, 0, &fu, &fv);
      double fv_all = shear->channel[PL_TENSILE_SHEAR_FORCE].value[i];
      pl_tensile_stress(&sample, 0, dv, fu, fv_all, &unused, &stress[k]);
    }
    CHECK_NEAR(stress[0], stress[1], 0.02 * fabs(stress[1]) + 0.01);
  }
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(measure_describe_says_all) {
  ctx = pl_context_create(NULL);
  put_cycle(50);
  pl_measurement *m =
      load(HEAD "\"density\": \"150 g/m^2\", \"tests\": [{\"name\": \"bias\", \"file\": \"cycle.csv\", \"angle\": \"45 deg\", "
                "\"pretension\": \"0.5 N\", \"fit-offset\": true, \"specimen\": {\"strips\": 12}, \"sigma\": {\"force\": \"0.1 N\"}}]}");
  pl_text out;
  pl_text_init(&out, ctx);
  pl_measurement_describe(m, &out);
  static const char *const parts[] = {"cloth",
                                      "tensile",
                                      "150 g/m^2",
                                      "bias",
                                      "100 mm long, 50 mm wide, 12 parallel strips",
                                      "45\xC2\xB0 from warp",
                                      "0.5 N",
                                      "0 to 10 mm",
                                      "0 to 22 N",
                                      "column \"displacement\" [mm]",
                                      "101 read",
                                      "1 load, 1 unload",
                                      "hysteresis",
                                      "0.07071 N",
                                      "averaged on",
                                      "fit-offset"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) CHECK_CONTAINS(out.data, parts[i]);
  pl_text_clear(&out);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(measure_real_data) {
  ctx = pl_context_create(NULL);
  const char *data = test_shared_data();
  if (!data) {
    test_skip("no shared data");
    pl_context_destroy(ctx);
    return;
  }
  char text[4000];
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"real\", \"tests\": ["
           "{\"name\": \"0\", \"angle\": \"0 deg\", \"file\": \"%s/nylon-strips-angles/nylon_uniaxial_exp_00deg.csv\","
           " \"specimen\": {\"length\": \"97 mm\", \"width\": \"2.25 mm\", \"strips\": 12}},"
           "{\"name\": \"knit\", \"direction\": \"warp\", \"file\": \"%s/knit-stitch-by-stitch/knit_uniaxial_tidy.csv\","
           " \"where\": {\"sample\": \"Acrylic Yarn Garter\", \"direction\": \"X\", \"run\": 1}, \"columns\": {\"displacement\": "
           "\"axial_stretch_clamp\"},"
           " \"specimen\": {\"length\": \"91.6 mm\", \"width\": \"48 mm\"}}]}",
           data, data);
  pl_measurement *m = load(text);
  CHECK(m->test[0].n_frame == 78);
  CHECK_NEAR(m->test[0].channel[PL_TENSILE_FORCE].value[77], 30.709409632681332, 1e-12);
  CHECK_NEAR(m->test[0].channel[PL_TENSILE_DISPLACEMENT].value[77], 3.888888888888889e-3, 1e-15);
  CHECK(m->test[1].n_frame == 300);
  CHECK(m->test[1].channel[PL_TENSILE_LATERAL].value != NULL);
  CHECK_NEAR(m->test[1].channel[PL_TENSILE_DISPLACEMENT].value[1], 0.0012 * 0.0916, 1e-15);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}
