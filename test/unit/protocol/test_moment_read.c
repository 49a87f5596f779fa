// test_moment_read.c: loops of moment over curvature and data sheets: units, faces, widths, what is refused and what is doubted.
#include <math.h>

#include "measure/save.h"
#include "protocol/moment-curvature/moment.h"
#include "said.h"
#include "unit/protocol/suspect_case.h"

#define GF_CM 9.80665e-3  // N: 1 gf cm/cm
#define B 0.09            // gf cm^2/cm
#define HB 0.03           // gf cm/cm

typedef struct loop_change {
  const char *doubt;
  double scale_k, scale_m, offset;
  int end, cycles;  // readings of the last cycle that are left out
  double fade;      // of the moment per cycle
  bool reversed;
} loop_change;

// A loop in gf cm/cm over 1/cm: B k +- HB.
static void put_loop(const char *header, loop_change c) {
  pl_text text;
  pl_text_init(&text, suspect_ctx);
  pl_text_printf(&text, "%s\n", header);
  if (c.scale_k == 0) c.scale_k = 1;
  if (c.scale_m == 0) c.scale_m = 1;
  double before = 0, size = 1;
  for (int cycle = 0; cycle <= c.cycles; cycle++, size *= 1 - c.fade)
    for (int i = cycle > 0; i <= 100 - (cycle == c.cycles ? c.end : 0); i++) {
      double k = 0.1 * (i <= 25 ? i : i <= 75 ? 50 - i : i - 100), way = k >= before ? 1 : -1;
      double m = size * (B * k + (c.reversed ? -way : way) * (i == 0 ? 0 : HB));
      pl_text_printf(&text, "%.8g,%.8g\n", c.scale_k * k, c.scale_m * (m + c.offset));
      before = k;
    }
  suspect_put("loop.csv", text.data);
  pl_text_clear(&text);
}

static const char *experiment(const char *more) {
  static char text[600];
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"moment-curvature\", \"tests\": [{\"name\": \"a\", \"file\": \"loop.csv\", "
           "\"direction\": \"warp\"%s}]}",
           more);
  return text;
}

static const char *sheet(const char *members) {
  static char text[600];
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"moment-curvature\", \"tests\": [{\"name\": \"a\", \"direction\": "
           "\"weft\"%s}]}",
           members);
  return text;
}

static void refused(const char *text, const char *id) {
  pl_measurement *m = NULL;
  suspect_put("experiment.json", text);
  pl_context_clear_error(suspect_ctx);
  pl_status status = pl_measurement_load(suspect_ctx, test_folder(), &m);
  CHECK(status == PL_ERROR_INPUT || status == PL_ERROR_UNIT);
  CHECK_CONTAINS(said_error(suspect_ctx), id);
  CHECK(m == NULL);
}

static double moment_at(const pl_measurement *m, int f) { return m->test[0].channel[PL_MOMENT_MOMENT].value[f]; }

TEST(moment_read_converts_units_and_keeps_the_path) {
  suspect_start();
  put_loop("K [1/cm],M [gf.cm/cm]", (loop_change){0});
  pl_measurement *m = suspect_load_text(experiment(""));
  CHECK(m->n_suspicion == 0);
  CHECK(m->test[0].n_frame == 101);
  CHECK_CLOSE(m->test[0].channel[PL_MOMENT_CURVATURE].value[25], 250, 1e-12);
  CHECK_CLOSE(moment_at(m, 25), (2.5 * B + HB) * GF_CM, 1e-7);
  CHECK_CLOSE(moment_at(m, 75), -(2.5 * B + HB) * GF_CM, 1e-7);
  CHECK(m->test[0].branch[10] == PL_BRANCH_LOAD && m->test[0].branch[40] == PL_BRANCH_UNLOAD);
  pl_measurement_destroy(m);
  // the whole specimen, 20 cm wide
  put_loop("curvature [1/m],bending moment [gf cm]", (loop_change){.scale_k = 100, .scale_m = 20});
  m = suspect_load_text(experiment(", \"specimen\": {\"width\": \"20 cm\"}"));
  CHECK_CLOSE(moment_at(m, 25), (2.5 * B + HB) * GF_CM, 1e-7);
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  refused(experiment(""), "[experiment.width-unknown]");
  suspect_finish();
}

TEST(moment_read_turns_cloth_mounted_with_its_face_inward) {
  suspect_start();
  put_loop("curvature [1/cm],moment [gf cm/cm]", (loop_change){0});
  pl_measurement *m = suspect_load_text(experiment(", \"face\": \"inward\""));
  CHECK_CLOSE(m->test[0].channel[PL_MOMENT_CURVATURE].value[25], -250, 1e-12);
  CHECK_CLOSE(moment_at(m, 25), -(2.5 * B + HB) * GF_CM, 1e-7);
  pl_measurement_destroy(m);
  suspect_finish();
}

TEST(moment_read_takes_values_of_data_sheets_and_saves_them) {
  suspect_start();
  pl_measurement *m =
      suspect_load_text(sheet(", \"rigidity\": \"0.05 gf cm^2/cm\", \"bending-hysteresis\": \"0.04 gf cm/cm\", \"face\": \"inward\""));
  CHECK_CLOSE(m->test[0].channel[PL_MOMENT_RIGIDITY].value[0], 0.05 * 98.0665e-6, 1e-12);
  CHECK_CLOSE(m->test[0].channel[PL_MOMENT_HYSTERESIS].value[0], 0.04 * GF_CM, 1e-12);
  CHECK_CLOSE(m->test[0].channel[PL_MOMENT_RIGIDITY].sigma, 0.05 * 0.05 * 98.0665e-6, 1e-9);
  CHECK(m->n_note == 2 && m->n_suspicion == 0);
  char folder[600];
  snprintf(folder, sizeof folder, "%s/saved", test_folder());
  REQUIRE(pl_measurement_save(suspect_ctx, folder, m) == PL_OK);
  pl_measurement *again;
  REQUIRE(pl_measurement_load(suspect_ctx, folder, &again) == PL_OK);
  CHECK(pl_moment_of(&again->test[0])->face == PL_FACE_INWARD && again->n_note == 0);
  CHECK_CLOSE(again->test[0].channel[PL_MOMENT_HYSTERESIS].value[0], m->test[0].channel[PL_MOMENT_HYSTERESIS].value[0], 1e-14);
  pl_measurement_destroy(again);
  pl_measurement_destroy(m);
  m = suspect_load_text(sheet(", \"rigidity\": \"0.05 gf cm^2/cm\", \"bending-hysteresis\": \"4 gf cm/cm\""));
  CHECK_DOUBT(m, "moment.hysteresis");
  pl_measurement_destroy(m);
  refused(sheet(""), "[moment.no-readings]");
  refused(sheet(", \"bending-hysteresis\": \"0.04 gf cm/cm\""), "[moment.no-readings]");
  refused(sheet(", \"rigidity\": \"0.05 gf\""), "rigidity");
  refused(sheet(", \"rigidity\": \"-1 uN m\""), "rigidity");
  refused(sheet(", \"rigidity\": 3"), "rigidity");
  put_loop("curvature [1/cm],moment [gf cm/cm]", (loop_change){0});
  refused(experiment(", \"rigidity\": \"0.05 gf cm^2/cm\""), "[moment.loop-and-number]");
  suspect_finish();
}

TEST(moment_read_saves_a_loop_as_it_was_read) {
  suspect_start();
  put_loop("curvature [1/cm],moment [gf cm/cm]", (loop_change){0});
  pl_measurement *m = suspect_load_text(experiment(", \"face\": \"inward\"")), *again;
  char folder[600];
  snprintf(folder, sizeof folder, "%s/saved", test_folder());
  REQUIRE(pl_measurement_save(suspect_ctx, folder, m) == PL_OK);
  REQUIRE(pl_measurement_load(suspect_ctx, folder, &again) == PL_OK);
  for (int f = 0; f < 101; f++) CHECK_NEAR(moment_at(again, f), moment_at(m, f), 1e-12);
  pl_measurement_destroy(again);
  pl_measurement_destroy(m);
  suspect_finish();
}

TEST(moment_read_refuses_what_cannot_be_a_loop) {
  suspect_start();
  put_loop("curvature [1/cm],moment [gf cm/cm]", (loop_change){.scale_m = -1});
  refused(experiment(""), "[experiment.sense-against-control]");
  put_loop("curvature,moment [gf cm/cm]", (loop_change){0});
  refused(experiment(""), "[experiment.column-has-no-unit-expected]");
  put_loop("curvature [1/cm],moment [N/m]", (loop_change){0});
  refused(experiment(""), "[experiment.column-read]");
  put_loop("curvature [1/cm],something [gf cm/cm]", (loop_change){0});
  refused(experiment(""), "[experiment.no-column-found]");
  put_loop("curvature [1/cm],moment [gf cm/cm]", (loop_change){0});
  refused(experiment(", \"face\": \"up\""), "face");
  refused(experiment(", \"fase\": \"inward\""), "[experiment.unknown-key]");
  // the zero of a curvature is exact: nothing would be estimated
  refused(experiment(", \"fit-offset\": true"), "[experiment.unknown-key]");
  suspect_put("loop.csv", "curvature [1/cm],moment [gf cm/cm]\n0,0\n1,nan\n2,0.1\n1,0.05\n0,0\n");
  refused(experiment(""), "loop.csv");
  suspect_put("loop.csv", "curvature [1/cm],moment [gf cm/cm]\n0,0\n1,0.1\n");
  refused(experiment(""), "[experiment.curve-has-points-least]");
  suspect_finish();
}

TEST(moment_read_doubts_units_zero_sense_and_cycles) {
  static const char *const header = "curvature [1/cm],moment [gf cm/cm]";
  static const loop_change cases[] = {
      {.doubt = "moment.curvature", .scale_k = 100}, {.doubt = "moment.curvature", .scale_k = 0.01},
      {.doubt = "moment.rigidity", .scale_m = 1e-4}, {.doubt = "moment.rigidity", .scale_m = 2e4},
      {.doubt = "moment.zero", .offset = 0.1},       {.doubt = "moment.reversed", .reversed = true},
      {.doubt = "moment.open", .end = 40},           {.doubt = "moment.drift", .cycles = 4, .fade = 0.1},
  };
  suspect_start();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    put_loop(header, cases[i]);
    pl_measurement *m = suspect_load_text(experiment(""));
    CHECK_DOUBT(m, cases[i].doubt);
    pl_measurement_destroy(m);
  }
  put_loop(header, (loop_change){.cycles = 4});
  pl_measurement *m = suspect_load_text(experiment(""));
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  EXPECT_CLEAN(suspect_template("moment-curvature", NULL, NULL, NULL));
  suspect_finish();
}
