// starts.h: a stage without starting values: several starts of the parameters that enter nonlinearly, the others from a linear problem.
#ifndef PL_ESTIMATE_STAGE_STARTS_H
#define PL_ESTIMATE_STAGE_STARTS_H

#include "estimate/stage/linear_stage.h"

enum { PL_STARTS_MAX_THETA = 64 };

typedef struct pl_starts {
  int n;
  // Sets start k of n: the nonlinear parameters, and sizes of the others.
  void (*set)(const void *user, int k, pl_material *material);
  const void *user;
  const bool *nonlinear;  // [n_theta], the parameters that the linear problem holds
} pl_starts;

// Error if the material has more parameters than PL_STARTS_MAX_THETA.
pl_status pl_starts_fits(pl_context *ctx, const pl_material *material);
// Each start gets the linear parameters that fit best with it. The three best of them are refined with all parameters, and the smallest sum
// of squares is kept.
pl_status pl_starts_run(pl_fit *fit, const pl_stage *stage, const pl_starts *starts, pl_solution *solution);

#endif
