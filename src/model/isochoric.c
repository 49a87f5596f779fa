// isochoric.c: one tetrahedron of constant volume: an incompressible block in a uniform state.
//
// Corner 0 rests at the origin, the legs to corners 1, 2, 3 are the columns of F, the third along z. The third leg is not an unknown:
//
//   x11 = l3 = 1 / d,   d = x3 x7 - x4 x6          (dofs: corner 1 is x3 x4 x5, corner 2 is x6 x7 x8, corner 3 is x9 x10 x11)
//
// so the energy is a function of the other dofs, E'(y) = E(y, l3(y)), with
//
//   g'_k  = g_k + g_11 b_k,   b_k = dl3/dy_k = -d_k / d^2,   d_k = dd/dy_k
//   H'_kl = H_kl + H_k11 b_l + b_k H_11l + H_1111 b_k b_l + g_11 (2 d_k d_l / d^3 - d_kl / d^2)
//
// The last term of H' is indefinite: only the exact mode includes it. The force at a dof then contains the pressure that makes face 3
// stress-free: 6 g'_3 = P11 = S11 - (l3 / l1) S33. That pressure is the multiplier of the volume V = d l3 / 6:  g_11 + p dV/dl3 = 0,  p =
// -6 g_11 / d  (Pa).
#include "model/potential.h"

#include <math.h>
#include <string.h>

enum { N = PL_PLACED_DOF, LEG = 11 };

static void place(const pl_potential *own, const double *x, double *placed) {
  (void)own;
  memcpy(placed, x, N * sizeof *placed);
  double d = x[3] * x[7] - x[4] * x[6];
  placed[LEG] = d > 0 ? 1 / d : NAN;  // inverted in its plane: no valid state, and not finite for the solver
}

// Entry (i, j) of the matrix; of a symmetric one the half that is stored.
static double *entry(pl_block_matrix *matrix, int i, int j) {
  int32_t at = pl_block_position(matrix->pattern, i / 3, j / 3);
  return matrix->value + 9 * (size_t)at + 3 * (i % 3) + j % 3;
}

static bool stored(const pl_block_matrix *matrix, int i, int j) { return !matrix->pattern->symmetric || i / 3 >= j / 3; }

static void reduce_matrix(const double *b, const double curve[N][N], pl_block_matrix *matrix) {
  double all[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) all[i][j] = stored(matrix, i, j) ? *entry(matrix, i, j) : *entry(matrix, j, i);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (!stored(matrix, i, j)) continue;
      double sum = all[i][j] + all[i][LEG] * b[j] + b[i] * all[LEG][j] + all[LEG][LEG] * b[i] * b[j] + curve[i][j];
      *entry(matrix, i, j) = i == LEG || j == LEG ? 0 : sum;
    }
}

static void reduce(const pl_potential *own, const double *x, pl_hess_mode mode, double *gradient, pl_block_matrix *hessian) {
  (void)own;
  double l3 = x[LEG], slope[N] = {[3] = x[7], [4] = -x[6], [6] = -x[4], [7] = x[3]}, b[N], curve[N][N];  // slope: d_k
  for (int k = 0; k < N; k++) b[k] = -slope[k] * l3 * l3;
  if (hessian) {
    memset(curve, 0, sizeof curve);
    for (int k = 0; k < N && mode == PL_HESS_EXACT; k++)
      for (int l = 0; l < N; l++) {
        double mixed = k + l != 10 ? 0 : k == 3 || k == 7 ? 1 : k == 4 || k == 6 ? -1 : 0;  // d_kl: x3 x7 and x4 x6
        curve[k][l] = gradient[LEG] * l3 * l3 * (2 * slope[k] * slope[l] * l3 - mixed);
      }
    reduce_matrix(b, (const double(*)[N])curve, hessian);
  }
  for (int k = 0; k < N; k++) gradient[k] += gradient[LEG] * b[k];
  gradient[LEG] = 0;
}

static void multipliers(const pl_potential *own, const double *x, const double *gradient, double *out) {
  (void)own;
  out[0] = -6 * gradient[LEG] * x[LEG];
}

const pl_potential_row pl_potential_isochoric = {
    .name = "isochoric",
    .place = place,
    .reduce = reduce,
    .n_multiplier = 1,
    .multipliers = multipliers,
};
