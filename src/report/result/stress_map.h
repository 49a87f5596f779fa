// stress_map.h: how strongly a body is stressed at each vertex and frame of a simulated test, by all elastic terms of the material together.
#ifndef PL_REPORT_RESULT_STRESS_MAP_H
#define PL_REPORT_RESULT_STRESS_MAP_H

#include "estimate/problem/fit.h"

typedef struct pl_stress_map {
  const char *name;    // "von Mises stress" of solids, which no pressure changes; "largest tension" of sheets. Static
  const char *unit;    // "Pa", "N/m"
  const float *value;  // [n_frame][n_vertex], 0 where a frame has no equilibrium
  double high;         // the largest value
} pl_stress_map;

// Of the mesh of a case whose rig has found its shapes, in arena memory. A material with a memory is walked through the frames in their order.
pl_status pl_stress_map_make(pl_arena *arena, const pl_fit *fit, const pl_fit_case *fit_case, pl_stress_map *map);

#endif
