// read_surface.c: surfaces of rigid bodies from files: neighbouring triangles are made to agree, what is unusual is counted.
//
// Triangles that share an edge agree if they run along it in opposite directions. From a first triangle of every connected piece the others are
// turned where they do not agree. A closed piece then faces outwards if its signed volume is positive; otherwise all of it is turned.
#include <math.h>
#include <string.h>

#include "mesh/build.h"
#include "mesh/read.h"

typedef struct pieces {
  int32_t n_triangle;
  int32_t *triangle;   // [n_triangle][3]
  int32_t *neighbour;  // [3 n_triangle], the half-edge beyond each; -1: none, -2: several
  int8_t *turn;        // [n_triangle], -1: not visited yet, 1: turned
  int32_t *queue;      // [n_triangle]
} pieces;

// Triangles of the polygons without those that have no area.
static int32_t cut_polygons(const pl__polygons *p, int32_t *triangle, int32_t *n_flat) {
  int32_t n = 0;
  for (int32_t i = 0; i < p->n_polygon; i++) {
    const int32_t *c = p->corner + 4 * (size_t)i;
    for (int k = 1; k < (c[3] < 0 ? 2 : 3); k++) {
      const double *a = p->x + 3 * (size_t)c[0], *b = p->x + 3 * (size_t)c[k], *d = p->x + 3 * (size_t)c[k + 1];
      double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {d[0] - a[0], d[1] - a[1], d[2] - a[2]};
      double area = hypot(hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]), u[0] * v[1] - u[1] * v[0]);
      if (!(area > 0)) {
        ++*n_flat;
        continue;
      }
      triangle[3 * n] = c[0], triangle[3 * n + 1] = c[k], triangle[3 * n + 2] = c[k + 1];
      n++;
    }
  }
  return n;
}

static pl_status find_neighbours(pl_context *ctx, int32_t n_vertex, pieces *s, pl_surface_report *report) {
  int32_t *order, n = 3 * s->n_triangle;
  PL_TRY(pl__half_edge_sort(ctx, n_vertex, s->n_triangle, s->triangle, &order));
  const int32_t *v = s->triangle;
  for (int32_t begin = 0, end; begin < n; begin = end) {
    int32_t a = v[order[begin]], b = v[pl__next(order[begin])];
    for (end = begin + 1; end < n; end++) {
      int32_t c = v[order[end]], d = v[pl__next(order[end])];
      if (!((a == c && b == d) || (a == d && b == c))) break;
    }
    for (int32_t k = begin; k < end; k++)
      s->neighbour[order[k]] = end - begin == 2 ? order[begin + end - 1 - k] : end - begin == 1 ? -1 : -2;
    report->n_border += end - begin == 1;
    report->n_tangle += end - begin > 2;
  }
  pl_free(ctx, order);
  return PL_OK;
}

static void turn_over(int32_t *t) {
  int32_t swap = t[1];
  t[1] = t[2];
  t[2] = swap;
}

static double volume6(const double *x, const int32_t *t) {
  const double *a = x + 3 * (size_t)t[0], *b = x + 3 * (size_t)t[1], *c = x + 3 * (size_t)t[2];
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Visits the piece of triangle `first`; `turn` says which of its triangles have to be turned over. Returns their number.
static int32_t visit(pieces *s, int32_t first, bool *open, pl_surface_report *report) {
  int32_t n = 0;
  s->turn[first] = 0;
  s->queue[n++] = first;
  for (int32_t at = 0; at < n; at++) {
    int32_t t = s->queue[at];
    for (int k = 0; k < 3; k++) {
      int32_t h = 3 * t + k, other = s->neighbour[h];
      if (other < 0) *open = true;
      if (other < 0) continue;
      bool same = s->triangle[h] == s->triangle[other];  // both run the same way
      int8_t wanted = (int8_t)(s->turn[t] ^ same);
      if (s->turn[other / 3] < 0) {
        s->turn[other / 3] = wanted;
        s->queue[n++] = other / 3;
      } else if (s->turn[other / 3] != wanted && other > h) {
        report->n_tangle++;
      }
    }
  }
  return n;
}

static void orient(const double *x, pieces *s, pl_surface_report *report) {
  memset(s->turn, -1, (size_t)s->n_triangle);
  for (int32_t first = 0; first < s->n_triangle; first++) {
    if (s->turn[first] >= 0) continue;
    bool open = false;
    int32_t n = visit(s, first, &open, report), n_turned = 0;
    double volume = 0;
    for (int32_t i = 0; i < n; i++) {
      int32_t t = s->queue[i];
      volume += (s->turn[t] ? -1 : 1) * volume6(x, s->triangle + 3 * (size_t)t);
      n_turned += s->turn[t];
    }
    // an open piece keeps the side of most of its triangles
    bool other_side = open ? 2 * n_turned > n : volume < 0;
    for (int32_t i = 0; i < n; i++) {
      int32_t t = s->queue[i];
      if ((s->turn[t] != 0) == other_side) continue;
      turn_over(s->triangle + 3 * (size_t)t);
      report->n_turned++;
    }
  }
}

static pl_status load(pl_arena *arena, const char *path, pl_mesh **mesh, pl_surface_report *report) {
  pl_context *ctx = pl_arena_context(arena);
  pl__polygons p;
  PL_TRY(pl__read_polygons(arena, path, &p));
  size_t n = 2 * (size_t)p.n_polygon;
  pieces s = {.triangle = pl_arena_alloc(arena, 3 * n, sizeof *s.triangle),
              .neighbour = pl_arena_alloc(arena, 3 * n, sizeof *s.neighbour),
              .turn = pl_arena_alloc(arena, n, sizeof *s.turn),
              .queue = pl_arena_alloc(arena, n, sizeof *s.queue)};
  if (!s.triangle || !s.neighbour || !s.turn || !s.queue) return PL_ERROR_MEMORY;
  s.n_triangle = cut_polygons(&p, s.triangle, &report->n_flat);
  pl_where where = {.file = path};
  if (s.n_triangle == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "export a mesh whose polygons have an area", "none of its %d polygons has an area",
                   (int)p.n_polygon);
  PL_TRY(find_neighbours(ctx, p.n_vertex, &s, report));
  orient(p.x, &s, report);
  return pl_mesh_create_rigid(ctx, p.n_vertex, p.x, s.n_triangle, s.triangle, mesh);
}

pl_status pl_mesh_load_surface(pl_context *ctx, const char *path, pl_mesh **mesh, pl_surface_report *report) {
  pl_surface_report unused;
  if (!report) report = &unused;
  *report = (pl_surface_report){0};
  *mesh = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = arena ? load(arena, path, mesh, report) : PL_ERROR_MEMORY;
  pl_arena_destroy(arena);
  return status;
}
