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
      "the stress measure of 'uniaxial' is not stated");
  BAD_SETTING("\"stress\": \"nominal\"", "\"stress\": \"true\"", PL_ERROR_INPUT,
              "nominal, cauchy, cauchy-difference; did you mean \"cauchy\"?");
  BAD_SETTING("\"stress\": \"nominal\"", "\"stress\": \"engineering\"", PL_ERROR_INPUT, "did you mean \"nominal\"?");
  BAD_SETTING("\"stress\": \"nominal\"", "\"stres\": \"nominal\"", PL_ERROR_INPUT, "did you mean \"stress\"?");
  BAD(EXPERIMENT, "\"mode\": \"uniaxial\", ", "", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"",
      "how 'uniaxial' was deformed is not said");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"pure-shear\"", PL_ERROR_INPUT, EXPERIMENT, "pure-shear",
      "uniaxial, equibiaxial, planar");
  BAD_SETTING("\"incompressible\": true", "\"incompressible\": \"yes\"", PL_ERROR_INPUT, "incompressible");
  BAD_SETTING("\"symmetry\": \"isotropic\"", "\"symmetry\": \"cubic\"", PL_ERROR_INPUT, "isotropic, orthotropic");
  BAD_SETTING("\"sigma\": \"0.006 MPa\"", "\"sigma\": \"0 MPa\"", PL_ERROR_INPUT, "sigma");
  BAD_SETTING("\"sigma\": \"0.006 MPa\"", "\"sigma\": \"6 mm\"", PL_ERROR_UNIT, "sigma");
  BAD_SETTING("\"sigma\": \"0.006 MPa\"", "\"sigma\": 0.006", PL_ERROR_UNIT, "has no unit");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"held\": 1.5", PL_ERROR_INPUT, EXPERIMENT, "\"held\": 1.5, \"file\"",
      "a stretch is held in strip-biaxial and compound-shear tests only");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"strip-biaxial\"", PL_ERROR_INPUT, EXPERIMENT, "\"planar.csv\"",
      "the stretch that 'planar' was held at is missing");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"strip-biaxial\", \"held\": -1", PL_ERROR_INPUT, EXPERIMENT, "\"held\": -1", "held");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"symmetry\": \"orthotropic\"", PL_ERROR_INPUT, EXPERIMENT,
      "\"mode\": \"planar\"", "'planar' is orthotropic, but 'uniaxial' of line");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"incompressible\": false", PL_ERROR_INPUT, EXPERIMENT,
      "\"mode\": \"planar\"", "'planar' is compressible, but 'uniaxial' of line");
  BAD(EXPERIMENT, "\"planar.csv\"", "\"uniaxial.csv\"", PL_ERROR_INPUT, EXPERIMENT, "\"mode\": \"planar\"",
      "same content as the file of an earlier test");
  BAD(EXPERIMENT, "\"name\": \"planar\"", "\"name\": \"uniaxial\"", PL_ERROR_INPUT, EXPERIMENT, "\"mode\": \"planar\"",
      "is also the test of line");
  BAD(EXPERIMENT, "\"planar.csv\"", "\"plan.csv\"", PL_ERROR_FILE, EXPERIMENT, "\"plan.csv\"", "does not exist");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"columns\": {\"strecth\": \"stretch\"}", PL_ERROR_INPUT, EXPERIMENT,
      "strecth", "did you mean \"stretch\"?");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"columns\": [\"stretch\"]", PL_ERROR_INPUT, EXPERIMENT, "\"columns\": [",
      "must be an object");
  BAD(EXPERIMENT, "\"mode\": \"planar\"", "\"mode\": \"planar\", \"columns\": {\"stretch\": null}", PL_ERROR_INPUT, PLANE, NULL,
      "no column for stretch, which a planar test needs");
  hostile_finish();
}

TEST(homogeneous_hostile_columns) {
  hostile_start("homogeneous");
  BAD(PULL, "stress [MPa]", "stress", PL_ERROR_UNIT, PULL, "stress", "column \"stress\" has no unit");
  BAD(PULL, "stress [MPa]", "stress [mm]", PL_ERROR_UNIT, PULL, "stress", "is in mm");
  BAD(PULL, "stress [MPa]", "pull [MPa]", PL_ERROR_INPUT, PULL, "pull",
      "no column for stress, which a uniaxial test needs; found: stretch, pull [MPa]");
  BAD(PULL, "stress [MPa]", "pull [MPa]", PL_ERROR_INPUT, PULL, "pull", "\"columns\": {\"stress\": \"pull\"}");
  BAD(PULL, "stretch,", "temperature,", PL_ERROR_INPUT, PULL, "temperature", "no column for stretch");
  BAD(PULL, "stretch,", "elongation [mm],", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"", "\"length\" is missing");
  BAD(PULL, "stress [MPa]", "force [N]", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"", "\"area\" is missing");
  BAD(PULL, "stress [MPa]", "force per width [N/m]", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"", "\"thickness\" is missing");
  BAD(SHEAR, "shear,", "shear displacement [mm],", PL_ERROR_INPUT, EXPERIMENT, "\"shear.csv\"", "\"height\" is missing");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,nan\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "nan", "finite");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,inf\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "inf", "finite");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "1.2,", "empty");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,0.2\n1.3,0.3\n", PL_ERROR_INPUT, "1.3,0.3", "has 3 rows, must have 4");
  BAD_TEXT(PULL, "stretch,stress [MPa],sigma [MPa]\n1.1,0.1,0.1\n1.2,0.2,0\n1.3,0.3,0.1\n1.4,0.4,0.1\n", PL_ERROR_INPUT, "1.2,0.2,0",
           "a sigma of 0 Pa");
  BAD(EXPERIMENT, "\"mode\": \"equibiaxial\"", "\"mode\": \"equibiaxial\", \"stress\": \"cauchy-difference\"", PL_ERROR_INPUT, EXPERIMENT,
      "cauchy-difference", "a difference of stresses is read from planar");
  // forces are nominal
  hostile_edit(EXPERIMENT, "\"stress\": \"nominal\",", "\"stress\": \"cauchy\", \"area\": \"1 mm^2\",");
  BAD(PULL, "stress [MPa]", "force [N]", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"",
      "is a nominal stress, but the test says \"cauchy\"");
  BAD(EXPERIMENT, "\"incompressible\": true", "\"incompressible\": false", PL_ERROR_INPUT, EXPERIMENT, "\"uniaxial.csv\"",
      "Cauchy stress of a compressible body needs its current area");
  hostile_finish();
}

TEST(homogeneous_hostile_states) {
  hostile_start("homogeneous");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n0,0.2\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "0,0.2", "a stretch of 0, must lie between");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n-1.2,0.2\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "-1.2", "a stretch of -1.2");
  BAD_TEXT(PULL, "strain,stress [MPa]\n0.1,0.1\n-1.2,-0.2\n0.3,0.3\n0.4,0.4\n", PL_ERROR_INPUT, "-1.2", "a stretch of -0.2");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n0,1\n0.1,1.1\n0.2,1.2\n0.3,1.3\n", PL_ERROR_INPUT, "0,1\n",
           "column \"stretch\" begins at 0 and column \"stress\" at 1: are they exchanged?");
  BAD_TEXT(PULL, "strain,stress [MPa]\n0,0\n20,0.1\n100,0.2\n200,0.3\n", PL_ERROR_INPUT, "100,",
           "is it in percent? write the unit: \"strain [%]\"");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n110,0.1\n120,0.2\n130,0.3\n140,0.4\n", PL_ERROR_INPUT, "110", "a stretch of 110");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.1,0.2\n1.1,0.3\n1.1,0.4\n", PL_ERROR_INPUT, "1.1,0.1", "the stretch never changes");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,-0.1\n1.2,-0.2\n1.3,-0.3\n1.4,-0.4\n", PL_ERROR_INPUT, "1.1,-0.1", "opposite signs");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n0.9,0.1\n0.8,0.2\n0.7,0.3\n0.6,0.4\n", PL_ERROR_INPUT, "0.9,0.1", "opposite signs");
  BAD_TEXT(PULL, "stretch,stress [MPa]\n1.1,0.1\n1.2,2e7\n1.3,0.3\n1.4,0.4\n", PL_ERROR_INPUT, "2e7", "check the unit");
  BAD_TEXT(SHEAR, "shear,shear stress [MPa]\n0.1,0.1\n0.2,0.2\n0.3,0.3\n40,0.4\n", PL_ERROR_INPUT, "40,", "a shear of 40");
  BAD_TEXT(BOTH, "stretch,stretch 2,stress [MPa]\n1.1,1.1,0.1\n1.2,1.2,0.2\n1.3,1.2,0.3\n1.4,1.4,0.4\n", PL_ERROR_INPUT, "1.3,1.2",
           "stretch-2 is 1.2 where a test of mode 'equibiaxial' has 1.3");
  BAD_TEXT(PLANE, "stretch,stretch 2,stress [MPa]\n1.1,1,0.1\n1.2,1,0.2\n1.3,0.8,0.3\n1.4,1,0.4\n", PL_ERROR_INPUT, "1.3,0.8",
           "where a test of mode 'planar' has 1");
  // a material called isotropic, stretched alike, stressed differently
  BAD_TEXT(BOTH, "stretch,stress [MPa],stress 2 [MPa]\n1.1,0.1,0.1\n1.2,0.2,0.21\n1.3,0.3,0.4\n1.4,0.4,0.5\n", PL_ERROR_INPUT,
           "1.3,0.3,0.4", "an isotropic body stretched alike by 1.3 in both directions cannot carry 0.3 and 0.4 MPa");
  hostile_finish();
}

static const char *const files[] = {EXPERIMENT, PULL, NULL};
TEST(homogeneous_hostile_damage) { hostile_damage("homogeneous", files, 120); }

TEST(homogeneous_hostile_allocation) {
  hostile_start("homogeneous");
  failing_load_and_save(hostile_path("a"), hostile_path("b"), 4000);
  hostile_finish();
}
