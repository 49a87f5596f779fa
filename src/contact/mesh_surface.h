// mesh_surface.h: the surface of a mesh of one or several parts, for contact.
#ifndef PL_CONTACT_MESH_SURFACE_H
#define PL_CONTACT_MESH_SURFACE_H

#include "contact/surface.h"
#include <pliant/mesh.h>

typedef struct pl_mesh_surface_options {
  const double *radius;  // [n_part], m, half the thickness of a sheet
  const uint8_t *rigid;  // [n_part], 1: its shape at rest is x0, and it never touches itself; NULL: none
  const uint8_t *touch;  // as in pl_contact_shape
  const int32_t *weld;   // as in pl_contact_shape
  double reach;          // m
  const double *start;   // [n_vertex][3], m, first positions; NULL: x0
  // vertices and edges without triangles, as in pl_contact_shape
  int32_t n_edge, n_point;
  const int32_t *edge, *point;
} pl_mesh_surface_options;

// Triangles of sheets and faces of solids; quads are cut along the diagonal of their first vertex.
pl_status pl_mesh_surface_create(pl_context *ctx, const pl_mesh *mesh, const pl_mesh_surface_options *options,
                                 pl_contact_surface **surface);

#endif
