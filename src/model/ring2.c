// ring2.c: see ring2.h.
//
// Two edges a-v and v-b continue each other if each is, of all edges at v, the nearest to the continuation of the other. They may deviate
// from a straight line by less than 45 degrees; on grids they are straight.
#include "model/ring2.h"

#include <math.h>

static const double STRAIGHT = 0.70710678118654752;  // cosine of 45 degrees: beyond, the spring would belong to another direction
static const double SMALLEST = 0.02;                 // a spring that is almost entirely held is stiff, not rigid

// The edges at each vertex.
typedef struct star {
  int32_t *start;  // [n_vertex + 1]
  int32_t *edge;   // [2 n_edge]
} star;

static pl_status make_star(pl_arena *arena, const pl_mesh *mesh, star *s) {
  s->start = pl_arena_alloc(arena, (size_t)mesh->n_vertex + 2, sizeof *s->start);
  s->edge = pl_arena_alloc(arena, 2 * (size_t)mesh->n_edge + 1, sizeof *s->edge);
  if (!s->start || !s->edge) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < 2 * mesh->n_edge; i++) s->start[mesh->edge[i] + 2]++;
  for (int32_t v = 0; v < mesh->n_vertex; v++) s->start[v + 2] += s->start[v + 1];
  for (int32_t i = 0; i < 2 * mesh->n_edge; i++) s->edge[s->start[mesh->edge[i] + 1]++] = i / 2;
  return PL_OK;
}

static int32_t far_end(const pl_mesh *mesh, int32_t edge, int32_t v) {
  const int32_t *end = mesh->edge + 2 * (size_t)edge;
  return end[end[0] == v];
}

// Cosine of the angle between edge e at v and the continuation of edge d through v.
static double straightness(const pl_mesh *mesh, int32_t v, int32_t d, int32_t e) {
  const double *m = mesh->rest + 2 * (size_t)v, *a = mesh->rest + 2 * (size_t)far_end(mesh, d, v);
  const double *b = mesh->rest + 2 * (size_t)far_end(mesh, e, v);
  double in[2] = {m[0] - a[0], m[1] - a[1]}, out[2] = {b[0] - m[0], b[1] - m[1]};
  return (in[0] * out[0] + in[1] * out[1]) / (hypot(in[0], in[1]) * hypot(out[0], out[1]));
}

// The edge at v that continues edge d best; -1: none does.
static int32_t continuation(const pl_mesh *mesh, const star *s, int32_t v, int32_t d) {
  int32_t best = -1;
  double most = STRAIGHT;
  for (int32_t k = s->start[v]; k < s->start[v + 1]; k++) {
    double c = straightness(mesh, v, d, s->edge[k]);
    if (c > most) most = c, best = s->edge[k];
  }
  return best;
}

pl_status pl_ring2_list(pl_arena *arena, const pl_mesh *mesh, pl_elements *springs) {
  star s;
  double *edge_area;
  PL_TRY(make_star(arena, mesh, &s));
  PL_TRY(pl_edge_areas(arena, mesh, &edge_area));
  // every spring has two of the ends of edges
  int32_t *vertex = pl_arena_alloc(arena, 2 * (size_t)mesh->n_edge + 1, sizeof *vertex), n = 0;
  int32_t *middle = pl_arena_alloc(arena, (size_t)mesh->n_edge + 1, sizeof *middle);
  double *area = pl_arena_alloc(arena, (size_t)mesh->n_edge + 1, sizeof *area);
  if (!vertex || !middle || !area) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < mesh->n_vertex; v++)
    for (int32_t k = s.start[v]; k < s.start[v + 1]; k++) {
      int32_t d = s.edge[k], e = continuation(mesh, &s, v, d);
      if (e <= d || continuation(mesh, &s, v, e) != d) continue;
      vertex[2 * n] = far_end(mesh, d, v);
      vertex[2 * n + 1] = far_end(mesh, e, v);
      middle[n] = v;
      area[n++] = 0.5 * (edge_area[d] + edge_area[e]);
    }
  *springs = (pl_elements){.n = n, .n_vertex = 2, .vertex = vertex, .area = area, .middle = middle};
  return PL_OK;
}

// ---- springs over the edge of cloth that is held flat ----

typedef enum edge_state { EDGE_FREE, EDGE_CROSSED, EDGE_HELD } edge_state;

static pl_status edge_states(pl_arena *arena, const pl_mesh *mesh, const double *share, uint8_t **out) {
  uint8_t *state = pl_arena_alloc(arena, (size_t)mesh->n_edge + 1, sizeof *state);
  if (!state) return PL_ERROR_MEMORY;
  for (int32_t t = 0; t < mesh->n_triangle; t++)
    for (int k = 0; k < 3 && share[t] < 1; k++) {
      const int32_t *corner = mesh->triangle + 3 * (size_t)t;
      uint8_t *of = &state[pl_edge_index(mesh, corner[k], corner[(k + 1) % 3])], now = share[t] <= 0 ? EDGE_HELD : EDGE_CROSSED;
      if (now > *of) *of = now;
    }
  *out = state;
  return PL_OK;
}

// The part of a line on which a linear function with these values at its ends is positive.
static double positive_part(double a, double b) { return a <= 0 && b <= 0 ? 0 : a >= 0 && b >= 0 ? 1 : fmax(a, b) / fabs(a - b); }

pl_status pl_ring2_parts(pl_arena *arena, const pl_mesh *mesh, const pl_elements *springs, const double *free_part, double **out) {
  const double *share = free_part + mesh->n_hinge, *distance = share + mesh->n_triangle;
  uint8_t *state;
  double *part = pl_arena_alloc(arena, (size_t)springs->n + 1, sizeof *part);
  if (!part) return PL_ERROR_MEMORY;
  PL_TRY(edge_states(arena, mesh, share, &state));
  for (int32_t i = 0; i < springs->n; i++) {
    double free = 0, all = 0;
    for (int k = 0; k < 2; k++) {
      int32_t a = springs->vertex[2 * i + k], m = springs->middle[i];
      const double *p = mesh->rest + 2 * (size_t)a, *q = mesh->rest + 2 * (size_t)m;
      double length = hypot(q[0] - p[0], q[1] - p[1]);
      uint8_t of = state[pl_edge_index(mesh, a, m)];
      all += length;
      free += of == EDGE_HELD ? 0 : of == EDGE_CROSSED ? length * positive_part(distance[a], distance[m]) : length;
    }
    // held entirely: it has no effect
    part[i] = free <= 1e-9 * all ? 1 : fmax(free / all, SMALLEST);
  }
  *out = part;
  return PL_OK;
}
