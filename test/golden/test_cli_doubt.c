// test_cli_doubt.c: readings that contradict each other, from the command line: a fit that ends soon, says which and by how much. What is
// shown of misses.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/command.h"
#include "test.h"

// The template of bodies in a folder, on a coarse mesh, with a text of its experiment replaced.
static void put_body(const char *folder, const char *old, const char *now) {
  char path[80];
  CHECK(command_run("new poses %s", folder).status == 0);
  snprintf(path, sizeof path, "%s/experiment.json", folder);
  static const char fine[] = "[20, 5, 5]";
  const char *text = command_file(path), *cells = strstr(text, fine), *place = strstr(text, old);
  char changed[20000];
  REQUIRE(cells && place && cells < place && strlen(text) < sizeof changed - 100);
  snprintf(changed, sizeof changed, "%.*s[8, 2, 2]%.*s%s%s", (int)(cells - text), text, (int)(place - cells - 10), cells + 10, now,
           place + strlen(old));
  command_put(path, changed);
}

// Once minutes of steps towards a body that is hardly compressible; one number is found in some iterations.
TEST(cli_doubt_force_thousand_times) {
  static const struct { const char *force, *says; } row[] = {{"3.764 kN", " 1000 times too"}, {"3.764 mN", "00 times too"}};
  for (int i = 0; i < 2; i++) {
    put_body(i == 0 ? "large" : "small", "3.764 N", row[i].force);
    command_outcome o = command_run("fit %s -o result%d", i == 0 ? "large" : "small", i);
    CHECK(o.status == 1);
    const char *result = i == 0 ? "result0" : "result1";
    CHECK_CONTAINS(o.out, "\"right\" in pose \"stretched\"");
    CHECK_CONTAINS(o.out, row[i].says);
    CHECK(command_said(result, "poses.contradiction") && command_said(result, "run.not-converged"));
    CHECK(command_said(result, "remedy.correct-contradictions"));
    // the headline has what most readings say (of coarse cells, which are too stiff), and calls nothing known that the wrong one made
    CHECK(command_said(result, "verdict.contradicted") && !command_said(result, "verdict.identifiable"));
    CHECK_CONTAINS(o.out, " about 52 kPa, ");
    CHECK(!strstr(o.out, "(standard error ") && !strstr(o.out, "Further tests"));
    const char *found = strstr(o.out, "readings, ");
    REQUIRE(found);
    CHECK(atoi(found + strlen("readings, ")) <= 20);
  }
}

// A factor of ten is no more than a sagging body and anisotropy allow for one of the others. The reading without support from others is
// blamed.
TEST(cli_doubt_blames_the_reading_that_stands_alone) {
  static const struct {
    const char *old, *now, *says;
  } row[] = {{"4.84 N mm", "0.484 N mm", "torque on \"right\" in pose \"twisted\""},
             {"3.764 N", "0.3764 N", "force on \"right\" in pose \"stretched\""}};
  for (int i = 0; i < 2; i++) {
    put_body(i == 0 ? "twist" : "pull", row[i].old, row[i].now);
    command_outcome o = command_run("fit %s -o alone%d", i == 0 ? "twist" : "pull", i);
    CHECK_CONTAINS(o.out, row[i].says);
    CHECK(command_said(i == 0 ? "alone0" : "alone1", "poses.contradiction"));
  }
}

// A force five times wrong: two parameters are fitted as usual, the contradiction is reported, and single readings show the residual.
LONG_TEST(cli_doubt_misses_of_bodies) {
  put_body("gel", "3.764 N", "18.82 N");
  command_outcome o = command_run("fit gel -o result");
  CHECK(o.status == 1);
  CHECK(!strstr(o.out, "shear modulus was fitted"));
  CHECK_CONTAINS(o.out, " 6 times too");  // on coarse cells, which twist too stiffly
  CHECK(command_said("result", "remedy.pose-check-model"));
  // one or two numbers have no R2: they are judged by sigmas
  CHECK_CONTAINS(o.out, "  R² -: ");
  CHECK(command_said("result", "poses.missed"));
  CHECK_CONTAINS(o.out, "  measured  predicted  sigmas\n");
  CHECK_CONTAINS(o.out, "hanging  positions  end z");
  CHECK_CONTAINS(o.out, "Misses by pose, in sigmas");
  const char *json = command_file("result/fit.json");
  CHECK_CONTAINS(json, "\"no_r2\": \"");
  CHECK_CONTAINS(json, "\"r2\": null");
  o = command_run("show result --tests");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "Misses by pose, in sigmas");
  CHECK_CONTAINS(o.out, "block held-out  bent ");
  o = command_run("show result --tests --only nothing");
  CHECK(!strstr(o.out, "Misses by pose"));
}

// A body that meets its readings: no misses, and verdict and table agree on the single ones. On coarse cells it meets them to the errors of the mesh.
TEST(cli_doubt_single_readings_pass) {
  CHECK(command_run("new poses gel").status == 0);
  command_outcome o = command_run("fit gel -o result");
  CHECK(o.status == 0);
  CHECK(!command_said("result", "poses.missed") && !command_said("result", "poses.contradiction"));
  CHECK(command_said("result", "verdict.held-out-passed"));
  CHECK_CONTAINS(o.out, "passed, 0.56 sigma\n");
  o = command_run("predict result/material.json gel");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "\nPassed: ");
}

// Columns that were exchanged, and a pull in centimetres that looks like another cloth by itself: `check` lists both, a fit repeats them.
TEST(cli_doubt_curves_taken_for_others) {
  static const char header[] = "force [N],displacement [mm]";
  CHECK(command_run("new tensile cloth").status == 0);
  CHECK(!strstr(command_run("check cloth").out, "Look at these"));
  const char *rest = strchr(command_file("cloth/warp.csv"), '\n');
  char changed[20000];
  REQUIRE(rest && strlen(rest) + sizeof header < sizeof changed);
  snprintf(changed, sizeof changed, "%s%s", header, rest);
  command_put("cloth/warp.csv", changed);
  command_outcome o = command_run("check cloth");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "Look at these\n  warp: force and displacement ");
  CHECK_CONTAINS(o.out, " warp.csv ");
  command_run("fit cloth -o result");
  CHECK(command_said("result", "curve.exchanged") && command_said("result", "verdict.doubted"));
}

// A pull of a cloth, strain to 5 %. The force is k (e + bend e^2) N/m times 50 mm, in a unit of so many newtons that is called N.
static void put_pull(const char *name, double stiffness, double bend, double unit) {
  char path[80], text[2000];
  int used = snprintf(text, sizeof text, "displacement [mm],force [N]\n");
  for (int i = 0; i <= 30; i++) {
    double e = 0.05 * i / 30, scatter = 1 + 0.004 * sin(7.3 * i);
    used +=
        snprintf(text + used, sizeof text - (size_t)used, "%.4f,%.4f\n", 200 * e, 0.05 * stiffness * (e + bend * e * e) * scatter / unit);
  }
  snprintf(path, sizeof path, "cloth/%s.csv", name);
  command_put(path, text);
}

// A cloth of three pulls, whose curves are put by put_pull.
static void put_cloth(void) {
  CHECK(command_run("new tensile cloth").status == 0);
  command_put(
      "cloth/experiment.json",
      "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"cloth\", \"density\": \"200 g/m^2\", \"specimen\": "
      "{\"length\": \"200 mm\", \"width\": \"50 mm\"}, \"tests\": [{\"name\": \"warp\", \"file\": \"warp.csv\", \"angle\": \"0 deg\"}, "
      "{\"name\": \"weft\", \"file\": \"weft.csv\", \"angle\": \"90 deg\"}, {\"name\": \"bias\", \"file\": \"bias.csv\", \"angle\": "
      "\"45 deg\"}]}");
}

// A fit that meets its curves exactly is not called good while its units are doubted; the terminal and the file say it alike.
TEST(cli_doubt_of_units_is_in_the_verdict) {
  put_cloth();
  for (int milli = 0; milli < 2; milli++) {
    double unit = milli ? 1e-3 : 1;  // mN read as N
    put_pull("warp", 4000, 15, unit);
    put_pull("weft", 3000, 15, unit);
    put_pull("bias", 300, 15, unit);
    command_outcome o = command_run("fit cloth -o result");
    CHECK(o.status == 0);  // what is doubted may still be right
    const char *json = command_file("result/fit.json");
    if (milli) {
      CHECK_CONTAINS(o.out, "\n~ Warp, weft and shear");
      CHECK(command_said("result", "verdict.weak") && command_said("result", "verdict.doubted"));
      CHECK_CONTAINS(json, "\"state\": \"partly\"");
      CHECK_CONTAINS(o.out, " sizes of warp and weft");
    } else {
      CHECK_CONTAINS(json, "\"state\": \"good\"");
      CHECK(!command_said("result", "verdict.doubted"));
      command_put("weft-again.csv", command_file("cloth/weft.csv"));
    }
  }
  // a held-out test of the same name, about which there is no doubt, takes none away
  command_put(
      "again.json",
      "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"again\", \"density\": \"200 g/m^2\", \"specimen\": "
      "{\"length\": \"200 mm\", \"width\": \"50 mm\"}, \"tests\": [{\"name\": \"weft\", \"file\": \"weft-again.csv\", \"angle\": \"90 "
      "deg\"}]}");
  CHECK_CONTAINS(command_run("fit cloth --validate again.json -o result --further off").out, " sizes of warp and weft");
}

// A force along the clamp that is zero, or zero but for rounding, has no R2. The fit is as good as without it; a force that is there and cannot be is not.
TEST(cli_doubt_readings_that_do_not_vary_pass) {
  static const double across[] = {0, 1e-15, 0.5};  // N
  put_cloth();
  put_pull("weft", 3000, 15, 1);
  put_pull("bias", 300, 15, 1);
  for (int k = 0; k < 3; k++) {
    char text[3000];
    int used = snprintf(text, sizeof text, "displacement [mm],force [N],shear-force [N]\n");
    for (int i = 0; i <= 30; i++) {
      double e = 0.05 * i / 30;
      used += snprintf(text + used, sizeof text - (size_t)used, "%.4f,%.4f,%.3g\n", 200 * e, 200 * (e + 15 * e * e),
                       k < 2 ? across[k] * cos(i) : across[k]);
    }
    command_put("cloth/warp.csv", text);
    CHECK(command_run("fit cloth -o result --further off").status == (k < 2 ? 0 : 1));
    CHECK(command_said("result", "readings.poor-constant") == (k == 2));
  }
}

// The largest "newton_iterations_at_most" in a fit.json; -1 without one.
static int most_iterations(const char *json) {
  const char key[] = "\"newton_iterations_at_most\":";
  long most = -1;
  for (const char *at = strstr(json, key); at; at = strstr(at + 1, key)) most = fmax(most, strtol(at + sizeof key - 1, NULL, 10));
  return (int)most;
}

// Cloth that hangs shorter than it lies: readings of both directions are doubted, whatever else is wrong. No material has such equilibria, and none is
// sought for long (it took minutes).
TEST(cli_doubt_of_lengths_is_in_the_verdict) {
  CHECK(command_run("new weights cotton").status == 0);
  const char *text = command_file("cotton/experiment.json"), *place = strstr(text, "\"length\": \"100 mm\"");
  char changed[20000];
  REQUIRE(place && strlen(text) < sizeof changed - 100);
  snprintf(changed, sizeof changed, "%.*s\"length\": \"120 mm\"%s", (int)(place - text), text, place + strlen("\"length\": \"100 mm\""));
  command_put("cotton/experiment.json", changed);
  CHECK_CONTAINS(command_run("fit cotton -o result --further off").out, " readings of warp and weft");
  CHECK(command_said("result", "verdict.doubted"));
  int most = most_iterations(command_file("result/fit.json"));
  CHECK(most >= 0 && most <= 30);
}

// Strips that determine every number, but none of them well: that is not good.
TEST(cli_doubt_of_weak_numbers_is_in_the_verdict) {
  CHECK(command_run("new cantilever strips").status == 0);
  command_outcome o = command_run("fit strips --model wang-bending -o result --further off");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "\n~ Bend-0, bend-45 and bend-90 curves");
  CHECK(command_said("result", "verdict.identifiable") && command_said("result", "verdict.weak"));
  CHECK_CONTAINS(o.out, " (up to 38 %).\n");
  CHECK_CONTAINS(command_file("result/fit.json"), "\"state\": \"partly\"");
}

// A pull that falls again: the curves are described, and the headline says that a simulation may jump, with the matrix that shows it.
TEST(cli_doubt_of_convexity_is_in_the_verdict) {
  put_cloth();
  put_pull("warp", 4000, -14, 1);
  put_pull("weft", 3000, 15, 1);
  put_pull("bias", 300, 15, 1);
  command_outcome o = command_run("fit cloth --monotone false -o result");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "\n~ Warp, weft and shear curves");
  CHECK(command_said("result", "verdict.unstable") && command_said("result", "material.not-convex"));
}

// An energy with a kink downwards has no smallest eigenvalue: the headline says what happens instead.
TEST(cli_doubt_of_falling_stress_is_in_the_verdict) {
  put_cloth();
  put_pull("warp", 4000, 15, 1);
  put_pull("weft", 3000, 15, 1);
  put_pull("bias", 300, 15, 1);
  command_put(
      "grid.json",
      "{\"pliant\": \"material 1\", \"name\": \"g\", \"terms\": ["
      "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"900 N/m\"}}, "
      "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"400 N/m\"}}, "
      "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"40 N/m\"}}, "
      "{\"name\": \"grid\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"bilinear-grid\", \"knots\": [[-0.14, 0, "
      "0.14], [-0.14, 0, 0.14]], \"parameters\": {\"unit\": \"N/m\", \"values\": [-1, -1, -1, 0, 0, -1, -1, -1]}}]}");
  command_outcome o = command_run("fit cloth --model grid.json --max-iterations 1 -o result --further off");
  CHECK(command_said("result", "verdict.unstable"));
  CHECK(!strstr(o.out, "inf "));
  CHECK_CONTAINS(command_file("result/fit.json"), "\"drop_of\": \"w");
}
