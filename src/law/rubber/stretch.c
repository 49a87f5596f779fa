// stretch.c: see stretch.h. With x_i = ln lambda_i:
//
//   solid   psi,x_i = w_i - W/3,   psi,x_i x_j = v_i delta_ij - (v_i + v_j)/3 + V/9         (W, V: sums over the three)
//           volume: J = exp(L),   U,x_i = bulk J (J - 1),   U,x_i x_j = bulk J (2 J - 1)
//   sheet   psi,x_i = w_i - w_2,   psi,x_i x_j = v_i delta_ij + v_2
//   both    t_i = psi,x_i / lambda_i,   k_ij = psi,x_i x_j / (lambda_i lambda_j) - delta_ij psi,x_i / lambda_i^2
#include "law/rubber/stretch.h"

#include <string.h>

void pl_stretch_logs(int n_in, const pl_lanes *s, pl_lanes *l) {
  for (int i = 0; i < n_in; i++) PL_FOR_LANES(e) l[i][e] = log(s[i][e]);
  if (n_in == 2)
    PL_FOR_LANES(e) l[2][e] = -l[0][e] - l[1][e];
  else
    PL_FOR_LANES(e) {
      double mean = (l[0][e] + l[1][e] + l[2][e]) / 3;
      for (int i = 0; i < 3; i++) l[i][e] -= mean;
    }
}

void pl_stretch_chain(int n_in, const pl_lanes *s, const pl_lanes *f, const pl_lanes *w, const pl_lanes *v, double bulk, pl_lanes *psi,
                      pl_lanes *t, pl_lanes *k) {
  pl_lanes volume, push, stiff;  // J, U,x, U,xx
  PL_FOR_LANES(e) {
    volume[e] = n_in == 3 ? s[0][e] * s[1][e] * s[n_in - 1][e] : 1;
    push[e] = bulk * volume[e] * (volume[e] - 1);
    stiff[e] = bulk * volume[e] * (2 * volume[e] - 1);
  }
  pl_lanes slope[3];  // psi,x_i
  for (int i = 0; i < n_in; i++) PL_FOR_LANES(e) {
      slope[i][e] = n_in == 2 ? w[i][e] - w[2][e] : w[i][e] - (w[0][e] + w[1][e] + w[2][e]) / 3 + push[e];
      t[i][e] = slope[i][e] / s[i][e];
    }
  if (psi) PL_FOR_LANES(e) psi[0][e] = f[0][e] + f[1][e] + f[2][e] + 0.5 * bulk * (volume[e] - 1) * (volume[e] - 1);
  for (int i = 0; i < n_in && k; i++)
    for (int j = i; j < n_in; j++) {
      double same = i == j ? 1 : 0;
      PL_FOR_LANES(e) {
        double sum = v[0][e] + v[1][e] + v[2][e];
        double both = n_in == 2 ? v[2][e] : sum / 9 - (v[i][e] + v[j][e]) / 3 + stiff[e];
        k[i * n_in + j][e] = (both + same * (v[i][e] - slope[i][e])) / (s[i][e] * s[j][e]);
      }
      if (i != j) memcpy(k[j * n_in + i], k[i * n_in + j], sizeof *k);
    }
}
