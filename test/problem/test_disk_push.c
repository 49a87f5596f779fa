// The disc push (Volino 4.2) against an axisymmetric membrane solved by shooting (scenes/annulus.c).
#include <math.h>
#include <stdio.h>

#include "estimate/problem/fit.h"
#include "scenes/scenes.h"
#include "test.h"
#include "protocol/disk-push/disk.h"

enum { FRAMES = 4 };  // 0, 2, 4, 6 cm

static void push(pl_context *ctx, double nu, int cells, double force[FRAMES]) {
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *material;
  pl_test plan;
  REQUIRE(scene_isotropic(ctx, 1000, nu, &material) == PL_OK);
  REQUIRE(scene_disk_plan(arena, 0.3, 0.06, 0.06, FRAMES, &plan) == PL_OK);
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("disk-push"), 1, &plan, material, &options, &solve, NULL, 0, &measurement, &report) ==
          PL_OK);
  CHECK(report.n_failed == 0);
  for (int f = 0; f < FRAMES; f++) force[f] = measurement->test[0].channel[PL_DISK_FORCE].value[f];
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_arena_destroy(arena);
}

// The reference itself: it scales with stiffness and size, and the force of small pushes grows with the cube.
TEST(disk_push_reference_is_consistent) {
  double small = scene_annulus_force(0.03, 0.15, 1000, 0.3, 1e-4), twice = scene_annulus_force(0.03, 0.15, 1000, 0.3, 2e-4);
  CHECK_CLOSE(twice / small, 8.0, 1e-3);
  CHECK_CLOSE(scene_annulus_force(0.03, 0.15, 2000, 0.3, 0.05), 2 * scene_annulus_force(0.03, 0.15, 1000, 0.3, 0.05), 1e-9);
  // the same membrane ten times smaller needs a tenth of the force
  CHECK_CLOSE(scene_annulus_force(0.003, 0.015, 1000, 0, 0.004), 0.1 * scene_annulus_force(0.03, 0.15, 1000, 0, 0.04), 1e-9);
}

TEST(disk_push_matches_axisymmetric_membrane) {
  pl_context *ctx = pl_context_create(NULL);
  for (double nu = 0; nu <= 0.3; nu += 0.3) {
    double coarse[FRAMES], fine[FRAMES];
    push(ctx, nu, 20, coarse);
    push(ctx, nu, 40, fine);
    CHECK_NEAR(fine[0], 0, 1e-12);
    for (int f = 1; f < FRAMES; f++) {
      double truth = scene_annulus_force(0.03, 0.15, 1000, nu, 0.02 * f);
      CHECK_CLOSE(coarse[f], truth, 0.01);
      // second order: half the cell, a quarter of the error
      CHECK_LESS(fabs(fine[f] - truth), 0.35 * fabs(coarse[f] - truth));
    }
  }
  pl_context_destroy(ctx);
}

// A displacement that is not counted from the unloaded cloth: the offset is estimated with the material, from noisy forces of another mesh.
TEST(disk_push_offset_is_estimated) {
  enum { PUSHES = 9 };
  const double shift = 1.5e-3;  // m, by which the readings are too large
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  char path[512];
  snprintf(path, sizeof path, "%s/start.json", test_folder());
  pl_material *truth, *start;
  REQUIRE(scene_isotropic(ctx, 1000, 0.3, &truth) == PL_OK && scene_isotropic(ctx, 2500, 0.3, &start) == PL_OK);
  REQUIRE(pl_material_save(ctx, path, start) == PL_OK);
  pl_test plan;
  REQUIRE(scene_disk_plan(arena, 0.3, 0.06, 0.03, PUSHES, &plan) == PL_OK);
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = 30;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *m;
  pl_rig_report report;
  const double noise[PL_MAX_CHANNEL] = {[PL_DISK_FORCE] = 0.005};
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("disk-push"), 1, &plan, truth, &rig, &solve, noise, 3, &m, &report) == PL_OK);
  double read[PUSHES];
  for (int f = 0; f < PUSHES; f++) read[f] = m->test[0].channel[PL_DISK_DISPLACEMENT].value[f] + shift;
  m->test[0].channel[PL_DISK_DISPLACEMENT].value = read;
  pl_fit_options options = pl_fit_options_default();
  options.model = path;
  pl_fit *fit;
  for (int estimated = 0; estimated < 2; estimated++) {
    m->test[0].fit_offset = estimated;
    REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
    const pl_case_specimen *specimen = &fit->work.fit_case[0].specimen;
    CHECK(specimen->n == estimated);
    double error = fabs(specimen->value[0] + shift);
    if (estimated) CHECK_LESS(error, 0.1 * shift);
    if (estimated) CHECK_LESS(error, 4 * specimen->sigma[0]);
    CHECK((fit->evidence.score[0].sigmas < 1.5) == estimated);
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(truth);
  pl_material_destroy(start);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
