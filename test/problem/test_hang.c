// The hung sample (Wang 2011, 4.1): a closed form, balance of forces, exact derivatives, and a start from its labels.
#include <stdlib.h>

#include "said.h"
#include "protocol/biaxial-hang/plan_hang.h"
#include "rig/rig.h"
#include "solve/solver.h"
#include "test.h"
#include "protocol/biaxial-hang/hang.h"

typedef struct scene {
  pl_context *ctx;
  pl_arena *arena;
  pl_material *material;
  pl_test test;
  const pl_rig *rig;
} scene;

static const char tensor[] =
    "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\","
    " \"radii\": [0.1667], \"angles\": {\"unit\": \"deg\", \"values\": [0, 45, 90]}, \"parameters\": {\"unit\": \"N/m\", \"values\":"
    " [60, 20, 90, 40, 120, 25, 100, 50, 90, 30, 140, 60, 70, 20, 200, 45]}}";
static const char uncoupled[] =
    "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\","
    " \"parameters\": [\"150 N/m\", \"0 N/m\", \"100 N/m\", \"30 N/m\"]}";

// In place: the rig keeps the address of the test.
static void scene_create(scene *s, const char *term, double density, pl_hang_plan plan, int cells) {
  *s = (scene){.ctx = pl_context_create(NULL)};
  s->arena = pl_arena_create(s->ctx);
  REQUIRE(pl_material_create(s->ctx, "cloth", density, &s->material) == PL_OK);
  REQUIRE(pl_material_add_term(s->material, term) == PL_OK);
  REQUIRE(pl_material_finish(s->material) == PL_OK);
  REQUIRE(pl_plan_hang(s->arena, &plan, &s->test) == PL_OK);
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  REQUIRE(pl_rig_create(s->ctx, pl_protocol_find("biaxial-hang"), &s->test, s->material, &options, &solve, &s->rig) == PL_OK);
}

static void scene_destroy(scene *s) {
  pl_rig_destroy(s->rig);
  pl_material_destroy(s->material);
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

static double *predict(scene *s, const double *theta, const double *intrinsic, double *by_theta, double *by_intrinsic, int *n_failed) {
  double *value[PL_MAX_CHANNEL] = {pl_arena_alloc(s->arena, (size_t)s->test.n_frame * (size_t)s->test.channel[0].width, sizeof(double))};
  double *dt[PL_MAX_CHANNEL] = {by_theta}, *di[PL_MAX_CHANNEL] = {by_intrinsic};
  pl_rig_report report;
  pl_prediction ask = {
      .theta = theta, .intrinsic = intrinsic, .value = value, .by_theta = by_theta ? dt : NULL, .by_intrinsic = by_intrinsic ? di : NULL};
  REQUIRE(pl_rig_predict(s->rig, &ask, &report) == PL_OK);
  *n_failed = report.n_failed;
  return value[0];
}

// Without Poisson coupling, weight below stretches the sheet evenly: F = W c22 E lambda with E = (lambda^2 - 1)/2.
TEST(hang_uniform_stretch_is_the_law) {
  double bottom[] = {1, 3, 6}, none[] = {0};
  pl_hang_plan plan = pl_hang_plan_default();
  plan.bottom = bottom, plan.n_bottom = 3, plan.left = plan.right = none, plan.n_side = 1, plan.gravity = 0;
  plan.clip = 0;  // a longer one is rigid and hinders the cloth beside it
  scene s;
  scene_create(&s, uncoupled, 0, plan, 8);
  int n_failed;
  const double *value = predict(&s, s.material->theta, NULL, NULL, NULL, &n_failed);
  CHECK(n_failed == 0);
  for (int f = 0; f < 3; f++) {
    double y = value[16 * f + 2 * 2 + 1], stretch = -y / 0.4;  // first point of the bottom slat
    CHECK_CLOSE(0.4 * 100 * 0.5 * (stretch * stretch - 1) * stretch, bottom[f], 1e-9);
    CHECK_NEAR(value[16 * f + 2 * 2], -0.2, 1e-12);
  }
  scene_destroy(&s);
}

// Derivatives with respect to theta and to the intrinsic parameters against central differences of whole predictions.
TEST(hang_derivatives_are_exact) {
  double bottom[] = {2, 5}, left[] = {0.5, 3}, right[] = {0.5, 1};
  pl_hang_plan plan = pl_hang_plan_default();
  plan.bottom = bottom, plan.n_bottom = 2, plan.left = left, plan.right = right, plan.n_side = 2, plan.cut = 0.6;
  scene s;
  scene_create(&s, tensor, 0.2, plan, 10);
  int n_theta = s.material->n_theta, n_value = s.test.n_frame * s.test.channel[0].width, n_failed;
  double *by_theta = pl_arena_alloc(s.arena, (size_t)(n_value * n_theta), sizeof(double)), p[2] = {1.01, 0.02};
  double *by_intrinsic = pl_arena_alloc(s.arena, (size_t)(n_value * 2), sizeof(double));
  double *theta = pl_arena_alloc(s.arena, (size_t)n_theta, sizeof(double));
  memcpy(theta, s.material->theta, (size_t)n_theta * sizeof *theta);
  predict(&s, theta, p, by_theta, by_intrinsic, &n_failed);
  CHECK(n_failed == 0);
  for (int j = 0; j < n_theta + 2; j++) {
    double *x = j < n_theta ? &theta[j] : &p[j - n_theta], h = j < n_theta ? 1e-3 * fabs(*x) : 1e-4, old = *x, worst = 0, size = 0;
    *x = old + h;
    const double *high = predict(&s, theta, p, NULL, NULL, &n_failed);
    *x = old - h;
    const double *low = predict(&s, theta, p, NULL, NULL, &n_failed);
    *x = old;
    for (int i = 0; i < n_value; i++) {
      double exact = j < n_theta ? by_theta[i * n_theta + j] : by_intrinsic[i * 2 + j - n_theta];
      worst = fmax(worst, fabs((high[i] - low[i]) / (2 * h) - exact));
      size = fmax(size, fabs(exact));
    }
    CHECK_LESS(worst, 2e-4 * size + 1e-12);
  }
  scene_destroy(&s);
}

// The two ways to solve the unsymmetric systems of sensitivities agree: Krylov with the symmetric part's factor, and LU.
TEST(hang_sensitivities_by_iteration_and_by_lu_agree) {
  pl_hang_plan plan = pl_hang_plan_default();
  scene s;
  scene_create(&s, tensor, 0.2, plan, 10);
  int n_failed;
  predict(&s, s.material->theta, NULL, NULL, NULL, &n_failed);
  size_t n_dof = (size_t)s.rig->body.model->n_dof, n = n_dof * (size_t)s.material->n_theta;
  double *dx[2];
  for (int f = 4; f < s.test.n_frame; f += 10) {
    pl_solver *solver = pl_rig_frame_solver(s.rig, f);
    pl_solver_load(solver, s.rig->path.load + (size_t)f * n_dof);
    for (int way = 0; way < 2; way++) {
      bool stable;
      dx[way] = pl_arena_alloc(s.arena, n, sizeof **dx);
      REQUIRE(pl_sensitivity_begin(solver, s.material->theta, s.rig->memory->x + (size_t)f * n_dof, &stable) == PL_OK && stable);
      solver->lu_only = way == 1;
      REQUIRE(pl_sensitivity_theta(solver, s.material->theta, s.rig->memory->x + (size_t)f * n_dof, s.material->n_theta, NULL, dx[way],
                                   NULL) == PL_OK);
      CHECK(pl_sensitivity_solved(solver) && solver->lu_ready == (way == 1));
    }
    double size = 0, worst = 0;
    for (size_t i = 0; i < n; i++) size = fmax(size, fabs(dx[1][i])), worst = fmax(worst, fabs(dx[0][i] - dx[1][i]));
    CHECK_LESS(worst, 1e-6 * size);
  }
  scene_destroy(&s);
}

// Weights, cloth and the board's reaction balance, for a law without an energy too.
TEST(hang_forces_balance) {
  pl_hang_plan plan = pl_hang_plan_default();
  scene s;
  scene_create(&s, tensor, 0.2, plan, 12);
  int n_failed;
  predict(&s, s.material->theta, NULL, NULL, NULL, &n_failed);
  CHECK(n_failed == 0);
  double *gradient = pl_arena_alloc(s.arena, (size_t)s.rig->body.model->n_dof, sizeof *gradient);
  for (int f = 0; f < s.test.n_frame; f++) {
    pl_solver *solver = pl_rig_frame_solver(s.rig, f);
    pl_solver_load(solver, s.rig->path.load + (size_t)f * (size_t)s.rig->body.model->n_dof);
    pl_solver_gradient(solver, s.material->theta, s.rig->memory->x + (size_t)f * (size_t)s.rig->body.model->n_dof, gradient);
    double up = 0;
    for (int32_t i = 1; i < s.rig->body.model->n_dof; i += 3) up += s.rig->body.model->fixed[i] ? gradient[i] : 0;
    CHECK_CLOSE(up, pl_hang_of(&s.test)->load[3 * f] + 0.2 * 0.16 * plan.gravity, 1e-6);
  }
  scene_destroy(&s);
}

// Predictions that start from labels end where predictions from the rest shape do.
TEST(hang_starts_from_labels) {
  pl_hang_plan plan = pl_hang_plan_default();
  scene s;
  scene_create(&s, tensor, 0.2, plan, 12);
  int n_failed;
  double *value = predict(&s, s.material->theta, NULL, NULL, NULL, &n_failed);
  pl_test labelled = s.test;
  labelled.channel[0].value = value;
  pl_rig_options options = pl_rig_options_default();
  options.cells = 12;
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  REQUIRE(pl_rig_create(s.ctx, pl_protocol_find("biaxial-hang"), &labelled, s.material, &options, &solve, &rig) == PL_OK);
  scene again = {s.ctx, s.arena, s.material, labelled, rig};
  const double *from_labels = predict(&again, s.material->theta, NULL, NULL, NULL, &n_failed);
  CHECK(n_failed == 0);
  for (int i = 0; i < s.test.n_frame * s.test.channel[0].width; i++) CHECK_NEAR(from_labels[i], value[i], 1e-7);
  pl_rig_destroy(rig);
  scene_destroy(&s);
}

// Springs along the edges of a mesh have no rest shape that a mis-cut could change.
TEST(hang_refuses_springs) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "net", 0.1, &material) == PL_OK);
  REQUIRE(pl_material_add_term(
              material, "{\"name\": \"threads\", \"strain\": \"spring\", \"law\": \"linear\", \"parameters\": [\"100 N/m\"]}") == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  pl_hang_plan plan = pl_hang_plan_default();
  pl_test test;
  REQUIRE(pl_plan_hang(arena, &plan, &test) == PL_OK);
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  CHECK(pl_rig_create(ctx, pl_protocol_find("biaxial-hang"), &test, material, &options, &solve, &rig) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), " the strain 'spring'");
  pl_material_destroy(material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
