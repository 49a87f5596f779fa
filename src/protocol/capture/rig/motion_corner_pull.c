// motion_corner_pull.c: four small clips at the corners; opposite pairs are pulled in turn (thesis 3.2.2, used for validation only).
//
// At a signal s > 0 the corners (low, low) and (high, high) move outwards along their diagonal by 10 % of the side times s. The other two
// move inwards by 80 % of that. At s < 0 the pairs are exchanged. The wrinkles run along the pulled diagonal.
#include <math.h>

#include "protocol/capture/rig/motion_rows.h"

static const char *const name[4] = {"low-low", "high-low", "low-high", "high-high"};  // warp, weft

static void clips(pl_motion_plan *plan) {
  double side = 2 * plan->depth;
  plan->n_clip = 4;
  for (int i = 0; i < 4; i++) {
    double corner[2];
    pl_motion_clip *clip = &plan->clip[i];
    *clip = (pl_motion_clip){.name = name[i], .mass = PL_CLIP_SMALL};
    pl__motion_corner(plan, i, corner);
    for (int k = 0; k < 2; k++) {
      bool high = i >> k & 1;
      clip->low[k] = high ? corner[k] - side : corner[k];
      clip->high[k] = high ? corner[k] : corner[k] + side;
      clip->outward[k] = high ? sqrt(0.5) : -sqrt(0.5);
    }
  }
}

static void pose(const pl_motion_plan *plan, double signal, int clip, double *turn, double origin[3]) {
  bool first = clip == 0 || clip == 3;  // the pair that a positive signal pulls
  double pull = first ? signal : -signal, out = 0.1 * plan->size * (pull > 0 ? pull : 0.8 * pull);
  *turn = 0;
  for (int k = 0; k < 2; k++) origin[k] += out * plan->clip[clip].outward[k];
}

const pl_motion_row pl_motion_corner_pull = {
    .name = "corner-pull",
    .help = "four small clips at the corners, opposite pairs pulled in turn: wrinkles along the diagonals",
    .n_way = 5,
    .way = {0, 1, 0, -1, 0},
    .cycles = 1,
    .force_share = 0.5,
    .clips = clips,
    .pose = pose,
};
