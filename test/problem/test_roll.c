// The strip that was rolled and released (Miguel et al. 2013, 4.3). Spirals of another code path, exact derivatives along the path over
// the cylinder, and what it does without friction.
#include "protocol/roll/roll.h"
#include "rig/rig.h"
#include "scenes/scenes.h"
#include "test.h"

enum { TURN, SHIFT_X, SHIFT_Y, N_INTRINSIC, MEMBRANE = 4 };

typedef struct scene {
  pl_context *ctx;
  pl_arena *arena;
  pl_material *material;
  pl_measurement *measurement;
  const pl_test *test;
  const pl_rig *rig;
} scene;

static void scene_create(scene *s, const scene_friction *fabric, const scene_roll_plan *plan, int cells) {
  *s = (scene){.ctx = pl_context_create(NULL)};
  s->arena = pl_arena_create(s->ctx);
  REQUIRE(scene_roll(s->ctx, fabric, plan, 1, &s->measurement) == PL_OK);
  REQUIRE(scene_roll_material(s->ctx, fabric, &s->material) == PL_OK);
  s->test = &s->measurement->test[0];
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  REQUIRE(pl_rig_create(s->ctx, s->measurement->protocol, s->test, s->material, &options, &solve, &s->rig) == PL_OK);
}

static void scene_destroy(scene *s) {
  pl_rig_destroy(s->rig);
  pl_material_destroy(s->material);
  pl_measurement_destroy(s->measurement);
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

static int n_value(const scene *s) { return 2 * pl_roll_of(s->test)->n_point; }

static double *predict(scene *s, const double *theta, const double *intrinsic, double *by_theta, double *by_intrinsic) {
  double *value[PL_MAX_CHANNEL] = {0}, *dt[PL_MAX_CHANNEL] = {by_theta}, *di[PL_MAX_CHANNEL] = {by_intrinsic};
  value[0] = pl_arena_alloc(s->arena, (size_t)n_value(s), sizeof(double));
  pl_rig_report report;
  pl_prediction ask = {
      .theta = theta, .intrinsic = intrinsic, .value = value, .by_theta = by_theta ? dt : NULL, .by_intrinsic = by_intrinsic ? di : NULL};
  REQUIRE(pl_rig_predict(s->rig, &ask, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  return value[0];
}

// The paper's three materials on cylinders of 3 to 50 mm against links of another code. Labels without noise lie on the simulated strip
// within 0.5 % of a tenth of its length.
TEST(roll_is_the_creeping_chain) {
  static const double radius[] = {3e-3, 7.5e-3, 16e-3, 50e-3};
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 4; r++) {
      scene_roll_plan plan = scene_roll_plan_default();
      plan.n_radius = 1, plan.radius = &radius[r], plan.repetitions = 1, plan.sigma = 1e-6, plan.side = r % 2 ? -1 : 1;
      scene s;
      scene_create(&s, &scene_bending_fabric[i], &plan, 0);
      const double *value = predict(&s, s.material->theta, NULL, NULL, NULL), *label = s.test->channel[PL_ROLL_PROFILE].value;
      double worst = 0;
      for (int k = 0; k < n_value(&s); k++) worst = fmax(worst, fabs(value[k] - label[k]));
      CHECK_LESS(worst, 0.0007 * plan.length);
      scene_destroy(&s);
    }
}

// Halving the cell: the error falls with its square, down to what the label of the held end leaves open.
TEST(roll_converges_with_the_cell) {
  static const double radius = 5e-3;
  double error[2];
  for (int i = 0; i < 2; i++) {
    scene_roll_plan plan = scene_roll_plan_default();
    plan.n_radius = 1, plan.radius = &radius, plan.repetitions = 1, plan.sigma = 1e-7;
    scene s;
    scene_create(&s, &scene_bending_fabric[2], &plan, i ? 40 : 20);
    const double *value = predict(&s, s.material->theta, NULL, NULL, NULL), *label = s.test->channel[PL_ROLL_PROFILE].value;
    error[i] = 0;
    for (int k = 0; k < n_value(&s); k++) error[i] += pow(value[k] - label[k], 2);
    scene_destroy(&s);
  }
  CHECK_NEAR(0.5 * log2(error[0] / error[1]), 2, 0.5);
}

// Both sides, by central differences: material and intrinsic parameters.
TEST(roll_derivatives_are_exact) {
  static const double radius[] = {7.5e-3, 23e-3};
  for (int r = 0; r < 2; r++) {
    scene_roll_plan plan = scene_roll_plan_default();
    plan.n_radius = 1, plan.radius = &radius[r], plan.repetitions = 1, plan.n_point = 21, plan.sigma = 3e-4, plan.side = r ? -1 : 1;
    scene s;
    scene_create(&s, &scene_bending_fabric[1 + r], &plan, 30);
    int n_theta = s.material->n_theta, n = n_value(&s);
    double *by_theta = pl_arena_alloc(s.arena, (size_t)(n * n_theta), sizeof(double)), *theta = s.material->theta;
    double *by_intrinsic = pl_arena_alloc(s.arena, (size_t)(n * N_INTRINSIC), sizeof(double)), p[N_INTRINSIC] = {0.03, 2e-4, -1e-4};
    predict(&s, theta, p, by_theta, by_intrinsic);
    for (int j = MEMBRANE; j < n_theta + N_INTRINSIC; j++) {
      bool of_theta = j < n_theta;
      double *number = of_theta ? &theta[j] : &p[j - n_theta], h = of_theta ? 1e-4 * *number : 1e-6, old = *number, worst = 0, size = 0;
      *number = old + h;
      const double *high = predict(&s, theta, p, NULL, NULL);
      *number = old - h;
      const double *low = predict(&s, theta, p, NULL, NULL);
      *number = old;
      for (int i = 0; i < n; i++) {
        double exact = of_theta ? by_theta[i * n_theta + j] : by_intrinsic[i * N_INTRINSIC + j - n_theta];
        worst = fmax(worst, fabs((high[i] - low[i]) / (2 * h) - exact));
        size = fmax(size, fabs(exact));
      }
      CHECK_LESS(worst, 2e-3 * size + 1e-10 / h);
      CHECK_LESS(0, size);
    }
    scene_destroy(&s);
  }
}

// Without friction and gravity nothing remains of the roll; with friction alone the curvature is even, where elasticity and friction balance.
TEST(roll_without_gravity) {
  static const double radius = 10e-3;
  static const scene_friction elastic = {"elastic", 0.2, 145e-7, 0, 1e-12, 0, 10}, kept = {"kept", 0.2, 145e-7, 0, 9e-4, 0, 10};
  scene_roll_plan plan = scene_roll_plan_default();
  plan.n_radius = 1, plan.radius = &radius, plan.repetitions = 1, plan.sigma = 1e-6, plan.gravity = 0;
  scene s;
  scene_create(&s, &elastic, &plan, 40);
  predict(&s, s.material->theta, NULL, NULL, NULL);
  int32_t n = s.rig->body.mesh->n_vertex, last = 3 * (n - 1);
  CHECK_NEAR(hypot(s.rig->memory->x[last] - s.rig->memory->x[0], s.rig->memory->x[last + 1] - s.rig->memory->x[1]), plan.length * 41 / 40,
             1e-6);
  scene_destroy(&s);
  // saturated on the way back: 3 k kappa = a to within exp(-(3/R - 3 kappa)/tau)
  scene_create(&s, &kept, &plan, 40);
  predict(&s, s.material->theta, NULL, NULL, NULL);
  double kappa = kept.a / (3 * kept.k1), chord = 2 / kappa * sin(0.5 * kappa * plan.length);
  const double *edge = s.rig->memory->x + 3 * 2;  // the second row, of two vertices
  CHECK_CLOSE(hypot(s.rig->memory->x[last] - edge[0], s.rig->memory->x[last + 1] - edge[1]), chord, 2e-3);
  scene_destroy(&s);
}
