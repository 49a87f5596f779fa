// misfit.h: parameters that a test moves which the model does not describe.
#ifndef PL_ESTIMATE_JUDGE_MISFIT_H
#define PL_ESTIMATE_JUDGE_MISFIT_H

#include "estimate/problem/stack.h"

// A parameter that the other tests determine, and to which they give another value.
typedef struct pl_moved {
  int test;               // index of the fitted case that the model does not describe
  int theta;              // parameter
  double without, sigma;  // its value and standard error from the other tests, SI
} pl_moved;

// Fills fit->known.moved. After pl_judge_scores; r and jacobian at the solution, [n_residual] and [n_residual][n_parameter].
pl_status pl_misfit_find(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian);

#endif
