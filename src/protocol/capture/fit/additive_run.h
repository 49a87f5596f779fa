// additive_run.h: shared by the schedule of the additive model (fit_additive.c) and the choice of addends (addend_choice.c).
#ifndef PL_PROTOCOL_CAPTURE_FIT_ADDITIVE_RUN_H
#define PL_PROTOCOL_CAPTURE_FIT_ADDITIVE_RUN_H

#include "estimate/model/additive_model.h"
#include "estimate/optimise/convex_set.h"
#include "estimate/stage/stage.h"

typedef struct pl_additive_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_stage stage;                   // present stage: its cases, its convex set, its noise unit
  pl_case_weighting *weighting;     // [n_fitted], of the present stage: changed by weigh() and pl_additive_lean only
  const bool *of_edges, *of_clips;  // [n_fitted], captures at a table edge, and those with clips; in both: nothing is compared
  pl_additive_shape shape;          // as fitted so far
  double density;                   // kg/m^2
  double leant;                     // factor on the weight of positions relative to weigh() (pl_additive_stage_fit)
  bool met;              // equilibria of the membrane's captures were computed with the present shape, starting from the captured shapes
                         // (additive_stage.c)
  bool edges;            // captures at a table edge determine bending; otherwise it is fitted along with everything
  pl_arena *set_arena;   // of the convex set of the present stage
  pl_convex_set *set;    // that set; NULL: none
  double visited[3][2];  // strains visited by results, part of the range in which the energy is kept convex (additive_hold.c)
} pl_additive_run;

// Which parameters a stage fits.
enum { PL_FREE_MEMBRANE = 1, PL_FREE_BENDING = 2 };

// The settings of the first stage: all cases.
pl_status pl_additive_stage_begin(pl_additive_run *run);
// Sets the shape as the fit's material, with its convex set. The cases of the stage get rigs for it.
pl_status pl_additive_take(pl_additive_run *run, unsigned free);
// Fits the shape, which receives the result.
pl_status pl_additive_fit(pl_additive_run *run, const char *name, unsigned free, double tolerance);
// Root mean square norm of the vectors of a channel, from the residuals of the solution; NAN if it was not compared.
double pl_additive_rms(const pl_additive_run *run, int channel);
// The noise unit of the stage: the residual of one sigma of noise, in the channel where it is smallest.
void pl_additive_noise_unit(pl_additive_run *run);
// Multiplies the weight of positions by `factor`, from the next stage on.
void pl_additive_lean(pl_additive_run *run, double factor);
// Fits the shape and computes its residuals from the captured shapes. Positions are no worse than those of `before`, unless that costs too
// much force. Weights keep their new values. NULL: nothing to compare with.
pl_status pl_additive_stage_fit(pl_additive_run *run, const pl_fit_step *before, const char *name, unsigned free, double tolerance);
// The same for a shape that is already fitted.
pl_status pl_additive_stage_end(pl_additive_run *run, const pl_fit_step *before, const char *name, unsigned free, double tolerance);
// The StVK parameters that fit the clip forces at the captured shapes best, N/m and 1. The shape must be one of StVK, and set.
pl_status pl_additive_balance_forces(pl_additive_run *run, double *young, double *poisson);
// N m, hinges along warp, weft and diagonal that balance the weight of the stage's cases at their captured shapes. *known is false, and
// bend unchanged, when no table edge is known.
pl_status pl_additive_balance_bending(pl_additive_run *run, double bend[3], bool *known);
// The next fit starts at the captured shapes. If it takes no step, its residuals are those of its material from there.
void pl_additive_begin_anew(pl_additive_run *run);
// Records a step, with the present material; held_out may be NAN.
pl_status pl_additive_note(pl_additive_run *run, const char *name, double held_out, bool kept);

// From now on the energy is also kept convex over the strains that the stage's captures visit (additive_hold.c). *moved: the shape was not
// convex there, and is now.
pl_status pl_additive_hold(pl_additive_run *run, unsigned free, bool *moved);

// Adds internal friction for warp, weft and shear if the captures determine it, fitted together with all elastic parameters along the
// measured path (additive_friction.c).
pl_status pl_additive_add_friction(pl_additive_run *run, const char *name, unsigned free);

// From the present state: raises the addend that reduces the error on left-out examples most, and removes what is not needed, until neither
// helps. Uses the options folds and refine.
pl_status pl_addend_choice(pl_additive_run *run, unsigned free, double tolerance);

#endif
