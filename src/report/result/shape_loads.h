// shape_loads.h: the loads on a specimen where its protocol says that they act, for arrows on its shape.
//
//   tensile       the moving clamp pulls with the measured force (f_u, f_v, 0); nothing else acts on the specimen, so the fixed clamp pulls back
//   disk-push     the disc, along its travel
//   biaxial-hang  the weights along their cords on bottom slat and side clips; the weight of the cloth
//   weights       what hangs on the lower side, weight + clip g, along x, which points down; the weight of the cloth
//   cantilever, roll   the weight of what is outside the clamp
//   homogeneous   column j of the nominal stress P on the faces with normal +- j: no force, since the size of the faces was not given. A difference
//                 of Cauchy stresses tells the stress of no face
// A weight acts at the centre of its mass: the sum over triangles of density x rest area x present centroid, over the mass. Captures and bodies in
// poses have readings of clips and supports in channels of their own (shapes.h).
#ifndef PL_REPORT_RESULT_SHAPE_LOADS_H
#define PL_REPORT_RESULT_SHAPE_LOADS_H

#include "estimate/problem/fit.h"

typedef struct pl_shape_load {
  const char *name;   // "moving clamp". Static
  const char *unit;   // "N"; "Pa": force over the area at rest
  double *at;         // [n_frame][3], m; NAN where a frame has no shape
  double *known;      // [n_frame][3], measured, or imposed; NAN where a component was not measured
  double *predicted;  // [n_frame][3]; NULL: imposed, so there is nothing to predict
} pl_shape_load;

enum { PL_MAX_SHAPE_LOADS = 8 };

typedef struct pl_shape_loads {
  int n;  // 0: the protocol tells of none
  pl_shape_load load[PL_MAX_SHAPE_LOADS];
} pl_shape_loads;

// Of a case whose rig has found its shapes, in arena memory.
pl_status pl_shape_loads_make(pl_arena *arena, const pl_fit_case *fit_case, pl_shape_loads *out);

#endif
