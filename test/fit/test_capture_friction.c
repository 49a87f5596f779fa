// test_capture_friction.c: friction of stretch and shear found from captures that load and unload, made on another mesh.
#include "said.h"
#include "estimate/friction/friction.h"
#include "fit/virtual_tests.h"
#include "protocol/capture/capture.h"
#include "test.h"

enum { CELLS = 8, N_TERM = 7 };

static const char *const terms[N_TERM] = {
    "{\"name\": \"stretch-warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"300 "
    "N/m\"}}",
    "{\"name\": \"stretch-weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"200 "
    "N/m\"}}",
    "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"40 N/m\"}}",
    "{\"name\": \"bend\", \"strain\": \"hinge\", \"values\": [\"bend\"], \"law\": \"linear\", \"parameters\": {\"k\": \"1e-5 N m\"}}",
    "{\"name\": \"warp-f\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"2 N/m\", \"b\": "
    "\"20 N/m\", "
    "\"tau\": 0.01}}",
    "{\"name\": \"weft-f\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"1.5 N/m\", \"b\": "
    "\"10 N/m\", "
    "\"tau\": 0.02}}",
    "{\"name\": \"shear-f\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"0.5 N/m\", "
    "\"b\": \"3 "
    "N/m\", \"tau\": 0.02}}",
};

static pl_measurement *capture(pl_context *ctx, const char *which) {
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "truth", 0.15, &material) == PL_OK);
  for (int i = 0; i < N_TERM; i++) REQUIRE(pl_material_add_term(material, terms[i]) == PL_OK);
  pl_motion_options options = pl_motion_options_default();
  options.cells = 2 * CELLS;
  options.frames = 17;
  options.cycles = 2;
  options.depth = options.size / CELLS;
  return virtual_captures(ctx, material, which, &options);
}

static pl_fit *run(pl_context *ctx, pl_measurement *measurement, pl_friction friction) {
  pl_fit_options options = pl_fit_options_default();
  options.variant = "linear";
  options.friction = (int)friction;
  options.rig.cells = CELLS;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  return fit;
}

static double parameter(const pl_fit *fit, const char *name) {
  int index = pl_material_parameter_index(fit->material, name);
  REQUIRE(index >= 0);
  return fit->material->theta[index];
}

TEST(capture_fit_finds_friction_of_stretch) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch");
  pl_fit *fit = run(ctx, measurement, PL_FRICTION_DAHL);
  CHECK_CLOSE(parameter(fit, "stretch-warp.k"), 300, 0.005);
  CHECK_CLOSE(parameter(fit, "stretch-weft.k"), 200, 0.005);
  CHECK_CLOSE(parameter(fit, "stretch-warp-friction.a"), 2, 0.05);
  CHECK_CLOSE(parameter(fit, "stretch-warp-friction.b"), 20, 0.05);
  CHECK_CLOSE(parameter(fit, "stretch-warp-friction.tau"), 0.01, 0.15);
  CHECK_CLOSE(parameter(fit, "stretch-weft-friction.a"), 1.5, 0.05);
  CHECK_CLOSE(parameter(fit, "stretch-weft-friction.b"), 10, 0.05);
  CHECK_CLOSE(parameter(fit, "stretch-weft-friction.tau"), 0.02, 0.15);
  double with = fit->evidence.score[0].rms;
  pl_fit_destroy(fit);
  fit = run(ctx, measurement, PL_FRICTION_NONE);
  CHECK_LESS(20 * with, fit->evidence.score[0].rms);  // elasticity alone runs through the middle of the loops
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}

// A picture frame of few cells wrinkles otherwise than the captured cloth: the shear's friction is found roughly, and explains the loop. It
// stretches the yarns too, so their captures belong to it.
LONG_TEST(capture_fit_finds_friction_of_shear) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch,picture-frame");
  pl_fit *fit = run(ctx, measurement, PL_FRICTION_CONSTANT), *elastic = run(ctx, measurement, PL_FRICTION_NONE);
  double a = parameter(fit, "shear-friction.a");
  CHECK(a > 0.5 && a < 2);  // 0.5 + 3 |s| N/m, |s| up to 0.4
  int scored = 0;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    if (!fit->evidence.score[i].used) continue;
    scored++;
    CHECK_LESS(2 * fit->evidence.score[i].rms, elastic->evidence.score[i].rms);
  }
  CHECK(scored == 3);
  // friction belongs to the captures that its curve was fitted to
  int stretch = pl_material_parameter_index(fit->material, "stretch-warp-friction.a"),
      shear = pl_material_parameter_index(fit->material, "shear-friction.a");
  REQUIRE(stretch >= 0 && shear >= 0);
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    bool frame = strcmp(pl_capture_of(fit->work.fit_case[i].test)->motion, "picture-frame") == 0;
    CHECK(fit->work.fit_case[i].unfitted && fit->work.fit_case[i].unfitted[stretch] == frame &&
          fit->work.fit_case[i].unfitted[shear] == !frame);
  }
  pl_fit_destroy(elastic);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}

// Without a force along a cycle there is nothing to tell friction by; a rate alpha is not known for captures.
TEST(capture_friction_refused) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch");
  pl_fit_options options = pl_fit_options_default();
  options.variant = "linear";
  options.friction = PL_FRICTION_ALPHA;
  options.rig.cells = CELLS;
  pl_fit *fit;
  CHECK(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK(fit == NULL);
  CHECK_CONTAINS(said_error(ctx), "alpha");
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}
