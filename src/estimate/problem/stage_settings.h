// stage_settings.h: how one least-squares stage of a fit is run, as a value.
//
// A schedule takes pl_stage_default, changes its copy and passes it on by const pointer: to the rigs, the predictions and the steps. Nothing of it is
// kept in the fit.
#ifndef PL_ESTIMATE_PROBLEM_STAGE_SETTINGS_H
#define PL_ESTIMATE_PROBLEM_STAGE_SETTINGS_H

#include "estimate/optimise/least_squares.h"
#include "estimate/problem/fit.h"

// Limits of the steps (pl_ls_options), and what a trial step may cost.
typedef struct pl_stage_steps {
  double fall, rise;  // relative limits of one step; 0: none
  double hopeless;    // mean square of residuals above which steps that hardly lower the objective end the stage; 0: none
  int effort;         // solver iterations of a frame in a trial step (pl_prediction.effort); 0: no limit
  // One of many models in a row, each close to the one before. Predictions on the way are drafts (pl_prediction.draft); refused trials return to the
  // equilibria of the accepted point; the damping leaps (pl_ls_options.leap), and starts small where the tolerance is fine.
  bool chained;
} pl_stage_steps;

typedef struct pl_stage {
  const char *name;      // static text, or the fit's arena's
  const bool *left_out;  // [n_fitted], cases that take no part: not even predicted; NULL: none
  const bool *held;      // [n_theta], parameters that are held beside the frozen ones; NULL: none
  bool hold_intrinsics;  // intrinsic parameters stay: while curves are still crude an offset would make up for their errors
  int max_iterations;
  double tolerance;  // relative decrease of the objective that ends the stage
  pl_stage_steps steps;
  // Residual of one sigma of noise: below 1 where residuals are weighed with larger sigmas. The prior's rows are in this unit, or the prior would
  // outweigh data that are weighed less than they know.
  double noise_unit;
  const pl_ls_set *set;  // where parameters are kept (theta, then intrinsic ones); NULL: anywhere
  pl_fit_ties ties;
  pl_rig_options rig;  // of the rigs that are made for it
  pl_solve_options solve;
} pl_stage;

// As the options of the fit ask: every case, no limits beside the effort of a trial.
pl_stage pl_stage_default(const pl_fit *fit);
// The same under another name.
static inline pl_stage pl_stage_named(const pl_stage *stage, const char *name) {
  pl_stage named = *stage;
  named.name = name;
  return named;
}

// Does fitted case i take part?
static inline bool pl_stage_asks(const pl_stage *stage, int i) { return !stage->left_out || !stage->left_out[i]; }
// Is parameter j of the material held, frozen or by the stage?
static inline bool pl_stage_holds(const pl_stage *stage, const pl_material *material, int j) {
  return material->parameter[j].frozen || (stage->held && stage->held[j]);
}
// Is a channel of fitted case i part of the objective?
static inline bool pl_stage_uses(const pl_stage *stage, const pl_fit *fit, int i, int channel) {
  return pl_stage_asks(stage, i) && pl_case_used(&fit->problem.fit_case[i], channel);
}

#endif
