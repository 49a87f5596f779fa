// surface.c: see surface.h.
#include "contact/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/mollifier.h"
#include "contact/vector.h"

// An edge of a triangle, or a single one (triangle -1).
typedef struct side {
  int32_t part, low, high, triangle;
} side;

static int compare_sides(const void *a, const void *b) {
  const int32_t *x = a, *y = b;
  for (int k = 0; k < 4; k++)
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  return 0;
}

static void *copy(pl_arena *arena, const void *from, size_t count, size_t size) {
  void *to = pl_arena_alloc(arena, count + 1, size);
  if (to && from && count) memcpy(to, from, count * size);
  return to;
}

// Order of n primitives by part: first[n_part + 1] and, for each primitive, its place.
static void sort_by_part(int32_t n_part, int32_t n, int size, const int32_t *vertex, const int32_t *part, int32_t *first, int32_t *place) {
  memset(first, 0, ((size_t)n_part + 1) * sizeof *first);
  for (int32_t i = 0; i < n; i++) first[part[vertex[(size_t)i * (size_t)size]] + 1]++;
  for (int32_t p = 0; p < n_part; p++) first[p + 1] += first[p];
  for (int32_t i = 0; i < n; i++) place[i] = first[part[vertex[(size_t)i * (size_t)size]]]++;
  for (int32_t p = n_part; p > 0; p--) first[p] = first[p - 1];
  first[0] = 0;
}

static double triangle_area(const double *rest, const int32_t *v) {
  double e[3], f[3], n[3];
  pl_sub3(rest + 3 * (size_t)v[1], rest + 3 * (size_t)v[0], e);
  pl_sub3(rest + 3 * (size_t)v[2], rest + 3 * (size_t)v[0], f);
  pl_cross3(e, f, n);
  return 0.5 * sqrt(pl_dot3(n, n));
}

static pl_status add_triangles(pl_contact_surface *s, const pl_contact_shape *shape, int32_t *place) {
  int32_t n = shape->n_triangle, *first = pl_arena_alloc(s->arena, (size_t)s->n_part + 2, sizeof *first);
  int32_t(*triangle)[3] = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *triangle);
  double *area = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *area);
  double *vertex_area = pl_arena_alloc(s->arena, (size_t)s->n_vertex, sizeof *vertex_area);
  if (!first || !triangle || !area || !vertex_area) return PL_ERROR_MEMORY;
  sort_by_part(s->n_part, n, 3, shape->triangle, s->part, first, place);
  for (int32_t i = 0; i < n; i++) {
    int32_t at = place[i];
    memcpy(triangle[at], shape->triangle + 3 * (size_t)i, sizeof triangle[at]);
    area[at] = triangle_area(s->rest, triangle[at]);
    for (int k = 0; k < 3; k++) vertex_area[triangle[at][k]] += area[at] / 3;
  }
  s->triangle = (const int32_t(*)[3])triangle;
  s->triangle_first = first;
  s->triangle_area = area;
  s->vertex_area = vertex_area;
  return PL_OK;
}

// Sorted by part and vertices; edges of several triangles appear once, with the sum of their areas.
static pl_status add_edges(pl_contact_surface *s, const pl_contact_shape *shape, side *sides) {
  int32_t n_triangle = pl_contact_count(s, s->triangle_first), n = 0, n_edge = 0;
  for (int32_t t = 0; t < n_triangle; t++)
    for (int k = 0; k < 3; k++) {
      int32_t a = s->triangle[t][k], b = s->triangle[t][(k + 1) % 3];
      sides[n++] = (side){s->part[a], a < b ? a : b, a < b ? b : a, t};
    }
  for (int32_t i = 0; i < shape->n_edge; i++) {
    int32_t a = shape->edge[2 * i], b = shape->edge[2 * i + 1];
    sides[n++] = (side){s->part[a], a < b ? a : b, a < b ? b : a, -1};
  }
  qsort(sides, (size_t)n, sizeof *sides, compare_sides);
  int32_t *first = pl_arena_alloc(s->arena, (size_t)s->n_part + 2, sizeof *first);
  int32_t(*edge)[2] = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *edge);
  double *area = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *area), *square = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *square);
  if (!first || !edge || !area || !square) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < n; i++) {
    const side *e = &sides[i];
    if (i == 0 || e->low != e[-1].low || e->high != e[-1].high) {
      double d[3];
      edge[n_edge][0] = e->low;
      edge[n_edge][1] = e->high;
      pl_sub3(s->rest + 3 * (size_t)e->high, s->rest + 3 * (size_t)e->low, d);
      square[n_edge++] = pl_dot3(d, d);
      first[e->part + 1]++;
    }
    if (e->triangle >= 0) area[n_edge - 1] += s->triangle_area[e->triangle] / 3;
  }
  for (int32_t p = 0; p < s->n_part; p++) first[p + 1] += first[p];
  s->edge = (const int32_t(*)[2])edge;
  s->edge_first = first;
  s->edge_area = area;
  s->edge_square = square;
  return PL_OK;
}

// used[n_vertex], zero on entry.
static pl_status add_points(pl_contact_surface *s, const pl_contact_shape *shape, uint8_t *used, int32_t *list) {
  int32_t n = 0, *first = pl_arena_alloc(s->arena, (size_t)s->n_part + 2, sizeof *first);
  int32_t *point = pl_arena_alloc(s->arena, (size_t)s->n_vertex + 1, sizeof *point);
  int32_t *place = list + s->n_vertex;
  if (!first || !point) return PL_ERROR_MEMORY;
  for (int32_t e = 0; e < pl_contact_count(s, s->edge_first); e++) used[s->edge[e][0]] = used[s->edge[e][1]] = 1;
  for (int32_t i = 0; i < shape->n_point; i++) used[shape->point[i]] = 1;
  for (int32_t v = 0; v < s->n_vertex; v++)
    if (used[v]) list[n++] = v;
  sort_by_part(s->n_part, n, 1, list, s->part, first, place);
  for (int32_t i = 0; i < n; i++) point[place[i]] = list[i];
  s->point = point;
  s->point_first = first;
  return PL_OK;
}

static void check_shape(const pl_contact_shape *shape) {
  PL_ASSERT(shape->n_vertex >= 0 && shape->n_part >= 1 && shape->reach > 0);
  for (int32_t v = 0; v < shape->n_vertex; v++) {
    PL_ASSERT(shape->radius[v] >= 0 && isfinite(shape->radius[v]));
    PL_ASSERT(!shape->part || (shape->part[v] >= 0 && shape->part[v] < shape->n_part));
  }
  for (size_t i = 0; i < 3 * (size_t)shape->n_triangle; i++) PL_ASSERT(shape->triangle[i] >= 0 && shape->triangle[i] < shape->n_vertex);
  for (size_t i = 0; i < 2 * (size_t)shape->n_edge; i++) PL_ASSERT(shape->edge[i] >= 0 && shape->edge[i] < shape->n_vertex);
  for (int32_t i = 0; i < shape->n_point; i++) PL_ASSERT(shape->point[i] >= 0 && shape->point[i] < shape->n_vertex);
}

static pl_status fill(pl_contact_surface *s, const pl_contact_shape *shape) {
  size_t n = (size_t)shape->n_vertex, n_side = 3 * (size_t)shape->n_triangle + (size_t)shape->n_edge + 1;
  pl_context *ctx = s->ctx;
  s->part = copy(s->arena, shape->part, n, sizeof *shape->part);
  s->rest = copy(s->arena, shape->rest, 3 * n, sizeof *shape->rest);
  s->start = copy(s->arena, shape->start ? shape->start : shape->rest, 3 * n, sizeof *shape->start);
  s->radius = copy(s->arena, shape->radius, n, sizeof *shape->radius);
  if (shape->weld) s->weld = copy(s->arena, shape->weld, n, sizeof *shape->weld);
  if (shape->rigid) s->rigid = copy(s->arena, shape->rigid, (size_t)s->n_part, sizeof *shape->rigid);
  if (shape->touch) s->touch = copy(s->arena, shape->touch, (size_t)s->n_part * (size_t)s->n_part, sizeof *shape->touch);
  int32_t *place = pl_alloc(ctx, (size_t)shape->n_triangle + 2 * n + 1, sizeof *place);
  side *sides = pl_alloc(ctx, n_side, sizeof *sides);
  uint8_t *used = pl_alloc(ctx, n + 1, sizeof *used);
  pl_status status = PL_ERROR_MEMORY;
  if (s->part && s->rest && s->start && s->radius && (s->weld || !shape->weld) && (s->touch || !shape->touch) &&
      (s->rigid || !shape->rigid) && place && sides && used) {
    PL_TRY_CLEAN(add_triangles(s, shape, place));
    PL_TRY_CLEAN(add_edges(s, shape, sides));
    PL_TRY_CLEAN(add_points(s, shape, used, place));
  }
cleanup:
  pl_free(ctx, place);
  pl_free(ctx, sides);
  pl_free(ctx, used);
  return status;
}

pl_status pl_contact_surface_create(pl_context *ctx, const pl_contact_shape *shape, pl_contact_surface **surface) {
  *surface = NULL;
  check_shape(shape);
  pl_arena *arena = pl_arena_create(ctx);
  pl_contact_surface *s = arena ? pl_arena_alloc(arena, 1, sizeof *s) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (s) {
    *s = (pl_contact_surface){.arena = arena, .ctx = ctx, .n_vertex = shape->n_vertex, .n_part = shape->n_part, .reach = shape->reach};
    status = fill(s, shape);
  }
  if (status != PL_OK)
    pl_arena_destroy(arena);
  else
    *surface = s;
  return status;
}

void pl_contact_surface_destroy(pl_contact_surface *surface) {
  if (surface) pl_arena_destroy(surface->arena);
}

void pl_contact_vertices(const pl_contact_surface *s, pl_pair_kind kind, int32_t a, int32_t b, int32_t vertex[4]) {
  if (kind == PL_PAIR_POINT_TRIANGLE) {
    vertex[0] = s->point[a];
    memcpy(vertex + 1, s->triangle[b], 3 * sizeof *vertex);
  } else {
    memcpy(vertex, s->edge[a], 2 * sizeof *vertex);
    memcpy(vertex + 2, s->edge[b], 2 * sizeof *vertex);
  }
}

bool pl_contact_may_touch(const pl_contact_surface *s, pl_pair_kind kind, const int32_t vertex[4]) {
  int32_t p = s->part[vertex[0]], q = s->part[vertex[3]];
  if (s->touch && !s->touch[(size_t)p * (size_t)s->n_part + (size_t)q]) return false;
  int own = kind == PL_PAIR_POINT_TRIANGLE ? 1 : 2;
  for (int i = 0; i < own; i++)
    for (int j = own; j < 4; j++)
      if (vertex[i] == vertex[j] || (s->weld && s->weld[vertex[i]] == s->weld[vertex[j]])) return false;
  return true;
}

static double square_at(pl_pair_kind kind, const int32_t vertex[4], const double *x) {
  double at[4][3];
  pl_nearest near;
  pl_contact_gather(vertex, x, at);
  pl_pair_nearest(kind, at, &near);
  return near.square;
}

void pl_contact_offset(const pl_contact_surface *s, pl_pair_kind kind, const int32_t vertex[4], double *offset, double *reach) {
  double xi = s->radius[vertex[0]] + s->radius[vertex[3]], full = xi + s->reach, f = 1;
  if (s->part[vertex[0]] == s->part[vertex[3]]) {
    f = fmin(1, 0.5 * sqrt(fmax(square_at(kind, vertex, s->rest), square_at(kind, vertex, s->start))) / full);
  }
  *offset = f * xi;
  *reach = f * s->reach;
}

static bool is_rigid(const pl_contact_surface *s, int32_t vertex) { return s->rigid && s->rigid[s->part[vertex]]; }

static double point_area(const pl_contact_surface *s, int32_t point, int32_t triangle) {
  double area = s->vertex_area[point];
  if (!(area > 0)) return s->triangle_area[triangle];
  if (is_rigid(s, point)) return fmin(0.5 * area, s->triangle_area[triangle]);
  return is_rigid(s, s->triangle[triangle][0]) ? area : 0.5 * area;
}

static double edges_area(const pl_contact_surface *s, int32_t a, int32_t b) {
  double e = s->edge_area[a], f = s->edge_area[b];
  if (is_rigid(s, s->edge[a][0]) != is_rigid(s, s->edge[b][0])) return 0.5 * (is_rigid(s, s->edge[a][0]) ? f : e);
  return e > 0 && f > 0 ? 0.25 * (e + f) : 0.5 * (e + f);
}

void pl_contact_pair_of(const pl_contact_surface *s, pl_pair_kind kind, int32_t a, int32_t b, pl_contact_pair *pair) {
  pair->kind = kind;
  pl_contact_vertices(s, kind, a, b, pair->vertex);
  pl_contact_offset(s, kind, pair->vertex, &pair->offset, &pair->reach);
  pair->threshold = 0;
  if (kind == PL_PAIR_POINT_TRIANGLE) {
    pair->area = point_area(s, pair->vertex[0], b);
  } else {
    pair->area = edges_area(s, a, b);
    pair->threshold = pl_mollifier_threshold(s->edge_square[a], s->edge_square[b]);
  }
}
