// test_moment.c: the uniformly bent strip against closed forms: moments at any cut, loops with friction, values of data sheets, derivatives.
#include <math.h>
#include <string.h>

#include "material/material.h"
#include "protocol/moment-curvature/moment.h"
#include "rig/rig.h"
#include "scenes/scenes.h"
#include "test.h"

#define PI 3.14159265358979323846
#define B_WARP 9e-6
#define B_WEFT 5e-6
#define B_TWIST 3e-6

static const scene_bend bend[3] = {
    {{B_WARP, B_WARP}, 0, 2.5e-4, 1e-6, 14}, {{B_WEFT, B_WEFT}, 0, 1.5e-4, 0.5e-6, 20}, {{B_TWIST, B_TWIST}, 0, 0.5e-4, 0, 25}};

static pl_material *cloth(pl_context *ctx, bool friction) {
  static const char *const value[3] = {"warp", "weft", "twist"};
  pl_material *m;
  char text[400];
  REQUIRE(pl_material_create(ctx, "cloth", 0.2, &m) == PL_OK);
  REQUIRE(pl_material_add_term(m, "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": "
                                  "\"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [3000, 100, 2000, 300]}}") == PL_OK);
  for (int k = 0; k < 3; k++) {
    snprintf(text, sizeof text,
             "{\"name\": \"bend-%s\", \"strain\": \"curvature\", \"values\": [\"%s\"], \"law\": \"linear\", "
             "\"parameters\": {\"unit\": \"N m\", \"values\": [%.17g]}}",
             value[k], value[k], bend[k].rigidity[0]);
    REQUIRE(pl_material_add_term(m, text) == PL_OK);
    snprintf(text, sizeof text,
             "{\"name\": \"bend-%s-friction\", \"strain\": \"curvature\", \"values\": [\"%s\"], \"law\": \"dahl\", "
             "\"parameters\": {\"a\": \"%.17g N\", \"b\": \"%.17g N m\", \"tau\": \"%.17g 1/m\"}}",
             value[k], value[k], bend[k].a, bend[k].b, bend[k].tau);
    if (friction) REQUIRE(pl_material_add_term(m, text) == PL_OK);
  }
  REQUIRE(pl_material_finish(m) == PL_OK);
  return m;
}

static const pl_rig *rig_of(pl_context *ctx, const pl_test *test, const pl_material *material) {
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  REQUIRE(pl_rig_create(ctx, &pl_protocol_moment_curvature, test, material, &options, &solve, &rig) == PL_OK);
  return rig;
}

// Loops of several cuts: the mesh, the laws alone and the closed form agree.
TEST(moment_loops_are_the_closed_form_at_any_cut) {
  static const double angle[] = {0, PI / 2, PI / 4, 0.4, -1.1};
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, true);
  const scene_loop_plan plan = {.n_angle = 5, .angle = angle, .top = 250, .per_branch = 9, .cycles = 2};
  pl_measurement *m;
  REQUIRE(scene_loops(ctx, bend, &plan, 1, &m) == PL_OK);
  for (int i = 0; i < m->n_test; i++) {
    const pl_test *test = &m->test[i];
    double got[200], alone[200], *value[PL_MAX_CHANNEL] = {[PL_MOMENT_MOMENT] = got};
    const pl_rig *rig = rig_of(ctx, test, material);
    pl_rig_report report;
    REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value}, &report) == PL_OK);
    CHECK(report.n_failed == 0);
    pl_moment_along(material, material->theta, test->angle, NULL, test->n_frame, test->channel[PL_MOMENT_CURVATURE].value, alone);
    for (int f = 0; f < test->n_frame; f++) {
      CHECK_NEAR(got[f], test->channel[PL_MOMENT_MOMENT].value[f], 1e-12);
      CHECK_NEAR(alone[f], test->channel[PL_MOMENT_MOMENT].value[f], 1e-14);
    }
    pl_rig_destroy(rig);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// B and 2HB of a data sheet: strips at several curvatures at once, each with a separate past.
TEST(moment_sheet_is_the_closed_form) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, true);
  for (int face = 0; face <= PL_FACE_BOTH; face++) {
    pl_moment detail = {.sheet = true, .face = (pl_moment_face)face};
    double at = 100;
    pl_test test = {.name = "sheet",
                    .file = "",
                    .strips = 1,
                    .angle = PI / 2,
                    .n_frame = 1,
                    .protocol = &pl_protocol_moment_curvature,
                    .control = PL_MOMENT_CURVATURE,
                    .observed = PL_MOMENT_RIGIDITY,
                    .detail = &detail};
    for (int k = 0; k < 4; k++) test.channel[k].row = &pl_protocol_moment_curvature.channel[k];
    test.channel[PL_MOMENT_CURVATURE].value = &at;
    const pl_rig *rig = rig_of(ctx, &test, material);
    pl_rig_report report;
    double got[2], *value[PL_MAX_CHANNEL] = {[PL_MOMENT_RIGIDITY] = &got[0], [PL_MOMENT_HYSTERESIS] = &got[1]};
    REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value}, &report) == PL_OK);
    double s = 0, low = scene_bend_step(&bend[1], 0, 50, &s), high, load, unload;
    s = 0, high = scene_bend_step(&bend[1], 0, 150, &s);
    s = 0, load = scene_bend_step(&bend[1], 0, 100, &s);
    s = 0, scene_bend_step(&bend[1], 0, 250, &s), unload = scene_bend_step(&bend[1], 250, 100, &s);
    CHECK_CLOSE(got[0], (high - low) / 100, 1e-9);
    CHECK_CLOSE(got[1], load - unload, 1e-9);
    pl_rig_destroy(rig);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Derivatives by the parameters along a path: central differences.
TEST(moment_loop_derivatives_follow_the_path) {
  static const double angle[] = {0.4};
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, true);
  const scene_loop_plan plan = {.n_angle = 1, .angle = angle, .top = 180, .per_branch = 5, .cycles = 1};
  pl_measurement *m;
  REQUIRE(scene_loops(ctx, bend, &plan, 1, &m) == PL_OK);
  enum { FRAMES = 21, MOST = 32 };
  int n = material->n_theta;
  REQUIRE(m->test[0].n_frame == FRAMES && n <= MOST);
  static double slope[FRAMES * MOST];
  double got[2][FRAMES], theta[MOST], *value[PL_MAX_CHANNEL] = {[PL_MOMENT_MOMENT] = got[0]},
                                      *by[PL_MAX_CHANNEL] = {[PL_MOMENT_MOMENT] = slope};
  const pl_rig *rig = rig_of(ctx, &m->test[0], material);
  pl_rig_report report;
  REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value, .by_theta = by}, &report) == PL_OK);
  memcpy(theta, material->theta, (size_t)n * sizeof *theta);
  for (int j = 0; j < n; j++) {
    double h = 1e-5 * fmax(fabs(theta[j]), 1e-3);
    for (int side = 0; side < 2; side++) {
      theta[j] = material->theta[j] + (side ? -h : h);
      pl_moment_along(material, theta, angle[0], NULL, FRAMES, m->test[0].channel[PL_MOMENT_CURVATURE].value, got[side]);
    }
    theta[j] = material->theta[j];
    for (int f = 0; f < FRAMES; f++) {
      double expected = (got[0][f] - got[1][f]) / (2 * h);
      CHECK_NEAR(slope[f * n + j], expected, 1e-5 * fabs(expected) + 1e-9);
    }
  }
  pl_rig_destroy(rig);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// The convention of a data sheet on a loop whose numbers are known: elastic, B; friction of a small rate, 2 a and a / B.
TEST(moment_window_values_are_those_of_the_sheet) {
  static const double angle[] = {0};
  static const scene_bend plain[3] = {{{8e-6, 6e-6}, 0, 2e-4, 0, 2}};
  pl_context *ctx = pl_context_create(NULL);
  const scene_loop_plan plan = {.n_angle = 1, .angle = angle, .top = 250, .per_branch = 50, .cycles = 2};
  pl_measurement *m;
  REQUIRE(scene_loops(ctx, plain, &plan, 1, &m) == PL_OK);
  pl_moment_window window = pl_moment_window_of(250);
  pl_loop_values v;
  pl_loop_values_of(m->test[0].n_frame, m->test[0].channel[0].value, m->test[0].channel[1].value, m->test[0].branch, &window, &v);
  for (int f = 0; f < PL_FACES; f++) {
    CHECK_CLOSE(v.rigidity[f], plain[0].rigidity[f], 1e-6);
    CHECK_CLOSE(v.hysteresis[f], 4e-4, 1e-6);
    CHECK_CLOSE(v.residual[f], 2e-4 / plain[0].rigidity[f], 1e-3);
  }
  CHECK_NEAR(pl_moment_window_of(100).at, 40, 1e-12);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// The sign of the curvature: a law with different faces gives the moment of the right one.
TEST(moment_rig_bends_to_the_side_of_its_sign) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "faces", 0.2, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material,
                               "{\"name\": \"bend\", \"strain\": \"curvature\", \"values\": [\"warp\"], \"law\": \"stress-spline\", "
                               "\"order\": 1, \"compression\": \"free\", \"knots\": {\"unit\": \"1/m\", \"values\": [-300, 0, 300]}, "
                               "\"parameters\": {\"unit\": \"uN m\", \"values\": [3, 7]}}") == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  pl_moment detail = {.face = PL_FACE_BOTH};
  double at[2] = {200, -200}, got[2], *value[PL_MAX_CHANNEL] = {[PL_MOMENT_MOMENT] = got};
  pl_test test = {.name = "loop",
                  .file = "",
                  .strips = 1,
                  .n_frame = 2,
                  .protocol = &pl_protocol_moment_curvature,
                  .observed = PL_MOMENT_MOMENT,
                  .detail = &detail};
  for (int k = 0; k < 4; k++) test.channel[k].row = &pl_protocol_moment_curvature.channel[k];
  test.channel[PL_MOMENT_CURVATURE].value = at;
  const pl_rig *rig = rig_of(ctx, &test, material);
  pl_rig_report report;
  REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value}, &report) == PL_OK);
  CHECK_CLOSE(got[0], 200 * 7e-6, 1e-9);
  CHECK_CLOSE(got[1], -200 * 3e-6, 1e-9);
  pl_rig_destroy(rig);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
