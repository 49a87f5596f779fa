// The strip out of a clamp (Wang 2011, 4.2): the heavy elastica, exact derivatives of the observed values, and stiffnesses recovered from
// noisy profiles.
#include <stdlib.h>

#include "said.h"
#include "estimate/problem/fit.h"
#include "estimate/judge/rigidity.h"
#include "failing_memory.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "rig/rig.h"
#include "scenes/scenes.h"
#include "test.h"
#include "protocol/cantilever/cantilever.h"

#define PI 3.14159265358979323846
#define G 9.80665
#define DENSITY 0.2

// ---- scenes ----

typedef struct scene {
  pl_context *ctx;
  pl_arena *arena;
  pl_material *material;
  pl_test test;
  const pl_rig *rig;
} scene;

static const double knot[] = {0, 5, 10, 15, 20};  // 1/m
// Rows that differ, N m.
static const double curves[3][5] = {
    {50e-6, 70e-6, 60e-6, 65e-6, 80e-6}, {70e-6, 98e-6, 84e-6, 91e-6, 112e-6}, {90e-6, 126e-6, 108e-6, 117e-6, 144e-6}};

static void scene_create(scene *s, int n_knot, const double *k) {
  *s = (scene){.ctx = pl_context_create(NULL)};
  s->arena = pl_arena_create(s->ctx);
  REQUIRE(scene_bending(s->ctx, "cloth", DENSITY, n_knot, knot, k, &s->material) == PL_OK);
}

static void scene_rig(scene *s, int cells) {
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  REQUIRE(pl_rig_create(s->ctx, pl_protocol_find("cantilever"), &s->test, s->material, &options, &solve, &s->rig) == PL_OK);
}

static void scene_destroy(scene *s) {
  pl_rig_destroy(s->rig);
  pl_material_destroy(s->material);
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

static int n_value(const scene *s, int channel) { return pl_channel_width(&s->test.channel[channel]); }

static double *predict(scene *s, int channel, const double *theta, const double *intrinsic, double *by_theta, double *by_intrinsic) {
  double *value[PL_MAX_CHANNEL] = {0}, *dt[PL_MAX_CHANNEL] = {0}, *di[PL_MAX_CHANNEL] = {0};
  value[channel] = pl_arena_alloc(s->arena, (size_t)n_value(s, channel), sizeof(double));
  dt[channel] = by_theta, di[channel] = by_intrinsic;
  pl_rig_report report;
  pl_prediction ask = {
      .theta = theta, .intrinsic = intrinsic, .value = value, .by_theta = by_theta ? dt : NULL, .by_intrinsic = by_intrinsic ? di : NULL};
  REQUIRE(pl_rig_predict(s->rig, &ask, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  return value[channel];
}

static void tip_of(double k, double overhang, double cut, double inclination, int cells, double tip[2]) {
  scene s;
  scene_create(&s, 1, (double[]){k, k, k});
  pl_cantilever_plan plan = pl_cantilever_plan_default();
  plan.overhang = overhang, plan.cut = cut, plan.inclination = inclination, plan.channel = PL_CANTILEVER_TIP;
  REQUIRE(pl_plan_cantilever(s.arena, &plan, &s.test) == PL_OK);
  scene_rig(&s, cells);
  memcpy(tip, predict(&s, PL_CANTILEVER_TIP, s.material->theta, NULL, NULL, NULL), 2 * sizeof *tip);
  scene_destroy(&s);
}

// Tip of the elastica over two decades of w L^3 / B, for every cut of a cloth that bends alike in all directions; B = k/4.
TEST(cantilever_is_the_heavy_elastica) {
  const double load[] = {0.5, 1, 2, 5, 10, 20, 50}, cut[] = {0, 45, 90};
  for (int i = 0; i < 7; i++) {
    double length = 0.08, b = DENSITY * G * length * length * length / load[i], tip[2];
    double exact[2];
    scene_elastica(length, DENSITY * G / b, 0, exact);
    tip_of(4 * b, length, cut[i % 3] * PI / 180, 0, 0, tip);
    CHECK_CLOSE(tip[1], exact[1], 0.005);
    CHECK_NEAR(tip[0], exact[0], 0.005 * length);
  }
}

// A clamp that points down, and a strip that starts from its straight shape on a finer mesh. The error decreases with the square of the
// cell size.
TEST(cantilever_converges_with_a_turned_clamp) {
  double length = 0.1, k = 60e-6, inclination = 0.3, tip[2], error[2], exact[2];
  scene_elastica(length, DENSITY * G / (k / 4), inclination, exact);
  for (int i = 0; i < 2; i++) {
    tip_of(k, length, 0, inclination, i ? 80 : 40, tip);
    error[i] = hypot(tip[0] - exact[0], tip[1] - exact[1]);
  }
  CHECK_LESS(error[1], 0.0003 * length);
  CHECK_NEAR(log2(error[0] / error[1]), 2, 0.4);  // the membrane's stretch is in both
}

// ---- derivatives ----

// Values to compare with, away from the prediction, so that the distance's own change counts.
static void label(scene *s, int channel) {
  double *value = predict(s, channel, s->material->theta, NULL, NULL, NULL);
  for (int i = 0; i < n_value(s, channel); i++) value[i] += 4e-4 * sin(2.3 * i + 1);
  s->test.channel[channel].value = value;
}

// `material`: NULL for the strip's own with a nearly inextensible membrane; a name from the database otherwise. Its first n_membrane numbers are
// not of interest.
static void check_derivatives(int channel, double cut, const char *material, int n_membrane) {
  scene s;
  scene_create(&s, 5, curves[0]);
  if (material) {
    pl_material_destroy(s.material);
    REQUIRE(pl_material_load(s.ctx, material, &s.material) == PL_OK);
  }
  pl_cantilever_plan plan = pl_cantilever_plan_default();
  plan.channel = channel, plan.cut = cut, plan.inclination = 0.1, plan.turn_sigma = 0.03, plan.n_point = 9;
  REQUIRE(pl_plan_cantilever(s.arena, &plan, &s.test) == PL_OK);
  scene_rig(&s, 20);
  label(&s, channel);
  pl_rig_destroy(s.rig);
  scene_rig(&s, 20);
  int n_theta = s.material->n_theta, n = n_value(&s, channel);
  double *by_theta = pl_arena_alloc(s.arena, (size_t)(n * n_theta), sizeof(double)), turn = 0.02;
  double *by_turn = pl_arena_alloc(s.arena, (size_t)n, sizeof(double)), *theta = s.material->theta;
  predict(&s, channel, theta, &turn, by_theta, by_turn);
  for (int j = n_membrane; j <= n_theta; j++) {
    double *p = j < n_theta ? &theta[j] : &turn, h = j < n_theta ? 1e-4 * *p : 1e-5, old = *p, worst = 0, size = 0;
    *p = old + h;
    const double *high = predict(&s, channel, theta, &turn, NULL, NULL);
    *p = old - h;
    const double *low = predict(&s, channel, theta, &turn, NULL, NULL);
    *p = old;
    for (int i = 0; i < n; i++) {
      double exact = j < n_theta ? by_theta[i * n_theta + j] : by_turn[i];
      worst = fmax(worst, fabs((high[i] - low[i]) / (2 * h) - exact));
      size = fmax(size, fabs(exact));
    }
    CHECK_LESS(worst, 1e-4 * size + 1e-9 * fabs(s.test.channel[channel].value[n - 1]) / h);
    if (j == n_theta) CHECK_LESS(1e-3, size);
  }
  scene_destroy(&s);
}

TEST(cantilever_profile_derivatives_are_exact) { check_derivatives(PL_CANTILEVER_PROFILE, 0, NULL, 4); }
TEST(cantilever_tip_derivatives_are_exact) { check_derivatives(PL_CANTILEVER_TIP, PI / 4, NULL, 4); }
TEST(cantilever_angle_derivatives_are_exact) { check_derivatives(PL_CANTILEVER_ANGLE, 0.9, NULL, 4); }
// A membrane without an energy: by adjoints.
TEST(cantilever_adjoint_angle_derivatives_are_exact) { check_derivatives(PL_CANTILEVER_ANGLE, 0.9, "interlock-virtual", 24); }
TEST(cantilever_adjoint_profile_derivatives_are_exact) { check_derivatives(PL_CANTILEVER_PROFILE, 0, "interlock-virtual", 24); }

// A label's prediction is its foot: the residual is normal to the predicted midline, and a labelled tip is the tip.
TEST(cantilever_labels_are_compared_along_the_normal) {
  scene s;
  scene_create(&s, 5, curves[0]);
  pl_cantilever_plan plan = pl_cantilever_plan_default();
  REQUIRE(pl_plan_cantilever(s.arena, &plan, &s.test) == PL_OK);
  scene_rig(&s, 40);
  label(&s, PL_CANTILEVER_PROFILE);
  pl_rig_destroy(s.rig);
  scene_rig(&s, 40);
  const double *foot = predict(&s, PL_CANTILEVER_PROFILE, s.material->theta, NULL, NULL, NULL);
  const double *q = s.test.channel[PL_CANTILEVER_PROFILE].value, *x = s.rig->memory->x;
  int n = pl_cantilever_of(&s.test)->n_point, per_row = 3;
  for (int i = 0; i + 1 < n; i++) {
    double least = INFINITY, distance = hypot(foot[2 * i] - q[2 * i], foot[2 * i + 1] - q[2 * i + 1]);
    for (int row = 1; row < 41; row++)  // the distance from a dense sampling of the midline
      for (int k = 0; k < 100; k++) {
        const double *a = x + 3 * row * per_row, *b = a + 3 * per_row;
        least = fmin(least, hypot(a[0] + k * 0.01 * (b[0] - a[0]) - q[2 * i], a[1] + k * 0.01 * (b[1] - a[1]) - q[2 * i + 1]));
      }
    CHECK(distance <= least + 1e-12 && distance > least - 1e-5);
  }
  CHECK_NEAR(foot[2 * n - 2], x[3 * 41 * per_row], 1e-15);
  scene_destroy(&s);
}

// ---- fits ----

// Five overhangs of each cut, measured on a finer mesh with another turn of every clamp.
static void measure_strips(scene *s, int n_cut, const double *cut, double noise, pl_measurement **measurement) {
  static const double overhang[] = {0.04, 0.055, 0.07, 0.085, 0.1};
  pl_test test[15];
  for (int i = 0; i < 5 * n_cut; i++) {
    pl_cantilever_plan plan = pl_cantilever_plan_default();
    plan.name = pl_arena_printf(s->arena, "cut %.0f, %.0f mm", cut[i / 5] * 180 / PI, 1e3 * overhang[i % 5]);
    plan.cut = cut[i / 5], plan.overhang = overhang[i % 5], plan.n_point = 20;
    plan.inclination = 0.02 * sin(5.0 * i);
    REQUIRE(pl_plan_cantilever(s->arena, &plan, &test[i]) == PL_OK);
  }
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = 70;
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  double sigma[PL_MAX_CHANNEL] = {noise};
  REQUIRE(pl_rig_measure(s->ctx, pl_protocol_find("cantilever"), 5 * n_cut, test, s->material, &rig, &solve, sigma, 7, measurement,
                         &report) == PL_OK);
  CHECK(report.n_failed == 0);
  for (int i = 0; i < 5 * n_cut; i++) {  // as the experimenter assumes it
    pl_cantilever *c = pl_arena_alloc(s->arena, 1, sizeof *c);
    REQUIRE(c != NULL);
    *c = *pl_cantilever_of(&(*measurement)->test[i]);
    c->inclination = 0;
    c->turn_sigma = 0.03;
    (*measurement)->test[i].detail = c;
  }
}

TEST(cantilever_fit_finds_fifteen_stiffnesses) {
  scene s;
  scene_create(&s, 5, curves[0]);
  const double cut[] = {0, PI / 4, PI / 2};
  const double *theta = s.material->theta + 4;
  pl_measurement *measurement;
  measure_strips(&s, 3, cut, 2e-4, &measurement);
  pl_fit_options options = pl_fit_options_default();
  options.model = "wang-bending";
  options.bend_knots = "0,5,10,15,20";
  pl_fit *fit;
  REQUIRE(pl_fit_run(s.ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  CHECK(fit->solution.converged);
  REQUIRE(fit->material->n_theta == 19);
  double square = 0;
  for (int j = 0; j < 15; j++) {
    double off = (fit->material->theta[4 + j] - theta[j]) / fit->material->sigma[4 + j];
    CHECK_LESS(fabs(off), 3.5);
    square += off * off / 15;
  }
  CHECK_LESS(square, 2.5);
  CHECK_LESS(0.2, square);  // the stated sigma is no exaggeration
  for (int i = 0; i < 15; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    CHECK_NEAR(c->specimen.value[0], 0.02 * sin(5.0 * i), 4 * c->specimen.sigma[0]);
  }
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  scene_destroy(&s);
}

// One cut tells one direction of the fold line: along weft for a strip cut along warp. Its term alone is there, and a held-out strip of another cut
// is refused with words.
TEST(cantilever_fit_of_one_cut_has_one_term) {
  scene s;
  scene_create(&s, 5, curves[0]);
  pl_measurement *warp, *weft;
  measure_strips(&s, 1, (double[]){0}, 1e-4, &warp);
  measure_strips(&s, 1, (double[]){PI / 2}, 1e-4, &weft);
  pl_fit_options options = pl_fit_options_default();
  options.model = "wang-bending";
  pl_fit *fit;
  REQUIRE(pl_fit_run(s.ctx, 1, &warp, 0, NULL, &options, &fit) == PL_OK);
  CHECK(pl_material_term(fit->material, "bend-90") != NULL);
  CHECK(pl_material_term(fit->material, "bend-45") == NULL && pl_material_term(fit->material, "bend-0") == NULL);
  CHECK_CONTAINS(fit->material->note, "not measured about fold lines along warp");
  pl_fit_destroy(fit);
  CHECK(pl_fit_run(s.ctx, 1, &warp, 1, &weft, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(s.ctx), "cut at 90 degrees");
  pl_context_clear_error(s.ctx);
  options.model = "volino";
  CHECK(pl_fit_run(s.ctx, 1, &warp, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(pl_context_error(s.ctx)->hint, "wang-bending");
  pl_measurement_destroy(warp);
  pl_measurement_destroy(weft);
  scene_destroy(&s);
}

// The linear hinge of the other models finds the same rigidity: B = 3 k there, B = k/4 here.
TEST(cantilever_hinge_and_fold_agree_on_rigidity) {
  scene s;
  scene_create(&s, 1, (double[]){60e-6, 60e-6, 60e-6});
  pl_measurement *measurement;
  measure_strips(&s, 1, (double[]){PI / 4}, 1e-5, &measurement);
  pl_fit_options options = pl_fit_options_default();
  options.model = "hinge";
  pl_fit *fit;
  REQUIRE(pl_fit_run(s.ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  const pl_term *term = pl_material_term(fit->material, "bend-diagonal");
  REQUIRE(term != NULL);
  CHECK_CLOSE(3 * fit->material->theta[term->theta], 60e-6 / 4, 0.005);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  scene_destroy(&s);
}

// What results state is B by the cut of the strips, whatever the law: rigidity[3] of fold lines at 0, 45, 90 degrees, N m.
static void check_rigidities(pl_context *ctx, const pl_fit *fit, const double rigidity[3]) {
  pl_arena *arena = pl_arena_create(ctx);
  pl_rigidity found[PL_RIGIDITY_MAX];
  int n;
  REQUIRE(arena && pl_rigidities_make(arena, fit, &n, found) == PL_OK && n == 3);
  for (int i = 0; i < 3; i++) {
    CHECK(found[i].n_cut == 1 && found[i].cut[0] == 45 * i && !found[i].lost && found[i].sigma > 0);
    CHECK_NEAR(found[i].value, rigidity[2 - i], 3 * found[i].sigma + 0.005 * rigidity[2 - i]);
  }
  CHECK_CONTAINS(found[0].name, "cut 0 deg");
  pl_arena_destroy(arena);
}

// The example that `pliant new cantilever` writes, from its files: the classical rigidities it was made with, N m, and curves that agree with them.
TEST(cantilever_template_gives_its_rigidities) {
  pl_context *ctx = pl_context_create(NULL);
  char path[600];
  snprintf(path, sizeof path, "%s/strips", test_folder());
  REQUIRE(pl_measurement_new(ctx, "cantilever", path) == PL_OK);
  strcat(path, "/experiment.json");
  pl_measurement *measurement;
  REQUIRE(pl_measurement_load(ctx, path, &measurement) == PL_OK);
  const double rigidity[3] = {0.7e-5, 1.0e-5, 1.6e-5};  // fold lines at 0, 45, 90 degrees: strips cut at 90, 45, 0
  static const char *const hinge[3] = {"bend-weft", "bend-diagonal", "bend-warp"}, *const fold[3] = {"bend-0", "bend-45", "bend-90"};
  pl_fit_options options = pl_fit_options_default();
  for (int curves_too = 0; curves_too < 2; curves_too++) {
    pl_fit *fit;
    options.model = curves_too ? "wang-bending" : "hinge";
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
    CHECK(fit->solution.converged && fit->findings.fit_passed);
    check_rigidities(ctx, fit, rigidity);
    for (int j = 0; j < 3; j++) {
      const pl_term *term = pl_material_term(fit->material, curves_too ? fold[j] : hinge[j]);
      REQUIRE(term != NULL);
      for (int i = term->theta; i < term->theta + term->law.n_param; i++) {
        double found = fit->material->theta[i] * (curves_too ? 0.25 : 3), sigma = fit->material->sigma[i] * (curves_too ? 0.25 : 3);
        CHECK_NEAR(found, rigidity[j], 3 * sigma + 0.005 * rigidity[j]);
        if (!curves_too) CHECK_LESS(sigma, 0.02 * rigidity[j]);
      }
    }
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}

// Memory may run out anywhere in a fit: it says so, or does without, and leaves nothing behind.
TEST(cantilever_fit_survives_failing_memory) {
  scene s;
  scene_create(&s, 5, curves[0]);
  pl_measurement *measurement;
  measure_strips(&s, 1, (double[]){0}, 2e-4, &measurement);
  measurement->n_test = 2;
  int fail_at = 2, step = 1;
  for (bool met = true; met; fail_at += step, step += 1 + step / 8) {
    failing f = {.fail_at = fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &f;
    options.n_thread = 1;
    pl_context *ctx = pl_context_create(&options);
    REQUIRE(ctx != NULL);
    pl_fit_options fit_options = pl_fit_options_default();
    fit_options.rig.cells = 8;
    fit_options.max_iterations = 3;
    pl_fit *fit;
    pl_status status = pl_fit_run(ctx, 1, &measurement, 0, NULL, &fit_options, &fit);
    met = f.n_call >= fail_at;
    // what only saves time (starts from the last derivatives) is done without when there is no memory for it
    if (status != PL_OK && !(met && status == PL_ERROR_MEMORY))
      test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
    pl_fit_destroy(fit);
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
    pl_context_destroy(ctx);
  }
  pl_measurement_destroy(measurement);
  scene_destroy(&s);
}
