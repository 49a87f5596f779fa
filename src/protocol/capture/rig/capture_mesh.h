// capture_mesh.h: the simulation mesh of a capture, and how well it resolves the clips.
#ifndef PL_PROTOCOL_CAPTURE_RIG_CAPTURE_MESH_H
#define PL_PROTOCOL_CAPTURE_RIG_CAPTURE_MESH_H

#include "protocol/capture/capture.h"
#include "rig/rig.h"

// A grid over the rest rectangle of the capture, options->cells along its longer side, in the capture's material coordinates. Its lines lie
// on the edges of clips. The caller destroys it; the arena provides scratch memory.
pl_status pl_capture_mesh(pl_arena *arena, const pl_capture *capture, const pl_rig_options *options, pl_mesh **mesh);

// An edge of a clip that differs from the vertices that the simulation mesh holds.
typedef struct pl_clip_miss {
  int clip;      // -1: there is none
  double depth;  // m, of the clip as captured, across that edge; 0: it is a line
  double held;   // m, the same of the vertices held
  double cell;   // m, size of the cells
} pl_clip_miss;
// The worst one of a capture on its mesh; none if all are within 15 % of a cell, or a hundredth of the cloth. The arena provides scratch
// memory.
pl_status pl_capture_clip_miss(pl_arena *arena, const pl_capture *capture, const pl_resampled *resampled, pl_clip_miss *miss);

#endif
