// elements.c: see elements.h.
#include "model/elements.h"

#include <string.h>

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
  *elements = (pl_elements){n, tet ? 4 : 8, tet ? mesh->tet : points ? point : mesh->hex, area, NULL, NULL};
  return PL_OK;
}

pl_status pl_elements_list(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements) {
  if (kind == PL_ELEMENT_TRIANGLE) {
    *elements = (pl_elements){mesh->n_triangle, 3, mesh->triangle, mesh->triangle_area, NULL, NULL};
    return PL_OK;
  }
  if (pl_element_is_solid(kind)) return solid_elements(arena, mesh, kind, elements);
  double *edge_area;
  PL_TRY(edge_areas(arena, mesh, &edge_area));
  if (kind == PL_ELEMENT_EDGE) {
    *elements = (pl_elements){mesh->n_edge, 2, mesh->edge, edge_area, NULL, NULL};
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
  *elements = kind == PL_ELEMENT_HINGE ? (pl_elements){mesh->n_hinge, 4, mesh->hinge, area, NULL, NULL}
                                       : (pl_elements){mesh->n_hinge, 2, across, area, NULL, NULL};
  return PL_OK;
}

// ---- patches ----

// The vertices beyond the three edges are there and differ, and no other hinge counts.
static bool is_small(const pl_curvature_patch *patch) {
  if (patch->n_hinge != 3 || patch->n_vertex != 6) return false;
  for (int f = 0; f < 3; f++)
    if (patch->corner[f][0] > 2 || patch->corner[f][1] > 2) return false;
  return true;
}

static pl_element_kind patch_kind(const pl_curvature_patch *patch) {
  return is_small(patch)         ? PL_ELEMENT_PATCH_6
         : patch->n_vertex <= 8  ? PL_ELEMENT_PATCH_8
         : patch->n_vertex <= 10 ? PL_ELEMENT_PATCH_10
                                 : PL_ELEMENT_PATCH;
}

// The vertices of a small patch in the fixed order of its strain: the triangle, then the vertex beyond each edge.
static void lay_small(const pl_curvature_patch *patch, int32_t *vertex, int32_t *hinge, double *rest) {
  memcpy(vertex, patch->vertex, 3 * sizeof *vertex);
  for (int f = 0; f < 3; f++) {
    const uint8_t *corner = patch->corner[f];
    int edge = (corner[0] + 1) % 3 == corner[1] ? corner[0] : corner[1];
    vertex[3 + edge] = patch->vertex[corner[2] < 3 ? corner[3] : corner[2]];
    hinge[edge] = patch->hinge[f];
    memcpy(rest + 4 * edge, patch->m[f], 3 * sizeof *rest);
  }
}

// Vertices that a patch lacks repeat its first, hinges that it lacks have no weight.
static void lay_large(const pl_curvature_patch *patch, int n_vertex, int32_t *vertex, int32_t *hinge, double *rest) {
  for (int k = 0; k < n_vertex; k++) vertex[k] = patch->vertex[k < patch->n_vertex ? k : 0];
  for (int f = 0; f < patch->n_hinge; f++) {
    memcpy(rest + 4 * f, patch->m[f], 3 * sizeof *rest);
    rest[4 * f + 3] = pl_curvature_corners(patch->corner[f]);
    hinge[f] = patch->hinge[f];
  }
}

pl_status pl_elements_patches(pl_arena *arena, const pl_mesh *mesh, const pl_strain *strain, const pl_curvature_patch *patch,
                              pl_elements *elements) {
  int nv = strain->n_vertex, n_slot = strain->n_rest / 4;
  size_t n = 0;
  for (int32_t t = 0; t < mesh->n_triangle; t++) n += patch[t].listed && patch_kind(&patch[t]) == strain->element;
  int32_t *vertex = pl_arena_alloc(arena, n * (size_t)nv + 1, sizeof *vertex);
  double *area = pl_arena_alloc(arena, n + 1, sizeof *area), *rest = pl_arena_alloc(arena, n * (size_t)strain->n_rest + 1, sizeof *rest);
  int32_t *hinge = pl_arena_alloc(arena, n * (size_t)n_slot + 1, sizeof *hinge);
  if (!vertex || !area || !rest || !hinge) return PL_ERROR_MEMORY;
  *elements = (pl_elements){(int32_t)n, nv, vertex, area, hinge, rest};
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    if (!patch[t].listed || patch_kind(&patch[t]) != strain->element) continue;
    *area++ = patch[t].area;
    for (int f = 0; f < n_slot; f++) hinge[f] = -1;
    if (strain->element == PL_ELEMENT_PATCH_6)
      lay_small(&patch[t], vertex, hinge, rest);
    else
      lay_large(&patch[t], nv, vertex, hinge, rest);
    vertex += nv;
    hinge += n_slot;
    rest += strain->n_rest;
  }
  return PL_OK;
}
