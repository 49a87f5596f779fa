// strain_hinge.c: bending of two triangles that share an edge (discrete shells; thesis 3.5 and 5.2.1).
//
//   s = 3 theta / h,  h = (A1 + A2)/e the mean height of the two triangles over their edge of length e;  weight e h / 3 = (A1 + A2)/3.
//   theta is the signed angle between the normals, 0 when flat (the rest shape is planar). For a cylinder s = 3 kappa.
//
// With edge vector e = x1 - x0, p = x2 - x0, q = x3 - x0, normals n1 = e x p and n2 = q x e:
//   theta = atan2( (n1 x n2).e/|e|,  n1.n2 )
//   g2 = dtheta/dx2 = -|e| n1/|n1|^2,   g3 = dtheta/dx3 = -|e| n2/|n2|^2
//   g1 = -a2 g2 - a3 g3,   g0 = -(1 - a2) g2 - (1 - a3) g3,   a2 = p.e/e.e, a3 = q.e/e.e   (no net force, no net torque)
// and the Hessian by differentiating these: rows of x2 and x3 from g2 and g3, rows of x1 by the product rule, rows of x0 so that columns sum to 0.
// The geometric part is indefinite; the PSD and filtered forms leave it out (Gauss-Newton bending, NUMERICS section 1).
#include <float.h>
#include <math.h>
#include <string.h>

#include "strain/strain_rows.h"

enum { V0, V1, V2, V3 };

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  const double *a = mesh->rest + 2 * vertex[0], *b = mesh->rest + 2 * vertex[1];
  double edge = hypot(b[0] - a[0], b[1] - a[1]), height = area / edge;
  rest[0] = 3 / height;
  *weight = area / 3;
}

// Bending along warp folds about a line along weft.
static int classify(const pl_mesh *mesh, const int32_t *vertex) {
  int line = pl_line_class(mesh->rest + 2 * vertex[0], mesh->rest + 2 * vertex[1]);
  return line == 0 ? 1 : line == 1 ? 0 : 2;
}

typedef struct hinge {
  double e[3], p[3], q[3];      // edge and the two opposite vertices, from x0
  double length, length2;       // |e|, e.e
  double n1[3], n2[3], m1, m2;  // normals and their squared lengths
  double a2, a3;                // feet of the heights along e
  double g[4][3];               // dtheta/dx
} hinge;

static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double hinge_geometry(const pl_lanes *x, int l, hinge *w) {
  for (int k = 0; k < 3; k++) {
    w->e[k] = x[3 + k][l] - x[k][l];
    w->p[k] = x[6 + k][l] - x[k][l];
    w->q[k] = x[9 + k][l] - x[k][l];
  }
  cross(w->e, w->p, w->n1);
  cross(w->q, w->e, w->n2);
  w->length2 = pl_max(dot(w->e, w->e), DBL_MIN);
  w->length = sqrt(w->length2);
  w->m1 = pl_max(dot(w->n1, w->n1), DBL_MIN);
  w->m2 = pl_max(dot(w->n2, w->n2), DBL_MIN);
  double c[3];
  cross(w->n1, w->n2, c);
  return atan2(dot(c, w->e) / w->length, dot(w->n1, w->n2));
}

static inline void hinge_gradient(hinge *w) {
  w->a2 = dot(w->p, w->e) / w->length2;
  w->a3 = dot(w->q, w->e) / w->length2;
  for (int k = 0; k < 3; k++) {
    w->g[V2][k] = -w->length * w->n1[k] / w->m1;
    w->g[V3][k] = -w->length * w->n2[k] / w->m2;
    w->g[V1][k] = -w->a2 * w->g[V2][k] - w->a3 * w->g[V3][k];
    w->g[V0][k] = -w->g[V1][k] - w->g[V2][k] - w->g[V3][k];
  }
}

static void eval(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  PL_EACH_LANE(l) {
    hinge w;
    s[0][l] = rest[0][l] * hinge_geometry(x, l, &w);
    if (!ds) continue;
    hinge_gradient(&w);
    for (int v = 0; v < 4; v++)
      for (int k = 0; k < 3; k++) ds[3 * v + k][l] = rest[0][l] * w.g[v][k];
  }
}

// Rows of the Hessian for one opposite vertex. With normal n = sign * (e x p), m = n.n, g = -|e| n/m:
//   dg = -(e.de/|e|) n/m - |e| (I/m - 2 n n^T/m^2) dn,   dn = sign (de x p + e x dp),   de = dx1 - dx0, dp = dx_opposite - dx0.
// de_row[3][3] and dp_row[3][3] receive dg/de and dg/dp.
static inline void opposite_rows(const double *e, double length, const double *p, const double *n, double m, double sign,
                                 double de_row[3][3], double dp_row[3][3]) {
  for (int c = 0; c < 3; c++) {
    double unit[3] = {c == 0, c == 1, c == 2}, dn_e[3], dn_p[3];
    cross(unit, p, dn_e);
    cross(e, unit, dn_p);
    double along_e = 2 * sign * dot(n, dn_e) / (m * m), along_p = 2 * sign * dot(n, dn_p) / (m * m);
    for (int r = 0; r < 3; r++) {
      de_row[r][c] = -e[c] / length * n[r] / m - length * (sign * dn_e[r] / m - along_e * n[r]);
      dp_row[r][c] = -length * (sign * dn_p[r] / m - along_p * n[r]);
    }
  }
}

static void add_hess(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  if (mode != PL_HESS_EXACT) return;
  PL_EACH_LANE(l) {
    hinge w;
    hinge_geometry(x, l, &w);
    hinge_gradient(&w);
    double row[4][3][12];  // [vertex][axis][column]
    double e2[3][3], p2[3][3], e3[3][3], q3[3][3];
    opposite_rows(w.e, w.length, w.p, w.n1, w.m1, 1, e2, p2);
    opposite_rows(w.e, w.length, w.q, w.n2, w.m2, -1, e3, q3);
    memset(row, 0, sizeof row);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) {
        row[V2][r][3 * V1 + c] = e2[r][c];
        row[V2][r][3 * V2 + c] = p2[r][c];
        row[V2][r][3 * V0 + c] = -e2[r][c] - p2[r][c];
        row[V3][r][3 * V1 + c] = e3[r][c];
        row[V3][r][3 * V3 + c] = q3[r][c];
        row[V3][r][3 * V0 + c] = -e3[r][c] - q3[r][c];
      }
    // da2 = e.dp/e.e + (p - 2 a2 e).de/e.e, da3 alike
    double da2[12] = {0}, da3[12] = {0};
    for (int c = 0; c < 3; c++) {
      double by_p = w.e[c] / w.length2;
      double by_e2 = (w.p[c] - 2 * w.a2 * w.e[c]) / w.length2, by_e3 = (w.q[c] - 2 * w.a3 * w.e[c]) / w.length2;
      da2[3 * V2 + c] = by_p;
      da2[3 * V1 + c] = by_e2;
      da2[3 * V0 + c] = -by_p - by_e2;
      da3[3 * V3 + c] = by_p;
      da3[3 * V1 + c] = by_e3;
      da3[3 * V0 + c] = -by_p - by_e3;
    }
    double factor = t[0][l] * rest[0][l];
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 12; c++) {
        row[V1][r][c] = -da2[c] * w.g[V2][r] - w.a2 * row[V2][r][c] - da3[c] * w.g[V3][r] - w.a3 * row[V3][r][c];
        row[V0][r][c] = -row[V1][r][c] - row[V2][r][c] - row[V3][r][c];
        for (int v = 0; v < 4; v++) h[(3 * v + r) * 12 + c][l] += factor * row[v][r][c];
      }
  }
}

const pl_strain pl_strain_hinge = {
    .name = "hinge",
    .help = "bending at an edge: 3 theta / h, for a cylinder three times its curvature",
    .source = "thesis eq. 3.5 and 5.2.1; discrete shells, Grinspun et al. 2003",
    .element = PL_ELEMENT_HINGE,
    .n_vertex = 4,
    .n_value = 1,
    .n_rest = 1,
    .value_name = {"bend"},
    .value_dim = {0, -1, 0, 0},
    .weight_dim = {0, 2, 0, 0},
    .prepare = prepare,
    .n_class = 3,
    .class_name = {"warp", "weft", "diagonal"},
    .classify = classify,
    .eval = eval,
    .add_hess = add_hess,
};
