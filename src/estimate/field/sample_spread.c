// sample_spread.c: standard deviation of the samples' field, assuming that samples describe the body: from readings and regularisation
// alone.
//
// Let J be the Jacobian of all rows at the solution, regularisation and priors included. The parameters p have the covariance noise^2 (J^T
// J)^-1. Let L L^T = J^T J and Y = L^-1 (du/dp)^T, one column per sample. The field Phi u has the standard deviation noise |Y phi(X)| at X.
#include <math.h>
#include <string.h>

#include <cblas.h>
#include <lapacke.h>

#include "estimate/field/sample_run.h"

// Y, [n][n_sample], from the free columns index[n] of J; false where the rows do not determine the parameters.
static bool solve_samples(const pl__samples_run *run, int n, const int *index, int n_stiff, const pl__stiff_number *stiff, double *rows,
                          double *a, double *y) {
  const pl_stack *stack = &run->solution->stack;
  int n_row = stack->n_residual;
  for (int i = 0; i < n_row; i++)
    for (int j = 0; j < n; j++)
      rows[(size_t)i * (size_t)n + (size_t)j] =
          run->solution->jacobian[(size_t)i * (size_t)stack->n_parameter + (size_t)index[j]] * stack->scale[index[j]];
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, n_row, 1, rows, n, 0, a, n);
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, a, n) != 0) return false;
  for (int j = 0; j < n; j++)
    for (int q = 0; q < n_stiff; q++)
      for (int m = 0; m < run->now.n; m++)
        if (index[j] == stiff[q].first + m * stiff[q].step) y[j * run->now.n + m] = stack->scale[index[j]] / (stiff[q].reference * n_stiff);
  cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, run->now.n, 1, a, n, y, run->now.n);
  return true;
}

pl_status pl__sample_spread(pl__samples_run *run, double *spread) {
  PL_TRY(pl__sample_linearise(run, &run->stage));
  pl_arena *arena = pl_arena_create(run->fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  const pl_stack *stack = &run->solution->stack;
  pl_status status = PL_ERROR_MEMORY;
  size_t room = (size_t)stack->n_parameter + 1, n_sample = (size_t)run->now.n;
  int *index = pl_arena_alloc(arena, room, sizeof *index), n = 0;
  pl__stiff_number *stiff = pl_arena_alloc(arena, (size_t)run->base->n_theta + 1, sizeof *stiff);
  double *rows = pl_arena_alloc(arena, (size_t)stack->n_residual * room, sizeof *rows), *a = pl_arena_alloc(arena, room * room, sizeof *a);
  double *y = pl_arena_alloc(arena, room * n_sample, sizeof *y), *phi = pl_arena_alloc(arena, n_sample, sizeof *phi);
  if (!index || !stiff || !rows || !a || !y || !phi) goto cleanup;
  status = PL_OK;
  for (int j = 0; j < stack->n_parameter; j++)
    if (!stack->frozen[j]) index[n++] = j;
  int n_stiff = pl__sample_find_stiff(run, run->fit->material, stiff);
  bool known = n > 0 && n_stiff > 0 && solve_samples(run, n, index, n_stiff, stiff, rows, a, y);
  pl_samples samples = pl__samples_at(run->now.n, run->now.point, run->now.radius);
  for (int32_t e = 0; e < run->places.n; e++) {
    double square = 0;
    pl_samples_weights(&samples, run->places.place + 3 * (size_t)e, phi);
    for (int j = 0; j < n && known; j++) square += pow(cblas_ddot(run->now.n, y + (size_t)j * n_sample, 1, phi, 1), 2);
    spread[e] = known ? sqrt(square) : INFINITY;
  }
cleanup:
  pl_arena_destroy(arena);
  return status;
}
