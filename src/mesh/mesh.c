// mesh.c: creation and validation of meshes, selection of vertices.
//
// In: rest coordinates, positions and triangles from a specimen, a file or a caller. Out: a pl_mesh, or a message with the vertex or
// triangle, its value and the remedy. Invariants for all later layers:
// 1. all numbers are finite and all indices in range;
// 2. every triangle is counter-clockwise in the rest plane and not flat;
// 3. every vertex belongs to a triangle, so that every vertex has a mass;
// 4. every edge has one or two triangles, which lie on different sides of it.
#include "mesh/build.h"

#include <math.h>
#include <string.h>

// Coordinates beyond this are a wrong unit.
static const double max_coordinate = 1e6;  // m
// A triangle is flat when its height over its longest edge is below this fraction of that edge.
static const double flat_ratio = 1e-9;

static pl_where where_vertex(const pl__mesh_source *source, int32_t vertex) {
  pl_where where = {0};
  if (source) where.file = source->file;
  if (source && source->vertex_line) where.line = source->vertex_line[vertex];
  return where;
}

pl_where pl__where_triangle(const pl__mesh_source *source, int32_t triangle) {
  pl_where where = {0};
  if (source) where.file = source->file;
  if (source && source->triangle_line) where.line = source->triangle_line[triangle];
  return where;
}

static pl_status check_counts(pl_context *ctx, int32_t n_vertex, int32_t n_triangle, const pl__mesh_source *source) {
  pl_where where = {.file = source ? source->file : NULL};
  if (n_vertex < 3 || n_triangle < 1)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "a mesh needs at least one triangle and its three vertices",
                   "the mesh has %d vertices and %d triangles", (int)n_vertex, (int)n_triangle);
  if (n_vertex > PL__MESH_MAX_VERTEX || n_triangle > PL__MESH_MAX_TRIANGLE)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use a coarser mesh",
                   "the mesh has %d vertices and %d triangles; at most %d and %d are allowed", (int)n_vertex, (int)n_triangle,
                   PL__MESH_MAX_VERTEX, PL__MESH_MAX_TRIANGLE);
  return PL_OK;
}

pl_status pl__check_points(pl_context *ctx, int32_t n, int dim, const double *p, const char *what, const pl__mesh_source *source) {
  for (int32_t i = 0; i < n; i++) {
    for (int k = 0; k < dim; k++) {
      double value = p[dim * i + k];
      if (fabs(value) <= max_coordinate) continue;
      pl_where where = where_vertex(source, i);
      const char *axis = dim == 2 ? (k == 0 ? "u" : "v") : (k == 0 ? "x" : k == 1 ? "y" : "z");
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "coordinates are in metres; repair or rescale the mesh",
                     PL_ID("mesh.vertex-must-finite-number") "%s %s of vertex %d is %g m, must be a finite number of at most %g m", what,
                     axis, (int)i, value, max_coordinate);
    }
  }
  return PL_OK;
}

static pl_status check_triangle(pl_context *ctx, int32_t n_vertex, const double *rest, int32_t t, const int32_t *v,
                                const pl__mesh_source *source) {
  pl_where where = pl__where_triangle(source, t);
  for (int k = 0; k < 3; k++)
    if (v[k] < 0 || v[k] >= n_vertex)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "vertices are counted from 0",
                     PL_ID("mesh.triangle-refers-vertex-mesh") "triangle %d refers to vertex %d, but the mesh has %d vertices", (int)t,
                     (int)v[k], (int)n_vertex);
  for (int k = 0; k < 3; k++)
    if (v[k] == v[(k + 1) % 3])
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove the triangle", "triangle %d uses vertex %d twice", (int)t, (int)v[k]);

  double area2 = pl__area2(rest, v[0], v[1], v[2]), longest2 = 0;
  for (int k = 0; k < 3; k++) {
    const double *a = rest + 2 * v[k], *b = rest + 2 * v[(k + 1) % 3];
    longest2 = fmax(longest2, (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
  }
  if (!(fabs(area2) > flat_ratio * longest2))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove the triangle or move a vertex; coinciding vertices must be merged",
                   "triangle %d (vertices %d, %d, %d) is flat at rest: area %g m^2, longest edge %g m", (int)t, (int)v[0], (int)v[1],
                   (int)v[2], area2 / 2, sqrt(longest2));
  if (area2 < 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "swap two of its vertices, or repair the fold in the rest (texture) coordinates",
                   "triangle %d (vertices %d, %d, %d) is inverted at rest: clockwise in the rest plane, signed area %g m^2", (int)t,
                   (int)v[0], (int)v[1], (int)v[2], area2 / 2);
  return PL_OK;
}

static pl_status fill(pl_context *ctx, pl_mesh *mesh, const double *rest, const double *x0, const int32_t *triangle,
                      const pl__mesh_source *source) {
  size_t n = (size_t)mesh->n_vertex, n_t = (size_t)mesh->n_triangle;
  double *rest_copy = pl_arena_alloc(mesh->arena, 2 * n, sizeof(double));
  double *x0_copy = pl_arena_alloc(mesh->arena, 3 * n, sizeof(double));
  int32_t *triangle_copy = pl_arena_alloc(mesh->arena, 3 * n_t, sizeof(int32_t));
  double *triangle_area = pl_arena_alloc(mesh->arena, n_t, sizeof(double));
  double *vertex_area = pl_arena_alloc(mesh->arena, n, sizeof(double));
  if (!rest_copy || !x0_copy || !triangle_copy || !triangle_area || !vertex_area) return PL_ERROR_MEMORY;

  memcpy(rest_copy, rest, 2 * n * sizeof(double));
  memcpy(triangle_copy, triangle, 3 * n_t * sizeof(int32_t));
  for (size_t i = 0; i < n; i++) {
    x0_copy[3 * i] = x0 ? x0[3 * i] : rest[2 * i];
    x0_copy[3 * i + 1] = x0 ? x0[3 * i + 1] : rest[2 * i + 1];
    x0_copy[3 * i + 2] = x0 ? x0[3 * i + 2] : 0;
  }
  for (size_t t = 0; t < n_t; t++) {
    const int32_t *v = triangle + 3 * t;
    triangle_area[t] = pl__area2(rest, v[0], v[1], v[2]) / 2;
    for (int k = 0; k < 3; k++) vertex_area[v[k]] += triangle_area[t] / 3;
  }
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    if (vertex_area[i] > 0) continue;
    pl_where where = where_vertex(source, i);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove it: a vertex without a triangle has no mass and no stiffness",
                   PL_ID("mesh.vertex-belongs-no-triangle") "vertex %d belongs to no triangle", (int)i);
  }
  mesh->rest = rest_copy;
  mesh->x0 = x0_copy;
  mesh->triangle = triangle_copy;
  mesh->triangle_area = triangle_area;
  mesh->vertex_area = vertex_area;
  return pl__topology_build(ctx, mesh, source);
}

pl_status pl__mesh_build(pl_context *ctx, int32_t n_vertex, const double *rest, const double *x0, int32_t n_triangle,
                         const int32_t *triangle, pl_topology_kind kind, const pl__mesh_source *source, pl_mesh **mesh) {
  *mesh = NULL;
  PL_TRY(check_counts(ctx, n_vertex, n_triangle, source));
  PL_ASSERT(rest && triangle);
  PL_TRY(pl__check_points(ctx, n_vertex, 2, rest, "rest coordinate", source));
  if (x0) PL_TRY(pl__check_points(ctx, n_vertex, 3, x0, "coordinate", source));
  for (int32_t t = 0; t < n_triangle; t++) PL_TRY(check_triangle(ctx, n_vertex, rest, t, triangle + 3 * (size_t)t, source));

  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_mesh *made = pl_arena_alloc(arena, 1, sizeof *made);
  pl_status status = made ? PL_OK : PL_ERROR_MEMORY;
  if (made) {
    *made = (pl_mesh){.n_vertex = n_vertex, .n_triangle = n_triangle, .kind = kind, .arena = arena};
    status = fill(ctx, made, rest, x0, triangle, source);
  }
  if (status != PL_OK) {
    pl_arena_destroy(arena);
    return status;
  }
  *mesh = made;
  return PL_OK;
}

pl_status pl_mesh_create(pl_context *ctx, int32_t n_vertex, const double *rest, const double *x0, int32_t n_triangle,
                         const int32_t *triangle, pl_topology_kind kind, pl_mesh **mesh) {
  return pl__mesh_build(ctx, n_vertex, rest, x0, n_triangle, triangle, kind, NULL, mesh);
}

void pl_mesh_destroy(pl_mesh *mesh) {
  if (mesh) pl_arena_destroy(mesh->arena);
}

int32_t pl_mesh_select(const pl_mesh *mesh, int axis, double lo, double hi, int32_t n_max, int32_t *vertex) {
  PL_ASSERT(axis >= 0 && axis < 3);
  int32_t n = 0;
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    double value = mesh->x0[3 * i + axis];
    if (value < lo || value > hi) continue;
    if (n < n_max) vertex[n] = i;
    n++;
  }
  return n;
}
