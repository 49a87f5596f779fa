// convex_hold.h: the energy of a body is held convex around the strains it visits, in every stage of its fit.
#ifndef PL_ESTIMATE_OPTIMISE_CONVEX_HOLD_H
#define PL_ESTIMATE_OPTIMISE_CONVEX_HOLD_H

#include "estimate/problem/fit.h"

typedef struct pl_convex_hold {
  const pl_strain *strain;
  double box[PL_STRAIN_MAX_VALUE][2];  // strains around which, of n_value
  double floor;                        // N/m or Pa, least eigenvalue
} pl_convex_hold;

// Steps of the next stage, with the material as it stands, stay in the set (fit->control.set). Where samples begin outside, they are moved towards `inner`
// [n_theta], which is inside; NULL: the material is inside.
pl_status pl_convex_hold_on(pl_fit *fit, const double *inner);

#endif
