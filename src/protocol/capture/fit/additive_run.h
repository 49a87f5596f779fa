// additive_run.h: what the schedule of the additive model (fit_additive.c) and the choice of addends (addend_choice.c) share.
#ifndef PL_PROTOCOL_CAPTURE_FIT_ADDITIVE_RUN_H
#define PL_PROTOCOL_CAPTURE_FIT_ADDITIVE_RUN_H

#include "estimate/model/additive_model.h"
#include "estimate/optimise/convex_set.h"
#include "estimate/stage/stage.h"

typedef struct pl_additive_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_stage stage;                   // at hand: its cases, its convex set, its noise unit
  const bool *of_edges, *of_clips;  // [n_fitted], captures at a table edge, and those with clips; both where nothing is compared
  pl_additive_shape shape;          // as fitted so far
  double density;                   // kg/m^2
  double leant;                     // positions weigh this many times what weigh() gave them (pl_additive_stage_fit)
  bool met;              // equilibria of the membrane's captures are those of the shape from the captured shapes on (additive_stage.c)
  bool edges;            // captures at a table edge say what bending is; otherwise it is fitted along with everything
  pl_arena *set_arena;   // of the convex set of the stage at hand
  pl_convex_set *set;    // that set; NULL: none
  double visited[3][2];  // strains that results visited, part of where the energy is held convex (additive_hold.c)
} pl_additive_run;

// Which numbers a stage fits.
enum { PL_FREE_MEMBRANE = 1, PL_FREE_BENDING = 2 };

// The settings of the first stage: all cases.
pl_status pl_additive_stage_begin(pl_additive_run *run);
// The shape as the fit's material, with its convex set. The cases at work get rigs of it.
pl_status pl_additive_take(pl_additive_run *run, unsigned free);
// Fit the shape, which receives the result.
pl_status pl_additive_fit(pl_additive_run *run, const char *name, unsigned free, double tolerance);
// Root mean square length of the vectors of a channel, from the residuals of the solution; NAN when it was not compared.
double pl_additive_rms(const pl_additive_run *run, int channel);
// The noise unit of the stage: the residual that one sigma of noise makes, in the channel where it is smallest.
void pl_additive_noise_unit(pl_additive_run *run);
// Positions weigh `factor` times as much as before, from the next stage on.
void pl_additive_lean(pl_additive_run *run, double factor);
// Fit the shape and find what it leaves by itself; positions are no worse than `before` left them where that is not dear. Weights stay what they
// became. NULL: nothing to compare with.
pl_status pl_additive_stage_fit(pl_additive_run *run, const pl_fit_step *before, const char *name, unsigned free, double tolerance);
// The same of a shape that is fitted already.
pl_status pl_additive_stage_end(pl_additive_run *run, const pl_fit_step *before, const char *name, unsigned free, double tolerance);
// The numbers of StVK that explain the clip forces at the captured shapes best, N/m and 1. The shape is one of StVK, and taken.
pl_status pl_additive_balance_forces(pl_additive_run *run, double *young, double *poisson);
// N m, hinges along warp, weft and diagonal that carry the weight of the cases at work at their captured shapes. *known is false, and bend as it
// was, when none of them tells where the edge of its table is.
pl_status pl_additive_balance_bending(pl_additive_run *run, double bend[3], bool *known);
// The fit to come begins at the captured shapes. When it takes no step, it ends at what its material leaves by itself.
void pl_additive_begin_anew(pl_additive_run *run);
// Note a step of the way, with the material as it stands; held_out may be NAN.
pl_status pl_additive_note(pl_additive_run *run, const char *name, double held_out, bool kept);

// From now on the energy is held convex over the strains that the captures at work visit as well (additive_hold.c). *moved: the shape was not convex
// there, and is now.
pl_status pl_additive_hold(pl_additive_run *run, unsigned free, bool *moved);

// Internal friction beside warp, weft and shear, where the captures tell it, fitted together with all elastic numbers along the measured path
// (additive_friction.c).
pl_status pl_additive_add_friction(pl_additive_run *run, const char *name, unsigned free);

// From where the run stands: raise the addend that examples left out ask for most, take away what they do not need, until neither pays
// (fit->problem.options.folds, fit->problem.options.refine).
pl_status pl_addend_choice(pl_additive_run *run, unsigned free, double tolerance);

#endif
