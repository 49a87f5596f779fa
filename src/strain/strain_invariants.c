// strain_invariants.c: invariants I1, I2 of C = F^T F and J = det F of a solid (neo-Hookean, Mooney-Rivlin).
//
// The second derivative of I1 is semidefinite, those of I2 and J are not. So the PSD form keeps I1 where t > 0 and omits the other two.
// Formulas in solid_invariants.h.
#include "strain/solid_invariants.h"

#include "strain/strain_rows.h"

// c[9] = F_I . F_J
PL_LANE_FUNCTION void right_cauchy(const pl_lanes *restrict f, pl_lanes *restrict c) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      PL_FOR_LANES(l) c[3 * i + j][l] = f[3 * i][l] * f[3 * j][l] + f[3 * i + 1][l] * f[3 * j + 1][l] + f[3 * i + 2][l] * f[3 * j + 2][l];
}

void pl_solid_invariants_of(const pl_lanes *restrict f, pl_lanes *restrict value, pl_lanes *restrict p) {
  pl_lanes c[9];
  right_cauchy(f, c);
  PL_FOR_LANES(l) {
    double trace = c[0][l] + c[4][l] + c[8][l];
    value[0][l] = trace;
    // the sum of the principal minors of C
    value[1][l] = c[0][l] * c[4][l] - c[1][l] * c[1][l] + c[0][l] * c[8][l] - c[2][l] * c[2][l] + c[4][l] * c[8][l] - c[5][l] * c[5][l];
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) PL_FOR_LANES(l) {
        double with_c = c[3 * i][l] * f[k][l] + c[3 * i + 1][l] * f[3 + k][l] + c[3 * i + 2][l] * f[6 + k][l];
        p[3 * i + k][l] = 2 * f[3 * i + k][l];
        p[9 + 3 * i + k][l] = 2 * (value[0][l] * f[3 * i + k][l] - with_c);
      }
  pl_solid_cofactor(f, p + 18);
  PL_FOR_LANES(l) value[2][l] = f[0][l] * p[18][l] + f[1][l] * p[19][l] + f[2][l] * p[20][l];
}

void pl_solid_add_invariants_hess(const pl_lanes *restrict f, const pl_lanes *restrict t, pl_lanes *restrict a) {
  pl_lanes c[9], b[9], trace;
  right_cauchy(f, c);
  PL_FOR_LANES(l) trace[l] = c[0][l] + c[4][l] + c[8][l];
  for (int k = 0; k < 3; k++)
    for (int m = 0; m < 3; m++) PL_FOR_LANES(l) b[3 * k + m][l] = f[k][l] * f[m][l] + f[3 + k][l] * f[3 + m][l] + f[6 + k][l] * f[6 + m][l];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        for (int m = 0; m < 3; m++) {
          double same = i == j, one = k == m;
          PL_FOR_LANES(l)
          a[(3 * i + k) * 9 + 3 * j + m][l] +=
              2 * same * one * t[0][l] + 2 * t[1][l] *
                                             (2 * f[3 * i + k][l] * f[3 * j + m][l] - f[3 * j + k][l] * f[3 * i + m][l] -
                                              one * c[3 * i + j][l] + same * (one * trace[l] - b[3 * k + m][l]));
        }
  pl_solid_add_det_hess(f, t[2], a);
}

static void eval(const pl_lanes *f, pl_lanes *s, pl_lanes *p) {
  pl_lanes own[27];
  pl_solid_invariants_of(f, s, p ? p : own);
}

static void add_hess(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a) {
  (void)k;
  if (mode != PL_HESS_PSD) {
    pl_solid_add_invariants_hess(f, t, a);
    return;
  }
  for (int i = 0; i < 9; i++) PL_FOR_LANES(l) a[10 * i][l] += 2 * pl_max(t[0][l], 0);
}

const pl_solid_measure pl_solid_invariants = {.n_axis = 3, .n_value = 3, .eval = eval, .add_hess = add_hess};

PL_SOLID_FUNCTIONS(pl_solid_invariants, 4)
PL_SOLID_FUNCTIONS(pl_solid_invariants, 8)
PL_SOLID_FULL(pl_solid_invariants)

#define INVARIANTS                                                                                                                 \
  .name = "invariants", .words = "the invariants of the stretch", .help = "invariants of a solid: I1, I2 of C = F^T F, J = det F", \
  .source = "Mooney 1940, Rivlin 1948; Miguel et al. 2016, section 3.1", .n_value = 3, .value_name = {"i1", "i2", "j"},            \
  .rest_value = {3, 3, 1}, .rest_stress = true

const pl_strain pl_strain_invariants = {INVARIANTS, PL_SOLID_TET(eval_4)};
const pl_strain pl_strain_invariants_hex = {INVARIANTS, PL_SOLID_HEX(eval_8), .measure = &pl_strain_invariants};
