// poses_run.h: shared by the schedule of bodies in poses (fit_poses.c) and the choice of their addends (body_choice.c).
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
  const pl_convex_hold *hold;  // convexity constraint of its last stage; NULL: none
  const pl_body_row *row;
  bool solid, scale_held;
  double size;  // m
  pl_body_guess guess;
  pl_sizes sizes;
} pl_poses_run;

// Sets the fit's material, a body or a sheet; the parameter of absolute stiffness is fixed if it is not identifiable.
pl_status pl_poses_take(pl_poses_run *run, pl_material *material);
// The set of materials that are convex around the visited strains (run->guess.range); run->hold describes it. A material outside is moved
// towards `inner` [n_theta], which is inside; NULL: it is inside.
pl_status pl_poses_hold_convex(pl_poses_run *run, const double *inner, const pl_ls_set **set);

// Fails if addends cannot be chosen by these poses with these options.
pl_status pl_body_choice_check(const pl_poses_run *run);
// Starts from the fitted isotropic body in the guess. Raises the addend that reduces the error of left-out poses most, and removes what is
// not needed, until neither helps. Uses the options folds and refine.
pl_status pl_body_choice(pl_poses_run *run);

#endif
