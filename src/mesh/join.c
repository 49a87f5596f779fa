// join.c: several meshes as one, and rigid bodies.
#include <math.h>
#include <string.h>

#include "mesh/build.h"

pl_status pl_mesh_create_rigid(pl_context *ctx, int32_t n_vertex, const double *x, int32_t n_triangle, const int32_t *triangle,
                               pl_mesh **mesh) {
  *mesh = NULL;
  if (n_vertex < 1 || n_vertex > PL__MESH_MAX_VERTEX || n_triangle < 0 || n_triangle > PL__MESH_MAX_TRIANGLE)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "a rigid body needs at least one point", "the rigid body has %d points and %d triangles",
                   (int)n_vertex, (int)n_triangle);
  PL_TRY(pl__check_points(ctx, n_vertex, 3, x, "coordinate", NULL));
  for (int32_t i = 0; i < 3 * n_triangle; i++)
    if (triangle[i] < 0 || triangle[i] >= n_vertex)
      return pl_fail(ctx, PL_ERROR_INPUT, NULL, "vertices are counted from 0",
                     "triangle %d of the rigid body refers to vertex %d, but it has %d vertices", (int)(i / 3), (int)triangle[i],
                     (int)n_vertex);
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  size_t n = (size_t)n_vertex;
  pl_mesh *made = pl_arena_alloc(arena, 1, sizeof *made);
  double *points = pl_arena_alloc(arena, 3 * n, sizeof *points), *area = pl_arena_alloc(arena, n, sizeof *area);
  double *zero = pl_arena_alloc(arena, n, sizeof *zero);
  int32_t *face = pl_arena_alloc(arena, 4 * (size_t)n_triangle + 1, sizeof *face), *none = pl_arena_alloc(arena, 1, sizeof *none);
  uint8_t *boundary = pl_arena_alloc(arena, n, sizeof *boundary);
  if (!made || !points || !area || !zero || !face || !none || !boundary) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  memcpy(points, x, 3 * n * sizeof *points);
  memset(boundary, 1, n);
  for (int32_t t = 0; t < n_triangle; t++) {
    const int32_t *v = triangle + 3 * (size_t)t;
    double e[3], f[3];
    for (int k = 0; k < 3; k++) {
      face[4 * (size_t)t + (size_t)k] = v[k];
      e[k] = x[3 * (size_t)v[1] + (size_t)k] - x[3 * (size_t)v[0] + (size_t)k];
      f[k] = x[3 * (size_t)v[2] + (size_t)k] - x[3 * (size_t)v[0] + (size_t)k];
    }
    face[4 * (size_t)t + 3] = -1;
    double c[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    for (int k = 0; k < 3; k++) area[v[k]] += sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) / 6;
  }
  *made = (pl_mesh){.n_vertex = n_vertex,
                    .kind = PL_TOPOLOGY_OTHER,
                    .x0 = points,
                    .triangle = none,
                    .edge = none,
                    .hinge = none,
                    .triangle_area = zero,
                    .vertex_area = area,
                    .boundary = boundary,
                    .n_face = n_triangle,
                    .rest3 = points,
                    .tet = none,
                    .hex = none,
                    .vertex_volume = zero,
                    .face = face,
                    .arena = arena};
  *mesh = made;
  return PL_OK;
}

// ---- join ----

// Counts and first numbers of the parts so far.
typedef struct counts {
  int32_t vertex, triangle, edge, hinge, tet, hex, face;
} counts;

static void add_counts(const pl_mesh *m, counts *c) {
  c->vertex += m->n_vertex;
  c->triangle += m->n_triangle;
  c->edge += m->n_edge;
  c->hinge += m->n_hinge;
  c->tet += m->n_tet;
  c->hex += m->n_hex;
  c->face += m->n_face;
}

// The arrays of the joined mesh while they are filled; `size` numbers per item.
static void put_indices(const int32_t *from, int32_t n, int size, int32_t first_vertex, const int32_t *to, int32_t at) {
  int32_t *out = (int32_t *)(uintptr_t)to + (size_t)at * (size_t)size;  // our own
  for (size_t i = 0; i < (size_t)n * (size_t)size; i++) out[i] = from[i] < 0 ? -1 : from[i] + first_vertex;
}

static void put_numbers(const double *from, int32_t n, int size, const double *to, int32_t at) {
  if (from && n > 0) memcpy((double *)(uintptr_t)to + (size_t)at * (size_t)size, from, (size_t)n * (size_t)size * sizeof *from);
}

static void put_part(const pl_mesh *m, const counts *at, pl_mesh *to) {
  put_numbers(m->rest, m->n_vertex, 2, to->rest, at->vertex);
  put_numbers(m->rest3, m->n_vertex, 3, to->rest3, at->vertex);
  put_numbers(m->x0, m->n_vertex, 3, to->x0, at->vertex);
  put_numbers(m->vertex_area, m->n_vertex, 1, to->vertex_area, at->vertex);
  put_numbers(m->vertex_volume, m->n_vertex, 1, to->vertex_volume, at->vertex);
  put_numbers(m->triangle_area, m->n_triangle, 1, to->triangle_area, at->triangle);
  memcpy((uint8_t *)(uintptr_t)to->boundary + at->vertex, m->boundary, (size_t)m->n_vertex);
  put_indices(m->triangle, m->n_triangle, 3, at->vertex, to->triangle, at->triangle);
  put_indices(m->edge, m->n_edge, 2, at->vertex, to->edge, at->edge);
  put_indices(m->hinge, m->n_hinge, 4, at->vertex, to->hinge, at->hinge);
  put_indices(m->tet, m->n_tet, 4, at->vertex, to->tet, at->tet);
  put_indices(m->hex, m->n_hex, 8, at->vertex, to->hex, at->hex);
  put_indices(m->face, m->n_face, 4, at->vertex, to->face, at->face);
}

static bool make_arrays(pl_arena *arena, bool sheets, bool solids, const counts *n, pl_mesh *to) {
  struct {
    const void *place;  // of a pointer
    int32_t count;
    size_t size;
    bool wanted;
  } part[] = {
      {&to->rest, n->vertex, 2 * sizeof(double), sheets},
      {&to->rest3, n->vertex, 3 * sizeof(double), solids},
      {&to->x0, n->vertex, 3 * sizeof(double), true},
      {&to->vertex_area, n->vertex, sizeof(double), true},
      {&to->vertex_volume, n->vertex, sizeof(double), true},
      {&to->triangle_area, n->triangle, sizeof(double), true},
      {&to->boundary, n->vertex, 1, true},
      {&to->triangle, n->triangle, 3 * sizeof(int32_t), true},
      {&to->edge, n->edge, 2 * sizeof(int32_t), true},
      {&to->hinge, n->hinge, 4 * sizeof(int32_t), true},
      {&to->tet, n->tet, 4 * sizeof(int32_t), true},
      {&to->hex, n->hex, 8 * sizeof(int32_t), true},
      {&to->face, n->face, 4 * sizeof(int32_t), true},
      {&to->vertex_part, n->vertex, sizeof(int32_t), true},
  };
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    void *array = part[i].wanted ? pl_arena_alloc(arena, (size_t)part[i].count + 1, part[i].size) : NULL;
    if (part[i].wanted && !array) return false;
    memcpy((void *)(uintptr_t)part[i].place, &array, sizeof array);
  }
  return true;
}

static pl_status join(pl_arena *arena, int n, const pl_mesh *const *meshes, pl_mesh *to) {
  counts all = {0}, at = {0};
  bool sheets = false, solids = false;
  for (int i = 0; i < n; i++) {
    add_counts(meshes[i], &all);
    if (meshes[i]->rest3)
      solids = true;
    else
      sheets = true;
  }
  int32_t *first = pl_arena_alloc(arena, (size_t)n + 1, sizeof *first);
  uint8_t *solid = pl_arena_alloc(arena, (size_t)n, sizeof *solid);
  if (!first || !solid || !make_arrays(arena, sheets, solids, &all, to)) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) {
    first[i] = at.vertex;
    solid[i] = pl_mesh_is_solid(meshes[i]);
    for (int32_t v = 0; v < meshes[i]->n_vertex; v++) ((int32_t *)(uintptr_t)to->vertex_part)[at.vertex + v] = i;
    put_part(meshes[i], &at, to);
    add_counts(meshes[i], &at);
  }
  first[n] = at.vertex;
  to->part_first = first;
  to->part_solid = solid;
  to->n_part = n;
  to->n_vertex = all.vertex;
  to->n_triangle = all.triangle;
  to->n_edge = all.edge;
  to->n_hinge = all.hinge;
  to->n_tet = all.tet;
  to->n_hex = all.hex;
  to->n_face = all.face;
  return PL_OK;
}

pl_status pl_mesh_join(pl_context *ctx, int n, const pl_mesh *const *meshes, pl_mesh **joined) {
  *joined = NULL;
  int64_t n_vertex = 0;
  PL_ASSERT(n > 0);
  for (int i = 0; i < n; i++) {
    PL_ASSERT(meshes[i]->n_part == 0);
    n_vertex += meshes[i]->n_vertex;
  }
  if (n_vertex > PL__MESH_MAX_VERTEX)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use coarser meshes", "the meshes have %lld vertices together; at most %d are allowed",
                   (long long)n_vertex, PL__MESH_MAX_VERTEX);
  pl_arena *arena = pl_arena_create(ctx);
  pl_mesh *made = arena ? pl_arena_alloc(arena, 1, sizeof *made) : NULL;
  if (made) *made = (pl_mesh){.kind = meshes[0]->kind, .arena = arena};
  pl_status status = made ? join(arena, n, meshes, made) : PL_ERROR_MEMORY;
  if (status != PL_OK) {
    pl_arena_destroy(arena);
    return status;
  }
  for (int i = 1; i < n; i++)
    if (meshes[i]->kind != made->kind) made->kind = PL_TOPOLOGY_OTHER;
  *joined = made;
  return PL_OK;
}
