// build.h: shared by the files of the mesh layer: building with messages that name a line, half-edges, Delaunay flips, readers.
#ifndef PL_MESH_BUILD_H
#define PL_MESH_BUILD_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

// More vertices are a mistake in a cell count or a unit. The limit keeps all index arithmetic far inside int32_t.
enum { PL__MESH_MAX_VERTEX = 20000000, PL__MESH_MAX_TRIANGLE = 40000000 };

// Source lines of the parts of a mesh, for messages. All fields may be NULL.
typedef struct pl__mesh_source {
  const char *file;
  const int32_t *vertex_line;    // [n_vertex], 1-based
  const int32_t *triangle_line;  // [n_triangle]
} pl__mesh_source;

pl_where pl__where_triangle(const pl__mesh_source *source, int32_t triangle);

// pl_mesh_create with a source.
pl_status pl__mesh_build(pl_context *ctx, int32_t n_vertex, const double *rest, const double *x0, int32_t n_triangle,
                         const int32_t *triangle, pl_topology_kind kind, const pl__mesh_source *source, pl_mesh **mesh);
// A specimen from plane coordinates xy [n_vertex][2]: x0 = (x, y, 0), rest = R(angle) (x, y).
pl_status pl__mesh_from_plane(pl_context *ctx, int32_t n_vertex, const double *xy, int32_t n_triangle, const int32_t *triangle,
                              double angle, pl_topology_kind kind, pl_mesh **mesh);
// A copy whose arrays live in the arena; it must not be destroyed on its own.
pl_mesh *pl__mesh_copy(pl_arena *arena, const pl_mesh *mesh);
pl_status pl__specimen_check(pl_context *ctx, const pl_specimen *specimen);

// Source lines of the elements of a solid. All fields may be NULL.
typedef struct pl__solid_source {
  const char *file;
  const int32_t *vertex_line, *tet_line, *hex_line;        // [n_vertex], [n_tet], [n_hex], 1-based
  const int64_t *vertex_number, *tet_number, *hex_number;  // the same sizes, numbers in the file; NULL: from 0
} pl__solid_source;

// The file's number of vertex or element i.
static inline long long pl__solid_number(const int64_t *number, int32_t i) { return number ? (long long)number[i] : (long long)i; }

pl_status pl__solid_build(pl_context *ctx, int32_t n_vertex, const double *rest3, const double *x0, int32_t n_tet, const int32_t *tet,
                          int32_t n_hex, const int32_t *hex, const pl__solid_source *source, pl_mesh **mesh);
// face, boundary and vertex_area of a solid whose elements are set and checked (solid_surface.c).
pl_status pl__solid_surface(pl_context *ctx, pl_mesh *mesh, const pl__solid_source *source);
// Triangles of a sheet, or of the surface of a solid with its quads cut in two, into triangle[3 n] unless NULL. Returns n.
int32_t pl__mesh_surface(const pl_mesh *mesh, int32_t *triangle);
// Six times the signed volume of a tetrahedron of points [.][3].
double pl__tet_volume6(const double *p, const int32_t *v);
// det dX/dxi of a hexahedron at xi in the unit cube, whose corners are its vertices.
double pl__hex_det(const double *p, const int32_t *v, const double xi[3]);
// Position of corner k of the unit cube: bits 0, 1, 2 of this number along the three axes.
static inline int pl__hex_corner(int k) { return k ^ (k >> 1 & 1); }
// Six tetrahedra, tet[6][4], of the hexahedron v[8]; neighbours cut the same way conform (specimen_block.c).
void pl__hex_cut_in_six(const int32_t *v, int32_t *tet);
// Fails unless all coordinates (`dim` per point) are finite and at most 1e6 m; `what` names them in the message.
pl_status pl__check_points(pl_context *ctx, int32_t n, int dim, const double *p, const char *what, const pl__mesh_source *source);

// Half-edge h = 3 t + k runs from triangle[t][k] to triangle[t][(k + 1) % 3].
static inline int32_t pl__next(int32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
static inline int32_t pl__previous(int32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }

// All half-edges sorted by (lower vertex, higher vertex, half-edge): the half-edges of one edge become neighbours.
// order: [3 n_triangle], allocated with pl_alloc. Indices must be in range.
pl_status pl__half_edge_sort(pl_context *ctx, int32_t n_vertex, int32_t n_triangle, const int32_t *triangle, int32_t **order);
// Edges, hinges and border flags of a mesh whose vertices and triangles are set and checked.
pl_status pl__topology_build(pl_context *ctx, pl_mesh *mesh, const pl__mesh_source *source);

// Twice the signed area of the triangle a b c of points [.][2].
static inline double pl__area2(const double *p, int32_t a, int32_t b, int32_t c) {
  double ux = p[2 * b] - p[2 * a], uy = p[2 * b + 1] - p[2 * a + 1];
  double vx = p[2 * c] - p[2 * a], vy = p[2 * c + 1] - p[2 * a + 1];
  return ux * vy - uy * vx;
}
// The smallest angle of a triangle, rad; negative when it is clockwise.
double pl__triangle_min_angle(const double *p, const int32_t *corner);
// Flip edges until the triangulation is Delaunay, starting from any valid counter-clockwise one. Border edges stay; so do edges whose
// two ends have the same ring number other than 0 (ring may be NULL).
pl_status pl__delaunay(pl_context *ctx, int32_t n_vertex, const double *p, const int32_t *ring, int32_t n_triangle, int32_t *triangle);
// Move every vertex of p by up to +-reach [n_vertex][2] per axis at random, then triangulate again. If that leaves an angle below `least`
// (rad, at most 0.75 times the smallest initial angle), the movement is halved until it does not.
pl_status pl__delaunay_jitter(pl_context *ctx, int32_t n_vertex, double *p, const double *reach, const int32_t *ring, int32_t n_triangle,
                              int32_t *triangle, uint64_t seed, double least);

#endif
