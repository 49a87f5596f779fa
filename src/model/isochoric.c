// isochoric.c: see isochoric.h.
#include "model/isochoric.h"

#include <math.h>
#include <string.h>

enum { N = PL_ISOCHORIC_DOF, LEG = 11 };

const double *pl_isochoric_place(const pl_model *model, const double *x, double own[PL_ISOCHORIC_DOF]) {
  if (!model->isochoric) return x;
  memcpy(own, x, N * sizeof *own);
  double d = x[3] * x[7] - x[4] * x[6];
  own[LEG] = d > 0 ? 1 / d : NAN;  // turned inside out in its plane: no state of the body, and not finite for the solver
  return own;
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

void pl_isochoric_reduce(const double *x, pl_hess_mode mode, double *gradient, pl_block_matrix *hessian) {
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
