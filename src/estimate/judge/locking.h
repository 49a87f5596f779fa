// locking.h: elements of low order that are nearly incompressible are stiffer than the body they stand for, and a fit makes up for it with a material
// that is too soft (theory/solids.md).
#ifndef PL_ESTIMATE_JUDGE_LOCKING_H
#define PL_ESTIMATE_JUDGE_LOCKING_H

#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"

#define PL_LOCKING_FROM 0.45  // Poisson's ratio

// Poisson's ratio at rest of a solid in poses, in the middle of what its elements have, when they lock: it is determined by these data, and above
// PL_LOCKING_FROM by two sigmas. 0 otherwise.
pl_status pl_locking_poisson(const pl_fit *fit, double *poisson);
// What to do about it: the options by which this fit would not lock.
pl_sentence pl_locking_remedy(const pl_fit *fit);
// The same of a virtual test: its rig with this material. *poisson 0: it does not lock. *remedy: what to do about it.
pl_status pl_locking_of_rig(pl_context *ctx, pl_material *material, const pl_measurement *measurement, const pl_test *test, pl_rig *rig,
                            double *poisson, const char **remedy);

#endif
