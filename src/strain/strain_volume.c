// strain_volume.c: relative change of volume of a solid, s = J - 1 with J = det F (Miguel et al. 2016, section 3.2).
//
//   dJ/dF_x = F_y x F_z, and so on in turn;   d2J/dF_x dF_y = -[F_z]x, d2J/dF_y dF_x = [F_z]x, with [u]x w = u x w.
// The second derivative is indefinite unless it is zero: the PSD form omits it.
//
// A hexahedron has one s for the whole element: s = V/V0 - 1. Its volume V = sum_q det(dx/dxi)_q / 8 over the Gauss points q is exact. With
// one condition per point it would lock when nearly incompressible (mean dilatation: Nagtegaal, Parks and Rice 1974).
#include <math.h>

#include "strain/solid_det.h"
#include "strain/strain_rows.h"

static void eval(const pl_lanes *restrict f, pl_lanes *restrict s, pl_lanes *restrict p) {
  pl_lanes own[9], *c = p ? p : own;
  pl_solid_cofactor(f, c);
  PL_FOR_LANES(l) s[0][l] = f[0][l] * c[0][l] + f[1][l] * c[1][l] + f[2][l] * c[2][l] - 1;
}

static void add_hess(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a) {
  (void)k;
  if (mode != PL_HESS_PSD) pl_solid_add_det_hess(f, t[0], a);
}

const pl_solid_measure pl_solid_volume = {.n_axis = 3, .n_value = 1, .eval = eval, .add_hess = add_hess};

PL_SOLID_FUNCTIONS(pl_solid_volume, 4)

// ---- the hexahedron as a whole ----

static void prepare_hex(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  (void)area;
  *weight = 0;
  for (int q = 0; q < 8; q++) {
    double slope[8][3], j[3][3] = {{0}};  // dX/dxi, by columns
    pl_solid_cube_slopes(q, slope);
    for (int a = 0; a < 8; a++)
      for (int i = 0; i < 9; i++) j[i / 3][i % 3] += slope[a][i / 3] * mesh->rest3[3 * (size_t)vertex[a] + i % 3];
    for (int c = 0; c < 3; c++) *weight += j[0][c] * (j[1][(c + 1) % 3] * j[2][(c + 2) % 3] - j[1][(c + 2) % 3] * j[2][(c + 1) % 3]) / 8;
  }
  rest[0] = 1 / cbrt(*weight);
}

// Slopes of a Gauss point as rest data, scaled so that the determinant is the point's part of V/V0: an eighth at rest.
static void cube_rest(int q, const pl_lanes *rest, pl_lanes *cube) {
  double slope[8][3];
  pl_solid_cube_slopes(q, slope);
  for (int i = 0; i < 3; i++)
    for (int a = 0; a < 8; a++) PL_FOR_LANES(l) cube[8 * i + a][l] = 0.5 * slope[a][i] * rest[0][l];
}

static void eval_hex(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_lanes cube[24], part, slope[24];
  PL_FOR_LANES(l) s[0][l] = 7;  // eight parts, each less one, and one
  for (int i = 0; ds && i < 24; i++) PL_FOR_LANES(l) ds[i][l] = 0;
  for (int q = 0; q < 8; q++) {
    cube_rest(q, rest, cube);
    pl_solid_eval(&pl_solid_volume, 8, (const pl_lanes *)cube, x, &part, ds ? slope : NULL);
    PL_FOR_LANES(l) s[0][l] += part[l];
    for (int i = 0; ds && i < 24; i++) PL_FOR_LANES(l) ds[i][l] += slope[i][l];
  }
}

static void add_hess_hex(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  pl_lanes cube[24];
  if (mode == PL_HESS_PSD) return;
  for (int q = 0; q < 8; q++) {
    cube_rest(q, rest, cube);
    pl_solid_add_hess(&pl_solid_volume, 8, (const pl_lanes *)cube, x, t, NULL, mode, h);
  }
}

#define VOLUME                                                                                                          \
  .name = "volume", .words = "the change of volume", .volume = true,                                                    \
  .value_words = {{"change of volume", "", "change of volume, J \xE2\x88\x92 1"}},                                      \
  .help = "relative change of volume of a solid: det F - 1", .source = "Miguel et al. 2016, section 3.2", .n_value = 1, \
  .value_name = {"j"}

const pl_strain pl_strain_volume = {VOLUME, PL_SOLID_TET(eval_4)};
const pl_strain pl_strain_volume_hex = {VOLUME,
                                        .element = PL_ELEMENT_HEX,
                                        .n_vertex = 8,
                                        .n_rest = 1,
                                        .weight_dim = {0, 3, 0, 0},
                                        .prepare = prepare_hex,
                                        .n_class = 1,
                                        .class_name = {"all"},
                                        .eval = eval_hex,
                                        .add_hess = add_hess_hex,
                                        .measure = &pl_strain_volume};
