// specimen_disc.c: discs made of concentric rings of vertices.
//
// The bands between the given radii are divided into layers of nearly the cell size h = diameter / n_length. A ring of radius r between
// layers of mean height d carries about 6 r / d vertices, with spacing pi/3 d. On even layers these are exactly 6, 12, 18, ... So triangles
// are close to equilateral. Neighbouring rings are connected, then edges are flipped to Delaunay, except the chords of the given circles.
// Those stay mesh edges, so a clamp that ends on a circle cuts no triangle.
#include "mesh/build.h"

#include <math.h>

typedef struct disc {
  int32_t n_ring, n_vertex, n_triangle;
  double *radius;  // [n_ring], m, all rings from the inside, without the centre
  int32_t *count;  // [n_ring], vertices on it
  int32_t *given;  // [n_ring], 1, 2, ... for the given circles, else 0
  double *height;  // [n_ring], m, height of the layer inside it
} disc;

static const double pi = 3.14159265358979323846;

static int32_t layers_of(double band, double h) {
  int32_t n = (int32_t)ceil(band / h - 0.25);
  return n < 1 ? 1 : n;
}

static pl_status check_disc(pl_context *ctx, const pl_specimen *specimen, int n_ring, const double *ring_radius) {
  pl_where where = {.key = "specimen"};
  PL_TRY(pl__specimen_check(ctx, specimen));
  if (fabs(specimen->width - specimen->length) > 1e-9 * specimen->length)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give both as the diameter", "length = %g m and width = %g m of a disc must be equal",
                   specimen->length, specimen->width);
  if (specimen->n_length < 2 || specimen->n_length > 4000)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the number of mesh cells across the diameter", "n_length = %d, must be 2 to 4000",
                   (int)specimen->n_length);
  if (specimen->kind != PL_TOPOLOGY_ALTERNATING && specimen->kind != PL_TOPOLOGY_UNIFORM && specimen->kind != PL_TOPOLOGY_IRREGULAR)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "choose alternating, uniform or irregular", "topology kind %d cannot be generated",
                   (int)specimen->kind);

  if (n_ring < 1)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give at least the outer radius", "a disc needs a ring radius, got n_ring = %d", n_ring);
  double h = specimen->length / specimen->n_length, previous = 0;
  for (int k = 0; k < n_ring; k++) {
    double r = ring_radius[k];
    if (!(r > previous) || !(r <= 1e6))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the radii from the inside to the outside", "ring radius %d = %g m, must be > %g m",
                     k, r, previous);
    if (r - previous < 0.45 * h)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "raise n_length, or leave out one of the two circles",
                     "ring radii %g m and %g m are nearer than 0.45 cells of %g m (n_length = %d); at least %.0f cells would fit", previous,
                     r, h, (int)specimen->n_length, ceil(0.45 * specimen->length / (r - previous)));
    previous = r;
  }
  if (fabs(previous - specimen->length / 2) > 1e-9 * specimen->length)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "the last radius is the outer one",
                   PL_ID("mesh.outer-ring-radius-must") "outer ring radius = %g m, must be half the length, %g m", previous,
                   specimen->length / 2);
  return PL_OK;
}

static pl_status plan(pl_arena *arena, const pl_specimen *specimen, int n_ring, const double *ring_radius, disc *d) {
  double h = specimen->length / specimen->n_length;
  *d = (disc){0};
  for (int k = 0; k < n_ring; k++) d->n_ring += layers_of(ring_radius[k] - (k > 0 ? ring_radius[k - 1] : 0), h);
  d->radius = pl_arena_alloc(arena, (size_t)d->n_ring, sizeof(double));
  d->height = pl_arena_alloc(arena, (size_t)d->n_ring, sizeof(double));
  d->count = pl_arena_alloc(arena, (size_t)d->n_ring, sizeof(int32_t));
  d->given = pl_arena_alloc(arena, (size_t)d->n_ring, sizeof(int32_t));
  if (!d->radius || !d->height || !d->count || !d->given) return PL_ERROR_MEMORY;

  int32_t m = 0;
  for (int k = 0; k < n_ring; k++) {
    double inner = k > 0 ? ring_radius[k - 1] : 0, band = ring_radius[k] - inner;
    int32_t n = layers_of(band, h);
    for (int32_t i = 1; i <= n; i++, m++) {
      d->radius[m] = i == n ? ring_radius[k] : inner + band * i / n;
      d->height[m] = band / n;
      d->given[m] = i == n ? k + 1 : 0;
    }
  }
  d->n_vertex = 1;
  for (m = 0; m < d->n_ring; m++) {
    double outside = m + 1 < d->n_ring ? d->height[m + 1] : d->height[m];
    // Even, so that the disc is symmetric about its centre.
    int32_t count = 2 * (int32_t)lround(3 * d->radius[m] / (0.5 * (d->height[m] + outside)));
    d->count[m] = count < 6 ? 6 : count;
    d->n_vertex += d->count[m];
    d->n_triangle += d->count[m] + (m > 0 ? d->count[m - 1] : 0);
  }
  return PL_OK;
}

// The triangles between an inner ring of na vertices from number a and an outer one of nb from number b. Returns how many.
static int32_t zip(int32_t a, int32_t na, int32_t b, int32_t nb, int32_t *triangle) {
  int32_t n = 0;
  for (int32_t i = 0, j = 0; i < na || j < nb; n++) {
    int32_t *t = triangle + 3 * (size_t)n;
    t[0] = a + i % na;
    t[1] = b + j % nb;
    // Advance on the ring whose next vertex comes first.
    bool outer = i == na || (j < nb && (int64_t)(j + 1) * na <= (int64_t)(i + 1) * nb);
    if (outer)
      t[2] = b + ++j % nb;
    else
      t[2] = a + ++i % na;
  }
  return n;
}

pl_status pl_mesh_disc(pl_context *ctx, const pl_specimen *specimen, int n_ring, const double *ring_radius, pl_mesh **mesh) {
  *mesh = NULL;
  PL_TRY(check_disc(ctx, specimen, n_ring, ring_radius));
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;

  pl_status status = PL_OK;
  disc d;
  PL_TRY_CLEAN(plan(arena, specimen, n_ring, ring_radius, &d));
  double *xy = pl_arena_alloc(arena, 2 * (size_t)d.n_vertex, sizeof(double));
  double *reach = pl_arena_alloc(arena, 2 * (size_t)d.n_vertex, sizeof(double));
  int32_t *ring = pl_arena_alloc(arena, (size_t)d.n_vertex, sizeof(int32_t));
  int32_t *triangle = pl_arena_alloc(arena, 3 * (size_t)d.n_triangle, sizeof(int32_t));
  status = xy && reach && ring && triangle ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) goto cleanup;

  // Vertex 0 is the centre; the rings follow from the inside.
  int32_t first = 1, n_triangle = 0, inside = 0, n_inside = 0;
  for (int32_t m = 0; m < d.n_ring; m++) {
    for (int32_t i = 0; i < d.count[m]; i++) {
      double phi = 2 * pi * i / d.count[m];
      size_t v = (size_t)(first + i);
      xy[2 * v] = d.radius[m] * cos(phi);
      xy[2 * v + 1] = d.radius[m] * sin(phi);
      ring[v] = d.given[m];
      if (!d.given[m]) reach[2 * v] = reach[2 * v + 1] = 0.25 * fmin(d.height[m], d.height[m + 1]);
    }
    if (m == 0) {
      for (int32_t i = 0; i < d.count[0]; i++, n_triangle++) {
        int32_t *t = triangle + 3 * (size_t)n_triangle;
        t[0] = 0;
        t[1] = first + i;
        t[2] = first + (i + 1) % d.count[0];
      }
    } else {
      n_triangle += zip(inside, n_inside, first, d.count[m], triangle + 3 * (size_t)n_triangle);
    }
    inside = first;
    n_inside = d.count[m];
    first += d.count[m];
  }
  PL_ASSERT(n_triangle == d.n_triangle && first == d.n_vertex);

  PL_TRY_CLEAN(pl__delaunay(ctx, d.n_vertex, xy, ring, d.n_triangle, triangle));
  bool irregular = specimen->kind == PL_TOPOLOGY_IRREGULAR;
  const double least = 0.38;  // 22 degrees
  if (irregular) PL_TRY_CLEAN(pl__delaunay_jitter(ctx, d.n_vertex, xy, reach, ring, d.n_triangle, triangle, specimen->seed, least));
  // Rings have neither alternating nor uniform diagonals, and a bending stiffness fitted on those does not transfer; hence "other".
  pl_topology_kind kind = irregular ? PL_TOPOLOGY_IRREGULAR : PL_TOPOLOGY_OTHER;
  status = pl__mesh_from_plane(ctx, d.n_vertex, xy, d.n_triangle, triangle, specimen->angle, kind, mesh);

cleanup:
  pl_arena_destroy(arena);
  return status;
}
