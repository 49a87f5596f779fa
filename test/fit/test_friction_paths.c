// test_friction_paths.c: whatever remembers is fitted and judged along the path that was measured, and what cannot tell friction is refused.
#include "estimate/friction/friction.h"
#include "scenes/scenes.h"
#include "said.h"
#include "test.h"

static const scene_friction *const polyester = &scene_stretch_fabric[2];
static const double turns[] = {8e-3, 2e-3, 8e-3, 0};

static pl_measurement *cycles(pl_context *ctx, int n_turn, uint64_t seed) {
  pl_measurement *m;
  REQUIRE(scene_cycles(ctx, polyester, &(scene_cycles_plan){0.1, n_turn, turns, 40, 2e-3}, seed, &m) == PL_OK);
  // as a file is read: the average of the branches beside the raw path
  pl_test *test = &m->test[0];
  if (n_turn > 1) test->n_frame = 40;
  return m;
}

TEST(friction_held_out_curves_are_paths) {
  pl_context *ctx = pl_context_create(NULL);
  static const scene_weights_plan plan = {.side = 0.1, .step = 1, .n_top = 3, .repetitions = 2, .clip = 0.012, .sigma = 0.05e-3};
  pl_measurement *weights, *curve = cycles(ctx, 4, 2);
  REQUIRE(scene_weights(ctx, polyester, &plan, 1, &weights) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &weights, 1, &curve, &options, &fit) == PL_OK);
  const pl_fit_case *held = &fit->work.fit_case[fit->problem.n_case - 1];
  CHECK(held->given->held_out && held->test->n_frame == 160);
  CHECK(fit->evidence.score[fit->evidence.n_score - 1].r2 > 0.999);
  // and the same from the material alone
  pl_fit *predicted;
  REQUIRE(pl_fit_predict(ctx, fit->material, 1, &curve, &options, &predicted) == PL_OK);
  CHECK_CLOSE(predicted->evidence.score[0].rms, fit->evidence.score[fit->evidence.n_score - 1].rms, 1e-6);
  pl_fit_destroy(predicted);
  pl_fit_destroy(fit);
  pl_measurement_destroy(curve);
  pl_measurement_destroy(weights);
  pl_context_destroy(ctx);
}

static const char model_text[] = "{\"pliant\": \"material 1\", \"name\": \"start\", \"terms\": [{\"name\": \"warp\", \"strain\": "
                                 "\"green\", \"values\": [\"warp\"], \"law\": "
                                 "\"quadratic\", \"parameters\": {\"k1\": \"40 N/m\", \"k2\": \"0 N/m\"}}, {\"name\": \"warp-friction\", "
                                 "\"strain\": \"green\", \"values\": "
                                 "[\"warp\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"1 N/m\", \"b\": \"1 N/m\", \"tau\": 0.05}}]}";

static const char *model_file(void) {
  static char path[512];
  snprintf(path, sizeof path, "%s/model.json", test_folder());
  FILE *file = fopen(path, "w");
  REQUIRE(file != NULL);
  fputs(model_text, file);
  fclose(file);
  return path;
}

TEST(friction_of_a_model_file_is_fitted_along_the_path) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *curve = cycles(ctx, 4, 3);
  pl_fit_options options = pl_fit_options_default();
  options.model = model_file();
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &curve, 0, NULL, &options, &fit) == PL_OK);
  const double truth[5] = {polyester->k1, polyester->k2, polyester->a, polyester->b, polyester->tau};
  for (int j = 0; j < 5; j++) CHECK_NEAR(fit->material->theta[j], truth[j], 4 * fit->material->sigma[j]);
  CHECK(fit->work.fit_case[0].test->n_frame == 160);
  pl_fit_destroy(fit);
  // the option cannot add to a file
  options.friction = PL_FRICTION_DAHL;
  CHECK(pl_fit_run(ctx, 1, &curve, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "[option.no-effect]|--friction |model.json");
  pl_measurement_destroy(curve);
  pl_context_destroy(ctx);
}

TEST(friction_needs_the_way_back) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *curve = cycles(ctx, 1, 4);
  pl_fit_options options = pl_fit_options_default();
  options.friction = PL_FRICTION_DAHL;
  pl_fit *fit;
  CHECK(pl_fit_run(ctx, 1, &curve, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "unloaded");
  pl_measurement_destroy(curve);
  pl_context_destroy(ctx);
}

// A loop too small for its rate: what it cannot tell is said.
TEST(friction_that_does_not_saturate_is_reported) {
  pl_context *ctx = pl_context_create(NULL);
  static const scene_friction slow = {"slow", 0.1, 400, 0, 30, 0, 0.05};
  static const double small[] = {2e-3, 0, 2e-3, 0};
  pl_measurement *curve;
  REQUIRE(scene_cycles(ctx, &slow, &(scene_cycles_plan){0.1, 4, small, 40, 1e-4}, 5, &curve) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.friction = PL_FRICTION_CONSTANT;
  options.model = "linear";
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &curve, 0, NULL, &options, &fit) == PL_OK);
  bool said = false;
  said = said_warning(fit, "material.friction-unsaturated") != NULL;
  CHECK(said);
  pl_fit_destroy(fit);
  pl_measurement_destroy(curve);
  pl_context_destroy(ctx);
}
