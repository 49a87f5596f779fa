// access.c: the model's own quantities with a solver's scratch, for callers that hold a solver and no pl_work.
#include "solve/solver.h"

void pl_solver_load(pl_solver *solver, const double *load) { pl_work_set_load(solver->work, load); }

void pl_solver_gradient(pl_solver *solver, const double *theta, const double *x, double *gradient) {
  pl_model_eval(solver->model, theta, x, PL_HESS_EXACT, NULL, gradient, NULL, solver->work);
}

void pl_solver_gradient_of(pl_solver *solver, const pl_model *model, const double *theta, const double *x, double *gradient) {
  pl_model_eval(model, theta, x, PL_HESS_EXACT, NULL, gradient, NULL, solver->work);
}

int32_t pl_solver_strains(pl_solver *solver, const pl_strain *strain, const double *x, double *out) {
  return pl_model_strains(solver->model, strain, x, out, solver->work);
}

int32_t pl_solver_term_strains(pl_solver *solver, const pl_term *term, const double *x, double *out) {
  return pl_model_term_strains(solver->model, term, x, out, solver->work);
}
