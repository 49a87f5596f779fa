// rigid_shape.c: rigid cylinders, capsules, spheres and boxes as surfaces of triangles.
//
// The first three are turned around an axis: a profile of points (radius, height) and n vertices around. Points of radius 0 are single vertices.
#include <math.h>

#include "mesh/build.h"

#define PI 3.14159265358979323846

enum { MAX_AROUND = 2000 };

typedef struct lathe {
  double origin[3], axis[3], side[2][3];  // unit vectors, side[0] x side[1] = axis
  int n_around, n_ring;
  const double (*profile)[2];  // [n_ring], m, radius and height, from the lowest to the highest; the first and the last have radius 0
} lathe;

static void set_axes(const double a[3], const double b[3], lathe *l) {
  double length = 0;
  for (int k = 0; k < 3; k++) length += (b[k] - a[k]) * (b[k] - a[k]);
  length = sqrt(length);
  for (int k = 0; k < 3; k++) {
    l->origin[k] = a[k];
    l->axis[k] = length > 0 ? (b[k] - a[k]) / length : k == 2;
  }
  int least = fabs(l->axis[0]) < fabs(l->axis[1]) ? 0 : 1;
  if (fabs(l->axis[2]) < fabs(l->axis[least])) least = 2;
  double size = sqrt(1 - l->axis[least] * l->axis[least]);
  for (int k = 0; k < 3; k++) l->side[0][k] = ((k == least) - l->axis[least] * l->axis[k]) / size;
  for (int k = 0; k < 3; k++) {
    int m = (k + 1) % 3, n = (k + 2) % 3;
    l->side[1][k] = l->axis[m] * l->side[0][n] - l->axis[n] * l->side[0][m];
  }
}

static void put_point(const lathe *l, double radius, double height, double turn, double *x) {
  double c = radius * cos(turn), s = radius * sin(turn);
  for (int k = 0; k < 3; k++) x[k] = l->origin[k] + height * l->axis[k] + c * l->side[0][k] + s * l->side[1][k];
}

// Vertices: the lowest point, the rings from below, the highest point.
static pl_status turn(pl_context *ctx, const lathe *l, pl_mesh **mesh) {
  int32_t n = l->n_around, n_inner = l->n_ring - 2, n_vertex = 2 + n * n_inner, last = n_vertex - 1, t = 0;
  double *x = pl_alloc(ctx, 3 * (size_t)n_vertex, sizeof *x);
  int32_t(*triangle)[3] = pl_alloc(ctx, (size_t)(2 * n * n_inner), sizeof *triangle);
  pl_status status = x && triangle ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    put_point(l, 0, l->profile[0][1], 0, x);
    put_point(l, 0, l->profile[l->n_ring - 1][1], 0, x + 3 * (size_t)last);
    for (int32_t r = 0; r < n_inner; r++)
      for (int32_t i = 0; i < n; i++)
        put_point(l, l->profile[r + 1][0], l->profile[r + 1][1], 2 * PI * i / n, x + 3 * (size_t)(1 + r * n + i));
    for (int32_t i = 0; i < n; i++) {
      int32_t next = (i + 1) % n, top = 1 + (n_inner - 1) * n;
      int32_t *low = triangle[t++], *high = triangle[t++];
      low[0] = 0, low[1] = 1 + next, low[2] = 1 + i;
      high[0] = last, high[1] = top + i, high[2] = top + next;
      for (int32_t r = 0; r + 1 < n_inner; r++) {
        int32_t a = 1 + r * n + i, b = 1 + r * n + next, *one = triangle[t++], *two = triangle[t++];
        one[0] = a, one[1] = b, one[2] = b + n;
        two[0] = a, two[1] = b + n, two[2] = a + n;
      }
    }
    status = pl_mesh_create_rigid(ctx, n_vertex, x, t, triangle[0], mesh);
  }
  pl_free(ctx, x);
  pl_free(ctx, triangle);
  return status;
}

static double distance(const double a[3], const double b[3]) { return hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]); }

pl_status pl_mesh_rigid_cylinder(pl_context *ctx, const double a[3], const double b[3], double radius, int n, pl_mesh **mesh) {
  *mesh = NULL;
  PL_ASSERT(n >= 3 && n <= MAX_AROUND && radius > 0);
  double length = distance(a, b);
  const double profile[4][2] = {{0, 0}, {radius, 0}, {radius, length}, {0, length}};
  lathe l = {.n_around = n, .n_ring = 4, .profile = profile};
  set_axes(a, b, &l);
  return turn(ctx, &l, mesh);
}

pl_status pl_mesh_rigid_capsule(pl_context *ctx, const double a[3], const double b[3], double radius, int n, pl_mesh **mesh) {
  *mesh = NULL;
  PL_ASSERT(n >= 3 && n <= MAX_AROUND && radius > 0);
  double length = distance(a, b), profile[MAX_AROUND + 4][2];
  int quarter = (n + 3) / 4, n_ring = 0;
  for (int end = 0; end < 2; end++)
    for (int i = end == 1 && length == 0; i <= quarter; i++) {
      double angle = 0.5 * PI * (end == 0 ? i - quarter : i) / quarter;
      profile[n_ring][0] = radius * cos(angle);
      profile[n_ring++][1] = end * length + radius * sin(angle);
    }
  profile[0][0] = profile[n_ring - 1][0] = 0;
  lathe l = {.n_around = n, .n_ring = n_ring, .profile = (const double(*)[2])profile};
  set_axes(a, b, &l);
  return turn(ctx, &l, mesh);
}

pl_status pl_mesh_rigid_box(pl_context *ctx, const double low[3], const double high[3], pl_mesh **mesh) {
  static const int32_t triangle[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  double x[8][3];
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k++) x[i][k] = i >> k & 1 ? high[k] : low[k];
  return pl_mesh_create_rigid(ctx, 8, x[0], 12, triangle[0], mesh);
}
