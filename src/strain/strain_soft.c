// strain_soft.c: soft-constraint strain of a triangle (thesis 3.4, after Baraff and Witkin 1998).
//
//   s_warp = |U| - 1,  s_weft = |V| - 1,  s_shear = U.V,  with U and V as in strain_green.c
//   d s_warp / d x_j = ru_j n,  n = U/|U|;   hess(s_warp) = ru_a ru_b (I - n n^T)/|U|;   weft alike; shear as Green's.
// The shear part of the geometric stiffness is indefinite for either sign of t_shear. The PSD form omits it and keeps normal stresses only
// in tension. At |U| = 0 the direction n is undefined; it is taken as zero.
#include <float.h>
#include <math.h>

#include "strain/strain_rows.h"

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  pl_triangle_weights(mesh, vertex, rest);
  *weight = area;
}

// One of U, V: its vector w, length and unit direction n.
static inline void direction(const pl_lanes *r, const pl_lanes *x, pl_lanes *w, pl_lanes length, pl_lanes *n) {
  for (int k = 0; k < 3; k++) PL_FOR_LANES(l) w[k][l] = r[0][l] * x[k][l] + r[1][l] * x[3 + k][l] + r[2][l] * x[6 + k][l];
  PL_FOR_LANES(l) length[l] = sqrt(w[0][l] * w[0][l] + w[1][l] * w[1][l] + w[2][l] * w[2][l]);
  for (int k = 0; k < 3; k++) PL_FOR_LANES(l) n[k][l] = w[k][l] / pl_max(length[l], DBL_MIN);
}

static void eval(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_lanes u[3], v[3], nu[3], nv[3], lu, lv;
  direction(rest, x, u, lu, nu);
  direction(rest + 3, x, v, lv, nv);
  PL_FOR_LANES(l) {
    s[0][l] = lu[l] - 1;
    s[1][l] = lv[l] - 1;
    s[2][l] = u[0][l] * v[0][l] + u[1][l] * v[1][l] + u[2][l] * v[2][l];
  }
  if (!ds) return;
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++) PL_FOR_LANES(l) {
        ds[3 * j + k][l] = rest[j][l] * nu[k][l];
        ds[9 + 3 * j + k][l] = rest[3 + j][l] * nv[k][l];
        ds[18 + 3 * j + k][l] = rest[j][l] * v[k][l] + rest[3 + j][l] * u[k][l];
      }
}

static void add_hess(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  pl_lanes u[3], v[3], nu[3], nv[3], lu, lv, tu, tv, ts;
  direction(rest, x, u, lu, nu);
  direction(rest + 3, x, v, lv, nv);
  PL_FOR_LANES(l) {
    double a = mode == PL_HESS_EXACT ? t[0][l] : pl_max(t[0][l], 0), b = mode == PL_HESS_EXACT ? t[1][l] : pl_max(t[1][l], 0);
    tu[l] = a / pl_max(lu[l], DBL_MIN);
    tv[l] = b / pl_max(lv[l], DBL_MIN);
    ts[l] = mode == PL_HESS_PSD ? 0 : t[2][l];
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++) {
          double one = p == q;
          PL_FOR_LANES(l)
          h[(3 * i + p) * 9 + 3 * j + q][l] += tu[l] * rest[i][l] * rest[j][l] * (one - nu[p][l] * nu[q][l]) +
                                               tv[l] * rest[3 + i][l] * rest[3 + j][l] * (one - nv[p][l] * nv[q][l]) +
                                               one * ts[l] * (rest[i][l] * rest[3 + j][l] + rest[3 + i][l] * rest[j][l]);
        }
}

const pl_strain pl_strain_soft = {
    .name = "soft",
    .words = "the stretch and shear of the cloth",
    .axial = 3,
    .help = "soft-constraint strain of a triangle: |U| - 1, |V| - 1, U.V",
    .source = "thesis eq. 3.4; Baraff and Witkin 1998",
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
