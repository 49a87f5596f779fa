// linear_stage.c: see linear_stage.h.
#include "estimate/stage/linear_stage.h"

#include <math.h>
#include <string.h>

#include "estimate/optimise/linear_fit.h"

enum { N_FOLD = 5 };
#define MET 0.25          // sigmas
#define MET_SHARE 2.5e-3  // of the readings
#define WORTH 0.97        // of the held-out error: a larger model must reduce it below this

pl_status pl_linear_stage_make(const pl_fit_problem *fitted, pl_fit_work *work, const pl_material *material, const pl_stage *stage,
                               pl_solution *solution) {
  PL_TRY(pl_solution_room(fitted, work, material, stage, solution));
  return pl_stage_evaluate(material, solution);
}

// The rows of r(p) without one fold (fold < 0: all), as |matrix p - target|.
static pl_status gather(const pl_material *material, const pl_solution *s, int fold, pl_linear_problem *problem) {
  size_t n = (size_t)s->stack.n_parameter, n_row = (size_t)s->stack.n_data;
  double *matrix = pl_arena_alloc(s->arena, n_row * n + 1, sizeof *matrix), *target = pl_arena_alloc(s->arena, n_row + 1, sizeof *target);
  if (!matrix || !target) return PL_ERROR_MEMORY;
  *problem = (pl_linear_problem){.n = (int)n, .matrix = matrix, .target = target};
  for (size_t i = 0; i < n_row; i++) {
    if ((int)(i % N_FOLD) == fold) continue;
    double *row = matrix + n * (size_t)problem->n_row, sum = -s->r[i];
    for (size_t j = 0; j < n; j++) sum += (row[j] = s->jacobian[i * n + j]) * material->theta[j];
    target[problem->n_row++] = sum;
  }
  return PL_OK;
}

// A frozen parameter has equal bounds.
static pl_status solve_rows(const pl_material *material, const pl_solution *s, const pl_linear_problem *problem, double *p) {
  double *lower = pl_arena_alloc(s->arena, (size_t)problem->n + 1, sizeof *lower), objective;
  double *upper = pl_arena_alloc(s->arena, (size_t)problem->n + 1, sizeof *upper);
  if (!lower || !upper) return PL_ERROR_MEMORY;
  for (int j = 0; j < problem->n; j++) {
    bool frozen = s->stack.frozen[j];
    lower[j] = frozen ? material->theta[j] : s->stack.bounds.lower[j];
    upper[j] = frozen ? material->theta[j] : s->stack.bounds.upper[j];
  }
  return pl_linear_fit(pl_arena_context(s->arena), problem, lower, upper, p, &objective);
}

static pl_status solve(const pl_material *material, const pl_solution *s, int fold, double *p) {
  pl_linear_problem problem;
  PL_TRY(gather(material, s, fold, &problem));
  return solve_rows(material, s, &problem, p);
}

// The readings are J theta - r; with other errors they would be J theta + error.
pl_status pl_linear_stage_with_errors(const pl_material *material, const pl_solution *s, const double *error, double *p) {
  pl_linear_problem problem;
  PL_TRY(gather(material, s, -1, &problem));
  double *target = pl_arena_alloc(s->arena, (size_t)problem.n_row + 1, sizeof *target);
  if (!target) return PL_ERROR_MEMORY;
  for (int i = 0; i < problem.n_row; i++) target[i] = problem.target[i] + s->r[i] + error[i];
  problem.target = target;
  return solve_rows(material, s, &problem, p);
}

// The readings are r at zero stiffness: r - J theta.
pl_status pl_linear_stage_held_out(const pl_material *material, const pl_solution *s, pl_held_out *out) {
  int n = s->stack.n_parameter;
  double *p = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *p), sum = 0, size = 0;
  if (!p) return PL_ERROR_MEMORY;
  for (int fold = 0; fold < N_FOLD; fold++) {
    PL_TRY(solve(material, s, fold, p));
    for (int i = fold; i < s->stack.n_data; i += N_FOLD) {
      double r = s->r[i], reading = s->r[i];
      for (int j = 0; j < n; j++) {
        r += s->jacobian[i * n + j] * (p[j] - material->theta[j]);
        reading -= s->jacobian[i * n + j] * material->theta[j];
      }
      sum += r * r;
      size += reading * reading;
    }
  }
  out->error = sqrt(sum / s->stack.n_data);
  out->met = fmin(MET, MET_SHARE * sqrt(size / s->stack.n_data));
  return PL_OK;
}

pl_status pl_linear_stage_start(const pl_fit_problem *fitted, pl_fit_work *work, pl_material *material, const pl_stage *stage,
                                pl_solution *solution) {
  PL_TRY(pl_linear_stage_make(fitted, work, material, stage, solution));
  double *p = pl_arena_alloc(solution->arena, (size_t)solution->stack.n_parameter + 1, sizeof *p);
  if (!p) return PL_ERROR_MEMORY;
  PL_TRY(solve(material, solution, -1, p));
  memcpy(material->theta, p, (size_t)material->n_theta * sizeof *p);
  pl_linear_stage_scale(material);
  return PL_OK;
}

// Solved for the change d = p - theta: |J d + r| over the rows of the data and of the prior, whose centre is theta. Along a direction that
// the data do not determine only the prior's rows remain. Without a prior (--prior 0) a parameter that occurs in no row is not changed.
pl_status pl_linear_stage_near(const pl_fit_problem *fitted, pl_fit_work *work, pl_material *material, const pl_stage *stage,
                               pl_solution *solution) {
  double *theta = material->theta, objective;
  PL_TRY(pl_linear_stage_make(fitted, work, material, stage, solution));
  const pl_stack *stack = &solution->stack;
  size_t n = (size_t)stack->n_parameter;
  double *target = pl_arena_alloc(solution->arena, (size_t)stack->n_residual + 1, sizeof *target);
  double *change = pl_arena_alloc(solution->arena, n + 1, sizeof *change);
  double *lower = pl_arena_alloc(solution->arena, n + 1, sizeof *lower), *upper = pl_arena_alloc(solution->arena, n + 1, sizeof *upper);
  if (!target || !change || !lower || !upper) return PL_ERROR_MEMORY;
  for (int i = 0; i < stack->n_residual; i++) target[i] = -solution->r[i];
  for (int j = 0; j < stack->n_parameter; j++) {
    lower[j] = stack->frozen[j] ? 0 : stack->bounds.lower[j] - theta[j];
    upper[j] = stack->frozen[j] ? 0 : stack->bounds.upper[j] - theta[j];
  }
  pl_linear_problem problem = {.n = stack->n_parameter, .n_row = stack->n_residual, .target = target, .matrix = solution->jacobian};
  PL_TRY(pl_linear_fit(pl_arena_context(solution->arena), &problem, lower, upper, change, &objective));
  for (int j = 0; j < material->n_theta; j++) theta[j] += change[j];
  return PL_OK;
}

void pl_linear_stage_scale(pl_material *material) {
  for (int j = 0; j < material->n_theta; j++) material->parameter[j].scale = fmax(material->parameter[j].scale, fabs(material->theta[j]));
}

bool pl_linear_stage_improves(const pl_held_out *fewer, const pl_held_out *more) {
  return fewer->error > fewer->met && more->error < WORTH * fewer->error;
}
