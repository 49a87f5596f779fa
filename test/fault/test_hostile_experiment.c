// test_hostile_experiment.c: every bad experiment is one clear error: status, file, line, field, what is wrong, what to do.
#include "said.h"
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "failing_memory.h"
#include "measure/protocol.h"

static pl_context *ctx;

static const char *in_folder(const char *name) {
  static char path[4][700];
  static int next;
  char *text = path[next++ % 4];
  snprintf(text, 700, "%s/%s", test_folder(), name);
  return text;
}

static void put_bytes(const char *name, const char *text, size_t size) {
  REQUIRE(pl_file_write(ctx, in_folder(name), text, size) == PL_OK);
}
static void put(const char *name, const char *text) { put_bytes(name, text, strlen(text)); }

// Load and expect a failure that names file, line and remedy in one line of text.
static void expect(const char *file, int line, pl_status status, const char *bad_file, int bad_line, const char *phrase) {
  pl_measurement *m = (pl_measurement *)(void *)&ctx;
  pl_status got = pl_measurement_load(ctx, in_folder("experiment.json"), &m);
  const pl_error *error = pl_context_error(ctx);
  char text[2048];
  said_error_format(error, text, sizeof text);
  if (got != status) test_fail(file, line, "status %s, expected %s: %s", pl_status_text(got), pl_status_text(status), text);
  if (m != NULL) test_fail(file, line, "a measurement was returned");
  if (strcmp(error->file, in_folder(bad_file)) != 0) test_fail(file, line, "file \"%s\", expected %s: %s", error->file, bad_file, text);
  if (error->line != bad_line) test_fail(file, line, "line %d, expected %d: %s", error->line, bad_line, text);
  if (!test_says(text, phrase)) test_fail(file, line, "\"%s\" should contain \"%s\"", text, phrase);
  if (error->hint[0] == '\0') test_fail(file, line, "no remedy: %s", text);
  if (strchr(text, '\n')) test_fail(file, line, "more than one line: %s", text);
  pl_context_clear_error(ctx);
}
#define EXPECT(...) expect(__FILE__, __LINE__, __VA_ARGS__)

#define GOOD_CSV "displacement [mm],force [N]\n0,0\n1,2\n2,4\n3,7\n4,11\n"
// line 1: head; 2: specimen; 3: the test; 4: end
#define EXPERIMENT(head, specimen, test)                                                                                                   \
  "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", " head "\n\"specimen\": {" specimen "},\n\"tests\": [{\"name\": \"a\", " test \
  "}]\n}\n"
#define SPECIMEN "\"length\": \"100 mm\", \"width\": \"50 mm\""
#define TEST_A "\"file\": \"a.csv\", \"direction\": \"warp\""

static void start(void) {
  ctx = pl_context_create(NULL);
  put("a.csv", GOOD_CSV);
}
static void finish(void) { pl_context_destroy(ctx); }

// An experiment file that differs from a good one in one place.
static void bad_experiment(const char *file, int line, const char *text, pl_status status, int bad_line, const char *phrase) {
  put("experiment.json", text);
  expect(file, line, status, "experiment.json", bad_line, phrase);
}
#define BAD_EXPERIMENT(...) bad_experiment(__FILE__, __LINE__, __VA_ARGS__)

// A curve that differs from a good one in one place.
static void bad_curve(const char *file, int line, const char *csv, pl_status status, int bad_line, const char *phrase) {
  put("experiment.json", EXPERIMENT("", SPECIMEN, TEST_A));
  put("a.csv", csv);
  expect(file, line, status, "a.csv", bad_line, phrase);
}
#define BAD_CURVE(...) bad_curve(__FILE__, __LINE__, __VA_ARGS__)

TEST(experiment_good_one_loads) {
  start();
  put("experiment.json", EXPERIMENT("", SPECIMEN, TEST_A));
  pl_measurement *m;
  CHECK(pl_measurement_load(ctx, in_folder("experiment.json"), &m) == PL_OK);
  pl_measurement_destroy(m);
  finish();
}

TEST(experiment_missing_and_empty_files) {
  start();
  EXPECT(PL_ERROR_FILE, "experiment.json", 0, "[file.failed]");
  BAD_EXPERIMENT("", PL_ERROR_PARSE, 1, "empty");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, "\"file\": \"b.csv\", \"direction\": \"warp\""), PL_ERROR_FILE, 3,
                 "[experiment.does-not-exist-looked]|\"b.csv\"");
  put("experiment.json", EXPERIMENT("", SPECIMEN, TEST_A));
  put("a.csv", "");
  EXPECT(PL_ERROR_PARSE, "a.csv", 0, "empty");
  // a folder where a curve should be
  put("experiment.json", EXPERIMENT("", SPECIMEN, "\"file\": \".\", \"direction\": \"warp\""));
  pl_measurement *m;
  CHECK(pl_measurement_load(ctx, in_folder("experiment.json"), &m) == PL_ERROR_FILE);
  finish();
}

TEST(experiment_not_an_experiment) {
  start();
  BAD_EXPERIMENT("[1, 2]", PL_ERROR_INPUT, 1, "[experiment.must-object]");
  BAD_EXPERIMENT("{\n\"protocol\": \"tensile\"}", PL_ERROR_INPUT, 1, "pliant");
  BAD_EXPERIMENT("{\n\"pliant\": \"material 1\"}", PL_ERROR_INPUT, 2, "expected \"experiment 1\"");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\",\n\"protocol\": \"tensil\"}", PL_ERROR_INPUT, 2,
                 "[json.not-known-expected-one]|\"tensile\"");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\",\n\"protocol\": 7}", PL_ERROR_INPUT, 2, "protocol");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\",\n\"protocol\": \"tensile\"}", PL_ERROR_INPUT, 1, "tests");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\",\n\"tests\": []}", PL_ERROR_INPUT, 2, "[experiment.empty]");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\",\n\"tests\": [7]}", PL_ERROR_INPUT, 2,
                 "[experiment.must-object]");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\",\n\"tests\": [{}]}", PL_ERROR_INPUT, 2,
                 "[experiment.specimen-missing]");
  finish();
}

TEST(experiment_unknown_and_duplicate_keys) {
  start();
  BAD_EXPERIMENT(EXPERIMENT("\n\"densty\": \"1 g/m^2\",", SPECIMEN, TEST_A), PL_ERROR_INPUT, 2, "[experiment.unknown-key]|\"density\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN ",\n\"lenght\": \"1 m\"", TEST_A), PL_ERROR_INPUT, 3, "lenght");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"brnch\": \"load\""), PL_ERROR_INPUT, 3, "[experiment.unknown-key]|\"branch\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"specimen\": {\"widht\": \"1 m\"}"), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"width\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"sigma\": {\"fore\": \"1 N\"}"), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"force\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"forse\": \"Load\"}"), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"force\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"force\": {\"name\": \"force\", \"units\": \"N\"}}"), PL_ERROR_INPUT, 3,
                 "[json.unknown-key]|\"unit\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ",\n\"direction\": \"weft\""), PL_ERROR_PARSE, 4, "direction");
  // what belongs to another protocol is unknown here
  BAD_EXPERIMENT(
      "{\"pliant\": \"experiment 1\", \"protocol\": \"disk-push\",\n\"specimen\": {\"frame-diameter\": \"300 mm\", \"disk-diameter\": "
      "\"60 mm\"},\n\"tests\": [{\"file\": \"a.csv\", \"direction\": \"warp\"}]}",
      PL_ERROR_INPUT, 3, "direction");
  BAD_EXPERIMENT(
      "{\"pliant\": \"experiment 1\", \"protocol\": \"disk-push\",\n\"specimen\": {\"frame-diameter\": \"60 mm\", \"disk-diameter\": "
      "\"300 mm\"},\n\"tests\": [{\"file\": \"a.csv\"}]}",
      PL_ERROR_INPUT, 2, "[disk-push.disk-wider-than-frame]");
  finish();
}

// A misspelt or misplaced key is named before what is missing because of it.
TEST(experiment_unknown_before_missing) {
  start();
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, "\"file\": \"a.csv\", \"direcion\": \"warp\""), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"direcion\"|\"direction\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, "\"fil\": \"a.csv\", \"direction\": \"warp\""), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"fil\"|\"file\"");
  BAD_EXPERIMENT(EXPERIMENT("", "\"lenght\": \"100 mm\", \"width\": \"50 mm\"", TEST_A), PL_ERROR_INPUT, 2,
                 "[experiment.unknown-key]|\"length\"");
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": \"100 mm\"", TEST_A ", \"specimen\": {\"wdth\": \"50 mm\"}"), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"width\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"displacment\": \"Extension\"}"), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"displacement\"");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\",\n\"test\": []}", PL_ERROR_INPUT, 2,
                 "[experiment.unknown-key]|\"tests\"");
  // right, but in another place
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": \"100 mm\"", TEST_A ", \"width\": \"50 mm\""), PL_ERROR_INPUT, 3,
                 "[experiment.unknown-key]|\"width\"|\"specimen\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN ", \"direction\": \"warp\"", "\"file\": \"a.csv\""), PL_ERROR_INPUT, 2,
                 "[experiment.unknown-key]");
  BAD_EXPERIMENT(EXPERIMENT("\"direction\": \"warp\",", SPECIMEN, "\"file\": \"a.csv\""), PL_ERROR_INPUT, 1,
                 "[experiment.unknown-key]|\"tests\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"density\": \"150 g/m^2\""), PL_ERROR_INPUT, 3, "[experiment.unknown-key]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"force\": \"Load\""), PL_ERROR_INPUT, 3, "\"columns\": {\"force\": ...}");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"colour\": \"red\""), PL_ERROR_INPUT, 3, "[experiment.unknown-key]");
  // a file of one line: the column tells where
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"densty\": 1}", PL_ERROR_INPUT, 1,
                 "experiment.json:1:51: densty");
  finish();
}

TEST(experiment_bad_shear) {
  start();
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"shear\": \"kep-length\""), PL_ERROR_INPUT, 3,
                 "[json.not-known-expected-one]|\"keep-length\"");
  put("experiment.json", EXPERIMENT("\"shear\": \"keep-length\",", SPECIMEN, TEST_A));
  put("a.csv", "shear-displacement [mm],shear-force [N]\n0,0\n20,2\n50,4\n80,7\n100,11\n");
  EXPECT(PL_ERROR_INPUT, "a.csv", 6, "[tensile.must-less-length-when]|100 mm");
  finish();
}

TEST(experiment_bad_specimen) {
  start();
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": \"100 mm\", \"width\": \"0 mm\"", TEST_A), PL_ERROR_INPUT, 2, "width");
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": \"-100 mm\", \"width\": \"50 mm\"", TEST_A), PL_ERROR_INPUT, 2, "-100 mm");
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": \"100 mm\"", TEST_A), PL_ERROR_INPUT, 3, "[experiment.specimen-missing]");
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": 100, \"width\": \"50 mm\"", TEST_A), PL_ERROR_UNIT, 2, "no unit");
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": \"100 N\", \"width\": \"50 mm\"", TEST_A), PL_ERROR_UNIT, 2, "force");
  BAD_EXPERIMENT(EXPERIMENT("", "\"length\": \"100 furlong\", \"width\": \"50 mm\"", TEST_A), PL_ERROR_UNIT, 2, "furlong");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN ", \"strips\": 0", TEST_A), PL_ERROR_INPUT, 2, "strips");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN ", \"strips\": 1.5", TEST_A), PL_ERROR_INPUT, 2, "whole number");
  BAD_EXPERIMENT(EXPERIMENT("\"density\": \"-3 g/m^2\",", SPECIMEN, TEST_A), PL_ERROR_INPUT, 1, "density");
  BAD_EXPERIMENT(EXPERIMENT("\"density\": \"150 g\",", SPECIMEN, TEST_A), PL_ERROR_UNIT, 1, "[json.expected-2]");
  BAD_EXPERIMENT("{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": 5, \"tests\": [{" TEST_A "}]}", PL_ERROR_INPUT, 1,
                 "[experiment.must-object]");
  finish();
}

TEST(experiment_bad_test_settings) {
  start();
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, "\"file\": \"a.csv\""), PL_ERROR_INPUT, 3, "[experiment.pulling-direction-missing]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"angle\": \"45 deg\""), PL_ERROR_INPUT, 3, "[experiment.both-direction-angle-given]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, "\"file\": \"a.csv\", \"direction\": \"wrap\""), PL_ERROR_INPUT, 3,
                 "[json.not-known-expected-one]|\"warp\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, "\"file\": \"a.csv\", \"angle\": 45"), PL_ERROR_UNIT, 3, "deg");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"branch\": \"both\""), PL_ERROR_INPUT, 3, "average");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"branch\": \"unload\""), PL_ERROR_INPUT, 3, "has 0 of the 5 points");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"method\": \"fast\""), PL_ERROR_INPUT, 3, "clamped");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"fit-offset\": \"yes\""), PL_ERROR_INPUT, 3, "[json.expected]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"pretension\": \"-1 N\""), PL_ERROR_INPUT, 3, "pretension");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"pretension\": \"1 mm\""), PL_ERROR_UNIT, 3, "force");
  BAD_EXPERIMENT(EXPERIMENT("\"sigma\": {\"displacement\": \"1 mm\"},", SPECIMEN, TEST_A), PL_ERROR_INPUT, 1, "[experiment.unknown-key]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"sigma\": {\"force\": \"0 N\"}"), PL_ERROR_INPUT, 3, "sigma.force");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"sigma\": {\"force\": 0.1}"), PL_ERROR_UNIT, 3, "no unit");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"sigma\": \"1 N\""), PL_ERROR_INPUT, 3, "[experiment.must-object]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"max-frames\": 3"), PL_ERROR_INPUT, 3, "max-frames");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A "},\n{\"name\": \"a\", " TEST_A), PL_ERROR_INPUT, 4, "[experiment.also-test-line]|3");
  finish();
}

TEST(experiment_bad_columns) {
  start();
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"force\": \"Lod\"}"), PL_ERROR_INPUT, 3, "force [N]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"force\": 3}"), PL_ERROR_INPUT, 3, "columns.force");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"force\": {\"name\": \"force\", \"unit\": \"Newtons\"}}"), PL_ERROR_UNIT,
                 3, "[experiment.not-unit]|\"Newtons\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"force\": {\"name\": \"force\", \"unit\": \"MPa\"}}"), PL_ERROR_UNIT, 3,
                 "pressure");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"displacement\": {\"name\": \"displacement\", \"as\": \"strech\"}}"),
                 PL_ERROR_INPUT, 3, "[json.not-known-expected-one]|\"stretch\"");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"where\": {\"run\": 3}"), PL_ERROR_INPUT, 3, "run");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"where\": {\"force\": 3}"), PL_ERROR_INPUT, 3, "found: 0, 2, 4, 7, 11");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"where\": [1]"), PL_ERROR_INPUT, 3, "[experiment.must-object-column-names]");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"where\": {\"force\": true}"), PL_ERROR_INPUT, 3, "[experiment.must-text-number]");
  // "as": "stretch" contradicts a column in mm
  put("experiment.json",
      EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"displacement\": {\"name\": \"displacement\", \"as\": \"stretch\"}}"));
  EXPECT(PL_ERROR_UNIT, "a.csv", 1, "[experiment.column-read]");
  finish();
}

TEST(experiment_bad_units_in_curve) {
  start();
  BAD_CURVE("displacement,force [N]\n0,0\n1,2\n2,4\n3,7\n4,11\n", PL_ERROR_UNIT, 1, "[experiment.column-has-no-unit-expected]");
  BAD_CURVE("displacement [mm],force [kg]\n0,0\n1,2\n2,4\n3,7\n4,11\n", PL_ERROR_UNIT, 1, "[experiment.column-read]");
  BAD_CURVE("displacement [mm],force [foo]\n0,0\n1,2\n2,4\n3,7\n4,11\n", PL_ERROR_UNIT, 1, "\"foo\"");
  BAD_CURVE("displacement [mm],pressure [kPa]\n0,0\n1,2\n2,4\n3,7\n4,11\n", PL_ERROR_INPUT, 1, "[experiment.no-column-found]");
  BAD_CURVE("height [mm],force [N]\n0,0\n1,2\n2,4\n3,7\n4,11\n", PL_ERROR_INPUT, 1, "[experiment.no-column-found]");
  BAD_CURVE("extension [mm],displacement [mm],force [N]\n0,0,0\n1,1,2\n2,2,4\n3,3,7\n4,4,11\n", PL_ERROR_INPUT, 1,
            "[experiment.may-column-column]");
  finish();
}

// What the remedy says of units and columns: the one that fits is named, a mass and a stress are explained.
TEST(experiment_remedies_of_columns) {
#define ROWS "\n0,0\n1,2\n2,4\n3,7\n4,11\n"
  start();
  BAD_CURVE("displacement [mm],Load [kg]" ROWS, PL_ERROR_UNIT, 1, "[experiment.column-read]|\"Load [kgf]\"");
  BAD_CURVE("displacement [mm],Load [g/cm]" ROWS, PL_ERROR_UNIT, 1, "[experiment.column-read]|\"Load [gf/cm]\"");
  BAD_CURVE("displacement [mm],Load [g]" ROWS, PL_ERROR_UNIT, 1, "[experiment.column-read]|\"Load [gf]\"");
  BAD_CURVE("Pfad [mm],force [N]" ROWS, PL_ERROR_INPUT, 1, "\"columns\": {\"displacement\": \"Pfad\"}");
  BAD_CURVE("Weg [mm],Zug [cN]" ROWS, PL_ERROR_INPUT, 1, "\"columns\": {\"force\": \"Zug\"}");
  BAD_CURVE("Strain [%],Stress [MPa]" ROWS, PL_ERROR_INPUT, 1, "[experiment.no-column-found]|\"Stress\"");
  BAD_CURVE("Extension [mm],Load [N],Extension [mm],Load [N]\n0,0,0,0\n1,2,1,2\n2,4,2,4\n3,7,3,7\n4,11,4,11\n", PL_ERROR_INPUT, 1,
            "[experiment.may-column-column]|\"columns\"|\"displacement\"|1");
  // a declared unit of another quantity than the header's
  put("a.csv", "displacement [mm],Stress [MPa]" ROWS);
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"force\": {\"name\": \"Stress\", \"unit\": \"N\"}}"), PL_ERROR_UNIT, 3,
                 "[experiment.column-declared-header-says]|\"Stress\"");
  put("a.csv", GOOD_CSV);
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, TEST_A ", \"columns\": {\"force\": 3}"), PL_ERROR_INPUT, 3, "3");
  BAD_EXPERIMENT(EXPERIMENT("", SPECIMEN, "\"file\": \"a.csv\", \"direction\": \"diagonal\""), PL_ERROR_INPUT, 3,
                 "[experiment.direction-unknown]");
  finish();
}

// Several specimens in one file, and what machines write below the readings.
TEST(experiment_more_than_a_curve) {
  start();
  BAD_CURVE("Specimen 1\ndisplacement [mm],force [N]" ROWS "Specimen 2\ndisplacement [mm],force [N]" ROWS, PL_ERROR_PARSE, 8,
            "[csv.second-specimen-begins-here]");
  BAD_CURVE("displacement [mm],force [N]" ROWS "displacement [mm],force [N]" ROWS, PL_ERROR_PARSE, 7, "[csv.second-specimen-begins-here]");
  BAD_CURVE("displacement [mm],force [N]" ROWS "\nMean,3.5\nBreak,\n", PL_ERROR_PARSE, 8, "[csv.lines-last-ones-no]|8|9|\"Mean\"");
  BAD_CURVE("displacement [mm],force [N]" ROWS "end of test\nmachine 7\n", PL_ERROR_PARSE, 7,
            "[csv.lines-last-ones-no]|7|8|\"end of test\"");
  BAD_CURVE("displacement [mm],force [N]" ROWS "end of test\n", PL_ERROR_PARSE, 7, "[csv.row-has-cell-expected]|1|2");
  finish();
}

TEST(experiment_bad_numbers_in_curve) {
  start();
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,2\n2,slack\n3,7\n4,11\n", PL_ERROR_INPUT, 4, "slack");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,nan\n2,4\n3,7\n4,11\n", PL_ERROR_INPUT, 3, "nan");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,inf\n2,4\n3,7\n4,11\n", PL_ERROR_INPUT, 3, "inf");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,1e999\n2,4\n3,7\n4,11\n", PL_ERROR_INPUT, 3, "1e999");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,2\n2,4\n3\n4,11\n", PL_ERROR_PARSE, 5, "column");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,2\n2,4\n3,\n4,11\n", PL_ERROR_INPUT, 5, "empty");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,2\n2,4\n3,7,9\n4,11\n", PL_ERROR_PARSE, 5, "");
  finish();
}

TEST(experiment_bad_curves) {
  start();
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,2\n", PL_ERROR_INPUT, 3, "[experiment.curve-has-points-least]|2|5");
  BAD_CURVE("time [s],displacement [mm],force [N]\n0,0,0\n1,1,2\n1,2,4\n3,3,7\n4,4,11\n", PL_ERROR_INPUT, 4, "must grow");
  BAD_CURVE("time [s],displacement [mm],force [N]\n0,0,0\n1,1,2\nlater,2,4\n3,3,7\n4,4,11\n", PL_ERROR_INPUT, 4, "later");
  BAD_CURVE("displacement [mm],force [N]\n1,0\n1,2\n1,4\n1,7\n1,11\n", PL_ERROR_INPUT, 2, "[experiment.all-rows-must-change]|5");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,0\n2,0\n3,0\n4,0\n", PL_ERROR_INPUT, 2, "[experiment.zero-all-rows]|5");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,-2\n2,-4\n3,-7\n4,-11\n", PL_ERROR_INPUT, 6, "\"sign\": \"flip\"");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n-1,-2\n-2,-4\n-3,-7\n-4,-11\n", PL_ERROR_INPUT, 6, "\"sign\": \"flip-both\"");
  BAD_CURVE("displacement [m],force [N]\n0,0\n1,2\n2,4\n3,7\n4,11\n", PL_ERROR_INPUT, 5, "[experiment.more]|20");
  BAD_CURVE("displacement [mm],force [N]\n0,0\n1,2\n-100,4\n3,7\n4,11\n", PL_ERROR_INPUT, 4, "must be > -100 mm");
  BAD_CURVE("displacement [mm],force [N]\n100,0\n101,2\n102,4\n103,7\n104,11\n", PL_ERROR_INPUT, 2,
            "[experiment.never-below-specimen-looks]");
  BAD_CURVE("displacement [mm],force [N],lateral stretch\n0,0,1\n1,2,0.9\n2,4,0\n3,7,0.8\n4,11,0.7\n", PL_ERROR_INPUT, 4, "must be > 0");
  BAD_CURVE("displacement [mm],force [N],width [mm]\n0,0,0\n1,2,9\n2,4,8\n3,7,8\n4,11,7\n", PL_ERROR_INPUT, 2, "lateral-gauge");
  finish();
}

TEST(experiment_huge_curve) {
  start();
  put("experiment.json", EXPERIMENT("", SPECIMEN, TEST_A));
  int file = open(in_folder("a.csv"), O_WRONLY);
  REQUIRE(file >= 0);
  REQUIRE(ftruncate(file, 200L * 1000 * 1000) == 0);  // sparse: takes no room
  close(file);
  EXPECT(PL_ERROR_FILE, "a.csv", 0, "200.0 MB");
  finish();
}

TEST(experiment_binary_files) {
  start();
  char bytes[512];
  for (int i = 0; i < 512; i++) bytes[i] = (char)(i * 37 + i / 7);
  put("experiment.json", EXPERIMENT("", SPECIMEN, TEST_A));
  put_bytes("a.csv", bytes, sizeof bytes);
  pl_measurement *m;
  CHECK(pl_measurement_load(ctx, in_folder("experiment.json"), &m) == PL_ERROR_PARSE);
  CHECK_CONTAINS(pl_context_error(ctx)->file, "a.csv");
  CHECK_CONTAINS(said_error(ctx), "binary");
  pl_context_clear_error(ctx);
  put_bytes("experiment.json", bytes, sizeof bytes);
  CHECK(pl_measurement_load(ctx, in_folder("experiment.json"), &m) == PL_ERROR_PARSE);
  CHECK_CONTAINS(pl_context_error(ctx)->file, "experiment.json");
  finish();
}

// A good experiment cut off after any number of bytes is refused or read, never a crash.
TEST(experiment_truncated_anywhere) {
  start();
  static const char text[] =
      EXPERIMENT("\"density\": \"150 g/m^2\",", SPECIMEN, TEST_A ", \"columns\": {\"force\": {\"name\": \"force\", \"unit\": \"N\"}}");
  for (size_t n = 0; n < sizeof text - 3; n++) {
    put_bytes("experiment.json", text, n);
    pl_measurement *m;
    CHECK(pl_measurement_load(ctx, in_folder("experiment.json"), &m) != PL_OK && m == NULL);
    pl_context_clear_error(ctx);
  }
  static const char csv[] = GOOD_CSV;
  put("experiment.json", EXPERIMENT("", SPECIMEN, TEST_A));
  for (size_t n = 0; n < sizeof csv; n++) {
    put_bytes("a.csv", csv, n);
    pl_measurement *m;
    if (pl_measurement_load(ctx, in_folder("experiment.json"), &m) == PL_OK) CHECK(n > sizeof csv - 5);
    pl_measurement_destroy(m);
    pl_context_clear_error(ctx);
  }
  finish();
}

// ---- memory ----

// The n-th allocation fails, for every n: an error, no measurement, nothing left behind.
TEST(experiment_memory_failures) {
  start();
  put("experiment.json", EXPERIMENT("\"sigma\": {\"force\": \"1 N\"},", SPECIMEN, TEST_A));
  put("a.csv", "displacement [mm],force [N],width [mm]\n0,0,9\n1,2,9\n2,4,8\n3,7,8\n4,11,7\n3,6,8\n2,3,8\n1,1,9\n0,0,9\n");
  failing memory = {0};
  pl_context_options options = pl_context_options_default();
  options.allocate = failing_allocate;
  options.allocate_user = &memory;
  pl_context *starved = pl_context_create(&options);
  REQUIRE(starved != NULL);
  int base = memory.n_live;
  bool all = false;
  for (int n = 1; n < 10000 && !all; n++) {
    memory.n_call = 0;
    memory.fail_at = n;
    pl_measurement *m;
    pl_status status = pl_measurement_load(starved, in_folder("experiment.json"), &m);
    all = memory.n_call < n;
    memory.fail_at = 0;
    if (all)
      CHECK(status == PL_OK);
    else
      CHECK(status == PL_ERROR_MEMORY && m == NULL && pl_context_error(starved)->status == PL_ERROR_MEMORY);
    pl_measurement_destroy(m);
    pl_context_clear_error(starved);
    CHECK(memory.n_live == base);
  }
  CHECK(all);
  pl_context_destroy(starved);
  CHECK(memory.n_live == 0);
  finish();
}
