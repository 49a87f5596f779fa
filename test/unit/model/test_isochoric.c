// test_isochoric.c: a tetrahedron that keeps its volume: Taylor slopes of its reduced energy, its theta-derivatives, and the pressure in its forces.
#include "model/potential.h"
#include "conformance/derivative.h"
#include "solve/equilibrium.h"
#include "test.h"

enum { N = PL_PLACED_DOF };

typedef struct body {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  pl_block_matrix hess;
  pl_arena *arena;
} body;

static const double unit[N] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double theta[2] = {2e5, 3e4};  // c10, c01, Pa

static body make(bool isochoric) {
  static const int32_t tet[4] = {0, 1, 2, 3};
  body b = {.ctx = pl_context_create(NULL)};
  b.arena = pl_arena_create(b.ctx);
  REQUIRE(pl_mesh_create_solid(b.ctx, 4, unit, unit, 1, tet, 0, NULL, &b.mesh) == PL_OK);
  REQUIRE(pl_material_create(b.ctx, "rubber", 0, &b.material) == PL_OK);
  REQUIRE(pl_material_add_term(b.material, "{\"name\": \"r\", \"strain\": \"invariants\", \"values\": [\"i1\", \"i2\", \"j\"], "
                                           "\"law\": \"mooney-rivlin\", \"incompressible\": true}") == PL_OK);
  REQUIRE(pl_material_finish(b.material) == PL_OK);
  REQUIRE(pl_model_create(b.ctx, b.mesh, b.material, &(pl_model_options){.isochoric = isochoric}, &b.model) == PL_OK);
  REQUIRE(pl_work_create(b.model, &b.work) == PL_OK);
  REQUIRE(pl_block_matrix_create(b.arena, &b.model->pattern, &b.hess) == PL_OK);
  return b;
}

static void destroy(body *b) {
  pl_work_destroy(b->work);
  pl_model_destroy(b->model);
  pl_material_destroy(b->material);
  pl_mesh_destroy(b->mesh);
  pl_arena_destroy(b->arena);
  pl_context_destroy(b->ctx);
}

static void whole(void *user, const double *x, double *value, double *gradient, double *hessian) {
  body *b = user;
  REQUIRE(pl_model_eval(b->model, theta, x, PL_HESS_EXACT, value, gradient, hessian ? &b->hess : NULL, b->work));
  for (int j = 0; j < N && hessian; j++) {
    double one[N] = {0}, column[N];
    one[j] = 1;
    pl_block_matrix_multiply(&b->hess, one, column);
    for (int i = 0; i < N; i++) hessian[i * N + j] = column[i];
  }
}

static const double state[N] = {0, 0, 0, 1.4, 0.1, 0, 0.3, 0.9, 0, 0, 0, 17};  // the last is no unknown: any number will do

TEST(isochoric_derivatives) {
  body b = make(true);
  derivative_check check = check_derivatives(whole, &b, N, state, 1e-2, true, 5);
  if (!check.gradient_ok || !check.hessian_ok)
    test_fail(__FILE__, __LINE__, "slopes %.2f %.2f, errors %.1e (%d) %.1e (%d, %d)", check.gradient_slope, check.hessian_slope,
              check.gradient_error, check.gradient_entry, check.hessian_error, check.hessian_row, check.hessian_column);
  // the law is linear in theta, so g = sum theta_j dg/dtheta_j
  double gradient[N], by_theta[2][N];
  whole(&b, state, NULL, gradient, NULL);
  pl_model_theta(b.model, theta, state, 2, NULL, by_theta[0], b.work);
  for (int i = 0; i < N; i++) CHECK_NEAR(theta[0] * by_theta[0][i] + theta[1] * by_theta[1][i], gradient[i], 1e-9 * theta[0]);
  destroy(&b);
}

// Neo-Hooke, W = c10 (I1 - 3): P = 2 c10 (F - l3^2 F^-T), so that face 3 carries nothing, whatever F in the plane.
TEST(isochoric_forces_hold_the_pressure) {
  body b = make(true);
  const double c10 = 1e5, only[2] = {c10, 0}, *x = state;
  double g[N], d = x[3] * x[7] - x[4] * x[6], l3 = 1 / d;
  REQUIRE(pl_model_eval(b.model, only, x, PL_HESS_EXACT, NULL, g, NULL, b.work));
  CHECK_NEAR(6 * g[3], 2 * c10 * (x[3] - l3 * l3 * x[7] / d), 1e-9 * c10);
  CHECK_NEAR(6 * g[4], 2 * c10 * (x[4] + l3 * l3 * x[6] / d), 1e-9 * c10);
  CHECK_NEAR(6 * g[6], 2 * c10 * (x[6] + l3 * l3 * x[4] / d), 1e-9 * c10);
  CHECK_NEAR(6 * g[7], 2 * c10 * (x[7] - l3 * l3 * x[3] / d), 1e-9 * c10);
  CHECK(g[11] == 0);
  destroy(&b);
}

// A body inverted in its plane would have a third leg that is infinite or points the other way, with the same volume. It is no valid state.
TEST(isochoric_inverted_is_no_state) {
  static const double turned[][4] = {
      {1.4, 0.1, 0.3, -0.9}, {-1, 0, 0, 1}, {1, 0.5, 2, 1}, {0, 0, 0, 0}};  // x3 x4, x6 x7: d < 0, d < 0, d = 0, d = 0
  body b = make(true);
  for (size_t k = 0; k < sizeof turned / sizeof turned[0]; k++) {
    double x[N], own[N], energy, gradient[N];
    memcpy(x, state, sizeof x);
    x[3] = turned[k][0], x[4] = turned[k][1], x[6] = turned[k][2], x[7] = turned[k][3];
    CHECK(isnan(pl_model_place(b.model, x, own)[11]));
    CHECK(!pl_model_eval(b.model, theta, x, PL_HESS_EXACT, &energy, gradient, NULL, b.work));
  }
  destroy(&b);
}

// Mooney-Rivlin in any state of the plane, sigma = -p + 2 c10 B - 2 c01 B^-1 with p from sigma_33 = 0.
TEST(isochoric_stress_holds_the_pressure) {
  body b = make(true);
  double x[N], own[N], stress[4][6], c10 = theta[0], c01 = theta[1];
  memcpy(x, pl_model_place(b.model, state, own), sizeof x);
  double b11 = x[3] * x[3] + x[6] * x[6], b22 = x[4] * x[4] + x[7] * x[7], b12 = x[3] * x[4] + x[6] * x[7], b33 = x[11] * x[11];
  double d2 = b11 * b22 - b12 * b12, p = 2 * c10 * b33 - 2 * c01 / b33;
  const double want[6] = {2 * c10 * b11 - 2 * c01 * b22 / d2 - p, 2 * c10 * b22 - 2 * c01 * b11 / d2 - p, 0, 0, 0,
                          2 * c10 * b12 + 2 * c01 * b12 / d2};
  REQUIRE(pl_model_stress(b.model, theta, x, stress, b.work) == PL_OK);
  for (int v = 0; v < 4; v++)
    for (int k = 0; k < 6; k++) CHECK_NEAR(stress[v][k], want[k], 1e-9 * c10);
  destroy(&b);
}
