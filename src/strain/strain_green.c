// strain_green.c: Green-Lagrange strain of a triangle (Volino 2009, eqs. 5-13; thesis 3.3).
//
//   U = sum_j ru_j x_j,  V = sum_j rv_j x_j                     images of the unit vectors along warp and weft (eqs. 6, 7)
//   s_warp = (U.U - 1)/2,  s_weft = (V.V - 1)/2,  s_shear = U.V  (eq. 9; engineering shear)
//   d s_warp / d x_j = ru_j U,   d s_weft / d x_j = rv_j V,   d s_shear / d x_j = ru_j V + rv_j U
//   sum_i t_i hess(s_i) = (t_warp ru_a ru_b + t_weft rv_a rv_b + t_shear (ru_a rv_b + rv_a ru_b)) I   for vertices a, b  (eq. 13)
// The geometric part is B^T S B (x) I with S the 2x2 stress, so projecting S to its positive part projects it exactly.
#include <math.h>

#include "strain/strain_rows.h"

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  pl_triangle_weights(mesh, vertex, rest);
  *weight = area;
}

static void eval(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_lanes u[3], v[3];
  for (int k = 0; k < 3; k++) PL_FOR_LANES(l) {
      u[k][l] = rest[0][l] * x[k][l] + rest[1][l] * x[3 + k][l] + rest[2][l] * x[6 + k][l];
      v[k][l] = rest[3][l] * x[k][l] + rest[4][l] * x[3 + k][l] + rest[5][l] * x[6 + k][l];
    }
  PL_FOR_LANES(l) {
    s[0][l] = 0.5 * (u[0][l] * u[0][l] + u[1][l] * u[1][l] + u[2][l] * u[2][l] - 1);
    s[1][l] = 0.5 * (v[0][l] * v[0][l] + v[1][l] * v[1][l] + v[2][l] * v[2][l] - 1);
    s[2][l] = u[0][l] * v[0][l] + u[1][l] * v[1][l] + u[2][l] * v[2][l];
  }
  if (!ds) return;
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++) PL_FOR_LANES(l) {
        ds[3 * j + k][l] = rest[j][l] * u[k][l];
        ds[9 + 3 * j + k][l] = rest[3 + j][l] * v[k][l];
        ds[18 + 3 * j + k][l] = rest[j][l] * v[k][l] + rest[3 + j][l] * u[k][l];
      }
}

// Positive part of the symmetric matrix [[a, c], [c, b]], in closed form.
static inline void positive_part(double *a, double *b, double *c) {
  double mean = 0.5 * (*a + *b), half = 0.5 * (*a - *b), radius = sqrt(half * half + *c * *c);
  double high = pl_max(mean + radius, 0), low = pl_max(mean - radius, 0);
  // S+ = (high + low)/2 I + (high - low)/(2 radius) [[half, c], [c, -half]]
  double sum = 0.5 * (high + low), scale = radius > 0 ? 0.5 * (high - low) / radius : 0;
  *a = sum + scale * half;
  *b = sum - scale * half;
  *c = scale * *c;
}

static void add_hess(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  (void)x;
  pl_lanes a, b, c;
  PL_FOR_LANES(l) {
    a[l] = t[0][l];
    b[l] = t[1][l];
    c[l] = t[2][l];
  }
  if (mode == PL_HESS_PSD) PL_FOR_LANES(l) positive_part(&a[l], &b[l], &c[l]);
  if (mode == PL_HESS_FILTERED) PL_FOR_LANES(l) {
      a[l] = pl_max(a[l], 0);
      b[l] = pl_max(b[l], 0);
    }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++) {
      pl_lanes value;
      PL_FOR_LANES(l)
      value[l] = a[l] * rest[i][l] * rest[j][l] + b[l] * rest[3 + i][l] * rest[3 + j][l] +
                 c[l] * (rest[i][l] * rest[3 + j][l] + rest[3 + i][l] * rest[j][l]);
      for (int k = 0; k < 3; k++) {
        PL_FOR_LANES(l) h[(3 * i + k) * 9 + 3 * j + k][l] += value[l];
        if (i != j) PL_FOR_LANES(l) h[(3 * j + k) * 9 + 3 * i + k][l] += value[l];
      }
    }
}

const pl_strain pl_strain_green = {
    .name = "green",
    .words = "the stretch and shear of the cloth",
    .reference = true,
    .axial = 3,
    .help = "Green-Lagrange strain of a triangle: (U.U - 1)/2, (V.V - 1)/2, U.V",
    .source = "Volino 2009, eq. 9; thesis 3.3",
    .element = PL_ELEMENT_TRIANGLE,
    .n_vertex = 3,
    .n_value = 3,
    .n_rest = 6,
    .value_name = {"warp", "weft", "shear"},
    .value_dim = {0, 0, 0, 0},
    .weight_dim = {0, 2, 0, 0},
    .prepare = prepare,
    .n_class = 1,
    .class_name = {"all"},
    .eval = eval,
    .add_hess = add_hess,
};
