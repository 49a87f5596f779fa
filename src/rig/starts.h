// starts.h: which equilibrium a held-out frame of folded cloth has, and from which start.
//
// Folds are not unique: a sheet may have several equilibria under the same supports. A search that starts at the measured shape finds the
// one nearest to it, so held-out data would enter the prediction silently. Each frame is therefore also sought from the equilibrium of the
// frame before it, which uses supports only. Where both searches agree, the start does not matter. Where they differ, the equilibrium nearer
// to the measured shape is shown and scored, and its start is stated.
#ifndef PL_RIG_STARTS_H
#define PL_RIG_STARTS_H

#include "rig/rig.h"

typedef enum pl_frame_start {
  PL_START_ANY,       // both starts lead to the same equilibrium
  PL_START_MEASURED,  // the measured shape
  PL_START_BEFORE     // the equilibrium of the frame before
} pl_frame_start;

typedef struct pl_start_choice {
  pl_frame_start start;  // of the equilibrium that is used
  // m, root mean square distance from the measured shape of the equilibria from the measured shape and from the frame before; NAN: none found
  double measured, before;
} pl_start_choice;

// After a prediction whose frames started at measured shapes. choice: [n_frame]. *changed: some frame has another equilibrium now; it is
// stored as the start of the next prediction, which must be repeated. Materials with a memory follow one path: their start is kept.
pl_status pl_rig_choose_starts(const pl_rig *rig, const pl_prediction *ask, pl_start_choice *choice, bool *changed);

#endif
