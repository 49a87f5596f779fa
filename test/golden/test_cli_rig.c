// test_cli_rig.c: what all virtual laboratories share: flags of a name, flags without effect, plans, and the way back to the material.
#include <pliant/extend/laboratory.h>
#include <pliant/measurement.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/command.h"
#include "material/material.h"
#include "test.h"

// The way back: a strip says Young's modulus, the disc that goes with it Poisson's ratio.
TEST(cli_rig_bulge_from_flags) {
  static const double truth[2] = {800, 0.3}, most[2] = {8, 0.03};
  command_put("truth.json", "{\"pliant\": \"material 1\", \"name\": \"truth\", \"terms\": [{\"name\": \"membrane\", \"strain\": \"green\","
                            " \"law\": \"isotropic\", \"parameters\": {\"young\": \"800 N/m\", \"poisson\": 0.3}}]}");
  command_outcome o = command_run("rig bulge --material truth.json --diameter '200 mm' --pressure '0..5 kPa' --frames 8 "
                                  "--noise 'height=0.02 mm' --seed 4 -o disc");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "virtual bulge");
  CHECK(command_wrote("disc/bulge.csv"));
  CHECK_CONTAINS(command_file("disc/rig.json"), "\"height\": \"0.02 mm\"");
  CHECK_CONTAINS(command_file("disc/experiment.json"), "\"diameter\": \"200 mm\"");
  CHECK(command_run("rig tensile --material truth.json --length '200 mm' --width '20 mm' --displacement '20 mm' --frames 9 "
                    "--noise 'force=5 mN' -o strip")
            .status == 0);
  CHECK(command_run("fit disc strip --model isotropic -o found").status == 0);
  char path[1200];
  snprintf(path, sizeof path, "%s/found/material.json", test_folder());
  pl_context *ctx = pl_context_create(NULL);
  pl_material *found;
  REQUIRE(pl_material_load(ctx, path, &found) == PL_OK);
  for (int j = 0; j < 2; j++) {
    CHECK_NEAR(found->theta[j], truth[j], 4 * found->sigma[j]);
    CHECK(found->sigma[j] < most[j]);
  }
  pl_material_destroy(found);
  pl_context_destroy(ctx);
  CHECK(command_run("rig bulge --material truth.json -o x").status == 2);
  CHECK(command_run("rig bulge --material truth.json --pressure '5 mm' -o x").status == 2);
  CHECK(!command_wrote("x"));
}

// Weights and states of rubber from flags: the material that made them predicts them.
TEST(cli_rig_weights_and_states_from_flags) {
  CHECK(command_run("rig weights --material gabardine-virtual --direction weft --weights '0, 100, 300 g' -o hung").status == 0);
  CHECK_CONTAINS(command_file("hung/weft.csv"), "weight [N],length [m]");
  CHECK(command_run("predict gabardine-virtual hung").status == 0);
  CHECK(command_run("rig weights --material gabardine-virtual --weights '100, 50 g' -o x").status == 2);
  command_put("rubber.json",
              "{\"pliant\": \"material 1\", \"name\": \"rubber\", \"terms\": [{\"name\": \"body\", \"strain\": "
              "\"invariants\", \"incompressible\": true, \"law\": \"neo-hookean\", \"parameters\": {\"mu\": \"400 kPa\"}}]}");
  static const char *const mode[] = {"uniaxial --stretch 2", "equibiaxial --stretch 1..1.5", "planar --stretch 1.5",
                                     "simple-shear --shear 0.5"};
  for (int i = 0; i < 4; i++) {
    CHECK(command_run("rig homogeneous --material rubber.json --mode %s --frames 9 -o state%d", mode[i], i).status == 0);
    CHECK(command_run("predict rubber.json state%d", i).status == 0);
  }
  CHECK(command_run("rig homogeneous --material rubber.json --mode uniaxial --shear 0.5 -o x").status == 2);
  CHECK(command_run("rig homogeneous --material rubber.json --mode biaxial --stretch 2 -o x").status == 2);
}

// A flag or setting that another rig reads is refused, and who reads it is said; nothing is written.
TEST(cli_rig_refuses_what_has_no_effect) {
  static const char *const tries[][3] = {
      {"rig bulge --material isotropic-1000 --pressure '1 kPa' --edges guided -o x", "--edges", "tensile"},
      {"rig cantilever --material interlock-virtual --wide 5 -o x", "--wide", "tensile"},
      {"rig tensile --material gabardine-virtual --displacement '4 mm' --overhang '30 mm' -o x", "--overhang", "cantilever"},
      {"rig capture --material fabric-knit --plan some.json -o x", "--plan", "tensile"},
      {"rig bulge --material isotropic-1000 --pressure '1 kPa' --hysteresis 5 -o x", "--hysteresis", "tensile"},
  };
  for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
    command_outcome o = command_run("%s", tries[i][0]);
    if (o.status != 2) test_fail(__FILE__, __LINE__, "%s: status %d", tries[i][0], o.status);
    CHECK_CONTAINS(command_run("%s --json", tries[i][0]).failure, "[option.no-effect]");
    CHECK_CONTAINS(o.err, tries[i][1]);
    CHECK_CONTAINS(o.err, tries[i][2]);
  }
  CHECK(command_run("new bulge plan").status == 0);
  CHECK(command_run("rig bulge --material isotropic-1000 --plan plan --pressure '1 kPa' -o x").status == 2);
  CHECK(command_run("rig bulge --material isotropic-1000 --plan plan --hysteresis 10 -o x").status == 2);
  CHECK(!command_wrote("x"));
}

// The help of a name lists what it takes, wherever the word stands; that of none lists every name.
TEST(cli_rig_help_by_name) {
  command_outcome o = command_run("rig bulge --help"), same = command_run("rig --help bulge");
  CHECK(o.status == 0);
  CHECK_TEXT(same.out, o.out);
  CHECK_CONTAINS(o.out, "--pressure RANGE");
  CHECK_CONTAINS(o.out, "--cells N");
  CHECK(!strstr(o.out, "--displacement") && !strstr(o.out, "--edges") && !strstr(o.out, "--model"));
  o = command_run("rig --help");
  CHECK(o.status == 0);
  const char *names[64];
  int n = pl_laboratory_names(64, names);
  CHECK(n > pl_protocol_count());
  for (int i = 0; i < n; i++) {
    char look[80];
    snprintf(look, sizeof look, "%s", names[i]);
    if (!strstr(o.out, look)) test_fail(__FILE__, __LINE__, "'%s' is not in the help", names[i]);
  }
}

// Strips have one frame each: their plan is run as it is.
TEST(cli_rig_plan_of_single_frames) {
  CHECK(command_run("rig cantilever --material interlock-virtual --cut '0 deg' --overhang '30, 60 mm' -o strips").status == 0);
  CHECK(command_run("rig cantilever --material interlock-virtual --plan strips -o again").status == 0);
  CHECK(command_wrote("again/strip-0-30.csv") && command_wrote("again/strip-0-60.csv"));
  CHECK(command_run("rig cantilever --material interlock-virtual --plan strips --cut '0 deg' -o x").status == 2);
}

// ---- scripts/check-layers ----

// A small tree with the script and rows of two protocols.
static bool make_tree(void) {
  char command[4096];
  snprintf(command, sizeof command,
           "cd '%s' && rm -rf tree && mkdir -p tree/scripts tree/include tree/cli tree/web/src tree/src/rig tree/src/protocol/bulge "
           "tree/src/protocol/roll tree/src/protocol/capture && cp '" PLIANT_SOURCE_DIR "/scripts/check-layers' tree/scripts && "
           "touch tree/src/protocol/bulge/protocol.c tree/src/protocol/roll/protocol.c",
           test_folder());
  return system(command) == 0;
}

static void put_source(const char *path, const char *text) {
  char file[512];
  snprintf(file, sizeof file, "tree/%s", path);
  command_put(file, text);
}

static bool tree_passes(void) {
  char command[4096];
  snprintf(command, sizeof command, "cd '%s' && tree/scripts/check-layers build >layers.txt 2>&1", test_folder());
  return system(command) == 0;
}

// The tree with one more file: does the script accept it?
static bool accepts(const char *path, const char *text) {
  if (!make_tree()) return false;
  put_source(path, text);
  return tree_passes();
}

// Compiles a source of the tree to where a build has its object.
static bool compile(const char *path) {
  char command[4096];
  snprintf(command, sizeof command,
           "cd '%s/tree' && mkdir -p \"$(dirname 'build/CMakeFiles/objects.dir/%s')\" && cc -c '%s' -o 'build/CMakeFiles/objects.dir/%s.o'",
           test_folder(), path, path, path);
  return system(command) == 0;
}

TEST(check_layers_refuses_protocols_elsewhere) {
  CHECK(accepts("src/protocol/bulge/fit.c", "#include \"protocol/bulge/bulge.h\"\nconst char *name = \"bulge\";\n"));
  CHECK(accepts("src/rig/rig.c", "// \"bulge\" in a comment\nconst char *text = \"a bulge test\";\n"));
  CHECK(accepts("cli/cmd_rig.c", "#include <pliant/report.h>\n"));
  CHECK(!accepts("src/protocol/roll/fit.c", "#include \"protocol/bulge/bulge.h\"\n"));
  CHECK_CONTAINS(command_file("layers.txt"), "src/protocol/roll/fit.c:1: ");
  CHECK(!accepts("src/rig/rig.c", "bool is(const char *name) { return strcmp(name, \"bulge\") == 0; }\n"));
  CHECK_CONTAINS(command_file("layers.txt"), "src/rig/rig.c:1: ");
  CHECK(!accepts("web/src/page.ts", "const is = (name: string) => name === 'bulge';\n"));
  CHECK(!accepts("cli/cmd_rig.c", "#include \"rig/rig.h\"\n"));
}

// Inside a longer literal: any name in the program, in the library only names that are no other word of the field.
TEST(check_layers_refuses_names_within_literals) {
  CHECK(accepts("cli/cmd_rig.c", "// a bulge test\nconst char *text = \"a test that is bulged\";\n"));
  CHECK(!accepts("cli/cmd_rig.c", "const char *text = \"Bulges:\";\n"));
  CHECK_CONTAINS(command_file("layers.txt"), "cli/cmd_rig.c:1: ");
  CHECK(!accepts("cli/cmd_rig.c", "const char *text = \"pliant new roll\\n\";\n"));
  CHECK(make_tree());
  put_source("src/rig/rig.c", "const char *text = \"use a capture\";\n");
  CHECK(tree_passes());  // no protocol of this tree
  command_put("tree/src/protocol/capture/protocol.c", "");
  CHECK(!tree_passes());
  CHECK_CONTAINS(command_file("layers.txt"), "src/rig/rig.c:1: ");
}

// A declaration without an include: only the object shows that a protocol is used.
TEST(check_layers_refuses_protocols_by_symbol) {
  static const char *const users[] = {"src/rig/rig.c", "src/protocol/roll/fit.c", "cli/cmd_rig.c"};
  for (int i = 0; i < 3; i++) {
    CHECK(make_tree());
    put_source("src/protocol/bulge/fit.c", "int pl__bulge_fit(void);\nint pl__bulge_fit(void) { return 1; }\n");
    put_source("src/protocol/bulge/protocol.c", "int pl__bulge_fit(void);\nint pl_protocol_bulge(void);\nint pl_protocol_bulge(void) "
                                                "{ return pl__bulge_fit(); }\n");
    put_source("src/protocol/protocols.c", "int pl_protocol_bulge(void);\nint pl_protocol_at(void) { return pl_protocol_bulge(); }\n");
    CHECK(compile("src/protocol/bulge/fit.c") && compile("src/protocol/bulge/protocol.c") && compile("src/protocol/protocols.c"));
    CHECK(tree_passes());
    put_source(users[i], "int pl__bulge_fit(void);\nint used(void) { return pl__bulge_fit(); }\n");
    CHECK(tree_passes());  // not compiled yet
    CHECK(compile(users[i]));
    CHECK(!tree_passes());
    CHECK_CONTAINS(command_file("layers.txt"), users[i]);
    CHECK_CONTAINS(command_file("layers.txt"), "pl__bulge_fit");
    char command[1024];
    snprintf(command, sizeof command, "rm '%s/tree/%s'", test_folder(), users[i]);
    CHECK(system(command) == 0 && tree_passes());  // an object without its source is left over
  }
}

// Texts about the models of a protocol belong to its help alone.
TEST(cli_fit_help_of_a_protocol) {
  CHECK_CONTAINS(command_run("fit --help capture").out, "DIR/MODEL-VARIANT");
  CHECK(strstr(command_run("fit --help tensile").out, "DIR/MODEL-VARIANT") == NULL);
  CHECK(strstr(command_run("fit --help").out, "DIR/MODEL-VARIANT") == NULL);
}
