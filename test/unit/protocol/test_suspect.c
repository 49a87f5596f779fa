// test_suspect.c: each rule of suspect.c on a small curve that it must find and a clean one that it must let pass.
#include <stdlib.h>

#include "unit/protocol/suspect_case.h"

// Curves by formula: y(x) in N for x in [0, 1] of the travel, with a little noise.
enum { N = 61 };
typedef double formula(int i, double x);
static double noise(int i) { return 0.001 * ((i * 7919) % 201 - 100) / 100.0; }

static void put_curve(const char *name, formula *y, double travel_mm, int n) {
  pl_text csv;
  pl_text_init(&csv, suspect_ctx);
  pl_text_add(&csv, "displacement [mm],force [N]\n");
  for (int i = 0; i < n; i++) {
    double x = (double)i / (n - 1);
    pl_text_printf(&csv, "%.6f,%.6f\n", travel_mm * x, y(i, x));
  }
  suspect_put(name, csv.data);
  pl_text_clear(&csv);
}

static double clean(int i, double x) { return 10 * (0.4 * x + 0.6 * x * x * x) + noise(i); }
static double twice(int i, double x) { return 2 * clean(i, x); }
static double slightly(int i, double x) { return 1.1 * clean(i, x); }
static double toe(int i, double x) { return 10 * (0.02 * x + 0.98 * x * x * x) + noise(i); }
static double cubic(int i, double x) { return 10 * x * x * x + 0 * i; }
static double j_shape(int i, double x) { return 10 * expm1(7 * x) / expm1(7) + 0 * i; }
static double tare(int i, double x) { return 1.3 + clean(i, x); }
static double small_tare(int i, double x) { return 0.3 + clean(i, x); }
static double loose(int i, double x) { return x < 0.2 ? noise(i) : clean(i, x - 0.2); }
static double spike(int i, double x) { return clean(i, x) + (i == 30 ? 3 : 0); }
static double broken(int i, double x) { return i < 50 ? clean(i, x) : 0.2 + noise(i); }
static double softer(int i, double x) { return i < 50 ? clean(i, x) : 0.7 * clean(50, 50.0 / (N - 1)) + noise(i); }
static double limited(int i, double x) { return fmin(clean(i, x), 7); }
static double coarse(int i, double x) { return round(10 * sqrt(x)) + 0 * i; }
static double noisy(int i, double x) { return clean(i, x) + 100 * noise(i); }

TEST(suspect_clean_curves_pass) {
  suspect_start();
  static formula *const good[] = {clean, toe, cubic, j_shape, small_tare, softer, noisy};
  for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) {
    put_curve("a.csv", good[k], 10, N);
    EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  }
  suspect_finish();
}

TEST(suspect_force_at_zero) {
  suspect_start();
  put_curve("a.csv", tare, 10, N);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.zero-force]|1.299 N|11", "\"pretension\": \"1.299 N\"");
  EXPECT_CLEAN(suspect_load("\"pretension\": \"1.3 N\", ", SUSPECT_ONE));
  EXPECT(suspect_load("\"pretension\": \"4 N\", ", SUSPECT_ONE), 1, "[curve.pretension]|4 N", "tared");
  EXPECT_CLEAN(suspect_load("\"fit-offset\": true, ", SUSPECT_ONE));
  // the start of the rows is missing: on a line to zero
  suspect_put("a.csv", "displacement [mm],force [N]\n0.2,2.2\n0.4,2.4\n0.6,2.6\n1,3\n2,4\n3,5\n4,6\n5,7\n6,8\n7,9\n8,10\n");
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.zero-force]|2 N|20", "pretension");
  // friction in a loop through zero is no tare
  pl_text csv;
  pl_text_init(&csv, suspect_ctx);
  pl_text_add(&csv, "shear-displacement [mm],shear-force [N]\n");
  for (int i = 0; i <= 80; i++) {
    double x = i <= 20 ? i : i <= 60 ? 40 - i : i - 80, sense = i <= 20 || i > 60 ? 1 : -1;
    pl_text_printf(&csv, "%g,%g\n", x / 3, 0.5 * x + (i == 0 ? 0 : 2 * sense));
  }
  suspect_put("a.csv", csv.data);
  pl_text_clear(&csv);
  EXPECT_CLEAN(suspect_load("\"shear\": \"fixed-length\", ", SUSPECT_ONE));
  suspect_finish();
}

TEST(suspect_slack) {
  suspect_start();
  put_curve("a.csv", loose, 10, N);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.slack]", "\"fit-offset\": true");
  EXPECT_CLEAN(suspect_load("\"fit-offset\": true, ", SUSPECT_ONE));
  suspect_finish();
}

TEST(suspect_single_points) {
  suspect_start();
  put_curve("a.csv", spike, 10, N);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.spike]|32|5.7", "[remedy.curve-spike]");
  // a displacement with a misplaced decimal point
  suspect_put("a.csv", "displacement [mm],force [N]\n0,0\n1,1\n2,2\n3,3\n4,4\n5,5\n60,6\n7,7\n8,8\n9,9\n10,10\n11,11\n12,12\n");
  pl_measurement *m = suspect_load("\"branch\": \"all\", ", SUSPECT_ONE);
  CHECK(suspect_count(m, "[curve.spike]|8|60 mm|6 mm") == 1);
  pl_measurement_destroy(m);
  suspect_finish();
}

TEST(suspect_break_and_limit) {
  suspect_start();
  put_curve("a.csv", broken, 10, N);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.break]", "[remedy.curve-break]|52");
  put_curve("a.csv", limited, 10, N);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.at-limit]|7 N", "[remedy.curve-at-limit]");
  // readings that are rounded to newtons repeat lower numbers as often
  put_curve("a.csv", coarse, 10, N);
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  // a clamp that stands still at the largest displacement is no limit
  suspect_put("a.csv", "displacement [mm],force [N]\n0,0\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n7,7\n7,7\n7,7\n7,7\n");
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  suspect_finish();
}

#define TWO(second, direction) SUSPECT_ONE ", {\"name\": \"b\", \"file\": \"" second "\", \"direction\": \"" direction "\"}"
TEST(suspect_pairs) {
  suspect_start();
  put_curve("a.csv", clean, 10, N);
  put_curve("b.csv", twice, 10, N);
  put_curve("c.csv", slightly, 9, N - 4);
  EXPECT(suspect_load("", TWO("a.csv", "weft")), 1, "[curve.twice]|\"a\"", "counts twice");
  EXPECT(suspect_load("", TWO("b.csv", "warp")), 1, "[curve.repetition]|50|\"a\"|10 mm", "same direction");
  EXPECT_CLEAN(suspect_load("", TWO("b.csv", "weft")));
  EXPECT_CLEAN(suspect_load("", TWO("c.csv", "warp")));
  EXPECT_CLEAN(suspect_load("\"fit-offset\": true, ", TWO("b.csv", "warp")));
  suspect_finish();
}

TEST(suspect_strains) {
  suspect_start();
  put_curve("a.csv", clean, 0.04, N);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.strain-size]|0.0004", "[remedy.curve-sizes]");
  put_curve("a.csv", clean, 1600, N);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.strain-size]|16", "[remedy.curve-sizes]");
  put_curve("a.csv", clean, 600, N);  // rubber goes there
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  // percent without a unit
  suspect_put("a.csv", "strain,force [N]\n0,0\n0.5,1\n1,2\n1.2,3\n1.4,4\n1.5,5\n1.6,6\n1.7,7\n1.8,8\n1.9,9\n");
  pl_measurement *m = suspect_load("", SUSPECT_ONE);
  CHECK(suspect_count(m, "[load.percent]|\"strain\"|1.9") == 1 && m->n_note == 0);
  pl_text out;
  pl_text_init(&out, suspect_ctx);
  pl_measurement_describe(m, &out);
  CHECK_CONTAINS(out.data, "Look at these\n");
  CHECK_CONTAINS(out.data, "\"columns\": {\"displacement\": {\"name\": \"strain\", \"unit\": \"%\"}}");
  pl_text_clear(&out);
  pl_measurement_destroy(m);
  EXPECT_CLEAN(suspect_load("\"columns\": {\"displacement\": {\"name\": \"strain\", \"unit\": \"%\"}}, ", SUSPECT_ONE));
  suspect_finish();
}

static const char export_csv[] =
    "Extension [mm],Load [N],Tensile_strain%s\n0,0,0\n1,1,%g\n2,2,%g\n3,3,%g\n4,4,%g\n5,5,%g\n6,6,%g\n7,7,%g\n8,8,%g\n9,9,%g\n";
static void put_export(const char *unit, double s) {
  char text[500];
  snprintf(text, sizeof text, export_csv, unit, s, 2 * s, 3 * s, 4 * s, 5 * s, 6 * s, 7 * s, 8 * s, 9 * s);
  suspect_put("a.csv", text);
}

TEST(suspect_strain_column) {
  suspect_start();
  put_export(" [%]", 1);
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  put_export("", 1);  // percent, or
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  put_export("", 0.01);  // a ratio
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  put_export(" [%]", 0.5);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.strain-disagrees]|9|\"Tensile_strain\"|4.5|100 mm",
         "[remedy.curve-strain-disagrees]|200 mm");
  put_export(" [%]", 0);  // an extensometer that was not used
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  suspect_finish();
}

TEST(suspect_few_points) {
  suspect_start();
  put_curve("a.csv", clean, 10, 9);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.few-points]|9", "[remedy.curve-few-points]");
  put_curve("a.csv", clean, 10, 10);
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  suspect_finish();
}

// Force per width over strain that no cloth has. The specimen has 100 mm x 50 mm, so 10 N at 10 mm are 2000 N/m.
TEST(suspect_unit_by_stiffness) {
  suspect_start();
  static const struct {
    const char *header, *text;
  } unit[] = {{"displacement [mm],force [MN]", "[curve.tension]"},
              {"displacement [mm],force [kN]", "[curve.stiffness-far]|2"},
              {"displacement [mm],force [N]", NULL},
              {"displacement [mm],force [cN]", NULL},
              {"displacement [mm],force [uN]", "[curve.stiffness-far]|0.002"}};
  for (size_t k = 0; k < sizeof unit / sizeof unit[0]; k++) {
    pl_text csv;
    pl_text_init(&csv, suspect_ctx);
    pl_text_printf(&csv, "%s\n", unit[k].header);
    for (int i = 0; i <= 20; i++) pl_text_printf(&csv, "%g,%g\n", 0.5 * i, 0.5 * i);
    suspect_put("a.csv", csv.data);
    pl_text_clear(&csv);
    if (unit[k].text)
      EXPECT(suspect_load("", SUSPECT_ONE), 1, unit[k].text, "[remedy.curve-sizes]");
    else
      EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  }
  suspect_finish();
}

// Columns ten times too large or too small: cm and mm taken for each other, in the template and in the example. Its name is in the only
// doubt.
TEST(suspect_unit_ten_times) {
  suspect_start();
  static const struct {
    const char *file, *of, *text;  // of: 10 "cm" in the header; 1: the numbers a tenth
    bool larger;
  } wrong[] = {{"warp.csv", "warp: ", "[curve.yarn-factor]|0|\"displacement\"|10", false},
               {"shear-warp.csv", "shear warp: ", "[curve.shear-kes]|140|14", true},
               {"shear-weft.csv", "shear weft: ", "[curve.shear-kes]|1.4|14", false}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    static const char *const unit[2] = {"[mm]", "[cm]"};
    static const double tenth = 0.1;
    pl_measurement *m = wrong[k].larger ? suspect_template("tensile", wrong[k].file, suspect_replace, unit)
                                        : suspect_template("tensile", wrong[k].file, suspect_scale, &tenth);
    CHECK(suspect_count(m, wrong[k].of) == 1);
    EXPECT(m, 1, wrong[k].text, wrong[k].file);
  }
  suspect_finish();
}

// Curves of sheets that are not cloth for clothes pass: stiff ones, soft ones, sheared far. Lengths that no specimen has do not.
TEST(suspect_travel_of_one_test) {
  suspect_start();
  put_curve("a.csv", clean, 0.15, N);  // 1e5 N/m: paper
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  put_curve("a.csv", clean, 90, N);
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  char text[2000] = "shear-displacement [mm],shear-force [N]\n";
  for (int i = 0; i <= 20; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "%d,%g\n", 6 * i, 0.1 * i);
  suspect_put("a.csv", text);
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  put_curve("a.csv", clean, 0.08, N);
  EXPECT(suspect_load_text(
             "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"0.5 mm\", \"width\": \"20 mm\"}, "
             "\"tests\": [" SUSPECT_ONE "]}"),
         1, "[curve.specimen-length]|0.5 mm", "[remedy.curve-sizes]");
  suspect_finish();
}

// The template with the header of one file changed: that file is named, and no other.
TEST(suspect_unit_by_other_tests) {
  suspect_start();
  static const struct {
    const char *file, *header, *suspect;
  } wrong[] = {{"warp.csv", "displacement [mm],force [kN]", "warp: "},
               {"warp.csv", "displacement [mm],force [mN]", "warp: "},
               {"weft.csv", "displacement [mm],force [kN]", "weft: "},
               {"weft.csv", "displacement [mm],force [mN]", "weft: "},
               {"shear-warp.csv", "shear-displacement [mm],shear-force [kN]", "shear warp: "},
               {"shear-warp.csv", "shear-displacement [mm],shear-force [mN]", "shear warp: "}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    EXPECT(suspect_template("tensile", wrong[k].file, suspect_header, wrong[k].header), 1, wrong[k].suspect, wrong[k].file);
  }
  suspect_finish();
}

// Templates, the example and real measurements: no false alarms.
TEST(suspect_real_data_pass) {
  suspect_start();
  static const char *const protocols[] = {"tensile", "disk-push"};
  for (int p = 0; p < 2; p++) EXPECT_CLEAN(suspect_template(protocols[p], NULL, NULL, NULL));
  static const char *const examples[] = {"experiment.json", "bias.json"};
  for (int e = 0; e < 2; e++) {
    char path[600];
    snprintf(path, sizeof path, PLIANT_SOURCE_DIR "/examples/gabardine/%s", examples[e]);
    pl_measurement *m;
    REQUIRE(pl_measurement_load(suspect_ctx, path, &m) == PL_OK);
    EXPECT_CLEAN(m);
  }
  const char *data = test_shared_data();
  if (!data) {
    test_skip("no shared data");
    suspect_finish();
    return;
  }
  char text[3000];
  size_t n = (size_t)snprintf(
      text, sizeof text,
      "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"97 mm\", \"width\": \"2.25 mm\", "
      "\"strips\": 12}, \"tests\": [");
  for (int angle = 0; angle <= 90; angle += 15)
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "%s{\"angle\": \"%d deg\", \"file\": \"%s/nylon-strips-angles/nylon_uniaxial_exp_%02ddeg.csv\"}",
                          angle ? ", " : "", angle, data, angle);
  snprintf(text + n, sizeof text - n, "]}");
  EXPECT_CLEAN(suspect_load_text(text));
  n = (size_t)snprintf(
      text, sizeof text,
      "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"file\": \"%s/knit-stitch-by-stitch/knit_uniaxial_tidy.csv\", "
      "\"columns\": {\"displacement\": {\"name\": \"axial_stretch_clamp\", \"as\": \"stretch\"}}, "
      "\"specimen\": {\"length\": \"91.6 mm\", \"width\": \"48.4 mm\"}, \"tests\": [",
      data);
  for (int run = 1; run <= 10; run++)
    n += (size_t)snprintf(
        text + n, sizeof text - n,
        "%s{\"name\": \"%d\", \"direction\": \"%s\", \"where\": {\"sample\": \"Acrylic Yarn Garter\", \"direction\": \"%s\", \"run\": %d}}",
        run > 1 ? ", " : "", run, run <= 5 ? "warp" : "weft", run <= 5 ? "X" : "Y", run <= 5 ? run : run - 5);
  snprintf(text + n, sizeof text - n, "]}");
  EXPECT_CLEAN(suspect_load_text(text));
  suspect_finish();
}
