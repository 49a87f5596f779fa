// strips.h: virtual strips of one fabric, each cut from another place: every stiffness of a strip is that of the fabric times its factor.
#ifndef SCENES_STRIPS_H
#define SCENES_STRIPS_H

#include "material/material.h"
#include "measure/protocol.h"

typedef struct scene_strips {
  int n;                 // strips
  const double *factor;  // [n]
  double noise;          // of a force, relative to the largest of the fabric
  double angle;          // rad, of the cut from warp
  double strain;         // at the last frame
  int n_frame;
  uint64_t seed;  // of the noise
} scene_strips;

// Measurements out[n] with one test each, pulled between clamps; sigma is not stated. The caller destroys them.
pl_status scene_strips_pull(pl_context *ctx, const pl_material *fabric, const scene_strips *plan, pl_measurement **out);
void scene_strips_clear(int n, pl_measurement **strips);

#endif
