// test_roll_fit.c: bending friction found again from labelled spirals that another code path made (scenes/roll.c).
#include <stdio.h>
#include <string.h>

#include "estimate/friction/friction.h"
#include "protocol/roll/roll.h"
#include "said.h"
#include "scenes/scenes.h"
#include "test.h"

static const double radius[] = {4e-3, 7.5e-3, 16e-3, 31.5e-3, 50e-3};

static scene_roll_plan coarse(const scene_friction *fabric) {
  scene_roll_plan plan = scene_roll_plan_default();
  plan.n_radius = 5, plan.radius = radius, plan.repetitions = 1, plan.n_point = 41;
  plan.rigidity = 3 * fabric->k1;
  return plan;
}

// The scenes have the paper's strain, three times the curvature. Moments are the same. If s is c times the curvature, k1 and b are 3/c
// times as large, and tau c/3 times.
static const struct {
  const char *model;
  double per_curvature;
} models[] = {{"auto", 1}, {"quadratic", 3}};

static pl_fit *run(pl_context *ctx, pl_measurement *m, int friction, const char *model) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  options.friction = friction;
  options.rig.cells = 40;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
  CHECK(fit->solution.converged);
  return fit;
}

static void check_parameter(const pl_fit *fit, const char *name, double truth, double share) {
  int j = pl_material_parameter_index(fit->material, name);
  REQUIRE(j >= 0);
  printf("%s %g +- %g (%g)\n", name, fit->material->theta[j], fit->material->sigma[j], truth);
  CHECK_NEAR(fit->material->theta[j], truth, share * truth);
}

// Doublecloth, the stiffness for small curvatures given, no start values: a, b and tau within 10 %.
TEST(roll_fit_finds_doublecloth) {
  pl_context *ctx = pl_context_create(NULL);
  const scene_friction *f = &scene_bending_fabric[1];
  scene_roll_plan plan = coarse(f);
  pl_measurement *m;
  REQUIRE(scene_roll(ctx, f, &plan, 1, &m) == PL_OK);
  for (int i = 0; i < 2; i++) {
    double c = models[i].per_curvature / 3;
    pl_fit *fit = run(ctx, m, PL_FRICTION_AUTO, models[i].model);
    check_parameter(fit, "bend-warp.k1", f->k1 / c, 1e-12);
    check_parameter(fit, "bend-warp-friction.a", f->a, 0.05);
    check_parameter(fit, "bend-warp-friction.b", f->b / c, 0.1);
    check_parameter(fit, "bend-warp-friction.tau", c * f->tau, 0.1);
    for (int k = 0; k < fit->evidence.n_score; k++) CHECK_LESS(fit->evidence.score[k].rms, 1.3 * plan.sigma);
    CHECK(fit->way.n_profile == 1 && fit->way.profile[0].n > 2);
    printf("%.2f s, %d iterations\n", fit->solution.seconds, fit->work.n_iteration);
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// Rolled to either side, with other friction there: each side has its own.
TEST(roll_fit_tells_the_sides_apart) {
  pl_context *ctx = pl_context_create(NULL);
  const scene_friction face = {"face", 0.255, 62e-7, 0, 12e-4, 0, 8}, back = {"back", 0.255, 62e-7, 0, 9e-4, 0, 14};
  pl_measurement *m, *other;
  scene_roll_plan plan = coarse(&face);
  plan.n_radius = 4, plan.radius = radius + 1;
  REQUIRE(scene_roll(ctx, &face, &plan, 1, &m) == PL_OK);
  plan.side = -1;
  REQUIRE(scene_roll(ctx, &back, &plan, 2, &other) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.friction = PL_FRICTION_CONSTANT;
  options.rig.cells = 40;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 2, (pl_measurement *[]){m, other}, 0, NULL, &options, &fit) == PL_OK);
  check_parameter(fit, "bend-warp-friction.a-positive", face.a, 0.05);
  check_parameter(fit, "bend-warp-friction.tau-positive", face.tau / 3, 0.1);
  check_parameter(fit, "bend-warp-friction.a-negative", back.a, 0.05);
  check_parameter(fit, "bend-warp-friction.tau-negative", back.tau / 3, 0.1);
  printf("%.2f s, %d iterations\n", fit->solution.seconds, fit->work.n_iteration);
  pl_fit_destroy(fit);
  pl_measurement_destroy(other);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// A strip at 45 degrees bends along warp and weft and twists, with friction of each. What strips along the yarns leave is the twist's.
TEST(roll_fit_finds_the_twist_of_diagonal_strips) {
  static const double at[] = {0, 1.5707963267948966, 0.78539816339744831};
  // warp, weft, twist; over the paper's strain
  static const scene_friction law[3] = {
      {"warp", 0.255, 62e-7, 0, 12e-4, 0, 8}, {"weft", 0.255, 40e-7, 0, 8e-4, 0, 10}, {"twist", 0.255, 25e-7, 0, 5e-4, 0, 9}};
  static const char *const term[3] = {"bend-warp", "bend-weft", "bend-diagonal"};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m[3];
  for (int i = 0; i < 3; i++) {
    scene_roll_plan plan = coarse(&law[i]);
    plan.n_radius = 4, plan.radius = radius + 1;
    plan.angle = at[i];
    if (i == 2) plan.yarn[0] = &law[0], plan.yarn[1] = &law[1];
    plan.rigidity = i < 2 ? 3 * law[i].k1 : 3 * (law[2].k1 + 0.25 * (law[0].k1 + law[1].k1));
    REQUIRE(scene_roll(ctx, &law[i], &plan, (uint64_t)i + 1, &m[i]) == PL_OK);
  }
  pl_fit_options options = pl_fit_options_default();
  options.friction = PL_FRICTION_CONSTANT;
  options.rig.cells = 40;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 3, m, 0, NULL, &options, &fit) == PL_OK);
  for (int i = 0; i < 3; i++) {
    char name[64];
    int j;
    snprintf(name, sizeof name, "%s.k1", term[i]);
    check_parameter(fit, name, 3 * law[i].k1, 1e-6);
    snprintf(name, sizeof name, "%s-friction.a", term[i]);
    check_parameter(fit, name, law[i].a, i < 2 ? 0.05 : 0.1);
    snprintf(name, sizeof name, "%s-friction.tau", term[i]);
    check_parameter(fit, name, law[i].tau / 3, i < 2 ? 0.1 : 0.25);
    REQUIRE((j = pl_material_parameter_index(fit->material, name)) >= 0);
    CHECK_NEAR(fit->material->theta[j], law[i].tau / 3, 4 * fit->material->sigma[j]);
    CHECK(strcmp(pl_material_term(fit->material, term[i])->strain->name, "curvature") == 0);
  }
  pl_fit_destroy(fit);
  for (int i = 0; i < 3; i++) pl_measurement_destroy(m[i]);
  pl_context_destroy(ctx);
}

// A strip that keeps its roll has friction.
TEST(roll_fit_needs_friction) {
  pl_context *ctx = pl_context_create(NULL);
  scene_roll_plan plan = coarse(&scene_bending_fabric[0]);
  plan.n_radius = 1;
  pl_measurement *m;
  REQUIRE(scene_roll(ctx, &scene_bending_fabric[0], &plan, 1, &m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.friction = PL_FRICTION_NONE;
  pl_fit *fit;
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  pl_context_clear_error(ctx);
  // a diagonal strip has no single curvature: it needs those along the yarns
  options = pl_fit_options_default();
  options.model = "curvature";
  m->test[0].angle = 0.78539816339744831;
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "[roll.diagonal]");
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}
