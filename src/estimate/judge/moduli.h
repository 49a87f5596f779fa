// moduli.h: what people first ask of a solid: Young's modulus, Poisson's ratio, shear modulus at small strain, each with its standard deviation.
// Where the material changes from place to place, at the softest 5 %, in the middle and at the stiffest 5 % of the body.
#ifndef PL_ESTIMATE_JUDGE_MODULI_H
#define PL_ESTIMATE_JUDGE_MODULI_H

#include "estimate/problem/fit.h"

enum { PL_MODULI_MAX = 8, PL_MODULI_PLACES = 3 };
extern const double pl_moduli_share[PL_MODULI_PLACES];  // of the volume (of a sheet the area) that has no larger value: 0.05, 0.5, 0.95

typedef struct pl_modulus {
  const char *name;  // "Young's modulus"
  pl_dim dim;
  int n;                           // 1: the same everywhere; PL_MODULI_PLACES: at the shares above
  double value[PL_MODULI_PLACES];  // [n], SI, ascending
  double sigma[PL_MODULI_PLACES];  // [n], SI, of the place that has this value; NAN: not known, held, or of a size that is made up
  bool lost;                       // not determined by these data, in the middle of the body (marks.h)
  bool counts_knots;               // sigma counts how far it belongs to the choice of knots (knot_error.h),
  bool counts_drift;               // and to curves that the model does not follow (rest_error.h)
  bool solid;
} pl_modulus;

// Of solids, of sheets with axes in homogeneous states, and of sheets that change from place to place; *n = 0 for anything else, and when no
// fitted frame has an equilibrium. A body that is stiffer along one axis than along another has a
// modulus per axis.
pl_status pl_moduli_make(pl_arena *arena, const pl_fit *fit, int *n, pl_modulus out[PL_MODULI_MAX]);
// What the sigmas count beside noise: "the choice of knots"; NULL: nothing.
const char *pl_moduli_counted(int n, const pl_modulus *modulus);
// What the k-th value is not below by n_sigma of its sigma, SI: on the scale of logarithms (moduli.c).
double pl_modulus_below(const pl_modulus *modulus, int k, double n_sigma);

#endif
