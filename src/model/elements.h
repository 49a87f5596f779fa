// elements.h: the elements of a mesh by kind, with the rest area of the triangles each one touches (none for solids).
#ifndef PL_MODEL_ELEMENTS_H
#define PL_MODEL_ELEMENTS_H

#include "strain/strain.h"

typedef struct pl_elements {
  int32_t n;
  int n_vertex;
  const int32_t *vertex;  // [n][n_vertex]
  const double *area;     // [n], m^2, rest area of the triangles it touches; 0 in solids
} pl_elements;

// In arena memory.
pl_status pl_elements_list(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements);

#endif
