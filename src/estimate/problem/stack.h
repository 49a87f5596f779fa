// stack.h: the residuals of all fitted cases as one vector with its Jacobian, for least_squares.c.
//
// Parameters: theta, then the intrinsic ones of each case. Residuals: (predicted - measured)/sigma for every observed channel and frame;
// then one weak prior row per parameter, (p - centre)/prior; then the stage's regularisation rows, if any.
#ifndef PL_ESTIMATE_PROBLEM_STACK_H
#define PL_ESTIMATE_PROBLEM_STACK_H

#include "estimate/problem/stage_settings.h"

typedef struct pl_stack {
  pl_fit *fit;
  pl_stage stage;  // the stage of this stack
  pl_spent spent;  // its trials
  bool last;       // the next evaluation is the last one
  int n_theta, n_parameter, n_data, n_residual;
  int *first_intrinsic;           // [n_fitted], index of the case's first intrinsic parameter
  double *centre, *prior;         // [n_parameter], mean and standard deviation of the prior; 0: no prior
  double *scale, *lower, *upper;  // [n_parameter]
  bool *frozen;                   // [n_parameter]
} pl_stack;

pl_status pl_stack_create(pl_arena *arena, pl_fit *fit, const pl_stage *stage, pl_stack *stack);
// All current parameters, p[n_parameter]; and the reverse: the intrinsic ones of p into their cases.
void pl_stack_get(const pl_stack *stack, double *p);
void pl_stack_set(const pl_stack *stack, const double *p);
// A pl_ls_evaluate with user = pl_stack.
pl_status pl_stack_evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed);
// What a prediction computes; the last one before the result is written keeps no data for a next one.
typedef enum pl_wanted { PL_WANTED_VALUES, PL_WANTED_DERIVATIVES, PL_WANTED_LAST } pl_wanted;

// Predicts every case of [first, last) that takes part in the stage at theta (intrinsic parameters from the cases), in parallel. *n_failed:
// on entry, how many frames may fail (INT_MAX: any number); on return, how many did. Once clearly more fail, the rest is abandoned and the
// equilibria are restored. The number returned is then the smallest that is too many, because the exact one would depend on the threads.
// *spent counts a trial with a frame that reached its iteration limit; it may be NULL.
pl_status pl_cases_predict(pl_fit *fit, const pl_stage *stage, const double *theta, int first, int last, pl_wanted wanted, int *n_failed,
                           pl_spent *spent);
// Rigs and buffers of one case, for this material.
pl_status pl_case_create(pl_fit *fit, const pl_stage *stage, const pl_material *material, pl_fit_case *c);
// sigma of an observed channel: as given; if unknown, one percent of the largest measured value, or of its change from rest.
double pl_case_sigma(const pl_test *test, int channel);

#endif
