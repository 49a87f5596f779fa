// same.h: are two meshes one?
#ifndef PL_MESH_SAME_H
#define PL_MESH_SAME_H

#include <pliant/extend.h>
#include <pliant/mesh.h>
#include <stdbool.h>

// The same elements of the same vertices at the same places at rest, to the last bit: what is known by number in one holds in the other.
bool pl_mesh_same(const pl_mesh *a, const pl_mesh *b);

#endif
