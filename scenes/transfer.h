// transfer.h: a bending rigidity in scenes: strips under their own weight, written as files and run as `pliant simulate` runs them.
#ifndef PL_SCENES_TRANSFER_H
#define PL_SCENES_TRANSFER_H

#include <pliant/simulate.h>

typedef struct scene_strip_mesh {
  const char *topology;  // "alternating", "uniform", "irregular"
  double cell[2];        // m, along and across the strip
  int n[2];              // cells of the free length, rounded down, and across
  double clamped;        // cells along in the clamp, besides; its face may lie between lines of the mesh. 0: two
  bool hinges;           // bends at hinges of stiffness B/3, not by curvatures
  int seed;              // of irregular meshes; 0: 1
  double membrane;       // N/m; 0: 1000
} scene_strip_mesh;

// A horizontal strip of weight w, length L and rigidity B with w L^3/B = ratio. *error: the rigidity whose elastica drops as far, over B, less
// 1. Files are written into `folder`.
pl_status scene_transfer_cantilever(pl_context *ctx, const char *folder, const scene_strip_mesh *mesh, double ratio, double *error);
// The part of the clamp's edge that does not hold the direction of the cloth (scene/clamp_depth.h).
pl_status scene_transfer_loose(pl_context *ctx, const char *folder, const scene_strip_mesh *mesh, double *loose);
// w L^3/B at which an upright strip buckles under its own weight; `guess` is near it. Two states below it are pushed sideways by a thousandth
// of the weight. The inverse of their deflection is extrapolated to zero (Southwell 1932).
pl_status scene_transfer_column(pl_context *ctx, const char *folder, const scene_strip_mesh *mesh, double guess, double *critical);

#endif
