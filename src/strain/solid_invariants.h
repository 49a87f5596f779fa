// solid_invariants.h: the invariants of C = F^T F as functions of F, for the two measures built on them.
//
//   I1 = sum_I F_I.F_I,                    dI1/dF_I = 2 F_I,                          d2I1/dF_I dF_J = 2 delta_IJ 1
//   I2 = (I1^2 - C:C)/2,                   dI2/dF_I = 2 I1 F_I - 2 sum_J C_IJ F_J,
//   d2I2/dF_I dF_J = 4 F_I F_J^T - 2 F_J F_I^T - 2 C_IJ 1 + 2 delta_IJ (I1 1 - B),     C_IJ = F_I.F_J,  B = sum_K F_K F_K^T
//   J = det F                              (solid_det.h)
#ifndef PL_STRAIN_SOLID_INVARIANTS_H
#define PL_STRAIN_SOLID_INVARIANTS_H

#include "strain/solid_det.h"

// value[3] = I1, I2, J and p[27] their derivatives.
void pl_solid_invariants_of(const pl_lanes *f, pl_lanes *value, pl_lanes *p);
// a[81] += sum_i t_i d2/dF dF.
void pl_solid_add_invariants_hess(const pl_lanes *f, const pl_lanes *t, pl_lanes *a);

#endif
