// convex_hold.h: constrains the energy of a body to be convex around the visited strains, in every stage of its fit.
#ifndef PL_ESTIMATE_OPTIMISE_CONVEX_HOLD_H
#define PL_ESTIMATE_OPTIMISE_CONVEX_HOLD_H

#include "math/least_squares.h"
#include "estimate/problem/fit.h"

typedef struct pl_convex_hold {
  const pl_strain *strain;
  double box[PL_STRAIN_MAX_VALUE][2];  // limits of the strains, of n_value
  double floor;                        // N/m or Pa, least eigenvalue
} pl_convex_hold;

// The set that contains the steps of a stage with the current material (pl_stage.set); NULL without a constraint. Samples that start
// outside are moved towards `inner` [n_theta], which is inside; NULL: the material is inside.
pl_status pl_convex_hold_on(pl_fit *fit, const pl_convex_hold *hold, const double *inner, const pl_ls_set **set);

#endif
