// test_joint_curves.c: force curves of a clamped cloth and tests of its bending in one fit; kinds that measure the same half are refused.
#define _XOPEN_SOURCE 700  // M_PI_2
#include <math.h>

#include "estimate/problem/fit.h"
#include "fit/virtual_tests.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "protocol/tensile/tensile.h"
#include "said.h"
#include "scenes/scenes.h"
#include "test.h"

static const char cloth[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": ["
    "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"3000 N/m\"}}, "
    "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"1800 N/m\"}}, "
    "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"90 N/m\"}}, "
    "{\"name\": \"bend-warp\", \"strain\": \"curvature\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"9.2 uN "
    "m\"}}, "
    "{\"name\": \"bend-weft\", \"strain\": \"curvature\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"5.7 uN "
    "m\"}}]}";
// the bending of the same cloth, with friction that only its loops show
static const scene_bend bent[3] = {{{9.2e-6, 9.2e-6}, 0, 2.6e-4, 0, 14}, {{5.7e-6, 5.7e-6}, 0, 1.9e-4, 0, 16}};
static const double angles[] = {0, M_PI_2};
enum { PULLED, LOOPS, STRIPS, N_KIND };

typedef struct laboratory {
  pl_context *ctx;
  pl_arena *arena;  // of the planned strips
  pl_material *truth;
  pl_measurement *data[N_KIND];
} laboratory;

static pl_measurement *pulled(pl_context *ctx, const pl_material *truth) {
  pl_test test[3] = {plan_test("warp", 0.05, 0.2, 0, 0.002, 0, 20), plan_test("weft", 0.05, 0.2, M_PI_2, 0.003, 0, 20),
                     plan_test("shear", 0.05, 0.2, 0, 0, 0.005, 20)};
  const double noise[PL_MAX_CHANNEL] = {[PL_TENSILE_FORCE] = 0.05, [PL_TENSILE_SHEAR_FORCE] = 0.01};
  pl_rig_options rig = pl_rig_options_default();
  rig.method = PL_TEST_MESH;
  rig.edges = PL_EDGES_GUIDED;
  rig.topology = PL_TOPOLOGY_IRREGULAR;
  rig.cells = 10;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *made;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 3, test, truth, &rig, &solve, noise, 5, &made, &report) == PL_OK);
  keep_channels(made, 0, true, false, false);
  keep_channels(made, 1, true, false, false);
  keep_channels(made, 2, false, true, false);
  unplan_tests(3, test);
  return made;
}

static pl_measurement *strips(pl_context *ctx, pl_arena *arena, const pl_material *truth) {
  static const char *const name[] = {"strip-0", "strip-90"};
  pl_test test[2];
  for (int i = 0; i < 2; i++) {
    pl_cantilever_plan plan = pl_cantilever_plan_default();
    plan.name = name[i];
    plan.overhang = 0.08;
    plan.cut = angles[i];
    REQUIRE(pl_plan_cantilever(arena, &plan, &test[i]) == PL_OK);
  }
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = 60;
  pl_solve_options solve = pl_solve_options_default();
  const double sigma[PL_MAX_CHANNEL] = {[PL_CANTILEVER_PROFILE] = 1e-4};
  pl_measurement *made;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("cantilever"), 2, test, truth, &rig, &solve, sigma, 2, &made, &report) == PL_OK);
  return made;
}

static laboratory lab_open(void) {
  const scene_loop_plan plan = {
      .n_angle = 2, .angle = angles, .top = 250, .per_branch = 25, .cycles = 1, .sigma = 1e-5, .sigma_given = true};
  laboratory lab = {.ctx = pl_context_create(NULL)};
  lab.truth = truth_from_text(lab.ctx, cloth);
  lab.arena = pl_arena_create(lab.ctx);
  lab.data[PULLED] = pulled(lab.ctx, lab.truth);
  REQUIRE(scene_loops(lab.ctx, bent, &plan, 7, &lab.data[LOOPS]) == PL_OK);
  lab.data[STRIPS] = strips(lab.ctx, lab.arena, lab.truth);
  return lab;
}

static void lab_close(laboratory *lab) {
  for (int i = 0; i < N_KIND; i++) pl_measurement_destroy(lab->data[i]);
  pl_arena_destroy(lab->arena);
  pl_material_destroy(lab->truth);
  pl_context_destroy(lab->ctx);
}

static double stress(const pl_material *material, int value, double s) {
  double strain[3] = {0}, t[3];
  strain[value] = s;
  pl_material_eval(material, pl_strain_find("green"), NULL, strain, NULL, t, NULL);
  return t[value];
}

// Curves of the membrane within their bands, and both rigidities within their own sigma.
static void check_cloth(const pl_fit *fit, const pl_material *truth) {
  static const char *const curve[3] = {"warp", "weft", "shear"}, *const rigidity[2] = {"bend-warp.k", "bend-weft.k"};
  static const double top[3] = {0.04, 0.06, 0.1};
  for (int i = 0; i < 3; i++)
    for (int k = 1; k <= 4; k++) {
      double s = top[i] * k / 4, band;
      pl_fit_band(fit, pl_material_term(fit->material, curve[i]), &s, &band, NULL);
      CHECK_NEAR(stress(fit->material, i, s), stress(truth, i, s), 2 * band);
      CHECK_LESS(band, 0.1 * stress(truth, i, top[i]));
    }
  for (int i = 0; i < 2; i++) {
    int j = pl_material_parameter_index(fit->material, rigidity[i]), at = pl_material_parameter_index(truth, rigidity[i]);
    if (j < 0) test_fail(__FILE__, __LINE__, "no %s in %s", rigidity[i], fit->solution.model);
    REQUIRE(j >= 0);
    CHECK_NEAR(fit->material->theta[j], truth->theta[at], 4 * fit->material->sigma[j]);
    CHECK_LESS(fit->material->sigma[j], 0.05 * truth->theta[at]);
    CHECK(fit->known.identified[j] && !fit->material->parameter[j].frozen);
  }
}

// Well determined parameters of bending do not outweigh weak ones of stretching. The marks are set by hand.
static void check_verdict_by_part(pl_fit *fit) {
  int n = fit->material->n_theta, stretching = 0;
  for (int j = 0; j < n; j++) fit->known.weak[j] = false;
  CHECK(pl_result_state(fit) == PL_VERDICT_GOOD);
  for (int j = 0; j < n; j++)
    stretching += !fit->material->parameter[j].frozen && !pl_strain_bends(fit->material->term[fit->material->parameter[j].term].strain);
  int marked = 0;
  for (int j = 0; j < n && 2 * marked <= stretching; j++) {
    bool counts = !fit->material->parameter[j].frozen && !pl_strain_bends(fit->material->term[fit->material->parameter[j].term].strain);
    if (!counts || fit->material->sigma[j] > PL_VAGUE * fabs(fit->material->theta[j])) continue;
    fit->known.weak[j] = true;
    marked++;
  }
  CHECK(2 * marked > stretching);
  CHECK(pl_result_state(fit) == PL_VERDICT_PARTLY);
}

static void check_pair(const laboratory *lab, int bending) {
  for (int first = 0; first < 2; first++) {
    pl_measurement *given[2] = {lab->data[first ? bending : PULLED], lab->data[first ? PULLED : bending]};
    pl_fit_options options = pl_fit_options_default();
    options.rig.method = PL_TEST_CLAMPED;
    if (bending == STRIPS) options.bend_knots = "0";
    pl_fit *fit;
    pl_status status = pl_fit_run(lab->ctx, 2, given, 0, NULL, &options, &fit);
    if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(lab->ctx)->message);
    REQUIRE(status == PL_OK);
    CHECK(fit->solution.converged && fit->findings.fit_passed);
    check_cloth(fit, lab->truth);
    if (bending == LOOPS) check_verdict_by_part(fit);
    // a test of stretching is compared as it was given, also beside bending that has a memory
    for (int i = 0; i < fit->problem.n_fitted; i++)
      if (fit->work.fit_case[i].test->protocol == lab->data[PULLED]->protocol)
        CHECK(fit->work.fit_case[i].test->n_frame == lab->data[PULLED]->test[0].n_frame);
    pl_fit_destroy(fit);
  }
}

TEST(joint_fit_of_force_curves_and_loops_of_moment) {
  laboratory lab = lab_open();
  check_pair(&lab, LOOPS);
  lab_close(&lab);
}

TEST(joint_fit_of_force_curves_and_strips) {
  laboratory lab = lab_open();
  check_pair(&lab, STRIPS);
  lab_close(&lab);
}

// Two kinds of tests of one half have no common schedule: refused, with the way out.
TEST(joint_fit_refuses_two_kinds_of_bending) {
  laboratory lab = lab_open();
  pl_measurement *given[3] = {lab.data[LOOPS], lab.data[STRIPS], lab.data[PULLED]};
  for (int n = 2; n <= 3; n++) {
    pl_fit_options options = pl_fit_options_default();
    pl_fit *fit;
    CHECK(pl_fit_run(lab.ctx, n, given, 0, NULL, &options, &fit) == PL_ERROR_INPUT && !fit);
    CHECK_CONTAINS(said_error(lab.ctx), "[model.mixture]");
    pl_context_clear_error(lab.ctx);
  }
  lab_close(&lab);
}
