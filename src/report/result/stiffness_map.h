// stiffness_map.h: how stiff a body is from place to place, for files and pages: only where the material has samples.
#ifndef PL_REPORT_RESULT_STIFFNESS_MAP_H
#define PL_REPORT_RESULT_STIFFNESS_MAP_H

#include "estimate/problem/fit.h"

#define PL_STIFFNESS_NAME "tensile stiffness at rest"

typedef struct pl_stiffness_map {
  int32_t n_element;
  // [n_element], Pa: tetrahedra, then hexahedra; of a sheet its triangles, N/m. The best estimate: where sigma is known, the mean of what the samples
  // make of it and of the random field that the data ask for
  const double *element;
  const double *samples;       // [n_element], what the material's samples make of it
  const double *vertex;        // [n_vertex], the mean over the elements at it, weighted with their sizes
  const double *sigma;         // [n_element], standard deviation over the value (sample_map.c); NULL: not known
  const double *vertex_sigma;  // [n_vertex], the same of `vertex`, as if neighbouring elements were wrong together; NULL: not known
  double low, high;            // smallest and largest element
  const char *unit;            // "Pa", "N/m"
} pl_stiffness_map;

// Of the mesh of a case, in arena memory. *map->element is NULL when the material is the same everywhere or the case has no mesh.
pl_status pl_stiffness_map_make(pl_arena *arena, const pl_fit *fit, const pl_fit_case *fit_case, pl_stiffness_map *map);

// The median of its sigma over the elements; NAN when it is not known.
double pl_stiffness_median_sigma(pl_arena *arena, const pl_stiffness_map *map);

#endif
