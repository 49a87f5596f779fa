// additive_stage.c: one stage of an additive fit: its residuals from the captured shapes, and no trade of positions for forces
// (additive_run.h).
//
// A stage has more parameters than the one before, so neither forces nor positions need become worse. But the minimum of their sum may
// trade one for the other. If position errors increase, the stage continues with a larger weight of positions until they do not. If that
// would increase the force error by more than a tenth, or not suffice, the minimum of the sum is kept. Trying this by fits would cost more
// than the stage itself: the derivatives at its end predict which weight, if any, is worth trying (lean_outlook.h).
#include <limits.h>
#include <math.h>
#include <string.h>

#include "protocol/capture/fit/additive_run.h"
#include "protocol/capture/fit/lean_outlook.h"
#include "protocol/capture/capture.h"

// Root mean square length of the vectors of a channel, from the residuals of the stage; NAN when it was not compared.
double pl_additive_rms(const pl_additive_run *run, int channel) {
  const pl_fit *fit = run->fit;
  const double *r = run->solution->r;
  double sum = 0, n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!pl_stage_uses(&run->stage, &fit->work, i, k)) continue;
      int n_value = pl_case_values(c, k), width = pl_channel_width(&c->test->channel[k]);
      double sigma = pl_stage_weight_sigma(&run->stage, &fit->work, i, k);
      for (int v = 0; v < n_value && k == channel; v++) {
        if (!c->rig->memory->have_x[v / width]) continue;  // no equilibrium: unknown
        sum += r[v] * r[v] * sigma * sigma;
        n += 1.0 / 3;
      }
      r += n_value;
    }
  return n > 0 ? sqrt(sum / n) : NAN;
}

// The residual of one sigma of noise, in the channel where it is smallest.
void pl_additive_noise_unit(pl_additive_run *run) {
  const pl_fit *fit = run->fit;
  run->stage.noise_unit = 1;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = PL_CAPTURE_CLIP_FORCE; k <= PL_CAPTURE_POSITIONS; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      double counts_as = run->weighting[i].counts_as[k];
      if (pl_stage_asks(&run->stage, i) && counts_as > 0)
        run->stage.noise_unit = fmin(run->stage.noise_unit, pl_case_sigma(c->test, k) / counts_as);
    }
}

// Multiplies the weight of positions by `factor`, from the next stage on.
void pl_additive_lean(pl_additive_run *run, double factor) {
  for (int i = 0; i < run->fit->problem.n_fitted; i++)
    if (pl_stage_asks(&run->stage, i)) run->weighting[i].counts_as[PL_CAPTURE_POSITIONS] /= factor;
  run->leant *= factor;
  pl_additive_noise_unit(run);
}

// The residuals at the present parameters.
static pl_status evaluate(pl_additive_run *run) {
  pl_solution *solution = run->solution;
  double *p = pl_arena_alloc(solution->arena, (size_t)solution->stack.n_parameter + 1, sizeof *p);
  if (!p) return PL_ERROR_MEMORY;
  pl_stack_get(&solution->stack, run->fit->material, p);
  solution->n_failed = INT_MAX;
  return pl_stack_evaluate(&solution->stack, p, solution->r, NULL, &solution->n_failed);
}

// The residuals of the fitted shape, with equilibria that start at the captured shapes. Equilibria followed through all intermediate
// materials may lie in folds that the final material alone would not have.
static pl_status meet(pl_additive_run *run) {
  pl_stage_forget(&run->fit->problem, &run->fit->work, &run->stage);
  PL_TRY(evaluate(run));
  run->met = true;
  return PL_OK;
}

static pl_status fit_leaning(pl_additive_run *run, const char *name, unsigned free, double tolerance) {
  const char *leaning = pl_arena_printf(run->fit->arena, "%s, positions x %g", name, run->leant);
  if (!leaning) return PL_ERROR_MEMORY;
  PL_TRY(pl_additive_fit(run, leaning, free, tolerance));
  return run->met ? PL_OK : meet(run);
}

// Equilibria of the stage's cases, and how their stage ended.
typedef struct met_shapes {
  pl_additive_shape shape;
  pl_stage_end end;
  double **x;     // [n_fitted]: [n_frame][n_dof], m
  bool **have_x;  // [n_fitted]: [n_frame]
} met_shapes;

static pl_status keep_met(const pl_additive_run *run, pl_arena *arena, met_shapes *kept) {
  const pl_fit *fit = run->fit;
  kept->shape = run->shape;
  kept->end = run->solution->end;
  kept->x = pl_arena_alloc(arena, (size_t)fit->problem.n_fitted + 1, sizeof *kept->x);
  kept->have_x = pl_arena_alloc(arena, (size_t)fit->problem.n_fitted + 1, sizeof *kept->have_x);
  if (!kept->x || !kept->have_x) return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!pl_stage_asks(&run->stage, i)) continue;
    size_t n_frame = (size_t)c->test->n_frame, n = n_frame * (size_t)c->rig->body.model->n_dof;
    kept->x[i] = pl_arena_alloc(arena, n + 1, sizeof **kept->x);
    kept->have_x[i] = pl_arena_alloc(arena, n_frame + 1, sizeof **kept->have_x);
    if (!kept->x[i] || !kept->have_x[i]) return PL_ERROR_MEMORY;
    memcpy(kept->x[i], c->rig->memory->x, n * sizeof **kept->x);
    memcpy(kept->have_x[i], c->rig->memory->have_x, n_frame * sizeof **kept->have_x);
  }
  return PL_OK;
}

// Restores a shape and its equilibria: the next search starts and ends there.
static pl_status return_to_met(pl_additive_run *run, const met_shapes *kept, unsigned free) {
  pl_fit *fit = run->fit;
  run->shape = kept->shape;
  PL_TRY(pl_additive_take(run, free));
  run->solution->end = kept->end;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!pl_stage_asks(&run->stage, i)) continue;
    size_t n_frame = (size_t)c->test->n_frame;
    memcpy(c->rig->memory->x, kept->x[i], n_frame * (size_t)c->rig->body.model->n_dof * sizeof *c->rig->memory->x);
    memcpy(c->rig->memory->have_x, kept->have_x[i], n_frame * sizeof *c->rig->memory->have_x);
  }
  PL_TRY(pl_solution_room(&fit->problem, &fit->work, fit->material, &run->stage, run->solution));
  PL_TRY(evaluate(run));
  run->met = true;
  return PL_OK;
}

// The derivatives of the stage at these equilibria.
static pl_status look_ahead(pl_additive_run *run, pl_arena *arena, pl_lean_outlook **outlook) {
  pl_solution *solution = run->solution;
  double *p = pl_arena_alloc(arena, (size_t)solution->stack.n_parameter + 1, sizeof *p);
  if (!p) return PL_ERROR_MEMORY;
  pl_stack_get(&solution->stack, run->fit->material, p);
  int n_failed = INT_MAX;
  PL_TRY(pl_stack_evaluate(&solution->stack, p, solution->r, solution->jacobian, &n_failed));
  return pl_lean_outlook_create(arena, run->fit, solution, PL_CAPTURE_POSITIONS, outlook);
}

// Errors of a stage, m and N, and their limits.
typedef struct bargain {
  double position, force;
  double most_position, most_force;
} bargain;

static bool is_no_worse(const pl_additive_run *run, const bargain *b, int n_failed) {
  return pl_additive_rms(run, PL_CAPTURE_POSITIONS) <= b->most_position && pl_additive_rms(run, PL_CAPTURE_CLIP_FORCE) <= b->most_force &&
         run->solution->n_failed <= n_failed;
}

// True if a fit with that weight of positions is worthwhile. The gain in positions is predicted well to first order. The loss in forces is
// predicted only to about a factor of 2, because their sum of squares contains the captures' weights.
static pl_status is_promising(pl_lean_outlook *outlook, const bargain *b, double weight, bool *promising) {
  const double vague = 2;
  double of_position, of_force;
  PL_TRY(pl_lean_outlook_at(outlook, weight, &of_position, &of_force, promising));
  *promising = *promising && b->position * sqrt(of_position) <= b->most_position &&
               b->force * (sqrt(of_force) - 1) <= vague * (b->most_force - b->force);
  return PL_OK;
}

// Tries weights of positions of 2, 4, 8 times, where the prediction suffices, until positions are within their limit. Restores the state
// before if that is not enough, or costs too much.
static pl_status lean_on_positions(pl_additive_run *run, pl_arena *arena, const bargain *b, const char *name, unsigned free,
                                   double tolerance) {
  const double factor = 2, most = 8;
  int n_failed = run->solution->n_failed;
  met_shapes kept;
  pl_lean_outlook *outlook;
  PL_TRY(look_ahead(run, arena, &outlook));
  PL_TRY(keep_met(run, arena, &kept));
  // later fits free the solution's arena that the outlook uses: all weights are evaluated first
  bool promising[8];
  int n = 0;
  for (double weight = factor; weight <= most; weight *= factor) PL_TRY(is_promising(outlook, b, weight, &promising[n++]));
  double weight = factor;
  for (int i = 0; i < n; i++, weight *= factor) {
    if (!promising[i]) continue;
    pl_additive_lean(run, weight / run->leant);
    PL_TRY(fit_leaning(run, name, free, tolerance));
    if (is_no_worse(run, b, n_failed)) return PL_OK;
  }
  if (run->leant == 1) return PL_OK;
  pl_additive_lean(run, 1 / run->leant);
  return return_to_met(run, &kept, free);
}

pl_status pl_additive_stage_end(pl_additive_run *run, const pl_fit_step *before, const char *name, unsigned free, double tolerance) {
  const double dear = 1.1;  // of forces
  if (!run->met) PL_TRY(meet(run));
  if (!before || pl_additive_rms(run, PL_CAPTURE_POSITIONS) <= before->position) return PL_OK;
  double force = pl_additive_rms(run, PL_CAPTURE_CLIP_FORCE);
  bargain b = {pl_additive_rms(run, PL_CAPTURE_POSITIONS), force, before->position, fmin(dear * force, before->force)};
  if (b.force > b.most_force) return PL_OK;  // no margin in the forces
  pl_arena *arena = pl_arena_create(run->fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = lean_on_positions(run, arena, &b, name, free, tolerance);
  pl_arena_destroy(arena);
  return status;
}

pl_status pl_additive_stage_fit(pl_additive_run *run, const pl_fit_step *before, const char *name, unsigned free, double tolerance) {
  pl_additive_lean(run, 1 / run->leant);
  PL_TRY(pl_additive_fit(run, name, free, tolerance));
  return pl_additive_stage_end(run, before, name, free, tolerance);
}
