// motion_complex_shear.c: two bars on opposite sides slide in opposite directions along themselves. They come a little closer, so that the
// sheared cloth buckles (thesis 3.2.2, used for validation only).
//
// The signal 1 is a slide of 20 % of the side against each other and an approach of 5 %.
#include "protocol/capture/rig/motion_rows.h"

static void clips(pl_motion_plan *plan) {
  plan->n_clip = 2;
  plan->clip[0] = pl__motion_bar(plan, "left", 0, 0, 0, PL_CLIP_LONG_BAR);
  plan->clip[1] = pl__motion_bar(plan, "right", 0, 1, 0, PL_CLIP_LONG_BAR);
}

static void pose(const pl_motion_plan *plan, double signal, int clip, double *turn, double origin[3]) {
  double side = clip == 1 ? 1 : -1;
  *turn = 0;
  origin[0] -= side * 0.025 * signal * plan->size;
  origin[1] += side * 0.1 * signal * plan->size;
}

const pl_motion_row pl_motion_complex_shear = {
    .name = "complex-shear",
    .help = "two bar clips move along each other and come closer: shearing and buckling",
    .n_way = 3,
    .way = {0, 1, 0},
    .cycles = 1,
    .force_share = 1,
    .clips = clips,
    .pose = pose,
};
