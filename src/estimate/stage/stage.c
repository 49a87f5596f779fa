// stage.c: see stage.h.
#include "estimate/stage/stage.h"

#include <limits.h>
#include <string.h>

#include "base/parallel.h"
#include "base/progress.h"
#include "math/least_squares.h"
#include "estimate/problem/protocol_fit.h"

static const double FINE = 2e-5;  // tolerance
static const double FELT = 0.01;  // of s^2: a tenth of one sigma
static const double MET = 0.01;   // sum of squares of all residuals: a tenth of one sigma

static bool note_iteration(void *user, const pl_ls_iteration *it) {
  pl_stack *stack = user;
  pl_fit_work *work = stack->work;
  const pl_stage *stage = &stack->stage;
  if (work->n_iteration < PL_MAX_HISTORY)
    work->iteration[work->n_iteration++] =
        (pl_iteration){stage->name, it->objective, it->step, it->damping, it->accepted, it->n_failed, stage->scan};
  if (it->accepted) stack->spent.n_trial = 0;
  // equilibria of a refused trial may lie in folds that are dead ends: the next trial starts from those of the accepted point
  for (int i = 0; i < stack->problem->n_fitted && !it->accepted; i++)
    if (pl_stage_asks(stage, i) && (stage->steps.chained || pl_case_part(&work->fit_case[i])->restores))
      pl_rig_restore(work->fit_case[i].rig);
  return pl_progress(pl_arena_context(work->arena), stage->name, -1, "iteration %d, objective %.4g%s", work->n_iteration, it->objective,
                     it->n_failed ? ", some frames without equilibrium" : "");
}

// A new rig for the current material, starting at the old one's equilibria if both have the same mesh.
static pl_status renew_case(pl_fit_work *work, const pl_stage *stage, const pl_material *material, int i) {
  pl_context *ctx = pl_arena_context(work->arena);
  pl_fit_case *c = &work->fit_case[i];
  size_t n_frame = (size_t)c->test->n_frame, n_dof = c->rig ? (size_t)c->rig->body.model->n_dof : 0;
  double *x = pl_alloc(ctx, n_frame * n_dof + 1, sizeof *x);
  bool *have_x = pl_alloc(ctx, n_frame + 1, sizeof *have_x);
  pl_status status = x && have_x ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK && c->rig) {
    memcpy(x, c->rig->memory->x, n_frame * n_dof * sizeof *x);
    memcpy(have_x, c->rig->memory->have_x, n_frame * sizeof *have_x);
  }
  // the old rig is freed first: two sets of solvers would dominate the memory of a fit
  pl_rig_destroy(c->rig);
  c->rig = NULL;
  if (status == PL_OK) status = pl_case_create(work, stage, material, i);
  if (status == PL_OK && n_dof == (size_t)c->rig->body.model->n_dof) {
    memcpy(c->rig->memory->x, x, n_frame * n_dof * sizeof *x);
    memcpy(c->rig->memory->have_x, have_x, n_frame * sizeof *have_x);
  }
  pl_free(ctx, x);
  pl_free(ctx, have_x);
  return status;
}

typedef struct renew_job {
  pl_fit_work *work;
  const pl_stage *stage;
  const pl_material *material;
} renew_job;

static pl_status renew_piece(void *user, int i, int worker) {
  (void)worker;
  const renew_job *job = user;
  return pl_stage_asks(job->stage, i) ? renew_case(job->work, job->stage, job->material, i) : PL_OK;
}

pl_status pl_stage_material(const pl_fit_problem *problem, pl_fit_work *work, const pl_stage *stage, pl_material **now,
                            pl_material *material) {
  pl_material *old = *now;
  *now = material;
  pl_status status = pl_parallel_for(pl_arena_context(work->arena), problem->n_fitted, renew_piece, &(renew_job){work, stage, material});
  if (old != material) pl_material_destroy(old);
  return status;
}

void pl_stage_forget(const pl_fit_problem *problem, pl_fit_work *work, const pl_stage *stage) {
  for (int i = 0; i < problem->n_fitted; i++)
    if (pl_stage_asks(stage, i)) pl_rig_forget(work->fit_case[i].rig);
}

pl_status pl_solution_reset(pl_context *ctx, pl_solution *solution) {
  pl_arena_destroy(solution->arena);
  *solution = (pl_solution){.arena = pl_arena_create(ctx), .end = solution->end, .fell_short = solution->fell_short};
  return solution->arena ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_solution_room(const pl_fit_problem *problem, pl_fit_work *work, const pl_material *material, const pl_stage *stage,
                           pl_solution *solution) {
  PL_TRY(pl_solution_reset(pl_arena_context(work->arena), solution));
  pl_stack *stack = &solution->stack;
  PL_TRY(pl_stack_create(solution->arena, problem, work, material, stage, stack));
  solution->r = pl_arena_alloc(solution->arena, (size_t)stack->n_residual + 1, sizeof *solution->r);
  solution->jacobian =
      pl_arena_alloc(solution->arena, (size_t)stack->n_residual * (size_t)stack->n_parameter + 1, sizeof *solution->jacobian);
  return solution->r && solution->jacobian ? PL_OK : PL_ERROR_MEMORY;
}

// True if sigma was stated for everything that is compared. Only then is the sum of squares meaningful by itself.
static bool sigmas_stated(const pl_fit_problem *problem, const pl_fit_work *work, const pl_stage *stage) {
  for (int i = 0; i < problem->n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &work->fit_case[i];
      if (pl_stage_uses(stage, work, i, k) && !(c->test->channel[k].sigma > 0 && pl_stage_weight_sigma(stage, work, i, k) <= c->sigma[k]))
        return false;
    }
  return true;
}

pl_status pl_stage_run(const pl_fit_problem *fitted, pl_fit_work *work, pl_material *material, const pl_stage *stage,
                       pl_solution *solution) {
  pl_context *ctx = pl_arena_context(work->arena);
  PL_TRY(pl_solution_room(fitted, work, material, stage, solution));
  pl_stack *stack = &solution->stack;
  double *p = pl_arena_alloc(solution->arena, (size_t)stack->n_parameter + 1, sizeof *p);
  if (!p) return PL_ERROR_MEMORY;
  pl_stack_get(stack, material, p);
  bool stated = sigmas_stated(fitted, work, stage);
  pl_progress(ctx, stage->name, -1, "iteration %d",
              work->n_iteration + 1);  // evaluated at the end of each iteration
  pl_ls_problem problem = {stack->n_parameter,  stack->n_residual, stack->scale,      stack->bounds.lower,
                           stack->bounds.upper, stack->frozen,     pl_stack_evaluate, stack};
  pl_ls_options ls = {.max_iterations = stage->max_iterations,
                      .tolerance = stage->tolerance,
                      .fall = stage->steps.fall,
                      .rise = stage->steps.rise,
                      .damping = stage->steps.chained && stage->tolerance < FINE ? 1e-6 : 0,  // roughly solved before
                      .leap = stage->steps.chained,
                      .large_residual = stage->steps.large_residual,
                      .met = stated ? MET : 0,
                      .felt = FELT,
                      .noise = stated ? 1 : 0,
                      .set = stage->set,
                      .arena = work->arena,
                      .progress = note_iteration,
                      .progress_user = stack};
  pl_ls_report report;
  pl_progress_listen(ctx, true);
  pl_status status = pl_least_squares(ctx, &problem, &ls, p, solution->r, solution->jacobian, &report);
  pl_progress_listen(ctx, false);
  solution->nowhere = status == PL_ERROR_INTERRUPTED;
  PL_TRY(status);
  // an abandoned trial: back to the equilibria of the best point
  for (int i = 0; i < fitted->n_fitted && report.outcome == PL_LS_INTERRUPTED; i++)
    if (pl_stage_asks(stage, i)) pl_rig_restore(work->fit_case[i].rig);
  memcpy(material->theta, p, (size_t)stack->n_theta * sizeof *p);
  pl_stack_set(stack, p);
  size_t n_theta = (size_t)stack->n_theta, n_parameter = (size_t)stack->n_parameter;
  for (size_t i = 1; i < (size_t)report.n_active; i++)
    memmove(report.active + i * n_theta, report.active + i * n_parameter, n_theta * sizeof *report.active);
  solution->end = (pl_stage_end){.converged = report.outcome == PL_LS_CONVERGED || report.outcome == PL_LS_FLAT,
                                 .at_limit = report.outcome == PL_LS_ITERATIONS,
                                 .stop_reason = pl_ls_outcome_text(report.outcome),
                                 .n_refused = report.outcome == PL_LS_REFUSED ? report.n_refused : 0,
                                 .n_cut = report.n_active,
                                 .cut_width = stack->n_theta,
                                 .cut = report.active};
  solution->started = report.started;
  solution->objective = report.objective;
  solution->n_failed = report.n_failed;
  // refused steps shorten the next ones until they promise no decrease, which looks like convergence
  if (stack->spent.n_trial > 0 && solution->fell_short.n_trial == 0) solution->fell_short = stack->spent;
  return report.outcome == PL_LS_INTERRUPTED ? PL_ERROR_INTERRUPTED : PL_OK;
}

pl_status pl_stage_evaluate(const pl_material *material, pl_solution *solution) {
  double *p = pl_arena_alloc(solution->arena, (size_t)solution->stack.n_parameter + 1, sizeof *p);
  if (!p) return PL_ERROR_MEMORY;
  pl_stack_get(&solution->stack, material, p);
  solution->n_failed = INT_MAX;
  solution->stack.last = true;
  return pl_stack_evaluate(&solution->stack, p, solution->r, solution->jacobian, &solution->n_failed);
}

pl_goodness pl_solution_goodness(const pl_solution *solution) {
  pl_goodness goodness = {solution->n_failed, 0};
  for (int i = 0; i < solution->stack.n_data; i++) goodness.chi2 += solution->r[i] * solution->r[i];
  return goodness;
}
