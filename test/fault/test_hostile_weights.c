// test_hostile_weights.c: a bad experiment of the protocol `weights` is one clear error with file, line and remedy.
#include "fault/failing_measurement.h"
#include "fault/hostile_experiment.h"
#include "test.h"

#define WARP "a/warp.csv"
#define HEAD "weight [N],length [mm]\n"
#define UNPLANNED(rows, line_of, phrase) BAD_TEXT(WARP, HEAD rows, PL_ERROR_INPUT, line_of, phrase)

TEST(weights_hostile_settings) {
  hostile_start("weights");
  BAD(EXPERIMENT, "\"density\": \"143 g/m^2\",", "", PL_ERROR_INPUT, EXPERIMENT, NULL, "[weights.missing-half-cloth-own]");
  BAD(EXPERIMENT, "\"clip\": \"12 g\",", "", PL_ERROR_INPUT, EXPERIMENT, "\"direction\": \"warp\"", "\"clip\" is missing");
  BAD_SETTING("\"clip\": \"12 g\"", "\"clip\": \"-12 g\"", PL_ERROR_INPUT, "clip");
  BAD_SETTING("\"clip\": \"12 g\"", "\"clip\": 12", PL_ERROR_UNIT, "[json.expected-2]");
  BAD_SETTING("\"clip\": \"12 g\"", "\"clip\": \"0.12 N\"", PL_ERROR_UNIT, "mass");
  BAD_SETTING("\"length\": \"100 mm\"", "\"length\": \"0 mm\"", PL_ERROR_INPUT, "length");
  BAD_SETTING("\"width\": \"100 mm\"", "\"witdh\": \"100 mm\"", PL_ERROR_INPUT, "[json.unknown-key]|\"width\"");
  BAD_SETTING("\"first\": \"virgin\"", "\"first\": \"fresh\"", PL_ERROR_INPUT, "virgin, conditioned");
  BAD_SETTING("\"sigma\": \"0.1 mm\"", "\"sigma\": \"0 mm\"", PL_ERROR_INPUT, "sigma");
  BAD_SETTING("\"sigma\": \"0.1 mm\"", "\"sigma\": {\"force\": \"0.1 N\"}", PL_ERROR_INPUT, "[weights.weights-imposed-they-have]");
  BAD_SETTING("\"step\": \"1 N\"", "\"step\": 1", PL_ERROR_UNIT, "[json.expected-2]");
  BAD_SETTING("\"step\": \"1 N\"", "\"step\": \"0 N\"", PL_ERROR_INPUT, "step");
  BAD_SETTING("\"tops\": [\"1 N\", ", "\"tops\": [], \"comment\": [", PL_ERROR_INPUT, "[weights.must-list-largest-weight]");
  BAD_SETTING("\"tops\": [\"1 N\", ", "\"tops\": [1, ", PL_ERROR_UNIT, "[json.expected-2]");
  BAD(EXPERIMENT, "\"direction\": \"warp\", ", "", PL_ERROR_INPUT, EXPERIMENT, "\"warp.csv\"", "[weights.direction-hangs-down-missing]");
  BAD(EXPERIMENT, "\"direction\": \"warp\"", "\"direction\": \"up\"", PL_ERROR_INPUT, EXPERIMENT, "\"up\"",
      "[experiment.direction-unknown]");
  BAD(EXPERIMENT, "\"direction\": \"warp\"", "\"direction\": \"warp\", \"angle\": \"0 deg\"", PL_ERROR_INPUT, EXPERIMENT, "0 deg",
      "[weights.both-direction-angle-given]");
  BAD(EXPERIMENT, "\"warp.csv\"", "\"wrap.csv\"", PL_ERROR_FILE, EXPERIMENT, "wrap.csv", "[experiment.does-not-exist-looked]");
  BAD(EXPERIMENT, "\"weft.csv\"", "\"warp.csv\"", PL_ERROR_INPUT, EXPERIMENT, "\"name\": \"weft\"", "[experiment.has-same-content-file]");
  BAD(EXPERIMENT, "\"name\": \"weft\"", "\"name\": \"warp\"", PL_ERROR_INPUT, EXPERIMENT, "\"direction\": \"weft\"",
      "[experiment.also-test-line]");
  hostile_finish();
}

TEST(weights_hostile_columns) {
  hostile_start("weights");
  BAD(WARP, "weight [N]", "weight", PL_ERROR_UNIT, WARP, "weight,", "[weights.column-has-no-unit]|\"weight\"");
  BAD(WARP, "weight [N]", "mass", PL_ERROR_UNIT, WARP, "mass,", "no unit");
  BAD(WARP, "weight [N]", "weight [mm]", PL_ERROR_UNIT, WARP, "weight [mm]", "[csv.unit-column-expected]");
  BAD(WARP, "weight [N]", "pull [N]", PL_ERROR_INPUT, WARP, "pull", "no column \"weight\"");
  BAD(WARP, "length [mm]", "length", PL_ERROR_UNIT, WARP, "length", "no unit");
  BAD(WARP, "length [mm]", "size [mm]", PL_ERROR_INPUT, WARP, "size", "no column \"length\"");
  BAD(WARP, "repetition,cycle", "elongation [mm],cycle", PL_ERROR_INPUT, WARP, "elongation",
      "[weights.has-both-column-column]|\"length [mm]\"");
  BAD(WARP, "repetition,cycle", "sigma [mm],cycle", PL_ERROR_INPUT, WARP, NULL, "[weights.goes-back]|6|1");
  BAD(WARP, "repetition,cycle", "sigma,cycle", PL_ERROR_UNIT, WARP, "sigma", "no unit");
  BAD(WARP, "\n1,2,1,", "\n1,2,1,n", PL_ERROR_INPUT, WARP, "1,2,1,n", "[csv.not-number]");
  BAD(WARP, "\n1,2,1,", "\n1,2,nan,", PL_ERROR_INPUT, WARP, "nan", "finite");
  BAD(WARP, "\n1,2,1,", "\n1,2,-1,", PL_ERROR_INPUT, WARP, "-1,", "[weights.weight-must-lie-between]|-1 N");
  BAD(WARP, "\n1,2,2,", "\n1.5,2,2,", PL_ERROR_INPUT, WARP, "1.5,2,2", "[weights.must-whole-number]");
  BAD(WARP, "\n1,2,2,", "\n2,2,2,", PL_ERROR_INPUT, WARP, "2,2,2", "[weights.changes-while-weights-hang]|1|2");
  BAD(WARP, "\n1,3,2,", "\n1,2,2,", PL_ERROR_INPUT, WARP, NULL, "[weights.goes-back]|3|2");
  // the printed sheet with nothing filled in
  BAD(EXPERIMENT, "\"warp.csv\"", "\"sheet.csv\"", PL_ERROR_INPUT, "a/sheet.csv", "1,1,0,", "empty");
  hostile_finish();
}

TEST(weights_hostile_sequence) {
  hostile_start("weights");
  // as declared: step 1 N, tops 1 .. 6 N
  BAD(WARP, "\n1,3,2,", "\n1,3,3,", PL_ERROR_INPUT, WARP, "1,3,3,", "[weights.weight-jumps-declared-step]|1|3 N|1 N");
  BAD(EXPERIMENT, "\"1 N\", \"2 N\", \"3 N\"", "\"1 N\", \"3 N\", \"2 N\"", PL_ERROR_INPUT, WARP, NULL,
      "[weights.loading-turns-declared-tops]|2|2 N|3 N");
  BAD_TEXT(WARP, HEAD "0,100\n1,105\n0,102\n1,105\n2,110\n1,107\n0,102\n", PL_ERROR_INPUT, NULL, "[weights.table-ends-after-loading]|2|6");
  // not declared
  hostile_edit(EXPERIMENT, "\"step\": \"1 N\", ", "");
  hostile_edit(EXPERIMENT, "\"tops\": [\"1 N\", \"2 N\", \"3 N\", \"4 N\", \"5 N\", \"6 N\"],", "");
  UNPLANNED("0,100\n1,105\n2,110\n3,114\n4,118\n", "4,118", "[weights.unload-branch-missing-weights]");
  UNPLANNED("0,100\n1,105\n3,114\n2,112\n4,118\n3,116\n2,113\n1,108\n0,102\n", "4,118", "[weights.out-order-weight-goes]|2|4 N|0 N");
  UNPLANNED("0,100\n1,105\n0,102\n", "0,102", "[weights.has-rows-must-have]|3|5");
  BAD_TEXT(WARP, HEAD, PL_ERROR_PARSE, NULL, "[csv.no-rows-numbers-found]");
  UNPLANNED("0,100\n1,105\n2,104\n1,103\n0,102\n", "2,104", "[weights.cloth-mm-while-weight]|105|104 mm|1|2 N");
  UNPLANNED("0,100\n1,105\n2,110\n1,111\n0,102\n", "1,111", "[weights.cloth-mm-while-weight]|110|111 mm");
  UNPLANNED("0,100\n1,105\n2,110\n1,10.7\n0,102\n", "1,10.7", "[weights.length-mm-cloth-mm]|10.7 mm|100 mm");
  UNPLANNED("0,1000\n1,1050\n2,1100\n1,1070\n0,1020\n", "0,1000", "[weights.length-mm-cloth-mm]|1000 mm");
  UNPLANNED("0,100\n1,105\n2e5,110\n1,107\n0,102\n", "2e5,110", "[weights.weight-must-lie-between]|200000 N");
  BAD_TEXT(WARP, "weight [N],length [mm],sigma [mm]\n0,100,0.1\n1,105,0\n2,110,0.1\n1,107,0.1\n0,102,0.1\n", PL_ERROR_INPUT, "1,105,0",
           "[weights.sigma-mm-must-more]|0 mm");
  hostile_finish();
}

static const char *const files[] = {EXPERIMENT, WARP, NULL};
TEST(weights_hostile_damage) { hostile_damage("weights", files, 120); }

TEST(weights_hostile_allocation) {
  hostile_start("weights");
  failing_load_and_save(hostile_path("a"), hostile_path("b"), 4000);
  hostile_finish();
}
