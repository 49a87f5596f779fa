// test_hostile_hang.c: a bad table of labelled points (biaxial-hang, cantilever) is one clear error with file, line and remedy.
#include "fault/failing_measurement.h"
#include "fault/hostile_experiment.h"
#include "test.h"

#include <stdlib.h>

#include "base/rng.h"
#include "base/text.h"
#include "measure/protocol.h"

#define CUT "a/cut-0.csv"
#define STRIP "a/strip-0.csv"
#define ANGLES "a/peirce-90.csv"

TEST(hang_hostile_settings) {
  hostile_start("biaxial-hang");
  BAD_SETTING("\"width\": \"400 mm\"", "\"width\": \"0 mm\"", PL_ERROR_INPUT, "width");
  BAD_SETTING("\"height\": \"400 mm\"", "\"height\": \"-400 mm\"", PL_ERROR_INPUT, "height");
  BAD_SETTING("\"clip\": \"60 mm\"", "\"clip\": \"0 mm\"", PL_ERROR_INPUT, "clip");
  BAD_SETTING("\"clip\": \"60 mm\"", "\"clip\": \"400 mm\"", PL_ERROR_INPUT, "[biaxial-hang.mm-must-less-height]|400 mm");
  BAD_SETTING("\"slat\": \"45 g\"", "\"slat\": 45", PL_ERROR_UNIT, "unit");
  BAD_SETTING("\"slat\": \"45 g\"", "\"slat\": \"-45 g\"", PL_ERROR_INPUT, "slat");
  BAD_SETTING("\"slat\": \"45 g\"", "\"slat\": \"0.4 N\"", PL_ERROR_UNIT, "mass");
  BAD_SETTING("\"sigma\": \"0.3 mm\"", "\"sigma\": \"0 mm\"", PL_ERROR_INPUT, "sigma");
  BAD_SETTING("\"sigma\": \"0.3 mm\"", "\"sigma\": {\"point\": \"0.5 mm\"}", PL_ERROR_INPUT, "[json.unknown-key]|\"points\"");
  BAD(EXPERIMENT, "\"slat\": \"45 g\",", "", PL_ERROR_INPUT, EXPERIMENT, "\"cut 0\"", "\"slat\" is missing");
  BAD(EXPERIMENT, "\"cut\": \"0 deg\",", "", PL_ERROR_INPUT, EXPERIMENT, "\"cut 0\"", "\"cut\" is missing");
  BAD_SETTING("\"cut\": \"0 deg\"", "\"cut\": 0", PL_ERROR_UNIT, "angle");
  BAD_SETTING("\"cut\": \"0 deg\"", "\"cut\": \"200 deg\"", PL_ERROR_INPUT, "180 deg");
  BAD_SETTING("\"cut\": \"0 deg\"", "\"cutt\": \"0 deg\"", PL_ERROR_INPUT, "[json.unknown-key]|\"cut\"");
  BAD_SETTING("\"holder\": \"12 g\"", "\"holders\": \"12 g\"", PL_ERROR_INPUT, "[json.unknown-key]|\"holder\"");
  BAD(EXPERIMENT, "\"cut-0.csv\"", "\"cut0.csv\"", PL_ERROR_FILE, EXPERIMENT, "cut0.csv", "[experiment.does-not-exist-looked]");
  BAD(EXPERIMENT, "\"points\": \"cut-0.csv\"", "\"comment\": \"-\"", PL_ERROR_INPUT, EXPERIMENT, "\"cut 0\"", "\"points\" is missing");
  BAD(EXPERIMENT, "\"name\": \"cut 45\"", "\"name\": \"cut 0\"", PL_ERROR_INPUT, EXPERIMENT, "\"cut\": \"45 deg\"",
      "[experiment.also-test-line]");
  BAD(EXPERIMENT, "{ \"name\": \"cut 45\"", "3, { \"name\": \"cut 45\"", PL_ERROR_INPUT, EXPERIMENT, NULL, "[experiment.must-object]");
  hostile_finish();
}

TEST(hang_hostile_same_file_twice) {
  hostile_start("biaxial-hang");
  BAD(EXPERIMENT, "\"cut-90.csv\"", "\"cut-0.csv\"", PL_ERROR_INPUT, EXPERIMENT, "\"cut 90\"", "[experiment.has-same-content-file]");
  size_t size;
  char *data = hostile_get(CUT, &size);
  hostile_put_bytes("a/copy.csv", data, size);
  BAD(EXPERIMENT, "\"cut-90.csv\"", "\"copy.csv\"", PL_ERROR_INPUT, EXPERIMENT, "\"cut 90\"", "[experiment.has-same-content-file]");
  hostile_finish();
}

TEST(hang_hostile_calibration) {
  hostile_start("biaxial-hang");
  BAD_SETTING("\"rectangle\"", "\"rectangel\"", PL_ERROR_INPUT, "[json.unknown-key]|\"rectangle\"");
  BAD(EXPERIMENT, "\"rectangle\": [\"800 mm\", \"900 mm\"],", "", PL_ERROR_INPUT, EXPERIMENT, "\"calibration\"",
      "[experiment.size-rectangle-these-corners]");
  BAD_SETTING("[\"800 mm\", \"900 mm\"]", "[\"800 mm\"]", PL_ERROR_INPUT, "two lengths");
  BAD_SETTING("[\"800 mm\", \"900 mm\"]", "[800, 900]", PL_ERROR_UNIT, "unit");
  BAD_SETTING("[\"800 mm\", \"900 mm\"]", "[\"800 mm\", \"0 mm\"]", PL_ERROR_INPUT, "[experiment.must-two-lengths-between]");
  BAD_SETTING("\"corners\": [[", "\"corners\": [[1, 1], [", PL_ERROR_INPUT, "four corners");
  BAD_SETTING("\"corners\": [[", "\"corners\": [[\"1\", ", PL_ERROR_INPUT, "two numbers");
  BAD(EXPERIMENT, "\"corners\": [[", "\"scale\": \"1 mm/px\", \"corners\": [[", PL_ERROR_INPUT, EXPERIMENT, "\"calibration\"",
      "[experiment.has-more-one-scale]");
  BAD_SETTING("[4000, 4000]", "[4000]", PL_ERROR_INPUT, "two numbers");
  BAD_SETTING("[4000, 4000]", "[0, 4000]", PL_ERROR_INPUT, "no size");
  // a point outside of the image, named by its line
  BAD(EXPERIMENT, "[4000, 4000]", "[4000, 2000]", PL_ERROR_INPUT, CUT, NULL, "[experiment.point-px-lies-outside]|4000|2000 px");
  BAD(CUT, "bottom,left end,", "bottom,left end,9", PL_ERROR_INPUT, CUT, "bottom,left end,9", "[experiment.point-px-lies-outside]");
  // the corners, other ways round
  size_t size;
  char *before = hostile_get(EXPERIMENT, &size), *corners = strstr(before, "\"corners\": ") + 11;
  double c[8];
  REQUIRE(sscanf(corners, "[[%lf, %lf], [%lf, %lf], [%lf, %lf], [%lf, %lf]]", c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7) == 8);
  static const int order[][4] = {{1, 2, 3, 0}, {3, 2, 1, 0}, {1, 0, 3, 2}, {2, 3, 0, 1}, {0, 2, 1, 3}};
  for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
    const int *o = order[k];
    char *text = pl_arena_printf(hostile_arena(), "%.*s[[%g, %g], [%g, %g], [%g, %g], [%g, %g]]%s", (int)(corners - before), before,
                                 c[2 * o[0]], c[2 * o[0] + 1], c[2 * o[1]], c[2 * o[1] + 1], c[2 * o[2]], c[2 * o[2] + 1], c[2 * o[3]],
                                 c[2 * o[3] + 1], strchr(corners, '\n') - 1);
    hostile_put_bytes(EXPERIMENT, text, strlen(text));
    hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, EXPERIMENT, "\"corners\"", "another order");
  }
  char *text = pl_arena_printf(hostile_arena(), "%.*s[[%g, %g], [%g, %g], [%g, %g], [%g, %g]]%s", (int)(corners - before), before, c[0],
                               c[1], c[2], c[3], 0.5 * (c[2] + c[6]), 0.5 * (c[3] + c[7]), c[6], c[7], strchr(corners, '\n') - 1);
  hostile_put_bytes(EXPERIMENT, text, strlen(text));
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, EXPERIMENT, "\"corners\"", "[experiment.marks-do-not-fix]");
  hostile_put_bytes(EXPERIMENT, before, size);
  BAD(CUT, "x [px],y [px]", "x [mm],y [mm]", PL_ERROR_INPUT, EXPERIMENT, "\"calibration\"", "lengths already");
  BAD(CUT, "x [px],y [px]", "x [px],y [mm]", PL_ERROR_UNIT, CUT, "x [px]", "[experiment.not-same-kind-unit]");
  BAD(CUT, "x [px],y [px]", "x,y", PL_ERROR_UNIT, CUT, "x,y", "[experiment.column-has-no-unit]");
  hostile_edit(EXPERIMENT, "\"calibration\": {", "\"comment\": {");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, CUT, "x [px]", "[experiment.points-pixels-there-no]");
  hostile_edit(EXPERIMENT, "\"comment\": {", "\"calibration\": {\"scale\": \"0.25 mm\"}, \"comment\": {");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_UNIT, EXPERIMENT, "0.25 mm\"", "[experiment.no-length-per-pixel]");
  hostile_edit(EXPERIMENT, "\"0.25 mm\"", "\"0 mm/px\"");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, EXPERIMENT, "0 mm/px", "[experiment.mm-px-must-lie]");
  // upside down
  hostile_edit(EXPERIMENT, "\"0 mm/px\"", "\"0.25 mm/px\", \"y\": \"up\"");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, CUT, "bottom-cord,far", "[biaxial-hang.leads]");
  static const char plain[] =
      "bottom [g],side [g],body,point,x [px],y [px]\n9,0,top,a,500,500\n9,0,top,b,2000,500\n9,0,bottom,a,500,2000\n"
      "9,0,bottom,b,2000,2000\n9,0,left,a,500,1000\n9,0,left,b,500,1300\n9,0,right,a,2000,1000\n9,0,right,b,2000,1300\n";
  hostile_put(CUT, plain);
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, CUT, NULL, "[biaxial-hang.bottom-slat-lies-above]");
  hostile_edit(EXPERIMENT, "\"y\": \"up\"", "\"y\": \"left\"");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, EXPERIMENT, "\"left\"", "down, up");
  hostile_edit(EXPERIMENT, "\"scale\": \"0.25 mm/px\", \"y\": \"left\"", "\"marks\": \"m.csv\"");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_FILE, EXPERIMENT, "m.csv", "[experiment.does-not-exist-looked]");
  hostile_put("a/m.csv", "x [px],y [px],board-x [mm],board-y [mm]\n1,1,0,0\n1,2,0,1\n2,1,1,0\n");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, "a/m.csv", "x [px]", "has 3 marks");
  hostile_put("a/m.csv", "x [mm],y [mm],board-x [mm],board-y [mm]\n1,1,0,0\n1,2,0,1\n2,1,1,0\n2,2,1,1\n");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_UNIT, "a/m.csv", "x [mm]", "[experiment.length-must-pixels]");
  hostile_finish();
}

TEST(hang_hostile_weights) {
  hostile_start("biaxial-hang");
  BAD(CUT, "bottom [g]", "bottom", PL_ERROR_UNIT, CUT, "bottom,", "no unit");
  BAD(CUT, "side [g]", "side", PL_ERROR_UNIT, CUT, "side,", "no unit");
  BAD(CUT, "bottom [g]", "bottom [mm]", PL_ERROR_UNIT, CUT, "bottom [mm]", "[csv.unit-column-expected]");
  BAD(CUT, "bottom [g]", "weight [g]", PL_ERROR_INPUT, CUT, "weight", "no column \"bottom\"");
  BAD(CUT, "side [g]", "left [g]", PL_ERROR_INPUT, CUT, "left [g]", "[biaxial-hang.weights-sides-missing]");
  BAD(CUT, "image,bottom [g],side [g]", "left [g],bottom [g],side [g]", PL_ERROR_INPUT, CUT, NULL, "[csv.not-number]");
  BAD(CUT, "0102.jpg,200", "0102.jpg,-200", PL_ERROR_INPUT, CUT, "-200", "[biaxial-hang.no-weight-between]|0");
  BAD(CUT, "0102.jpg,200", "0102.jpg,nan", PL_ERROR_INPUT, CUT, "nan", "finite");
  BAD(CUT, "0102.jpg,200", "0102.jpg,", PL_ERROR_INPUT, CUT, "0102.jpg,,", "empty");
  BAD(CUT, "0102.jpg,200,0,bottom,", "0102.jpg,300,0,bottom,", PL_ERROR_INPUT, CUT, "0102.jpg,300",
      "[biaxial-hang.has-other-weights-line]");
  static const char light[] =
      "bottom [g],side [g],body,point,x [px],y [px]\n0,0,top,a,500,500\n0,0,top,b,2000,500\n0,0,bottom,a,500,2000\n"
      "0,0,bottom,b,2000,2000\n0,0,left,a,500,1000\n0,0,left,b,500,1300\n0,0,right,a,2000,1000\n0,0,right,b,2000,1300\n";
  hostile_put(CUT, light);
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, CUT, NULL, "[biaxial-hang.no-frame-carries-weight]");
  hostile_finish();
}

// Every row of a point, in all photographs.
static void edit_all(const char *name, const char *from, const char *to) {
  size_t size;
  while (strstr(hostile_get(name, &size), from)) hostile_edit(name, from, to);
}

TEST(hang_hostile_points) {
  hostile_start("biaxial-hang");
  size_t size;
  char *before = hostile_get(CUT, &size);
  BAD(CUT, "0103.jpg,400,0,left,", "0103.jpg,400,0,lfet,", PL_ERROR_INPUT, CUT, "lfet", "[biaxial-hang.body-not-known-expected]|\"left\"");
  BAD(CUT, "0103.jpg,400,0,left,", "0103.jpg,400,0,middle,", PL_ERROR_INPUT, CUT, "middle",
      "[biaxial-hang.body-not-known-expected]|\"middle\"");
  BAD(CUT, "0103.jpg,400,0,left,lower end", "0103.jpg,400,0,left,upper end", PL_ERROR_INPUT, CUT, NULL,
      "[biaxial-hang.point-body-already-labelled]|\"upper end\"|\"left\"");
  BAD(CUT, "0103.jpg,400,0,left,upper end", "0103.jpg,400,0,left,", PL_ERROR_INPUT, CUT, "0,left,,", "no name");
  BAD(CUT, "0101.jpg,0,0,left,upper end", "0101.jpg,0,0,left,other end", PL_ERROR_INPUT, CUT, NULL,
      "[biaxial-hang.point-body-not-labelled]|\"upper end\"|\"left\"|1");
  BAD(CUT, "body", "part", PL_ERROR_INPUT, CUT, "part", "no column \"body\"");
  BAD(CUT, "point", "label", PL_ERROR_INPUT, CUT, "label", "no column \"point\"");
  BAD(CUT, "x [px]", "u [px]", PL_ERROR_INPUT, CUT, "u [px]", "no column \"x\"");
  BAD(CUT, "0103.jpg,400,0,left,upper end,", "0103.jpg,400,0,left,upper end,x", PL_ERROR_INPUT, CUT, NULL, "[csv.not-number]");
  BAD(CUT, "0103.jpg,400,0,left,upper end,", "0103.jpg,400,0,left,upper end,-", PL_ERROR_INPUT, CUT, "upper end,-",
      "[experiment.point-px-lies-outside]");
  edit_all(CUT, "right,lower end", "left,third");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, CUT, NULL, "[biaxial-hang.body-has-labelled-point]|\"right\"|1|2");
  hostile_put_bytes(CUT, before, size);
  edit_all(CUT, ",top,", ",bottom-cord,");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, CUT, NULL, "body \"top\" has 0 labelled points");
  hostile_put_bytes(CUT, before, size);
  // no column for the photograph, and the same weights twice
  hostile_edit(CUT, "image,", "number,");
  edit_all(CUT, "0102.jpg,200,", "0102.jpg,400,");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, CUT, "0103.jpg,400,0,top,left end", "[biaxial-hang.point-body-already-labelled]");
  hostile_finish();
}

TEST(hang_hostile_cords) {
  hostile_start("biaxial-hang");
  // the far point of the bottom cord above the slat; of the left cord on the other side; straight up
  size_t size;
  const char *data = hostile_get(CUT, &size), *row = strstr(data, "0105.jpg,0,100,bottom-cord,far,");
  char line[120], other[120];
  REQUIRE(row);
  snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
  BAD(CUT, line, "0105.jpg,0,100,bottom-cord,far,1990,300", PL_ERROR_INPUT, CUT, "cord,far,1990,300", "[biaxial-hang.leads]");
  row = strstr(data, "0105.jpg,0,100,left-cord,far,");
  snprintf(other, sizeof other, "%.*s", (int)strcspn(row, "\n"), row);
  BAD(CUT, other, "0105.jpg,0,100,left-cord,far,2600,1460", PL_ERROR_INPUT, CUT, "left-cord,far,2600", "[biaxial-hang.leads]");
  BAD(CUT, other, "0105.jpg,0,100,left-cord,far,1050,700", PL_ERROR_INPUT, CUT, "left-cord,far,1050", "[biaxial-hang.leads]");
  row = strstr(data, "0105.jpg,0,100,left-cord,near,");
  BAD(CUT, other, pl_arena_printf(hostile_arena(), "0105.jpg,0,100,left-cord,far,%.*s", (int)strcspn(row + 30, "\n"), row + 30),
      PL_ERROR_INPUT, CUT, NULL, "[biaxial-hang.needs-two-labelled-points]");
  hostile_finish();
}

// ---- cantilever ----

TEST(cantilever_hostile_settings) {
  hostile_start("cantilever");
  BAD(EXPERIMENT, "\"density\": \"190 g/m^2\",", "", PL_ERROR_INPUT, EXPERIMENT, NULL, "[cantilever.missing-strip-bends-under]");
  BAD_SETTING("\"width\": \"40 mm\"", "\"width\": \"0 mm\"", PL_ERROR_INPUT, "width");
  BAD_SETTING("\"width\": \"40 mm\"", "\"witdh\": \"40 mm\"", PL_ERROR_INPUT, "[json.unknown-key]|\"width\"");
  BAD(EXPERIMENT, "\"profile\": \"strip-0.csv\"", "\"comment\": 1", PL_ERROR_INPUT, EXPERIMENT, "\"comment\": 1",
      "[cantilever.measured-missing]");
  BAD(EXPERIMENT, "\"profile\": \"strip-0.csv\"", "\"profile\": \"strip-0.csv\", \"angle\": \"41 deg\"", PL_ERROR_INPUT, EXPERIMENT,
      "41 deg", "both \"profile\" and \"angle\" are given");
  BAD(EXPERIMENT, "\"profile\": \"strip-0.csv\"", "\"profile\": \"strip-0.csv\", \"overhang\": \"41 mm\"", PL_ERROR_INPUT, EXPERIMENT,
      "41 mm", "[cantilever.both-overhang-column-overhang]|\"overhang\"");
  static const struct {
    const char *entry, *phrase;
    pl_status status;
  } cases[] = {
      {"\"angle\": \"41 deg\"", "\"overhang\" is missing", PL_ERROR_INPUT},
      {"\"overhang\": \"50 mm\", \"angle\": \"95 deg\"", "[json.out-range-must-lie]", PL_ERROR_INPUT},
      {"\"overhang\": \"50 mm\", \"angle\": \"0 deg\"", "[json.out-range-must-lie]", PL_ERROR_INPUT},
      {"\"overhang\": \"50 mm\", \"angle\": 41", "[json.expected-2]", PL_ERROR_UNIT},
      {"\"overhang\": \"-50 mm\", \"angle\": \"41 deg\"", "[json.out-range-must-lie]", PL_ERROR_INPUT},
      {"\"overhang\": \"50 mm\", \"bending-length\": \"25 mm\"", "both \"overhang\" and \"bending-length\"", PL_ERROR_INPUT},
      {"\"bending-length\": \"0 mm\"", "[json.out-range-must-lie]", PL_ERROR_INPUT},
      {"\"overhang\": \"35 mm\", \"tip\": [\"34.925 mm\", \"-15.875 mm\"]", "38.36", PL_ERROR_INPUT},
      {"\"overhang\": \"75 mm\", \"tip\": [\"38.1 mm\", \"63.5 mm\"]", "[cantilever.tip-mm-above-clamp]|63.5 mm", PL_ERROR_INPUT},
      {"\"overhang\": \"75 mm\", \"tip\": [\"38.1 mm\"]", "[cantilever.has-lengths-must-have]|1|2", PL_ERROR_INPUT},
      {"\"overhang\": \"75 mm\", \"tip\": [38.1, -63.5]", "[json.expected-2]", PL_ERROR_UNIT},
      {"\"overhang\": \"75 mm\", \"tip\": [\"38.1 mm\", \"-63.5 mm\"], \"sigma\": \"1 deg\"", "[json.expected-2]", PL_ERROR_UNIT},
      {"\"overhang\": \"75 mm\", \"angle\": \"41 deg\", \"turn-sigma\": \"90 deg\"", "[json.out-range-must-lie]", PL_ERROR_INPUT},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    BAD(EXPERIMENT, "\"profile\": \"strip-0.csv\"", cases[k].entry, cases[k].status, EXPERIMENT, "\"strip 0\"", cases[k].phrase);
  BAD(EXPERIMENT, "\"strip-45.csv\"", "\"strip-0.csv\"", PL_ERROR_INPUT, EXPERIMENT, "\"strip 45\"", "same content");
  hostile_finish();
}

TEST(cantilever_hostile_angles) {
  hostile_start("cantilever");
  BAD(ANGLES, "overhang [mm]", "overhang", PL_ERROR_UNIT, ANGLES, "overhang", "no unit");
  BAD(ANGLES, "angle [deg]", "angle", PL_ERROR_UNIT, ANGLES, "angle", "no unit");
  BAD(ANGLES, "angle [deg]", "tilt [deg]", PL_ERROR_INPUT, ANGLES, "tilt", "[cantilever.table-needs-columns-overhang]");
  BAD(ANGLES, "angle [deg]", "bending length [mm]", PL_ERROR_INPUT, ANGLES, "bending", "[cantilever.table-needs-columns-overhang]");
  BAD(ANGLES, "\n40,", "\n-40,", PL_ERROR_INPUT, ANGLES, "-40", "[cantilever.overhang-mm-must-lie]|-40 mm");
  BAD(ANGLES, "\n40,", "\n40,1", PL_ERROR_INPUT, ANGLES, "40,1", "[cantilever.angle-deg-must-lie]|0|90 deg");
  BAD(ANGLES, "\n40,", "\n40,nan\n41,", PL_ERROR_INPUT, ANGLES, "nan", "finite");
  hostile_finish();
}

// A profile of one overhang in place of the template's first.
static void profile(const char *file, int line, const char *rows, const char *more, const char *line_of, const char *phrase) {
  char *text = pl_arena_printf(hostile_arena(), "x [mm],y [mm]\n%s", rows);
  hostile_put_bytes("a/p.csv", text, strlen(text));
  size_t size;
  char *before = hostile_get(EXPERIMENT, &size);
  hostile_edit(EXPERIMENT, "\"calibration\": { \"scale\": \"0.08 mm/px\" },", "");
  hostile_edit(EXPERIMENT, "\"profile\": \"strip-0.csv\"",
               pl_arena_printf(hostile_arena(), "\"overhang\": \"80 mm\", \"profile\": \"p.csv\"%s", more));
  hostile_expect(file, line, PL_ERROR_INPUT, "a/p.csv", line_of, phrase);
  hostile_put_bytes(EXPERIMENT, before, size);
}
#define PROFILE(...) profile(__FILE__, __LINE__, __VA_ARGS__)

TEST(cantilever_hostile_profiles) {
  hostile_start("cantilever");
  PROFILE("10,-1\n20,-4\n", "", "20,-4", "has 2 points");
  PROFILE("10,-1\n20,-4\n30,-9\n", ", \"origin\": \"first\"", "30,-9", "[cantilever.profile-has-points-must]|3|4");
  PROFILE("10,-1\n20,-4\n85,-9\n", "", "85", "[cantilever.point-mm-clamp-strip]|85.4751 mm|80 mm");
  PROFILE("10,-1\n20,-4\n30,nan\n", "", "nan", "finite");
  PROFILE("10,-1\n20,-4\n30,\n", "", "30,", "empty");
  PROFILE("10,1\n20,4\n30,9\n", "", "30,9", "[cantilever.strip-rises-mm-above]|9 mm");
  PROFILE("60,-36\n40,-16\n20,-4\n5,-1\n", "", "60,-36", "[cantilever.profile-runs-tip-clamp]");
  // two points exchanged
  PROFILE("10,-1\n20,-4\n40,-16\n30,-9\n50,-25\n60,-36\n", "", "30,-9", "[cantilever.profile-goes-back-itself]");
  // a loop
  PROFILE("10,-1\n20,-4\n30,-9\n40,-16\n46,-24\n44,-32\n34,-34\n28,-26\n30,-16\n38,-6\n46,-1\n", "", NULL,
          "[cantilever.profile-crosses-itself-step]");
  hostile_edit(EXPERIMENT, "\"0.08 mm/px\" }", "\"0.08 mm/px\", \"image\": [900, 800] }");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, STRIP, NULL, "[experiment.point-px-lies-outside]|900|800 px");
  hostile_edit(EXPERIMENT, ", \"image\": [900, 800]", "");
  BAD(STRIP, "overhang [mm]", "length [mm]", PL_ERROR_INPUT, EXPERIMENT, "\"strip 0\"", "\"overhang\" is missing");
  BAD(STRIP, "\n45,310", "\n0,310", PL_ERROR_INPUT, STRIP, NULL, "[cantilever.overhang-mm-must-lie]|0 mm");
  BAD(EXPERIMENT, "\"profile\": \"strip-0.csv\"", "\"profile\": \"strip-0.csv\", \"origin\": \"clamp\"", PL_ERROR_INPUT, EXPERIMENT,
      "clamp\"", "first, zero");
  BAD(EXPERIMENT, "\"profile\": \"strip-0.csv\"", "\"profile\": \"strip-0.csv\", \"origin\": [1]", PL_ERROR_INPUT, EXPERIMENT, "[1]",
      "[cantilever.no-point-photograph]");
  hostile_finish();
}

// ---- any bytes ----

static const char *const hang_files[] = {EXPERIMENT, CUT, NULL}, *const strip_files[] = {EXPERIMENT, STRIP, ANGLES, NULL};

TEST(hang_hostile_damage) { hostile_damage("biaxial-hang", hang_files, 120); }
TEST(cantilever_hostile_damage) { hostile_damage("cantilever", strip_files, 120); }

// ---- memory ----

static void fail_allocations(const char *protocol) {
  hostile_start(protocol);
  failing_load_and_save(hostile_path("a"), hostile_path("b"), 4000);
  hostile_finish();
}
TEST(hang_hostile_allocation) { fail_allocations("biaxial-hang"); }
TEST(cantilever_hostile_allocation) { fail_allocations("cantilever"); }
