// strain_green3.c: Green-Lagrange strain of a solid, E = (F^T F - I)/2 (Miguel et al. 2016, section 3.1).
//
//   s_xx = (F_x.F_x - 1)/2, ...,  s_yz = F_y.F_z, s_xz = F_x.F_z, s_xy = F_x.F_y        (engineering shear, twice E_yz)
//   sum_i t_i d2s_i/dF_I dF_J = S_IJ 1,  S = [[t_xx, t_xy, t_xz], [t_xy, t_yy, t_yz], [t_xz, t_yz, t_zz]], the second Piola-Kirchhoff stress
// so that the geometric stiffness of the vertices a, b is (G_a . S G_b) 1, and projecting S to its positive part projects it exactly.
#include "math/eigen_small.h"
#include "strain/solid.h"
#include "strain/strain_rows.h"

static const int PAIR[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};

static void eval(const pl_lanes *restrict f, pl_lanes *restrict s, pl_lanes *restrict p) {
  for (int i = 0; i < 6; i++) {
    const pl_lanes *u = f + 3 * PAIR[i][0], *w = f + 3 * PAIR[i][1];
    PL_FOR_LANES(l) s[i][l] = u[0][l] * w[0][l] + u[1][l] * w[1][l] + u[2][l] * w[2][l];
    if (i < 3) PL_FOR_LANES(l) s[i][l] = 0.5 * (s[i][l] - 1);
  }
  if (!p) return;
  for (int i = 0; i < 6; i++) {
    int a = PAIR[i][0], b = PAIR[i][1];
    for (int c = 0; c < 9; c++) PL_FOR_LANES(l) p[9 * i + c][l] = 0;
    for (int c = 0; c < 3; c++) {
      PL_FOR_LANES(l) p[9 * i + 3 * a + c][l] = f[3 * b + c][l];
      if (a != b) PL_FOR_LANES(l) p[9 * i + 3 * b + c][l] = f[3 * a + c][l];
    }
  }
}

// S as a full matrix [9], treated according to the mode.
static void stress(const pl_lanes *t, pl_hess_mode mode, pl_lanes *m) {
  static const int of[9] = {0, 5, 4, 5, 1, 3, 4, 3, 2};
  for (int i = 0; i < 9; i++) PL_FOR_LANES(l) m[i][l] = t[of[i]][l];
  if (mode == PL_HESS_FILTERED)
    for (int i = 0; i < 9; i += 4) PL_FOR_LANES(l) m[i][l] = pl_max(m[i][l], 0);
  if (mode == PL_HESS_PSD) PL_EACH_LANE(l) {
      double one[9];
      for (int i = 0; i < 9; i++) one[i] = m[i][l];
      pl_sym3_project(one);
      for (int i = 0; i < 9; i++) m[i][l] = one[i];
    }
}

static void add_hess(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a) {
  (void)f, (void)k;
  pl_lanes m[9];
  stress(t, mode, m);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int c = 0; c < 3; c++) PL_FOR_LANES(l) a[(3 * i + c) * 9 + 3 * j + c][l] += m[3 * i + j][l];
}

const pl_solid_measure pl_solid_green3 = {.n_axis = 3, .n_value = 6, .eval = eval, .add_hess = add_hess};

// Multiples of the unit matrix need no spreading of nine by nine numbers.
PL_LANE_FUNCTION void add_multiples(int nv, const pl_lanes *restrict rest, const pl_lanes *t, pl_hess_mode mode, pl_lanes *restrict h) {
  pl_lanes m[9], w[3];
  stress(t, mode, m);
  for (int a = 0; a < nv; a++) {
    for (int i = 0; i < 3; i++)
      PL_FOR_LANES(l) w[i][l] = m[3 * i][l] * rest[a][l] + m[3 * i + 1][l] * rest[nv + a][l] + m[3 * i + 2][l] * rest[2 * nv + a][l];
    for (int b = 0; b <= a; b++) {
      pl_lanes value;
      PL_FOR_LANES(l) value[l] = w[0][l] * rest[b][l] + w[1][l] * rest[nv + b][l] + w[2][l] * rest[2 * nv + b][l];
      for (int c = 0; c < 3; c++) {
        PL_FOR_LANES(l) h[(3 * a + c) * 3 * nv + 3 * b + c][l] += value[l];
        if (a != b) PL_FOR_LANES(l) h[(3 * b + c) * 3 * nv + 3 * a + c][l] += value[l];
      }
    }
  }
}

static void eval_4(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_solid_eval(&pl_solid_green3, 4, rest, x, s, ds);
}
static void eval_8(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_solid_eval(&pl_solid_green3, 8, rest, x, s, ds);
}

static void add_hess_4(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  (void)x;
  add_multiples(4, rest, t, mode, h);
}

static void add_hess_8(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  (void)x;
  add_multiples(8, rest, t, mode, h);
}

PL_SOLID_FULL(pl_solid_green3)

#define GREEN3                                                                                                                        \
  .name = "green3", .words = "the strain of the solid", .reference = true, .axial = 7,                                                \
  .value_words = {{"stretch along", "x", "strain along x"},                                                                           \
                  {"stretch along", "y", "strain along y"},                                                                           \
                  {"stretch along", "z", "strain along z"},                                                                           \
                  {"shear in the plane", "yz", "shear strain in the plane yz"},                                                       \
                  {"shear in the plane", "xz", "shear strain in the plane xz"},                                                       \
                  {"shear in the plane", "xy", "shear strain in the plane xy"}},                                                      \
  .help = "Green-Lagrange strain of a solid: (F^T F - I)/2, shears in engineering form", .source = "Miguel et al. 2016, section 3.1", \
  .n_value = 6, .value_name = {"xx", "yy", "zz", "yz", "xz", "xy"}

const pl_strain pl_strain_green3 = {GREEN3, PL_SOLID_TET(eval_4)};
const pl_strain pl_strain_green3_hex = {GREEN3, PL_SOLID_HEX(eval_8), .measure = &pl_strain_green3};
