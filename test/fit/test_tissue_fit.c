// test_tissue_fit.c: tissue recovered from biaxial tests whose stresses are closed forms of scenes/tissue.c, not the library's laws.
#include "estimate/friction/friction.h"
#include "estimate/judge/judge.h"
#include "estimate/model/tissue_model.h"
#include "estimate/problem/fit.h"
#include "report/result/result.h"
#include "scenes/tissue.h"
#include "test.h"

static const double all_paths[5][2] = {{1, 1}, {1, 0.75}, {0.75, 1}, {1, 0.5}, {0.5, 1}};

static pl_fit *fit_tissue(pl_context *ctx, pl_measurement *m, pl_measurement *held, const char *model) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 1, &m, held != NULL, &held, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return fit;
}

static pl_measurement *make(pl_context *ctx, const char *name, const scene_tissue_plan *plan, int n, const double (*path)[2]) {
  pl_measurement *m;
  pl_status status = scene_tissue(ctx, test_folder(), name, plan, n, path, &m);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return m;
}

// Every model finds its own truth within three standard errors, as a sheet; the fibres as a block too.
TEST(tissue_models_are_recovered) {
  for (int run = 0; run <= SCENE_TISSUE_KINDS; run++) {
    bool block = run == SCENE_TISSUE_KINDS;
    scene_tissue_plan plan = {
        .kind = block ? SCENE_TISSUE_FIBRES : (scene_tissue_kind)run, .block = block, .n_frame = 15, .most = 0.2, .sigma = 200, .seed = 11};
    const scene_tissue_truth *truth = &scene_tissue_truths[plan.kind];
    pl_context *ctx = pl_context_create(NULL);
    pl_measurement *m = make(ctx, "paths", &plan, 5, all_paths);
    pl_fit *fit = fit_tissue(ctx, m, NULL, truth->model);
    CHECK(fit->solution.converged);
    for (int k = 0; k < SCENE_TISSUE_MAX && truth->name[k]; k++) {
      int j = pl_material_parameter_index(fit->material, truth->name[k]);
      REQUIRE(j >= 0);
      double unit = block && pl_tissue_is_modulus(&fit->material->parameter[j]) ? 1e3 : 1;  // N/m of 1 mm
      double value = fit->material->theta[j], sigma = fit->material->sigma[j];
      printf("%s%s %s %.6g +- %.3g (%g)\n", truth->model, block ? " block" : "", truth->name[k], value, sigma, unit * truth->value[k]);
      CHECK_NEAR(value, unit * truth->value[k], 3 * sigma);
      CHECK_LESS(sigma, 0.5 * unit * truth->value[k]);
    }
    for (int i = 0; i < fit->evidence.n_score; i++) CHECK_LESS(fit->evidence.score[i].rms, 1.4 * plan.sigma);
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
    pl_context_destroy(ctx);
  }
}

// --model auto finds a coupled model by left-out paths, and it predicts a path outside the fitted ones; with two paths it stays additive.
TEST(tissue_auto_chooses_by_left_out_paths) {
  static const double other[1][2] = {{0.3, 1}};
  pl_context *ctx = pl_context_create(NULL);
  scene_tissue_plan plan = {.kind = SCENE_TISSUE_FIBRES, .n_frame = 12, .most = 0.2, .sigma = 200, .seed = 3};
  pl_measurement *m = make(ctx, "paths", &plan, 5, all_paths), *two = make(ctx, "two", &plan, 2, all_paths);
  plan.seed = 4;
  pl_measurement *held = make(ctx, "other", &plan, 1, other);
  pl_fit *fit = fit_tissue(ctx, m, held, "auto");
  CHECK(pl_tissue_find(fit->solution.model) != NULL && fit->material->n_theta <= 7);
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *score = &fit->evidence.score[i];
    printf("%s %s %s rms %g\n", fit->solution.model, score->test, score->channel->name, score->rms);
    CHECK_LESS(score->rms, (score->held_out ? 2 : 1.4) * plan.sigma);
  }
  pl_fit_destroy(fit);
  fit = fit_tissue(ctx, two, NULL, "auto");
  CHECK(fit->solution.additive && pl_tissue_find(fit->solution.model) == NULL);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_measurement_destroy(two);
  pl_measurement_destroy(held);
  pl_context_destroy(ctx);
}

// Curves of fibres follow the exponential within the noise, and stay convex.
TEST(tissue_curves_follow_the_exponential) {
  pl_context *ctx = pl_context_create(NULL);
  scene_tissue_plan plan = {.kind = SCENE_TISSUE_FIBRES, .n_frame = 12, .most = 0.2, .sigma = 200, .seed = 8};
  pl_measurement *m = make(ctx, "paths", &plan, 4, all_paths);
  pl_fit *fit = fit_tissue(ctx, m, NULL, "fibre-additive");
  for (int i = 0; i < fit->evidence.n_score; i++) CHECK_LESS(fit->evidence.score[i].rms, 1.5 * plan.sigma);
  CHECK(fit->material->n_certified == 1 && fit->material->certified[0].proven);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

static void check_near_truth(const pl_fit *fit, const char *name, double truth) {
  int j = pl_material_parameter_index(fit->material, name);
  REQUIRE(j >= 0);
  printf("%s %.5g +- %.3g (%g)\n", name, fit->material->theta[j], fit->material->sigma[j], truth);
  CHECK_NEAR(fit->material->theta[j], truth, 3.5 * fit->material->sigma[j]);
  CHECK_LESS(fit->material->sigma[j], 0.3 * truth);
}

// Biaxial loops of a sheet with friction along both axes: elasticity and friction are found together.
TEST(tissue_friction_of_biaxial_loops) {
  static const double friction[2][3] = {{4, 30, 0.02}, {2, 15, 0.03}};
  pl_context *ctx = pl_context_create(NULL);
  scene_tissue_plan plan = {
      .kind = SCENE_TISSUE_FUNG, .n_frame = 15, .most = 0.15, .sigma = 300, .seed = 21, .n_cycle = 2, .friction = friction};
  pl_measurement *m = make(ctx, "loops", &plan, 3, all_paths);
  pl_fit_options options = pl_fit_options_default();
  options.model = "fung";
  options.friction = PL_FRICTION_DAHL;
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  static const char *const axis[2] = {"warp-friction", "weft-friction"}, *const name[3] = {"a", "b", "tau"};
  const scene_tissue_truth *truth = &scene_tissue_truths[SCENE_TISSUE_FUNG];
  for (int k = 0; k < SCENE_TISSUE_MAX && truth->name[k]; k++) check_near_truth(fit, truth->name[k], truth->value[k]);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) {
      char text[40];
      snprintf(text, sizeof text, "%s.%s", axis[i], name[k]);
      check_near_truth(fit, text, friction[i][k]);
    }
  for (int i = 0; i < fit->evidence.n_score; i++) CHECK_LESS(fit->evidence.score[i].rms, 1.4 * plan.sigma);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// An exponential beyond the measured strains is an extrapolation, and noted as one.
TEST(tissue_extrapolation_is_noted) {
  static const double other[1][2] = {{1, 0.6}};
  pl_context *ctx = pl_context_create(NULL);
  scene_tissue_plan plan = {.kind = SCENE_TISSUE_FIBRES, .n_frame = 12, .most = 0.2, .sigma = 200, .seed = 8};
  pl_measurement *m = make(ctx, "paths", &plan, 4, all_paths);
  for (int far = 0; far < 2; far++) {
    plan.most = far ? 0.27 : 0.19;
    pl_measurement *held = make(ctx, far ? "far" : "near", &plan, 1, other);
    pl_fit *fit = fit_tissue(ctx, m, held, "hgo-2");
    int n = 0;
    for (int i = 0; i < fit->findings.n_warning; i++) n += strncmp(fit->findings.warning[i].id, "material.extrapolated", 21) == 0;
    CHECK((n > 0) == (far == 1));
    pl_fit_destroy(fit);
    pl_measurement_destroy(held);
  }
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// The other kinds are chosen as well, and fitted to the noise: the convex set of the additive model does not bind their parameters.
TEST(tissue_auto_finds_the_kind) {
  for (int kind = SCENE_TISSUE_FUNG; kind < SCENE_TISSUE_KINDS; kind++) {
    pl_context *ctx = pl_context_create(NULL);
    scene_tissue_plan plan = {.kind = (scene_tissue_kind)kind, .n_frame = 10, .most = 0.2, .sigma = 1000, .seed = 5};
    pl_measurement *m = make(ctx, "paths", &plan, 4, all_paths);
    pl_fit *fit = fit_tissue(ctx, m, NULL, "auto");
    CHECK(strcmp(fit->solution.model, scene_tissue_truths[kind].model) == 0 && fit->solution.converged);
    for (int i = 0; i < fit->evidence.n_score; i++) CHECK_LESS(fit->evidence.score[i].rms, 1.5 * plan.sigma);
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
    pl_context_destroy(ctx);
  }
}
