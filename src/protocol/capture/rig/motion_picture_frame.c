// motion_picture_frame.c: four bars along the sides, hinged at the corners of the cloth between them, sheared and back (thesis 3.2.2; Culpin 1979).
//
// With the shear angle gamma the sides point along
//   e1 = (cos gamma/2, sin gamma/2),   e2 = (sin gamma/2, cos gamma/2),
// and the inner edge of each bar keeps its length and goes through the middle of the cloth +- lambda (size/2 - depth) e. The signal 1 is 20
// degrees. The bars leave the corners of the cloth free.
//
// With lambda = 1 the cloth would be in pure shear. Its shear stress compresses it along one diagonal, and limp cloth wrinkles at once
// (satin finer than any mesh). The experiment pulls on opposite corners, which keeps the cloth taut. Here the frame opens with the shear so
// that the stress across the bars is TAUT times the shear stress. The opening is computed from the material's terms on triangles; without
// such terms it is zero.
#include <math.h>

#include "protocol/capture/rig/motion_rows.h"

enum { LEFT, RIGHT, BOTTOM, TOP };
static const double LIMIT = 0.3490658503988659;  // 20 degrees
static const double TAUT = 1.2, MAX_OPENING = 0.2;

static const pl_strain *triangle_strain(const pl_material *material) {
  for (int i = 0; i < material->n_term; i++)
    if (material->term[i].strain->element == PL_ELEMENT_TRIANGLE && !material->term[i].rate) return material->term[i].strain;
  return NULL;
}

// Stress across the bars of an open frame minus the required one; increases with the opening.
static double slack(const pl_motion_plan *plan, const pl_strain *strain, double opening, double angle) {
  double s[PL_STRAIN_MAX_VALUE] = {opening + 0.5 * opening * opening, opening + 0.5 * opening * opening, 0}, psi, t[PL_STRAIN_MAX_VALUE],
         k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
  pl_material_eval(plan->material, strain, NULL, s, &psi, t, k);
  double across = fmin(t[0], t[1]);
  s[0] = s[1] = 0;
  s[2] = sin(angle);
  pl_material_eval(plan->material, strain, NULL, s, &psi, t, k);
  return across - TAUT * fabs(t[2]);
}

static void open_frame(pl_motion_plan *plan) {
  const pl_strain *strain = triangle_strain(plan->material);
  for (int i = 0; strain && i <= PL_MOTION_OPENING; i++) {
    double low = 0, high = MAX_OPENING;
    for (int pass = 0; pass < 60; pass++) {
      double middle = 0.5 * (low + high);
      *(slack(plan, strain, middle, LIMIT * i / PL_MOTION_OPENING) < 0 ? &low : &high) = middle;
    }
    plan->opening[i] = high;
  }
}

static double opening(const pl_motion_plan *plan, double signal) {
  double at = fmin(fabs(signal), 1) * PL_MOTION_OPENING;
  int i = (int)fmin(at, PL_MOTION_OPENING - 1);
  return plan->opening[i] + (at - i) * (plan->opening[i + 1] - plan->opening[i]);
}

static void clips(pl_motion_plan *plan) {
  double margin = 2 * plan->depth;
  plan->n_clip = 4;
  plan->clip[LEFT] = pl__motion_bar(plan, "left", 0, 0, margin, PL_CLIP_BAR);
  plan->clip[RIGHT] = pl__motion_bar(plan, "right", 0, 1, margin, PL_CLIP_BAR);
  plan->clip[BOTTOM] = pl__motion_bar(plan, "bottom", 1, 0, margin, PL_CLIP_BAR);
  plan->clip[TOP] = pl__motion_bar(plan, "top", 1, 1, margin, PL_CLIP_BAR);
  open_frame(plan);
}

static void pose(const pl_motion_plan *plan, double signal, int clip, double *turn, double origin[3]) {
  double half = 0.5 * LIMIT * signal, c = cos(half), s = sin(half);
  bool upright = clip == LEFT || clip == RIGHT;  // along weft, with its outward normal along warp
  double side = clip == RIGHT || clip == TOP ? 1 : -1, more = 0.5 * plan->depth;
  double edge = (1 + opening(plan, signal)) * (0.5 * plan->size - plan->depth);
  *turn = upright ? -half : half;
  // the inner edge, along the other pair of sides, then half the depth along the bar's normal
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
