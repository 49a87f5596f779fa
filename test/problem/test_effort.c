// The effort of a prediction holds for all that is tried for a frame, second chances too.
#include "measure/protocol.h"
#include "rig/rig.h"
#include "test.h"
#include "protocol/disk-push/disk.h"

// One frame of a pushed cloth is crumpled, the others stay in equilibrium. With one iteration the search from there fails, and the one from
// the frame before has another iteration, no more.
TEST(effort_bounds_second_chances) {
  pl_context *ctx = pl_context_create(NULL);
  char folder[4200];
  snprintf(folder, sizeof folder, "%s/push", test_folder());
  REQUIRE(pl_measurement_new(ctx, "disk-push", folder) == PL_OK);
  strncat(folder, "/experiment.json", sizeof folder - strlen(folder) - 1);
  pl_measurement *m;
  pl_material *material;
  const pl_rig *rig;
  REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK && pl_material_load(ctx, "fabric-knit", &material) == PL_OK);
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  options.cells = 16;
  REQUIRE(pl_rig_create(ctx, m->protocol, &m->test[0], material, &options, &solve, &rig) == PL_OK);
  double *value[PL_MAX_CHANNEL] = {0}, force[1000];
  int n = m->test[0].n_frame, last = n - 1;
  REQUIRE(n > 2 && n <= 1000 && !rig->act.start);
  value[PL_DISK_FORCE] = force;
  pl_rig_report report;
  REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value}, &report) == PL_OK && report.n_failed == 0);
  int usual = rig->memory->frame[last].iterations;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  for (size_t i = 0; i < n_dof; i++) rig->memory->x[n_dof * (size_t)last + i] += (i % 3 == 2 ? 1 : 0.5) * (i / 3 % 2 ? 0.05 : -0.05);
  REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value, .effort = 1}, &report) == PL_OK);
  const pl_frame_report *frame = &rig->memory->frame[last];
  printf("usual %d; %d before the second chance, %d with it\n", usual, frame->first_iterations, frame->iterations);
  CHECK(rig->memory->frame[last - 1].found && frame->first_iterations > 0);
  CHECK(frame->stored);  // so that the effort counts
  CHECK_LESS(frame->iterations - frame->first_iterations, 2 * (1 + 10 + 1) + 2);
  pl_rig_destroy(rig);
  pl_material_destroy(material);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}
