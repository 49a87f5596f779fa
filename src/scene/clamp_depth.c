// clamp_depth.c: see clamp_depth.h.
//
// Bending strains are angles between triangles. A clamp holds the direction of the cloth by the angle between triangles that lie in it and those
// beyond. Where its edge crosses the first triangles of the sheet, no triangle lies in it. They turn about the border without resistance.
#include "scene/clamp_depth.h"

#include <math.h>

// Strips with less of their clamp's edge loose are within 3 % (pliant reproduce bending-transfer).
static const double LOOSE = 0.1;

static int32_t corner(const pl_mesh *mesh, int32_t t, int k) { return mesh->triangle[3 * (size_t)t + k % 3]; }

static bool same_edge(const int32_t *hinge, int32_t a, int32_t b) {
  return (hinge[0] == a && hinge[1] == b) || (hinge[0] == b && hinge[1] == a);
}

static bool on_border(const pl_mesh *mesh, int32_t a, int32_t b) {
  if (!mesh->boundary[a] || !mesh->boundary[b]) return false;
  for (int32_t h = 0; h < mesh->n_hinge; h++)
    if (same_edge(mesh->hinge + 4 * (size_t)h, a, b)) return false;
  return true;
}

// Rest position of an edge's point at which the distance is zero.
static void crossing(const pl_mesh *mesh, const double *distance, int32_t a, int32_t b, double out[2]) {
  double at = distance[a] / (distance[a] - distance[b]);
  for (int k = 0; k < 2; k++) out[k] = (1 - at) * mesh->rest[2 * (size_t)a + k] + at * mesh->rest[2 * (size_t)b + k];
}

// Length of the clamp's edge inside a triangle, m; 0: it does not cross the triangle.
static double edge_inside(const pl_mesh *mesh, const double *distance, int32_t t) {
  double point[3][2];
  int n = 0;
  for (int k = 0; k < 3; k++) {
    int32_t a = corner(mesh, t, k), b = corner(mesh, t, k + 1);
    if ((distance[a] <= 0) != (distance[b] <= 0)) crossing(mesh, distance, a, b, point[n++]);
  }
  return n == 2 ? hypot(point[1][0] - point[0][0], point[1][1] - point[0][1]) : 0;
}

// Does a triangle that lies in the clamp have this vertex?
static bool is_backed(const pl_mesh *mesh, const double *distance, int32_t v) {
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    bool has = false, held = true;
    for (int k = 0; k < 3; k++) {
      has = has || corner(mesh, t, k) == v;
      held = held && distance[corner(mesh, t, k)] <= 0;
    }
    if (has && held) return true;
  }
  return false;
}

static const double ALONG = 0.7;  // of an edge's length: the difference of depth of its ends, below which it runs along the clamp's edge

static bool runs_along(const pl_mesh *mesh, const double *distance, int32_t a, int32_t b) {
  const double *p = mesh->rest + 2 * (size_t)a, *q = mesh->rest + 2 * (size_t)b;
  return fabs(distance[a] - distance[b]) < ALONG * hypot(q[0] - p[0], q[1] - p[1]);
}

// A crossed triangle turns freely if its back is the border: its edge in the clamp, or its only corner in the clamp.
static bool is_loose(const pl_mesh *mesh, const double *distance, int32_t t) {
  for (int k = 0; k < 3; k++) {
    int32_t a = corner(mesh, t, k), b = corner(mesh, t, k + 1), c = corner(mesh, t, k + 2);
    bool in[3] = {distance[a] <= 0, distance[b] <= 0, distance[c] <= 0};
    if (in[0] && in[1] && !in[2]) return on_border(mesh, a, b) && runs_along(mesh, distance, a, b);
    if (in[0] && !in[1] && !in[2]) return mesh->boundary[a] && !is_backed(mesh, distance, a);
  }
  return false;
}

double pl_clamp_loose(const pl_mesh *mesh, const double *distance) {
  double all = 0, loose = 0;
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    double inside = edge_inside(mesh, distance, t);
    all += inside;
    if (inside > 0 && is_loose(mesh, distance, t)) loose += inside;
  }
  return all > 0 ? loose / all : 0;
}

bool pl_clamp_is_loose(double share) { return share > LOOSE; }
