// test_recovery.c: a known material is measured by a virtual rig, with noise, and recovered within its stated sigma. The fit uses its own
// start, and the data come from another mesh or another code path.
#define _XOPEN_SOURCE 700  // M_PI_2
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "fit/virtual_tests.h"
#include "said.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

static const char truth_text[] = "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"150 g/m^2\", \"terms\": ["
                                 "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"stress-spline\", "
                                 "\"order\": 3, \"knots\": [0, 0.02, 0.04, 0.06], "
                                 "\"parameters\": {\"unit\": \"N/m\", \"values\": [2000, 3000, 8000, 15000, 18000]}},"
                                 "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"stress-spline\", "
                                 "\"order\": 3, \"knots\": [0, 0.03, 0.06, 0.09], "
                                 "\"parameters\": {\"unit\": \"N/m\", \"values\": [900, 1500, 2500, 6000, 8000]}},"
                                 "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"stress-spline\", "
                                 "\"order\": 2, \"knots\": [0, 0.05, 0.1, 0.15], "
                                 "\"parameters\": {\"unit\": \"N/m\", \"values\": [120, 60, 80, 140]}}]}";

static pl_measurement *measure_three(pl_context *ctx, const pl_material *truth, double noise_force, uint64_t seed,
                                     const pl_rig_options *rig) {
  pl_test test[3] = {plan_test("warp", 0.05, 0.2, 0, 0.0028, 0, 120), plan_test("weft", 0.05, 0.2, M_PI_2, 0.0042, 0, 120),
                     plan_test("shear", 0.05, 0.2, 0, 0, 0.007, 120)};
  double noise[PL_MAX_CHANNEL] = {0};
  noise[PL_TENSILE_FORCE] = noise_force;
  noise[PL_TENSILE_SHEAR_FORCE] = 0.1 * noise_force;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 3, test, truth, rig, &solve, noise, seed, &measurement, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  keep_channels(measurement, 0, true, false, false);
  keep_channels(measurement, 1, true, false, false);
  keep_channels(measurement, 2, false, true, false);
  unplan_tests(3, test);
  return measurement;
}

// Stress of a material's curve.
static double stress(const pl_material *material, int value, double s) {
  double strain[3] = {0}, t[3];
  strain[value] = s;
  pl_material_eval(material, pl_strain_find("green"), NULL, strain, NULL, t, NULL);
  return t[value];
}

TEST(fit_recovers_volino_curves_from_meshed_data) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, truth_text);
  // data from a mesh with guided edges: another code path than the fit's homogeneous one
  pl_rig_options rig = pl_rig_options_default();
  rig.method = PL_TEST_MESH;
  rig.edges = PL_EDGES_GUIDED;
  rig.topology = PL_TOPOLOGY_IRREGULAR;
  rig.cells = 12;
  pl_measurement *measurement = measure_three(ctx, truth, 0.05, 3, &rig);
  pl_fit_options options = pl_fit_options_default();
  options.rig.method = PL_TEST_CLAMPED;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  CHECK(fit->solution.converged);
  for (int i = 0; i < fit->evidence.n_score; i++) CHECK(fit->evidence.score[i].r2 > 0.999);
  double top[3] = {0.056, 0.087, 0.14};
  const char *name[3] = {"warp", "weft", "shear"};
  for (int i = 0; i < 3; i++) {
    const pl_term *term = pl_material_term(fit->material, name[i]);
    for (int k = 1; k <= 10; k++) {
      double s = top[i] * k / 10, band;
      pl_fit_band(fit, term, &s, &band, NULL);
      // three sigma, plus the small difference of knots between truth and fit
      CHECK_NEAR(stress(fit->material, i, s), stress(truth, i, s), 1.6 * band + 0.004 * stress(truth, i, top[i]));
    }
  }
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// Coverage: the 95 % intervals of the parameters cover the truth in 93-97 % of many draws (binomial slack for 60 seeds x 14 parameters).
LONG_TEST(fit_intervals_cover) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, truth_text);
  pl_rig_options rig = pl_rig_options_default();
  pl_fit_options options = pl_fit_options_default();
  rig.method = options.rig.method = PL_TEST_CLAMPED;
  int inside = 0, total = 0;
  const char *folder = test_folder();
  char path[512];
  snprintf(path, sizeof path, "%s/truth.json", folder);
  REQUIRE(pl_material_save(ctx, path, truth) == PL_OK);
  options.model = path;  // the same terms, so that the truth is inside the model
  options.prior = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    pl_measurement *measurement = measure_three(ctx, truth, 0.05, seed, &rig);
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
    for (int j = 0; j < fit->material->n_theta; j++) {
      total++;
      inside += fabs(fit->material->theta[j] - truth->theta[j]) <= 1.96 * fit->material->sigma[j];
    }
    pl_fit_destroy(fit);
    pl_measurement_destroy(measurement);
  }
  double cover = (double)inside / total;
  printf("coverage %.3f of %d intervals\n", cover, total);
  CHECK(cover > 0.93 && cover < 0.975);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// A bias strip that is neither narrow nor wide. It is simulated in the fit on one mesh, measured on a finer one of another kind, and
// predicted out of sample.
LONG_TEST(fit_by_simulation_recovers_shear_from_bias) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(
      ctx,
      "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"150 g/m^2\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", "
      "\"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [4000, 300, "
      "2000, "
      "150]}}]}");
  pl_test test[4] = {plan_test("warp", 0.1, 0.05, 0, 0.004, 0, 12), plan_test("weft", 0.1, 0.05, M_PI_2, 0.004, 0, 12),
                     plan_test("bias", 0.1, 0.05, M_PI_4, 0.008, 0, 12), plan_test("bias 20", 0.1, 0.05, 0.35, 0.006, 0, 12)};
  pl_rig_options fine = pl_rig_options_default();
  fine.method = PL_TEST_MESH;
  fine.cells = 48;
  fine.topology = PL_TOPOLOGY_IRREGULAR;
  pl_solve_options solve = pl_solve_options_default();
  double noise[PL_MAX_CHANNEL] = {0};
  noise[PL_TENSILE_FORCE] = 0.01;
  pl_measurement *fitted, *held;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 3, test, truth, &fine, &solve, noise, 1, &fitted, &report) == PL_OK);
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 1, test + 3, truth, &fine, &solve, noise, 2, &held, &report) == PL_OK);
  for (int i = 0; i < 3; i++) keep_channels(fitted, i, true, false, false);
  keep_channels(held, 0, true, false, false);
  pl_fit_options options = pl_fit_options_default();
  options.model = "orthotropic";
  options.rig.cells = 24;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &fitted, 1, &held, &options, &fit) == PL_OK);
  CHECK(fit->solution.converged && fit->findings.validation_passed);
  for (int j = 0; j < 4; j++) {
    int k = pl_material_parameter_index(fit->material, (const char *[]){"membrane.c11", "membrane.c12", "membrane.c22", "membrane.c33"}[j]);
    REQUIRE(k >= 0);
    // the fit's coarser mesh is a little stiffer: 3 % on top of three sigma
    CHECK_NEAR(fit->material->theta[k], truth->theta[j], 3 * fit->material->sigma[k] + 0.03 * fabs(truth->theta[j]));
  }
  unplan_tests(4, test);
  pl_fit_destroy(fit);
  pl_measurement_destroy(fitted);
  pl_measurement_destroy(held);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// Only warp was pulled: weft and shear cannot be known, and the fit says so instead of inventing numbers.
TEST(fit_says_what_it_does_not_know) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, truth_text);
  pl_rig_options rig = pl_rig_options_default();
  pl_measurement *measurement = measure_three(ctx, truth, 0.05, 9, &rig);
  measurement->n_test = 1;
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  bool warned = false;
  warned = said_warning(fit, "numbers.not-identifiable") || said_warning(fit, "numbers.not-identifiable-alone") ||
           said_warning(fit, "numbers.vague");
  CHECK(warned);
  for (int j = 0; j < fit->material->n_theta; j++) {
    bool warp = strncmp(fit->material->parameter[j].name, "warp", 4) == 0;
    CHECK(fit->known.identified[j] == warp);
  }
  pl_fit_destroy(fit);
  // without the prior nothing holds them at all: still not determined
  options.prior = 0;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  for (int j = 0; j < fit->material->n_theta; j++) {
    bool warp = strncmp(fit->material->parameter[j].name, "warp", 4) == 0;
    CHECK(warp || !fit->known.identified[j]);
  }
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// One thread or two: the same bits.
LONG_TEST(fit_does_not_depend_on_threads) {
  double theta[2][32];
  int n_theta = 0;
  for (int run = 0; run < 2; run++) {
    pl_context_options context_options = pl_context_options_default();
    context_options.n_thread = run + 1;
    pl_context *ctx = pl_context_create(&context_options);
    pl_material *truth = truth_from_text(ctx, truth_text);
    pl_rig_options rig = pl_rig_options_default();
    pl_measurement *measurement = measure_three(ctx, truth, 0.05, 5, &rig);
    pl_fit_options options = pl_fit_options_default();
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
    n_theta = fit->material->n_theta;
    memcpy(theta[run], fit->material->theta, (size_t)n_theta * sizeof(double));
    pl_fit_destroy(fit);
    pl_measurement_destroy(measurement);
    pl_material_destroy(truth);
    pl_context_destroy(ctx);
  }
  CHECK(memcmp(theta[0], theta[1], (size_t)n_theta * sizeof(double)) == 0);
}
