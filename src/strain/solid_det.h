// solid_det.h: cofactors and second derivative of det F, which several measures need.
#ifndef PL_STRAIN_SOLID_DET_H
#define PL_STRAIN_SOLID_DET_H

#include "strain/solid.h"

// c[9] = dJ/dF: column I is F_(I+1) x F_(I+2).
PL_LANE_FUNCTION void pl_solid_cofactor(const pl_lanes *restrict f, pl_lanes *restrict c) {
  for (int i = 0; i < 3; i++) {
    const pl_lanes *u = f + 3 * ((i + 1) % 3), *w = f + 3 * ((i + 2) % 3);
    for (int k = 0; k < 3; k++) {
      int m = (k + 1) % 3, n = (k + 2) % 3;
      PL_FOR_LANES(l) c[3 * i + k][l] = u[m][l] * w[n][l] - u[n][l] * w[m][l];
    }
  }
}

// a[81] += t d2J/dF dF. With e = F_(I+2): d(F_(I+1) x F_(I+2))/dF_(I+1) w = w x e, so that the block (I, I+1) is -[e]x and (I+1, I) is [e]x.
PL_LANE_FUNCTION void pl_solid_add_det_hess(const pl_lanes *restrict f, const double *restrict t, pl_lanes *restrict a) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    const pl_lanes *e = f + 3 * ((i + 2) % 3);
    for (int k = 0; k < 3; k++) {
      int m = (k + 1) % 3, n = (k + 2) % 3;
      // ([e]x)_mn = -e_k, ([e]x)_nm = e_k
      PL_FOR_LANES(l) {
        double value = t[l] * e[k][l];
        a[(3 * i + m) * 9 + 3 * j + n][l] += value;
        a[(3 * i + n) * 9 + 3 * j + m][l] -= value;
        a[(3 * j + n) * 9 + 3 * i + m][l] += value;
        a[(3 * j + m) * 9 + 3 * i + n][l] -= value;
      }
    }
  }
}

#endif
