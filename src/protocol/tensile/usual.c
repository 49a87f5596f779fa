// usual.c: usual next tensile and shear tests of a laboratory: 50 mm between clamps of 200 mm, up to 10 % or 200 N/m. Sheared to 14 % or 50
// N/m.
#include <math.h>

#include "protocol/tensile/tensile_part.h"
#include "rig/usual.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
enum { FRAMES = 20 };

// The largest force per width (N/m) when the only frame of the test is at `last`; NAN without equilibrium.
static double force_at(const pl_rig *rig, double *control, double last, const double *theta, int channel) {
  double force = NAN, *value[PL_MAX_CHANNEL] = {0};
  pl_rig_report report;
  *control = last;
  value[channel] = &force;
  pl_rig_forget(rig);
  if (pl_rig_predict(rig, &(pl_prediction){.theta = theta, .value = value, .last = true}, &report) != PL_OK) return NAN;
  return fabs(force) / rig->test->width;
}

// Limits the displacement of stiff cloth: load cells have a range, and yarns break.
static pl_status limit(pl_context *ctx, const pl_material *material, const pl_solve_options *solve, const pl_test *test, int control,
                       double most, double *last) {
  enum { TRIALS = 8 };
  double at[1] = {*last};
  pl_test one = *test;
  one.n_frame = one.n_raw = 1;
  one.channel[control].value = at;
  pl_rig_options options = pl_rig_options_default();
  options.cells = 8;
  const pl_rig *rig;
  PL_TRY(pl_rig_create(ctx, &pl_protocol_tensile, &one, material, &options, solve, &rig));
  for (int i = 0; i < TRIALS; i++) {
    double force = force_at(rig, at, *last, material->theta, PL_TENSILE_FORCE + control);
    if (force <= 1.05 * most) break;
    *last *= isnan(force) ? 0.5 : fmax(most / force, 0.25);
  }
  pl_rig_destroy(rig);
  return PL_OK;
}

static pl_status plan_tensile(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                              const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like;
  const pl_protocol *protocol = &pl_protocol_tensile;
  int control = usual->which, n_frame = pl_material_remembers(material) ? 2 * FRAMES : FRAMES;
  pl_test *test = &plan->test[0];
  *test = (pl_test){.protocol = protocol,
                    .name = usual->name,
                    .file = "",
                    .length = 0.05,
                    .width = 0.2,
                    .strips = 1,
                    .angle = usual->angle,
                    .control = control};
  for (int k = 0; k < protocol->n_channel; k++) test->channel[k].row = &protocol->channel[k];
  bool shear = control == PL_TENSILE_SHEAR_DISPLACEMENT;
  double last = shear ? 7e-3 : 5e-3, *value = pl_arena_alloc(arena, (size_t)n_frame, sizeof *value);
  int *branch = pl_arena_alloc(arena, (size_t)n_frame, sizeof *branch);
  if (!value || !branch) return PL_ERROR_MEMORY;
  test->branch = test->raw_branch = branch;
  PL_TRY(limit(pl_arena_context(arena), material, solve, test, control, shear ? 50 : 200, &last));
  for (int f = 0; f < n_frame; f++) {
    branch[f] = f < FRAMES ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
    value[f] = last * (f < FRAMES ? f + 1 : 2 * FRAMES - 1 - f) / FRAMES;
  }
  test->n_frame = test->n_raw = n_frame;
  test->channel[control].value = value;
  test->channel[PL_TENSILE_FORCE + control].width = 1;
  test->observed = PL_TENSILE_FORCE + control;
  plan->n_test = 1;
  plan->cells = 12;
  return PL_OK;
}

static const pl_usual usual[] = {
    {"tensile", "warp", "a tensile test along warp", "forces to 1 % of the largest", PL_NEEDS_STRETCH, false, 0, PL_TENSILE_DISPLACEMENT,
     plan_tensile},
    {"tensile", "weft", "a tensile test along weft", "forces to 1 % of the largest", PL_NEEDS_STRETCH, false, PI / 2,
     PL_TENSILE_DISPLACEMENT, plan_tensile},
    {"tensile", "bias", "a tensile test at 45 degrees", "forces to 1 % of the largest", PL_NEEDS_STRETCH | PL_NEEDS_SHEAR, false, PI / 4,
     PL_TENSILE_DISPLACEMENT, plan_tensile},
    {"tensile", "shear", "a shear test", "forces to 1 % of the largest", PL_NEEDS_STRETCH | PL_NEEDS_SHEAR, false, 0,
     PL_TENSILE_SHEAR_DISPLACEMENT, plan_tensile},
};
const pl_protocol_plan pl__tensile_plan = {.n_usual = COUNT(usual), .usual = usual, .laboratory = &pl__tensile_laboratory};
