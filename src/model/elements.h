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
  // Springs over two edges only, else NULL: the vertex between them, [n].
  const int32_t *middle;
} pl_elements;

// The number of the edge between two vertices in pl_mesh.edge; -1: there is none.
int32_t pl_edge_index(const pl_mesh *mesh, int32_t a, int32_t b);
// area[n_edge], m^2, of the one or two triangles at each edge; in arena memory.
pl_status pl_edge_areas(pl_arena *arena, const pl_mesh *mesh, double **area);

// In arena memory. No patches.
pl_status pl_elements_list(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements);

// The patches of one row of strain `curvature`: those that it holds and no smaller row does. `area` is the part that bends. It is 0 for a
// triangle that is held now and may be free later. Other held triangles are left out. patch[n_triangle] is from pl_curvature_patches.
// Patches that look alike follow each other.
pl_status pl_elements_patches(pl_arena *arena, const pl_mesh *mesh, const pl_strain *strain, const pl_curvature_patch *patch,
                              pl_elements *elements);

#endif
