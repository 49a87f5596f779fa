// topology.c: edges, hinges and the border of a triangle mesh.
//
// Every triangle contributes three half-edges. Sorted by (lower vertex, higher vertex), the half-edges of one edge are adjacent. One makes
// a border edge, two make a hinge, more are an error. The sort is two stable counting passes, so the work is linear and the result depends
// only on the mesh.
//
// Orientation of a hinge (v0, v1, v2, v3): v0 < v1, and in the first triangle v0 -> v1 runs counter-clockwise. So (v0, v1, v2) and (v1, v0,
// v3) are both counter-clockwise in the rest plane. Then v2 lies to the left of v0 -> v1 and v3 to the right.
#include "mesh/build.h"

static int32_t lower(const int32_t *triangle, int32_t h) {
  int32_t a = triangle[h], b = triangle[pl__next(h)];
  return a < b ? a : b;
}

static int32_t higher(const int32_t *triangle, int32_t h) {
  int32_t a = triangle[h], b = triangle[pl__next(h)];
  return a < b ? b : a;
}

// One stable counting pass: `in` (NULL: 0, 1, 2, ...) ordered by key(h) into `out`. count: [n_vertex + 1], any content.
static void counting_pass(int32_t n_vertex, int32_t n, const int32_t *triangle, int32_t (*key)(const int32_t *, int32_t), const int32_t *in,
                          int32_t *out, int32_t *count) {
  for (int32_t i = 0; i <= n_vertex; i++) count[i] = 0;
  for (int32_t h = 0; h < n; h++) count[key(triangle, h) + 1]++;
  for (int32_t i = 0; i < n_vertex; i++) count[i + 1] += count[i];
  for (int32_t i = 0; i < n; i++) {
    int32_t h = in ? in[i] : i;
    out[count[key(triangle, h)]++] = h;
  }
}

pl_status pl__half_edge_sort(pl_context *ctx, int32_t n_vertex, int32_t n_triangle, const int32_t *triangle, int32_t **order) {
  pl_status status = PL_ERROR_MEMORY;
  int32_t n = 3 * n_triangle;
  int32_t *half = pl_alloc(ctx, (size_t)n, sizeof(int32_t));
  int32_t *count = half ? pl_alloc(ctx, (size_t)n_vertex + 1, sizeof(int32_t)) : NULL;
  *order = count ? pl_alloc(ctx, (size_t)n, sizeof(int32_t)) : NULL;
  if (*order) {
    counting_pass(n_vertex, n, triangle, higher, NULL, half, count);
    counting_pass(n_vertex, n, triangle, lower, half, *order, count);
    status = PL_OK;
  }
  pl_free(ctx, half);
  pl_free(ctx, count);
  return status;
}

// The end of the run of half-edges in order[begin...] that share one edge.
static int32_t run_end(const int32_t *triangle, const int32_t *order, int32_t n, int32_t begin) {
  int32_t a = lower(triangle, order[begin]), b = higher(triangle, order[begin]), end = begin + 1;
  while (end < n && lower(triangle, order[end]) == a && higher(triangle, order[end]) == b) end++;
  return end;
}

static pl_status check_run(pl_context *ctx, const int32_t *triangle, const int32_t *run, int32_t n, const pl__mesh_source *source) {
  int a = lower(triangle, run[0]), b = higher(triangle, run[0]);
  if (n > 2) {
    pl_where where = pl__where_triangle(source, run[2] / 3);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "a sheet has at most two triangles on an edge: remove duplicates or split the mesh there",
                   "edge %d-%d has %d triangles (%d, %d, %d%s)", a, b, (int)n, (int)run[0] / 3, (int)run[1] / 3, (int)run[2] / 3,
                   n > 3 ? ", ..." : "");
  }
  if (n == 2 && triangle[run[0]] == triangle[run[1]]) {
    pl_where where = pl__where_triangle(source, run[1] / 3);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove the duplicate, or repair the fold in the rest (texture) coordinates",
                   "triangles %d and %d overlap at rest: both lie on the same side of their edge %d-%d", (int)run[0] / 3, (int)run[1] / 3,
                   a, b);
  }
  return PL_OK;
}

pl_status pl__topology_build(pl_context *ctx, pl_mesh *mesh, const pl__mesh_source *source) {
  pl_status status = PL_OK;
  const int32_t *triangle = mesh->triangle;
  int32_t *order = NULL, n = 3 * mesh->n_triangle, n_edge = 0, n_hinge = 0;
  PL_TRY_CLEAN(pl__half_edge_sort(ctx, mesh->n_vertex, mesh->n_triangle, triangle, &order));

  for (int32_t begin = 0, end; begin < n; begin = end) {
    end = run_end(triangle, order, n, begin);
    PL_TRY_CLEAN(check_run(ctx, triangle, order + begin, end - begin, source));
    n_edge++;
    n_hinge += end - begin == 2;
  }

  int32_t *edge = pl_arena_alloc(mesh->arena, 2 * (size_t)n_edge, sizeof(int32_t));
  // A single triangle has no hinge; the array is still a valid pointer.
  int32_t *hinge = pl_arena_alloc(mesh->arena, 4 * (size_t)(n_hinge > 0 ? n_hinge : 1), sizeof(int32_t));
  uint8_t *boundary = pl_arena_alloc(mesh->arena, (size_t)mesh->n_vertex, sizeof(uint8_t));
  status = edge && hinge && boundary ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) goto cleanup;

  int32_t i_edge = 0, i_hinge = 0;
  for (int32_t begin = 0, end; begin < n; begin = end) {
    end = run_end(triangle, order, n, begin);
    int32_t first = order[begin], a = lower(triangle, first), b = higher(triangle, first);
    edge[2 * i_edge] = a;
    edge[2 * i_edge + 1] = b;
    i_edge++;
    if (end - begin == 1) {
      boundary[a] = boundary[b] = 1;
      continue;
    }
    int32_t second = order[begin + 1];
    if (triangle[first] != a) {
      int32_t swap = first;
      first = second;
      second = swap;
    }
    int32_t *h = hinge + 4 * (size_t)i_hinge++;
    h[0] = a;
    h[1] = b;
    h[2] = triangle[pl__previous(first)];
    h[3] = triangle[pl__previous(second)];
  }
  mesh->n_edge = n_edge;
  mesh->n_hinge = n_hinge;
  mesh->edge = edge;
  mesh->hinge = hinge;
  mesh->boundary = boundary;

cleanup:
  pl_free(ctx, order);
  return status;
}
