// Hung samples and strips of one cloth in one fit; mixtures without a common schedule are refused, whatever comes first.
#include "said.h"
#include "estimate/problem/fit.h"
#include "fit/patience.h"
#include "fit/virtual_tests.h"
#include "protocol/biaxial-hang/measure_hang.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "test.h"

static const char cloth[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": [{\"name\": \"membrane\", \"strain\": "
    "\"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\", \"radii\": [], \"parameters\": {\"unit\": "
    "\"N/m\", \"values\": [70, 22, 110, 50]}}, {\"name\": \"bend-warp\", \"strain\": \"curvature\", \"values\": [\"warp\"], \"law\": "
    "\"linear\", "
    "\"parameters\": {\"unit\": \"uN m\", \"values\": [10]}}, {\"name\": \"bend-weft\", \"strain\": \"curvature\", \"values\": [\"weft\"], "
    "\"law\": \"linear\", \"parameters\": {\"unit\": \"uN m\", \"values\": [10]}}, {\"name\": \"bend-twist\", \"strain\": \"curvature\", "
    "\"values\": [\"twist\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"uN m\", \"values\": [5]}}]}";
enum { CELLS = 10 };

static pl_measurement *hung(pl_context *ctx, const pl_material *truth) {
  static const double bottom[] = {0, 2, 4}, side[] = {0, 2};
  static const char *const name[] = {"hung a", "hung b", "hung c"};
  pl_hang_plan plan[3];
  for (int i = 0; i < 3; i++) {
    plan[i] = pl_hang_plan_default();
    plan[i].name = name[i];
    plan[i].cut = i * atan(1);
    plan[i].clip = 0.08;
    plan[i].bottom = bottom, plan[i].n_bottom = 3;
    plan[i].left = plan[i].right = side, plan[i].n_side = 2;
  }
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = CELLS;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *made;
  pl_rig_report report;
  REQUIRE(pl_measure_hang(ctx, 3, plan, NULL, truth, &rig, &solve, 2e-4, 1, &made, &report) == PL_OK);
  return made;
}

// The arena owns what the tests say of the strips: it must outlive the measurement.
static pl_measurement *strips(pl_context *ctx, pl_arena *arena, const pl_material *truth) {
  static const char *const name[] = {"strip a", "strip b"};
  pl_test test[2];
  for (int i = 0; i < 2; i++) {
    pl_cantilever_plan plan = pl_cantilever_plan_default();
    plan.name = name[i];
    plan.overhang = 0.05 + 0.03 * i;
    REQUIRE(pl_plan_cantilever(arena, &plan, &test[i]) == PL_OK);
  }
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = CELLS;
  pl_solve_options solve = pl_solve_options_default();
  const double sigma[PL_MAX_CHANNEL] = {[PL_CANTILEVER_PROFILE] = 1e-4};
  pl_measurement *made;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("cantilever"), 2, test, truth, &rig, &solve, sigma, 2, &made, &report) == PL_OK);
  return made;
}

// Both experiments of one cloth.
typedef struct pair {
  pl_context *ctx;
  pl_arena *arena;
  pl_material *truth;
  pl_measurement *data[2];  // hung samples, strips
} pair;

static pair pair_open(void) {
  pair p = {.ctx = pl_context_create(NULL)};
  p.truth = truth_from_text(p.ctx, cloth);
  p.arena = pl_arena_create(p.ctx);
  p.data[0] = hung(p.ctx, p.truth);
  p.data[1] = strips(p.ctx, p.arena, p.truth);
  return p;
}

static void pair_close(pair *p) {
  for (int i = 0; i < 2; i++) pl_measurement_destroy(p->data[i]);
  pl_arena_destroy(p->arena);
  pl_material_destroy(p->truth);
  pl_context_destroy(p->ctx);
}

static pl_fit_options small(void) {
  pl_fit_options options = pl_fit_options_default();
  options.points = 1;
  options.bend_knots = "0";
  options.rig.cells = CELLS;
  return options;
}

// Both in one material, within their own sigma, whichever is given first; the membrane is no longer assumed.
TEST(joint_fit_of_hung_samples_and_strips) {
  pair both = pair_open();
  pl_fit_options options = small();
  for (int first = 0; first < 2; first++) {
    pl_measurement *given[2] = {both.data[first], both.data[1 - first]};
    pl_fit *fit;
    REQUIRE(pl_fit_run(both.ctx, 2, given, 0, NULL, &options, &fit) == PL_OK);
    CHECK(fit->solution.converged && fit->findings.fit_passed);
    REQUIRE(fit->material->n_theta == 5);
    for (int j = 0; j < 5; j++) {
      int at = pl_material_parameter_index(both.truth, fit->material->parameter[j].name);
      REQUIRE(at >= 0);
      CHECK(fit->known.identified[j] && !fit->material->parameter[j].frozen);
      CHECK_NEAR(fit->material->theta[j], both.truth->theta[at], 4 * fit->material->sigma[j]);
      CHECK_LESS(fit->material->sigma[j], 0.1 * both.truth->theta[at]);
    }
    pl_fit_destroy(fit);
  }
  pair_close(&both);
}

// A model that only one of the two has: refused, with the way out.
TEST(joint_fit_refuses_other_mixtures) {
  pair both = pair_open();
  pl_fit_options options = small();
  options.model = "wang";
  for (int first = 0; first < 2; first++) {
    pl_measurement *given[2] = {both.data[first], both.data[1 - first]};
    pl_fit *fit;
    CHECK(pl_fit_run(both.ctx, 2, given, 0, NULL, &options, &fit) == PL_ERROR_INPUT && !fit);
    char text[800];
    said_error_format(pl_context_error(both.ctx), text, sizeof text);
    CHECK_CONTAINS(text, "[model.mixture]| wang");
    CHECK_CONTAINS(text, "pliant material combine");
    pl_context_clear_error(both.ctx);
  }
  pair_close(&both);
}

// A fit is stopped among the hung samples, among the strips, or in the joint stage. It returns the result so far, with both parts of the
// material, and scores all tests with it.
LONG_TEST(joint_fit_interrupted) {
  pair both = pair_open();
  pl_fit_options settings = small();
  int n_kept[3] = {0, 0, 0};  // in each part of the schedule
  bool whole = false;
  for (int iterations = 1; iterations < 200 && !whole; iterations += 1 + iterations / 6) {
    patience p = {.n_left = iterations};
    pl_context_options options = pl_context_options_default();
    options.progress = patience_go_on;
    options.progress_user = &p;
    pl_context *impatient = pl_context_create(&options);
    pl_fit *fit;
    REQUIRE(pl_fit_run(impatient, 2, both.data, 0, NULL, &settings, &fit) == PL_OK);
    CHECK(fit->solution.interrupted == p.stopped);
    whole = !p.stopped;
    if (!whole) {
      n_kept[strncmp(p.last, "joint", 5) == 0 ? 2 : strncmp(p.last, "constant", 8) == 0 || strncmp(p.last, "wang", 4) == 0]++;
      CHECK(!fit->solution.converged);
      CHECK_CONTAINS(fit->solution.stop_reason, "interrupted");
      CHECK(fit->problem.n_fitted == 5 && isfinite(fit->evidence.chi2) && fit->evidence.n_score > 0);
      REQUIRE(fit->material->n_theta == 5);
      for (int j = 0; j < 5; j++) CHECK(isfinite(fit->material->theta[j]) && fit->material->theta[j] > 0);
      for (int i = 0; i < 5; i++) CHECK(fit->work.fit_case[i].report.n_failed == 0);
    }
    pl_fit_destroy(fit);
    pl_context_destroy(impatient);
  }
  CHECK(whole && n_kept[0] > 0 && n_kept[1] > 0 && n_kept[2] > 0);
  pair_close(&both);
}
