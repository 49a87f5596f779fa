// Hung samples of a known tensor field, made on another mesh, cut askew, with noise: field, stretch and turn come back within their own sigma.
#include "estimate/problem/fit.h"
#include "fit/virtual_tests.h"
#include "protocol/biaxial-hang/measure_hang.h"
#include "test.h"

#define DEGREE (acos(-1) / 180)
enum { N_SAMPLE = 3 };
static const double NOISE = 0.2e-3;  // m

static const char one_tensor[] = "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": [{\"name\": "
                                 "\"membrane\", \"strain\": \"green\","
                                 " \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\", \"radii\": [],"
                                 " \"parameters\": {\"unit\": \"N/m\", \"values\": [70, 22, 110, 50]}}]}";
static const char four_points[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": [{\"name\": \"membrane\", \"strain\": "
    "\"green\","
    " \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\", \"radii\": [0.16666666666666666],"
    " \"angles\": {\"unit\": \"deg\", \"values\": [0, 45, 90]},"
    " \"parameters\": {\"unit\": \"N/m\", \"values\": [45, 12, 70, 40, 75, 25, 95, 48, 78, 34, 120, 66, 60, 28, 165, 52]}}]}";

static const char skew_tensor[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": [{\"name\": "
    "\"membrane\", \"strain\": \"green\","
    " \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\", \"radii\": [], \"shear-coupling\": true,"
    " \"parameters\": {\"unit\": \"N/m\", \"values\": [70, 22, 110, 50, 14, -9]}}]}";

static const pl_hang_error errors[N_SAMPLE] = {{0.014, 1.004}, {-0.026, 0.997}, {0.009, 1.002}};

// Samples at these cuts (degrees), 80 mm clips: their ends lie on lines of 10, 20 and 30 cells.
static pl_measurement *hang(pl_context *ctx, const pl_material *truth, int cells, int n, const double *cut, const pl_hang_error *error,
                            uint64_t seed) {
  static const double bottom[] = {0, 1.96, 3.92, 5.88}, side[] = {0, 1.96, 3.92};
  static const char *const name[] = {"a", "b", "c"};
  pl_hang_plan plan[N_SAMPLE];
  for (int i = 0; i < n; i++) {
    plan[i] = pl_hang_plan_default();
    plan[i].name = name[i];
    plan[i].cut = cut[i] * DEGREE;
    plan[i].clip = 0.08;
    plan[i].bottom = bottom, plan[i].n_bottom = 4;
    plan[i].left = plan[i].right = side, plan[i].n_side = 3;
  }
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_measure_hang(ctx, n, plan, error, truth, &rig, &solve, NOISE, seed, &measurement, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  return measurement;
}

static pl_fit *fit_points(pl_context *ctx, pl_measurement *fitted, pl_measurement *held, int points, double start) {
  pl_fit_options options = pl_fit_options_default();
  options.model = "wang";
  options.points = points;
  options.start = start;
  options.rig.cells = 10;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &fitted, held ? 1 : 0, &held, &options, &fit) == PL_OK);
  CHECK(fit->solution.converged);
  return fit;
}

static void check_found(const pl_fit *fit, const pl_material *truth) {
  REQUIRE(fit->material->n_theta == truth->n_theta);
  for (int j = 0; j < truth->n_theta; j++) CHECK_NEAR(fit->material->theta[j], truth->theta[j], 4 * fit->material->sigma[j]);
  for (int i = 0; i < N_SAMPLE; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    CHECK(c->report.n_failed == 0);
    CHECK_NEAR(c->specimen.value[PL_HANG_TURN], errors[i].turn, 4 * c->specimen.sigma[PL_HANG_TURN]);
    CHECK_NEAR(c->specimen.value[PL_HANG_STRETCH], errors[i].stretch, 4 * c->specimen.sigma[PL_HANG_STRETCH]);
    CHECK_LESS(c->specimen.sigma[PL_HANG_TURN], 0.5 * DEGREE);
  }
}

static const double cuts[N_SAMPLE] = {0, 45, 90};

// One tensor, from three starts: the numbers, the noise, and one optimum.
LONG_TEST(hang_fit_finds_one_tensor_from_any_start) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, one_tensor);
  pl_measurement *data = hang(ctx, truth, 10, N_SAMPLE, cuts, errors, 1);
  static const double start[3] = {1, 0.3, 2};
  double theta[3][4], chi2[3];
  for (int k = 0; k < 3; k++) {
    pl_fit *fit = fit_points(ctx, data, NULL, 1, start[k]);
    check_found(fit, truth);
    for (int j = 0; j < 4; j++) {
      theta[k][j] = fit->material->theta[j];
      CHECK_LESS(fit->material->sigma[j], 0.03 * truth->theta[j]);
      CHECK_NEAR(theta[k][j], theta[0][j], 0.01 * fit->material->sigma[j]);
    }
    chi2[k] = fit->evidence.chi2;
    CHECK_CLOSE(chi2[k], chi2[0], 1e-5);
    // 576 coordinates, 10 parameters and 10 offsets of labels per sample
    CHECK_NEAR(fit->evidence.chi2 / (576 - 10 - 30), 1, 4 * sqrt(2.0 / 536));
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(data);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// Four data points; then a sample cut 6 degrees askew, held out: its cut is found with the stiffnesses held.
LONG_TEST(hang_fit_finds_four_points_and_a_miscut) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, four_points);
  static const double other[1] = {22.5};
  const pl_hang_error askew[1] = {{6 * DEGREE, 1.003}};
  pl_measurement *data = hang(ctx, truth, 10, N_SAMPLE, cuts, errors, 2), *held = hang(ctx, truth, 10, 1, other, askew, 3);
  pl_fit *fit = fit_points(ctx, data, held, 4, 1);
  check_found(fit, truth);
  CHECK_NEAR(fit->work.fit_case[N_SAMPLE].specimen.value[PL_HANG_TURN], askew->turn, 1 * DEGREE);
  CHECK_NEAR(fit->work.fit_case[N_SAMPLE].specimen.value[PL_HANG_STRETCH], askew->stretch, 0.002);
  pl_fit_destroy(fit);
  pl_measurement_destroy(data);
  pl_measurement_destroy(held);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// Fewer points than the truth has leave more than noise.
LONG_TEST(hang_fit_too_few_points_leave_a_misfit) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, four_points);
  pl_measurement *data = hang(ctx, truth, 10, N_SAMPLE, cuts, errors, 2);
  pl_fit *one = fit_points(ctx, data, NULL, 1, 1), *four = fit_points(ctx, data, NULL, 4, 1);
  CHECK_LESS(4 * four->evidence.chi2, one->evidence.chi2);
  pl_fit_destroy(one);
  pl_fit_destroy(four);
  pl_measurement_destroy(data);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// Cloth without mirror symmetry: six numbers, from samples on both sides of 90 degrees. Four numbers leave a misfit. Such cloth has no
// preferred direction: rotating it and all samples together changes nothing. So only the samples' cut-sigma determines the direction of
// warp, and the standard errors include that.
LONG_TEST(hang_fit_finds_six_components) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, skew_tensor);
  static const double around[N_SAMPLE] = {0, 60, 120};
  pl_measurement *data = hang(ctx, truth, 10, N_SAMPLE, around, errors, 4);
  pl_fit_options options = pl_fit_options_default();
  options.points = 1;
  options.rig.cells = 10;
  pl_fit *fit[2];
  for (int six = 0; six < 2; six++) {
    options.components = six ? 6 : 4;
    REQUIRE(pl_fit_run(ctx, 1, &data, 0, NULL, &options, &fit[six]) == PL_OK);
  }
  REQUIRE(fit[1]->material->n_theta == 6);
  for (int j = 0; j < 6; j++) {
    CHECK_NEAR(fit[1]->material->theta[j], truth->theta[j], 4 * fit[1]->material->sigma[j]);
    CHECK_LESS(fit[1]->material->sigma[j], 15);
  }
  CHECK_NEAR(fit[1]->evidence.chi2 / (576 - 12 - 30), 1, 4 * sqrt(2.0 / 534));
  CHECK_LESS(2 * fit[1]->evidence.chi2, fit[0]->evidence.chi2);
  for (int six = 0; six < 2; six++) pl_fit_destroy(fit[six]);
  options.components = 5;
  CHECK(pl_fit_run(ctx, 1, &data, 0, NULL, &options, &fit[0]) == PL_ERROR_USAGE);
  pl_measurement_destroy(data);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// A field over half a turn, with as many stages: it starts from the field of four numbers and can only fit better.
LONG_TEST(hang_fit_field_without_mirror_symmetry) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, four_points);
  static const double around[N_SAMPLE] = {0, 60, 120};
  pl_measurement *data = hang(ctx, truth, 10, N_SAMPLE, around, errors, 5);
  pl_fit_options options = pl_fit_options_default();
  options.points = 4;
  options.rig.cells = 10;
  pl_fit *fit[2];
  for (int six = 0; six < 2; six++) {
    options.components = six ? 6 : 4;
    REQUIRE(pl_fit_run(ctx, 1, &data, 0, NULL, &options, &fit[six]) == PL_OK);
    CHECK(fit[six]->work.fit_case[0].report.n_failed == 0);
  }
  CHECK(fit[0]->material->n_theta == 16 && fit[1]->material->n_theta == 30);  // origin and 0, 45, 90, 135 degrees
  CHECK(fit[1]->evidence.chi2 < fit[0]->evidence.chi2 + 0.1);
  for (int six = 0; six < 2; six++) pl_fit_destroy(fit[six]);
  pl_measurement_destroy(data);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// Ten points contain the six: whatever they do, they do not fit worse, and lose no test.
LONG_TEST(hang_fit_more_points_never_fit_worse) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, four_points);
  pl_measurement *data = hang(ctx, truth, 10, N_SAMPLE, cuts, errors, 6);
  pl_fit_options options = pl_fit_options_default();
  options.rig.cells = 10;
  double chi2[2];
  for (int ten = 0; ten < 2; ten++) {
    options.points = ten ? 10 : 6;
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &data, 0, NULL, &options, &fit) == PL_OK);
    for (int i = 0; i < N_SAMPLE; i++) CHECK(fit->work.fit_case[i].report.n_failed == 0);
    chi2[ten] = fit->evidence.chi2;
    pl_fit_destroy(fit);
  }
  CHECK(chi2[1] < chi2[0]);
  pl_measurement_destroy(data);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}
