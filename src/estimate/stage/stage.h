// stage.h: one least-squares stage of a fit on its current material. The schedules (protocol/tensile/fit.c, fit_capture.c) are made of these.
#ifndef PL_ESTIMATE_STAGE_STAGE_H
#define PL_ESTIMATE_STAGE_STAGE_H

#include "estimate/problem/stack.h"

struct pl_convex_hold;
enum { PL_MAX_HISTORY = 4096 };

// How a stage ended, beside its numbers. A schedule that goes back to an earlier stage goes back to this as well.
typedef struct pl_stage_end {
  bool converged;
  const char *stop_reason;
  int n_cut, cut_width;  // cuts of the set that hold the numbers, of a material of cut_width parameters
  const double *cut;     // [n_cut][cut_width], the fit's arena's
} pl_stage_end;

// What the last stage found. The arrays are the arena's.
typedef struct pl_solution {
  pl_arena *arena;
  pl_stack stack;
  double *r;                  // [n_residual]
  double *jacobian;           // [n_residual][n_parameter]
  double started, objective;  // half the sum of squares where the search began and ended
  int n_failed;               // frames without equilibrium; their rows are 0
  bool nowhere;               // interrupted before the residuals were known at any point: there is nothing to tell
  pl_stage_end end;           // of the last stage that was run; pl_solution_reset keeps it
  pl_spent fell_short;        // of the first stage that ended with such trials, kept likewise; n_trial = 0: none
} pl_solution;

// How well a material meets the data. A lost frame has no residuals, so sums of squares compare only between equal numbers of lost frames.
typedef struct pl_met {
  int n_failed;  // frames without equilibrium
  double chi2;   // sum of squares of the weighted residuals of the data, without priors and links
} pl_met;
pl_met pl_solution_met(const pl_solution *solution);
// Fewer lost frames come first, then the smaller sum: failing never pays.
static inline bool pl_met_better(pl_met a, pl_met b) { return a.n_failed != b.n_failed ? a.n_failed < b.n_failed : a.chi2 < b.chi2; }

// Let go of the last stage's arrays.
pl_status pl_solution_reset(pl_context *ctx, pl_solution *solution);
// The stack of a stage with room for its residuals and Jacobian.
pl_status pl_solution_room(pl_fit *fit, const pl_stage *stage, pl_solution *solution);
// Fit the cases to this material from now on (the fit owns it) and make the rigs of those that take part. Equilibria found before are kept as starts.
pl_status pl_stage_material(pl_fit *fit, const pl_stage *stage, pl_material *material);
// The rigs of the cases that take part forget their equilibria: the next ones begin at the measured shapes.
void pl_stage_forget(const pl_fit *fit, const pl_stage *stage);
// Run to convergence from the material's theta, which receives the result. PL_ERROR_INTERRUPTED leaves the best point so far.
pl_status pl_stage_run(pl_fit *fit, const pl_stage *stage, pl_solution *solution);
// Residuals and Jacobian at the parameters as they stand: after a stage the cases may still hold a rejected trial.
// solution->n_failed tells how many frames have no equilibrium there.
pl_status pl_stage_evaluate(pl_solution *solution);
// The end of a schedule that fits its cases in groups: its status. When it was interrupted, the solution has room for the residuals of all cases of
// `stage`, at the parameters found so far (stopped.c); `nowhere` when there are none.
pl_status pl_fit_stopped(pl_fit *fit, const pl_stage *stage, pl_status status, pl_solution *solution);

// ---- schedules ----
// Force curves of uniform or simulated specimens: constant stiffness, then the candidate model.
pl_status pl_fit_curves(pl_fit *fit, pl_solution *solution);
// Captures of shape and force: the thesis' incremental schedule (3.4.2).
pl_status pl_fit_capture(pl_fit *fit, pl_solution *solution);
// What each capture is compared by (--compare); unless asked for something else, `both`: positions and force vectors of captures with clips. Other tests
// are left as they are.
void pl_fit_capture_prepare(pl_fit *fit, bool both);
// The same captures, the additive model: from StVK to the asked stage, or by choice of addends (Miguel 2016).
pl_status pl_fit_additive(pl_fit *fit, pl_solution *solution);
// Free parameters of the fit's material.
int pl_fit_free(const pl_fit *fit);
// A step of the way of an additive fit, with the material as it stands when it was kept; the name is copied. Beyond PL_MAX_STEP nothing is noted.
pl_status pl_fit_note_step(pl_fit *fit, const pl_fit_step *step);
// What the models on the way of an additive fit predict of the held-out captures or poses: into fit->way.step. The rigs of held-out cases are gone
// afterwards.
pl_status pl_steps_held_out(pl_fit *fit);

// Hung samples: one stiffness tensor, then a field of them (Wang 2011).
pl_status pl_fit_hang(pl_fit *fit, pl_solution *solution);
// The settings of its last stage, and the same schedule towards such a stage with cases of its own.
pl_stage pl_fit_hang_stage(const pl_fit *fit);
pl_status pl_fit_hang_stages(pl_fit *fit, const pl_stage *last, pl_solution *solution);
// Strips that bend under their own weight: one stiffness per direction, then curves over curvature (Wang 2011).
pl_status pl_fit_cantilever(pl_fit *fit, pl_solution *solution);
// The same with settings and cases of its own.
pl_status pl_fit_cantilever_stages(pl_fit *fit, const pl_stage *stage, pl_solution *solution);
// Its first guess, before anything is fitted: one stiffness per direction by Peirce's formula.
pl_status pl_fit_cantilever_guess(pl_fit *fit, pl_material **material);
// Are all of one cloth? By the density of the first strip.
pl_status pl_fit_check_density(const pl_fit *fit);
// Weights hung on and taken off: elasticity and friction of each direction (Miguel 2013).
pl_status pl_fit_weights(pl_fit *fit, pl_solution *solution);
// Strips rolled on cylinders and released: bending friction of each cut and side (Miguel 2013).
pl_status pl_fit_roll(pl_fit *fit, pl_solution *solution);

// After a fit of the same material everywhere: material samples, progressively (Miguel 2016, 5.2). Nothing when options.samples is 1. `hold`: what
// is held convex (convex_hold.h); NULL: nothing.
pl_status pl_fit_samples(pl_fit *fit, const pl_stage *stage, const struct pl_convex_hold *hold, pl_solution *solution);

// Bodies in known homogeneous states: a law of rubber (rubber_model.h).
pl_status pl_fit_homogeneous(pl_fit *fit, pl_solution *solution);
// Bodies in poses, anything measured: a model of solids or sheets (body_model.h).
pl_status pl_fit_poses(pl_fit *fit, pl_solution *solution);
// What any fit with bodies needs, whatever the schedule: steps that are limited. A body that a step has made far
// too soft turns inside out, and its equilibria are sought for minutes.
void pl_fit_poses_prepare(pl_fit *fit, pl_stage_steps *steps);

#endif
