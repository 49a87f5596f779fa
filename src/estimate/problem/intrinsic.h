// intrinsic.h: intrinsic parameters of one test when the material is given.
//
// Some parameters belong to a specimen and its mounting, not to the material. The zero of a displacement, an error of the cutting angle, a
// clamp's tilt. For a held-out test they are estimated from that test alone, by least squares with the material fixed (Wang 2011, 6.1).
#ifndef PL_ESTIMATE_PROBLEM_INTRINSIC_H
#define PL_ESTIMATE_PROBLEM_INTRINSIC_H

#include "estimate/problem/fit.h"

// Fills intrinsic and intrinsic_sigma of case `index`, from its readings and the covariance of the fit's theta. Its prediction is left at
// the result. Does nothing if the case has none.
pl_status pl_intrinsics_alone(pl_fit *fit, int index);

#endif
