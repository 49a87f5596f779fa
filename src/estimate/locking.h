// locking.h: elements of low order that are nearly incompressible are stiffer than the body they stand for, and a fit makes up for it with a material
// that is too soft (theory/solids.md).
#ifndef PL_ESTIMATE_LOCKING_H
#define PL_ESTIMATE_LOCKING_H

#include "estimate/fit.h"

#define PL_LOCKING_FROM 0.45  // Poisson's ratio

// The largest Poisson's ratio at rest over the elements of solids in poses that lock; 0 without any.
pl_status pl_locking_poisson(const pl_fit *fit, double *poisson);

#endif
