// rest_error.h: error of the moduli at rest from curves that the model does not follow.
#ifndef PL_ESTIMATE_JUDGE_REST_ERROR_H
#define PL_ESTIMATE_JUDGE_REST_ERROR_H

#include "estimate/problem/stack.h"

// The parameters at rest if they may drift along every curve.
typedef struct pl_rest_error {
  int n;               // parameters of the material
  double *shift;       // [n], SI, difference to the fitted parameters
  double *covariance;  // [n][n], SI, covariance of the shift if the model is right
  bool counts;         // the shift is significant, and in the covariance of the parameters
} pl_rest_error;

// Computes fit->evidence.rest_error for homogeneous tests with enough readings. After pl_judge_covariance; r and jacobian at the solution,
// [n_residual] and [n_residual][n_parameter]. A significant shift is added to that covariance.
pl_status pl_rest_error_make(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian);
// The part of a quantity's error with derivatives slope[0], slope[step], slope[2 step] ... by the parameters; 0 if not significant.
double pl_rest_error_of(const pl_rest_error *error, const double *slope, int step);

#endif
