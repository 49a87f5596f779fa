// predicate.c: see predicate.h. Compiled without contraction of products and sums (CMakeLists.txt): each operation must round once.
#include "contact/predicate.h"

#include <float.h>
#include <math.h>

enum { LARGEST = 192 };  // components: three products of 2 x (2 x 2 + 2 x 2), two components each

// x + y = sum + error
static double two_sum(double x, double y, double *error) {
  double sum = x + y, y_part = sum - x, x_part = sum - y_part;
  *error = (x - x_part) + (y - y_part);
  return sum;
}

static double two_product(double x, double y, double *error) {
  double product = x * y;
  *error = fma(x, y, -product);
  return product;
}

// An expansion: components in increasing size that do not overlap; zeros are left out.
typedef struct expansion {
  int n;
  double part[LARGEST];
} expansion;

static expansion difference(double x, double y) {
  expansion e = {0};
  double error, sum = two_sum(x, -y, &error);
  if (error != 0) e.part[e.n++] = error;
  if (sum != 0) e.part[e.n++] = sum;
  return e;
}

// e + y
static void add_number(double y, expansion *e) {
  int n = 0;
  double sum = y;
  for (int i = 0; i < e->n; i++) {
    double error;
    sum = two_sum(sum, e->part[i], &error);
    if (error != 0) e->part[n++] = error;
  }
  if (sum != 0) e->part[n++] = sum;
  e->n = n;
}

// e += sign f g
static void add_product(double sign, const expansion *f, const expansion *g, expansion *e) {
  for (int i = 0; i < f->n; i++)
    for (int j = 0; j < g->n; j++) {
      double error, product = two_product(sign * f->part[i], g->part[j], &error);
      add_number(error, e);
      add_number(product, e);
    }
}

static int sign_of(double x) { return (x > 0) - (x < 0); }

// The last component has the sign of the sum.
static int sign_of_expansion(const expansion *e) { return e->n ? sign_of(e->part[e->n - 1]) : 0; }

static int orient3d_exact(const double a[3], const double b[3], const double c[3], const double d[3]) {
  const double *row[3] = {a, b, c};
  expansion m[3][3], det = {0};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) m[i][k] = difference(row[i][k], d[k]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    expansion minor = {0};
    add_product(1, &m[j][0], &m[k][1], &minor);
    add_product(-1, &m[k][0], &m[j][1], &minor);
    add_product(1, &minor, &m[i][2], &det);
  }
  return sign_of_expansion(&det);
}

int pl_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
  double p[3], q[3], r[3];
  for (int k = 0; k < 3; k++) {
    p[k] = a[k] - d[k];
    q[k] = b[k] - d[k];
    r[k] = c[k] - d[k];
  }
  double pq = p[0] * q[1], qp = q[0] * p[1], qr = q[0] * r[1], rq = r[0] * q[1], rp = r[0] * p[1], pr = p[0] * r[1];
  double det = (qr - rq) * p[2] + (rp - pr) * q[2] + (pq - qp) * r[2];
  double size = (fabs(qr) + fabs(rq)) * fabs(p[2]) + (fabs(rp) + fabs(pr)) * fabs(q[2]) + (fabs(pq) + fabs(qp)) * fabs(r[2]);
  // 8 roundings of half an epsilon at most along any path, with a margin
  if (fabs(det) > 8 * DBL_EPSILON * size) return sign_of(det);
  return orient3d_exact(a, b, c, d);
}

int pl_orient2d(const double a[2], const double b[2], const double c[2]) {
  double left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]), det = left - right;
  if (fabs(det) > 4 * DBL_EPSILON * (fabs(left) + fabs(right))) return sign_of(det);
  expansion p = difference(a[0], c[0]), q = difference(b[1], c[1]), r = difference(a[1], c[1]), s = difference(b[0], c[0]), e = {0};
  add_product(1, &p, &q, &e);
  add_product(-1, &r, &s, &e);
  return sign_of_expansion(&e);
}
