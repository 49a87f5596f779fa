// access.c: quantities of the model with a solver's scratch, for callers that have a solver and no pl_work.
#include "solve/solver.h"

#include "model/history.h"

#include <string.h>

void pl_solver_load(pl_solver *solver, const double *load) {
  pl_work_set_load(solver->work, load);
  solver->g_ready = false;
}

void pl_solver_draft(pl_solver *solver, bool draft) {
  if (!draft && solver->draft) solver->exact_ready = false;
  solver->draft = draft;
}

void pl_solver_limit(pl_solver *solver, int max_iterations) { solver->options.max_iterations = max_iterations; }

void pl_solver_history(pl_solver *solver, const pl_history *history, const pl_history_slope *slope) {
  PL_ASSERT(!history || pl_history_size(history) == solver->model->n_history * PL_BLOCK);
  pl_work_set_history(solver->work, history);
  solver->history = history;
  solver->history_slope = slope;
  solver->exact_ready = solver->g_ready = false;  // both depend on the history
}

void pl_solver_duration(pl_solver *solver, double duration) {
  pl_work_set_duration(solver->work, duration);
  solver->exact_ready = solver->g_ready = false;
}

void pl_solver_commit(pl_solver *solver, const double *theta, const double *x, pl_history *history, const int *column, const double *dx,
                      pl_history_slope *slope) {
  if (slope && dx) pl_history_slope_commit(solver->model, theta, x, history, column, dx, slope, solver->work);
  pl_history_commit(solver->model, theta, x, history, solver->work);
  solver->exact_ready = solver->g_ready = false;
}

// True if this is the gradient at the solver's last solution.
static bool gradient_at_hand(const pl_solver *s, const double *theta, const double *x) {
  return s->g_ready && !s->history && memcmp(theta, s->exact_theta, (size_t)s->model->material->n_theta * sizeof *theta) == 0 &&
         memcmp(x, s->x_safe, (size_t)s->n_dof * sizeof *x) == 0;
}

void pl_solver_gradient(pl_solver *solver, const double *theta, const double *x, double *gradient) {
  if (gradient_at_hand(solver, theta, x)) {
    memcpy(gradient, solver->g, (size_t)solver->n_dof * sizeof *gradient);
    return;
  }
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

int32_t pl_solver_term_weights(const pl_solver *solver, const pl_term *term, double *out) {
  return pl_model_term_weights(solver->model, term, out);
}
