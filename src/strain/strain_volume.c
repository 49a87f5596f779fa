// strain_volume.c: relative change of volume of a solid, s = J - 1 with J = det F (Miguel et al. 2016, section 3.2).
//
//   dJ/dF_x = F_y x F_z, and so on in turn;   d2J/dF_x dF_y = -[F_z]x, d2J/dF_y dF_x = [F_z]x, with [u]x w = u x w.
// The second derivative is indefinite wherever it is not zero: the PSD form leaves it out.
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
PL_SOLID_FUNCTIONS(pl_solid_volume, 8)
PL_SOLID_FULL(pl_solid_volume)

#define VOLUME                                                                                                                            \
  .name = "volume", .help = "relative change of volume of a solid: det F - 1", .source = "Miguel et al. 2016, section 3.2", .n_value = 1, \
  .value_name = {"j"}

const pl_strain pl_strain_volume = {VOLUME, PL_SOLID_TET(eval_4)};
const pl_strain pl_strain_volume_hex = {VOLUME, PL_SOLID_HEX(eval_8), .measure = &pl_strain_volume};
