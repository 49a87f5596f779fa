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

// The Gauss points of hexahedra, 8 for each. The vertices are ordered so that corner c is the first, by mirroring along the axes in which c
// differs from it. Corner k of a hexahedron is at the bits 0, 1, 2 of k ^ (k >> 1 & 1) along the three axes.
static void hex_points(const pl_mesh *mesh, int32_t *vertex) {
  for (int32_t h = 0; h < mesh->n_hex; h++)
    for (int c = 0; c < 8; c++)
      for (int k = 0; k < 8; k++) {
        int place = (k ^ (k >> 1 & 1)) ^ (c ^ (c >> 1 & 1));
        *vertex++ = mesh->hex[8 * (size_t)h + (place ^ (place >> 1 & 1))];
      }
}

static pl_status solid_elements(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements) {
  bool tet = kind == PL_ELEMENT_TET, points = kind == PL_ELEMENT_HEX_POINT;
  int32_t n = tet ? mesh->n_tet : points ? 8 * mesh->n_hex : mesh->n_hex;
  double *area = pl_arena_alloc(arena, (size_t)n, sizeof *area);
  int32_t *point = points ? pl_arena_alloc(arena, 8 * (size_t)n, sizeof *point) : NULL;
  if (!area || (points && n > 0 && !point)) return PL_ERROR_MEMORY;
  if (points) hex_points(mesh, point);
  *elements = (pl_elements){n, tet ? 4 : 8, tet ? mesh->tet : points ? point : mesh->hex, area};
  return PL_OK;
}

pl_status pl_elements_list(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements) {
  if (kind == PL_ELEMENT_TRIANGLE) {
    *elements = (pl_elements){mesh->n_triangle, 3, mesh->triangle, mesh->triangle_area};
    return PL_OK;
  }
  if (pl_element_is_solid(kind)) return solid_elements(arena, mesh, kind, elements);
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
