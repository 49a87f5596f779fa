// test_moment_fit.c: rigidity and friction found again from loops of moment over curvature that another code path made.
#include <math.h>
#include <string.h>

#include "estimate/problem/fit.h"
#include "protocol/moment-curvature/moment.h"
#include "said.h"
#include "scenes/scenes.h"
#include "test.h"
#include "unit/protocol/suspect_case.h"

#define PI 3.14159265358979323846
static const scene_bend cloth[3] = {
    {{9.2e-6, 9.2e-6}, 0, 2.6e-4, 0, 14}, {{5.7e-6, 5.7e-6}, 0, 1.9e-4, 0, 16}, {{4e-6, 4e-6}, 0, 0.8e-4, 0, 20}};
static const double angles[] = {0, PI / 2, PI / 4};

static pl_fit *fit_loops(pl_context *ctx, const scene_bend bend[3], int n_angle, bool given, const char *model, uint64_t seed,
                         pl_measurement **m) {
  const scene_loop_plan plan = {
      .n_angle = n_angle, .angle = angles, .top = 250, .per_branch = 25, .cycles = 1, .sigma = 1e-5, .sigma_given = given};
  REQUIRE(scene_loops(ctx, bend, &plan, seed, m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  if (model) options.model = model;
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 1, m, 0, NULL, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return fit;
}

static void check_number(const pl_fit *fit, const char *name, double truth) {
  int j = pl_material_parameter_index(fit->material, name);
  if (j < 0) test_fail(__FILE__, __LINE__, "no parameter %s in %s", name, fit->solution.model);
  REQUIRE(j >= 0);
  CHECK_NEAR(fit->material->theta[j], truth, 3.5 * fit->material->sigma[j]);
  CHECK(fit->material->sigma[j] < 0.15 * truth);
}

static bool warned(const pl_fit *fit, const char *id) {
  for (int i = 0; i < fit->findings.n_warning; i++)
    if (strcmp(fit->findings.warning[i].id, id) == 0) return true;
  return false;
}

TEST(moment_fit_finds_rigidity_and_friction_of_each_direction) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m;
  for (int given = 0; given < 2; given++) {
    pl_fit *fit = fit_loops(ctx, cloth, 3, given, NULL, 7, &m);
    CHECK_TEXT(fit->solution.model, "rigidity-constant");
    check_number(fit, "bend-warp.k", 9.2e-6);
    check_number(fit, "bend-weft.k", 5.7e-6);
    check_number(fit, "bend-twist.k", 4e-6);
    check_number(fit, "bend-warp-friction.a", 2.6e-4);
    check_number(fit, "bend-weft-friction.tau", 16);
    CHECK(!warned(fit, "moment.faces-differ"));
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
  }
  pl_context_destroy(ctx);
}

TEST(moment_fit_notices_faces_that_differ) {
  static const scene_bend two[3] = {{{9.2e-6, 7.5e-6}, 0, 2.6e-4, 0, 14}};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m;
  pl_fit *fit = fit_loops(ctx, two, 1, false, NULL, 3, &m);
  CHECK_TEXT(fit->solution.model, "rigidity-faces");
  check_number(fit, "bend-warp.k1", 9.2e-6);
  check_number(fit, "bend-warp.k0", 7.5e-6);
  CHECK(warned(fit, "moment.faces-differ"));
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(moment_fit_finds_a_moment_that_stiffens) {
  static const scene_bend stiff[3] = {{{6e-6, 6e-6}, 8e-11, 2e-4, 0, 14}};  // the tangent at 250 1/m is 21e-6
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m;
  pl_fit *fit = fit_loops(ctx, stiff, 1, true, NULL, 5, &m);
  CHECK_TEXT(fit->solution.model, "rigidity-curve");
  double moment[3], at[3] = {100, 175, 250};
  bool elastic[8] = {[1] = true};
  pl_moment_along(fit->material, fit->material->theta, 0, elastic, 3, at, moment);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(moment[i], 6e-6 * at[i] + 8e-11 * at[i] * at[i] * at[i], 0.03);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// Without a bias strip the twist has no term; a bias strip without warp and weft is refused.
TEST(moment_fit_refuses_a_bias_strip_alone) {
  static const double bias[] = {PI / 4};
  pl_context *ctx = pl_context_create(NULL);
  const scene_loop_plan plan = {.n_angle = 1, .angle = bias, .top = 250, .per_branch = 10, .cycles = 1, .sigma = 1e-5};
  pl_measurement *m;
  REQUIRE(scene_loops(ctx, cloth, &plan, 1, &m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "[moment.direction-missing]");
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// Data sheets: B of the bias cut is (D11 + D22)/4 + D66 and what friction adds to the slope from 0.5 to 1.5 1/cm. Friction of warp and
// weft explains all of 2HB here. With the assumed rate of 5 1/m and half of the curvature in each, M = HB (1 - exp(-kappa/(10 1/m))).
TEST(moment_fit_of_data_sheets_finds_the_twist) {
  static const double gf_cm2 = 9.80665e-5;  // N m: 1 gf cm^2/cm
  static const double widths[] = {0.01, 0.06, 0.2};
  suspect_start();
  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             "{\"pliant\": \"experiment 1\", \"protocol\": \"moment-curvature\", \"tests\": ["
             "{\"name\": \"a\", \"direction\": \"warp\", \"rigidity\": \"0.05 gf cm^2/cm\", \"bending-hysteresis\": \"%g gf cm/cm\"}, "
             "{\"name\": \"b\", \"direction\": \"weft\", \"rigidity\": \"0.05 gf cm^2/cm\", \"bending-hysteresis\": \"%g gf cm/cm\"}, "
             "{\"name\": \"c\", \"angle\": \"45 deg\", \"rigidity\": \"0.045 gf cm^2/cm\", \"bending-hysteresis\": \"%g gf cm/cm\"}]}",
             widths[i], widths[i], widths[i]);
    pl_measurement *m = suspect_load_text(text);
    REQUIRE(m != NULL);
    pl_fit_options options = pl_fit_options_default();
    pl_fit *fit;
    REQUIRE(pl_fit_run(suspect_ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
    static const char *const name[] = {"bend-warp.k", "bend-weft.k", "bend-twist.k"};
    const double truth[] = {0.05, 0.05, 0.02 - 0.5 * widths[i] * (exp(-5) - exp(-15))};
    for (int d = 0; d < 3; d++) {
      int j = pl_material_parameter_index(fit->material, name[d]);
      REQUIRE(j >= 0);
      CHECK_NEAR(fit->material->theta[j] / gf_cm2, truth[d], 0.002 * truth[d]);
    }
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
  }
  suspect_finish();
}
