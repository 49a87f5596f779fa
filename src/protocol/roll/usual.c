// usual.c: usual next rolled strips of a laboratory, on three cylinders.
#include <math.h>
#include <string.h>

#include "protocol/roll/roll.h"
#include "protocol/roll/roll_part.h"
#include "rig/usual.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
static const double G = 9.80665;

enum { ROLL_POINTS = 25 };

// Labels of an arc that hangs down with curvature `kappa`, counterclockwise.
static void arc(double length, double kappa, double *label) {
  double at[2] = {0, 0};
  for (int i = 0; i < ROLL_POINTS; i++) {
    double step = length / (ROLL_POINTS - 1), to = -PI / 2 + (i + 0.5) * step * kappa;
    label[2 * i] = at[0];
    label[2 * i + 1] = at[1];
    at[0] += step * cos(to);
    at[1] += step * sin(to);
  }
}

// A rig of a rolled strip needs labels, which determine the direction of its held end. Those of an arc are replaced by the resulting strip.
static pl_status settle_labels(pl_context *ctx, const pl_material *material, const pl_solve_options *solve, int cells, pl_test *test) {
  enum { ROUNDS = 3 };
  double *label = test->channel[PL_ROLL_PROFILE].value, found[2 * ROLL_POINTS], *value[PL_MAX_CHANNEL] = {[PL_ROLL_PROFILE] = found};
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  for (int round = 0; round < ROUNDS; round++) {
    const pl_rig *rig;
    pl_rig_report report;
    PL_TRY(pl_rig_create(ctx, &pl_protocol_roll, test, material, &options, solve, &rig));
    pl_status status = pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value, .last = true}, &report);
    pl_rig_destroy(rig);
    PL_TRY(status);
    if (report.n_failed > 0) return PL_OK;  // the prediction that follows fails too, and is skipped
    memcpy(label, found, sizeof found);
  }
  return PL_OK;
}

static pl_status plan_roll(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                           const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like;
  static const double radius[] = {7.5e-3, 16e-3, 31.5e-3};
  static const char *const name[] = {"7.5 mm", "16 mm", "31.5 mm"};
  plan->cells = 40;
  plan->sigma[PL_ROLL_PROFILE] = 2e-4;
  for (int i = 0; i < 3; i++) {
    pl_roll *roll = pl_arena_alloc(arena, 1, sizeof *roll);
    double *label = pl_arena_alloc(arena, 2 * ROLL_POINTS, sizeof *label);
    if (!roll || !label) return PL_ERROR_MEMORY;
    *roll = (pl_roll){.radius = radius[i], .repetition = 1, .side = 1, .gravity = G, .strip = usual->name, .n_point = ROLL_POINTS};
    pl_test *test = &plan->test[plan->n_test++];
    *test = (pl_test){.name = name[i],
                      .file = "",
                      .length = 0.1,
                      .width = 0.025,
                      .strips = 1,
                      .angle = usual->angle,
                      .method = PL_TEST_MESH,
                      .n_frame = 1,
                      .n_raw = 1,
                      .protocol = &pl_protocol_roll,
                      .detail = roll};
    arc(test->length, 0.2 / radius[i], label);
    test->channel[PL_ROLL_PROFILE] = (pl_channel){
        .row = &pl_protocol_roll.channel[PL_ROLL_PROFILE], .width = 2 * ROLL_POINTS, .value = label, .sigma = plan->sigma[PL_ROLL_PROFILE]};
    PL_TRY(settle_labels(pl_arena_context(arena), material, solve, plan->cells, test));
  }
  return PL_OK;
}

static const pl_usual usual[] = {
    {"roll", "rolled warp strip", "a warp strip rolled and released", "labels to 0.2 mm", PL_NEEDS_BEND | PL_NEEDS_WEIGHT | PL_NEEDS_MEMORY,
     false, 0, 0, plan_roll},
    {"roll", "rolled weft strip", "a weft strip rolled and released", "labels to 0.2 mm", PL_NEEDS_BEND | PL_NEEDS_WEIGHT | PL_NEEDS_MEMORY,
     false, PI / 2, 0, plan_roll},
};
const pl_protocol_plan pl__roll_plan = {.n_usual = COUNT(usual), .usual = usual};
