// specimen_block.c: boxes and cylinders of hexahedra or tetrahedra.
//
// Both are laid out as hexahedra first. Cut into 6: every quad is split from its vertex of lowest number. Every hexahedron is the cone from
// its lowest vertex over the three quads that do not contain it, so neighbours conform. Cut into 5 (a large tetrahedron and its four
// corners): the cuts of neighbours mirror each other, which requires a grid with a checkerboard colouring.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "mesh/build.h"

// A solid under construction, with its arena.
typedef struct layout {
  pl_arena *arena;
  int32_t n_vertex, n_hex, n_tet;
  double *p;           // [n_vertex][3], m
  double *reach;       // [n_vertex][3], m, one cell; 0 where a vertex is fixed
  int32_t *hex, *tet;  // [n_hex][8], [n_tet][4]
  uint8_t *odd;        // [n_hex], colour of the checkerboard; NULL: there is none
} layout;

static pl_status check(pl_context *ctx, const pl_block_specimen *s, bool round) {
  static const char *const axis[] = {"x", "y", "z"};
  for (int i = 0; i < 3; i++) {
    if (!(round && i == 1) && !(s->size[i] > 0 && s->size[i] <= 1e6))
      return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give it in metres",
                     PL_ID("mesh.size-block-along-must") "the size of the block along %s is %g m, must be > 0", axis[i], s->size[i]);
    if (s->n[i] < 1 || s->n[i] > 4096)
      return pl_fail(ctx, PL_ERROR_INPUT, NULL, "a few cells are enough", "%d cells along %s, must be 1 to 4096", (int)s->n[i], axis[i]);
  }
  double cells = (double)s->n[0] * (round ? s->n[0] + 4.0 * s->n[1] : s->n[1]) * s->n[2];
  if (cells > 2e6) return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use larger cells", "about %.0f cells; at most 2000000 are allowed", cells);
  if (!(s->jitter >= 0 && s->jitter <= 0.3))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "0.2 is a good choice", "jitter = %g, must be 0 to 0.3 of a cell", s->jitter);
  if (s->kind == PL_SOLID_TET5 && round)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use 6 tetrahedra per cell", "a cylinder cannot be cut into 5 tetrahedra per cell");
  return PL_OK;
}

static pl_status allocate(layout *l, int32_t n_vertex, int32_t n_hex) {
  l->n_vertex = n_vertex;
  l->n_hex = n_hex;
  l->p = pl_arena_alloc(l->arena, 3 * (size_t)n_vertex, sizeof *l->p);
  l->reach = pl_arena_alloc(l->arena, 3 * (size_t)n_vertex, sizeof *l->reach);
  l->hex = pl_arena_alloc(l->arena, 8 * (size_t)n_hex, sizeof *l->hex);
  l->odd = pl_arena_alloc(l->arena, (size_t)n_hex, sizeof *l->odd);
  return l->p && l->reach && l->hex && l->odd ? PL_OK : PL_ERROR_MEMORY;
}

// The quad a b c d of one layer and the same quad `up` vertices higher.
static void put_hex(layout *l, int32_t at, int32_t a, int32_t b, int32_t c, int32_t d, int32_t up) {
  const int32_t v[8] = {a, b, c, d, a + up, b + up, c + up, d + up};
  memcpy(l->hex + 8 * (size_t)at, v, sizeof v);
}

static pl_status lay_box(const pl_block_specimen *s, layout *l) {
  const int32_t *n = s->n, nx = n[0] + 1, ny = n[1] + 1, nz = n[2] + 1;
  PL_TRY(allocate(l, nx * ny * nz, n[0] * n[1] * n[2]));
  for (int32_t v = 0; v < l->n_vertex; v++) {
    const int32_t at[3] = {v % nx, v / nx % ny, v / nx / ny};
    bool inside = true;
    for (int k = 0; k < 3; k++) inside = inside && at[k] > 0 && at[k] < n[k];
    for (int k = 0; k < 3; k++) {
      l->p[3 * (size_t)v + k] = s->size[k] * at[k] / n[k];
      l->reach[3 * (size_t)v + k] = inside ? s->size[k] / n[k] : 0;
    }
  }
  for (int32_t h = 0; h < l->n_hex; h++) {
    int32_t i = h % n[0], j = h / n[0] % n[1], k = h / n[0] / n[1], a = i + nx * (j + ny * k);
    put_hex(l, h, a, a + 1, a + 1 + nx, a + nx, nx * ny);
    l->odd[h] = (i + j + k) & 1;
  }
  return PL_OK;
}

// Vertex on the border of the core, k = 0 .. 4 n - 1 around it.
static int32_t core_border(int32_t n, int32_t k) {
  int32_t side = k / n, at = k % n, m = n + 1;
  switch (side) {
  case 0: return at;
  case 1: return n + m * at;
  case 2: return n - at + m * n;
  default: return m * (n - at);
  }
}

// A layer is a square core of n x n cells with its corners at 0.6 of the radius. Rings of 4 n cells extend from its border to the circle.
// The outermost ring is a regular polygon of N = 4 n corners. Inscribed in the circle it would have the area N/2 sin(2 pi/N) r^2 instead of
// pi r^2, a tenth less for n = 2. A modulus found with it would be a tenth too large. So its corners are placed where the areas are equal.
static pl_status lay_cylinder(const pl_block_specimen *s, layout *l) {
  int32_t n = s->n[0], rings = s->n[1], around = 4 * n, m = n + 1, layer = m * m + rings * around, cells = n * n + rings * around;
  PL_TRY(allocate(l, layer * (s->n[2] + 1), cells * s->n[2]));
  const double quarter = 0.78539816339744831;
  double sector = 2 * quarter / n, radius = 0.5 * s->size[0] * sqrt(sector / sin(sector));
  double half = 0.6 * radius * sqrt(0.5), cell = fmin(2 * half / n, (radius - half) / rings);
  for (int32_t z = 0; z <= s->n[2]; z++) {
    double *p = l->p + 3 * (size_t)layer * z, *reach = l->reach + 3 * (size_t)layer * z, height = s->size[2] / s->n[2];
    for (int32_t v = 0; v < layer; v++) {
      int32_t ring = v < m * m ? 0 : 1 + (v - m * m) / around, k = v < m * m ? 0 : (v - m * m) % around;
      int32_t core = ring == 0 ? v : core_border(n, k);
      double f = (double)ring / rings, angle = quarter * (2.0 * k / n - 3);
      double x = half * (2.0 * (core % m) / n - 1), y = half * (2.0 * (core / m) / n - 1);
      p[3 * (size_t)v] = (1 - f) * x + f * radius * cos(angle);
      p[3 * (size_t)v + 1] = (1 - f) * y + f * radius * sin(angle);
      p[3 * (size_t)v + 2] = height * z;
      bool inside = ring < rings && z > 0 && z < s->n[2];
      for (int d = 0; d < 3; d++) reach[3 * (size_t)v + d] = inside ? (d < 2 ? cell : height) : 0;
    }
  }
  for (int32_t z = 0, at = 0; z < s->n[2]; z++) {
    int32_t base = layer * z;
    for (int32_t c = 0; c < n * n; c++) {
      int32_t a = base + c % n + m * (c / n);
      put_hex(l, at++, a, a + 1, a + 1 + m, a + m, layer);
    }
    for (int32_t r = 0; r < rings; r++)
      for (int32_t k = 0; k < around; k++) {
        int32_t next = (k + 1) % around, outer = base + m * m + r * around;
        int32_t a = r == 0 ? base + core_border(n, k) : outer - around + k,
                b = r == 0 ? base + core_border(n, next) : outer - around + next;
        put_hex(l, at++, a, outer + k, outer + next, b, layer);
      }
  }
  return PL_OK;
}

static void cut_in_five(const int32_t *v, bool odd, int32_t *tet) {
  // the even ones keep corners 0, 2, 5, 7 for the tetrahedron in the middle
  static const int even_cut[5][4] = {{0, 1, 2, 5}, {0, 2, 3, 7}, {0, 5, 7, 4}, {2, 5, 6, 7}, {0, 2, 7, 5}};
  static const int odd_cut[5][4] = {{1, 2, 3, 6}, {0, 1, 3, 4}, {1, 5, 6, 4}, {3, 6, 7, 4}, {1, 3, 4, 6}};
  for (int i = 0; i < 20; i++) tet[i] = v[(odd ? odd_cut : even_cut)[i / 4][i % 4]];
}

void pl__hex_cut_in_six(const int32_t *v, int32_t *tet) {
  static const int quad[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  int lowest = 0;
  for (int k = 1; k < 8; k++)
    if (v[k] < v[lowest]) lowest = k;
  for (int q = 0; q < 6; q++) {
    const int *c = quad[q];
    if (c[0] == lowest || c[1] == lowest || c[2] == lowest || c[3] == lowest) continue;
    int first = 0;
    for (int k = 1; k < 4; k++)
      if (v[c[k]] < v[c[first]]) first = k;
    // the quads are seen from outside, so each of their triangles with the vertex behind them is a positive tetrahedron
    for (int half = 0; half < 2; half++, tet += 4) {
      tet[0] = v[c[first]];
      tet[1] = v[c[(first + 1 + half) % 4]];
      tet[2] = v[c[(first + 2 + half) % 4]];
      tet[3] = v[lowest];
      int32_t swap = tet[1];
      tet[1] = tet[2];
      tet[2] = swap;
    }
  }
}

static pl_status cut(layout *l, pl_solid_kind kind) {
  int per = kind == PL_SOLID_TET5 ? 5 : 6;
  l->n_tet = per * l->n_hex;
  l->tet = pl_arena_alloc(l->arena, 4 * (size_t)l->n_tet, sizeof *l->tet);
  if (!l->tet) return PL_ERROR_MEMORY;
  for (int32_t h = 0; h < l->n_hex; h++) {
    int32_t *tet = l->tet + 4 * (size_t)per * h;
    if (kind == PL_SOLID_TET5)
      cut_in_five(l->hex + 8 * (size_t)h, l->odd[h], tet);
    else
      pl__hex_cut_in_six(l->hex + 8 * (size_t)h, tet);
  }
  l->n_hex = 0;
  return PL_OK;
}

// The smallest ratio of an element's volume (of a hexahedron: at a corner) at p to that at l->p.
static double worst_ratio(const layout *l, const double *p) {
  double worst = 1;
  for (int32_t i = 0; i < l->n_tet; i++)
    worst = fmin(worst, pl__tet_volume6(p, l->tet + 4 * (size_t)i) / pl__tet_volume6(l->p, l->tet + 4 * (size_t)i));
  for (int32_t i = 0; i < l->n_hex; i++)
    for (int k = 0; k < 8; k++) {
      const double xi[3] = {k & 1, k >> 1 & 1, k >> 2 & 1};
      worst = fmin(worst, pl__hex_det(p, l->hex + 8 * (size_t)i, xi) / pl__hex_det(l->p, l->hex + 8 * (size_t)i, xi));
    }
  return worst;
}

static pl_status jitter(layout *l, double size, uint64_t seed) {
  size_t n = 3 * (size_t)l->n_vertex;
  double *move = pl_arena_alloc(l->arena, n, sizeof *move), *p = pl_arena_alloc(l->arena, n, sizeof *p);
  if (!move || !p) return PL_ERROR_MEMORY;
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (size_t i = 0; i < n; i++) move[i] = l->reach[i] * (2 * pl_rng_uniform(&rng) - 1);
  for (int halving = 0; halving < 12; halving++, size *= 0.5) {
    for (size_t i = 0; i < n; i++) p[i] = l->p[i] + size * move[i];
    if (worst_ratio(l, p) >= 0.2) break;
  }
  memcpy(l->p, p, n * sizeof *p);
  return PL_OK;
}

static pl_status make(pl_context *ctx, const pl_block_specimen *s, bool round, pl_mesh **mesh) {
  *mesh = NULL;
  PL_TRY(check(ctx, s, round));
  pl_status status = PL_OK;
  layout l = {.arena = pl_arena_create(ctx)};
  if (!l.arena) return PL_ERROR_MEMORY;
  PL_TRY_CLEAN(round ? lay_cylinder(s, &l) : lay_box(s, &l));
  if (s->kind != PL_SOLID_HEX) PL_TRY_CLEAN(cut(&l, s->kind));
  if (s->jitter > 0) PL_TRY_CLEAN(jitter(&l, s->jitter, s->seed));
  PL_TRY_CLEAN(pl_mesh_create_solid(ctx, l.n_vertex, l.p, NULL, l.n_tet, l.tet, l.n_hex, l.hex, mesh));
cleanup:
  pl_arena_destroy(l.arena);
  return status;
}

pl_status pl_mesh_block(pl_context *ctx, const pl_block_specimen *specimen, pl_mesh **mesh) { return make(ctx, specimen, false, mesh); }

pl_status pl_mesh_cylinder(pl_context *ctx, const pl_block_specimen *specimen, pl_mesh **mesh) { return make(ctx, specimen, true, mesh); }
