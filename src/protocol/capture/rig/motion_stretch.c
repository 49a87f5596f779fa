// motion_stretch.c: two bars on opposite sides, one is pulled away and moved back (thesis 3.2.2: three times).
//
// The signal 1 is 30 % of the free length. Both bars stay at the same height; the cloth between them sags a little.
#include "protocol/capture/rig/motion_rows.h"

static void clips(pl_motion_plan *plan) {
  plan->n_clip = 2;
  plan->clip[0] = pl__motion_bar(plan, "fixed", plan->axis, 0, 0, PL_CLIP_LONG_BAR);
  plan->clip[1] = pl__motion_bar(plan, "moving", plan->axis, 1, 0, PL_CLIP_LONG_BAR);
}

static void pose(const pl_motion_plan *plan, double signal, int clip, double *turn, double origin[3]) {
  *turn = 0;
  if (clip == 1) origin[plan->axis] += 0.3 * signal * (plan->size - 2 * plan->depth);
}

const pl_motion_row pl_motion_stretch = {
    .name = "stretch",
    .help = "two bar clips on opposite sides, pulled apart and let back three times",
    .n_direction = 2,
    .n_way = 3,
    .way = {0, 1, 0},
    .cycles = 3,
    .force_share = 1,
    .clips = clips,
    .pose = pose,
};
