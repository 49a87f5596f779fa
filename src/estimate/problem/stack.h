// stack.h: the residuals of all fitted cases as one vector with its Jacobian, for least_squares.c.
//
// Parameters: theta, then the intrinsic ones of each case. Residuals: (predicted - measured)/sigma for every observed channel and frame;
// then one weak prior row per parameter, (p - centre)/prior; then the stage's regularisation rows, if any.
#ifndef PL_ESTIMATE_PROBLEM_STACK_H
#define PL_ESTIMATE_PROBLEM_STACK_H

#include "estimate/problem/stage_settings.h"

// Mean and standard deviation of the prior of each parameter, [n_parameter]; standard deviation 0: no prior.
typedef struct pl_stack_prior {
  double *mean, *sigma;
} pl_stack_prior;

typedef struct pl_stack_bounds {
  double *lower, *upper;
} pl_stack_bounds;

typedef struct pl_stack {
  const pl_fit_problem *problem;
  pl_fit_work *work;  // its cases are predicted
  pl_stage stage;     // the stage of this stack
  pl_spent spent;     // its trials
  bool last;          // the next evaluation is the last one
  int n_theta, n_parameter, n_data, n_residual;
  int *first_intrinsic;  // [n_fitted], index of the case's first intrinsic parameter
  pl_stack_prior prior;
  double *scale;           // [n_parameter]
  pl_stack_bounds bounds;  // [n_parameter]
  bool *frozen;            // [n_parameter]
  pl_columns columns;      // the derivatives by theta that are not frozen
} pl_stack;

pl_status pl_stack_create(pl_arena *arena, const pl_fit_problem *problem, pl_fit_work *work, const pl_material *material,
                          const pl_stage *stage, pl_stack *stack);
// All current parameters, p[n_parameter]: those of the material, then of the cases; and the reverse: the intrinsic ones of p into their
// cases.
void pl_stack_get(const pl_stack *stack, const pl_material *material, double *p);
void pl_stack_set(const pl_stack *stack, const double *p);
// A pl_ls_evaluate with user = pl_stack.
pl_status pl_stack_evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed);
// What a prediction computes; the last one before the result is written keeps no data for a next one.
typedef enum pl_wanted { PL_WANTED_VALUES, PL_WANTED_DERIVATIVES, PL_WANTED_LAST } pl_wanted;

// Which cases are predicted, and where.
typedef struct pl_cases_ask {
  const double *theta;  // of the material of their rigs; intrinsic parameters are those of the cases
  int first, last;      // cases [first, last) that take part in the stage
  pl_wanted wanted;
  pl_columns columns;  // of the derivatives, if wanted
  pl_spent *spent;     // counts a trial with a frame that reached its iteration limit; NULL: not counted
} pl_cases_ask;

// Predicts cases, in parallel. *n_failed: on entry, how many frames may fail (INT_MAX: any number); on return, how many did. Once clearly
// more fail, the rest is abandoned and the equilibria are restored. The number returned is then the smallest that is too many, because the
// exact one would depend on the threads.
pl_status pl_cases_predict(const pl_fit_problem *problem, pl_fit_work *work, const pl_stage *stage, const pl_cases_ask *ask, int *n_failed);
// Rig and buffers of case i, for this material.
pl_status pl_case_create(pl_fit_work *work, const pl_stage *stage, const pl_material *material, int i);
// sigma of an observed channel: as given; if unknown, one percent of the largest measured value, or of its change from rest.
double pl_case_sigma(const pl_test *test, int channel);

#endif
