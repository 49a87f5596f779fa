// test_bulge.c: the bulged disc against the clamped plate (small deflection) and Hencky's membrane (large deflection), and a recovery.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/problem/fit.h"
#include "protocol/bulge/bulge.h"
#include "said.h"
#include "scenes/scenes.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

// ---- Hencky's membrane, by its own power series ----

// Solves N'' + 3 N' / rho + q^2 / (8 N^2) = 0 for N = N_r / (E h), q = p a / (E h) = 1. The solution is N = sum b_n t^n with t = rho^2.
// Returns (1 - nu) N + N' at the rim, which vanishes where the rim does not move, and the deflection of the pole over a.
static double hencky_rim(double b0, double nu, double *deflection) {
  enum { TERMS = 120, STEPS = 2000 };
  double b[TERMS + 1] = {b0}, square[TERMS], inverse[TERMS], rim = 0;
  for (int n = 0; n < TERMS; n++) {
    square[n] = 0;
    for (int k = 0; k <= n; k++) square[n] += b[k] * b[n - k];
    double sum = n == 0;
    for (int k = 0; k < n; k++) sum -= inverse[k] * square[n - k];
    inverse[n] = sum / square[0];
    b[n + 1] = -inverse[n] / (32.0 * (n + 1) * (n + 2));
  }
  for (int n = 0; n <= TERMS; n++) rim += (1 - nu + 2 * n) * b[n];
  *deflection = 0;  // w / a = integral of rho / (2 N) d rho = integral of 1 / (4 N) dt
  for (int i = 0; i < STEPS; i++) {
    double t = (i + 0.5) / STEPS, tension = 0;
    for (int n = TERMS; n >= 0; n--) tension = tension * t + b[n];
    *deflection += 1 / (4 * tension) / STEPS;
  }
  return rim;
}

// c(nu) of w = c a (p a / (E h))^(1/3).
static double hencky(double nu) {
  double low = 0.25, high = 1, deflection;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (hencky_rim(middle, nu, &deflection) > 0)
      high = middle;
    else
      low = middle;
  }
  hencky_rim(high, nu, &deflection);
  return deflection;
}

TEST(bulge_reference_is_henckys) {
  CHECK_NEAR(hencky(0.3), 0.653, 0.001);  // value of Fichter 1997, only to check the series above
}

// ---- the rig ----

static void plan_disc(double diameter, int n, double *pressure, int *branch, pl_test *test) {
  *test = (pl_test){.protocol = &pl_protocol_bulge,
                    .name = "disc",
                    .file = "",
                    .length = diameter,
                    .width = diameter,
                    .strips = 1,
                    .n_frame = n,
                    .n_raw = n,
                    .branch = branch,
                    .raw_branch = branch,
                    .observed = PL_BULGE_HEIGHT};
  for (int k = 0; k < 2; k++) test->channel[k].row = &pl_protocol_bulge.channel[k];
  test->channel[PL_BULGE_PRESSURE].value = pressure;
}

static pl_measurement *measure(pl_context *ctx, const pl_material *material, double diameter, int n, const double *pressure, int cells,
                               double noise) {
  double copy[16], sigma[PL_MAX_CHANNEL] = {[PL_BULGE_HEIGHT] = noise};
  int branch[16] = {0};
  pl_test plan;
  memcpy(copy, pressure, (size_t)n * sizeof *copy);
  plan_disc(diameter, n, copy, branch, &plan);
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *m;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, &pl_protocol_bulge, 1, &plan, material, &options, &solve, noise > 0 ? sigma : NULL, 3, &m, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  return m;
}

// Hencky's solution is of shallow caps: terms of (height / radius)^2, 0.25 % at most here, are neglected. The error of the mesh is the rest.
// It falls with refinement, so the tolerance of the finer mesh is the change between both meshes plus that 0.25 %.
TEST(bulge_membrane_matches_hencky) {
  pl_context *ctx = pl_context_create(NULL);
  const double a = 0.05, young = 1000, pressure[] = {0.5, 2, 8};  // Pa: p a / (E h) up to 4e-4, heights up to 5 % of the radius
  for (double nu = 0; nu <= 0.3; nu += 0.3) {
    pl_material *material;
    REQUIRE(scene_isotropic(ctx, young, nu, &material) == PL_OK);
    pl_measurement *coarse = measure(ctx, material, 2 * a, 3, pressure, 20, 0), *fine = measure(ctx, material, 2 * a, 3, pressure, 40, 0);
    for (int f = 0; f < 3; f++) {
      double truth = hencky(nu) * a * cbrt(pressure[f] * a / young);
      double w[2] = {coarse->test[0].channel[PL_BULGE_HEIGHT].value[f], fine->test[0].channel[PL_BULGE_HEIGHT].value[f]};
      CHECK_CLOSE(w[0], truth, 0.02);
      CHECK_CLOSE(w[1], truth, 0.006);
      CHECK_NEAR(w[1], truth, fabs(w[1] - w[0]) + 0.0025 * truth);
      CHECK_LESS(fabs(w[1] - truth), 0.6 * fabs(w[0] - truth));
    }
    pl_measurement_destroy(coarse);
    pl_measurement_destroy(fine);
    pl_material_destroy(material);
  }
  pl_context_destroy(ctx);
}

// A plate that bends by curvatures of triangles. The errors are those of its mesh, as for the square plates of `reproduce bending-plates`.
TEST(bulge_plate_is_clamped) {
  pl_context *ctx = pl_context_create(NULL);
  const double a = 0.05, rigidity = 3e-3, most[] = {0.035, 0.01}, pressure[] = {1e-3, 2e-3};
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "plate", 0.1, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": "
                                         "{\"young\": \"1000 N/m\", \"poisson\": 0}}") == PL_OK);
  REQUIRE(pl_material_add_term(material, "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"isotropic\", \"parameters\": "
                                         "{\"young\": \"3e-3 N m\", \"poisson\": 0}}") == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  for (int i = 0; i < 2; i++) {
    pl_measurement *m = measure(ctx, material, 2 * a, 2, pressure, 20 << i, 0);
    const double *w = m->test[0].channel[PL_BULGE_HEIGHT].value;
    CHECK_CLOSE(w[1], 2 * w[0], 1e-4);  // linear
    CHECK_CLOSE(w[0], pressure[0] * pow(a, 4) / (64 * rigidity), most[i]);
    pl_measurement_destroy(m);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// What a bulge test determines of an isotropic membrane is c(nu)^3 / E: recovered from noisy heights of another mesh.
TEST(bulge_recovers_stiffness) {
  pl_context *ctx = pl_context_create(NULL);
  char path[512];
  snprintf(path, sizeof path, "%s/start.json", test_folder());
  const double a = 0.05;
  double pressure[12];
  for (int i = 0; i < 12; i++) pressure[i] = 40 * (i + 1);
  pl_material *truth, *start;
  REQUIRE(scene_isotropic(ctx, 1000, 0.3, &truth) == PL_OK && scene_isotropic(ctx, 2500, 0.3, &start) == PL_OK);
  REQUIRE(pl_material_save(ctx, path, start) == PL_OK);
  pl_measurement *m = measure(ctx, truth, 2 * a, 12, pressure, 36, 2e-5);
  pl_fit_options options = pl_fit_options_default();
  options.model = path;
  options.rig.cells = 24;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
  CHECK(fit->solution.converged);
  const double *theta = fit->material->theta;
  CHECK_CLOSE(pow(hencky(theta[1]), 3) / theta[0], pow(hencky(0.3), 3) / 1000, 0.02);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(truth);
  pl_material_destroy(start);
  pl_context_destroy(ctx);
}

// One pressure curve, one stiffness: Poisson's ratio is held and said so, the verdict is good; the same with the model named.
TEST(bulge_alone_holds_poisson) {
  static const char *const model[] = {"auto", "isotropic"};
  pl_context *ctx = pl_context_create(NULL);
  double pressure[12];
  for (int i = 0; i < 12; i++) pressure[i] = 40 * (i + 1);
  pl_material *truth;
  REQUIRE(scene_isotropic(ctx, 1000, 0.3, &truth) == PL_OK);
  pl_measurement *m = measure(ctx, truth, 0.1, 12, pressure, 36, 2e-5);
  for (int i = 0; i < 2; i++) {
    pl_fit_options options = pl_fit_options_default();
    options.model = model[i];
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
    REQUIRE(fit->material->n_theta == 2);
    CHECK(fit->known.identified[0] && fit->material->parameter[1].frozen);
    CHECK(fit->material->theta[1] == 0.3);
    CHECK_CLOSE(fit->material->theta[0], 1000, 0.03);
    CHECK_LESS(fit->material->sigma[0], 20);
    CHECK_WARNING(fit, "bulge.poisson-held");
    CHECK(!said_remedy(fit, "remedy.bulge-unknown"));
    CHECK(pl_result_state(fit) == PL_VERDICT_GOOD);
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(truth);
  pl_context_destroy(ctx);
}

// ---- an orthotropic sheet ----

enum { PRESSURES = 8, PULLS = 8, STIFFNESSES = 3 };
static const char *const stiffness_name[STIFFNESSES] = {"warp", "weft", "shear"};
static const double stiffness[STIFFNESSES] = {3000, 1200, 500};  // N/m

static pl_material *orthotropic_sheet(pl_context *ctx) {
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "sheet", 0.1, &material) == PL_OK);
  for (int i = 0; i < STIFFNESSES; i++) {
    char term[256];
    snprintf(term, sizeof term,
             "{\"name\": \"%s\", \"strain\": \"green\", \"values\": [\"%s\"], \"law\": \"linear\", \"parameters\": {\"k\": \"%g N/m\"}}",
             stiffness_name[i], stiffness_name[i], stiffness[i]);
    REQUIRE(pl_material_add_term(material, term) == PL_OK);
  }
  REQUIRE(pl_material_finish(material) == PL_OK);
  return material;
}

// A strip of 100 x 50 mm cut at an angle from warp (rad) and pulled by 3 mm; only the force is read.
static pl_measurement *pull_strip(pl_context *ctx, const pl_material *material, double angle) {
  pl_arena *arena = pl_arena_create(ctx);
  const scene_tensile scene = {angle > 0 ? "bias" : "warp", 0.1, 0.05, angle, PL_TEST_MESH, PL_TENSILE_DISPLACEMENT, 0.003, PULLS};
  const double sigma[PL_MAX_CHANNEL] = {[PL_TENSILE_FORCE] = 0.02};  // N, of 4.6 N along warp
  pl_test plan;
  REQUIRE(scene_tensile_plan(arena, &scene, &plan) == PL_OK);
  pl_rig_options options = pl_rig_options_default();
  options.cells = 15;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *m;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 1, &plan, material, &options, &solve, sigma, 5, &m, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  m->test[0].channel[PL_TENSILE_LATERAL].value = m->test[0].channel[PL_TENSILE_SHEAR_FORCE].value = NULL;
  pl_arena_destroy(arena);
  return m;
}

static const char *remedy_of_unknown(const pl_fit *fit) {
  for (int i = 0; i < fit->findings.n_warning; i++)
    if (strstr(fit->findings.warning[i].text, "not identifiable")) return fit->findings.warning[i].remedy_id;
  return "";
}

// The pole height depends on one combination of the stiffnesses along warp, along weft and in shear. A strip along warp adds one stiffness,
// a bias strip a third combination. Data are made on finer meshes than those of the fits, with noise.
TEST(bulge_with_strips_recovers_an_orthotropic_sheet) {
  pl_context *ctx = pl_context_create(NULL);
  double pressure[PRESSURES];
  for (int i = 0; i < PRESSURES; i++) pressure[i] = 60 * (i + 1);
  pl_material *material = orthotropic_sheet(ctx);
  pl_measurement *m[3] = {measure(ctx, material, 0.1, PRESSURES, pressure, 36, 2e-5), pull_strip(ctx, material, 0),
                          pull_strip(ctx, material, 0.7853981633974483)};
  pl_fit_options options = pl_fit_options_default();
  options.model = "linear";
  options.rig.cells = 24;
  for (int n = 1; n <= 3; n++) {
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, n, m, 0, NULL, &options, &fit) == PL_OK);
    REQUIRE(fit->material->n_theta == STIFFNESSES);
    for (int j = 0; j < STIFFNESSES; j++) {
      double sigma = fit->material->sigma[j];
      bool known = n == 3 || (n == 2 && j == 0);
      CHECK(fit->known.identified[j] == known);
      if (!known) continue;
      CHECK_NEAR(fit->material->theta[j], stiffness[j], 3 * sigma);
      CHECK_LESS(sigma, 0.02 * stiffness[j]);
    }
    if (n == 1) CHECK_TEXT(remedy_of_unknown(fit), "remedy.bulge-unknown");
    pl_fit_destroy(fit);
  }
  for (int i = 0; i < 3; i++) pl_measurement_destroy(m[i]);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
