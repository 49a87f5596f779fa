// parts.c: see poses_parts.h.
#include "protocol/poses/poses_parts.h"

#include <math.h>

#include "mesh/build.h"

// The lowest vertex known to be connected with v, with path halving.
static int32_t root_of(int32_t *parent, int32_t v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

static void join(int32_t *parent, int32_t n_element, int n, const int32_t *vertex) {
  for (int32_t e = 0; e < n_element; e++)
    for (int k = 1; k < n; k++) {
      int32_t a = root_of(parent, vertex[n * (size_t)e]), b = root_of(parent, vertex[n * (size_t)e + (size_t)k]);
      if (a < b)
        parent[b] = a;
      else
        parent[a] = b;
    }
}

static void count(int32_t n_element, int n, const int32_t *vertex, const int32_t *of_vertex, pl_body_part *part) {
  for (int32_t e = 0; e < n_element; e++) part[of_vertex[vertex[n * (size_t)e]]].n_element++;
}

static void measure(const pl_mesh *mesh, const int32_t *of_vertex, int n_part, pl_body_part *part, double (*box)[3][2]) {
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    int32_t p = of_vertex[v];
    for (int k = 0; k < 3; k++) {
      double x = mesh->x0[3 * (size_t)v + (size_t)k];
      part[p].middle[k] += x / part[p].n_vertex;
      box[p][k][0] = v == part[p].first ? x : fmin(box[p][k][0], x);
      box[p][k][1] = v == part[p].first ? x : fmax(box[p][k][1], x);
    }
  }
  for (int p = 0; p < n_part; p++)
    part[p].size = hypot(hypot(box[p][0][1] - box[p][0][0], box[p][1][1] - box[p][1][0]), box[p][2][1] - box[p][2][0]);
}

pl_status pl__body_parts(pl_arena *arena, const pl_mesh *mesh, int *n_part, pl_body_part **part, int32_t **of_vertex) {
  size_t n = (size_t)mesh->n_vertex;
  int32_t *parent = pl_arena_alloc(arena, n, sizeof *parent), *of = pl_arena_alloc(arena, n, sizeof *of);
  if (!parent || !of) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < mesh->n_vertex; v++) parent[v] = v;
  join(parent, mesh->n_tet, 4, mesh->tet);
  join(parent, mesh->n_hex, 8, mesh->hex);
  join(parent, mesh->n_triangle, 3, mesh->triangle);
  *n_part = 0;
  for (int32_t v = 0; v < mesh->n_vertex; v++) of[v] = parent[v] == v ? (*n_part)++ : of[root_of(parent, v)];
  *part = pl_arena_alloc(arena, (size_t)*n_part + 1, sizeof **part);
  double(*box)[3][2] = pl_arena_alloc(arena, (size_t)*n_part + 1, sizeof *box);
  if (!*part || !box) return PL_ERROR_MEMORY;
  for (int32_t v = mesh->n_vertex - 1; v >= 0; v--) {
    (*part)[of[v]].first = v;
    (*part)[of[v]].n_vertex++;
  }
  count(mesh->n_tet, 4, mesh->tet, of, *part);
  count(mesh->n_hex, 8, mesh->hex, of, *part);
  count(mesh->n_triangle, 3, mesh->triangle, of, *part);
  measure(mesh, of, *n_part, *part, box);
  *of_vertex = of;
  return PL_OK;
}
