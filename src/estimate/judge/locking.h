// locking.h: nearly incompressible low-order elements are too stiff (locking), and a fit compensates with a material that is too soft
// (theory/solids.md).
#ifndef PL_ESTIMATE_JUDGE_LOCKING_H
#define PL_ESTIMATE_JUDGE_LOCKING_H

#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"

#define PL_LOCKING_FROM 0.45  // Poisson's ratio

// Median Poisson's ratio at rest over the elements of a solid in poses, if they lock. That is: the data determine it, and it is above
// PL_LOCKING_FROM by two standard errors. 0 otherwise.
pl_status pl_locking_poisson(const pl_fit *fit, double *poisson);
// The options with which this fit would not lock.
pl_sentence pl_locking_remedy(const pl_fit *fit);
// The same for a virtual test: its rig with this material. *poisson 0: it does not lock. *remedy: the options that avoid it.
pl_status pl_locking_of_rig(pl_context *ctx, pl_material *material, const pl_measurement *measurement, const pl_test *test,
                            const pl_rig *rig, double *poisson, const char **remedy);

#endif
