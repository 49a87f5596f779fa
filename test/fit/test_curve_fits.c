// test_curve_fits.c: further results of fits of force curves: coupling from lateral contraction, a displacement zero, agreement and
// disagreement of two shear curves. Also what must be rejected.
#define _XOPEN_SOURCE 700  // M_PI_2
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/virtual_tests.h"
#include "said.h"
#include "test.h"
#include "protocol/tensile/tensile.h"
#include "protocol/tensile/tensile_part.h"

static pl_measurement *measure(pl_context *ctx, const pl_material *truth, int n_test, pl_test *test, double noise_force,
                               double noise_lateral, pl_test_method method) {
  pl_rig_options rig = pl_rig_options_default();
  rig.method = method;
  pl_solve_options solve = pl_solve_options_default();
  double noise[PL_MAX_CHANNEL] = {0};
  noise[PL_TENSILE_FORCE] = noise_force;
  noise[PL_TENSILE_SHEAR_FORCE] = noise_force;
  noise[PL_TENSILE_LATERAL] = noise_lateral;
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), n_test, test, truth, &rig, &solve, noise, 4, &measurement, &report) == PL_OK);
  unplan_tests(n_test, test);
  return measurement;
}

static void drop(pl_measurement *m, int test, int channel) { m->test[test].channel[channel].value = NULL; }

// Narrow strips with their lateral contraction: the cross stiffness comes back within its own sigma.
TEST(fit_recovers_cross_coupling) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(
      ctx, "{\"pliant\": \"material 1\", \"name\": \"t\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", \"law\": \"orthotropic\", "
           "\"parameters\": {\"unit\": \"N/m\", \"values\": [3000, 500, 1500, 200]}}]}");
  pl_test test[2] = {plan_test("warp", 0.2, 0.02, 0, 0.008, 0, 60), plan_test("weft", 0.2, 0.02, M_PI_2, 0.012, 0, 60)};
  pl_measurement *measurement = measure(ctx, truth, 2, test, 0.01, 1e-4, PL_TEST_FREE);
  for (int i = 0; i < 2; i++) drop(measurement, i, PL_TENSILE_SHEAR_FORCE);
  pl_fit_options options = pl_fit_options_default();
  options.model = "orthotropic";
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  CHECK(fit->solution.converged && fit->findings.fit_passed);
  const char *name[3] = {"membrane.c11", "membrane.c12", "membrane.c22"};
  for (int i = 0; i < 3; i++) {
    int j = pl_material_parameter_index(fit->material, name[i]);
    REQUIRE(j >= 0);
    CHECK_NEAR(fit->material->theta[j], truth->theta[i], 3.5 * fit->material->sigma[j]);
    CHECK(fit->material->sigma[j] < 0.02 * truth->theta[i]);
  }
  // nothing sheared the strips
  CHECK(!fit->known.identified[pl_material_parameter_index(fit->material, "membrane.c33")]);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// A file whose numbers are a hundred times too small or too large gives the same material: its prior takes the size that was measured.
TEST(fit_of_a_file_does_not_depend_on_its_size) {
  pl_context *ctx = pl_context_create(NULL);
  static const double factor[3] = {1, 0.01, 100};
  static const char text[] =
      "{\"pliant\": \"material 1\", \"name\": \"t\", \"terms\": [{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], "
      "\"law\": \"convex-spline\", \"knots\": [0, 0.02, 0.05], \"parameters\": {\"unit\": \"N/m\", \"values\": [%g, %g, %g]}}, "
      "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": [\"%g N/m\"]}, {\"name\": "
      "\"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": [\"50 N/m\"]}]}";
  char own[1200], path[600];
  snprintf(own, sizeof own, text, 1000.0, 2000.0, 6000.0, 900.0);
  pl_material *truth = truth_from_text(ctx, own);
  pl_test test[2] = {plan_test("warp", 0.05, 0.6, 0, 0.0025, 0, 30), plan_test("weft", 0.05, 0.6, M_PI_2, 0.0025, 0, 30)};
  pl_measurement *m = measure(ctx, truth, 2, test, 0.5, 1e-4, PL_TEST_CLAMPED);
  for (int i = 0; i < 2; i++) keep_channels(m, i, true, false, false);
  double first[4];
  for (int k = 0; k < 3; k++) {
    snprintf(own, sizeof own, text, 1000 * factor[k], 2000 * factor[k], 6000 * factor[k], 900 * factor[k]);
    snprintf(path, sizeof path, "%s/%d.json", test_folder(), k);
    FILE *file = fopen(path, "w");
    REQUIRE(file && fputs(own, file) >= 0 && fclose(file) == 0);
    pl_fit_options options = pl_fit_options_default();
    options.model = path;
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
    for (int j = 0; j < 4; j++) {
      printf("factor %g: %s %.5g +- %.2g\n", factor[k], fit->material->parameter[j].name, fit->material->theta[j], fit->material->sigma[j]);
      if (k == 0) first[j] = fit->material->theta[j];
      CHECK_NEAR(fit->material->theta[j], first[j], 0.05 * fit->material->sigma[j]);
      CHECK_NEAR(fit->material->theta[j], truth->theta[j], 4 * fit->material->sigma[j]);
    }
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// An orthotropic cloth in narrow strips, forces and, on request, lateral contraction; fitted by `model`.
// *measurement must outlive the fit.
static pl_fit *fit_strips_cross(pl_context *ctx, double c12, bool lateral, const char *model, int cross, pl_measurement **measurement) {
  char text[400];
  snprintf(text, sizeof text,
           "{\"pliant\": \"material 1\", \"name\": \"t\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", \"law\": \"orthotropic\", "
           "\"parameters\": {\"unit\": \"N/m\", \"values\": [3000, %g, 1500, 200]}}]}",
           c12);
  pl_material *truth = truth_from_text(ctx, text);
  pl_test test[2] = {plan_test("warp", 0.2, 0.02, 0, 0.008, 0, 60), plan_test("weft", 0.2, 0.02, M_PI_2, 0.012, 0, 60)};
  *measurement = measure(ctx, truth, 2, test, 0.01, 1e-4, PL_TEST_FREE);
  for (int i = 0; i < 2; i++) keep_channels(*measurement, i, true, false, lateral);
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  options.cross = cross;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, measurement, 0, NULL, &options, &fit) == PL_OK);
  pl_material_destroy(truth);
  return fit;
}

static pl_fit *fit_strips(pl_context *ctx, double c12, bool lateral, const char *model, pl_measurement **measurement) {
  return fit_strips_cross(ctx, c12, lateral, model, 0, measurement);
}

// --cross off: no coupling in the material, of whatever model. The stiffness with free width comes back all the same.
TEST(fit_without_coupling_has_none) {
  static const char *const model[] = {"orthotropic", "coupled", "additive"};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *strips;
  for (int m = 0; m < 3; m++) {
    pl_fit *fit = fit_strips_cross(ctx, 500, false, model[m], 2, &strips);
    double s[3] = {0}, t[3], k[9];
    pl_material_eval(fit->material, pl_strain_reference(false), NULL, s, NULL, t, k);
    CHECK(fit->solution.converged && !said_warning(fit, "numbers.coupling-fixed"));
    CHECK_NEAR(k[1], 0, 1e-9 * k[0]);
    CHECK_CLOSE(k[0], 3000 - 500.0 * 500 / 1500, 0.02);
    pl_fit_destroy(fit);
    pl_measurement_destroy(strips);
  }
  pl_context_destroy(ctx);
}

// Forces of pulls along the yarns do not measure the coupling: it is fixed and said so. What was measured, the stiffness with free width,
// comes back: 3000 - 500^2/1500 = 2833.3 N/m along warp.
TEST(fit_fixes_a_coupling_that_no_test_measured) {
  static const char *const model[] = {"orthotropic", "coupled", "additive"};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *strips;
  for (int m = 0; m < 3; m++) {
    pl_fit *fit = fit_strips(ctx, 500, false, model[m], &strips);
    const pl_strain *green = pl_strain_reference(false);
    double s[3] = {0}, t[3], k[9];
    pl_material_eval(fit->material, green, NULL, s, NULL, t, k);
    CHECK(fit->solution.converged && said_warning(fit, "numbers.coupling-fixed"));
    CHECK_NEAR(fit->solution.coupling, 0.3, 0);
    CHECK_NEAR(k[1] / sqrt(k[0] * k[4]), 0.3, m == 0 ? 0.003 : 0.05);  // of curves the smallest tangent counts
    CHECK_CLOSE(k[0] - k[1] * k[1] / k[4], 3000 - 500.0 * 500 / 1500, 0.02);
    for (int j = 0; j < fit->material->n_theta; j++) {
      bool coupling = fit->material->term[fit->material->parameter[j].term].law.row->flags & PL_LAW_COUPLING;
      if (coupling || strstr(fit->material->parameter[j].name, "c12")) CHECK(fit->material->parameter[j].frozen);
    }
    pl_fit_destroy(fit);
    pl_measurement_destroy(strips);
    fit = fit_strips(ctx, 500, true, model[m], &strips);
    CHECK(!said_warning(fit, "numbers.coupling-fixed") && fit->solution.coupling == 0);
    pl_fit_destroy(fit);
    pl_measurement_destroy(strips);
  }
  pl_context_destroy(ctx);
}

// c12^2 near c11 c22: a warning that counts in the verdict. Usual couplings have none. The fit starts from a file with other numbers.
TEST(fit_warns_of_a_coupling_near_its_limit) {
  static const double ratio[] = {0.3, 0.7, 0.96};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *strips;
  char path[1200], text[400];
  snprintf(path, sizeof path, "%s/start.json", test_folder());
  for (int i = 0; i < 3; i++) {
    double c12 = ratio[i] * sqrt(3000.0 * 1500);
    snprintf(text, sizeof text,
             "{\"pliant\": \"material 1\", \"name\": \"s\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", \"law\": "
             "\"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [3300, %g, 1700, 200]}}]}",
             0.97 * c12);
    REQUIRE(pl_file_write(ctx, path, text, strlen(text)) == PL_OK);
    pl_fit *fit = fit_strips(ctx, c12, true, path, &strips);
    CHECK((said_warning(fit, "material.near-singular") != NULL) == (i == 2));
    CHECK((fit->findings.unstable != NULL) == (i == 2));
    if (i == 2) CHECK(pl_result_state(fit) != PL_VERDICT_GOOD);
    pl_fit_destroy(fit);
    pl_measurement_destroy(strips);
  }
  pl_context_destroy(ctx);
}

// A strong coupling: the usual start, 200 N/m in every direction, is far from 3000 N/m. Steps from there were all refused, and the fit ended
// at its first numbers. From the homogeneous solution of the readings it reaches the truth.
TEST(fit_starts_from_the_homogeneous_solution) {
  static const double ratio[] = {0.9, 0.96};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *strips;
  for (int i = 0; i < 2; i++) {
    double c12 = ratio[i] * sqrt(3000.0 * 1500), truth[3] = {3000, c12, 1500};
    pl_fit *fit = fit_strips(ctx, c12, true, "orthotropic", &strips);
    CHECK(fit->solution.converged && fit->findings.fit_passed);
    static const char *const name[3] = {"membrane.c11", "membrane.c12", "membrane.c22"};
    for (int k = 0; k < 3; k++) {
      int j = pl_material_parameter_index(fit->material, name[k]);
      CHECK_NEAR(fit->material->theta[j], truth[k], 3.5 * fit->material->sigma[j]);
    }
    pl_fit_destroy(fit);
    pl_measurement_destroy(strips);
  }
  pl_context_destroy(ctx);
}

// From a file the start is the user's. Where the steps from it are refused to the end, the fit says so and why.
TEST(fit_says_why_its_last_steps_were_refused) {
  static const char start[] = "{\"pliant\": \"material 1\", \"name\": \"s\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", \"law\": "
                              "\"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [197, 19.7, 197, 19.7]}}]}";
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *strips;
  char path[1200];
  snprintf(path, sizeof path, "%s/start.json", test_folder());
  REQUIRE(pl_file_write(ctx, path, start, sizeof start - 1) == PL_OK);
  pl_fit *fit = fit_strips(ctx, 0.96 * sqrt(3000.0 * 1500), true, path, &strips);
  CHECK(!fit->solution.converged && fit->solution.n_refused > 1);
  CHECK(said_warning(fit, "run.ended-refused") != NULL);
  int failed = 0;
  for (int i = fit->work.n_iteration - fit->solution.n_refused; i < fit->work.n_iteration; i++)
    failed += fit->work.iteration[i].n_failed > 0;
  CHECK(said_warning(fit, failed ? "run.refused-no-equilibrium" : "run.refused-residuals-rose") != NULL);
  CHECK(said_warning(fit, failed ? "run.refused-residuals-rose" : "run.refused-no-equilibrium") == NULL);
  pl_fit_destroy(fit);
  pl_measurement_destroy(strips);
  pl_context_destroy(ctx);
}

static const char stiff_from_the_start[] = "{\"pliant\": \"material 1\", \"name\": \"t\", \"terms\": ["
                                           "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", "
                                           "\"parameters\": {\"unit\": \"N/m\", \"values\": [8000]}},"
                                           "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", "
                                           "\"parameters\": {\"unit\": \"N/m\", \"values\": [4000]}},"
                                           "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", "
                                           "\"parameters\": {\"unit\": \"N/m\", \"values\": [100]}}]}";

// The displacement was zeroed on a specimen already stretched by 0.3 mm: with a law that separates from the offset it is found.
TEST(fit_finds_a_displacement_zero) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, stiff_from_the_start);
  pl_test test[1] = {plan_test("warp", 0.1, 0.05, 0, 0.004, 0, 80)};
  pl_measurement *measurement = measure(ctx, truth, 1, test, 0.02, 0, PL_TEST_CLAMPED);
  drop(measurement, 0, PL_TENSILE_SHEAR_FORCE);
  drop(measurement, 0, PL_TENSILE_LATERAL);
  double *control = measurement->test[0].channel[PL_TENSILE_DISPLACEMENT].value;
  for (int f = 0; f < 80; f++) control[f] -= 0.0003;
  measurement->test[0].fit_offset = true;
  pl_fit_options options = pl_fit_options_default();
  options.model = "linear";
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  CHECK_NEAR(fit->work.fit_case[0].specimen.value[0], 0.0003, 4 * fit->work.fit_case[0].specimen.sigma[0]);
  CHECK(fit->work.fit_case[0].specimen.sigma[0] < 2e-5);
  CHECK_CLOSE(fit->material->theta[0], 8000, 0.01);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// Volino's appendix: one fabric whose two shear curves agree, and data of two fabrics whose do not.
TEST(fit_compares_the_two_shear_curves) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, stiff_from_the_start), *other = truth_from_text(ctx, stiff_from_the_start);
  other->theta[2] = 160;
  for (int round = 0; round < 2; round++) {
    pl_test first[3] = {plan_test("warp", 0.02, 0.3, 0, 0.0004, 0, 30), plan_test("weft", 0.02, 0.3, M_PI_2, 0.0006, 0, 30),
                        plan_test("shear along warp", 0.02, 0.3, 0, 0, 0.002, 30)};
    pl_test second[1] = {plan_test("shear along weft", 0.02, 0.3, M_PI_2, 0, 0.002, 30)};
    pl_measurement *a = measure(ctx, truth, 3, first, 0.002, 0, PL_TEST_CLAMPED);
    pl_measurement *b = measure(ctx, round == 0 ? truth : other, 1, second, 0.002, 0, PL_TEST_CLAMPED);
    for (int i = 0; i < 3; i++) {
      drop(a, i, PL_TENSILE_LATERAL);
      drop(a, i, i < 2 ? PL_TENSILE_SHEAR_FORCE : PL_TENSILE_FORCE);
    }
    drop(b, 0, PL_TENSILE_LATERAL);
    drop(b, 0, PL_TENSILE_FORCE);
    pl_measurement *both[2] = {a, b};
    pl_fit_options options = pl_fit_options_default();
    options.model = "linear";
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 2, both, 0, NULL, &options, &fit) == PL_OK);
    const pl_tensile_findings *found = pl__tensile_findings_of(fit);
    REQUIRE(found && found->shear_words);
    if (round == 0) {
      CHECK_LESS(found->shear_mismatch, 0.02);
      CHECK_CONTAINS(found->shear_words, "agree");
    } else {
      CHECK_NEAR(found->shear_mismatch, 60.0 / 130, 0.05);  // |100 - 160| over their mean
      CHECK_CONTAINS(found->shear_words, "differ");
    }
    pl_fit_destroy(fit);
    pl_measurement_destroy(a);
    pl_measurement_destroy(b);
  }
  pl_material_destroy(truth);
  pl_material_destroy(other);
  pl_context_destroy(ctx);
}

// Data whose best-fitting stiffness is negative: the bound is active, kept, reported, and its parameter has no sigma.
TEST(fit_reports_a_bound) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *truth = truth_from_text(ctx, stiff_from_the_start);
  pl_test test[1] = {plan_test("warp", 0.1, 0.05, 0, 0.004, 0, 60)};
  pl_measurement *measurement = measure(ctx, truth, 1, test, 0.02, 0, PL_TEST_CLAMPED);
  drop(measurement, 0, PL_TENSILE_SHEAR_FORCE);
  drop(measurement, 0, PL_TENSILE_LATERAL);
  double *force = measurement->test[0].channel[PL_TENSILE_FORCE].value;
  for (int f = 0; f < 60; f++) force[f] = f < 30 ? 0.2 * f : 6 - 0.12 * (f - 30);  // softens after a peak
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  int n_bound = 0;
  for (int j = 0; j < fit->material->n_theta; j++) {
    CHECK(fit->material->theta[j] >= fit->material->parameter[j].lower);
    if (!fit->known.at_bound[j]) continue;
    n_bound++;
    CHECK(isnan(fit->material->sigma[j]) && !fit->known.identified[j]);
  }
  CHECK(n_bound > 0);
  bool warned = false;
  warned = said_warning(fit, "numbers.lower-bound") != NULL;
  CHECK(warned && !fit->findings.fit_passed);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}
