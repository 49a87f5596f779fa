// linear_fit.h: least squares on a model that is linear in its parameters, within bounds.
#ifndef PL_ESTIMATE_OPTIMISE_LINEAR_FIT_H
#define PL_ESTIMATE_OPTIMISE_LINEAR_FIT_H

#include <pliant/extend.h>

enum { PL_MAX_LINEAR = 64 };  // room of callers that choose their parameters; the fit itself has no limit

typedef struct pl_linear_problem {
  int n, n_row;
  const double *target;  // [n_row], weighted
  const double *matrix;  // [n_row][n], weighted
} pl_linear_problem;

// The p[n] within lower[n] and upper[n] that minimises |matrix p - target|^2; no start needed. *objective: half of it.
pl_status pl_linear_fit(pl_context *ctx, const pl_linear_problem *problem, const double *lower, const double *upper, double *p,
                        double *objective);

#endif
