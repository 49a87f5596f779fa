// solid_surface.c: the surface of a solid: faces of only one element.
//
// Faces are sorted by their vertices in ascending order, so that equal faces are adjacent: one is surface, two are interior, more are an
// error. The list keeps the order of the elements.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"

// Counter-clockwise seen from outside; -1 ends a triangle.
static const int tet_face[4][4] = {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {0, 3, 2, -1}};
static const int hex_face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

typedef struct face {
  int32_t key[4];     // vertices ascending; a triangle begins with -1
  int32_t corner[4];  // as listed
  int32_t index;      // place in the list of all faces
} face;

static int compare(const void *a, const void *b) {
  const face *x = a, *y = b;
  for (int k = 0; k < 4; k++)
    if (x->key[k] != y->key[k]) return x->key[k] < y->key[k] ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void list_faces(int32_t n, int n_vertex, const int32_t *element, int n_face, const int (*local)[4], face *out, int32_t first) {
  for (int32_t i = 0; i < n; i++)
    for (int f = 0; f < n_face; f++, out++) {
      for (int k = 0; k < 4; k++) {
        int32_t v = local[f][k] < 0 ? -1 : element[(size_t)i * n_vertex + local[f][k]];
        int at = k;
        for (; at > 0 && out->key[at - 1] > v; at--) out->key[at] = out->key[at - 1];
        out->key[at] = v;
        out->corner[k] = v;
      }
      out->index = first++;
    }
}

static bool same_place(const face *a, const face *b) { return memcmp(a->key, b->key, sizeof a->key) == 0; }

// True if two faces of the same vertices have the same orientation. Their elements then lie on the same side.
static bool same_way(const face *a, const face *b) {
  int n = a->corner[3] < 0 ? 3 : 4, at = 0;
  while (b->corner[at] != a->corner[0]) at++;
  return b->corner[(at + 1) % n] == a->corner[1];
}

// `number`: in the file.
static const char *element_name(const pl_mesh *mesh, int32_t index, const pl__solid_source *source, int32_t *element, long long *number) {
  bool tet = index < 4 * mesh->n_tet;
  *element = tet ? index / 4 : (index - 4 * mesh->n_tet) / 6;
  *number = pl__solid_number(!source ? NULL : tet ? source->tet_number : source->hex_number, *element);
  return tet ? "tetrahedron" : "hexahedron";
}

static pl_status fail_pair(pl_context *ctx, const pl_mesh *mesh, const face *run, int32_t n, const pl__solid_source *source) {
  int32_t element;
  long long a, b, v[3];
  const char *first = element_name(mesh, run[0].index, source, &element, &a);
  const char *second = element_name(mesh, run[n - 1].index, source, &element, &b);
  for (int k = 0; k < 3; k++) v[k] = pl__solid_number(source ? source->vertex_number : NULL, run[0].corner[k]);
  const int32_t *lines = !source ? NULL : run[n - 1].index < 4 * mesh->n_tet ? source->tet_line : source->hex_line;
  pl_where where = {.file = source ? source->file : NULL, .line = lines ? lines[element] : 0};
  if (n > 2)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "a face lies between two elements at most: remove duplicates",
                   "%d elements share the face with the vertices %lld, %lld, %lld (%s %lld ... %s %lld)", (int)n, v[0], v[1], v[2], first,
                   a, second, b);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove one of them, or repair the rest shape",
                 PL_ID("mesh.overlap-rest-both-lie") "%s %lld and %s %lld overlap at rest: both lie on the same side of their face with "
                                                     "the vertices %lld, %lld, %lld",
                 first, a, second, b, v[0], v[1], v[2]);
}

// The face's area, shared by its corners: the length of half the cross product of two edges, or of the diagonals.
static void add_area(const double *p, const int32_t *c, double *area) {
  int n = c[3] < 0 ? 3 : 4;
  const double *a = p + 3 * (size_t)c[0], *b = p + 3 * (size_t)c[1], *d = p + 3 * (size_t)c[2], *e = n == 4 ? p + 3 * (size_t)c[3] : NULL;
  double u[3], w[3];
  for (int k = 0; k < 3; k++) {
    u[k] = e ? d[k] - a[k] : b[k] - a[k];
    w[k] = e ? e[k] - b[k] : d[k] - a[k];
  }
  double cross[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
  double part = 0.5 * sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]) / n;
  for (int k = 0; k < n; k++) area[c[k]] += part;
}

pl_status pl__solid_surface(pl_context *ctx, pl_mesh *mesh, const pl__solid_source *source) {
  size_t n_all = 4 * (size_t)mesh->n_tet + 6 * (size_t)mesh->n_hex;
  pl_status status = PL_ERROR_MEMORY;
  face *all = pl_alloc(ctx, n_all, sizeof *all);
  uint8_t *outer = all ? pl_alloc(ctx, n_all, sizeof *outer) : NULL;
  if (!outer) goto cleanup;
  list_faces(mesh->n_tet, 4, mesh->tet, 4, tet_face, all, 0);
  list_faces(mesh->n_hex, 8, mesh->hex, 6, hex_face, all + 4 * (size_t)mesh->n_tet, 4 * mesh->n_tet);
  qsort(all, n_all, sizeof *all, compare);
  int32_t n_face = 0;
  for (size_t begin = 0, end; begin < n_all; begin = end) {
    for (end = begin + 1; end < n_all && same_place(&all[begin], &all[end]);) end++;
    if (end - begin > 2 || (end - begin == 2 && same_way(&all[begin], &all[begin + 1]))) {
      status = fail_pair(ctx, mesh, all + begin, (int32_t)(end - begin), source);
      goto cleanup;
    }
    if (end - begin == 2) continue;
    outer[all[begin].index] = 1;
    n_face++;
  }
  int32_t *list = pl_arena_alloc(mesh->arena, 4 * (size_t)n_face, sizeof *list);
  double *area = pl_arena_alloc(mesh->arena, (size_t)mesh->n_vertex, sizeof *area);
  uint8_t *boundary = pl_arena_alloc(mesh->arena, (size_t)mesh->n_vertex, sizeof *boundary);
  if (!list || !area || !boundary) goto cleanup;
  mesh->n_face = n_face;
  for (size_t i = 0, at = 0; i < n_all; i++) {
    if (!outer[i]) continue;
    bool tet = i < 4 * (size_t)mesh->n_tet;
    size_t h = tet ? 0 : i - 4 * (size_t)mesh->n_tet;
    const int *local = tet ? tet_face[i % 4] : hex_face[h % 6];
    const int32_t *element = tet ? mesh->tet + i / 4 * 4 : mesh->hex + h / 6 * 8;
    int32_t *c = list + 4 * at++;
    for (int k = 0; k < 4; k++) {
      c[k] = local[k] < 0 ? -1 : element[local[k]];
      if (c[k] >= 0) boundary[c[k]] = 1;
    }
    add_area(mesh->rest3, c, area);
  }
  mesh->face = list;
  mesh->vertex_area = area;
  mesh->boundary = boundary;
  status = PL_OK;
cleanup:
  pl_free(ctx, outer);
  pl_free(ctx, all);
  return status;
}

int32_t pl__mesh_surface(const pl_mesh *mesh, int32_t *triangle) {
  int32_t n = 0;
  for (; n < mesh->n_triangle; n++)
    if (triangle) memcpy(triangle + 3 * n, mesh->triangle + 3 * n, 3 * sizeof *triangle);
  for (int32_t f = 0; f < mesh->n_face; f++) {
    const int32_t *v = mesh->face + 4 * f;
    for (int k = 1; k < (v[3] < 0 ? 2 : 3); k++, n++)
      if (triangle) triangle[3 * n] = v[0], triangle[3 * n + 1] = v[k], triangle[3 * n + 2] = v[k + 1];
  }
  return n;
}
