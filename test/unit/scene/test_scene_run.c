// test_scene_run.c: a scene simulated into a folder: interruption and resuming, models without an energy, steps that are not finite.
#include "base/text.h"
#include "scene/run.h"
#include "test.h"

#include <stdlib.h>

static const char scene_text[] =
    "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"damping\": \"1 ms\","
    "\"meshes\": [{\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [6, 3]}, \"material\": \"%s\"}],"
    "\"pins\": [{\"edge\": \"left\"}], \"integrator\": {\"method\": \"bdf2\", \"step\": \"5 ms\"}, \"duration\": \"0.2 s\","
    "\"output\": {\"every\": 3, \"formats\": [\"obj\", \"gltf\"], \"checkpoint\": 7}}";

typedef struct patience {
  int left;  // calls before the user requests a stop; < 0: never
} patience;

static bool progress(void *user, const char *stage, double fraction, const char *detail) {
  (void)stage, (void)fraction, (void)detail;
  patience *p = user;
  return p->left < 0 || p->left-- > 0;
}

static pl_run_report simulate(const char *material, const char *folder, int calls, bool resume) {
  char text[2048], path[1024];
  patience p = {calls};
  pl_context_options options = pl_context_options_default();
  options.progress = progress;
  options.progress_user = &p;
  pl_context *ctx = pl_context_create(&options);
  pl_scene *scene;
  pl_run_report report;
  snprintf(text, sizeof text, scene_text, material);
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

// Wang's tensor has no energy: unsymmetric systems, the same steps.
TEST(scene_run_without_an_energy) {
  pl_run_report r = simulate("interlock-virtual", "wang", -1, false);
  CHECK(r.outcome == PL_RUN_COMPLETE && r.n_loose == 0);
  CHECK(r.energies.kinetic > 0 && r.energies.work.damping > 0);
}
