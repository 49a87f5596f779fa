// stack.h: the residuals of all fitted cases as one vector with its Jacobian, for least_squares.c.
//
// Parameters: theta, then one displacement offset per case that has one. Residuals: (predicted - measured)/sigma for every observed channel and
// frame, then one weak prior row per theta: (theta - centre)/(prior * scale).
#ifndef PL_ESTIMATE_STACK_H
#define PL_ESTIMATE_STACK_H

#include "estimate/fit.h"

typedef struct pl_stack {
  pl_fit *fit;
  int n_theta, n_parameter, n_data, n_residual;
  int *offset_index;              // [n_fitted], parameter index of the case's offset, -1 when it has none
  double *centre;                 // [n_theta] of the prior
  double *scale, *lower, *upper;  // [n_parameter]
  bool *frozen;                   // [n_parameter]
} pl_stack;

// hold_offsets keeps the displacement offsets where they are: while the curves are still crude an offset would make up for their errors.
pl_status pl_stack_create(pl_arena *arena, pl_fit *fit, bool hold_offsets, pl_stack *stack);
// A pl_ls_evaluate with user = pl_stack.
pl_status pl_stack_evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed);
// Run every case of [first, last) at theta (offsets from the cases), in parallel.
pl_status pl_cases_predict(pl_fit *fit, const double *theta, int first, int last, bool derivatives);
// Rigs and buffers of one case, for the fit's current material.
pl_status pl_case_create(pl_fit *fit, pl_fit_case *fit_case);
// sigma of an observed channel: the user's, or one percent of the largest measured value when unknown.
double pl_case_sigma(const pl_test *test, int channel);

// Is this channel part of the objective?
static inline bool pl_case_used(const pl_fit_case *c, int channel) { return c->predicted[channel] && !c->unused[channel] && !c->idle; }

#endif
