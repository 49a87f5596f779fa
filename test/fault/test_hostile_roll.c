// test_hostile_roll.c: a bad experiment of the protocol `roll` is one clear error with file, line and remedy.
#include "fault/failing_measurement.h"
#include "fault/hostile_experiment.h"
#include "test.h"

#define FACE "a/warp-face.csv"

// One profile in millimetres of a strip of 100 mm, on a cylinder of 10 mm.
#define TESTS "    { \"name\": \"warp face\", \"cut\": \"warp\", \"side\": \"positive\", \"profile\": \"warp-face.csv\" },"
static void one_profile(const char *more) {
  char text[400];
  hostile_start("roll");
  hostile_edit(EXPERIMENT, "\"calibration\": { \"scale\": \"0.05 mm/px\" },", "");
  snprintf(text, sizeof text, "{ \"cut\": \"warp\", \"side\": \"positive\", \"profile\": \"warp-face.csv\"%s }", more);
  hostile_edit(EXPERIMENT, TESTS, text);
  hostile_edit(EXPERIMENT, "{ \"name\": \"warp back\", \"cut\": \"warp\", \"side\": \"negative\", \"profile\": \"warp-back.csv\" }", "");
}
#define HEAD "radius [mm],x [mm],y [mm]\n"
#define PROFILE(rows, line_of, phrase) BAD_TEXT(FACE, HEAD rows, PL_ERROR_INPUT, line_of, phrase)

TEST(roll_hostile_settings) {
  hostile_start("roll");
  BAD(EXPERIMENT, "\"density\": \"200 g/m^2\",", "", PL_ERROR_INPUT, EXPERIMENT, NULL, "[roll.missing-gravity-opens-spiral]");
  BAD_SETTING("\"width\": \"25 mm\"", "\"width\": \"-25 mm\"", PL_ERROR_INPUT, "width");
  BAD_SETTING("\"length\": \"100 mm\"", "\"lenght\": \"100 mm\"", PL_ERROR_INPUT, "[json.unknown-key]|\"length\"");
  BAD_SETTING("\"held\": \"first\"", "\"held\": \"top\"", PL_ERROR_INPUT, "first, last");
  BAD_SETTING("\"down\": \"-y\"", "\"down\": \"y\"", PL_ERROR_INPUT, "-y, +x, +y, -x");
  BAD_SETTING("\"down\": \"-y\"", "\"tilt\": \"80 deg\"", PL_ERROR_INPUT, "tilt");
  BAD_SETTING("\"sigma\": \"0.1 mm\"", "\"sigma\": \"0 mm\"", PL_ERROR_INPUT, "sigma");
  BAD_SETTING("\"rigidity\": \"43.5e-6 N m\"", "\"rigidity\": \"-43.5e-6 N m\"", PL_ERROR_INPUT, "rigidity");
  BAD_SETTING("\"rigidity\": \"43.5e-6 N m\"", "\"rigidity\": 43.5e-6", PL_ERROR_UNIT, "[json.expected-2]");
  BAD_SETTING("\"rigidity\": \"43.5e-6 N m\"", "\"stiffness\": \"14 N/m\"", PL_ERROR_UNIT, "stiffness");
  BAD_SETTING("\"rigidity\": \"43.5e-6 N m\"", "\"stiffness\": \"1e-6 N m\", \"rigidity\": \"3e-6 N m\"", PL_ERROR_INPUT,
              "[roll.more-one-stiffness-rigidity]|\"stiffness\"|\"rigidity\"");
  BAD(EXPERIMENT, "\"rigidity\": \"43.5e-6 N m\"", "\"bending\": \"strips\"", PL_ERROR_FILE, EXPERIMENT, "\"strips\"",
      "[roll.file-absent]|\"strips\"");
  BAD(EXPERIMENT, "\"cut\": \"warp\", ", "", PL_ERROR_INPUT, EXPERIMENT, "\"warp face\"", "\"cut\" is missing");
  BAD(EXPERIMENT, "\"side\": \"positive\", ", "", PL_ERROR_INPUT, EXPERIMENT, "\"warp face\"", "\"side\" is missing");
  BAD(EXPERIMENT, "\"side\": \"positive\"", "\"side\": \"front\"", PL_ERROR_INPUT, EXPERIMENT, "\"front\"", "positive, negative");
  BAD(EXPERIMENT, "\"side\": \"positive\"", "\"side\": \"positive\", \"samples\": 0", PL_ERROR_INPUT, EXPERIMENT, "\"warp face\"",
      "samples");
  BAD(EXPERIMENT, "\"side\": \"positive\"", "\"side\": \"positive\", \"radius\": \"4 mm\"", PL_ERROR_INPUT, EXPERIMENT, "4 mm",
      "[roll.both-radius-column-radius]|\"radius\"");
  BAD(EXPERIMENT, "\"side\": \"positive\"", "\"side\": \"positive\", \"repetition\": 2", PL_ERROR_INPUT, EXPERIMENT, "\"warp face\"",
      "[roll.both-repetition-column-repetition]|\"repetition\"");
  BAD(EXPERIMENT, "\"warp-face.csv\"", "\"face.csv\"", PL_ERROR_FILE, EXPERIMENT, "\"face.csv\"",
      "[experiment.does-not-exist-looked]|\"face.csv\"");
  BAD(EXPERIMENT, "\"warp-back.csv\"", "\"warp-face.csv\"", PL_ERROR_INPUT, EXPERIMENT, "\"warp back\"",
      "[experiment.has-same-content-file]");
  hostile_finish();
}

TEST(roll_hostile_table) {
  hostile_start("roll");
  BAD(FACE, "radius [mm]", "radius", PL_ERROR_UNIT, FACE, "radius", "no unit");
  BAD(FACE, "radius [mm]", "diameter [mm]", PL_ERROR_INPUT, EXPERIMENT, "\"warp face\"", "\"radius\" is missing");
  BAD(FACE, "x [px],y [px]", "x,y", PL_ERROR_UNIT, FACE, "x,y", "[experiment.column-has-no-unit]");
  BAD(FACE, "x [px],y [px]", "x [mm],y [mm]", PL_ERROR_INPUT, EXPERIMENT, "\"calibration\"", "lengths already");
  BAD(FACE, "\n4,2,", "\n4,2,1\n4,2,", PL_ERROR_PARSE, FACE, NULL, "row has 3");
  BAD(FACE, "\n4,2,", "\n4,1.5,", PL_ERROR_INPUT, FACE, "4,1.5", "[roll.repetition-must-whole-number]");
  // a repetition without its number
  BAD(FACE, "\n7.5,1,", "\n4,1,", PL_ERROR_INPUT, FACE, NULL, "[roll.radius-mm-repetition-already]|4 mm|1|2");
  hostile_finish();
}

TEST(roll_hostile_profiles) {
  one_profile("");
  PROFILE("10,0,0\n10,5,-1\n10,10,-3\n10,14,-6\n10,17,-10\n10,19,-15\n10,20,-20\n", "10,20,-20", "[roll.profile-has-points-must]|7|8");
  PROFILE("0,0,0\n0,5,-1\n0,10,-3\n0,14,-6\n0,17,-10\n0,19,-15\n0,20,-20\n0,20,-25\n", "0,0,0", "[roll.radius-mm-must-lie]|0 mm");
  PROFILE("-3,0,0\n-3,5,-1\n-3,10,-3\n-3,14,-6\n-3,17,-10\n-3,19,-15\n-3,20,-20\n-3,20,-25\n", "-3,0,0", "[roll.radius-mm-must-lie]|-3 mm");
  PROFILE("10,0,0\n10,5,-1\n10,10,-3\n10,14,-6\n10,60,-30\n10,19,-15\n10,20,-20\n10,20,-25\n", "10,60,-30",
          "[roll.profile-jumps-point-mm]|51.88 mm|100 mm");
  PROFILE("10,0,0\n10,5,-1\n10,14,-6\n10,10,-3\n10,17,-10\n10,19,-15\n10,20,-20\n10,20,-25\n", "10,10,-3",
          "[roll.profile-turns-degrees-here]|172 degrees");
  PROFILE("10,0,0\n10,20,0\n10,40,0\n10,60,0\n10,80,0\n10,100,0\n10,120,0\n10,140,0\n", "10,120,0",
          "[roll.point-mm-held-end]|120 mm|100 mm");
  PROFILE("10,0,0\n10,10,0\n10,20,0\n10,28,6\n10,30,14\n10,24,20\n10,16,18\n10,13,10\n10,14,2\n10,15,-8\n10,16,-16\n", "10,15,-8",
          "[roll.profile-crosses-itself-step]|4");
  PROFILE("10,0,0\n10,5,-1\n10,10,-3\n10,14,nan\n10,17,-10\n10,19,-15\n10,20,-20\n10,20,-25\n", "nan", "finite");
  PROFILE("10,0,0\n10,0,0\n10,0,0\n10,0,0\n10,0,0\n10,0,0\n10,0,0\n10,0,0\n", NULL, "[roll.profile-has-no-length]");
  BAD_TEXT(FACE, HEAD, PL_ERROR_PARSE, NULL, "[csv.no-rows-numbers-found]");
  hostile_finish();
}

static const char *const files[] = {EXPERIMENT, FACE, NULL};
TEST(roll_hostile_damage) { hostile_damage("roll", files, 45); }

TEST(roll_hostile_allocation) {
  one_profile(", \"radius\": \"10 mm\"");
  hostile_put(FACE, "x [mm],y [mm]\n0,0\n5,-1\n10,-3\n14,-6\n17,-10\n19,-15\n20,-20\n20,-25\n19,-30\n17,-34\n");
  failing_load_and_save(hostile_path("a"), hostile_path("b"), 4000);
  hostile_finish();
}
