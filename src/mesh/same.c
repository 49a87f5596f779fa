// same.c: see same.h.
#include "mesh/same.h"

#include <string.h>

static bool equal(const void *a, const void *b, size_t n, size_t size) { return n == 0 || memcmp(a, b, n * size) == 0; }

bool pl_mesh_same(const pl_mesh *a, const pl_mesh *b) {
  size_t n = (size_t)a->n_vertex;
  if (a == b) return true;
  if (a->n_vertex != b->n_vertex || a->n_triangle != b->n_triangle || a->n_tet != b->n_tet || a->n_hex != b->n_hex) return false;
  if (!a->rest != !b->rest || !a->rest3 != !b->rest3) return false;
  return (!a->rest || equal(a->rest, b->rest, 2 * n, sizeof *a->rest)) &&
         (!a->rest3 || equal(a->rest3, b->rest3, 3 * n, sizeof *a->rest3)) &&
         equal(a->triangle, b->triangle, 3 * (size_t)a->n_triangle, sizeof *a->triangle) &&
         equal(a->tet, b->tet, 4 * (size_t)a->n_tet, sizeof *a->tet) && equal(a->hex, b->hex, 8 * (size_t)a->n_hex, sizeof *a->hex);
}
