// stage.c: see stage.h.
#include "estimate/stage/stage.h"

#include <limits.h>
#include <string.h>

#include "base/parallel.h"
#include "base/progress.h"
#include "estimate/optimise/least_squares.h"
#include "estimate/problem/protocol_fit.h"

static const double FINE = 2e-5;  // tolerance
static const double FELT = 0.01;  // of s^2: a tenth of one sigma
static const double MET = 0.01;   // sum of squares of all residuals: a tenth of one sigma

typedef struct stage_progress {
  pl_fit *fit;
  const char *name;
} stage_progress;

static bool note_iteration(void *user, const pl_ls_iteration *it) {
  stage_progress *stage = user;
  pl_fit *fit = stage->fit;
  if (fit->solution.n_iteration < PL_MAX_HISTORY)
    fit->solution.iteration[fit->solution.n_iteration++] =
        (pl_iteration){stage->name, it->objective, it->step, it->damping, it->accepted, it->n_failed};
  if (it->accepted) fit->solution.spent.n_trial = 0;
  // equilibria of a trial that was refused may lie in folds that lead nowhere else: the next one starts from those of the accepted point
  for (int i = 0; i < fit->problem.n_fitted && !it->accepted; i++)
    if (!fit->problem.fit_case[i].idle && (fit->way.step || pl_case_part(&fit->problem.fit_case[i])->restores))
      pl_rig_restore(fit->problem.fit_case[i].rig);
  return pl_progress(fit->ctx, stage->name, -1, "iteration %d, objective %.4g%s", fit->solution.n_iteration, it->objective,
                     it->n_failed ? ", some frames without equilibrium" : "");
}

// A new rig for the current material, starting where the old one was when both have the same mesh.
static pl_status renew_case(pl_fit *fit, pl_fit_case *c) {
  size_t n_frame = (size_t)c->test->n_frame, n_dof = c->rig ? (size_t)c->rig->body.model->n_dof : 0;
  double *x = pl_alloc(fit->ctx, n_frame * n_dof + 1, sizeof *x);
  bool *have_x = pl_alloc(fit->ctx, n_frame + 1, sizeof *have_x);
  pl_status status = x && have_x ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK && c->rig) {
    memcpy(x, c->rig->memory.x, n_frame * n_dof * sizeof *x);
    memcpy(have_x, c->rig->memory.have_x, n_frame * sizeof *have_x);
  }
  // the old rig goes first: two sets of solvers at a time would be most of the memory of a fit
  pl_rig_destroy(c->rig);
  c->rig = NULL;
  if (status == PL_OK) status = pl_case_create(fit, c);
  if (status == PL_OK && n_dof == (size_t)c->rig->body.model->n_dof) {
    memcpy(c->rig->memory.x, x, n_frame * n_dof * sizeof *x);
    memcpy(c->rig->memory.have_x, have_x, n_frame * sizeof *have_x);
  }
  pl_free(fit->ctx, x);
  pl_free(fit->ctx, have_x);
  return status;
}

static pl_status renew_piece(void *user, int i, int worker) {
  (void)worker;
  pl_fit *fit = user;
  return fit->problem.fit_case[i].idle ? PL_OK : renew_case(fit, &fit->problem.fit_case[i]);
}

pl_status pl_stage_material(pl_fit *fit, pl_material *material) {
  pl_material *old = fit->material;
  fit->material = material;
  if (material->n_theta != fit->solution.cut_width) fit->solution.n_cut = 0;
  pl_status status = pl_parallel_for(fit->ctx, fit->problem.n_fitted, renew_piece, fit);
  if (old != material) pl_material_destroy(old);
  return status;
}

pl_stage_end pl_stage_ended(const pl_fit *fit) {
  return (pl_stage_end){fit->solution.converged, fit->solution.stop_reason, fit->solution.n_cut, fit->solution.cut_width,
                        fit->solution.cut};
}

void pl_stage_end_again(pl_fit *fit, const pl_stage_end *end) {
  fit->solution.converged = end->converged;
  fit->solution.stop_reason = end->stop_reason;
  fit->solution.n_cut = end->n_cut;
  fit->solution.cut_width = end->cut_width;
  fit->solution.cut = end->cut;
}

pl_status pl_solution_reset(pl_context *ctx, pl_solution *solution) {
  pl_arena_destroy(solution->arena);
  *solution = (pl_solution){.arena = pl_arena_create(ctx)};
  return solution->arena ? PL_OK : PL_ERROR_MEMORY;
}

// Was sigma stated for everything that is compared? Only then a sum of squares says by itself whether it is small.
static bool sigmas_stated(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->problem.fit_case[i];
      if (pl_case_used(c, k) && !(c->test->channel[k].sigma > 0 && c->test->channel[k].sigma >= c->weight_sigma[k])) return false;
    }
  return true;
}

pl_status pl_stage_run(pl_fit *fit, const char *name, bool hold_intrinsics, pl_solution *solution) {
  PL_TRY(pl_solution_reset(fit->ctx, solution));
  pl_stack *stack = &solution->stack;
  pl_arena *arena = solution->arena;
  PL_TRY(pl_stack_create(arena, fit, hold_intrinsics, stack));
  double *p = pl_arena_alloc(arena, (size_t)stack->n_parameter + 1, sizeof *p);
  solution->r = pl_arena_alloc(arena, (size_t)stack->n_residual + 1, sizeof *solution->r);
  solution->jacobian = pl_arena_alloc(arena, (size_t)stack->n_residual * stack->n_parameter + 1, sizeof *solution->jacobian);
  if (!p || !solution->r || !solution->jacobian) return PL_ERROR_MEMORY;
  pl_stack_get(stack, p);
  stage_progress progress = {fit, name};
  fit->solution.spent = (pl_spent){.stage = name};
  pl_progress(fit->ctx, name, -1, "iteration %d", fit->solution.n_iteration + 1);  // its answer is asked for at the end of each iteration
  pl_ls_problem problem = {stack->n_parameter, stack->n_residual, stack->scale,      stack->lower,
                           stack->upper,       stack->frozen,     pl_stack_evaluate, stack};
  pl_ls_options ls = {.max_iterations = fit->problem.options.max_iterations,
                      .tolerance = fit->problem.options.tolerance,
                      .fall = fit->control.step_fall,
                      .rise = fit->control.step_rise,
                      .damping = fit->way.step && fit->problem.options.tolerance < FINE ? 1e-6 : 0,  // found roughly before
                      .leap = fit->way.step != NULL,
                      .hopeless = fit->control.hopeless,
                      .met = sigmas_stated(fit) ? MET : 0,
                      .felt = FELT,
                      .noise = sigmas_stated(fit) ? 1 : 0,
                      .set = fit->control.set,
                      .arena = fit->arena,
                      .progress = note_iteration,
                      .progress_user = &progress};
  pl_ls_report report;
  pl_progress_listen(fit->ctx, true);
  pl_status status = pl_least_squares(fit->ctx, &problem, &ls, p, solution->r, solution->jacobian, &report);
  pl_progress_listen(fit->ctx, false);
  solution->nowhere = status == PL_ERROR_INTERRUPTED;
  PL_TRY(status);
  // a trial that was left on the way: back to the equilibria of the best point
  for (int i = 0; i < fit->problem.n_fitted && report.outcome == PL_LS_INTERRUPTED; i++)
    if (!fit->problem.fit_case[i].idle) pl_rig_restore(fit->problem.fit_case[i].rig);
  memcpy(fit->material->theta, p, (size_t)stack->n_theta * sizeof *p);
  pl_stack_set(stack, p);
  size_t n_theta = (size_t)stack->n_theta, n_parameter = (size_t)stack->n_parameter;
  for (size_t i = 1; i < (size_t)report.n_active; i++)
    memmove(report.active + i * n_theta, report.active + i * n_parameter, n_theta * sizeof *report.active);
  fit->solution.n_cut = report.n_active;
  fit->solution.cut_width = stack->n_theta;
  fit->solution.cut = report.active;
  solution->started = report.started;
  solution->objective = report.objective;
  solution->n_failed = report.n_failed;
  fit->solution.converged = report.outcome == PL_LS_CONVERGED || report.outcome == PL_LS_FLAT;
  // refused steps make the next ones so short that they promise nothing, which looks like convergence
  if (fit->solution.spent.n_trial > 0 && fit->solution.fell_short.n_trial == 0) fit->solution.fell_short = fit->solution.spent;
  fit->solution.stop_reason = pl_ls_outcome_text(report.outcome);
  return report.outcome == PL_LS_INTERRUPTED ? PL_ERROR_INTERRUPTED : PL_OK;
}

pl_status pl_stage_evaluate(pl_solution *solution) {
  double *p = pl_arena_alloc(solution->arena, (size_t)solution->stack.n_parameter + 1, sizeof *p);
  if (!p) return PL_ERROR_MEMORY;
  pl_stack_get(&solution->stack, p);
  solution->n_failed = INT_MAX;
  solution->stack.last = true;
  return pl_stack_evaluate(&solution->stack, p, solution->r, solution->jacobian, &solution->n_failed);
}

pl_met pl_solution_met(const pl_solution *solution) {
  pl_met met = {solution->n_failed, 0};
  for (int i = 0; i < solution->stack.n_data; i++) met.chi2 += solution->r[i] * solution->r[i];
  return met;
}
