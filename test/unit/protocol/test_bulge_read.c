// test_bulge_read.c: bulge tests whose readings cannot be meant so: heights against the pressure, exchanged columns, caps higher than a hemisphere.
#include "said.h"
#include "unit/protocol/suspect_case.h"

// The membrane h = (p/4 kPa)^(1/3) times `top`, mm, over 20 pressures; the numbers in the other order when exchanged.
static void put_curve(double top, bool exchanged) {
  pl_text text;
  pl_text_init(&text, suspect_ctx);
  pl_text_add(&text, "pressure [kPa],height [mm]\n");
  for (int i = 0; i <= 20; i++) {
    double p = 0.2 * i, h = top * cbrt(p / 4);
    pl_text_printf(&text, "%.6f,%.6f\n", exchanged ? h : p, exchanged ? p : h);
  }
  suspect_put("bulge.csv", text.data);
  pl_text_clear(&text);
}

static const char *experiment(const char *more) {
  static char text[400];
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"bulge\", \"specimen\": {\"diameter\": \"100 mm\"}, "
           "\"tests\": [{\"name\": \"a\", \"file\": \"bulge.csv\"%s}]}",
           more);
  return text;
}

TEST(bulge_read_refuses_heights_against_the_pressure) {
  suspect_start();
  put_curve(-15, false);
  suspect_put("experiment.json", experiment(""));
  pl_measurement *m = NULL;
  CHECK(pl_measurement_load(suspect_ctx, test_folder(), &m) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(suspect_ctx), "[experiment.sense-against-control]");
  CHECK_CONTAINS(said_error(suspect_ctx), "\"sign\": \"flip\"");
  m = suspect_load_text(experiment(", \"sign\": \"flip\""));
  CHECK_CLOSE(m->test[0].channel[1].value[m->test[0].n_frame - 1], 0.015, 1e-6);
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  suspect_finish();
}

// The zero of the pressure is exact: there is nothing to estimate, and no doubt advises it.
TEST(bulge_read_has_no_offset) {
  suspect_start();
  put_curve(15, false);
  suspect_put("experiment.json", experiment(", \"fit-offset\": true"));
  pl_measurement *m = NULL;
  CHECK(pl_measurement_load(suspect_ctx, test_folder(), &m) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(suspect_ctx), "[experiment.unknown-key]");
  suspect_finish();
}

TEST(bulge_read_doubts_exchanged_columns) {
  suspect_start();
  put_curve(15, true);
  pl_measurement *m = suspect_load_text(experiment(""));
  CHECK_DOUBT(m, "curve.exchanged");
  pl_measurement_destroy(m);
  put_curve(15, false);
  m = suspect_load_text(experiment(""));
  CHECK_NO_DOUBT(m, "curve.exchanged");
  pl_measurement_destroy(m);
  suspect_finish();
}

// Rubber gives way at the end: it bends upwards there, but not from the start.
TEST(bulge_read_allows_rubber) {
  suspect_start();
  pl_text text;
  pl_text_init(&text, suspect_ctx);
  pl_text_add(&text, "pressure [kPa],height [mm]\n");
  for (int i = 0; i <= 20; i++) pl_text_printf(&text, "%g,%.6f\n", 0.2 * i, 8 * cbrt(i / 20.0) + 38 * pow(i / 20.0, 8));
  suspect_put("bulge.csv", text.data);
  pl_text_clear(&text);
  pl_measurement *m = suspect_load_text(experiment(""));
  CHECK_NO_DOUBT(m, "curve.exchanged");
  pl_measurement_destroy(m);
  suspect_finish();
}

TEST(bulge_read_doubts_more_than_a_hemisphere) {
  suspect_start();
  put_curve(60, false);
  pl_measurement *m = suspect_load_text(experiment(""));
  CHECK_DOUBT(m, "bulge.height");
  pl_measurement_destroy(m);
  put_curve(45, false);
  m = suspect_load_text(experiment(""));
  CHECK_NO_DOUBT(m, "bulge.height");
  pl_measurement_destroy(m);
  suspect_finish();
}

// 4 kPa read as 4 GPa.
TEST(bulge_read_doubts_the_tension) {
  suspect_start();
  suspect_put("bulge.csv", "pressure [GPa],height [mm]\n0,0\n1,9\n2,12\n3,13.6\n4,15\n5,16.1\n");
  pl_measurement *m = suspect_load_text(experiment(""));
  CHECK_DOUBT(m, "bulge.tension");
  pl_measurement_destroy(m);
  suspect_finish();
}

// A sigma of the file is that of one reading; load and unload are averaged. Rounding noise is zero.
TEST(bulge_read_describes_sigma_and_channel) {
  suspect_start();
  pl_measurement *m = suspect_template("bulge", NULL, NULL, NULL);
  pl_text text;
  pl_text_init(&text, suspect_ctx);
  pl_measurement_describe(m, &text);
  CHECK_CONTAINS(text.data, "0.02 mm given; 0.01414 mm");
  CHECK_CONTAINS(text.data, "mean height");
  m->test[0].channel[1].value[0] = -1.4e-17;
  text.size = 0;
  pl_measurement_describe(m, &text);
  CHECK_CONTAINS(text.data, " 0 to 3.265 mm");
  pl_text_clear(&text);
  pl_measurement_destroy(m);
  suspect_finish();
}

TEST(tensile_read_doubts_the_width) {
  suspect_start();
  suspect_put("a.csv", "displacement [mm],force [N]\n0,0\n1,100\n2,220\n3,330\n4,450\n5,560\n6,690\n7,800\n8,930\n9,1050\n10,1200\n");
  pl_measurement *m = suspect_load("\"comment\": \"\", ", "{\"name\": \"a\", \"file\": \"a.csv\", \"direction\": \"warp\", \"specimen\": "
                                                          "{\"length\": \"100 mm\", \"width\": \"50 m\"}}");
  CHECK_DOUBT(m, "curve.specimen-width");
  pl_measurement_destroy(m);
  m = suspect_load("", SUSPECT_ONE);
  CHECK_NO_DOUBT(m, "curve.specimen-width");
  pl_measurement_destroy(m);
  suspect_finish();
}

TEST(tensile_read_names_the_angle) {
  suspect_start();
  suspect_put("a.csv", "displacement [mm],force [N]\n0,0\n1,1\n2,2\n3,3\n4,4\n");
  suspect_put("experiment.json",
              "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"100 mm\", \"width\": "
              "\"50 mm\"}, \"tests\": [{\"file\": \"a.csv\", \"direction\": \"diagonal\"}]}");
  pl_measurement *m = NULL;
  CHECK(pl_measurement_load(suspect_ctx, test_folder(), &m) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(suspect_ctx), "[experiment.direction-unknown]");
  CHECK_CONTAINS(said_error(suspect_ctx), "\"angle\": \"45 deg\"");
  suspect_finish();
}

// The numbers under an unknown unit stay as they are: they must be converted, not renamed.
TEST(column_of_unknown_unit_is_converted) {
  suspect_start();
  suspect_put("bulge.csv", "Druck [inHg],height [mm]\n0,0\n1,9\n2,12\n3,13.6\n4,15\n5,16.1\n");
  suspect_put("experiment.json", experiment(""));
  pl_measurement *m = NULL;
  CHECK(pl_measurement_load(suspect_ctx, test_folder(), &m) == PL_ERROR_UNIT);
  CHECK_CONTAINS(said_error(suspect_ctx), "[experiment.column-unit-unknown]");
  CHECK(!strstr(pl_context_error(suspect_ctx)->hint, "\"columns\""));
  CHECK_CONTAINS(pl_context_error(suspect_ctx)->hint, "convert");
  CHECK_CONTAINS(said_error(suspect_ctx), "mbar, mmHg");
  suspect_finish();
}

TEST(cantilever_read_takes_foreign_headers) {
  static const char head[] =
      "{\"pliant\": \"experiment 1\", \"protocol\": \"cantilever\", \"density\": \"180 g/m^2\", \"tests\": [{\"cut\": "
      "\"0 deg\", \"width\": \"40 mm\", \"angles\": \"t.csv\"%s}]}";
  char text[500];
  suspect_start();
  suspect_put("t.csv", "Weg [mm],Winkel [deg]\n60,20\n80,41\n");
  snprintf(text, sizeof text, head, "");
  suspect_put("experiment.json", text);
  pl_measurement *m = NULL;
  CHECK(pl_measurement_load(suspect_ctx, test_folder(), &m) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(suspect_ctx), "[cantilever.table-needs-columns-overhang]");
  CHECK_CONTAINS(said_error(suspect_ctx), "\"Weg [mm]\", \"Winkel [deg]\"");
  snprintf(text, sizeof text, head, ", \"columns\": {\"overhang\": \"Weg\", \"angle\": \"Winkel\"}");
  m = suspect_load_text(text);
  CHECK(m->n_test == 2);
  CHECK_CLOSE(m->test[1].length, 0.08, 1e-12);
  pl_measurement_destroy(m);
  suspect_finish();
}
