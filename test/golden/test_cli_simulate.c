// test_cli_simulate.c: `pliant simulate` as a user meets it: files, resuming, threads, bad input.
#include "command.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

// Two sheets, one with a moving clip, damping, wind; frames in all formats.
static const char scene[] =
    "{\n\"pliant\": \"scene 1\",\n\"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"],\n"
    "\"wind\": {\"velocity\": [\"1 m/s\", \"0 m/s\", \"0 m/s\"], \"normal\": \"0.5 N s/m^3\"},\n\"damping\": \"1 ms\",\n"
    "\"meshes\": [{\"name\": \"a\", \"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [6, 3]}, \"material\": "
    "\"poplin-virtual\"},\n"
    " {\"name\": \"b\", \"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [4, 2]}, \"material\": \"silk-virtual\"}],\n"
    "\"clips\": [{\"mesh\": \"a\", \"edge\": \"left\", \"motion\": {\"axis\": [1, 0, 0], \"keyframes\": [{\"time\": \"0 s\"}, {\"time\": "
    "\"0.1 s\", \"rotate\": \"60 deg\"}]}},\n"
    " {\"mesh\": \"b\", \"corner\": \"top-left\", \"until\": \"55 ms\"}, {\"mesh\": \"b\", \"corner\": \"bottom-right\", \"from\": \"85 "
    "ms\"}],\n"
    "\"integrator\": {\"method\": \"%s\", \"step\": \"5 ms\"},\n\"duration\": \"0.1 s\",\n"
    "\"output\": {\"every\": 4, \"formats\": [\"obj\", \"vtk\", \"gltf\"], \"checkpoint\": 6}\n}\n";

static void put_scene(const char *method) {
  char text[4096];
  snprintf(text, sizeof text, scene, method);
  command_put("scene.json", text);
}

// Bytes of two files of the test's folder.
static bool same_bytes(const char *a, const char *b) {
  char command[2048];
  snprintf(command, sizeof command, "cmp -s '%s/%s' '%s/%s'", test_folder(), a, test_folder(), b);
  return system(command) == 0;
}

static void check_same(const char *one, const char *two) {
  static const char *const names[] = {"frames/a-00000.obj", "frames/a-00005.obj", "frames/b-00003.vtk", "frames/b-00005.vtk",
                                      "scene.glb",          "energies.csv",       "checkpoint.bin"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char a[256], b[256];
    snprintf(a, sizeof a, "%s/%s", one, names[i]);
    snprintf(b, sizeof b, "%s/%s", two, names[i]);
    if (!command_wrote(a) || !same_bytes(a, b)) test_fail(__FILE__, __LINE__, "%s and %s differ", a, b);
  }
}

TEST(cli_simulate_writes_frames_and_energies) {
  put_scene("backward-euler");
  command_outcome o = command_run("simulate scene.json -o out --quiet");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "2 bodies, 20 of 20 steps, 6 frames");
  CHECK_CONTAINS(o.out, "balance (unaccounted for)");
  CHECK_CONTAINS(o.out,
                 "frames    out/frames\nfilm      out/scene.glb\nenergies  out/energies.csv\nnext      pliant render out -o frames.png\n");
  CHECK_CONTAINS(command_run("show out").err, "draw its frames with `pliant render out -o frames.png`");
  CHECK_CONTAINS(command_run("plot out -o figs").err, "draw its frames with `pliant render out -o frames.png`");
  CHECK(command_wrote("out/frames/a-00005.obj") && command_wrote("out/frames/b-00005.vtk") && !command_wrote("out/frames/a-00006.obj"));
  CHECK_CONTAINS(command_file("out/energies.csv"),
                 "mesh,frame,step,time [s],kinetic [J],elastic [J],gravity [J],obstacle [J],friction [J],damping [J],"
                 "drag [J],input [J],total [J],balance [J]\n");
  CHECK_CONTAINS(command_file("out/energies.csv"), "\nb,5,20,0.1,");
  CHECK(memcmp(command_file("out/scene.glb"), "glTF", 4) == 0);
  CHECK_CONTAINS(command_file("out/simulation.json"), "\"outcome\": \"complete\"");
  o = command_run("simulate scene.json -o out --json --quiet");  // an earlier simulation is replaced
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "\"steps\": 20");
}

// A run in three parts ends in the same bytes as a run in one, for every integrator; on one thread as on two.
TEST(cli_simulate_resumes_bit_by_bit) {
  static const char *const methods[] = {"backward-euler", "midpoint", "bdf2", "static"};
  for (int i = 0; i < 4; i++) {
    put_scene(methods[i]);
    int expected = i == 3;  // a sheet that is let go has no equilibrium
    CHECK(command_run("simulate scene.json -o whole --quiet --threads 1").status == expected);
    CHECK(command_run("simulate scene.json -o parts --steps 7 --quiet --threads 2").status == 0);
    CHECK_CONTAINS(command_file("parts/simulation.json"), "\"paused\"");
    CHECK(command_run("simulate scene.json -o parts --resume --steps 10 --quiet --threads 2").status == expected);
    CHECK(command_run("simulate scene.json -o parts --resume --quiet --threads 2").status == expected);
    check_same("whole", "parts");
  }
}

TEST(cli_simulate_refuses_bad_input) {
  put_scene("backward-eulr");
  command_outcome o = command_run("simulate scene.json -o out");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "scene.json:10:");
  CHECK_CONTAINS(o.err, "backward-euler");
  CHECK(!command_wrote("out"));
  CHECK(command_run("simulate absent.json -o out").status == 3 && !command_wrote("out"));
  put_scene("bdf2");
  CHECK(command_run("simulate scene.json").status == 2);
  CHECK(command_run("simulate scene.json -o out --steps 0").status == 2);
  // nothing to resume from, another scene, a damaged checkpoint
  o = command_run("simulate scene.json -o out --resume");
  CHECK(o.status == 3 && !command_wrote("out"));
  CHECK_CONTAINS(o.err, "no checkpoint");
  CHECK(command_run("simulate scene.json -o out --steps 3 --quiet").status == 0);
  put_scene("midpoint");
  o = command_run("simulate scene.json -o out --resume");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "another scene");
  char path[1024];
  snprintf(path, sizeof path, "%s/out/checkpoint.bin", test_folder());
  CHECK(truncate(path, 1000) == 0);
  put_scene("bdf2");
  o = command_run("simulate scene.json -o out --resume");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "damaged");
  // a folder with something else in it
  command_put("file.txt", "mine");
  o = command_run("simulate scene.json -o .");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "other files");
}

TEST(cli_simulate_example_flag) {
  command_outcome o = command_run("simulate '%s/examples/flag' -o out --steps 10 --quiet", PLIANT_SOURCE_DIR);
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "--resume");
  CHECK(command_wrote("out/frames/flag-00002.obj"));
}

// A solid that falls freely keeps its shape and is at -g t^2/2, summed over the steps of backward Euler: -g h^2 n (n + 1)/2.
TEST(cli_simulate_solid) {
  command_put("gel.json", "{\"pliant\": \"material 1\", \"name\": \"gel\", \"density\": \"1000 kg/m^3\", \"terms\": [{\"name\": \"body\", "
                          "\"strain\": \"green3\", \"law\": "
                          "\"isotropic3\", \"parameters\": {\"young\": \"60 kPa\", \"poisson\": 0.4}}]}");
  command_put("scene.json", "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-10 m/s^2\"], \"meshes\": [{\"name\": "
                            "\"a\", \"box\": {\"size\": [\"40 mm\", \"10 mm\", "
                            "\"10 mm\"], \"cells\": [4, 1, 1], \"elements\": \"hexahedra\"}, \"material\": \"gel.json\"}, {\"name\": "
                            "\"b\", \"box\": {\"size\": [\"40 mm\", \"10 mm\", \"10 "
                            "mm\"], \"cells\": [4, 1, 1]}, \"material\": \"gel.json\"}], \"clips\": [{\"mesh\": \"b\", \"vertices\": [0, "
                            "5, 10, 15]}], \"integrator\": {\"method\": "
                            "\"backward-euler\", \"step\": \"5 ms\"}, \"duration\": \"50 ms\", \"output\": {\"every\": 10, \"formats\": "
                            "[\"vtk\", \"obj\", \"gltf\"]}}");
  command_outcome o = command_run("simulate scene.json -o out --quiet");
  CHECK(o.status == 0);
  double z[2] = {0};
  static const char *const name[2] = {"out/frames/a-00001.obj", "out/frames/b-00001.obj"};
  for (int k = 0; k < 2; k++) {
    const char *text = command_file(name[k]), *line = strncmp(text, "v ", 2) == 0 ? text : strstr(text, "\nv ");
    REQUIRE(line && sscanf(line, " v %*f %*f %lf", &z[k]) == 1);
  }
  CHECK_NEAR(z[0], -10 * 25e-6 * 10 * 11 / 2, 1e-9);
  CHECK_NEAR(z[1], 0, 1e-12);
  CHECK_CONTAINS(command_file("out/frames/b-00001.vtk"), "UNSTRUCTURED_GRID");
  CHECK(memcmp(command_file("out/scene.glb"), "glTF", 4) == 0);
  CHECK(!strstr(o.err, "bending"));
  // rubber without a term for its volume would fall as well, and swell
  command_put("gel.json",
              "{\"pliant\": \"material 1\", \"name\": \"gel\", \"density\": \"1000 kg/m^3\", \"terms\": [{\"name\": \"body\", "
              "\"strain\": \"invariants\", \"law\": \"neo-hookean\", \"incompressible\": true, \"parameters\": {\"mu\": \"20 kPa\"}}]}");
  o = command_run("simulate scene.json -o again --quiet --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[material.no-bulk]|\"gel\"");
}
