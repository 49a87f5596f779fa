// rest_error.h: how far the moduli at rest belong to curves that the model does not follow.
#ifndef PL_ESTIMATE_JUDGE_REST_ERROR_H
#define PL_ESTIMATE_JUDGE_REST_ERROR_H

#include "estimate/problem/stack.h"

// What numbers that drift along every curve would be at rest.
typedef struct pl_rest_error {
  int n;               // numbers of the material
  double *shift;       // [n], SI, by how much they would differ from those fitted
  double *covariance;  // [n][n], SI, by how much that scatters where the model is right
} pl_rest_error;

// Into fit->evidence.rest_error, of homogeneous tests with readings enough to ask. After pl_judge_covariance; r and jacobian are those at the solution,
// [n_residual] and [n_residual][n_parameter].
pl_status pl_rest_error_make(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian);
// The error of something at rest whose derivatives by the numbers are slope[0], slope[step], slope[2 step] ...; 0 where it may be chance.
double pl_rest_error_of(const pl_rest_error *error, const double *slope, int step);

#endif
