// specimens.h: virtual specimens of one fabric in any protocol: every stiffness of a specimen is that of the fabric times its factor.
#ifndef SCENES_SPECIMENS_H
#define SCENES_SPECIMENS_H

#include "material/material.h"
#include "measure/protocol.h"

typedef struct scene_specimens {
  const char *protocol, *usual;  // a usual test (rig/usual.h): "cantilever", "warp strip"
  const pl_test *like;           // of homogeneous states, for the body; NULL: none
  int n;                         // specimens
  const double *factor;          // [n]
  double noise;                  // over that of the usual test
  uint64_t seed;                 // of the noise
} scene_specimens;

// Measurements out[n], one file per specimen, whose tests name it. Sigmas are not stated. The caller destroys them, before the arena.
pl_status scene_specimens_measure(pl_arena *arena, const pl_material *fabric, const scene_specimens *plan, pl_measurement **out);
// A block in uniaxial tension to twice its length, for `like`; in arena memory.
const pl_test *scene_specimens_block(pl_arena *arena);
void scene_specimens_clear(int n, pl_measurement **specimens);

#endif
