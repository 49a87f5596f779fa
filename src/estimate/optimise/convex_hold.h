// convex_hold.h: the energy of a body is held convex around the strains it visits, in every stage of its fit.
#ifndef PL_ESTIMATE_OPTIMISE_CONVEX_HOLD_H
#define PL_ESTIMATE_OPTIMISE_CONVEX_HOLD_H

#include "estimate/optimise/least_squares.h"
#include "estimate/problem/fit.h"

typedef struct pl_convex_hold {
  const pl_strain *strain;
  double box[PL_STRAIN_MAX_VALUE][2];  // strains around which, of n_value
  double floor;                        // N/m or Pa, least eigenvalue
} pl_convex_hold;

// The set that steps of a stage with the material as it stands stay in (pl_stage.set), or NULL without a hold. Where samples begin outside, they are
// moved towards `inner` [n_theta], which is inside; NULL: the material is inside.
pl_status pl_convex_hold_on(pl_fit *fit, const pl_convex_hold *hold, const double *inner, const pl_ls_set **set);

#endif
