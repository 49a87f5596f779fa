// A linear isotropic square at 150 % of its length (Volino figure 3) against uniaxial plane stress: width sqrt(1 - 2 nu E), force e E stretch.
#include "scenes/scenes.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

#define SIZE 0.1
#define STRETCH 1.5
#define STRAIN 0.625
#define YOUNG 1000.0

static void pull(pl_context *ctx, const pl_material *material, pl_test_method method, double *force, double *width) {
  pl_arena *arena = pl_arena_create(ctx);
  scene_tensile scene = {"pull", SIZE, SIZE, 0, method, PL_TENSILE_DISPLACEMENT, (STRETCH - 1) * SIZE, 6};
  pl_test plan;
  REQUIRE(scene_tensile_plan(arena, &scene, &plan) == PL_OK);
  pl_rig_options options = pl_rig_options_default();
  options.method = (int)method;
  options.cells = 10;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 1, &plan, material, &options, &solve, NULL, 0, &measurement, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  *force = measurement->test[0].channel[PL_TENSILE_FORCE].value[5] / SIZE;
  *width = measurement->test[0].channel[PL_TENSILE_LATERAL].value[5];
  pl_measurement_destroy(measurement);
  pl_arena_destroy(arena);
}

TEST(poisson_contraction_of_one_free_triangle) {
  pl_context *ctx = pl_context_create(NULL);
  for (double nu = 0; nu <= 0.5; nu += 0.25) {
    pl_material *material;
    REQUIRE(scene_isotropic(ctx, YOUNG, nu, &material) == PL_OK);
    double force, width;
    pull(ctx, material, PL_TEST_FREE, &force, &width);
    CHECK_NEAR(width, sqrt(1 - 2 * nu * STRAIN), 1e-9);
    CHECK_CLOSE(force, YOUNG * STRAIN * STRETCH, 1e-9);
    pl_material_destroy(material);
  }
  pl_context_destroy(ctx);
}

// Held along its width a sheet cannot contract: e / (1 - nu^2). Clamped at two edges it lies between the two.
TEST(poisson_clamped_square_lies_between) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  REQUIRE(scene_isotropic(ctx, YOUNG, 0.25, &material) == PL_OK);
  double force, width, held, unused;
  pull(ctx, material, PL_TEST_CLAMPED, &held, &unused);
  CHECK_CLOSE(held, YOUNG / (1 - 0.0625) * STRAIN * STRETCH, 1e-9);
  pull(ctx, material, PL_TEST_MESH, &force, &width);
  CHECK_LESS(YOUNG * STRAIN * STRETCH, force);
  CHECK_LESS(force, held);
  CHECK_LESS(sqrt(1 - 0.5 * STRAIN), width);
  CHECK_LESS(width, 0.95);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// A mesh whose held edges may slide along themselves stays uniform: every vertex is where the closed form puts it.
TEST(poisson_sliding_edges_stay_uniform) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  pl_mesh *mesh;
  pl_specimen specimen = {.length = SIZE, .width = SIZE, .n_length = 7, .n_width = 7, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 3};
  REQUIRE(scene_isotropic(ctx, YOUNG, 0.5, &material) == PL_OK);
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  enum { MAX_DOF = 3000 };
  static uint8_t fixed[MAX_DOF];
  static double x[MAX_DOF];
  REQUIRE(3 * mesh->n_vertex <= MAX_DOF);
  int32_t held = -1;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    const double *x0 = mesh->x0 + 3 * v;
    bool left = x0[0]<1e-9, right = x0[0]> SIZE - 1e-9;
    if (left && held < 0) held = v;
    fixed[3 * v] = left || right;
    fixed[3 * v + 1] = v == held;
    fixed[3 * v + 2] = 1;
    x[3 * v] = STRETCH * x0[0];
    x[3 * v + 1] = x0[1];
  }
  pl_model_options options = {.fixed = fixed};
  pl_solve_options solve = pl_solve_options_default();
  pl_model *model;
  pl_solver *solver;
  pl_solve_report report;
  REQUIRE(pl_model_create(ctx, mesh, material, &options, &model) == PL_OK);
  REQUIRE(pl_solver_create(model, &solve, &solver) == PL_OK);
  REQUIRE(pl_equilibrium(solver, material->theta, x, &report) == PL_OK);
  CHECK(report.outcome == PL_SOLVE_CONVERGED);
  double width = sqrt(1 - STRAIN), y_held = mesh->x0[3 * held + 1];
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    CHECK_NEAR(x[3 * v], STRETCH * mesh->x0[3 * v], 1e-10);
    CHECK_NEAR(x[3 * v + 1], y_held + width * (mesh->x0[3 * v + 1] - y_held), 1e-10);
  }
  pl_solver_destroy(solver);
  pl_model_destroy(model);
  pl_mesh_destroy(mesh);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
