// stopped.c: the result of an interrupted fit whose schedule fits the cases in groups.
//
// The stack of the interrupted stage covers its group only: it has no room for the residuals of all cases.
#include "estimate/stage/stage.h"

pl_status pl_fit_stopped(pl_fit *fit, const pl_stage *stage, pl_status status, pl_solution *solution) {
  if (status != PL_ERROR_INTERRUPTED) return status;
  PL_TRY(pl_solution_room(&fit->problem, &fit->work, fit->material, stage, solution));
  // cuts belong to another stage; an earlier one may have converged
  solution->end = (pl_stage_end){.stop_reason = "interrupted"};
  solution->nowhere = fit->work.n_iteration == 0;
  return PL_ERROR_INTERRUPTED;
}
