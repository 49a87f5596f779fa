// delaunay.c: Delaunay triangulation by edge flips (Lawson 1977), and irregular meshes made of jittered points.
//
// An edge is locally Delaunay when the two angles opposite to it sum to at most pi, that is cot(alpha) + cot(beta) >= 0. Flipping every
// edge that is not, in any order, ends in the (constrained) Delaunay triangulation, which maximises the smallest angle. Every mesh here
// starts from a valid triangulation of the unmoved points (a grid, rings). So no point location, enclosing triangle or convex hull is
// needed, and the border is kept exactly. An edge with alpha + beta > pi has a convex quadrilateral, so a flip never inverts a triangle.
#include "mesh/build.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"

double pl__triangle_min_angle(const double *p, const int32_t *corner) {
  double area2 = pl__area2(p, corner[0], corner[1], corner[2]), least = INFINITY;
  for (int k = 0; k < 3; k++) {
    const double *a = p + 2 * corner[k], *b = p + 2 * corner[(k + 1) % 3], *c = p + 2 * corner[(k + 2) % 3];
    double dot = (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]);
    least = fmin(least, atan2(area2, dot));
  }
  return least;
}

// cot of the angle at c in the triangle a b c (counter-clockwise).
static double cot_at(const double *p, int32_t a, int32_t b, int32_t c) {
  double ux = p[2 * a] - p[2 * c], uy = p[2 * a + 1] - p[2 * c + 1];
  double vx = p[2 * b] - p[2 * c], vy = p[2 * b + 1] - p[2 * c + 1];
  return (ux * vx + uy * vy) / (ux * vy - uy * vx);
}

// twin[h]: the half-edge on the other side, -1 on the border.
static pl_status twins(pl_context *ctx, int32_t n_vertex, int32_t n_triangle, const int32_t *triangle, int32_t **twin) {
  int32_t n = 3 * n_triangle, *order = NULL;
  *twin = NULL;
  PL_TRY(pl__half_edge_sort(ctx, n_vertex, n_triangle, triangle, &order));
  *twin = pl_alloc(ctx, (size_t)n, sizeof(int32_t));
  if (*twin) {
    for (int32_t h = 0; h < n; h++) (*twin)[h] = -1;
    for (int32_t i = 0; i + 1 < n; i++) {
      int32_t g = order[i], h = order[i + 1];
      if (triangle[g] != triangle[pl__next(h)] || triangle[h] != triangle[pl__next(g)]) continue;
      (*twin)[g] = h;
      (*twin)[h] = g;
    }
  }
  pl_free(ctx, order);
  return *twin ? PL_OK : PL_ERROR_MEMORY;
}

// Turn the diagonal a-b of the quadrilateral a, d, b, c into c-d. Triangles (a, b, c) and (b, a, d) become (a, d, c) and (d, b, c).
static void flip(int32_t *triangle, int32_t *twin, int32_t h) {
  int32_t g = twin[h];
  int32_t bc = pl__next(h), ca = pl__previous(h), ad = pl__next(g), db = pl__previous(g);
  int32_t c = triangle[ca], d = triangle[db];
  int32_t over_bc = twin[bc], over_ad = twin[ad];
  // Half-edge slots: h becomes a->d and bc becomes d->c, ca stays c->a; g becomes b->c and ad becomes c->d, db stays d->b.
  triangle[bc] = d;
  triangle[ad] = c;
  twin[h] = over_ad;
  if (over_ad >= 0) twin[over_ad] = h;
  twin[g] = over_bc;
  if (over_bc >= 0) twin[over_bc] = g;
  twin[bc] = ad;
  twin[ad] = bc;
}

pl_status pl__delaunay(pl_context *ctx, int32_t n_vertex, const double *p, const int32_t *ring, int32_t n_triangle, int32_t *triangle) {
  int32_t *twin = NULL, n = 3 * n_triangle;
  PL_TRY(twins(ctx, n_vertex, n_triangle, triangle, &twin));
  // Ties (four points on a circle) are not flipped, which also prevents endless flips by rounding.
  const double tie = 1e-9;
  bool changed = true;
  for (int sweep = 0; changed && sweep < 1000; sweep++) {
    changed = false;
    for (int32_t h = 0; h < n; h++) {
      int32_t g = twin[h];
      if (g < h) continue;
      int32_t a = triangle[h], b = triangle[g];
      if (ring && ring[a] != 0 && ring[a] == ring[b]) continue;
      double sum = cot_at(p, a, b, triangle[pl__previous(h)]) + cot_at(p, b, a, triangle[pl__previous(g)]);
      if (!(sum < -tie)) continue;
      flip(triangle, twin, h);
      changed = true;
    }
  }
  pl_free(ctx, twin);
  return PL_OK;
}

pl_status pl__delaunay_jitter(pl_context *ctx, int32_t n_vertex, double *p, const double *reach, const int32_t *ring, int32_t n_triangle,
                              int32_t *triangle, uint64_t seed, double least) {
  pl_status status = PL_ERROR_MEMORY;
  size_t triangle_size = 3 * (size_t)n_triangle * sizeof(int32_t);
  double *base = pl_alloc(ctx, 2 * (size_t)n_vertex, sizeof(double)), *move = NULL;
  uint8_t *calm = NULL;
  int32_t *start = NULL;
  if (base) move = pl_alloc(ctx, 2 * (size_t)n_vertex, sizeof(double));
  if (move) start = pl_alloc(ctx, 3 * (size_t)n_triangle, sizeof(int32_t));
  if (start) calm = pl_alloc(ctx, (size_t)n_vertex, sizeof(uint8_t));
  if (!calm) goto cleanup;

  memcpy(base, p, 2 * (size_t)n_vertex * sizeof(double));
  memcpy(start, triangle, triangle_size);
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int32_t i = 0; i < 2 * n_vertex; i++) move[i] = reach[i] * (2 * pl_rng_uniform(&rng) - 1);
  for (int32_t t = 0; t < n_triangle; t++) least = fmin(least, 0.75 * pl__triangle_min_angle(p, start + 3 * t));

  // Each round starts again from the unmoved triangulation, which must be valid for the moved points before edges may be flipped. Vertices
  // of bad triangles move less and less, so the rounds end: without movement every triangle is good.
  bool bad = true;
  for (int round = 0; bad && round < 60; round++) {
    for (int32_t i = 0; i < 2 * n_vertex; i++) p[i] = base[i] + move[i];
    memcpy(triangle, start, triangle_size);
    memset(calm, 0, (size_t)n_vertex);
    bad = false;
    for (int stage = 0; stage < 2 && !bad; stage++) {
      if (stage == 1) PL_TRY_CLEAN(pl__delaunay(ctx, n_vertex, p, ring, n_triangle, triangle));
      // Before flipping any valid triangle will do; afterwards it must be a good one.
      double limit = stage == 0 ? 0.01 * least : least;
      for (int32_t t = 0; t < n_triangle; t++) {
        if (pl__triangle_min_angle(p, triangle + 3 * t) >= limit) continue;
        bad = true;
        for (int k = 0; k < 3; k++) calm[triangle[3 * t + k]] = 1;
      }
    }
    for (int32_t i = 0; i < n_vertex; i++) {
      if (!calm[i]) continue;
      move[2 * i] *= 0.5;
      move[2 * i + 1] *= 0.5;
    }
  }
  if (bad) {
    memcpy(p, base, 2 * (size_t)n_vertex * sizeof(double));
    memcpy(triangle, start, triangle_size);
  }
  status = PL_OK;

cleanup:
  pl_free(ctx, base);
  pl_free(ctx, move);
  pl_free(ctx, start);
  pl_free(ctx, calm);
  return status;
}
