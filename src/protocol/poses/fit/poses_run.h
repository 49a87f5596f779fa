// poses_run.h: what the schedule of bodies in poses (fit_poses.c) and the choice of their addends (body_choice.c) share.
#ifndef PL_PROTOCOL_POSES_FIT_POSES_RUN_H
#define PL_PROTOCOL_POSES_FIT_POSES_RUN_H

#include "estimate/model/body_model.h"
#include "estimate/optimise/convex_hold.h"
#include "protocol/poses/fit/poses_sizes.h"
#include "estimate/stage/stage.h"

typedef struct pl_poses_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_stage stage;              // settings of its stages
  const pl_convex_hold *hold;  // what its last stage held convex; NULL: nothing
  const pl_body_row *row;
  bool solid, scale_held;
  double size;  // m
  pl_body_guess guess;
  pl_sizes sizes;
} pl_poses_run;

// The fit's material from now on, a body or a sheet; the number that stands for its size is held where nothing tells it.
pl_status pl_poses_take(pl_poses_run *run, pl_material *material);
// The set of materials that are convex around the strains visited (run->guess.range), which run->hold tells from now on. Where the material is outside
// it is moved towards `inner` [n_theta], which is inside; NULL: it is inside.
pl_status pl_poses_hold_convex(pl_poses_run *run, const double *inner, const pl_ls_set **set);

// Can addends be chosen by these poses, with these options?
pl_status pl_body_choice_check(const pl_poses_run *run);
// From the isotropic body, which is fitted and in the guess: raise the addend that poses left out ask for most, take away what they do not need,
// until neither pays (fit->problem.options.folds, fit->problem.options.refine).
pl_status pl_body_choice(pl_poses_run *run);

#endif
