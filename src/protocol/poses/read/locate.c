// locate.c: locates a point in a body: barycentric in a tetrahedron or triangle, trilinear in a hexahedron.
//
// A point of a solid is searched in every element whose bounding box contains it. Outside of all of them the nearest point of the surface
// is used. Its element is extrapolated, so that the point rotates and stretches with it. On a sheet the nearest triangle and its plane are
// used.
#include <float.h>
#include <math.h>
#include <string.h>

#include "mesh/build.h"
#include "protocol/poses/poses_locate.h"

#define INSIDE 1e-9  // of natural coordinates: round-off on shared faces

static void sub(const double *a, const double *b, double *out) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}
static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Solve [c0 c1 c2] y = p for columns c; false when they are dependent.
static bool solve3(const double c[3][3], const double *p, double *y) {
  double n[3][3];
  for (int k = 0; k < 3; k++) {
    const double *a = c[(k + 1) % 3], *b = c[(k + 2) % 3];
    n[k][0] = a[1] * b[2] - a[2] * b[1];
    n[k][1] = a[2] * b[0] - a[0] * b[2];
    n[k][2] = a[0] * b[1] - a[1] * b[0];
  }
  double det = dot(c[0], n[0]);
  if (det == 0) return false;
  for (int k = 0; k < 3; k++) y[k] = dot(p, n[k]) / det;
  return true;
}

static bool in_tet(const double *x, const int32_t *v, const double *p, double *weight) {
  double c[3][3], q[3], y[3];
  for (int k = 0; k < 3; k++) sub(x + 3 * (size_t)v[k + 1], x + 3 * (size_t)v[0], c[k]);
  sub(p, x + 3 * (size_t)v[0], q);
  if (!solve3((const double(*)[3])c, q, y)) return false;
  weight[0] = 1 - y[0] - y[1] - y[2];
  memcpy(weight + 1, y, sizeof y);
  return fmin(fmin(weight[0], weight[1]), fmin(weight[2], weight[3])) >= -INSIDE;
}

// Trilinear shape functions and their slopes at xi in the unit cube.
static void hex_shape(const double xi[3], double *shape, double slope[8][3]) {
  for (int k = 0; k < 8; k++) {
    int corner = pl__hex_corner(k);
    double f[3], d[3];
    for (int i = 0; i < 3; i++) {
      f[i] = corner >> i & 1 ? xi[i] : 1 - xi[i];
      d[i] = corner >> i & 1 ? 1 : -1;
    }
    shape[k] = f[0] * f[1] * f[2];
    slope[k][0] = d[0] * f[1] * f[2];
    slope[k][1] = f[0] * d[1] * f[2];
    slope[k][2] = f[0] * f[1] * d[2];
  }
}

// Newton on X(xi) = p from the centre. The weights are those of the last xi in any case.
static bool in_hex(const double *x, const int32_t *v, const double *p, double *weight) {
  double xi[3] = {0.5, 0.5, 0.5}, slope[8][3], step = 1;
  for (int it = 0; it < 30 && step > 1e-13; it++) {
    double q[3], c[3][3] = {{0}}, move[3];
    memcpy(q, p, sizeof q);
    hex_shape(xi, weight, slope);
    for (int k = 0; k < 8; k++)
      for (int i = 0; i < 3; i++) {
        q[i] -= weight[k] * x[3 * (size_t)v[k] + i];
        for (int a = 0; a < 3; a++) c[a][i] += slope[k][a] * x[3 * (size_t)v[k] + i];
      }
    if (!solve3((const double(*)[3])c, q, move)) return false;
    step = fmax(fabs(move[0]), fmax(fabs(move[1]), fabs(move[2])));
    double part = step > 1 ? 1 / step : 1;
    for (int i = 0; i < 3; i++) xi[i] += part * move[i];
  }
  hex_shape(xi, weight, slope);
  double out = 0;
  for (int i = 0; i < 3; i++) out = fmax(out, fmax(-xi[i], xi[i] - 1));
  return step <= 1e-9 && out <= INSIDE;
}

static bool box_holds(const double *x, int n, const int32_t *v, const double *p) {
  for (int i = 0; i < 3; i++) {
    double low = x[3 * (size_t)v[0] + i], high = low;
    for (int k = 1; k < n; k++) {
      low = fmin(low, x[3 * (size_t)v[k] + i]);
      high = fmax(high, x[3 * (size_t)v[k] + i]);
    }
    double slack = 1e-9 * (high - low) + DBL_MIN;
    if (p[i] < low - slack || p[i] > high + slack) return false;
  }
  return true;
}

// The point of the triangle a b c nearest to p: barycentric weights. The usual regions: corners, edges, inside.
static double nearest_in_triangle(const double *a, const double *b, const double *c, const double *p, double *weight) {
  double ab[3], ac[3], ap[3], bp[3], cp[3];
  sub(b, a, ab);
  sub(c, a, ac);
  sub(p, a, ap);
  sub(p, b, bp);
  sub(p, c, cp);
  double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp), d6 = dot(ac, cp);
  double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  double v, w;
  if (d1 <= 0 && d2 <= 0)
    v = w = 0;
  else if (d3 >= 0 && d4 <= d3)
    v = 1, w = 0;
  else if (d6 >= 0 && d5 <= d6)
    v = 0, w = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0)
    v = d1 / (d1 - d3), w = 0;
  else if (vb <= 0 && d2 >= 0 && d6 <= 0)
    v = 0, w = d2 / (d2 - d6);
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + d5 - d6);
    v = 1 - w;
  } else {
    v = vb / (va + vb + vc);
    w = vc / (va + vb + vc);
  }
  weight[0] = 1 - v - w;
  weight[1] = v;
  weight[2] = w;
  double square = 0;
  for (int k = 0; k < 3; k++) {
    double q = weight[0] * a[k] + v * b[k] + w * c[k] - p[k];
    square += q * q;
  }
  return sqrt(square);
}

// The triangle (of a face that may be a quad) nearest to p.
static int32_t nearest_face(const pl_mesh *mesh, const double *p, pl__body_place *place) {
  int32_t best = 0, n = pl_mesh_is_solid(mesh) ? mesh->n_face : mesh->n_triangle;
  place->distance = INFINITY;
  for (int32_t f = 0; f < n; f++) {
    const int32_t *c = pl_mesh_is_solid(mesh) ? mesh->face + 4 * (size_t)f : mesh->triangle + 3 * (size_t)f;
    int pieces = pl_mesh_is_solid(mesh) && c[3] >= 0 ? 2 : 1;
    for (int h = 0; h < pieces; h++) {
      const int32_t v[3] = {c[0], c[1 + h], c[2 + h]};
      double weight[3],
          d = nearest_in_triangle(mesh->x0 + 3 * (size_t)v[0], mesh->x0 + 3 * (size_t)v[1], mesh->x0 + 3 * (size_t)v[2], p, weight);
      if (!(d < place->distance)) continue;
      best = f;
      place->distance = d;
      place->n = 3;
      for (int k = 0; k < 3; k++) {
        place->vertex[k] = v[k];
        place->weight[k] = weight[k];
        place->nearest[k] = 0;
      }
      for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) place->nearest[i] += weight[k] * mesh->x0[3 * (size_t)v[k] + i];
    }
  }
  return best;
}

static bool has_face(int n, const int32_t *element, const int32_t *face) {
  for (int k = 0; k < 4 && face[k] >= 0; k++) {
    bool found = false;
    for (int i = 0; i < n && !found; i++) found = element[i] == face[k];
    if (!found) return false;
  }
  return true;
}

// The element of the nearest face, extrapolated to p.
static void extend(const pl_mesh *mesh, const double *p, int32_t face, pl__body_place *place) {
  const int32_t *c = mesh->face + 4 * (size_t)face;
  for (int32_t t = 0; t < mesh->n_tet && c[3] < 0; t++)
    if (has_face(4, mesh->tet + 4 * (size_t)t, c)) {
      in_tet(mesh->x0, mesh->tet + 4 * (size_t)t, p, place->weight);
      memcpy(place->vertex, mesh->tet + 4 * (size_t)t, 4 * sizeof *place->vertex);
      place->n = 4;
      return;
    }
  for (int32_t h = 0; h < mesh->n_hex; h++)
    if (has_face(8, mesh->hex + 8 * (size_t)h, c)) {
      in_hex(mesh->x0, mesh->hex + 8 * (size_t)h, p, place->weight);
      memcpy(place->vertex, mesh->hex + 8 * (size_t)h, 8 * sizeof *place->vertex);
      place->n = 8;
      return;
    }
}

pl__body_place pl__body_locate(const pl_mesh *mesh, const double p[3]) {
  pl__body_place place = {0};
  memcpy(place.nearest, p, sizeof place.nearest);
  for (int32_t t = 0; t < mesh->n_tet; t++) {
    const int32_t *v = mesh->tet + 4 * (size_t)t;
    if (!box_holds(mesh->x0, 4, v, p) || !in_tet(mesh->x0, v, p, place.weight)) continue;
    place.n = 4;
    memcpy(place.vertex, v, 4 * sizeof *v);
    return place;
  }
  for (int32_t h = 0; h < mesh->n_hex; h++) {
    const int32_t *v = mesh->hex + 8 * (size_t)h;
    if (!box_holds(mesh->x0, 8, v, p) || !in_hex(mesh->x0, v, p, place.weight)) continue;
    place.n = 8;
    memcpy(place.vertex, v, 8 * sizeof *v);
    return place;
  }
  int32_t face = nearest_face(mesh, p, &place);
  if (pl_mesh_is_solid(mesh)) extend(mesh, p, face, &place);
  return place;
}
