// volume.h: volumes of solid elements and bodies at any positions, with their exact derivatives.
//
// A volume is the sum over faces of the cones to the origin. A quad is the mean of its two ways to be split, which is the volume under its
// bilinear surface. So the volume of a trilinear hexahedron is exact, warped or not.
#ifndef PL_MESH_VOLUME_H
#define PL_MESH_VOLUME_H

#include <pliant/extend.h>
#include <pliant/mesh.h>
#include <stdbool.h>

// Contribution of a triangle v[3] with positions x[n_vertex][3] (m), times `part`. Its derivative is added to slope[n_vertex][3] unless
// that is NULL.
typedef double (*pl_piece_value)(const double *x, const int32_t *v, double part, double *slope);
// For a face c[3 or 4]: the triangle, or the mean of both ways to split the quad.
double pl_face_value(const int32_t *c, bool quad, const double *x, pl_piece_value value, double *slope);

// m^3; dV/dx is added to slope[n_vertex][3] (m^2) unless that is NULL. Element e counts tetrahedra first, then hexahedra.
double pl_element_volume(const pl_mesh *mesh, int32_t e, const double *x, double *slope);
double pl_body_volume(const pl_mesh *mesh, const double *x, double *slope);

#endif
