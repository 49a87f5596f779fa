// test_cli_hang.c: virtual hung samples from the command line: rig, check, fit and back to the material. Meshes are tiny.
#include "golden/command.h"
#include "test.h"

#include "base/json.h"
#include "material/material.h"

#define RIG "rig biaxial-hang --material " PLIANT_SOURCE_DIR "/data/materials/interlock-virtual.json "

static void write_truth(void) {
  command_put("truth.json",
              "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": [{\"name\": \"membrane\","
              " \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\", \"radii\": [],"
              " \"parameters\": {\"unit\": \"N/m\", \"values\": [70, 22, 110, 50]}}]}");
}

// The way of a user: a virtual measurement, its check, and a fit that finds the material and how the samples were cut.
TEST(cli_hang_rig_check_fit) {
  write_truth();
  command_outcome o = command_run("rig biaxial-hang --material truth.json --bottom \"0..600 g\" --side \"0, 200, 400 g\" --clip \"80 mm\" "
                                  "--turn \"1, -2, 0.5 deg\" --noise \"points=0.2 mm\" --seed 3 --cells 10 -o board");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "truth: virtual biaxial-hang measurement\n");
  CHECK_CONTAINS(o.out, "written board/experiment.json\nnext    pliant check board/experiment.json\n");
  CHECK(command_wrote("board/cut-0.csv") && command_wrote("board/cut-45.csv") && command_wrote("board/cut-90.csv"));
  CHECK_CONTAINS(command_file("board/rig.json"), "\"turn\"");
  CHECK(!strstr(command_file("board/experiment.json"), "turn"));
  o = command_run("check board");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "  weights bottom      0, 100, 200, 300, 400, 500, 600 g\n");
  CHECK_CONTAINS(o.out, " each side   0, 200, 400 g\n");
  CHECK_CONTAINS(o.out, "  sigma               0.2 mm\n");
  CHECK(!strstr(o.out, "Look at these"));
  o = command_run("fit board --model wang --points 1 --cells 10 -o found");
  CHECK(o.status == 0);
  pl_context *ctx = pl_context_create(NULL);
  char path[1200];
  snprintf(path, sizeof path, "%s/found/material.json", test_folder());
  pl_material *found;
  REQUIRE(pl_material_load(ctx, path, &found) == PL_OK);
  static const double truth[4] = {70, 22, 110, 50};
  for (int j = 0; j < 4; j++) CHECK_NEAR(found->theta[j], truth[j], 4 * found->sigma[j]);
  pl_material_destroy(found);
  pl_context_destroy(ctx);
  // the same command writes the same labels
  const char *first = command_file("board/cut-45.csv");
  CHECK(command_run("rig biaxial-hang --material truth.json --bottom \"0..600 g\" --side \"0, 200, 400 g\" --clip \"80 mm\" "
                    "--turn \"1, -2, 0.5 deg\" --noise \"points=0.2 mm\" --seed 3 --cells 10 -o again")
            .status == 0);
  CHECK_TEXT(command_file("again/cut-45.csv"), first);
}

TEST(cli_hang_rig_unbalanced_and_json) {
  command_outcome o =
      command_run(RIG "--name side --cut \"22.5 deg\" --bottom \"2 N\" --left \"200 g\" --right \"400 g\" --cells 8 -o out --json");
  CHECK(o.status == 0);
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root = NULL;
  REQUIRE(pl_json_parse(arena, "stdout", o.out, strlen(o.out), &root) == PL_OK);
  pl_json *tests = pl_json_find(root, "tests");
  CHECK(tests && tests->n == 1);
  CHECK_TEXT(pl_json_find(root, "protocol")->text, "biaxial-hang");
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
  CHECK_CONTAINS(command_file("out/side-22.5.csv"), "1,2,1.96133,3.92266,top,top-1,");
  o = command_run("rig biaxial-hang --help");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "--stretch LIST");
}

TEST(cli_hang_rig_usage) {
  static const struct {
    const char *flags, *message;
  } bad[] = {
      {"", "-o DIR is missing"},
      {"-o x --left \"1 N\"", "--left and --right go"},
      {"-o x --side 1 --left \"1 N\" --right \"1 N\"", "keep one"},
      {"-o x --left \"1, 2 N\" --right \"1 N\"", "--left has 2 weights, --right 1"},
      {"-o x --cut \"0, 45, 45 deg\"", "45 deg is"},
      {"-o x --cut 45", "unit"},
      {"-o x --bottom \"100 mm\"", "mass"},
      {"-o x --bottom \"0..600\"", "unit"},
      {"-o x --side \"-100 g\"", "--side"},
      {"-o x --turn \"1, 2 deg\"", "2 values for 3 samples"},
      {"-o x --stretch 3", "--stretch"},
      {"-o x --clip \"500 mm\"", "shorter than --height"},
      {"-o x --noise \"0.5 mm\"", "points=0.5 mm"},
      {"-o x --displacement \"4 mm\"", "--displacement"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    command_outcome o = command_run(RIG "%s", bad[i].flags);
    CHECK(o.status == 2);
    CHECK_CONTAINS(o.err, bad[i].message);
  }
  CHECK(!command_wrote("x/experiment.json"));
  CHECK(command_run("rig biaxial-hang -o x").status == 2);
}

// Strips from flags, read back and fitted: the numbers of the material they were made of are within reach.
TEST(cli_rig_cantilever_from_flags) {
  command_outcome o = command_run(
      "rig cantilever --material interlock-virtual --cut \"0, 90 deg\" --overhang \"30, 60 mm\" --noise \"profile=0.2 mm\" -o strips");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "strip-90-60");
  CHECK(command_wrote("strips/experiment.json") && command_wrote("strips/rig.json"));
  o = command_run("check strips");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "  protocol            cantilever");
  o = command_run("fit strips --model hinge -o result");
  CHECK(o.status == 0);
  CHECK(command_run("rig cantilever --material interlock-virtual --overhang \"30, 30 mm\" -o twice").status == 2);
  CHECK(command_run("rig cantilever --material interlock-virtual --noise \"points=1 mm\" -o bad").status == 2);
  CHECK(command_run("rig cantilever -o bad").status == 2);
}
