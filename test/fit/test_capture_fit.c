// test_capture_fit.c: cloth models fitted to small virtual captures: recovery, variants, and frames that are no good.
#include <math.h>
#include <stdlib.h>

#include "estimate/friction/friction.h"
#include "estimate/model/cloth_model.h"
#include "estimate/problem/stack.h"
#include "protocol/capture/rig/motion.h"
#include "test.h"
#include "protocol/capture/capture.h"

enum { CELLS = 10, FRAMES = 5 };
static const double truth[PL_CURVE_COUNT] = {4000, 1500, 150, 1.2e-5, 1.2e-5, 6e-6};

static pl_material *cloth(pl_context *ctx, double stiffening) {
  pl_cloth_shape shape = {.row = pl_cloth_find("stvk")};
  for (int c = 0; c < PL_CURVE_COUNT; c++) shape.curve[c] = (pl_cloth_points){.n = 1, .top = 0.1, .value = {truth[c]}};
  if (stiffening > 0)
    for (int c = 0; c <= PL_CURVE_STRETCH_WEFT; c++)
      shape.curve[c] = (pl_cloth_points){.n = 2, .top = 0.04, .value = {truth[c], truth[c] * (1 + stiffening)}};
  pl_material *material;
  REQUIRE(pl_cloth_material(ctx, "truth", 0.2, &shape, &material) == PL_OK);
  return material;
}

// Clips and the edges of tables end on lines of all meshes of that many cells.
static pl_measurement *measure(pl_context *ctx, const pl_material *material, const char *which, int cells, pl_motion_options options) {
  options.cycles = 1;
  options.depth = options.overhang_step = options.size / cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_motion_measure(ctx, which, material, &options, &solve, &measurement, &report) == PL_OK);
  return measurement;
}

// Captured on a mesh twice as fine, with moved vertices.
static pl_measurement *capture(pl_context *ctx, const pl_material *material, const char *which) {
  pl_motion_options options = pl_motion_options_default();
  options.cells = 2 * CELLS;
  options.frames = FRAMES;
  return measure(ctx, material, which, CELLS, options);
}

// Captured on a regular mesh, without noise; clips end on lines of a mesh of `fitted` cells.
static pl_measurement *regular_capture(pl_context *ctx, const pl_material *material, const char *which, int fitted, int cells) {
  pl_motion_options options = pl_motion_options_default();
  options.cells = cells;
  options.frames = 3;
  options.jitter = options.noise_position = options.noise_force = 0;
  return measure(ctx, material, which, fitted, options);
}

static pl_fit *fit_to(pl_context *ctx, pl_measurement *measurement, const char *model, const char *variant, double start) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  options.variant = variant;
  options.start = start;
  options.rig.cells = CELLS;
  options.tolerance = 1e-5;
  options.max_points = 3;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  return fit;
}

static double value(const pl_fit *fit, pl_cloth_curve curve, int index) {
  return fit->material->theta[pl_material_term(fit->material, pl_cloth_curve_name(curve))->theta + index];
}

static double force_rms(const pl_fit *fit, const char *test) {
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (strcmp(fit->evidence.score[i].test, test) == 0 && strcmp(fit->evidence.score[i].channel->name, "clip-force") == 0)
      return fit->evidence.score[i].rms;
  return NAN;
}

TEST(capture_fit_recovers_stretch_and_shear_from_any_start) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch,picture-frame");
  const double start[2] = {0.1, 10};
  for (int i = 0; i < 2; i++) {
    pl_fit *fit = fit_to(ctx, measurement, "stvk", "linear", start[i]);
    CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WARP, 0), truth[PL_CURVE_STRETCH_WARP], 0.03);
    CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WEFT, 0), truth[PL_CURVE_STRETCH_WEFT], 0.03);
    CHECK_CLOSE(value(fit, PL_CURVE_SHEAR, 0), truth[PL_CURVE_SHEAR], 0.05);
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Positions and forces together: the same material, and both kinds of residuals count.
TEST(capture_fit_compares_positions_and_forces_jointly) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch,picture-frame");
  ((pl_capture *)pl_capture_of(&measurement->test[0]))->compare = PL_COMPARE_BOTH;
  pl_fit_options options = pl_fit_options_default();
  options.model = "stvk";
  options.variant = "linear";
  options.rig.cells = CELLS;
  for (int pass = 0; pass < 2; pass++) {
    options.compare = pass == 0 ? 0 : PL_COMPARE_BOTH + 1;  // by the file: the first test only; by the option: all
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
    const unsigned forces = 1u << PL_CAPTURE_CLIP_FORCE, along = 1u << PL_CAPTURE_CLIP_PARALLEL, positions = 1u << PL_CAPTURE_POSITIONS;
    CHECK(pl_case_compared(&fit->work.fit_case[0]) == (forces | positions));
    CHECK(pl_case_compared(&fit->work.fit_case[2]) == (pass == 0 ? along : along | positions));
    CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WARP, 0), truth[PL_CURVE_STRETCH_WARP], 0.03);
    CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WEFT, 0), truth[PL_CURVE_STRETCH_WEFT], 0.03);
    CHECK_CLOSE(value(fit, PL_CURVE_SHEAR, 0), truth[PL_CURVE_SHEAR], 0.05);
    printf("%s: %.5g %.5g %.5g\n", pass == 0 ? "one test" : "all tests", value(fit, PL_CURVE_STRETCH_WARP, 0),
           value(fit, PL_CURVE_STRETCH_WEFT, 0), value(fit, PL_CURVE_SHEAR, 0));
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// No capture determines shear or bending: their curves keep the first guess, and are reported so.
TEST(capture_fit_leaves_curves_without_captures_alone) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch");
  pl_fit *fit = fit_to(ctx, measurement, "stvk", "", 1);
  CHECK_CLOSE(value(fit, PL_CURVE_SHEAR, 0), 100.0, 1e-12);
  for (int c = PL_CURVE_BEND_WARP; c < PL_CURVE_COUNT; c++) CHECK_CLOSE(value(fit, (pl_cloth_curve)c, 0), 3e-6, 1e-12);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Bending springs are fitted along with the stretch and shear that they add to, but not when nothing was stretched or sheared.
TEST(capture_fit_springs_leave_what_was_not_captured) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "table-edge-warp");
  pl_fit *fit = fit_to(ctx, measurement, "springs", "linear", 1);
  for (int c = 0; c <= PL_CURVE_STRETCH_WEFT; c++) CHECK_CLOSE(value(fit, (pl_cloth_curve)c, 0), 1000.0, 1e-12);
  CHECK_CLOSE(value(fit, PL_CURVE_SHEAR, 0), 100.0, 1e-12);
  CHECK(fabs(value(fit, PL_CURVE_BEND_WARP, 0) - 1) > 1e-3);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Only warp was pulled: the forces say nothing about weft, and the force balance may not make numbers of round-off.
TEST(capture_fit_balance_leaves_what_nothing_pulled) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch-warp");
  pl_fit *fit = fit_to(ctx, measurement, "stvk", "linear", 1);
  CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WARP, 0), truth[PL_CURVE_STRETCH_WARP], 0.03);
  CHECK(value(fit, PL_CURVE_STRETCH_WEFT, 0) > 100 && value(fit, PL_CURVE_STRETCH_WEFT, 0) < 1e4);
  CHECK(fit->work.fit_case[0].report.n_failed == 0);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

TEST(capture_fit_isotropic_shares_parameters) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch");
  pl_fit *fit = fit_to(ctx, measurement, "soft-constraints", "linear,isotropic", 1);
  const pl_term *warp = pl_material_term(fit->material, "stretch-warp"), *weft = pl_material_term(fit->material, "stretch-weft");
  CHECK(warp->theta == weft->theta);
  CHECK(fit->material->n_theta == 4);  // stretch, shear, bend, diagonal bend
  double k = value(fit, PL_CURVE_STRETCH_WARP, 0);
  CHECK(k > truth[PL_CURVE_STRETCH_WEFT] && k < truth[PL_CURVE_STRETCH_WARP]);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

TEST(capture_fit_nonlinear_is_never_worse_than_linear) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 3);
  pl_measurement *measurement = capture(ctx, material, "stretch");
  static const char *const model[2] = {"stvk", "springs"};
  for (int i = 0; i < 2; i++) {
    pl_fit *curved = fit_to(ctx, measurement, model[i], "", 1), *straight = fit_to(ctx, measurement, model[i], "linear", 1);
    double a = hypot(force_rms(curved, "stretch-warp"), force_rms(curved, "stretch-weft"));
    double b = hypot(force_rms(straight, "stretch-warp"), force_rms(straight, "stretch-weft"));
    CHECK_LESS(a, 1.001 * b);
    if (i == 0) CHECK_LESS(a, 0.2 * b);  // the truth has stiffening curves
    pl_fit_destroy(curved);
    pl_fit_destroy(straight);
  }
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Spoil the cloth of frame 1 of the first test (stretch along warp) away from its clips: crumple it, or leave nothing to start from.
static void spoil(const pl_measurement *measurement, bool lost) {
  const pl_capture *c = pl_capture_of(&measurement->test[0]);
  double *x = (double *)c->x + 3 * (size_t)c->mesh->n_vertex;
  for (int32_t v = 0; v < c->mesh->n_vertex; v++)
    for (int k = 0; k < 3 && fabs(c->mesh->rest[2 * v] - 0.05) < 0.025; k++)
      x[3 * v + k] = lost ? (double)NAN : 0.05 + 0.1 * sin((37.0 + 27 * k) * v);
}

// A frame without an equilibrium is counted and costs nothing else.
TEST(capture_fit_survives_a_lost_frame) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch");
  spoil(measurement, true);
  pl_fit *fit = fit_to(ctx, measurement, "stvk", "linear", 1);
  CHECK(fit->work.fit_case[0].report.n_failed == 1);
  CHECK(fit->work.fit_case[0].report.first_failed == 1);
  CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WARP, 0), truth[PL_CURVE_STRETCH_WARP], 0.03);
  CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WEFT, 0), truth[PL_CURVE_STRETCH_WEFT], 0.03);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// A crumpled frame may have another equilibrium, which is then accepted, but the fit ends and the other capture is unaffected.
TEST(capture_fit_survives_a_crumpled_frame) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch");
  spoil(measurement, false);
  pl_fit *fit = fit_to(ctx, measurement, "stvk", "linear", 1);
  CHECK(isfinite(value(fit, PL_CURVE_STRETCH_WARP, 0)));
  CHECK_CLOSE(value(fit, PL_CURVE_STRETCH_WEFT, 0), truth[PL_CURVE_STRETCH_WEFT], 0.03);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Cloth with friction of bending, pushed over the edge of a table and pulled back, on a finer mesh with noise. The fit recovers rigidity
// and friction. Without friction it does not explain the shapes on the way back.
TEST(capture_fit_finds_bending_friction) {
  static const double made[PL_CURVE_COUNT] = {1000, 1000, 100, 4e-5, 4e-5, 3e-5};
  pl_context *ctx = pl_context_create(NULL);
  pl_cloth_shape shape = {.row = pl_cloth_find("shell")};
  for (int c = 0; c < PL_CURVE_COUNT; c++) shape.curve[c] = (pl_cloth_points){.n = 1, .top = 0.1, .value = {made[c]}};
  pl_material *elastic, *material;
  REQUIRE(pl_cloth_material(ctx, "truth", 0.2, &shape, &elastic) == PL_OK);
  REQUIRE(pl_material_copy(elastic, &material) == PL_OK);
  REQUIRE(pl_friction_add_term(material, "bend-warp", PL_FRICTION_CONSTANT) == PL_OK);
  const pl_term *friction = pl_material_term(material, "bend-warp-friction");
  material->theta[friction->theta] = 2e-4;                    // N
  material->theta[pl_friction_rate(material, friction)] = 3;  // 1/m
  pl_motion_options how = pl_motion_options_default();
  how.cells = 24;
  how.frames = 6;
  how.topology = PL_TOPOLOGY_UNIFORM;
  how.jitter = 0;
  how.pull_back = true;
  pl_measurement *measurement = measure(ctx, material, "table-edge-warp", 12, how);
  double chi2[2];
  for (int i = 0; i < 2; i++) {
    pl_fit_options options = pl_fit_options_default();
    options.variant = "linear";
    options.rig.cells = 12;
    options.friction = i == 0 ? PL_FRICTION_NONE : PL_FRICTION_DAHL;
    options.mesh_error = i == 0 ? PL_MESH_ERROR_FALSE : PL_MESH_ERROR_TRUE;
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
    chi2[i] = fit->evidence.chi2;
    if (i == 1) {
      const pl_term *found = pl_material_term(fit->material, "bend-warp-friction");
      REQUIRE(found);
      // cells of 8 mm contribute most of the error: on 12, 16 and 24 cells a is 9, 8 and 3 % too large. The standard error includes this
      int k = pl_material_term(fit->material, "bend-warp")->theta, a = found->theta;
      const double *theta = fit->material->theta, *sigma = fit->material->sigma;
      printf("D11 %.4g +- %.2g, a %.4g +- %.2g, tau %.3g; chi2 %.4g and %.4g\n", theta[k], sigma[k], theta[a], sigma[a],
             theta[pl_friction_rate(fit->material, found)], chi2[0], chi2[1]);
      CHECK_CLOSE(theta[k], made[PL_CURVE_BEND_WARP], 0.04);
      CHECK_LESS(fabs(theta[k] - made[PL_CURVE_BEND_WARP]), 2 * sigma[k]);
      CHECK_LESS(fabs(theta[a] - 2e-4), 2 * sigma[a]);
      CHECK_LESS(sigma[a], 0.2 * theta[a]);
      CHECK(!pl_material_term(fit->material, "bend-weft-friction"));
    }
    pl_fit_destroy(fit);
  }
  CHECK_LESS(2 * chi2[1], chi2[0]);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_material_destroy(elastic);
  pl_context_destroy(ctx);
}

// Constants explain the data, and what is left is noise and mesh: no curve gets a second point.
TEST(capture_fit_gives_no_points_without_need) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch");
  pl_fit_options options = pl_fit_options_default();
  options.rig.cells = CELLS;
  options.refine = 0;  // left-out frames alone decide
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  CHECK(pl_material_term(fit->material, "stretch-warp")->law.n_param == 1);
  CHECK(pl_material_term(fit->material, "stretch-weft")->law.n_param == 1);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Rigidities of a plate belong to the cloth: captured on a finer mesh with other diagonals, they are found again within their errors. Edges
// across warp and weft alone do not determine D66. Stretch and shear have the sizes at which fits without such captures start.
TEST(capture_fit_recovers_plate_rigidities) {
  static const double made[PL_CURVE_COUNT] = {1000, 1000, 100, 4e-5, 8e-5, 3e-5}, *plate = made + PL_CURVE_BEND_WARP;
  pl_context *ctx = pl_context_create(NULL);
  pl_cloth_shape shape = {.row = pl_cloth_find("shell")};
  for (int c = 0; c < PL_CURVE_COUNT; c++) shape.curve[c] = (pl_cloth_points){.n = 1, .top = 0.1, .value = {made[c]}};
  pl_material *material;
  REQUIRE(pl_cloth_material(ctx, "truth", 0.2, &shape, &material) == PL_OK);
  pl_motion_options options = pl_motion_options_default();
  options.cells = 24;
  options.frames = 3;
  options.topology = PL_TOPOLOGY_UNIFORM;
  options.jitter = 0;
  static const char *const which[2] = {"table-edge", "table-edge-warp,table-edge-weft"};
  for (int i = 0; i < 2; i++) {
    pl_measurement *measurement = measure(ctx, material, which[i], 12, options);
    pl_fit_options how = pl_fit_options_default();
    how.variant = "linear";
    how.rig.cells = 12;
    how.mesh_error = i == 0 ? PL_MESH_ERROR_TRUE : PL_MESH_ERROR_FALSE;
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &how, &fit) == PL_OK);
    CHECK_TEXT(fit->solution.model, "shell");
    for (int c = 0; i == 0 && c < 3; c++) {
      double found = value(fit, (pl_cloth_curve)(PL_CURVE_BEND_WARP + c), 0),
             sigma = fit->material
                         ->sigma[pl_material_term(fit->material, pl_cloth_curve_name((pl_cloth_curve)(PL_CURVE_BEND_WARP + c)))->theta];
      printf("%s: %.4g, truth %.4g, sigma %.2g\n", pl_cloth_curve_name((pl_cloth_curve)(PL_CURVE_BEND_WARP + c)), found, plate[c], sigma);
      CHECK_CLOSE(found, plate[c], 0.05);
      CHECK_LESS(fabs(found - plate[c]), 2 * sigma);
    }
    int twist = pl_material_term(fit->material, "bend-diagonal")->theta;
    CHECK(fit->known.identified[twist] == (i == 0));
    pl_fit_destroy(fit);
    pl_measurement_destroy(measurement);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// ---- the error of the mesh ----

static pl_fit *fit_on(pl_context *ctx, pl_measurement *measurement, int cells, pl_mesh_error mesh_error) {
  pl_fit_options options = pl_fit_options_default();
  options.model = "stvk";
  options.variant = "linear";
  options.rig.cells = cells;
  options.mesh_error = mesh_error;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  return fit;
}

// What the coarse fit says about the fine one is what the fine one finds, and sigma has room for it. (On so few cells bending moves too far for a
// prediction of first order.)
TEST(mesh_error_predicts_the_fit_on_the_finer_mesh) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = regular_capture(ctx, material, "stretch,picture-frame,table-edge", 8, 16);
  pl_fit *coarse = fit_on(ctx, measurement, 8, PL_MESH_ERROR_TRUE), *fine = fit_on(ctx, measurement, 16, PL_MESH_ERROR_FALSE);
  REQUIRE(coarse->evidence.mesh_shift);
  for (int c = 0; c <= PL_CURVE_SHEAR; c++) {
    int j = pl_material_term(coarse->material, pl_cloth_curve_name((pl_cloth_curve)c))->theta;
    double found = fine->material->theta[j] - coarse->material->theta[j],
           sigma = sqrt(coarse->evidence.covariance[j * (coarse->solution.n_parameter + 1)]);
    printf("%s: moves by %.4g, predicted %.4g, sigma %.3g\n", pl_cloth_curve_name((pl_cloth_curve)c), found, coarse->evidence.mesh_shift[j],
           sigma);
    CHECK_NEAR(coarse->evidence.mesh_shift[j], found, 0.1 * fabs(found) + 0.001 * truth[c]);
    CHECK(sigma > fabs(found));
  }
  pl_fit_destroy(coarse);
  pl_fit_destroy(fine);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Each curve belongs to the captures of its stage; those say nothing about the others.
TEST(capture_fit_knows_what_was_fitted_to_what) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = regular_capture(ctx, material, "stretch,picture-frame,table-edge,complex-shear", 6, 6);
  pl_fit *fit = fit_on(ctx, measurement, 6, PL_MESH_ERROR_FALSE);
  static const char *const motion[PL_CURVE_COUNT] = {"stretch", "stretch", "picture-frame", "table-edge", "table-edge", "table-edge"};
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int c = 0; c < PL_CURVE_COUNT; c++) {
      int j = pl_material_term(fit->material, pl_cloth_curve_name((pl_cloth_curve)c))->theta;
      bool own = strcmp(pl_capture_of(fit->work.fit_case[i].test)->motion, motion[c]) == 0;
      REQUIRE(fit->work.fit_case[i].unfitted);
      CHECK(fit->work.fit_case[i].unfitted[j] == !own);
    }
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// On a mesh finer than the captured one the clips hold the same cloth as before. Half a cell more at each end would look like a tenth of
// the stiffness.
TEST(mesh_error_holds_the_same_cloth) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = regular_capture(ctx, material, "stretch-warp", 12, 12);
  pl_fit *fit = fit_on(ctx, measurement, 12, PL_MESH_ERROR_TRUE);
  REQUIRE(fit->evidence.mesh_shift);
  int j = pl_material_term(fit->material, "stretch-warp")->theta;
  printf("shift %.3g\n", fit->evidence.mesh_shift[j]);
  CHECK_LESS(fabs(fit->evidence.mesh_shift[j]), 0.01 * truth[PL_CURVE_STRETCH_WARP]);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// ---- trials that are given up ----

// Parameters no equilibrium exists for: the prediction is given up, and the equilibria to start from are the ones from before, bit by bit.
TEST(predict_given_up_trial_leaves_starts) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch");
  pl_fit *fit = fit_to(ctx, measurement, "stvk", "linear", 1);
  const pl_rig *rig = fit->work.fit_case[0].rig;
  size_t n = (size_t)rig->test->n_frame * (size_t)rig->body.model->n_dof;
  double *x = malloc(n * sizeof *x), theta[PL_CURVE_COUNT], before = fit->work.fit_case[0].predicted[PL_CAPTURE_CLIP_FORCE][3];
  memcpy(x, rig->memory->x, n * sizeof *x);
  REQUIRE(fit->material->n_theta == PL_CURVE_COUNT);
  for (int j = 0; j < PL_CURVE_COUNT; j++) theta[j] = NAN;
  int n_failed = 0;
  const pl_stage stage = pl_stage_default(&fit->problem);
  REQUIRE(pl_cases_predict(&fit->problem, &fit->work, &stage,
                           &(pl_cases_ask){.theta = theta, .last = fit->problem.n_fitted, .wanted = PL_WANTED_DERIVATIVES},
                           &n_failed) == PL_OK);
  CHECK(n_failed == 3);  // the smallest number that is too many, on any number of threads
  CHECK(memcmp(x, rig->memory->x, n * sizeof *x) == 0);
  for (int f = 0; f < rig->test->n_frame; f++) CHECK(rig->memory->have_x[f] && !(rig->memory->slopes.have && rig->memory->slopes.have[f]));
  // and from them all is found again
  n_failed = 0;
  REQUIRE(pl_cases_predict(&fit->problem, &fit->work, &stage,
                           &(pl_cases_ask){.theta = fit->material->theta, .last = fit->problem.n_fitted, .wanted = PL_WANTED_VALUES},
                           &n_failed) == PL_OK);
  CHECK(n_failed == 0);
  CHECK_CLOSE(fit->work.fit_case[0].predicted[PL_CAPTURE_CLIP_FORCE][3], before, 1e-6);
  free(x);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Cloth with hardly any bending left folds without end: what is found in its folds takes as many iterations as there are. A trial stops
// within its share of them, each of the three methods separately, and the place is reported.
TEST(capture_fit_bounds_the_effort_of_trials) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 0);
  pl_measurement *measurement = capture(ctx, material, "stretch-warp");
  pl_fit *fit = fit_to(ctx, measurement, "stvk", "linear", 1);
  pl_stage stage = pl_stage_default(&fit->problem);
  pl_spent spent = {0};
  CHECK(stage.steps.effort == 100 && fit->solution.fell_short.n_trial == 0);
  const pl_rig *rig = fit->work.fit_case[0].rig;
  double theta[PL_CURVE_COUNT];
  for (int j = 0; j < PL_CURVE_COUNT; j++)
    theta[j] = fit->material->theta[j] * (j >= PL_CURVE_BEND_WARP ? 1e-6 : j == PL_CURVE_SHEAR ? 50 : 0.02);
  stage.steps.effort = 2;
  int n_failed = 0;
  REQUIRE(pl_cases_predict(&fit->problem, &fit->work, &stage,
                           &(pl_cases_ask){.theta = theta, .last = fit->problem.n_fitted, .wanted = PL_WANTED_VALUES, .spent = &spent},
                           &n_failed) == PL_OK);
  CHECK(n_failed > 0);
  REQUIRE(spent.n_trial == 1);
  CHECK(strcmp(spent.test, "stretch-warp") == 0 && rig->memory->frame[spent.frame].spent);
  for (int f = 0; f < rig->test->n_frame; f++) CHECK_LESS(rig->memory->frame[f].iterations, 2 * (1 + 10 + 1) + 2);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// The last control point of a curve.
static double top_knot(const pl_fit *fit, pl_cloth_curve curve) {
  const pl_term *term = pl_material_term(fit->material, pl_cloth_curve_name(curve));
  return fit->material->parameter[term->theta + term->law.n_param - 1].knot;
}

static double largest_strain(const pl_fit *fit, pl_cloth_curve curve) {
  double range[PL_LAW_MAX_IN][2] = {{0}};
  pl_rig_term_range(fit->work.fit_case[0].rig, pl_material_term(fit->material, pl_cloth_curve_name(curve)), range);
  return fmax(-range[0][0], range[0][1]);
}

// Control points are put on the strains of the equilibria, here pulled most in the middle one of five frames. A trial that loses this frame among
// others, and is given up, must not take the strains away.
TEST(capture_fit_keeps_knots_when_trials_are_given_up) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = cloth(ctx, 3);
  pl_measurement *measurement = capture(ctx, material, "stretch-warp");
  pl_fit *fit = fit_to(ctx, measurement, "stvk", "", 1);
  double before = largest_strain(fit, PL_CURVE_STRETCH_WARP), theta[PL_CURVE_COUNT * PL_CLOTH_MAX_POINT];
  CHECK_CLOSE(top_knot(fit, PL_CURVE_STRETCH_WARP), before, 0.1);
  for (int j = 0; j < fit->material->n_theta; j++) theta[j] = NAN;
  int n_failed = 0;
  const pl_stage stage = pl_stage_default(&fit->problem);
  REQUIRE(pl_cases_predict(&fit->problem, &fit->work, &stage,
                           &(pl_cases_ask){.theta = theta, .last = fit->problem.n_fitted, .wanted = PL_WANTED_VALUES}, &n_failed) == PL_OK);
  CHECK(n_failed == 3);
  CHECK_CLOSE(largest_strain(fit, PL_CURVE_STRETCH_WARP), before, 1e-12);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

static double rms_of(const pl_fit *fit, const char *test, const char *channel) {
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (strcmp(fit->evidence.score[i].test, test) == 0 && strcmp(fit->evidence.score[i].channel->name, channel) == 0)
      return fit->evidence.score[i].rms;
  return NAN;
}

// Bending springs act in the membrane, so the stages of a fit depend on each other. Alone they ended at twice the residuals that the
// isotropic variant reaches at the table edge, although the general variant contains it.
LONG_TEST(capture_fit_springs_are_not_worse_than_their_restriction) {
  static const char *const compared[4][2] = {
      {"stretch-warp", "clip-force"}, {"stretch-weft", "clip-force"}, {"table-edge-warp", "positions"}, {"table-edge-weft", "positions"}};
  pl_context *ctx = pl_context_create(NULL);
  pl_material *satin;
  REQUIRE(pl_material_load(ctx, "fabric-satin", &satin) == PL_OK);
  pl_motion_options options = pl_motion_options_default();
  options.cells = 16;
  options.frames = 4;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_motion_measure(ctx, "stretch,table-edge-warp,table-edge-weft", satin, &options, &solve, &measurement, &report) == PL_OK);
  pl_fit_options fitting = pl_fit_options_default();
  fitting.model = "springs";
  fitting.rig.cells = 8;
  fitting.max_points = 3;
  pl_fit *fit[2];
  for (int i = 0; i < 2; i++) {
    fitting.variant = i ? "isotropic" : "";
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &fitting, &fit[i]) == PL_OK);
  }
  for (int k = 0; k < 4; k++) {
    double general = rms_of(fit[0], compared[k][0], compared[k][1]), restricted = rms_of(fit[1], compared[k][0], compared[k][1]);
    printf("%s: %.4g general, %.4g isotropic\n", compared[k][0], general, restricted);
    CHECK_LESS(general, 1.1 * restricted);
  }
  for (int i = 0; i < 2; i++) pl_fit_destroy(fit[i]);
  pl_measurement_destroy(measurement);
  pl_material_destroy(satin);
  pl_context_destroy(ctx);
}
