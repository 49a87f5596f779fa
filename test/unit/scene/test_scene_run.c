// test_scene_run.c: a scene simulated into a folder: interruption and resuming, contact, models without an energy, steps that are not finite.
#include "base/text.h"
#include "scene/run.h"
#include "test.h"

#include <stdlib.h>

static const char scene_text[] =
    "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"damping\": \"1 ms\","
    "\"meshes\": [{\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [6, 3]}, \"material\": \"%s\"}],"
    "\"pins\": [{\"edge\": \"left\"}], \"integrator\": {\"method\": \"bdf2\", \"step\": \"5 ms\"}, \"duration\": \"0.2 s\","
    "\"output\": {\"every\": 3, \"formats\": [\"obj\", \"gltf\"], \"checkpoint\": 7}}";

static const char contact_text[] =
    "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"damping\": \"1 ms\","
    "\"meshes\": [{\"name\": \"cloth\", \"sheet\": {\"length\": \"10 cm\", \"width\": \"10 cm\", \"cells\": [6, 6]}, \"material\": \"%s\","
    "\"place\": {\"translate\": [\"-5 cm\", \"0 cm\", \"3.1 cm\"]}}, {\"name\": \"scarf\", \"sheet\": {\"length\": \"8 cm\", \"width\": "
    "\"3 cm\","
    "\"cells\": [6, 2]}, \"material\": \"silk-virtual\", \"place\": {\"translate\": [\"-3 cm\", \"0.3 cm\", \"3.2 cm\"]}}],"
    "\"obstacles\": [{\"name\": \"ball\", \"kind\": \"sphere\", \"center\": [\"0 m\", \"0 m\", \"0 m\"], \"radius\": \"3 cm\"},"
    "{\"name\": \"plate\", \"kind\": \"box\", \"min\": [\"-10 cm\", \"-10 cm\", \"-5 cm\"], \"max\": [\"10 cm\", \"10 cm\", \"-4 cm\"],"
    "\"motion\": {\"keyframes\": [{\"time\": \"0 s\"}, {\"time\": \"0.2 s\", \"translate\": [\"0 m\", \"0 m\", \"3 cm\"]}]}}],"
    "\"contact\": {\"friction\": 0.3}, \"integrator\": {\"method\": \"bdf2\", \"step\": \"5 ms\"}, \"duration\": \"0.1 s\","
    "\"output\": {\"every\": 3, \"formats\": [\"obj\", \"vtk\", \"gltf\"], \"checkpoint\": 7}}";

typedef struct patience {
  int left;  // calls before the user requests a stop; < 0: never
} patience;

static bool progress(void *user, const char *stage, double fraction, const char *detail) {
  (void)stage, (void)fraction, (void)detail;
  patience *p = user;
  return p->left < 0 || p->left-- > 0;
}

static pl_run_report simulate_text(const char *form, const char *material, const char *folder, int calls, bool resume) {
  char text[4096], path[1024];
  patience p = {calls};
  pl_context_options options = pl_context_options_default();
  options.progress = progress;
  options.progress_user = &p;
  pl_context *ctx = pl_context_create(&options);
  pl_scene *scene;
  pl_run_report report;
  snprintf(text, sizeof text, form, material);
  snprintf(path, sizeof path, "%s/%s", test_folder(), folder);
  REQUIRE(pl_scene_parse(ctx, "scene.json", ".", text, strlen(text), &scene) == PL_OK);
  pl_run_task task = {.directory = path, .resume = resume};
  if (pl_scene_run(scene, &task, &report) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
    test_stop();
  }
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
  return report;
}

static pl_run_report simulate(const char *material, const char *folder, int calls, bool resume) {
  return simulate_text(scene_text, material, folder, calls, resume);
}

static bool same(const char *a, const char *b, const char *name) {
  char command[4096];
  snprintf(command, sizeof command, "cmp '%s/%s/%s' '%s/%s/%s'", test_folder(), a, name, test_folder(), b, name);
  return system(command) == 0;
}

// Whenever the user stops it, the rest gives the same bytes.
TEST(scene_run_interrupted_anywhere) {
  pl_run_report whole = simulate("poplin-virtual", "whole", -1, false);
  CHECK(whole.outcome == PL_RUN_COMPLETE && whole.n_step == 40 && whole.n_frame == 15 && whole.n_loose == 0);
  for (int calls = 0; calls < 16; calls += 3) {
    pl_run_report part = simulate("poplin-virtual", "part", calls, false);
    CHECK(part.outcome == PL_RUN_INTERRUPTED && part.n_step < 40);
    pl_run_report rest = simulate("poplin-virtual", "part", -1, true);
    CHECK(rest.outcome == PL_RUN_COMPLETE && rest.n_step == 40 && rest.n_frame == 15);
    CHECK(rest.iterations == whole.iterations);
    CHECK(same("whole", "part", "checkpoint.bin") && same("whole", "part", "energies.csv") && same("whole", "part", "scene.glb"));
    CHECK(same("whole", "part", "frames/cloth-00014.obj"));
  }
}

// With contact the state has more: blocks of the factors, positions before the step for friction.
TEST(scene_run_with_contact_is_resumed) {
  pl_run_report whole = simulate_text(contact_text, "poplin-virtual", "touch", -1, false);
  CHECK(whole.outcome == PL_RUN_COMPLETE && whole.n_step == 20 && whole.n_loose == 0);
  for (int calls = 2; calls < 7; calls += 4) {
    pl_run_report part = simulate_text(contact_text, "poplin-virtual", "part", calls, false);
    CHECK(part.outcome == PL_RUN_INTERRUPTED && part.n_step < 20);
    pl_run_report rest = simulate_text(contact_text, "poplin-virtual", "part", -1, true);
    CHECK(rest.outcome == PL_RUN_COMPLETE && rest.iterations == whole.iterations);
    CHECK(same("touch", "part", "checkpoint.bin") && same("touch", "part", "energies.csv") && same("touch", "part", "scene.glb"));
    CHECK(same("touch", "part", "frames/scarf-00007.obj") && same("touch", "part", "frames/plate-00007.vtk"));
  }
  // frames of rigid bodies have their triangles
  char path[1024];
  snprintf(path, sizeof path, "grep -q 'POLYGONS 12 48' '%s/touch/frames/plate-00007.vtk'", test_folder());
  CHECK(system(path) == 0);
}

// Wang's tensor has no energy: unsymmetric systems, the same steps.
TEST(scene_run_without_an_energy) {
  pl_run_report r = simulate("interlock-virtual", "wang", -1, false);
  CHECK(r.outcome == PL_RUN_COMPLETE && r.n_loose == 0);
  CHECK(r.energies.kinetic > 0 && r.energies.work.damping > 0);
}
