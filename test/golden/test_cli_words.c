// test_cli_words.c: what a result says in words and key numbers: rigidities, readings, more numbers than readings, signs, strains of isotropic laws.
#include <stdio.h>
#include <string.h>

#include "golden/command.h"
#include "test.h"

// A cube of foam in five poses, slid thrice between plates and confined twice, one force each. sign: +1, or -1 for forces of the body on the plate.
static void put_foam(const char *folder, double sign) {
  static const double down[5] = {2, 5, 8, 2, 5}, force[5] = {-4.6983, -10.6801, -15.4487, -5.6457, -12.8287};
  static const char held[] =
      "{\"set\": \"bottom\", \"axes\": \"z\"}, {\"set\": \"left\", \"axes\": \"x\"}, {\"set\": \"front\", \"axes\": \"y\"}, ",
                    confined[] = "{\"set\": \"right\", \"axes\": \"x\"}, {\"set\": \"back\", \"axes\": \"y\"}, ";
  char text[6000], path[80];
  size_t n = (size_t)snprintf(
      text, sizeof text,
      "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"name\": \"foam\", \"sigma\": {\"force\": \"5 mN\"}, \"tests\": "
      "[{\"name\": "
      "\"cube\", \"mesh\": {\"box\": [\"50 mm\", \"50 mm\", \"50 mm\"], \"cells\": [2, 2, 2], \"elements\": \"hexahedra\"}, \"sets\": {");
  static const char *const set[6] = {"left", "right", "front", "back", "bottom", "top"};
  for (int i = 0; i < 6; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%s\"%s\": {\"plane\": \"%c\", \"at\": \"%d mm\"}", i ? ", " : "", set[i],
                          "xyz"[i / 2], i % 2 ? 50 : 0);
  n += (size_t)snprintf(text + n, sizeof text - n, "}, \"poses\": [");
  for (int i = 0; i < 5; i++)
    n += (size_t)snprintf(
        text + n, sizeof text - n,
        "%s{\"name\": \"%s %g\", \"supports\": [%s%s{\"set\": \"top\", \"axes\": \"z\", \"translation\": [\"0 mm\", \"0 mm\", "
        "\"-%g mm\"]}], \"measured\": {\"forces\": [{\"set\": \"top\", \"force\": [null, null, \"%g N\"]}]}}",
        i ? ", " : "", i < 3 ? "slide" : "confined", down[i], held, i < 3 ? "" : confined, down[i], sign * force[i]);
  snprintf(text + n, sizeof text - n, "]}]}");
  snprintf(path, sizeof path, "%s.json", folder);
  command_put(path, text);
}

// Of a force with three components one was read: it counts once. Fifteen numbers meet five readings whatever their sigma is.
TEST(cli_words_count_readings) {
  put_foam("foam", 1);
  command_outcome o = command_run("fit foam.json -o result");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "foam: 1 test fitted; 2 parameters, 5 readings, ");
  CHECK_CONTAINS(command_file("result/fit.json"), "\"residuals\": 5,");
  CHECK_CONTAINS(command_run("material show result").out, " not known, 1 term");
  o = command_run("fit foam.json --model additive -o additive");
  CHECK_CONTAINS(o.out, "15 parameters, 5 readings, ");
  CHECK(command_said("additive", "numbers.more-than-readings") && !command_said("additive", "readings.sigma-large"));
  CHECK_CONTAINS(o.out, " 15 for 5");
}

// An isotropic law was measured along z and is asked in shear: it is said which strain was which.
TEST(cli_words_name_the_measured_strain) {
  put_foam("foam", 1);
  CHECK(command_run("fit foam.json -o result").status == 0);
  command_put("shear.csv", "shear,shear stress [kPa]\n0,0\n0.2,4\n0.4,8\n0.6,12\n0.8,16\n");
  command_put("shear.json", "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"incompressible\": false, \"stress\": "
                            "\"nominal\", \"tests\": [{\"name\": "
                            "\"slid\", \"mode\": \"simple-shear\", \"file\": \"shear.csv\"}]}");
  command_outcome o = command_run("predict result shear.json");
  CHECK_CONTAINS(o.out, "'slid' strains body (xy) to 80 %,");
  CHECK_CONTAINS(o.out, " 14.72 % in zz: 5.4 times");
}

TEST(cli_words_all_signs) {
  put_foam("foam", -1);
  command_outcome o = command_run("check foam.json");
  CHECK_CONTAINS(o.out, " in all 5 poses ");
  o = command_run("fit foam.json -o result");
  CHECK(o.status == 1);
  CHECK(command_said("result", "verdict.contradicted-motion"));
  CHECK_CONTAINS(o.out, "All 5 have ");
  CHECK_CONTAINS(o.out, "\"of\": \"body\"");
}

// Strips of a known rigidity: B by cut, the same whatever stiffness the law counts.
TEST(cli_words_bending_rigidity) {
  CHECK(command_run("new cantilever strips").status == 0);
  static const char *const model[3] = {"wang-bending", "hinge", "auto"};
  for (int i = 0; i < 3; i++) {
    command_outcome o = command_run("fit strips %s --model %s -o result%d", i == 0 ? "--bend-knots 0" : "", model[i], i);
    CHECK(o.status == 0);
    CHECK_CONTAINS(o.out, "\nBending rigidity (moment per width over curvature)\n");
    const char *found = strstr(o.out, "bending rigidity, cut 0 deg ");
    double value = 0;
    REQUIRE(found && sscanf(found, "bending rigidity, cut 0 deg %lf", &value) == 1);
    CHECK_NEAR(value, 16, 0.5);  // µN m
    char path[80];
    snprintf(path, sizeof path, "result%d/fit.json", i);
    CHECK_CONTAINS(command_file(path), "\"rigidities\": [");
    CHECK_CONTAINS(command_file(path), "\"name\": \"bending rigidity, cut 90 deg\"");
  }
}

// The word after --help is a protocol, a file, or an error.
TEST(cli_words_of_help_and_missing_arguments) {
  command_outcome o = command_run("--json fit --help bulg");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "'bulge'?");
  CHECK_CONTAINS(o.failure, "[usage.unknown-name]");
  CHECK(command_run("fit --help bulge").status == 0);
  o = command_run("--json rig");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "[usage.no-rig]");
  CHECK_CONTAINS(o.err, "tensile");
  CHECK_CONTAINS(o.err, "bulge");
  o = command_run("--json fit");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "[usage.more-arguments]");
  CHECK_CONTAINS(o.err, "argument FILE;");
  o = command_run("--json rig tensile --material isotropic-1000 --direction 45 --displacement \"0..4 mm\" -o d");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "[usage.direction]");
  CHECK_CONTAINS(o.err, "--angle \"45 deg\"");
  CHECK_CONTAINS(command_run("rig bulge --help").out, "[--diameter LENGTH]");
  o = command_run("fit x.json -o d --segments abc");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.err, "--segments \"abc\": expected");
}

// The template of a bulge test ends with a good verdict.
TEST(cli_words_bulge_template_is_good) {
  CHECK(command_run("new bulge b").status == 0);
  command_outcome o = command_run("fit b -o result");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "\xE2\x9C\x93");
  CHECK(command_said("result", "bulge.poisson-held"));
  CHECK_CONTAINS(command_file("result/fit.json"), "\"disc\": true");
}
