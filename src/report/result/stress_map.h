// stress_map.h: the stress at each vertex and frame of a simulated test, from all elastic terms of the material.
#ifndef PL_REPORT_RESULT_STRESS_MAP_H
#define PL_REPORT_RESULT_STRESS_MAP_H

#include "estimate/problem/fit.h"

typedef struct pl_stress_map {
  const char *name;    // "von Mises stress" of solids, independent of pressure; "largest tension" of sheets. Static
  const char *unit;    // "Pa", "N/m"
  const float *value;  // [n_frame][n_vertex], 0 where a frame has no equilibrium
  double high;         // the largest value
} pl_stress_map;

// For the mesh of a case whose rig has shapes, in arena memory. For a material with memory the frames are processed in order.
pl_status pl_stress_map_make(pl_arena *arena, const pl_fit *fit, const pl_fit_case *fit_case, pl_stress_map *map);

#endif
