// poses_parts.h: the connected parts of a body. Two elements are connected when they share a vertex.
#ifndef PL_PROTOCOL_POSES_POSES_PARTS_H
#define PL_PROTOCOL_POSES_POSES_PARTS_H

#include <pliant/mesh.h>

#include <pliant/extend.h>

typedef struct pl_body_part {
  int32_t n_vertex, n_element;
  int32_t first;     // its lowest vertex
  double middle[3];  // m, mean of its vertices
  double size;       // m, diagonal of the box around it
} pl_body_part;

// Parts by their lowest vertex, into arena memory; of_vertex [n_vertex]: which part. A vertex without elements is a part with none.
pl_status pl__body_parts(pl_arena *arena, const pl_mesh *mesh, int *n_part, pl_body_part **part, int32_t **of_vertex);

#endif
