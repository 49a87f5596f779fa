// same.h: compares two meshes.
#ifndef PL_MESH_SAME_H
#define PL_MESH_SAME_H

#include <pliant/extend.h>
#include <pliant/mesh.h>
#include <stdbool.h>

// True if elements, vertices and rest positions are bitwise equal: indices of one are then valid for the other.
bool pl_mesh_same(const pl_mesh *a, const pl_mesh *b);

#endif
