// test_additive_friction.c: internal friction in the additive model, from virtual captures that load and unload, made on another mesh and
// with noise. It checks the estimate, and the bias of elasticity alone (the limitation stated in Miguel 2016, section 6).
#include <math.h>
#include <string.h>

#include "said.h"
#include "estimate/friction/friction.h"
#include "fit/virtual_tests.h"
#include "protocol/capture/capture.h"
#include "test.h"

enum { CELLS = 12, CAPTURED = 16 };

#define TERM(name, strain, values, law, numbers) \
  "{\"name\": \"" name "\", \"strain\": \"" strain "\", \"values\": [" values "], \"law\": \"" law "\", \"parameters\": {" numbers "}}"

static const char truth[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"200 g/m^2\", \"topology\": \"alternating\", \"terms\": ["  //
    TERM("warp", "green", "\"warp\"", "linear", "\"k\": \"300 N/m\"") ","                                                        //
    TERM("weft", "green", "\"weft\"", "linear", "\"k\": \"200 N/m\"") ","                                                        //
    TERM("shear", "green", "\"shear\"", "linear", "\"k\": \"40 N/m\"") ","                                                       //
    TERM("area", "green", "\"warp\", \"weft\"", "cross", "\"c\": \"40 N/m\"") ","                                                //
    TERM("bend", "hinge", "\"bend\"", "linear", "\"k\": \"1e-5 N m\"") ","                                                       //
    TERM("warp-friction", "green", "\"warp\"", "dahl", "\"a\": \"2 N/m\", \"b\": \"20 N/m\", \"tau\": 0.01") ","                 //
    TERM("weft-friction", "green", "\"weft\"", "dahl", "\"a\": \"1.5 N/m\", \"b\": \"10 N/m\", \"tau\": 0.02") ","               //
    TERM("shear-friction", "green", "\"shear\"", "dahl", "\"a\": \"0.5 N/m\", \"b\": \"3 N/m\", \"tau\": 0.02") "]}";

static pl_measurement *capture(pl_context *ctx, const char *which, int frames) {
  pl_motion_options options = pl_motion_options_default();  // noise of 0.1 mm and 3 mN
  options.cells = CAPTURED;
  options.frames = frames;
  options.cycles = 2;
  options.depth = options.size / 8;
  return virtual_captures(ctx, truth_from_text(ctx, truth), which, &options);
}

static pl_fit_options additive(const char *addends, pl_friction friction) {
  pl_fit_options options = pl_fit_options_default();
  options.model = "additive";
  options.addends = addends;
  options.friction = (int)friction;
  options.max_points = 3;
  options.rig.cells = CELLS;
  return options;
}

static double number(const pl_fit *fit, const char *name) {
  int j = pl_material_parameter_index(fit->material, name);
  REQUIRE(j >= 0);
  return fit->material->theta[j];
}

static double sigma(const pl_fit *fit, const char *name) {
  size_t j = (size_t)pl_material_parameter_index(fit->material, name), n = (size_t)fit->solution.n_parameter;
  return sqrt(fit->evidence.covariance[j * n + j]);
}

// Within three of its sigmas and what another mesh changes.
static void check_number(const pl_fit *fit, const char *name, double value, double mesh) {
  CHECK_NEAR(number(fit, name), value, 3 * sigma(fit, name) + mesh * value);
}

// N/m, the largest friction of a strain in the middle of what was measured.
static double largest_friction(const pl_fit *fit, const char *a, const char *b) { return number(fit, a) + 0.1 * number(fit, b); }

LONG_TEST(additive_fit_finds_friction) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement[2] = {capture(ctx, "stretch,picture-frame", 17), capture(ctx, "corner-pull", 9)};
  pl_fit_options options = additive("anisotropic", PL_FRICTION_DAHL);
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, measurement, 1, measurement + 1, &options, &fit) == PL_OK);
  check_number(fit, "warp.k", 300, 0.005);
  check_number(fit, "weft.k", 200, 0.005);
  check_number(fit, "shear.k", 40, 0.03);
  check_number(fit, "warp-friction.a", 2, 0.02);
  check_number(fit, "warp-friction.b", 20, 0.02);
  check_number(fit, "warp-friction.tau", 0.01, 0.02);
  check_number(fit, "weft-friction.a", 1.5, 0.02);
  check_number(fit, "weft-friction.b", 10, 0.02);
  check_number(fit, "weft-friction.tau", 0.02, 0.02);
  CHECK_CLOSE(largest_friction(fit, "warp-friction.a", "warp-friction.b"), 4, 0.02);
  CHECK_CLOSE(largest_friction(fit, "weft-friction.a", "weft-friction.b"), 2.5, 0.02);
  CHECK_CLOSE(largest_friction(fit, "shear-friction.a", "shear-friction.b"), 0.8, 0.15);  // 0.5 + 3 |s|: a picture frame wrinkles
  // elasticity alone goes through the middle of the loops, is stiffer than the cloth, and predicts what it has not seen worse
  REQUIRE(fit->way.n_step == 3);
  const pl_fit_step *step = &fit->way.step[2], *elastic = &fit->way.step[1];
  double stiff = elastic->material->theta[pl_material_parameter_index(elastic->material, "warp.k")];
  CHECK_TEXT(elastic->name, "anisotropic");
  CHECK_TEXT(step->name, "friction");
  CHECK_TEXT(step->addends, "warp, weft, shear, area; friction of warp, weft, shear");
  CHECK(step->friction && !elastic->friction);
  CHECK_LESS(15 * step->force, elastic->force);
  CHECK_LESS(2 * step->unseen_force, elastic->unseen_force);
  CHECK_LESS(4 * fabs(number(fit, "warp.k") - 300), fabs(stiff - 300));
  // the certificate is that of the energy
  CHECK(strncmp(fit->material->certificate, "green: convex over the range, proven", 36) == 0);
  pl_fit_destroy(fit);
  for (int i = 0; i < 2; i++) pl_measurement_destroy(measurement[i]);
  pl_context_destroy(ctx);
}

// Whatever the addends are, also those that are chosen, friction stands beside them, and meets the forces better.
LONG_TEST(additive_friction_at_every_stage) {
  static const char *const stage[] = {"stvk", "asymmetric", "auto"};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch", 9);
  for (int i = 0; i < 3; i++) {
    pl_fit_options options = additive(stage[i], PL_FRICTION_CONSTANT);
    options.progressive = false;
    if (i == 2) options.folds = 3;
    options.rig.cells = 6;
    pl_fit *fit;
    REQUIRE(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_OK);
    const pl_fit_step *step = fit->way.step, *last = &step[fit->way.n_step - 1];
    while (step < last && !strstr(step->addends, "friction")) step++;
    CHECK_TEXT(step->name, "friction");
    const char *beside = strchr(step->addends, ';');
    CHECK_TEXT(beside ? beside : "", "; friction of warp, weft");  // no shear was captured
    CHECK_LESS(1.2 * step->force, step[-1].force);
    CHECK_LESS(0.99 * last->force, step->force);
    CHECK(pl_material_term(fit->material, "warp-friction") && pl_material_term(fit->material, "weft-friction"));
    if (i > 0) CHECK_CLOSE(number(fit, "warp-friction.a"), 4, 0.2);  // 2 + 20 |s| N/m, |s| up to 0.2
    CHECK(strstr(fit->material->certificate, "proven"));
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}

// Refused before anything is fitted: a rate alpha, and captures without forces.
TEST(additive_friction_refused) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *measurement = capture(ctx, "stretch-warp", 5);
  pl_fit_options options = additive("anisotropic", PL_FRICTION_ALPHA);
  pl_fit *fit;
  CHECK(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "alpha");
  pl_context_clear_error(ctx);
  options = additive("anisotropic", PL_FRICTION_DAHL);
  options.compare = PL_COMPARE_POSITIONS + 1;
  CHECK(pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "[friction.no-cycle]");
  pl_measurement_destroy(measurement);
  pl_context_destroy(ctx);
}
