// split.h: refines a solid to cells of half the size, or converts tetrahedra to hexahedra, over the same body.
#ifndef PL_MESH_SPLIT_H
#define PL_MESH_SPLIT_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

// A vertex of the finer mesh is the mean of these vertices of the coarse one.
typedef struct pl_mesh_parents {
  int n;              // 1 (the vertex itself, by the same number), 2 (an edge), 3 or 4 (a face, a tetrahedron) or 8 (a hexahedron)
  int32_t vertex[8];  // ascending
} pl_mesh_parents;

// Splits every tetrahedron into eight: four at its corners, four around the shortest diagonal of the rest; every hexahedron into eight. The
// children of element e are the elements 8 e .. 8 e + 7 of their kind. parents[fine n_vertex] is in the arena. The caller destroys *fine.
pl_status pl_mesh_split(pl_arena *arena, const pl_mesh *mesh, pl_mesh **fine, const pl_mesh_parents **parents);
// Splits every tetrahedron into four hexahedra, one at each corner, by the centres of its edges, faces and itself. Every hexahedron into
// eight, so that neighbours conform. The children of tetrahedron e are 4 e .. 4 e + 3, those of hexahedra follow. parents and *fine as
// above.
pl_status pl_mesh_to_hexahedra(pl_arena *arena, const pl_mesh *mesh, pl_mesh **fine, const pl_mesh_parents **parents);

#endif
