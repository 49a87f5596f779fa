// test_additive_fit.c: the additive model fitted to small virtual captures: stages, choice of addends, what is refused.
#include <math.h>
#include <string.h>

#include "said.h"
#include "base/text.h"
#include "estimate/problem/fit.h"
#include "report/result/result.h"
#include "protocol/capture/rig/motion.h"
#include "test.h"
#include "protocol/capture/capture.h"

enum { CELLS = 6, FRAMES = 5 };

// A stiffening, unequal cloth whose shear stiffens with warp.
static pl_material *cloth(pl_context *ctx) {
  static const char text[] =
      "{\"pliant\": \"material 1\", \"name\": \"cloth\", \"density\": \"200 g/m^2\", \"topology\": \"alternating\", \"terms\": ["
      "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"convex-spline\", \"knots\": [0, 0.1, 0.3], "
      "\"parameters\": {\"unit\": \"N/m\", \"values\": [200, 400, 900]}},"
      "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"150 N/m\"}},"
      "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"60 N/m\"}},"
      "{\"name\": \"area\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"cross\", \"parameters\": {\"c\": \"40 "
      "N/m\"}},"
      "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"3e-6 N m\"}}]}";
  pl_material *material;
  REQUIRE(pl_material_parse(ctx, "cloth", text, strlen(text), &material) == PL_OK);
  return material;
}

static pl_measurement *capture(pl_context *ctx, const char *which) {
  pl_material *material = cloth(ctx);
  pl_motion_options options = pl_motion_options_default();
  options.cells = 2 * CELLS;
  options.frames = FRAMES;
  options.cycles = 1;
  options.depth = options.overhang_step = options.size / CELLS;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_motion_measure(ctx, which, material, &options, &solve, &measurement, &report) == PL_OK);
  pl_material_destroy(material);
  return measurement;
}

static pl_fit_options additive(const char *addends) {
  pl_fit_options options = pl_fit_options_default();
  options.model = "additive";
  options.addends = addends;
  options.max_points = 3;
  options.rig.cells = CELLS;
  return options;
}

// Energies over pairs of strains: two models on three grids of 25 x 25, and every element of the tests somewhere on them.
static void check_sections(pl_context *ctx, const pl_fit *fit) {
  enum { SIDE = 25 };
  pl_arena *arena = pl_arena_create(ctx);
  pl_text text;
  pl_text_init(&text, ctx);
  REQUIRE(arena && pl_result_sections(arena, fit, &text) == PL_OK);
  const pl_strain *green = pl_strain_find("green");
  const char *line = strchr(text.data, '\n') + 1;
  double share = 0;
  int n = 0, populated = 0;
  for (; *line; line = strchr(line, '\n') + 1, n++) {
    char model[40], name[2][20];
    double s[PL_STRAIN_MAX_VALUE] = {0}, at[2], energy, part, psi, t[PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
    int is;
    REQUIRE(sscanf(line, "%39[^,],%19[^,],%19[^,],%lf,%lf,%lf,%lf,%d", model, name[0], name[1], &at[0], &at[1], &energy, &part, &is) == 8);
    for (int v = 0; v < green->n_value; v++)
      for (int i = 0; i < 2; i++)
        if (strcmp(green->value_name[v], name[i]) == 0) s[v] = at[i];
    bool first = n < 3 * SIDE * SIDE;
    CHECK_TEXT(model, first ? "stvk" : "asymmetric");
    pl_material_eval(first ? fit->way.step[0].material : fit->material, green, NULL, s, &psi, t, k);
    CHECK_NEAR(energy, psi, 1e-4 * psi + 1e-9);  // strains have six digits
    CHECK(is == (part > 0));
    if (n < SIDE * SIDE) share += part, populated += is;
  }
  CHECK(n == 2 * 3 * SIDE * SIDE);
  CHECK_NEAR(share, 1, 1e-4);
  CHECK(populated > SIDE && populated < SIDE * SIDE / 2);
  pl_text_clear(&text);
  pl_arena_destroy(arena);
}

// Root mean square length of the vectors of a channel that a material by itself leaves, over captures with clips.
static double left_by(const pl_fit *fit, int channel) {
  double sum = 0, n = 0;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (pl_capture_of(c->test)->n_clip == 0) continue;
    for (int v = 0; v < pl_case_values(c, channel); v++, n += 1.0 / 3) {
      double r = c->predicted[channel][v] - c->test->channel[channel].value[v];
      sum += r * r;
    }
  }
  return sqrt(sum / n);
}

// What a step says it leaves is what its material leaves when it is simulated by itself, not what the equilibria on the way left.
static void check_steps(pl_context *ctx, pl_measurement *measurement, const pl_fit *fit) {
  for (int i = 0; i < fit->way.n_step; i++) {
    pl_fit *other;
    pl_fit_options options = fit->problem.options;
    REQUIRE(pl_fit_predict(ctx, fit->way.step[i].material, 1, &measurement, &options, &other) == PL_OK);
    CHECK_CLOSE(fit->way.step[i].force, left_by(other, PL_CAPTURE_CLIP_FORCE), 1e-3);
    CHECK_CLOSE(fit->way.step[i].position, left_by(other, PL_CAPTURE_POSITIONS), 1e-3);
    pl_fit_destroy(other);
  }
}

TEST(additive_fit_improves_stage_by_stage) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch,picture-frame,table-edge-warp");
  pl_fit_options options = additive("asymmetric");
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  static const char *const name[5] = {"stvk", "anisotropic", "cross", "nonlinear", "asymmetric"};
  REQUIRE(fit->way.n_step == 5);
  for (int i = 0; i < 5; i++) {
    CHECK_TEXT(fit->way.step[i].name, name[i]);
    CHECK(fit->way.step[i].kept && fit->way.step[i].material);
    if (i > 0) CHECK(fit->way.step[i].chi2 <= fit->way.step[i - 1].chi2 * (1 + 1e-9));
    if (i > 0) CHECK(fit->way.step[i].n_parameter > fit->way.step[i - 1].n_parameter);
  }
  CHECK_LESS(fit->way.step[1].chi2, 0.5 * fit->way.step[0].chi2);    // the cloth is not isotropic
  CHECK_LESS(fit->way.step[3].force, 0.5 * fit->way.step[2].force);  // and not linear
  CHECK(strncmp(fit->material->certificate, "green: convex over the range, proven", 36) == 0);
  REQUIRE(fit->material->n_certified == 2);  // membrane and hinges
  CHECK(fit->material->certified[0].proven && fit->material->certified[0].smallest > 0);
  check_sections(ctx, fit);
  check_steps(ctx, measurement, fit);
  // the curve of the warp, where it was measured
  const pl_term *warp = pl_material_term(fit->material, "warp");
  REQUIRE(warp != NULL);
  double s = 0.15, t, k;
  pl_law_eval_one(&warp->law, fit->material->theta + warp->theta, &s, NULL, &t, &k);
  CHECK_CLOSE(t, 200 * 0.1 + 1000 * 0.1 * 0.1 + 0.05 * (400 + 0.5 * 125), 0.15);
  pl_fit_destroy(fit);

  // all at once ends no worse than halfway
  options.progressive = 0;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  REQUIRE(fit->way.n_step == 2);
  CHECK_LESS(fit->way.step[1].chi2, 0.2 * fit->way.step[0].chi2);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}

TEST(additive_fit_chooses_addends) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch,picture-frame");
  pl_fit_options options = additive("auto");
  options.folds = 3;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  REQUIRE(fit->way.n_step >= 4);
  bool curved = false;
  for (int i = 2; i < fit->way.n_step; i++) {
    CHECK(fit->way.step[i].kept == (fit->way.step[i].material != NULL));
    curved = curved || (fit->way.step[i].kept && strncmp(fit->way.step[i].addends, "warp 3", 6) == 0);
  }
  CHECK(curved);  // the one curve that the cloth has
  CHECK_LESS(fit->way.step[fit->way.n_step - 2].held_out, fit->way.step[1].held_out);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}

TEST(additive_fit_projection_and_refusals) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch");
  pl_fit_options options = additive("cross");
  options.convexity = PL_CONVEX_PROJECT;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  CHECK(fit->way.n_step == 3);
  for (int i = 1; i < 3; i++) CHECK(fit->way.step[i].chi2 <= fit->way.step[i - 1].chi2 * (1 + 1e-9));
  pl_fit_destroy(fit);
  options.addends = "nonlinaer";
  CHECK(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "[addends.unknown]|'nonlinaer'|'nonlinear'");
  pl_measurement_destroy(measurement);
  measurement = capture(ctx, "table-edge-warp");
  options.addends = "cross";
  CHECK(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}

static int count_iterations(const pl_fit *fit, const char *stage) {
  int n = 0;
  for (int i = 0; i < fit->work.n_iteration; i++) n += strncmp(fit->work.iteration[i].stage, stage, strlen(stage)) == 0;
  return n;
}

// Positions weigh more where that promises to keep them from rising, and it does. Where the derivatives tell that no weight would, none is tried: the
// least sum stands.
TEST(additive_fit_leans_where_it_pays) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "picture-frame");
  pl_fit_options options = additive("cross");
  options.rig.topology = PL_TOPOLOGY_IRREGULAR;  // lines on the clips leave no error to compensate
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
  REQUIRE(fit->way.n_step == 3);
  CHECK(count_iterations(fit, "anisotropic, positions x ") > 0);
  CHECK(fit->way.step[1].chi2 < fit->way.step[0].chi2);
  CHECK(fit->way.step[1].position <= fit->way.step[0].position);
  CHECK(count_iterations(fit, "cross, positions x ") == 0);
  CHECK(fit->way.step[2].position > fit->way.step[1].position);
  CHECK(fit->way.step[2].chi2 < fit->way.step[1].chi2);
  CHECK(fit->solution.converged);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}
