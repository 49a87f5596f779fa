// split.c: see split.h.
//
// A new vertex is identified by its parents: the corners of the edge, face or element whose centre it is. A hash table over the parents
// lets neighbouring elements share it, so they conform.
#include "mesh/split.h"

#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"

typedef struct splitter {
  int32_t n;                 // vertices so far
  pl_mesh_parents *parents;  // [room]
  uint32_t n_slot;           // power of two
  int32_t *slot;             // [n_slot], vertex + 1; 0: free
} splitter;

static int ascending(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

// The vertex at the centre of n others; for n = 1 the vertex itself.
static int32_t middle(splitter *s, int n, const int32_t *of) {
  if (n == 1) return of[0];
  pl_mesh_parents key = {.n = n};
  memcpy(key.vertex, of, (size_t)n * sizeof *of);
  qsort(key.vertex, (size_t)n, sizeof *key.vertex, ascending);
  uint32_t hash = 2166136261u;
  for (int i = 0; i < n; i++) hash = (hash ^ (uint32_t)key.vertex[i]) * 16777619u;
  hash ^= hash >> 15;
  for (uint32_t at = hash & (s->n_slot - 1);; at = (at + 1) & (s->n_slot - 1)) {
    if (s->slot[at] == 0) {
      s->parents[s->n] = key;
      s->slot[at] = ++s->n;
      return s->n - 1;
    }
    const pl_mesh_parents *known = &s->parents[s->slot[at] - 1];
    if (known->n == n && memcmp(known->vertex, key.vertex, (size_t)n * sizeof *of) == 0) return s->slot[at] - 1;
  }
}

static void place_of(const pl_mesh_parents *p, const double *x, double out[3]) {
  for (int k = 0; k < 3; k++) {
    out[k] = 0;
    for (int i = 0; i < p->n; i++) out[k] += x[3 * (size_t)p->vertex[i] + k] / p->n;
  }
}

static double square_between(const splitter *s, const double *x, int32_t a, int32_t b) {
  double p[3], q[3], sum = 0;
  place_of(&s->parents[a], x, p);
  place_of(&s->parents[b], x, q);
  for (int k = 0; k < 3; k++) sum += (p[k] - q[k]) * (p[k] - q[k]);
  return sum;
}

// Midpoints of the edges 01, 02, 03, 12, 13, 23. Cutting off the corners leaves an octahedron with the diagonals 01-23, 02-13, 03-12;
// around each of them lie the other four midpoints in turn.
static void split_tet(splitter *s, const double *x, const int32_t *v, int32_t *child) {
  static const int edge[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  static const int diagonal[3][2] = {{0, 5}, {1, 4}, {2, 3}}, ring[3][4] = {{1, 2, 4, 3}, {0, 3, 5, 2}, {0, 1, 5, 4}};
  int32_t m[6];
  for (int i = 0; i < 6; i++) m[i] = middle(s, 2, (const int32_t[2]){v[edge[i][0]], v[edge[i][1]]});
  const int32_t corner[4][4] = {{v[0], m[0], m[1], m[2]}, {m[0], v[1], m[3], m[4]}, {m[1], m[3], v[2], m[5]}, {m[2], m[4], m[5], v[3]}};
  memcpy(child, corner, sizeof corner);
  int best = 0;
  for (int d = 1; d < 3; d++)
    if (square_between(s, x, m[diagonal[d][0]], m[diagonal[d][1]]) < square_between(s, x, m[diagonal[best][0]], m[diagonal[best][1]]))
      best = d;
  for (int i = 0; i < 4; i++) {
    int32_t *c = child + 16 + 4 * i;
    c[0] = m[diagonal[best][0]], c[1] = m[diagonal[best][1]];
    c[2] = m[ring[best][i]], c[3] = m[ring[best][(i + 1) % 4]];
    double p[12];
    for (int k = 0; k < 4; k++) place_of(&s->parents[c[k]], x, p + 3 * k);
    if (pl__tet_volume6(p, (const int32_t[4]){0, 1, 2, 3}) < 0) {
      int32_t other = c[2];
      c[2] = c[3], c[3] = other;
    }
  }
}

// Vertex (i, j, k) of the 3 x 3 x 3 in a hexahedron is the middle of the corners that it lies between. Here 0 and 2 are sides, 1 is
// between.
static int32_t hex_vertex(splitter *s, const int32_t *v, const int at[3]) {
  int32_t of[8];
  int n = 0;
  for (int c = 0; c < 8; c++) {
    bool near = true;
    for (int i = 0; i < 3; i++) near = near && (at[i] == 1 || (pl__hex_corner(c) >> i & 1) == at[i] / 2);
    if (near) of[n++] = v[c];
  }
  return middle(s, n, of);
}

static void split_hex(splitter *s, const int32_t *v, int32_t *child) {
  for (int e = 0; e < 8; e++)
    for (int c = 0; c < 8; c++) {
      int at[3];
      for (int i = 0; i < 3; i++) at[i] = (e >> i & 1) + (pl__hex_corner(c) >> i & 1);
      child[8 * e + c] = hex_vertex(s, v, at);
    }
}

// The hexahedron at corner k of a tetrahedron. From it along its three edges, keeping the tetrahedron's orientation, to the centres of
// edges, faces and the body. All its faces are plane, and its volume is a quarter. It is the affine image of that of the regular
// tetrahedron: never inverted.
static void tet_to_hex(splitter *s, const int32_t *v, int32_t *child) {
  static const int along[4][4] = {{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {3, 0, 2, 1}};
  for (int k = 0; k < 4; k++)
    for (int c = 0; c < 8; c++) {
      int corner = pl__hex_corner(c), n = 1;
      int32_t of[4] = {v[along[k][0]]};
      for (int i = 0; i < 3; i++)
        if (corner >> i & 1) of[n++] = v[along[k][i + 1]];
      child[8 * k + c] = middle(s, n, of);
    }
}

static pl_status split(pl_arena *arena, const pl_mesh *mesh, bool to_hex, pl_mesh **fine, const pl_mesh_parents **parents) {
  PL_ASSERT(pl_mesh_is_solid(mesh));
  *fine = NULL;
  // per tetrahedron: six edges, and with hexahedra four faces and the body
  const size_t n_tet = (size_t)mesh->n_tet, n_hex = (size_t)mesh->n_hex, of_tet = to_hex ? 4 : 0;
  size_t room = (size_t)mesh->n_vertex + (to_hex ? 11 : 6) * n_tet + 19 * n_hex;
  splitter s = {.n_slot = 64, .parents = pl_arena_alloc(arena, room, sizeof *s.parents)};
  while (s.n_slot < 2 * room && s.n_slot < 1u << 30) s.n_slot *= 2;
  s.slot = pl_arena_alloc(arena, s.n_slot, sizeof *s.slot);
  int32_t *tet = pl_arena_alloc(arena, (to_hex ? 0 : 32) * n_tet + 1, sizeof *tet);
  int32_t *hex = pl_arena_alloc(arena, 8 * of_tet * n_tet + 64 * n_hex + 1, sizeof *hex);
  if (!s.parents || !s.slot || !tet || !hex) return PL_ERROR_MEMORY;
  for (; s.n < mesh->n_vertex; s.n++) s.parents[s.n] = (pl_mesh_parents){1, {s.n}};
  for (size_t e = 0; e < n_tet; e++) {
    if (to_hex)
      tet_to_hex(&s, mesh->tet + 4 * e, hex + 32 * e);
    else
      split_tet(&s, mesh->rest3, mesh->tet + 4 * e, tet + 32 * e);
  }
  for (size_t e = 0; e < n_hex; e++) split_hex(&s, mesh->hex + 8 * e, hex + 8 * of_tet * n_tet + 64 * e);
  double *rest = pl_arena_alloc(arena, 3 * (size_t)s.n, sizeof *rest), *x0 = pl_arena_alloc(arena, 3 * (size_t)s.n, sizeof *x0);
  if (!rest || !x0) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < s.n; v++) {
    place_of(&s.parents[v], mesh->rest3, rest + 3 * (size_t)v);
    place_of(&s.parents[v], mesh->x0, x0 + 3 * (size_t)v);
  }
  *parents = s.parents;
  return pl_mesh_create_solid(pl_arena_context(arena), s.n, rest, x0, to_hex ? 0 : 8 * mesh->n_tet, tet,
                              (int32_t)of_tet * mesh->n_tet + 8 * mesh->n_hex, hex, fine);
}

pl_status pl_mesh_split(pl_arena *arena, const pl_mesh *mesh, pl_mesh **fine, const pl_mesh_parents **parents) {
  return split(arena, mesh, false, fine, parents);
}

pl_status pl_mesh_to_hexahedra(pl_arena *arena, const pl_mesh *mesh, pl_mesh **fine, const pl_mesh_parents **parents) {
  return split(arena, mesh, true, fine, parents);
}
