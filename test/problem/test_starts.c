// test_starts.c: held-out folds: the start of each equilibrium is stated, and the search without the measured shape does not see it.
#include "rig/starts.h"

#include <stdlib.h>

#include "estimate/problem/fit.h"
#include "fit/virtual_tests.h"
#include "protocol/capture/capture.h"
#include "test.h"

static pl_material *knit(pl_context *ctx) {
  return truth_from_text(
      ctx,
      "{\"pliant\": \"material 1\", \"name\": \"knit\", \"density\": \"300 g/m^2\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", "
      "\"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [150, 30, 120, 40]}}, {\"name\": \"bend\", \"strain\": "
      "\"curvature\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"uN m\", \"values\": [4, 0, 4, 2]}}]}");
}

// Equilibria of the whole test without measured shapes.
static double *unaided(const pl_rig *rig, const double *theta) {
  size_t n = (size_t)rig->test->n_frame * (size_t)rig->body.model->n_dof;
  double *x = malloc(n * sizeof *x), *none[PL_MAX_CHANNEL] = {0};
  pl_rig_report report;
  pl_rig_forget(rig);
  pl_prediction ask = {.theta = theta, .value = none, .unaided = true};
  REQUIRE(pl_rig_predict(rig, &ask, &report) == PL_OK);
  CHECK(report.n_failed < rig->test->n_frame);
  memcpy(x, rig->memory->x, n * sizeof *x);
  return x;
}

LONG_TEST(held_out_folds_state_their_start) {
  pl_context *ctx = pl_context_create(NULL);
  pl_motion_options motion = pl_motion_options_default();
  motion.cells = 14;
  motion.frames = 5;
  motion.cycles = 1;
  motion.noise_position = 1e-4;
  pl_measurement *m = virtual_captures(ctx, knit(ctx), "complex-shear", &motion);
  pl_material *material = knit(ctx);
  pl_fit_options options = pl_fit_options_default();
  options.rig.cells = 10;
  pl_fit *fit;
  REQUIRE(pl_fit_predict(ctx, material, 1, &m, &options, &fit) == PL_OK);
  const pl_fit_case *c = &fit->work.fit_case[0];
  REQUIRE(c->given->held_out && c->start != NULL);
  for (int f = 0; f < c->test->n_frame; f++) {
    const pl_start_choice *s = &c->start[f];
    printf("frame %d: start %d, %.4g mm from the captured shape, %.4g mm from the frame before\n", f, s->start, 1e3 * s->measured,
           1e3 * s->before);
    if (s->start == PL_START_ANY) CHECK_NEAR(s->before, s->measured, 2e-4 * motion.size);
    if (s->start == PL_START_MEASURED) CHECK(!(s->before < s->measured));
    if (s->start == PL_START_BEFORE) CHECK(s->before < s->measured || isnan(s->measured));
  }
  // the second search does not use what was measured between the clips
  const pl_rig *rig = c->rig;
  const pl_resampled *r = pl_resampled_of(rig->test);
  size_t n_frame = (size_t)rig->test->n_frame, n_vertex = (size_t)r->mesh->n_vertex, n = n_frame * 3 * n_vertex;
  double *first = unaided(rig, fit->material->theta), *measured = (double *)(uintptr_t)r->x;
  for (size_t i = 0; i < n; i++)
    if (r->clip[i / 3 % n_vertex] < 0) measured[i] += 1e-3 * sin((double)i);
  double *second = unaided(rig, fit->material->theta);
  CHECK(memcmp(first, second, n * sizeof *first) == 0);
  free(first);
  free(second);
  pl_fit_destroy(fit);
  pl_material_destroy(material);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}
