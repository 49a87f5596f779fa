// elements.c: see elements.h.
#include "model/elements.h"

#include <stdlib.h>
#include <string.h>

#include "model/ring2.h"

int32_t pl_edge_index(const pl_mesh *mesh, int32_t a, int32_t b) {
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

pl_status pl_edge_areas(pl_arena *arena, const pl_mesh *mesh, double **area) {
  double *sum = pl_arena_alloc(arena, (size_t)mesh->n_edge, sizeof *sum);
  if (!sum) return PL_ERROR_MEMORY;
  for (int32_t t = 0; t < mesh->n_triangle; t++)
    for (int k = 0; k < 3; k++) {
      int32_t edge = pl_edge_index(mesh, mesh->triangle[3 * t + k], mesh->triangle[3 * t + (k + 1) % 3]);
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
  *elements = (pl_elements){.n = n, .n_vertex = tet ? 4 : 8, .vertex = tet ? mesh->tet : points ? point : mesh->hex, .area = area};
  return PL_OK;
}

pl_status pl_elements_list(pl_arena *arena, const pl_mesh *mesh, pl_element_kind kind, pl_elements *elements) {
  if (kind == PL_ELEMENT_TRIANGLE) {
    *elements = (pl_elements){.n = mesh->n_triangle, .n_vertex = 3, .vertex = mesh->triangle, .area = mesh->triangle_area};
    return PL_OK;
  }
  if (kind == PL_ELEMENT_CONTACT) {
    *elements = (pl_elements){0};
    return PL_OK;
  }
  if (pl_element_is_solid(kind)) return solid_elements(arena, mesh, kind, elements);
  if (kind == PL_ELEMENT_RING2) return pl_ring2_list(arena, mesh, elements);
  double *edge_area;
  PL_TRY(pl_edge_areas(arena, mesh, &edge_area));
  if (kind == PL_ELEMENT_EDGE) {
    *elements = (pl_elements){.n = mesh->n_edge, .n_vertex = 2, .vertex = mesh->edge, .area = edge_area};
    return PL_OK;
  }
  double *area = pl_arena_alloc(arena, (size_t)mesh->n_hinge, sizeof *area);
  if (!area) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < mesh->n_hinge; i++) area[i] = edge_area[pl_edge_index(mesh, mesh->hinge[4 * i], mesh->hinge[4 * i + 1])];
  *elements = (pl_elements){.n = mesh->n_hinge, .n_vertex = 4, .vertex = mesh->hinge, .area = area};
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

// Patches that look alike follow each other, so that most blocks need no gather by lane; in the order of the triangles among themselves.
static int alike_first(const void *a, const void *b) {
  const pl_curvature_patch *const *p = a, *const *q = b;
  int order = (*p)->n_hinge != (*q)->n_hinge ? (*p)->n_hinge - (*q)->n_hinge : memcmp((*p)->corner, (*q)->corner, sizeof(*p)->corner);
  return order != 0 ? order : *p < *q ? -1 : *p > *q;
}

pl_status pl_elements_patches(pl_arena *arena, const pl_mesh *mesh, const pl_strain *strain, const pl_curvature_patch *patch,
                              pl_elements *elements) {
  int nv = strain->n_vertex, n_slot = strain->n_rest / 4;
  const pl_curvature_patch **list = pl_arena_alloc(arena, (size_t)mesh->n_triangle + 1, sizeof *list);
  if (!list) return PL_ERROR_MEMORY;
  size_t n = 0;
  for (int32_t t = 0; t < mesh->n_triangle; t++)
    if (patch[t].listed && patch_kind(&patch[t]) == strain->element) list[n++] = &patch[t];
  if (strain->element != PL_ELEMENT_PATCH_6) qsort(list, n, sizeof *list, alike_first);
  int32_t *vertex = pl_arena_alloc(arena, n * (size_t)nv + 1, sizeof *vertex);
  double *area = pl_arena_alloc(arena, n + 1, sizeof *area), *rest = pl_arena_alloc(arena, n * (size_t)strain->n_rest + 1, sizeof *rest);
  int32_t *hinge = pl_arena_alloc(arena, n * (size_t)n_slot + 1, sizeof *hinge);
  if (!vertex || !area || !rest || !hinge) return PL_ERROR_MEMORY;
  *elements = (pl_elements){.n = (int32_t)n, .n_vertex = nv, .vertex = vertex, .area = area, .hinge = hinge, .rest = rest};
  for (size_t i = 0; i < n; i++) {
    *area++ = list[i]->area;
    for (int f = 0; f < n_slot; f++) hinge[f] = -1;
    if (strain->element == PL_ELEMENT_PATCH_6)
      lay_small(list[i], vertex, hinge, rest);
    else
      lay_large(list[i], nv, vertex, hinge, rest);
    vertex += nv;
    hinge += n_slot;
    rest += strain->n_rest;
  }
  return PL_OK;
}
