// surface.h: what can touch: the triangles, edges and vertices of all bodies, their radii, areas, and which of them may meet.
//
// A primitive is swollen by its radius: cloth by half its thickness, a sphere is a point and a capsule an edge with a radius. Two primitives
// touch when their distance equals the offset of the pair, the sum of both radii. Pairs of one part that are close at rest must not repel
// each other there. Their offset xi and activation gap dh are both reduced by the factor
//
//   f = min(1, (distance at rest) / (2 (xi + dh))),
//
// so that a pair begins to repel when its distance has halved. Where rest shapes overlap in their plane (pieces of a garment), the distance at
// the start counts, if it is larger. Primitives that share a vertex are no pair.
#ifndef PL_CONTACT_SURFACE_H
#define PL_CONTACT_SURFACE_H

#include "contact/pair.h"

// Input. Arrays are copied.
typedef struct pl_contact_shape {
  int32_t n_vertex, n_part;
  const int32_t *part;  // [n_vertex], ascending numbers of bodies are not required; NULL: all 0
  const double *rest;   // [n_vertex][3], m, shape at rest
  const double *start;  // [n_vertex][3], m, first positions; NULL: rest
  int32_t n_triangle;
  const int32_t *triangle;  // [n_triangle][3], surfaces
  int32_t n_edge;
  const int32_t *edge;  // [n_edge][2], edges without triangles (capsules)
  int32_t n_point;
  const int32_t *point;  // [n_point], vertices without edges (spheres)
  const double *radius;  // [n_vertex], m, >= 0, the same for all vertices of a primitive
  const uint8_t *touch;  // [n_part][n_part], symmetric: 1 where parts may touch, themselves on the diagonal; NULL: all
  const uint8_t *rigid;  // [n_part], 1: an obstacle, whose triangles may have any size; NULL: none
  const int32_t *weld;   // [n_vertex], vertices with the same number count as one (seams); NULL: none
  double reach;          // m, > 0, dh
} pl_contact_shape;

typedef struct pl_contact_surface {
  pl_arena *arena;
  pl_context *ctx;
  int32_t n_vertex, n_part;
  double reach;  // m
  const int32_t *part, *weld;
  const double *rest, *start, *radius;
  const uint8_t *touch, *rigid;
  // Primitives in the order of their parts; those of part p: first[p] .. first[p + 1] - 1.
  const int32_t *point, *point_first;     // [n], vertices of surfaces and single points
  const int32_t (*edge)[2], *edge_first;  // of triangles, and single ones
  const int32_t (*triangle)[3], *triangle_first;
  const double *vertex_area;                // [n_vertex], m^2, a third of each triangle at it, 0 for single points
  const double *edge_area, *triangle_area;  // [n], m^2; of an edge a third of each triangle at it, 0 for single ones
  const double *edge_square;                // [n], m^2, squared length at rest
} pl_contact_surface;

pl_status pl_contact_surface_create(pl_context *ctx, const pl_contact_shape *shape, pl_contact_surface **surface);
void pl_contact_surface_destroy(pl_contact_surface *surface);

static inline int32_t pl_contact_count(const pl_contact_surface *surface, const int32_t *first) { return first[surface->n_part]; }

// The vertices of the pair (point a, triangle b) or (edge a, edge b), numbers of primitives.
void pl_contact_vertices(const pl_contact_surface *surface, pl_pair_kind kind, int32_t a, int32_t b, int32_t vertex[4]);
// False for primitives that share a vertex or whose parts never touch.
bool pl_contact_may_touch(const pl_contact_surface *surface, pl_pair_kind kind, const int32_t vertex[4]);
// Offset and reach of a pair, m.
void pl_contact_offset(const pl_contact_surface *surface, pl_pair_kind kind, const int32_t vertex[4], double *offset, double *reach);
// All of a pair that may touch. The area of a point and a triangle is half that of the vertex, or the triangle's for a single point. That of
// two edges is a quarter of the sum of theirs, or half of the only one that has an area. Over two flat sheets both kinds add up to their area.
// Against an obstacle only the area of the body counts, whatever the obstacle's mesh: whole at its points, half at its edges. A point of an obstacle
// has at most the triangle's area.
void pl_contact_pair_of(const pl_contact_surface *surface, pl_pair_kind kind, int32_t a, int32_t b, pl_contact_pair *pair);

static inline void pl_contact_gather(const int32_t vertex[4], const double *x, double out[4][3]) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) out[i][k] = x[3 * (size_t)vertex[i] + (size_t)k];
}

#endif
