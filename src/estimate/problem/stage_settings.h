// stage_settings.h: the settings of one least-squares stage, passed by value.
//
// A schedule takes pl_stage_default, changes its copy and passes it by const pointer to the rigs, the predictions and the steps. The fit
// keeps no copy.
#ifndef PL_ESTIMATE_PROBLEM_STAGE_SETTINGS_H
#define PL_ESTIMATE_PROBLEM_STAGE_SETTINGS_H

#include "math/least_squares.h"
#include "estimate/problem/fit.h"

// Limits of the steps (pl_ls_options), and the iteration limit of a trial step.
typedef struct pl_stage_steps {
  double fall, rise;      // relative limits of one step; 0: none
  double large_residual;  // mean square of residuals above which steps that hardly lower the objective end the stage; 0: disabled
  int effort;             // maximum solver iterations of a frame in a trial step (pl_prediction.effort); 0: no limit
  // The stage is one of many similar models in a row. Intermediate predictions are drafts (pl_prediction.draft). Refused trials return to
  // the equilibria of the accepted point. The damping leaps (pl_ls_options.leap), and starts small if the tolerance is fine.
  bool chained;
} pl_stage_steps;

typedef struct pl_stage {
  const char *name;                    // static text, or in the fit's arena
  const bool *left_out;                // [n_fitted], cases that take no part and are not predicted; NULL: none
  const pl_case_weighting *weighting;  // [n_fitted], compared channels and their weights; NULL: every observed channel, by its noise
  const bool *held;                    // [n_theta], parameters fixed in addition to the frozen ones; NULL: none
  bool hold_intrinsics;                // intrinsic parameters are fixed: while curves are crude, an offset would absorb their errors
  bool scan;  // one of a row of fits with a parameter fixed at one value after another, of which the best is the start
  int max_iterations;
  double tolerance;  // relative decrease of the objective that ends the stage
  pl_stage_steps steps;
  // Residual that corresponds to one sigma of noise: below 1 where residuals are weighted with larger sigmas. The prior's rows have the
  // same unit, or the prior would outweigh such data.
  double noise_unit;
  const pl_ls_set *set;  // constraint set of the parameters (theta, then intrinsic ones); NULL: none
  pl_fit_ties ties;
  pl_rig_options rig;  // for the rigs of this stage
  pl_solve_options solve;
} pl_stage;

// A table of weightings [n_fitted] for a stage, all zero; NULL: no memory.
pl_case_weighting *pl_weightings_create(pl_arena *arena, const pl_fit_problem *problem);
// By the options of the problem: every case, no limits except the iterations of a trial.
pl_stage pl_stage_default(const pl_fit_problem *problem);
// The same under another name.
static inline pl_stage pl_stage_named(const pl_stage *stage, const char *name) {
  pl_stage named = *stage;
  named.name = name;
  return named;
}

// True if fitted case i takes part.
static inline bool pl_stage_asks(const pl_stage *stage, int i) { return !stage->left_out || !stage->left_out[i]; }
// True if parameter j of the material is frozen or fixed by the stage.
static inline bool pl_stage_holds(const pl_stage *stage, const pl_material *material, int j) {
  return material->parameter[j].frozen || (stage->held && stage->held[j]);
}
// The weighting of case i. Stages that predict held-out cases have none.
const pl_case_weighting *pl_stage_weighting(const pl_stage *stage, int i);
// True if a channel of case i is part of the objective.
static inline bool pl_stage_uses(const pl_stage *stage, const pl_fit_work *work, int i, int channel) {
  return pl_stage_asks(stage, i) && work->fit_case[i].predicted[channel] && !pl_stage_weighting(stage, i)->unused[channel];
}
// SI, divisor of the residuals of a channel of case i where all values have the same weight.
static inline double pl_stage_weight_sigma(const pl_stage *stage, const pl_fit_work *work, int i, int channel) {
  return pl_weighted_sigma(&work->fit_case[i], pl_stage_weighting(stage, i), channel);
}
// The same for one value: its sigma over its importance; INFINITY where that is 0.
static inline double pl_stage_row_sigma(const pl_stage *stage, const pl_fit_work *work, int i, int channel, int value) {
  return pl_weighted_row_sigma(&work->fit_case[i], pl_stage_weighting(stage, i), channel, value);
}

#endif
