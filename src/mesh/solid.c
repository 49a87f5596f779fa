// solid.c: creation and validation of meshes of tetrahedra and hexahedra.
//
// In: rest coordinates, positions and elements from a specimen, a file or a caller. Out: a pl_mesh, or a message with the vertex or
// element, its value and the remedy. Invariants for all later layers:
// 1. all numbers are finite and all indices in range;
// 2. every tetrahedron has a positive rest volume; det dX/dxi of a hexahedron is positive at its corners and at its Gauss points;
// 3. every vertex belongs to an element and has a positive volume, so that every vertex has a mass;
// 4. every face has one or two elements, which lie on different sides of it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mesh/build.h"

// An element is flat when its volume is below this part of the cube of its longest edge.
static const double flat_ratio = 1e-9;
static const double gauss = 0.21132486540518711775;  // (1 - 1/sqrt(3))/2: points of the two-point rule on [0, 1] are this and 1 - this
enum { MAX_ELEMENT = 20000000 };

double pl__tet_volume6(const double *p, const int32_t *v) {
  const double *o = p + 3 * (size_t)v[0];
  double e[3][3];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) e[i][k] = p[3 * (size_t)v[i + 1] + k] - o[k];
  return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) + e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
         e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

// Shape function of corner k at xi: a product of xi or 1 - xi over the axes.
static double shape(int k, const double xi[3]) {
  int corner = pl__hex_corner(k);
  double value = 1;
  for (int i = 0; i < 3; i++) value *= corner >> i & 1 ? xi[i] : 1 - xi[i];
  return value;
}

double pl__hex_det(const double *p, const int32_t *v, const double xi[3]) {
  double j[3][3] = {{0}};  // j[i] = dX/dxi_i
  for (int k = 0; k < 8; k++) {
    int corner = pl__hex_corner(k);
    for (int i = 0; i < 3; i++) {
      int a = (i + 1) % 3, b = (i + 2) % 3;
      double slope = (corner >> i & 1 ? 1 : -1) * (corner >> a & 1 ? xi[a] : 1 - xi[a]) * (corner >> b & 1 ? xi[b] : 1 - xi[b]);
      for (int c = 0; c < 3; c++) j[i][c] += slope * p[3 * (size_t)v[k] + c];
    }
  }
  return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) + j[0][1] * (j[1][2] * j[2][0] - j[1][0] * j[2][2]) +
         j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

static void gauss_point(int q, double xi[3]) {
  for (int i = 0; i < 3; i++) xi[i] = q >> i & 1 ? 1 - gauss : gauss;
}

static pl_status check_counts(pl_context *ctx, int32_t n_vertex, int32_t n_tet, int32_t n_hex, const pl__solid_source *source) {
  pl_where where = {.file = source ? source->file : NULL};
  if (n_vertex < 4 || n_tet < 0 || n_hex < 0 || n_tet + (int64_t)n_hex < 1)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "a solid needs at least one tetrahedron or hexahedron and its vertices",
                   "the mesh has %d vertices, %d tetrahedra and %d hexahedra", (int)n_vertex, (int)n_tet, (int)n_hex);
  if (n_vertex > PL__MESH_MAX_VERTEX || n_tet > MAX_ELEMENT || n_hex > MAX_ELEMENT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use a coarser mesh",
                   "the mesh has %d vertices, %d tetrahedra and %d hexahedra; at most %d, %d and %d are allowed", (int)n_vertex, (int)n_tet,
                   (int)n_hex, PL__MESH_MAX_VERTEX, MAX_ELEMENT, MAX_ELEMENT);
  return PL_OK;
}

// Description of one element in messages: "tetrahedron 7 (vertices 0, 1, 2, 3)".
typedef struct element {
  const char *kind;
  long long number;  // number in the file
  int32_t n;
  const int32_t *v;       // [n]
  const int64_t *vertex;  // numbers of the vertices in the file; NULL: from 0
  bool of_file;           // coordinates of a file are read before their unit is known
  pl_where where;
} element;

static long long vertex_of(const element *e, int32_t k) { return pl__solid_number(e->vertex, e->v[k]); }

// Element i of n vertices each; line and counted: [n_element], its line and number in the file, NULL: unknown.
static element element_of(const char *kind, int32_t n, const int32_t *v, int32_t i, const pl__solid_source *source, const int32_t *line,
                          const int64_t *counted) {
  return (element){.kind = kind,
                   .number = pl__solid_number(counted, i),
                   .n = n,
                   .v = v + (size_t)n * (size_t)i,
                   .vertex = source ? source->vertex_number : NULL,
                   .of_file = source && source->file,
                   .where = {.file = source ? source->file : NULL, .line = line ? line[i] : 0}};
}

static element tet_of(const int32_t *tet, int32_t i, const pl__solid_source *source) {
  return element_of("tetrahedron", 4, tet, i, source, source ? source->tet_line : NULL, source ? source->tet_number : NULL);
}

static element hex_of(const int32_t *hex, int32_t i, const pl__solid_source *source) {
  return element_of("hexahedron", 8, hex, i, source, source ? source->hex_line : NULL, source ? source->hex_number : NULL);
}

static pl_status check_vertices(pl_context *ctx, int32_t n_vertex, const element *e) {
  for (int a = 0; a < e->n; a++) {
    if (e->v[a] < 0 || e->v[a] >= n_vertex)
      return pl_fail(ctx, PL_ERROR_INPUT, &e->where, "vertices are counted from 0",
                     PL_ID("mesh.refers-vertex-mesh-has") "%s %lld refers to vertex %d, but the mesh has %d vertices", e->kind, e->number,
                     (int)e->v[a], (int)n_vertex);
    for (int b = 0; b < a; b++)
      if (e->v[a] == e->v[b])
        return pl_fail(ctx, PL_ERROR_INPUT, &e->where, "remove the element, or write a wedge or pyramid as tetrahedra",
                       "%s %lld uses vertex %lld twice", e->kind, e->number, vertex_of(e, a));
  }
  return PL_OK;
}

// Checks `det` at a point of the element, called `place`; m^3.
static pl_status check_det(pl_context *ctx, const element *e, double det, double longest, const char *place) {
  const char *cube = e->of_file ? "in cubes of the file's unit" : "m^3";
  if (!(fabs(det) > flat_ratio * longest * longest * longest))
    return pl_fail(ctx, PL_ERROR_INPUT, &e->where, "remove it or move a vertex; coinciding vertices must be merged",
                   PL_ID("mesh.vertices-flat-rest-volume") "%s %lld (vertices %lld, %lld, %lld, %lld%s) is flat at rest%s: volume %g %s, "
                                                           "longest edge %g%s",
                   e->kind, e->number, vertex_of(e, 0), vertex_of(e, 1), vertex_of(e, 2), vertex_of(e, 3), e->n > 4 ? ", ..." : "", place,
                   det, cube, longest, e->of_file ? "" : " m");
  if (det < 0)
    return pl_fail(
        ctx, PL_ERROR_INPUT, &e->where, "swap two of its vertices (a hexahedron: its two quads), or move the vertex that is inside out",
        PL_ID(
            "mesh.vertices-inverted-rest-signed") "%s %lld (vertices %lld, %lld, %lld, %lld%s) is inverted at rest%s: signed volume %g %s",
        e->kind, e->number, vertex_of(e, 0), vertex_of(e, 1), vertex_of(e, 2), vertex_of(e, 3), e->n > 4 ? ", ..." : "", place, det, cube);
  return PL_OK;
}

static double longest_edge(const double *p, const element *e) {
  double longest2 = 0;
  for (int a = 0; a < e->n; a++)
    for (int b = 0; b < a; b++) {
      const double *u = p + 3 * (size_t)e->v[a], *w = p + 3 * (size_t)e->v[b];
      double d[3] = {u[0] - w[0], u[1] - w[1], u[2] - w[2]};
      longest2 = fmax(longest2, d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
  return sqrt(longest2);
}

static pl_status check_tet(pl_context *ctx, int32_t n_vertex, const double *rest3, const element *e) {
  PL_TRY(check_vertices(ctx, n_vertex, e));
  return check_det(ctx, e, pl__tet_volume6(rest3, e->v) / 6, longest_edge(rest3, e), "");
}

static pl_status check_hex(pl_context *ctx, int32_t n_vertex, const double *rest3, const element *e) {
  PL_TRY(check_vertices(ctx, n_vertex, e));
  double longest = longest_edge(rest3, e), xi[3];
  for (int k = 0; k < 8; k++) {
    int corner = pl__hex_corner(k);
    char place[40];
    snprintf(place, sizeof place, " at its vertex %lld", vertex_of(e, k));
    PL_TRY(check_det(ctx, e, pl__hex_det(rest3, e->v, (double[]){corner & 1, corner >> 1 & 1, corner >> 2 & 1}), longest, place));
  }
  for (int q = 0; q < 8; q++) {
    gauss_point(q, xi);
    PL_TRY(check_det(ctx, e, pl__hex_det(rest3, e->v, xi), longest, " inside"));
  }
  return PL_OK;
}

// integral of each vertex's shape function: a quarter of a tetrahedron; by eight points, which is exact, in a hexahedron.
static void lump_volumes(const pl_mesh *mesh, double *volume) {
  for (int32_t i = 0; i < mesh->n_tet; i++) {
    const int32_t *v = mesh->tet + 4 * (size_t)i;
    for (int k = 0; k < 4; k++) volume[v[k]] += pl__tet_volume6(mesh->rest3, v) / 24;
  }
  for (int32_t i = 0; i < mesh->n_hex; i++) {
    const int32_t *v = mesh->hex + 8 * (size_t)i;
    for (int q = 0; q < 8; q++) {
      double xi[3];
      gauss_point(q, xi);
      double part = pl__hex_det(mesh->rest3, v, xi) / 8;
      for (int k = 0; k < 8; k++) volume[v[k]] += part * shape(k, xi);
    }
  }
}

static const void *copied(pl_arena *arena, const void *from, size_t count, size_t size) {
  void *to = pl_arena_alloc(arena, count, size);
  if (to && count > 0) memcpy(to, from, count * size);
  return to;
}

static pl_status fill(pl_context *ctx, pl_mesh *mesh, const double *rest3, const double *x0, const int32_t *tet, const int32_t *hex,
                      const pl__solid_source *source) {
  size_t n = (size_t)mesh->n_vertex;
  double *volume = pl_arena_alloc(mesh->arena, n, sizeof *volume);
  mesh->rest3 = copied(mesh->arena, rest3, 3 * n, sizeof *rest3);
  mesh->x0 = copied(mesh->arena, x0 ? x0 : rest3, 3 * n, sizeof *x0);
  mesh->tet = copied(mesh->arena, tet, 4 * (size_t)mesh->n_tet, sizeof *tet);
  mesh->hex = copied(mesh->arena, hex, 8 * (size_t)mesh->n_hex, sizeof *hex);
  // arrays that only sheets have: empty, but valid pointers
  mesh->triangle = mesh->edge = mesh->hinge = pl_arena_alloc(mesh->arena, 1, sizeof(int32_t));
  mesh->triangle_area = pl_arena_alloc(mesh->arena, 1, sizeof(double));
  mesh->vertex_volume = volume;
  if (!volume || !mesh->rest3 || !mesh->x0 || !mesh->tet || !mesh->hex || !mesh->triangle || !mesh->triangle_area) return PL_ERROR_MEMORY;
  lump_volumes(mesh, volume);
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    if (volume[i] > 0) continue;
    pl_where where = {.file = source ? source->file : NULL, .line = source && source->vertex_line ? source->vertex_line[i] : 0};
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove it: a vertex without an element has no mass and no stiffness",
                   PL_ID("mesh.vertex-belongs-no-tetrahedron") "vertex %lld belongs to no tetrahedron and no hexahedron",
                   pl__solid_number(source ? source->vertex_number : NULL, i));
  }
  return pl__solid_surface(ctx, mesh, source);
}

pl_status pl__solid_build(pl_context *ctx, int32_t n_vertex, const double *rest3, const double *x0, int32_t n_tet, const int32_t *tet,
                          int32_t n_hex, const int32_t *hex, const pl__solid_source *source, pl_mesh **mesh) {
  *mesh = NULL;
  PL_TRY(check_counts(ctx, n_vertex, n_tet, n_hex, source));
  pl__mesh_source points = {.file = source ? source->file : NULL, .vertex_line = source ? source->vertex_line : NULL};
  PL_TRY(pl__check_points(ctx, n_vertex, 3, rest3, "rest coordinate", &points));
  if (x0) PL_TRY(pl__check_points(ctx, n_vertex, 3, x0, "coordinate", &points));
  for (int32_t i = 0; i < n_tet; i++) {
    element e = tet_of(tet, i, source);
    PL_TRY(check_tet(ctx, n_vertex, rest3, &e));
  }
  for (int32_t i = 0; i < n_hex; i++) {
    element e = hex_of(hex, i, source);
    PL_TRY(check_hex(ctx, n_vertex, rest3, &e));
  }
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_mesh *made = pl_arena_alloc(arena, 1, sizeof *made);
  pl_status status = made ? PL_OK : PL_ERROR_MEMORY;
  if (made) {
    *made = (pl_mesh){.n_vertex = n_vertex, .n_tet = n_tet, .n_hex = n_hex, .kind = PL_TOPOLOGY_OTHER, .arena = arena};
    status = fill(ctx, made, rest3, x0, tet, hex, source);
  }
  if (status != PL_OK) {
    pl_arena_destroy(arena);
    return status;
  }
  *mesh = made;
  return PL_OK;
}

pl_status pl_mesh_create_solid(pl_context *ctx, int32_t n_vertex, const double *rest3, const double *x0, int32_t n_tet, const int32_t *tet,
                               int32_t n_hex, const int32_t *hex, pl_mesh **mesh) {
  return pl__solid_build(ctx, n_vertex, rest3, x0, n_tet, tet, n_hex, hex, NULL, mesh);
}
