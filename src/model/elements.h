// elements.h: the elements of a mesh by kind, with the rest area of the triangles each one touches (none for solids).
#ifndef PL_MODEL_ELEMENTS_H
#define PL_MODEL_ELEMENTS_H

#include "model/curvature_patch.h"
#include "strain/strain.h"

typedef struct pl_elements {
  int32_t n;
  int n_vertex;
  const int32_t *vertex;  // [n][n_vertex]
  const double *area;     // [n], m^2, rest area of the triangles it touches; 0 in solids
  // Patches only, else NULL: the hinges whose angles a patch is made of, in the order of its rest data, -1 for none.
  const int32_t *hinge;  // [n][n_rest / 4]
  const double *rest;    // [n][n_rest] of the strain, where the list brings it (patches); NULL: pl_strain.prepare makes it
} pl_elements;

// In arena memory. No patches.
pl_status pl_elements_list(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements);

// The patches of one row of strain `curvature`: those that it holds and no smaller row does. `area` is the part that bends. It is 0 for a
// triangle that is held now and may be free later. Other held triangles are left out. patch[n_triangle] is from pl_curvature_patches.
pl_status pl_elements_patches(pl_arena *arena, const pl_mesh *mesh, const pl_strain *strain, const pl_curvature_patch *patch,
                              pl_elements *elements);

#endif
