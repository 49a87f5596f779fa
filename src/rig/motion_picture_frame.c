// motion_picture_frame.c: four bars along the sides, hinged at the corners of the cloth between them, sheared and back (thesis 3.2.2; Culpin 1979).
//
// With the shear angle gamma the sides point along
//   e1 = (cos gamma/2, sin gamma/2),   e2 = (sin gamma/2, cos gamma/2),
// and the inner edge of each bar keeps its length and goes through the middle of the cloth +- (size/2 - depth) e: the cloth between the bars is
// sheared by gamma and not stretched. The signal 1 is 20 degrees. The bars leave the corners of the cloth free.
#include <math.h>

#include "rig/motion_rows.h"

enum { LEFT, RIGHT, BOTTOM, TOP };

static void clips(pl_motion_plan *plan) {
  double margin = 2 * plan->depth;
  plan->n_clip = 4;
  plan->clip[LEFT] = pl__motion_bar(plan, "left", 0, 0, margin, PL_CLIP_BAR);
  plan->clip[RIGHT] = pl__motion_bar(plan, "right", 0, 1, margin, PL_CLIP_BAR);
  plan->clip[BOTTOM] = pl__motion_bar(plan, "bottom", 1, 0, margin, PL_CLIP_BAR);
  plan->clip[TOP] = pl__motion_bar(plan, "top", 1, 1, margin, PL_CLIP_BAR);
}

static void pose(const pl_motion_plan *plan, double signal, int clip, double *turn, double origin[3]) {
  const double limit = 0.3490658503988659;  // 20 degrees
  double half = 0.5 * limit * signal, c = cos(half), s = sin(half);
  bool upright = clip == LEFT || clip == RIGHT;  // along weft, with its outward normal along warp
  double side = clip == RIGHT || clip == TOP ? 1 : -1, edge = 0.5 * plan->size - plan->depth, more = 0.5 * plan->depth;
  *turn = upright ? -half : half;
  // the inner edge, along the other pair of sides, then half the depth along the bar's own normal
  origin[0] = 0.5 * plan->size + side * (upright ? edge * c + more * c : edge * s - more * s);
  origin[1] = side * (upright ? edge * s - more * s : edge * c + more * c);
}

const pl_motion_row pl_motion_picture_frame = {
    .name = "picture-frame",
    .help = "four bar clips along the sides, hinged like a picture frame, sheared and back",
    .n_way = 3,
    .way = {0, 1, 0},
    .cycles = 1,
    .force_share = 1,
    .clips = clips,
    .pose = pose,
};
