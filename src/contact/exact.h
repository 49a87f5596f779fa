// exact.h: do surfaces intersect? An independent test: other search and exact arithmetic, no distances.
//
// Two triangle meshes intersect if and only if an edge of one meets a triangle of the other. Contact of a point counts as meeting. Radii are
// ignored, and so are pairs that share a vertex.
#ifndef PL_CONTACT_EXACT_H
#define PL_CONTACT_EXACT_H

#include "contact/surface.h"

// True if the segment p q and the triangle a b c, closed sets, have a common point; degenerate ones too.
bool pl_exact_meet(const double p[3], const double q[3], const double a[3], const double b[3], const double c[3]);

typedef struct pl_exact_hit {
  bool found;
  int32_t edge, triangle;  // of the surface
  double place[3];         // m, about where: the middle of the edge
} pl_exact_hit;

// The first pair in the order of edges, then triangles, among parts that may touch. x: [n_vertex][3], m.
pl_status pl_exact_find(const pl_contact_surface *surface, const double *x, pl_exact_hit *hit);

#endif
