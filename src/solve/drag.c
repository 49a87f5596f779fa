// drag.c: see drag.h.
#include "solve/drag.h"

#include <math.h>

bool pl_wind_acts(const pl_wind *wind) { return wind->normal > 0 || wind->tangential > 0; }

// A (c_n n n^T + c_t (I - n n^T)) of a triangle, row-major, N s/m. With the cross product c = 2 A n:  n n^T A = c c^T / (2 |c|).
static void resistance(const pl_wind *wind, const double *x, const int32_t *corner, double d[9]) {
  const double *p = x + 3 * (size_t)corner[0], *q = x + 3 * (size_t)corner[1], *r = x + 3 * (size_t)corner[2];
  double e[3], f[3];
  for (int k = 0; k < 3; k++) {
    e[k] = q[k] - p[k];
    f[k] = r[k] - p[k];
  }
  double c[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
  double size = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double across = size > 0 ? c[i] * c[j] / (2 * size) : 0, all = i == j ? 0.5 * size : 0;
      d[3 * i + j] = wind->normal * across + wind->tangential * (all - across);
    }
}

bool pl_drag_fits(const pl_mesh *mesh, const pl_block_pattern *pattern) {
  for (int32_t e = 0; e < mesh->n_edge; e++) {
    const int32_t *v = mesh->edge + 2 * (size_t)e;  // lower vertex first
    if (pl_block_position(pattern, v[1], v[0]) < 0) return false;
  }
  return true;
}

void pl_drag_add(const pl_wind *wind, const pl_mesh *mesh, const double *x, pl_block_matrix *damping, double *push) {
  const pl_block_pattern *pattern = damping->pattern;
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const int32_t *corner = mesh->triangle + 3 * (size_t)t;
    double d[9];
    resistance(wind, x, corner, d);
    for (int a = 0; a < 3; a++) {
      double *to = push + 3 * (size_t)corner[a];
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) to[i] += d[3 * i + j] * wind->velocity[j] / 3;
      for (int b = 0; b < 3; b++) {
        if (pattern->symmetric && corner[a] < corner[b]) continue;
        double *block = damping->value + 9 * (size_t)pl_block_position(pattern, corner[a], corner[b]);
        for (int i = 0; i < 9; i++) block[i] += d[i] / 9;
      }
    }
  }
}

void pl_drag_force(const pl_wind *wind, const pl_mesh *mesh, const double *x, const double *v, double *force) {
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const int32_t *corner = mesh->triangle + 3 * (size_t)t;
    double d[9], u[3];
    resistance(wind, x, corner, d);
    for (int k = 0; k < 3; k++) {
      u[k] = -wind->velocity[k];
      for (int a = 0; a < 3; a++) u[k] += v[3 * (size_t)corner[a] + (size_t)k] / 3;
    }
    for (int a = 0; a < 3; a++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) force[3 * (size_t)corner[a] + (size_t)i] += d[3 * i + j] * u[j] / 3;
  }
}
