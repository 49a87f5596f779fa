// Stretch and turn of a held-out sample are found with the material held: their sigma counts its labels and the material's own uncertainty.
#include "estimate/problem/fit.h"
#include "fit/virtual_tests.h"
#include "protocol/biaxial-hang/measure_hang.h"
#include "test.h"

static const char tensor[] = "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": [{\"name\": "
                             "\"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\", "
                             "\"radii\": [], \"parameters\": {\"unit\": \"N/m\", \"values\": [70, 22, 110, 50]}}]}";
enum { N = 4 };  // stiffnesses

static pl_measurement *one_sample(pl_context *ctx, const pl_material *truth) {
  static const double bottom[] = {0, 2, 4}, side[] = {0, 2};
  pl_hang_plan plan = pl_hang_plan_default();
  plan.name = "askew";
  plan.cut = 0.4;
  plan.clip = 0.1;
  plan.bottom = bottom, plan.n_bottom = 3;
  plan.left = plan.right = side, plan.n_side = 2;
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = 8;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *made;
  pl_rig_report report;
  const pl_hang_error error = {0.05, 1.003};
  REQUIRE(pl_measure_hang(ctx, 1, &plan, &error, truth, &rig, &solve, 1e-4, 7, &made, &report) == PL_OK);
  return made;
}

static void find(pl_context *ctx, pl_material *material, pl_measurement *sample, double value[2], double sigma[2]) {
  pl_fit_options options = pl_fit_options_default();
  options.rig.cells = 8;
  pl_fit *fit;
  REQUIRE(pl_fit_predict(ctx, material, 1, &sample, &options, &fit) == PL_OK);
  for (int k = 0; k < 2; k++) {
    value[k] = fit->work.fit_case[0].specimen.value[k];
    sigma[k] = fit->work.fit_case[0].specimen.sigma[k];
  }
  pl_fit_destroy(fit);
}

// Independent of the formula: the sample is fitted again with every stiffness a sigma up and down. Half the change is that stiffness' part of the
// sigma; correlated ones
// add up before they are squared.
TEST(held_out_intrinsics_count_the_material) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = truth_from_text(ctx, tensor);
  pl_measurement *sample = one_sample(ctx, material);
  double own[2], at[2], part[N][2], ignore[2];
  find(ctx, material, sample, at, own);                              // a material without sigma: the labels alone
  const double sigma[N] = {1.4, 0.9, 2.2, 1.5}, correlation = -0.6;  // N/m; of the first two
  for (int j = 0; j < N; j++) {
    double up[2], down[2], value = material->theta[j];
    material->theta[j] = value + sigma[j];
    find(ctx, material, sample, up, ignore);
    material->theta[j] = value - sigma[j];
    find(ctx, material, sample, down, ignore);
    material->theta[j] = value;
    for (int k = 0; k < 2; k++) part[j][k] = 0.5 * (up[k] - down[k]);
  }
  material->sigma = pl_arena_alloc(material->arena, N, sizeof(double));
  material->correlation = pl_arena_alloc(material->arena, N * N, sizeof(double));
  REQUIRE(material->sigma && material->correlation);
  for (int j = 0; j < N; j++) {
    material->sigma[j] = sigma[j];
    material->correlation[j * N + j] = 1;
  }
  material->correlation[1] = material->correlation[N] = correlation;
  double all[2];
  find(ctx, material, sample, at, all);
  for (int k = 0; k < 2; k++) {
    double square = own[k] * own[k] + 2 * correlation * part[0][k] * part[1][k];
    for (int j = 0; j < N; j++) square += part[j][k] * part[j][k];
    CHECK_CLOSE(all[k], sqrt(square), 0.03);  // differences over a whole sigma
    CHECK(all[k] > 1.2 * own[k]);
  }
  pl_measurement_destroy(sample);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
