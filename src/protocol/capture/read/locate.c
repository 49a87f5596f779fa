// locate.c: finds the triangle of a material point. Triangles are in a grid of about one bin each, by their bounding boxes.
//
// A point inside is found in its bin. A point outside gets the nearest triangle: rings of bins are searched outwards until no further bin
// can be nearer. Its barycentric weights extrapolate that triangle (slightly negative).
#include "protocol/capture/capture_part.h"

#include <math.h>

#define INSIDE (-1e-9)  // smallest barycentric weight that counts as inside: round-off on shared edges

struct pl__locator {
  const pl_mesh *mesh;
  double low[2], cell[2];  // m
  int32_t n[2];
  int32_t *start;  // [n[0] n[1] + 1]
  int32_t *item;   // triangles of each bin
};

static int32_t bin(const pl__locator *l, int axis, double value) {
  double i = floor((value - l->low[axis]) / l->cell[axis]);
  return i < 0 ? 0 : i >= l->n[axis] ? l->n[axis] - 1 : (int32_t)i;
}

static void triangle_bins(const pl__locator *l, int32_t t, int32_t lo[2], int32_t hi[2]) {
  const int32_t *v = l->mesh->triangle + 3 * (size_t)t;
  for (int k = 0; k < 2; k++) {
    double a = l->mesh->rest[2 * (size_t)v[0] + k], b = l->mesh->rest[2 * (size_t)v[1] + k], c = l->mesh->rest[2 * (size_t)v[2] + k];
    lo[k] = bin(l, k, fmin(a, fmin(b, c)));
    hi[k] = bin(l, k, fmax(a, fmax(b, c)));
  }
}

pl__locator *pl__locator_create(pl_arena *arena, const pl_mesh *mesh) {
  pl__locator *l = pl_arena_alloc(arena, 1, sizeof *l);
  if (!l) return NULL;
  double high[2];
  l->mesh = mesh;
  pl__mesh_extent(mesh, l->low, high);
  double size[2] = {high[0] - l->low[0], high[1] - l->low[1]}, edge = sqrt(size[0] * size[1] / mesh->n_triangle);
  for (int k = 0; k < 2; k++) {
    double n = size[k] / edge;
    l->n[k] = n < 1 ? 1 : n > 4096 ? 4096 : (int32_t)n;
    l->cell[k] = size[k] / l->n[k];
  }
  size_t n_bin = (size_t)l->n[0] * (size_t)l->n[1];
  l->start = pl_arena_alloc(arena, n_bin + 2, sizeof *l->start);
  if (!l->start) return NULL;
  // count, sum, fill: start[b + 1] is moved on while bin b is filled
  int32_t lo[2], hi[2];
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    triangle_bins(l, t, lo, hi);
    for (int32_t i = lo[0]; i <= hi[0]; i++)
      for (int32_t j = lo[1]; j <= hi[1]; j++) l->start[(size_t)i * (size_t)l->n[1] + (size_t)j + 2]++;
  }
  for (size_t b = 0; b < n_bin; b++) l->start[b + 2] += l->start[b + 1];
  l->item = pl_arena_alloc(arena, (size_t)l->start[n_bin + 1], sizeof *l->item);
  if (!l->item) return NULL;
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    triangle_bins(l, t, lo, hi);
    for (int32_t i = lo[0]; i <= hi[0]; i++)
      for (int32_t j = lo[1]; j <= hi[1]; j++) l->item[l->start[(size_t)i * (size_t)l->n[1] + (size_t)j + 1]++] = t;
  }
  return l;
}

static double segment_distance(const double *a, const double *b, const double *p) {
  double du = b[0] - a[0], dv = b[1] - a[1], s = ((p[0] - a[0]) * du + (p[1] - a[1]) * dv) / (du * du + dv * dv);
  s = fmin(1, fmax(0, s));
  return hypot(p[0] - a[0] - s * du, p[1] - a[1] - s * dv);
}

static pl__place place_in(const pl_mesh *mesh, int32_t triangle, const double *p) {
  const int32_t *v = mesh->triangle + 3 * (size_t)triangle;
  const double *a = mesh->rest + 2 * (size_t)v[0], *b = mesh->rest + 2 * (size_t)v[1], *c = mesh->rest + 2 * (size_t)v[2];
  double bu = b[0] - a[0], bv = b[1] - a[1], cu = c[0] - a[0], cv = c[1] - a[1], pu = p[0] - a[0], pv = p[1] - a[1];
  double area2 = bu * cv - bv * cu, w1 = (pu * cv - pv * cu) / area2, w2 = (bu * pv - bv * pu) / area2;
  pl__place place = {triangle, {1 - w1 - w2, w1, w2}, 0};
  if (fmin(place.weight[0], fmin(w1, w2)) < INSIDE)
    place.distance = fmin(segment_distance(a, b, p), fmin(segment_distance(b, c, p), segment_distance(c, a, p)));
  return place;
}

static void try_bin(const pl__locator *l, int32_t i, int32_t j, const double *p, pl__place *best) {
  if (i < 0 || j < 0 || i >= l->n[0] || j >= l->n[1]) return;
  size_t b = (size_t)i * (size_t)l->n[1] + (size_t)j;
  for (int32_t k = l->start[b]; k < l->start[b + 1] && best->distance > 0; k++) {
    pl__place place = place_in(l->mesh, l->item[k], p);
    // equal distances (a shared corner): the lower triangle, so that the order of bins does not matter
    if (place.distance < best->distance || (place.distance == best->distance && place.triangle < best->triangle)) *best = place;
  }
}

pl__place pl__locate(const pl__locator *l, const double point[2]) {
  int32_t i = bin(l, 0, point[0]), j = bin(l, 1, point[1]), n_ring = l->n[0] > l->n[1] ? l->n[0] : l->n[1];
  double step = fmin(l->cell[0], l->cell[1]);
  pl__place best = {.triangle = -1, .distance = INFINITY};
  for (int32_t r = 0; r < n_ring && best.distance > (r - 1) * step && best.distance > 0; r++) {
    for (int32_t k = -r; k <= r; k++) {
      try_bin(l, i - r, j + k, point, &best);
      if (r > 0) try_bin(l, i + r, j + k, point, &best);
      if (k > -r && k < r) {
        try_bin(l, i + k, j - r, point, &best);
        try_bin(l, i + k, j + r, point, &best);
      }
    }
  }
  return best;
}
