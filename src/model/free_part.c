// free_part.c: the fraction of the cloth at each hinge that can bend, at the edge of clamped cloth.
//
// A hinge represents the curvature of its two triangles. If one of them is held (in a clip, on a table) only the other one bends, and the
// hinge is twice as stiff. Without this the free length of a clamped cloth is half a cell too long, a first-order error in the cell size.
// If the edge of the held region crosses triangles, their held part is cut off. Let d be the signed distance to that edge at the corners, d
// <= 0 where held. A triangle with one negative corner a has
//    a^2/((a - b)(a - c))   of its area held; with one positive corner a all but that.
#include <math.h>

#include "model/model.h"

static const double SMALLEST = 0.02;  // a hinge that is almost entirely held is stiff, not rigid

static double corner_share(double a, double b, double c) { return a * a / ((a - b) * (a - c)); }

// The fraction of a triangle's area where the linear function with these corner values is <= 0.
static double share_below(double a, double b, double c) {
  int n_below = (a <= 0) + (b <= 0) + (c <= 0);
  if (n_below == 0 || n_below == 3) return n_below == 3;
  bool odd = n_below == 1;  // the single corner is the one below
  double share = (a <= 0) == odd && (b <= 0) != odd && (c <= 0) != odd   ? corner_share(a, b, c)
                 : (b <= 0) == odd && (a <= 0) != odd && (c <= 0) != odd ? corner_share(b, a, c)
                                                                         : corner_share(c, a, b);
  return odd ? share : 1 - share;
}

static double triangle_area(const pl_mesh *mesh, int32_t a, int32_t b, int32_t c) {
  const double *p = mesh->rest + 2 * (size_t)a, *q = mesh->rest + 2 * (size_t)b, *r = mesh->rest + 2 * (size_t)c;
  return 0.5 * fabs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
}

static double held_area(const pl_mesh *mesh, int32_t a, int32_t b, int32_t c, const uint8_t *held, const double *distance) {
  double share = held[a] && held[b] && held[c];
  if (distance) share = fmax(share, share_below(distance[a], distance[b], distance[c]));
  return share * triangle_area(mesh, a, b, c);
}

void pl_model_free_parts(const pl_mesh *mesh, const uint8_t *held, const double *distance, double *part) {
  for (int32_t i = 0; i < mesh->n_hinge; i++) {
    const int32_t *v = mesh->hinge + 4 * (size_t)i;
    double all = triangle_area(mesh, v[0], v[1], v[2]) + triangle_area(mesh, v[0], v[1], v[3]);
    double rigid = held_area(mesh, v[0], v[1], v[2], held, distance) + held_area(mesh, v[0], v[1], v[3], held, distance);
    // held entirely: it has no effect
    part[i] = rigid >= (1 - 1e-9) * all ? 1 : fmax(1 - rigid / all, SMALLEST);
  }
  double *share = part + mesh->n_hinge;
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const int32_t *v = mesh->triangle + 3 * (size_t)t;
    double part_held = held_area(mesh, v[0], v[1], v[2], held, distance) / mesh->triangle_area[t];
    share[t] = part_held >= 1 - 1e-9 ? 0 : part_held <= 1e-9 ? 1 : fmax(1 - part_held, SMALLEST);
  }
  for (int32_t v = 0; v < mesh->n_vertex; v++) share[mesh->n_triangle + v] = distance ? distance[v] : 0;
}
