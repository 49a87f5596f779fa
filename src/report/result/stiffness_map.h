// stiffness_map.h: the stiffness of a heterogeneous body, for files and pages.
#ifndef PL_REPORT_RESULT_STIFFNESS_MAP_H
#define PL_REPORT_RESULT_STIFFNESS_MAP_H

#include "estimate/problem/fit.h"

#define PL_STIFFNESS_NAME "tensile stiffness at rest"

typedef struct pl_stiffness_map {
  int32_t n_element;
  // [n_element], Pa: tetrahedra, then hexahedra; for a sheet its triangles, N/m. The best estimate: if sigma is known, the mean of the
  // samples' stiffness and the random field
  const double *element;
  const double *samples;       // [n_element], stiffness from the material samples
  const double *vertex;        // [n_vertex], the mean over the elements at it, weighted with their sizes
  const double *sigma;         // [n_element], relative standard deviation (sample_map.c); NULL: unknown
  const double *vertex_sigma;  // [n_vertex], the same for `vertex`, with fully correlated errors of neighbouring elements; NULL: unknown
  double low, high;            // smallest and largest element
  const char *unit;            // "Pa", "N/m"
} pl_stiffness_map;

// For the mesh of a case, in arena memory. map->element is NULL if the material is homogeneous or the case has no mesh.
pl_status pl_stiffness_map_make(pl_arena *arena, const pl_fit *fit, const pl_fit_case *fit_case, pl_stiffness_map *map);

// The median of its sigma over the elements; NAN if unknown.
double pl_stiffness_median_sigma(pl_arena *arena, const pl_stiffness_map *map);

#endif
