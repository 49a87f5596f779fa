// split.h: a solid with cells of half the size, or of hexahedra instead of tetrahedra, over the same body.
#ifndef PL_MESH_SPLIT_H
#define PL_MESH_SPLIT_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

// What a vertex of the finer mesh is the mean of: vertices of the coarse one.
typedef struct pl_mesh_parents {
  int n;              // 1 (the vertex itself, by the same number), 2 (an edge), 3 or 4 (a face, a tetrahedron) or 8 (a hexahedron)
  int32_t vertex[8];  // ascending
} pl_mesh_parents;

// Every tetrahedron in eight: four at its corners, four around the shortest diagonal of what they leave; every hexahedron in eight. The children of
// element e are the elements 8 e .. 8 e + 7 of their kind. parents[fine n_vertex] is the arena's. The caller destroys *fine.
pl_status pl_mesh_split(pl_arena *arena, const pl_mesh *mesh, pl_mesh **fine, const pl_mesh_parents **parents);
// Every tetrahedron in four hexahedra, one at each corner, by the middles of its edges, faces and itself; every hexahedron in eight, so that it still
// fits its neighbours. The children of tetrahedron e are 4 e .. 4 e + 3, those of hexahedra follow. parents and *fine as above.
pl_status pl_mesh_to_hexahedra(pl_arena *arena, const pl_mesh *mesh, pl_mesh **fine, const pl_mesh_parents **parents);

#endif
