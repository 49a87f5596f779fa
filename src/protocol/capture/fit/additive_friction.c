// additive_friction.c: internal friction in addition to an additive energy, from captures that load and unload.
//
// Miguel 2016 (section 6) names hysteresis in the captures as the cause of bias in the elastic model. Here the elastic stages are finished
// first. Then Dahl friction is added for the strains whose motions were captured, for any set of addends, StVK included. Starting values
// come from forces at the captured shapes (capture_friction.h). Elastic parameters are fitted along there, so that friction does not absorb
// their bias, but they are not kept: they need not be convex. Then everything is fitted together, frames in order, with the weights and the
// convex set of the last stage. The set constrains elastic parameters only: friction is not part of the energy.
#include <string.h>

#include "protocol/capture/fit/additive_run.h"
#include "protocol/capture/fit/capture_friction.h"

static void switch_on(pl_additive_run *run) {
  run->shape.friction_kind = (pl_friction)run->fit->problem.options.friction;
  for (int i = 0; i < 3; i++) {
    double tau = 0.1 * (run->shape.range[i][1] - run->shape.range[i][0]);  // no effect while a and b are 0
    int rate = run->shape.friction_kind == PL_FRICTION_CONSTANT ? 1 : 2;
    run->shape.friction[i] = (pl_additive_friction){.on = pl_capture_tells_friction(run->fit, &run->stage, i == PL_SLOT_SHEAR)};
    run->shape.friction[i].value[rate] = tau;
  }
}

pl_status pl_additive_add_friction(pl_additive_run *run, const char *name, unsigned free) {
  const double rough = 1e-3, fine = 1e-6;
  const pl_fit_step *before = run->fit->way.n_step > 0 ? &run->fit->way.step[run->fit->way.n_step - 1] : NULL;
  switch_on(run);
  PL_TRY(pl_additive_take(run, free));
  PL_TRY(pl_capture_friction_start(run->fit, &run->stage, false, run->solution));
  pl_additive_values(run->fit->material, &run->shape);
  pl_additive_begin_anew(run);
  PL_TRY(pl_additive_fit(run, name, free, rough));
  return pl_additive_stage_fit(run, before && before->kept ? before : NULL, name, free, fine);
}
