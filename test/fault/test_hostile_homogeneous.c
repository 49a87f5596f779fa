// test_hostile_homogeneous.c: a bad experiment of the protocol `homogeneous` is one clear error with file, line and remedy.
#include "fault/failing_measurement.h"
#include "fault/hostile_experiment.h"
#include "test.h"

#define PULL "a/uniaxial.csv"
#define BOTH "a/equibiaxial.csv"
#define PLANE "a/planar.csv"
#define SHEAR "a/shear.csv"

TEST(homogeneous_hostile_settings) {
  hostile_start("homogeneous");
  BAD(EXPERIMENT, "\"stress\": \"nominal\",", "", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"",
      "[homogeneous.stress-measure-not-stated]|'uniaxial'");
  BAD_SETTING("\"stress\": \"nominal\"", "\"stress\": \"true\"", PL_ERROR_INPUT, "[homogeneous.not-known-expected-one]|\"cauchy\"");
  BAD_SETTING("\"stress\": \"nominal\"", "\"stress\": \"engineering\"", PL_ERROR_INPUT, "[homogeneous.not-known-expected-one]|\"nominal\"");
  BAD_SETTING("\"stress\": \"nominal\"", "\"stres\": \"nominal\"", PL_ERROR_INPUT, "[json.unknown-key]|\"stress\"");
  BAD(EXPERIMENT, "\"mode\": \"uniaxial\", ", "", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"",
      "[homogeneous.how-deformed-not-said]|'uniaxial'");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"pure-shear\"", PL_ERROR_INPUT, EXPERIMENT, "pure-shear",
      "[json.not-known-expected-one]");
  BAD_SETTING("\"incompressible\": true", "\"incompressible\": \"yes\"", PL_ERROR_INPUT, "incompressible");
  BAD_SETTING("\"symmetry\": \"isotropic\"", "\"symmetry\": \"cubic\"", PL_ERROR_INPUT, "isotropic, orthotropic");
  BAD_SETTING("\"sigma\": \"0.006 MPa\"", "\"sigma\": \"0 MPa\"", PL_ERROR_INPUT, "sigma");
  BAD_SETTING("\"sigma\": \"0.006 MPa\"", "\"sigma\": \"6 mm\"", PL_ERROR_UNIT, "sigma");
  BAD_SETTING("\"sigma\": \"0.006 MPa\"", "\"sigma\": 0.006", PL_ERROR_UNIT, "[json.expected-2]");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"held\": 1.5", PL_ERROR_INPUT, EXPERIMENT, "\"held\": 1.5, \"file\"",
      "[homogeneous.stretch-held-strip-biaxial-compound-shear]");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"strip-biaxial\"", PL_ERROR_INPUT, EXPERIMENT, "\"planar.csv\"",
      "[homogeneous.stretch-held-missing]|'planar'");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"strip-biaxial\", \"held\": -1", PL_ERROR_INPUT, EXPERIMENT, "\"held\": -1", "held");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"symmetry\": \"orthotropic\"", PL_ERROR_INPUT, EXPERIMENT,
      "\"mode\": \"planar\"", "[homogeneous.line]|'planar'|'uniaxial'");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"incompressible\": false", PL_ERROR_INPUT, EXPERIMENT,
      "\"mode\": \"planar\"", "[homogeneous.compressible-line-compressible]|'planar'|'uniaxial'");
  BAD(EXPERIMENT, "\"planar.csv\"", "\"uniaxial.csv\"", PL_ERROR_INPUT, EXPERIMENT, "\"mode\": \"planar\"",
      "[experiment.has-same-content-file]");
  BAD(EXPERIMENT, "\"name\": \"planar\"", "\"name\": \"uniaxial\"", PL_ERROR_INPUT, EXPERIMENT, "\"mode\": \"planar\"",
      "[experiment.also-test-line]");
  BAD(EXPERIMENT, "\"planar.csv\"", "\"plan.csv\"", PL_ERROR_FILE, EXPERIMENT, "\"plan.csv\"", "[experiment.does-not-exist-looked]");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"columns\": {\"strecth\": \"stretch\"}", PL_ERROR_INPUT, EXPERIMENT,
      "strecth", "[homogeneous.unknown-channel]|\"stretch\"");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"columns\": [\"stretch\"]", PL_ERROR_INPUT, EXPERIMENT, "\"columns\": [",
      "[homogeneous.must-object]");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"columns\": {\"stretch\": null}", PL_ERROR_INPUT, PLANE, NULL,
      "[homogeneous.no-column-test-needs]");
  hostile_finish();
}

TEST(homogeneous_hostile_columns) {
  hostile_start("homogeneous");
  BAD(PULL, "stress [MPa]", "stress", PL_ERROR_UNIT, PULL, "stress", "[experiment.column-has-no-unit-expected]|\"stress\"");
  BAD(PULL, "stress [MPa]", "stress [mm]", PL_ERROR_UNIT, PULL, "stress", "[experiment.column-read]");
  BAD(PULL, "stress [MPa]", "pull [MPa]", PL_ERROR_INPUT, PULL, "pull", "[homogeneous.no-column-test-needs]");
  BAD(PULL, "stress [MPa]", "pull [MPa]", PL_ERROR_INPUT, PULL, "pull", "\"columns\": {\"stress\": \"pull\"}");
  BAD(PULL, "stretch,", "temperature,", PL_ERROR_INPUT, PULL, "temperature", "[homogeneous.no-column-test-needs]");
  BAD(PULL, "stretch,", "elongation [mm],", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"", "\"length\" is missing");
  BAD(PULL, "stress [MPa]", "force [N]", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"", "\"area\" is missing");
  BAD(PULL, "stress [MPa]", "force per width [N/m]", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"", "\"thickness\" is missing");
  BAD(SHEAR, "shear,", "shear displacement [mm],", PL_ERROR_INPUT, EXPERIMENT, "\"shear.csv\"", "\"height\" is missing");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,nan\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "nan", "finite");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,inf\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "inf", "finite");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "1.2,", "empty");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,0.2\n1.3,0.3\n", PL_ERROR_INPUT, "1.3,0.3", "[homogeneous.has-rows-must-have]|3|4");
  BAD_TEXT(PULL, "stretch,stress [MPa],sigma [MPa]\n1.1,0.1,0.1\n1.2,0.2,0\n1.3,0.3,0.1\n1.4,0.4,0.1\n", PL_ERROR_INPUT, "1.2,0.2,0",
           "[homogeneous.sigma-pa-must-more]|0 Pa");
  BAD(EXPERIMENT, "\"mode\": \"equibiaxial\"", "\"mode\": \"equibiaxial\", \"stress\": \"cauchy-difference\"", PL_ERROR_INPUT, EXPERIMENT,
      "cauchy-difference", "[homogeneous.difference-stresses-read-planar]");
  // forces are nominal
  hostile_edit(EXPERIMENT, "\"stress\": \"nominal\",", "\"stress\": \"cauchy\", \"area\": \"1 mm^2\",");
  BAD(PULL, "stress [MPa]", "force [N]", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"", "[homogeneous.over-size-rest-nominal]|\"cauchy\"");
  BAD(EXPERIMENT, "\"incompressible\": true", "\"incompressible\": false", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"",
      "[homogeneous.cauchy-stress-compressible-body]");
  hostile_finish();
}

TEST(homogeneous_hostile_states) {
  hostile_start("homogeneous");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n0,0.2\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "0,0.2", "[homogeneous.must-lie-between]|0");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n-1.2,0.2\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "-1.2",
           "[homogeneous.must-lie-between]|-1.2");
  BAD_TEXT(PULL, "strain,stress [MPa]\n0.1,0.1\n-1.2,-0.2\n0.3,0.3\n0.4,0.4\n", PL_ERROR_INPUT, "-1.2",
           "[homogeneous.must-lie-between]|-0.2");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n0,1\n0.1,1.1\n0.2,1.2\n0.3,1.3\n", PL_ERROR_INPUT, "0,1\n",
           "[homogeneous.column-begins-column-they]|\"stretch\"|0|\"stress\"|1");
  BAD_TEXT(PULL, "strain,stress [MPa]\n0,0\n20,0.1\n100,0.2\n200,0.3\n", PL_ERROR_INPUT, "100,",
           "[homogeneous.must-lie-between]|\"strain [%]\"");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n110,0.1\n120,0.2\n130,0.3\n140,0.4\n", PL_ERROR_INPUT, "110", "[homogeneous.must-lie-between]|110");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.1,0.2\n1.1,0.3\n1.1,0.4\n", PL_ERROR_INPUT, "1.1,0.1", "[homogeneous.never-changes]");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,-0.1\n1.2,-0.2\n1.3,-0.3\n1.4,-0.4\n", PL_ERROR_INPUT, "1.1,-0.1", "opposite signs");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n0.9,0.1\n0.8,0.2\n0.7,0.3\n0.6,0.4\n", PL_ERROR_INPUT, "0.9,0.1", "opposite signs");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,2e7\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "2e7", "[homogeneous.stress-pa-must-less]");
  BAD_TEXT(SHEAR, "shear,shear stress [MPa]\n0.1,0.1\n0.2,0.2\n0.3,0.3\n40,0.4\n", PL_ERROR_INPUT, "40,",
           "[homogeneous.shear-must-lie-between]|40");
  BAD_TEXT(BOTH, "stretch,stretch 2,stress [MPa]\n1.1,1.1,0.1\n1.2,1.2,0.2\n1.3,1.2,0.3\n1.4,1.4,0.4\n", PL_ERROR_INPUT, "1.3,1.2",
           "[homogeneous.stretch-2-where-test-mode]|-2|1.2|'equibiaxial'|1.3");
  BAD_TEXT(PLANE, "stretch,stretch 2,stress [MPa]\n1.1,1,0.1\n1.2,1,0.2\n1.3,0.8,0.3\n1.4,1,0.4\n", PL_ERROR_INPUT, "1.3,0.8",
           "[homogeneous.stretch-2-where-test-mode]|'planar'|1");
  // a material called isotropic, stretched alike, stressed differently
  BAD_TEXT(BOTH, "stretch,stress [MPa],stress 2 [MPa]\n1.1,0.1,0.1\n1.2,0.2,0.21\n1.3,0.3,0.4\n1.4,0.4,0.5\n", PL_ERROR_INPUT,
           "1.3,0.3,0.4", "[homogeneous.isotropic-body-stretched-alike]|1.3|0.3|0.4 MPa");
  hostile_finish();
}

static const char *const files[] = {EXPERIMENT, PULL, NULL};
TEST(homogeneous_hostile_damage) { hostile_damage("homogeneous", files, 120); }

TEST(homogeneous_hostile_allocation) {
  hostile_start("homogeneous");
  failing_load_and_save(hostile_path("a"), hostile_path("b"), 4000);
  hostile_finish();
}
