// usual.c: usual next captures of a laboratory, on a coarse mesh.
#include "protocol/capture/capture.h"
#include "protocol/capture/rig/motion.h"
#include "protocol/capture/rig/rig_capture.h"
#include "protocol/capture/capture_part.h"
#include "rig/usual.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static pl_status plan_capture(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                              const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like;
  pl_motion_options motion = pl_motion_options_default();
  motion.cells = 16;
  motion.frames = 6;
  motion.cycles = 1;
  pl_rig_report report;
  PL_TRY(pl_motion_measure(pl_arena_context(arena), usual->name, material, &motion, solve, &plan->capture, &report));
  pl_rig_options options = pl_rig_options_default();
  plan->cells = options.cells = 10;
  if (plan->capture->test[0].n_frame < 1) return PL_OK;
  PL_TRY(pl_capture_prepare(arena, &plan->capture->test[0], &options, &plan->test[0], &plan->mesh));
  plan->n_test = 1;
  return PL_OK;
}

static const pl_usual usual[] = {
    {"capture", "stretch-warp", "a captured stretch along warp", "positions to 0.1 mm, forces to 3 mN",
     PL_NEEDS_STRETCH | PL_NEEDS_SHEAR | PL_NEEDS_BEND | PL_NEEDS_WEIGHT, true, 0, 0, plan_capture},
    {"capture", "stretch-weft", "a captured stretch along weft", "positions to 0.1 mm, forces to 3 mN",
     PL_NEEDS_STRETCH | PL_NEEDS_SHEAR | PL_NEEDS_BEND | PL_NEEDS_WEIGHT, true, 0, 0, plan_capture},
    {"capture", "picture-frame", "a captured picture frame", "positions to 0.1 mm, forces to 3 mN",
     PL_NEEDS_STRETCH | PL_NEEDS_SHEAR | PL_NEEDS_BEND | PL_NEEDS_WEIGHT, true, 0, 0, plan_capture},
    {"capture", "table-edge-warp", "a capture over the edge of a table along warp", "positions to 0.1 mm, forces to 3 mN",
     PL_NEEDS_STRETCH | PL_NEEDS_SHEAR | PL_NEEDS_BEND | PL_NEEDS_WEIGHT, true, 0, 0, plan_capture},
    {"capture", "table-edge-weft", "a capture over the edge of a table along weft", "positions to 0.1 mm, forces to 3 mN",
     PL_NEEDS_STRETCH | PL_NEEDS_SHEAR | PL_NEEDS_BEND | PL_NEEDS_WEIGHT, true, 0, 0, plan_capture},
    {"capture", "table-edge-bias", "a capture over the edge of a table at 45 degrees to the yarns", "positions to 0.1 mm, forces to 3 mN",
     PL_NEEDS_STRETCH | PL_NEEDS_SHEAR | PL_NEEDS_BEND | PL_NEEDS_WEIGHT, true, 0, 0, plan_capture},
};
static unsigned compared(const pl_test *test) { return pl_capture_compared(pl_capture_of(test), PL_COMPARE_DEFAULT); }

const pl_protocol_plan pl__capture_plan = {
    .n_usual = COUNT(usual), .usual = usual, .compared = compared, .laboratory = &pl__capture_laboratory};
