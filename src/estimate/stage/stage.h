// stage.h: one least-squares stage of a fit on its current material. The schedules (curves.c, fit_capture.c) consist of these.
#ifndef PL_ESTIMATE_STAGE_STAGE_H
#define PL_ESTIMATE_STAGE_STAGE_H

#include "estimate/problem/stack.h"

struct pl_convex_hold;
enum { PL_MAX_HISTORY = 4096 };

// How a stage ended, besides its parameters. A schedule that restores an earlier stage restores this as well.
typedef struct pl_stage_end {
  bool converged;
  bool at_limit;  // it used all its iterations
  const char *stop_reason;
  int n_refused;         // steps refused in succession at the end, where convergence failed by them
  int n_cut, cut_width;  // active cuts of the set, for a material of cut_width parameters
  const double *cut;     // [n_cut][cut_width], in the fit's arena
} pl_stage_end;

// Result of the last stage. The arrays are in the arena.
typedef struct pl_solution {
  pl_arena *arena;
  pl_stack stack;
  double *r;                  // [n_residual]
  double *jacobian;           // [n_residual][n_parameter]
  double started, objective;  // half the sum of squares at start and end of the search
  int n_failed;               // frames without equilibrium; their rows are 0
  bool nowhere;               // interrupted before any residuals were known: there is no result
  pl_stage_end end;           // of the last stage that was run; pl_solution_reset keeps it
  pl_spent fell_short;        // of the first stage that ended with such trials, also kept; n_trial = 0: none
} pl_solution;

// Goodness of fit of a material. A failed frame has no residuals, so sums of squares are comparable only for equal numbers of failed
// frames.
typedef struct pl_goodness {
  int n_failed;  // frames without equilibrium
  double chi2;   // sum of squares of the weighted residuals of the data, without priors and links
} pl_goodness;
pl_goodness pl_solution_goodness(const pl_solution *solution);
// Fewer failed frames come first, then the smaller sum: a failure never counts as an improvement.
static inline bool pl_goodness_better(pl_goodness a, pl_goodness b) {
  return a.n_failed != b.n_failed ? a.n_failed < b.n_failed : a.chi2 < b.chi2;
}

// Frees the last stage's arrays.
pl_status pl_solution_reset(pl_context *ctx, pl_solution *solution);
// The stack of a stage with room for its residuals and Jacobian.
pl_status pl_solution_room(const pl_fit_problem *problem, pl_fit_work *work, const pl_material *material, const pl_stage *stage,
                           pl_solution *solution);
// Replaces the material that is fitted, *now, which is destroyed, and makes the rigs of the cases that take part. Equilibria found before
// are kept as starts.
pl_status pl_stage_material(const pl_fit_problem *problem, pl_fit_work *work, const pl_stage *stage, pl_material **now,
                            pl_material *material);
// The rigs of the cases that take part forget their equilibria: the next ones start at the measured shapes.
void pl_stage_forget(const pl_fit_problem *problem, pl_fit_work *work, const pl_stage *stage);
// Runs to convergence from the material's theta, which receives the result. After PL_ERROR_INTERRUPTED it is the best point so far.
pl_status pl_stage_run(const pl_fit_problem *problem, pl_fit_work *work, pl_material *material, const pl_stage *stage,
                       pl_solution *solution);
// Residuals and Jacobian at the current parameters: after a stage the cases may still hold a rejected trial. The field solution->n_failed
// is the number of frames without equilibrium.
pl_status pl_stage_evaluate(const pl_material *material, pl_solution *solution);
// Ends a schedule that fits its cases in groups, and returns its status. If it was interrupted, the solution gets room for the residuals of
// all cases of `stage` at the present parameters (stopped.c). The status is `nowhere` when there are none.
pl_status pl_fit_stopped(pl_fit *fit, const pl_stage *stage, pl_status status, pl_solution *solution);

// ---- schedules ----
// Force curves of uniform or simulated specimens: constant stiffness, then the candidate model.
pl_status pl_fit_curves(pl_fit *fit, pl_solution *solution);
// Tests of any protocol: the terms of the material file that the model names, in one stage.
pl_status pl_fit_file_terms(pl_fit *fit, pl_solution *solution);
// Free parameters of the fit's material.
int pl_fit_free(const pl_fit *fit);
// Records a step of an additive fit, with the current material if it was kept; the name is copied. Steps beyond PL_MAX_STEP are not
// recorded.
pl_status pl_fit_note_step(pl_fit *fit, const pl_fit_step *step);
// Predicts the held-out captures or poses with the models of an additive fit: into fit->way.step. The rigs of held-out cases are freed.
pl_status pl_steps_held_out(pl_fit *fit);

// After a homogeneous fit: material samples, progressively (Miguel 2016, 5.2). Does nothing when options.samples is 1. `hold`: convexity
// constraint (convex_hold.h); NULL: none.
pl_status pl_fit_samples(pl_fit *fit, const pl_stage *stage, const struct pl_convex_hold *hold, pl_solution *solution);

#endif
