// clip_travel.h: the travel of the clips of a capture: the abscissa of their force curves, as in a tensile test.
//
// Let c(f) be the centre of the vertices that a clip holds in frame f. Let o(f) be that of its opposite, the clip farthest from it in the
// first frame.
//
//   d(f) = (c - o)(f) - (c - o)(0),   s(f) = d(f) . e,   e = d / |d| of the frame with the largest |d|,
//
// s is the travel. Clips that move mostly along the line between them count as positive when they move apart.
#ifndef PL_PROTOCOL_CAPTURE_VIEW_CLIP_TRAVEL_H
#define PL_PROTOCOL_CAPTURE_VIEW_CLIP_TRAVEL_H

#include "protocol/capture/capture.h"

// Centres of the vertices that the clips hold in the captured shapes, [n_clip][n_frame][3], m; NAN for a clip that holds none.
void pl_clip_middles(const pl_resampled *r, int n_clip, int n_frame, double *middle);
// The travel of a clip, [n_frame], m. False if the motion has no such abscissa: no other clip, hardly any motion, or one that is not along
// a line.
bool pl_clip_travel(int n_clip, int n_frame, const double *middle, int clip, double *travel, int *opposite);

#endif
