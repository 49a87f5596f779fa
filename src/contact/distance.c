// distance.c: see distance.h. Each primitive is convex: if the minimum over its plane or line is outside, the minimum is on its border.
#include "contact/distance.h"

#include <math.h>
#include <string.h>

#include "contact/vector.h"

// Relative determinant below which a triangle, or a pair of edges, has no area: its border has the nearest points.
static const double flat = 1e-24;

// d from differences to x_0, so that the distance from the origin costs no digits.
static void finish(const double x[4][3], pl_nearest *near) {
  double r[3] = {0, 0, 0};
  for (int i = 1; i < 4; i++)
    for (int k = 0; k < 3; k++) r[k] += near->w[i] * (x[i][k] - x[0][k]);
  memcpy(near->d, r, sizeof r);
  near->square = pl_dot3(r, r);
}

// Vertex p and the edge from a to b; sign: of the vertex's weight.
static void point_edge(const double x[4][3], int p, int a, int b, double sign, pl_nearest *near) {
  double e[3], r[3];
  pl_sub3(x[b], x[a], e);
  pl_sub3(x[p], x[a], r);
  double length = pl_dot3(e, e), s = length > 0 ? pl_dot3(r, e) / length : 0;
  memset(near, 0, sizeof *near);
  near->w[p] = sign;
  if (s <= 0) {
    near->w[a] = -sign;
  } else if (s >= 1) {
    near->w[b] = -sign;
  } else {
    near->w[a] = -sign * (1 - s);
    near->w[b] = -sign * s;
    near->slope[0][a] = sign;
    near->slope[0][b] = -sign;
    near->n_free = 1;
  }
  finish(x, near);
}

static void keep_nearer(const pl_nearest *other, pl_nearest *near) {
  if (other->square < near->square) *near = *other;
}

void pl_nearest_point_triangle(const double x[4][3], pl_nearest *near) {
  double e[3], f[3], r[3];
  pl_sub3(x[2], x[1], e);
  pl_sub3(x[3], x[1], f);
  pl_sub3(x[0], x[1], r);
  double ee = pl_dot3(e, e), ef = pl_dot3(e, f), ff = pl_dot3(f, f), re = pl_dot3(r, e), rf = pl_dot3(r, f);
  double det = ee * ff - ef * ef, s = ff * re - ef * rf, t = ee * rf - ef * re;  // barycentric, times det
  if (det > flat * ee * ff && s > 0 && t > 0 && s + t < det) {
    s /= det;
    t /= det;
    // once more with what is left: in thin triangles rounding of s and t would add to the distance
    for (int k = 0; k < 3; k++) r[k] -= s * e[k] + t * f[k];
    re = pl_dot3(r, e);
    rf = pl_dot3(r, f);
    s += (ff * re - ef * rf) / det;
    t += (ee * rf - ef * re) / det;
    *near = (pl_nearest){.w = {1, s + t - 1, -s, -t}, .slope = {{0, 1, -1, 0}, {0, 1, 0, -1}}, .n_free = 2};
    finish(x, near);
    return;
  }
  pl_nearest other;
  point_edge(x, 0, 1, 2, 1, near);
  point_edge(x, 0, 2, 3, 1, &other);
  keep_nearer(&other, near);
  point_edge(x, 0, 3, 1, 1, &other);
  keep_nearer(&other, near);
}

void pl_nearest_edge_edge(const double x[4][3], pl_nearest *near) {
  double e[3], f[3], r[3];
  pl_sub3(x[1], x[0], e);
  pl_sub3(x[3], x[2], f);
  pl_sub3(x[0], x[2], r);
  double ee = pl_dot3(e, e), ef = pl_dot3(e, f), ff = pl_dot3(f, f), re = pl_dot3(r, e), rf = pl_dot3(r, f), cross[3];
  pl_cross3(e, f, cross);
  double det = pl_dot3(cross, cross), s = ef * rf - ff * re,
         t = ee * rf - ef * re;  // times det, which is ee ff - ef^2 without its rounding
  bool inside = det > flat * ee * ff && s > 0 && s < det && t > 0 && t < det;
  if (inside) {
    // between nearly parallel edges s has few digits; t is then that of the nearest point to this s, not to another one
    s /= det;
    t = (rf + s * ef) / ff;
  }
  if (inside && t > 0 && t < 1) {
    *near = (pl_nearest){.w = {1 - s, s, t - 1, -t}, .slope = {{-1, 1, 0, 0}, {0, 0, 1, -1}}, .n_free = 2};
    finish(x, near);
    return;
  }
  pl_nearest other;
  point_edge(x, 0, 2, 3, 1, near);
  point_edge(x, 1, 2, 3, 1, &other);
  keep_nearer(&other, near);
  point_edge(x, 2, 0, 1, -1, &other);
  keep_nearer(&other, near);
  point_edge(x, 3, 0, 1, -1, &other);
  keep_nearer(&other, near);
}

void pl_nearest_tangents(const pl_nearest *near, const double x[4][3], double t[2][3], double inverse[2][2]) {
  memset(t, 0, 6 * sizeof(double));
  memset(inverse, 0, 4 * sizeof(double));
  for (int k = 0; k < near->n_free; k++)
    for (int i = 1; i < 4; i++)
      for (int c = 0; c < 3; c++) t[k][c] += near->slope[k][i] * (x[i][c] - x[0][c]);
  if (near->n_free == 1) {
    inverse[0][0] = 1 / pl_dot3(t[0], t[0]);
  } else if (near->n_free == 2) {
    double a = pl_dot3(t[0], t[0]), b = pl_dot3(t[0], t[1]), c = pl_dot3(t[1], t[1]), cross[3];
    pl_cross3(t[0], t[1], cross);
    double det = pl_dot3(cross, cross);
    inverse[0][0] = c / det;
    inverse[1][1] = a / det;
    inverse[0][1] = inverse[1][0] = -b / det;
  }
}

void pl_nearest_derivatives(const pl_nearest *near, const double x[4][3], double gradient[4][3], double hessian[12][12]) {
  for (int i = 0; gradient && i < 4; i++)
    for (int c = 0; c < 3; c++) gradient[i][c] = 2 * near->w[i] * near->d[c];
  if (!hessian) return;
  double t[2][3], inverse[2][2], b[2][12], solved[2][12];
  pl_nearest_tangents(near, x, t, inverse);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 4; i++)
      for (int c = 0; c < 3; c++) b[k][3 * i + c] = near->w[i] * t[k][c] + near->slope[k][i] * near->d[c];
  for (int k = 0; k < 2; k++)
    for (int p = 0; p < 12; p++) solved[k][p] = inverse[k][0] * b[0][p] + inverse[k][1] * b[1][p];
  for (int p = 0; p < 12; p++)
    for (int q = 0; q < 12; q++) {
      double same = p % 3 == q % 3 ? near->w[p / 3] * near->w[q / 3] : 0;
      hessian[p][q] = 2 * (same - b[0][p] * solved[0][q] - b[1][p] * solved[1][q]);
    }
}
