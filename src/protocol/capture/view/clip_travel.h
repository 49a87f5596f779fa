// clip_travel.h: how far the clips of a capture have gone: the control over which their forces make a curve, as in a tensile test.
//
// With c(f) the middle of what a clip holds in frame f and o(f) that of its opposite, the clip farthest from it in the first frame,
//
//   d(f) = (c - o)(f) - (c - o)(0),   s(f) = d(f) . e,   e = d / |d| of the frame with the largest |d|,
//
// s is the travel. Clips that move mostly along the line between them count as positive when they move apart.
#ifndef PL_PROTOCOL_CAPTURE_VIEW_CLIP_TRAVEL_H
#define PL_PROTOCOL_CAPTURE_VIEW_CLIP_TRAVEL_H

#include "protocol/capture/capture.h"

// Middles of what the clips hold in the captured shapes, [n_clip][n_frame][3], m; NAN of a clip that holds nothing.
void pl_clip_middles(const pl_resampled *r, int n_clip, int n_frame, double *middle);
// The travel of a clip, [n_frame], m. False where the motion has no such control: no other clip, next to no motion, or one that is not along a line.
bool pl_clip_travel(int n_clip, int n_frame, const double *middle, int clip, double *travel, int *opposite);

#endif
