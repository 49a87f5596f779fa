// poses_locate.h: locates a point in a body.
#ifndef PL_PROTOCOL_POSES_POSES_LOCATE_H
#define PL_PROTOCOL_POSES_POSES_LOCATE_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

typedef struct pl__body_place {
  int n;  // 3 on a sheet, 4 in a tetrahedron, 8 in a hexahedron
  int32_t vertex[8];
  double weight[8];   // sum 1; outside [0, 1] if the point is outside of a solid
  double distance;    // m, from the mesh; 0 inside
  double nearest[3];  // m, the nearest point of the mesh
} pl__body_place;

// By the initial positions of the mesh.
pl__body_place pl__body_locate(const pl_mesh *mesh, const double point[3]);

#endif
