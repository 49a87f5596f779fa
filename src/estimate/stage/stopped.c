// stopped.c: what a fit that was interrupted leaves, when its schedule fits the cases in groups.
//
// The stack of the stage that was stopped knows its group only: it has no room for the residuals of all cases.
#include "estimate/stage/stage.h"

pl_status pl_fit_stopped(pl_fit *fit, pl_status status, pl_solution *solution) {
  if (status != PL_ERROR_INTERRUPTED) return status;
  PL_TRY(pl_solution_reset(fit->ctx, solution));
  for (int i = 0; i < fit->problem.n_fitted; i++) fit->problem.fit_case[i].idle = false;
  PL_TRY(pl_stack_create(solution->arena, fit, false, &solution->stack));
  size_t n_residual = (size_t)solution->stack.n_residual, n_parameter = (size_t)solution->stack.n_parameter;
  solution->r = pl_arena_alloc(solution->arena, n_residual + 1, sizeof *solution->r);
  solution->jacobian = pl_arena_alloc(solution->arena, n_residual * n_parameter + 1, sizeof *solution->jacobian);
  if (!solution->r || !solution->jacobian) return PL_ERROR_MEMORY;
  // cuts are those of another stage; an earlier one may have converged
  fit->solution.n_cut = 0;
  fit->solution.converged = false;
  fit->solution.stop_reason = "interrupted";
  solution->nowhere = fit->solution.n_iteration == 0;
  return PL_ERROR_INTERRUPTED;
}
