// strain_isochoric.c: change of shape and change of volume separated: I1 J^(-2/3), I2 J^(-4/3), J (Flory 1961).
//
// The first two are independent of volume. So a law on them and a law on J are the two parts of a nearly incompressible solid. With b =
// J^(-2/3) (I1) or J^(-4/3) (I2), n = 2/3 or 4/3:
//   s,I = b,   s,J = -n b I/J,   s,IJ = -n b/J,   s,JJ = n (n + 1) b I/J^2
//   ds/dF = s,I dI + s,J dJ,   d2s = s,I d2I + s,J d2J + s,IJ (dI dJ^T + dJ dI^T) + s,JJ dJ dJ^T
// Below J = LEAST, where a solid is crushed, b is constant. The PSD form keeps t s,I d2I1 where it is positive and omits the rest.
#include <math.h>

#include "strain/solid_invariants.h"
#include "strain/strain_rows.h"

static const double LEAST = 1e-3;

// Derivatives of one s by I and J, for exponent n.
typedef struct chain {
  pl_lanes i, j, ij, jj;
} chain;

static void chains(const pl_lanes *value, chain of[2]) {
  for (int which = 0; which < 2; which++) {
    double n = (which + 1) * (2.0 / 3);
    PL_FOR_LANES(l) {
      double j = pl_max(value[2][l], LEAST), root = 1 / cbrt(j), b = root * root, free = value[2][l] > LEAST ? 1 : 0;
      if (which == 1) b *= b;
      of[which].i[l] = b;
      of[which].j[l] = -free * n * b * value[which][l] / j;
      of[which].ij[l] = -free * n * b / j;
      of[which].jj[l] = free * n * (n + 1) * b * value[which][l] / (j * j);
    }
  }
}

static void eval(const pl_lanes *f, pl_lanes *s, pl_lanes *p) {
  pl_lanes value[3], dp[27];
  chain of[2];
  pl_solid_invariants_of(f, value, dp);
  chains((const pl_lanes *)value, of);
  for (int w = 0; w < 2; w++) PL_FOR_LANES(l) s[w][l] = of[w].i[l] * value[w][l];
  PL_FOR_LANES(l) s[2][l] = value[2][l];
  if (!p) return;
  for (int c = 0; c < 9; c++) {
    for (int w = 0; w < 2; w++) PL_FOR_LANES(l) p[9 * w + c][l] = of[w].i[l] * dp[9 * w + c][l] + of[w].j[l] * dp[18 + c][l];
    PL_FOR_LANES(l) p[18 + c][l] = dp[18 + c][l];
  }
}

static void add_hess(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a) {
  (void)k;
  pl_lanes value[3], dp[27], by[3];
  chain of[2];
  pl_solid_invariants_of(f, value, dp);
  chains((const pl_lanes *)value, of);
  if (mode == PL_HESS_PSD) {
    for (int c = 0; c < 9; c++) PL_FOR_LANES(l) a[10 * c][l] += 2 * of[0].i[l] * pl_max(t[0][l], 0);
    return;
  }
  PL_FOR_LANES(l) {
    by[0][l] = t[0][l] * of[0].i[l];
    by[1][l] = t[1][l] * of[1].i[l];
    by[2][l] = t[2][l] + t[0][l] * of[0].j[l] + t[1][l] * of[1].j[l];
  }
  pl_solid_add_invariants_hess(f, (const pl_lanes *)by, a);
  for (int c = 0; c < 9; c++)
    for (int d = 0; d < 9; d++)
      for (int w = 0; w < 2; w++) PL_FOR_LANES(l)
  a[9 * c + d][l] += t[w][l] * (of[w].ij[l] * (dp[9 * w + c][l] * dp[18 + d][l] + dp[18 + c][l] * dp[9 * w + d][l]) +
                                of[w].jj[l] * dp[18 + c][l] * dp[18 + d][l]);
}

const pl_solid_measure pl_solid_isochoric = {.n_axis = 3, .n_value = 3, .eval = eval, .add_hess = add_hess};

PL_SOLID_FUNCTIONS(pl_solid_isochoric, 4)
PL_SOLID_FUNCTIONS(pl_solid_isochoric, 8)
PL_SOLID_FULL(pl_solid_isochoric)

#define ISOCHORIC                                                                                                                  \
  .name = "isochoric", .words = "the change of shape, volume apart",                                                               \
  .help = "change of shape and of volume of a solid: I1 J^(-2/3), I2 J^(-4/3), J",                                                 \
  .source = "Flory 1961; Miguel et al. 2016, section 3.1", .n_value = 3, .value_name = {"i1", "i2", "j"}, .rest_value = {3, 3, 1}, \
  .rest_stress = true

const pl_strain pl_strain_isochoric = {ISOCHORIC, PL_SOLID_TET(eval_4)};
const pl_strain pl_strain_isochoric_hex = {ISOCHORIC, PL_SOLID_HEX(eval_8), .measure = &pl_strain_isochoric};
