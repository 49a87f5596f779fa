// strain_area.c: relative change of area of a triangle, s = |U x V| - 1 (Miguel et al. 2016, section 3.2: area preservation).
//
// With n = U x V, A = |n|, N = n/A:
//   ds/dU = V x N,  ds/dV = N x U
//   d2s[d, d] = 2 N.(dU x dV) + |(1 - N N^T) dn|^2/A,   dn = dU x V + U x dV
// The first part lies in the plane of the triangle and is indefinite (the second derivative of a determinant). The second rotates the
// triangle and is semidefinite: the PSD form keeps it where t > 0 and omits the first. A collapsed triangle has N = 0.
#include <float.h>
#include <math.h>

#include "strain/solid.h"
#include "strain/strain_rows.h"

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  pl_triangle_weights(mesh, vertex, rest);
  *weight = area;
}

// Unit normal and area.
static void normal(const pl_lanes *restrict f, pl_lanes *restrict n, double *restrict area) {
  const pl_lanes *u = f, *v = f + 3;
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    PL_FOR_LANES(l) n[k][l] = u[a][l] * v[b][l] - u[b][l] * v[a][l];
  }
  PL_FOR_LANES(l) area[l] = sqrt(n[0][l] * n[0][l] + n[1][l] * n[1][l] + n[2][l] * n[2][l]);
  for (int k = 0; k < 3; k++) PL_FOR_LANES(l) n[k][l] /= pl_max(area[l], DBL_MIN);
}

static void eval(const pl_lanes *f, pl_lanes *s, pl_lanes *p) {
  pl_lanes n[3], area;
  const pl_lanes *u = f, *v = f + 3;
  normal(f, n, area);
  PL_FOR_LANES(l) s[0][l] = area[l] - 1;
  for (int k = 0; p && k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    PL_FOR_LANES(l) {
      p[k][l] = v[a][l] * n[b][l] - v[b][l] * n[a][l];
      p[3 + k][l] = n[a][l] * u[b][l] - n[b][l] * u[a][l];
    }
  }
}

static void add_hess(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a) {
  (void)k;
  pl_lanes n[3], area, d[18], turn;  // d[3 column + row] of dn/dF
  normal(f, n, area);
  for (int c = 0; c < 18; c++) PL_FOR_LANES(l) d[c][l] = 0;
  for (int i = 0; i < 3; i++) {
    int p = (i + 1) % 3, q = (i + 2) % 3;
    // e_p x V and U x e_p: the components i of dn for a unit change p or q of U, V
    PL_FOR_LANES(l) {
      d[3 * p + i][l] = f[3 + q][l];
      d[3 * q + i][l] = -f[3 + p][l];
      d[3 * (3 + q) + i][l] = f[p][l];
      d[3 * (3 + p) + i][l] = -f[q][l];
    }
  }
  PL_FOR_LANES(l) turn[l] = (mode == PL_HESS_EXACT ? t[0][l] : pl_max(t[0][l], 0)) / pl_max(area[l], DBL_MIN);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) PL_FOR_LANES(l) {
        double in = d[3 * i][l] * n[0][l] + d[3 * i + 1][l] * n[1][l] + d[3 * i + 2][l] * n[2][l];
        double jn = d[3 * j][l] * n[0][l] + d[3 * j + 1][l] * n[1][l] + d[3 * j + 2][l] * n[2][l];
        double ij = d[3 * i][l] * d[3 * j][l] + d[3 * i + 1][l] * d[3 * j + 1][l] + d[3 * i + 2][l] * d[3 * j + 2][l];
        a[6 * i + j][l] += turn[l] * (ij - in * jn);
      }
  if (mode == PL_HESS_PSD) return;
  // N.(dU x dV): block (U, V) is -[N]x, block (V, U) its transpose
  for (int i = 0; i < 3; i++) {
    int p = (i + 1) % 3, q = (i + 2) % 3;
    PL_FOR_LANES(l) {
      double value = t[0][l] * n[i][l];
      a[6 * p + 3 + q][l] += value;
      a[6 * q + 3 + p][l] -= value;
      a[6 * (3 + q) + p][l] += value;
      a[6 * (3 + p) + q][l] -= value;
    }
  }
}

const pl_solid_measure pl_solid_area = {.n_axis = 2, .n_value = 1, .eval = eval, .add_hess = add_hess};

PL_SOLID_FUNCTIONS(pl_solid_area, 3)

const pl_strain pl_strain_area = {
    .name = "area",
    .words = "the change of area",
    .help = "relative change of area of a triangle: |U x V| - 1",
    .source = "Miguel et al. 2016, section 3.2",
    .element = PL_ELEMENT_TRIANGLE,
    .n_vertex = 3,
    .n_value = 1,
    .n_rest = 6,
    .value_name = {"area"},
    .weight_dim = {0, 2, 0, 0},
    .prepare = prepare,
    .n_class = 1,
    .class_name = {"all"},
    .eval = eval_3,
    .add_hess = add_hess_3,
};
