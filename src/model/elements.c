// elements.c: see elements.h.
#include "model/elements.h"

static int32_t edge_index(const pl_mesh *mesh, int32_t a, int32_t b) {
  int32_t low = a < b ? a : b, high = a < b ? b : a;
  // edges are sorted by (lower, higher) vertex
  int32_t first = 0, last = mesh->n_edge - 1;
  while (first <= last) {
    int32_t middle = first + (last - first) / 2;
    const int32_t *edge = mesh->edge + 2 * middle;
    if (edge[0] == low && edge[1] == high) return middle;
    if (edge[0] < low || (edge[0] == low && edge[1] < high))
      first = middle + 1;
    else
      last = middle - 1;
  }
  return -1;
}

// Area of the one or two triangles at each edge.
static pl_status edge_areas(pl_arena *arena, const pl_mesh *mesh, double **area) {
  double *sum = pl_arena_alloc(arena, (size_t)mesh->n_edge, sizeof *sum);
  if (!sum) return PL_ERROR_MEMORY;
  for (int32_t t = 0; t < mesh->n_triangle; t++)
    for (int k = 0; k < 3; k++) {
      int32_t edge = edge_index(mesh, mesh->triangle[3 * t + k], mesh->triangle[3 * t + (k + 1) % 3]);
      PL_ASSERT(edge >= 0);
      sum[edge] += mesh->triangle_area[t];
    }
  *area = sum;
  return PL_OK;
}

pl_status pl_elements_list(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements) {
  if (kind == PL_ELEMENT_TRIANGLE) {
    *elements = (pl_elements){mesh->n_triangle, 3, mesh->triangle, mesh->triangle_area};
    return PL_OK;
  }
  double *edge_area;
  PL_TRY(edge_areas(arena, mesh, &edge_area));
  if (kind == PL_ELEMENT_EDGE) {
    *elements = (pl_elements){mesh->n_edge, 2, mesh->edge, edge_area};
    return PL_OK;
  }
  // hinges, and the springs across them
  double *area = pl_arena_alloc(arena, (size_t)mesh->n_hinge, sizeof *area);
  int32_t *across = pl_arena_alloc(arena, 2 * (size_t)mesh->n_hinge, sizeof *across);
  if (!area || !across) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < mesh->n_hinge; i++) {
    const int32_t *hinge = mesh->hinge + 4 * i;
    area[i] = edge_area[edge_index(mesh, hinge[0], hinge[1])];
    across[2 * i] = hinge[2];
    across[2 * i + 1] = hinge[3];
  }
  *elements = kind == PL_ELEMENT_HINGE ? (pl_elements){mesh->n_hinge, 4, mesh->hinge, area} : (pl_elements){mesh->n_hinge, 2, across, area};
  return PL_OK;
}
