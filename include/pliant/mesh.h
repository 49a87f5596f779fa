// mesh.h: triangle meshes with a planar rest shape and meshes of solids, their topology, specimens, and mesh files.
#ifndef PLIANT_MESH_H
#define PLIANT_MESH_H

#include <pliant/base.h>

#ifdef __cplusplus
extern "C" {
#endif

// How the triangulation was made. It is stored with every fitted bending parameter, because hinge bending depends on it
typedef enum pl_topology_kind {
  PL_TOPOLOGY_ALTERNATING,  // diagonals alternate like a union jack
  PL_TOPOLOGY_UNIFORM,      // all diagonals along (1, 1)
  PL_TOPOLOGY_IRREGULAR,    // Delaunay of jittered points
  PL_TOPOLOGY_OTHER         // anything else: read from a file, the rings of a disc
} pl_topology_kind;

// A sheet of triangles or a solid of tetrahedra and hexahedra. Constant after creation. A sheet has rest3 == NULL and no solid elements; a
// solid has rest == NULL and no triangles, edges and hinges. A rigid body is a solid without elements. Several of them can be joined to one mesh.
typedef struct pl_mesh {
  int32_t n_vertex, n_triangle, n_edge, n_hinge;
  pl_topology_kind kind;
  const double *rest;       // [n_vertex][2], m, material coordinates: first axis warp (u), second weft (v)
  const double *x0;         // [n_vertex][3], m, initial positions in space (the rest plane at z = 0 for specimens)
  const int32_t *triangle;  // [n_triangle][3], counter-clockwise in the rest plane
  const int32_t *edge;      // [n_edge][2], lower vertex first, sorted
  // [n_hinge][4], sorted by edge: v0 < v1 on the shared edge, v2 opposite in the first triangle, v3 in the second. In the first triangle v0
  // -> v1 is counter-clockwise: (v0, v1, v2) and (v1, v0, v3) are counter-clockwise. Never NULL, even without hinges.
  const int32_t *hinge;
  const double *triangle_area;  // [n_triangle], m^2, rest
  // [n_vertex], m^2, a third of each adjacent triangle (mass lumping, Volino 3.2); for solids the vertex's share of the surface, 0 inside
  const double *vertex_area;
  const uint8_t *boundary;  // [n_vertex], 1 on the border of a sheet or the surface of a solid
  // ---- solids ----
  int32_t n_tet, n_hex, n_face;
  const double *rest3;          // [n_vertex][3], m, material coordinates; NULL for sheets
  const int32_t *tet;           // [n_tet][4], (v1 - v0) x (v2 - v0) . (v3 - v0) > 0 at rest
  const int32_t *hex;           // [n_hex][8], a quad, counter-clockwise seen from the opposite quad, which follows in the same order (VTK)
  const double *vertex_volume;  // [n_vertex], m^3, integral of the vertex's shape function (mass lumping)
  const int32_t *face;          // [n_face][4], the surface, counter-clockwise seen from outside; the last index of a triangle is -1
  // ---- joined meshes (pl_mesh_join); a plain mesh is one part, with n_part == 0 ----
  int32_t n_part;
  const int32_t *part_first;   // [n_part + 1], first vertex of each part
  const int32_t *vertex_part;  // [n_vertex]
  const uint8_t *part_solid;   // [n_part]
  struct pl_arena *arena;      // owns all arrays
} pl_mesh;

// From arrays (copied). Fails on out-of-range indices, repeated vertices in a triangle, flat or inverted rest triangles, and vertices
// without a triangle. Fails on edges with more than two triangles and on triangles that overlap across their edge. Fails also on non-finite
// numbers and coordinates beyond 1e6 m. x0 may be NULL: the rest plane. On failure *mesh is NULL. `kind` is stored as given.
PL_API pl_status pl_mesh_create(pl_context *ctx, int32_t n_vertex, const double *rest, const double *x0, int32_t n_triangle,
                                const int32_t *triangle, pl_topology_kind kind, pl_mesh **mesh);
// A solid from arrays (copied); either kind of element may be absent. Fails on out-of-range indices, repeated vertices in an element, and
// vertices without an element. Fails on flat or inverted elements (a hexahedron at any corner) and on faces with more than two elements or
// with two on one side. Fails also on non-finite numbers and coordinates beyond 1e6 m. Adjacent tetrahedra and hexahedra may share vertices
// only: a quad and the two triangles over it do not conform. x0 may be NULL: rest3. On failure *mesh is NULL.
PL_API pl_status pl_mesh_create_solid(pl_context *ctx, int32_t n_vertex, const double *rest3, const double *x0, int32_t n_tet,
                                      const int32_t *tet, int32_t n_hex, const int32_t *hex, pl_mesh **mesh);
// A rigid body from its surface (copied): points and counter-clockwise triangles seen from outside, which may be absent. It has no volume and no
// mass. Fails on out-of-range indices, non-finite numbers and coordinates beyond 1e6 m.
PL_API pl_status pl_mesh_create_rigid(pl_context *ctx, int32_t n_vertex, const double *x, int32_t n_triangle, const int32_t *triangle,
                                      pl_mesh **mesh);
// One mesh of several, in order: vertices, triangles, edges, hinges, elements and faces of each follow those of the one before. Sheets and solids
// may be mixed: then both `rest` and `rest3` exist, and are zero where they have no meaning. The meshes are copied.
PL_API pl_status pl_mesh_join(pl_context *ctx, int n, const pl_mesh *const *meshes, pl_mesh **joined);
static inline bool pl_mesh_is_solid(const pl_mesh *mesh) { return mesh->rest3 != NULL; }
static inline int32_t pl_mesh_part_count(const pl_mesh *mesh) { return mesh->n_part > 0 ? mesh->n_part : 1; }
static inline int32_t pl_mesh_part_of(const pl_mesh *mesh, int32_t vertex) { return mesh->n_part > 0 ? mesh->vertex_part[vertex] : 0; }
static inline int32_t pl_mesh_part_first(const pl_mesh *mesh, int32_t part) {
  return mesh->n_part > 0 ? mesh->part_first[part] : part == 0 ? 0 : mesh->n_vertex;
}
static inline bool pl_mesh_part_is_solid(const pl_mesh *mesh, int32_t part) {
  return mesh->n_part > 0 ? mesh->part_solid[part] != 0 : pl_mesh_is_solid(mesh);
}
PL_API void pl_mesh_destroy(pl_mesh *mesh);

// Specimens lie in the plane z = 0 of space. Local axes: x along `length` (the pulling direction of a tensile test), y along `width`. The
// `angle` is the direction of x in material coordinates, from warp towards weft, rad: rest = R(angle) (x, y).
// Example: a strip cut at 45 degrees has angle = pi/4.
typedef struct pl_specimen {
  double length, width;       // m; a disc uses length = width = diameter
  double angle;               // rad
  int32_t n_length, n_width;  // cells along x and y; a disc uses n_length cells across the diameter
  pl_topology_kind kind;
  uint64_t seed;  // jitter of irregular meshes; the same seed gives the same mesh
} pl_specimen;

// x in [0, length], y in [-width/2, width/2]; (n_length + 1) (n_width + 1) vertices, y fastest. Irregular: interior vertices are moved
// by up to 0.3 cells, less where an angle would fall below 20 degrees; border vertices stay evenly spaced.
PL_API pl_status pl_mesh_strip(pl_context *ctx, const pl_specimen *specimen, pl_mesh **mesh);
// Centred at the origin. Rings of vertices lie exactly on the circles of the given radii (m, ascending, the last is the outer radius, =
// length/2).
// The chords of these circles are mesh edges, so that a frame and a disc can be clamped along a smooth border.
// Circles must be at least 0.45 cells apart. Vertex 0 is the centre, the rings follow from the inside.
// Alternating and uniform give the same rings, of kind PL_TOPOLOGY_OTHER (a grid's diagonals do not fit circles).
// Irregular jitters the vertices between the given circles.
PL_API pl_status pl_mesh_disc(pl_context *ctx, const pl_specimen *specimen, int n_ring, const double *ring_radius, pl_mesh **mesh);
// One right triangle spanning (0,0), (length,0), (0,width): carries exactly one homogeneous deformation.
PL_API pl_status pl_mesh_single(pl_context *ctx, const pl_specimen *specimen, pl_mesh **mesh);

// Solid specimens, rest3 = x0.
typedef enum pl_solid_kind {
  PL_SOLID_HEX,   // hexahedra
  PL_SOLID_TET5,  // each hexahedron cut into 5 tetrahedra, alternating (boxes only)
  PL_SOLID_TET6   // each hexahedron cut into 6 tetrahedra, from its vertex of lowest number
} pl_solid_kind;

typedef struct pl_block_specimen {
  double size[3];  // m; a cylinder uses the diameter size[0] and the length size[2]
  int32_t n[3];    // cells along x, y, z; a cylinder has n[0] cells across its core (a square), n[1] rings around it and n[2] along z
  pl_solid_kind kind;
  double jitter;  // 0 .. 0.3: interior vertices are moved by up to this fraction of a cell per axis, less where an element would become
                  // flat
  uint64_t seed;  // of the jitter
} pl_block_specimen;

// x, y, z in [0, size]; (n[0] + 1) (n[1] + 1) (n[2] + 1) vertices, x fastest.
PL_API pl_status pl_mesh_block(pl_context *ctx, const pl_block_specimen *specimen, pl_mesh **mesh);
// Around the z axis from z = 0 on; the vertices of the mantle lie on the circle.
PL_API pl_status pl_mesh_cylinder(pl_context *ctx, const pl_block_specimen *specimen, pl_mesh **mesh);

// The vertices whose initial position satisfies lo <= x0[axis] <= hi. Returns the count, writes up to n_max indices.
PL_API int32_t pl_mesh_select(const pl_mesh *mesh, int axis, double lo, double hi, int32_t n_max, int32_t *vertex);

// Vertex pairs for ring-2 bending springs (two steps apart along mesh lines) are hinge[h][2], hinge[h][3]; no separate list is kept.

// Files by extension: .obj, .ply (ascii and binary little endian), .vtk (legacy ascii). Positions are read as x0, texture coordinates (OBJ
// vt, PLY u v / s t, VTK texture coordinates) as rest. Texture coordinates are metres, one per vertex (no seams). If they are mirrored, all
// triangles are reversed. Without them the mesh must be plane, and its plane becomes the rest plane. Its first axis (warp) is the
// projection of the x axis, its second makes the polygons counter-clockwise, and the origin is kept. Quads are split along the shorter
// diagonal; larger polygons are an error. Errors give file and line (of text files). `kind` is PL_TOPOLOGY_OTHER unless pl_mesh_save wrote
// the file, which stores the kind in a comment.
PL_API pl_status pl_mesh_load(pl_context *ctx, const char *path, pl_mesh **mesh);
// What is unusual about a surface that was read.
typedef struct pl_surface_report {
  int32_t n_border;  // edges with one triangle: it has holes, or is open
  int32_t n_turned;  // triangles that were turned over, so that neighbours agree and closed parts face outwards
  int32_t n_flat;    // triangles without an area, left out
  int32_t n_tangle;  // edges with more than two triangles, or whose triangles cannot agree
} pl_surface_report;
// A rigid body from the polygons of an .obj, .ply or .vtk file in metres; texture coordinates are ignored. Quads are cut in two. `report` may be NULL.
PL_API pl_status pl_mesh_load_surface(pl_context *ctx, const char *path, pl_mesh **mesh, pl_surface_report *report);
// Rigid bodies with triangles that face outwards. The axis runs from `end` a to b, m; n: vertices around it, at least 3. Vertices lie on the
// surface, so the flat sides are inside by radius (1 - cos(pi/n)).
PL_API pl_status pl_mesh_rigid_cylinder(pl_context *ctx, const double a[3], const double b[3], double radius, int n, pl_mesh **mesh);
// With hemispheres around both ends; a sphere if they are the same.
PL_API pl_status pl_mesh_rigid_capsule(pl_context *ctx, const double a[3], const double b[3], double radius, int n, pl_mesh **mesh);
// low, high: m, opposite corners along x, y and z.
PL_API pl_status pl_mesh_rigid_box(pl_context *ctx, const double low[3], const double high[3], pl_mesh **mesh);
// A solid: Gmsh .msh (2.2 and 4.1, ASCII), .vtk (legacy ASCII, unstructured grid), TetGen .node or .ele (either name; both are read).
// Linear tetrahedra and hexahedra are read; points, lines, triangles and quads are ignored, other elements are an error.
// Positions become rest3 and x0, unless a VTK file has vectors "rest" at its points. If all elements are inverted, they are reversed.
PL_API pl_status pl_mesh_load_solid(pl_context *ctx, const char *path, pl_mesh **mesh);
// A named field on vertices, written to VTK and PLY, ignored in OBJ. Names: letters, digits, _ - . and no coordinate (x, u, s, ...).
typedef struct pl_mesh_field {
  const char *name;
  const double *value;  // [n_vertex]
} pl_mesh_field;
// x: [n_vertex][3], m, current positions, NULL for x0. The rest shape is written as texture coordinates.
// Numbers are written so that loading the file gives exactly the same mesh (with x as x0).
// A solid goes to .vtk, its rest shape as vectors; .obj and .ply hold its surface only.
PL_API pl_status pl_mesh_save(pl_context *ctx, const char *path, const pl_mesh *mesh, const double *x, int n_field,
                              const pl_mesh_field *field);

#ifdef __cplusplus
}
#endif
#endif
