// linear_fit.c: see linear_fit.h.
#include "estimate/optimise/linear_fit.h"

#include <math.h>
#include <string.h>

#include "math/least_squares.h"

static pl_status evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed) {
  const pl_linear_problem *problem = user;
  *n_failed = 0;
  for (int i = 0; i < problem->n_row; i++) {
    r[i] = -problem->target[i];
    for (int j = 0; j < problem->n; j++) r[i] += problem->matrix[i * problem->n + j] * p[j];
  }
  if (jacobian) memcpy(jacobian, problem->matrix, (size_t)problem->n_row * (size_t)problem->n * sizeof *jacobian);
  return PL_OK;
}

pl_status pl_linear_fit(pl_context *ctx, const pl_linear_problem *problem, const double *lower, const double *upper, double *p,
                        double *objective) {
  int n = problem->n;
  double *scale = pl_alloc(ctx, (size_t)n + 1, sizeof *scale);
  if (!scale) return PL_ERROR_MEMORY;
  for (int j = 0; j < n; j++) {
    double size = 0;
    for (int i = 0; i < problem->n_row; i++) size += problem->matrix[i * n + j] * problem->matrix[i * n + j];
    scale[j] = size > 0 ? 1 / sqrt(size) : 1;  // columns of length one
    p[j] = fmin(fmax(0, lower[j]), upper[j]);
  }
  double *r = pl_alloc(ctx, (size_t)problem->n_row + 1, sizeof *r);
  double *jacobian = pl_alloc(ctx, (size_t)problem->n_row * (size_t)n + 1, sizeof *jacobian);
  pl_status status = r && jacobian ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    pl_ls_problem ls = {n, problem->n_row, scale, lower, upper, NULL, evaluate, (void *)problem};
    pl_ls_report report;
    status = pl_least_squares(ctx, &ls, &(pl_ls_options){.max_iterations = 60, .tolerance = 1e-12}, p, r, jacobian, &report);
    *objective = report.objective;
  }
  pl_free(ctx, scale);
  pl_free(ctx, r);
  pl_free(ctx, jacobian);
  return status;
}
