// test_misfit.c: a test that the law cannot follow moves parameters of other tests, and the fit says which and what the others give.
#define _XOPEN_SOURCE 700  // M_PI_2
#include <math.h>
#include <stdio.h>

#include "estimate/judge/misfit.h"
#include "fit/virtual_tests.h"
#include "protocol/tensile/tensile.h"
#include "said.h"
#include "test.h"

#define TERM(name, law) "{\"name\": \"" name "\", \"strain\": \"green\", \"values\": [\"" name "\"], " law "}"
#define SPLINE(knots, values) \
  "\"law\": \"convex-spline\", \"knots\": [" knots "], \"parameters\": {\"unit\": \"N/m\", \"values\": [" values "]}"
#define CLOTH(warp)                                                                          \
  "{\"pliant\": \"material 1\", \"name\": \"t\", \"terms\": [" TERM("warp", warp) ", " TERM( \
      "weft", SPLINE("0, 0.04, 0.08", "1100, 3000, 9000")) ", " TERM("shear", "\"law\": \"linear\", \"parameters\": [\"50 N/m\"]") "]}"
// The warp stiffens tenfold: one linear law is three times too stiff at small strains.
#define WARP SPLINE("0, 0.015, 0.03", "4000, 12000, 40000")
#define LINEAR "\"law\": \"linear\", \"parameters\": [\"10000 N/m\"]"

// Pulled and sheared along warp and weft at a fixed distance of the clamps, 1 % noise: shear strains the yarns along it.
static pl_measurement *laboratory(pl_context *ctx, const pl_material *truth) {
  pl_test test[4] = {plan_test("warp", 0.05, 0.2, 0, 0.0015, 0, 40), plan_test("weft", 0.05, 0.2, M_PI_2, 0.004, 0, 40),
                     plan_test("shear along warp", 0.05, 0.2, 0, 0, 0.007, 40),
                     plan_test("shear along weft", 0.05, 0.2, M_PI_2, 0, 0.007, 40)};
  pl_rig_options rig = pl_rig_options_default();
  rig.method = PL_TEST_CLAMPED;
  pl_solve_options solve = pl_solve_options_default();
  double noise[PL_MAX_CHANNEL] = {0};
  noise[PL_TENSILE_FORCE] = 0.2;
  noise[PL_TENSILE_SHEAR_FORCE] = 0.01;
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 4, test, truth, &rig, &solve, noise, 4, &measurement, &report) == PL_OK);
  unplan_tests(4, test);
  for (int i = 0; i < 4; i++) keep_channels(measurement, i, i < 2, i >= 2, false);
  return measurement;
}

static pl_fit *fit_file(pl_context *ctx, pl_measurement *measurement, const char *text) {
  char path[600];
  snprintf(path, sizeof path, "%s/model.json", test_folder());
  FILE *file = fopen(path, "w");
  REQUIRE(file && fputs(text, file) >= 0 && fclose(file) == 0);
  pl_fit_options options = pl_fit_options_default();
  options.model = path;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  return fit;
}

TEST(misfit_of_one_test_names_the_parameters_it_moves) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, CLOTH(WARP));
  pl_measurement *measurement = laboratory(ctx, truth);
  pl_fit *right = fit_file(ctx, measurement, CLOTH(WARP)), *wrong = fit_file(ctx, measurement, CLOTH(LINEAR));
  int own = pl_material_parameter_index(wrong->material, "weft.k0"), of_truth = pl_material_parameter_index(truth, "weft.k0");
  REQUIRE(own >= 0 && of_truth >= 0);
  double value = truth->theta[of_truth];
  CHECK_NEAR(right->material->theta[of_truth], value, 4 * right->material->sigma[of_truth]);
  CHECK(right->known.n_moved == 0);
  CHECK_NO_WARNING(right, "numbers.moved");
  // the fault: the linear warp's misfit reaches the weft through both shear tests
  CHECK(wrong->material->theta[own] > 2 * value);
  CHECK_WARNING(wrong, "numbers.moved");
  bool found = false;
  for (int i = 0; i < wrong->known.n_moved; i++) {
    const pl_moved *moved = &wrong->known.moved[i];
    printf("%s moves %s: %.5g without it +- %.3g, fitted %.5g\n", wrong->work.fit_case[moved->test].test->name,
           wrong->material->parameter[moved->theta].name, moved->without, moved->sigma, wrong->material->theta[moved->theta]);
    if (moved->theta != own || strcmp(wrong->work.fit_case[moved->test].test->name, "warp") != 0) continue;
    found = true;
    CHECK_NEAR(moved->without, value, 4 * moved->sigma);
  }
  CHECK(found);
  pl_fit_destroy(right);
  pl_fit_destroy(wrong);
  pl_measurement_destroy(measurement);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}
