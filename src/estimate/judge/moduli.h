// moduli.h: Young's modulus, Poisson's ratio and shear modulus at small strain, each with its standard deviation. For a heterogeneous
// material: at the softest 5 %, the median and the stiffest 5 % of the body.
#ifndef PL_ESTIMATE_JUDGE_MODULI_H
#define PL_ESTIMATE_JUDGE_MODULI_H

#include "estimate/problem/fit.h"

enum { PL_MODULI_MAX = 8, PL_MODULI_PLACES = 3 };
extern const double pl_moduli_share[PL_MODULI_PLACES];  // fraction of the volume (of a sheet: the area) with no larger value: 0.05, 0.5,
                                                        // 0.95

typedef struct pl_modulus {
  const char *name;  // "Young's modulus"
  pl_dim dim;
  int n;                           // 1: homogeneous; PL_MODULI_PLACES: at the fractions above
  double value[PL_MODULI_PLACES];  // [n], SI, ascending
  double sigma[PL_MODULI_PLACES];  // [n], SI, at the place with this value; NAN: unknown, fixed, or absolute stiffness not identifiable
  bool lost;                       // not determined by these data, at the median of the body (marks.h)
  bool counts_knots;               // sigma includes the effect of the choice of knots (knot_error.h),
  bool counts_drift;               // and of curves that the model does not follow (rest_error.h)
  bool solid;
} pl_modulus;

// For solids, for sheets with axes in homogeneous states, and for heterogeneous sheets. *n = 0 otherwise, and when no fitted frame has an
// equilibrium. An anisotropic body has a modulus per axis.
pl_status pl_moduli_make(pl_arena *arena, const pl_fit *fit, int *n, pl_modulus out[PL_MODULI_MAX]);
// What the sigmas include besides noise: "the choice of knots"; NULL: nothing.
const char *pl_moduli_counted(int n, const pl_modulus *modulus);
// Lower limit of the k-th value at n_sigma standard errors, SI: on the logarithmic scale (moduli.c).
double pl_modulus_below(const pl_modulus *modulus, int k, double n_sigma);

#endif
