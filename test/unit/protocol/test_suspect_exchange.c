// test_suspect_exchange.c: force and displacement, warp and weft taken for each other; what looks a little like it and is not.
#include "unit/protocol/suspect_case.h"

TEST(suspect_exchanged_headers) {
  static const char *const curve[] = {"warp.csv", "weft.csv", "shear-warp.csv", "shear-weft.csv"};
  suspect_start();
  for (int i = 0; i < 4; i++) {
    EXPECT(suspect_template("tensile", curve[i], suspect_exchange, NULL), 1, "look exchanged: ", curve[i]);
    EXPECT(suspect_example("gabardine", curve[i], suspect_exchange, NULL), 1, "look exchanged: ", curve[i]);
  }
  EXPECT(suspect_example("gabardine", "warp.csv", suspect_exchange, NULL), 1, "[curve.exchanged]|150",
         "[remedy.curve-exchanged]|\"force\"|\"displacement\"");
  EXPECT(suspect_template("disk-push", "push.csv", suspect_exchange, NULL), 1, "[curve.exchanged]", "push.csv");
  suspect_finish();
}

// A curve out, and back if `back` is not 0. t in [0, 1] is what the machine drives: the displacement, or the force. The other is a power of
// it.
typedef struct drive {
  bool by_force;
  double power, back;  // back: y on the way back over y on the way out, 0: there is no way back
  double length;       // mm, largest displacement
} drive;

static pl_measurement *driven(const drive *d) {
  enum { N = 50 };
  pl_text csv;
  pl_text_init(&csv, suspect_ctx);
  pl_text_add(&csv, "displacement [mm],force [N]\n");
  for (int i = 0; i <= (d->back > 0 ? 2 : 1) * N; i++) {
    double t = (double)(i <= N ? i : 2 * N - i) / N, x = d->by_force ? pow(t, 1 / d->power) : t, y = d->by_force ? t : pow(t, d->power);
    pl_text_printf(&csv, "%.8f,%.8f\n", d->length * x, 10 * y * (i <= N ? 1 : d->back + (1 - d->back) * t * t));
  }
  suspect_put("a.csv", csv.data);
  pl_text_clear(&csv);
  return suspect_load("", SUSPECT_ONE);
}

TEST(suspect_exchanged_needs_two_signs) {
  suspect_start();
  EXPECT_CLEAN(driven(&(drive){.power = 0.6, .length = 20}));                  // a film that yields
  EXPECT_CLEAN(driven(&(drive){.power = 0.6, .length = 20, .back = 0.7}));     // with friction
  EXPECT_CLEAN(driven(&(drive){.by_force = true, .power = 2, .length = 20}));  // cloth under a force that is driven
  EXPECT_CLEAN(driven(&(drive){.power = 2, .length = 20, .back = 1.01}));      // the displacement is read a little late
  EXPECT_CLEAN(driven(&(drive){.power = 0.6, .length = 160}));                 // rubber
  EXPECT(driven(&(drive){.by_force = true, .power = 0.6, .length = 20}), 1, "[curve.exchanged]", "[remedy.curve-exchanged]");
  EXPECT(driven(&(drive){.by_force = true, .power = 2, .length = 160}), 1, "above 150 %", "[remedy.curve-exchanged]");
  // no body gives work in every cycle
  EXPECT(driven(&(drive){.power = 2, .length = 20, .back = 1.5}), 1, "[curve.exchanged]", "[remedy.curve-exchanged]");
  suspect_finish();
}

// A knit that stiffens at the end, in two cycles, 0-130-0-160 mm on 100 mm. The way to the largest force goes back and forth, and the
// largest strain is large.
TEST(suspect_exchanged_judges_the_first_branch) {
  static const double turn[] = {0, 130, 0, 160, 0};
  suspect_start();
  pl_text csv;
  pl_text_init(&csv, suspect_ctx);
  pl_text_add(&csv, "displacement [mm],force [N]\n0,0\n");
  for (int leg = 0; leg < 4; leg++)
    for (int i = 1; i <= 60; i++) {
      double x = turn[leg] + (turn[leg + 1] - turn[leg]) * i / 60, friction = leg % 2 ? 0.8 : 1;
      pl_text_printf(&csv, "%.6f,%.6f\n", x, friction * (0.02 * x + 40 * pow(x / 160, 6)));
    }
  suspect_put("a.csv", csv.data);
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  // the same with exchanged columns is still found
  pl_text exchanged;
  pl_text_init(&exchanged, suspect_ctx);
  suspect_exchange(&exchanged, csv.data, NULL);
  suspect_put("a.csv", exchanged.data);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "look exchanged: ", "a.csv");
  pl_text_clear(&exchanged);
  pl_text_clear(&csv);
  suspect_finish();
}

// All runs of four knits, read by video: none is doubted as it is, all are when force and length are exchanged.
TEST(suspect_exchanged_real_knits) {
  const char *data = test_shared_data();
  if (!data) {
    test_skip("no shared data");
    return;
  }
  static const char *const sample[] = {"Acrylic Yarn Garter", "Acrylic Yarn Stockinette", "Pearlized Cotton Garter",
                                       "Pearlized Cotton Stockinette"};
  static const char *const columns[] = {
      "\"displacement\": {\"name\": \"axial_stretch_clamp\", \"as\": \"stretch\"}, \"force\": {\"name\": \"force_N\", \"unit\": \"N\"}",
      "\"displacement\": {\"name\": \"force_N\", \"as\": \"displacement\", \"unit\": \"mm\"}, \"force\": {\"name\": \"clamp_length_mm\", "
      "\"unit\": \"N\"}"};
  suspect_start();
  for (int s = 0; s < 4; s++)
    for (int exchanged = 0; exchanged < 2; exchanged++) {
      pl_text text;
      pl_text_init(&text, suspect_ctx);
      pl_text_printf(
          &text,
          "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"file\": \"%s/knit-stitch-by-stitch/knit_uniaxial_tidy.csv\", "
          "\"columns\": {%s}, \"specimen\": {\"length\": \"60 mm\", \"width\": \"48 mm\"}, \"tests\": [",
          data, columns[exchanged]);
      for (int run = 0; run < 10; run++)
        pl_text_printf(&text,
                       "%s{\"name\": \"%d\", \"angle\": \"%d deg\", \"where\": {\"sample\": \"%s\", \"direction\": \"%s\", \"run\": %d}}",
                       run > 0 ? ", " : "", run, run < 5 ? 0 : 90, sample[s], run < 5 ? "X" : "Y", run % 5 + 1);
      pl_text_add(&text, "]}");
      pl_measurement *m = suspect_load_text(text.data);
      CHECK(m->n_test == 10 && suspect_count(m, "look exchanged") == (exchanged ? 10 : 0));
      pl_measurement_destroy(m);
      pl_text_clear(&text);
    }
  suspect_finish();
}

#define TEST_OF(name, file, direction) "{\"name\": \"" name "\", \"file\": \"" file "\", \"direction\": \"" direction "\"}"

TEST(suspect_directions_by_name) {
  static const char curve[] = "displacement [mm],force [N]\n0,0\n1,1\n2,2.1\n3,3.3\n4,4.6\n5,6\n6,7.5\n7,9.1\n8,10.8\n9,12.6\n";
  static const char *const file[] = {"a.csv",      "Weft_1.csv",    "warp.csv",     "weft-knit.csv", "warp-weft.csv",
                                     "warped.csv", "Weft-Knit.csv", "urdimbre.csv", "schuss.csv"};
  suspect_start();
  for (int i = 0; i < 9; i++) suspect_put(file[i], curve);
  EXPECT(suspect_load("", TEST_OF("weft 1", "a.csv", "warp")), 1, "[curve.name-direction]|1", "probably exchanged");
  EXPECT(suspect_load("", TEST_OF("along wale", "a.csv", "weft")), 1, "[curve.name-direction]", "\"direction\"");
  // in the languages that directions may be written in
  EXPECT(suspect_load("", TEST_OF("Kette", "a.csv", "Schuss")), 1, "[curve.name-direction]", "\"direction\"");
  EXPECT(suspect_load("", TEST_OF("Trama 2", "a.csv", "ordito")), 1, "[curve.name-direction]|2", "\"direction\"");
  EXPECT(suspect_load("", TEST_OF("chaîne", "a.csv", "trame")), 1, "[curve.name-direction]", "\"direction\"");
  EXPECT(suspect_load("", TEST_OF("x", "urdimbre.csv", "trama")), 1, "[curve.file-direction]", "\"file\"");
  EXPECT_CLEAN(suspect_load("", TEST_OF("Schuss", "schuss.csv", "weft")));
  EXPECT_CLEAN(suspect_load("", TEST_OF("Kettenstich", "a.csv", "weft")));
  EXPECT(suspect_load("", TEST_OF("first", "Weft_1.csv", "warp")), 1, "[curve.file-direction]|1", "\"file\"");
  EXPECT(suspect_load("", TEST_OF("warp", "Weft_1.csv", "warp")), 1, "[curve.file-direction]|1", "\"file\"");
  EXPECT_CLEAN(suspect_load("", TEST_OF("weft", "Weft_1.csv", "weft")));
  EXPECT_CLEAN(suspect_load("", TEST_OF("x", "weft-knit.csv", "warp")));
  EXPECT_CLEAN(suspect_load("", TEST_OF("WEFT KNITTED", "Weft-Knit.csv", "warp")));
  EXPECT_CLEAN(suspect_load("", TEST_OF("x", "warp-weft.csv", "weft")));
  EXPECT_CLEAN(suspect_load("", TEST_OF("x", "warped.csv", "weft")));
  EXPECT_CLEAN(suspect_load("", "{\"name\": \"warp side\", \"file\": \"a.csv\", \"angle\": \"45 deg\"}"));
  // the two curves of an experiment, exchanged
  static const char *const both[2] = {"\"weft.csv\"", "\"warp.csv\""};
  pl_measurement *m = suspect_template("tensile", "experiment.json", suspect_replace, both);
  CHECK(suspect_count(m, "[curve.file-direction]") == 1);
  pl_measurement_destroy(m);
  // strips and hanging cloths have directions too
  static const char *const named[2] = {"\"name\": \"warp\"", "\"name\": \"weft b\""};
  m = suspect_template("weights", "experiment.json", suspect_replace, named);
  CHECK(suspect_count(m, "[curve.name-direction]") == 1);
  pl_measurement_destroy(m);
  suspect_finish();
}
