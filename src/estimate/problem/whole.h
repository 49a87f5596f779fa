// whole.h: the fitted tests as one measurement: common properties of their material, independent of the order of their files.
#ifndef PL_ESTIMATE_PROBLEM_WHOLE_H
#define PL_ESTIMATE_PROBLEM_WHOLE_H

#include "estimate/problem/fit.h"

// A measurement without tests. Name and file: of the fitted measurement whose name is first in the alphabet. Density: the mean of the least
// and the largest given in files, or by a protocol that knows it (pl_protocol_fit.density); 0: unknown.
pl_measurement pl_fit_whole(const pl_fit *fit);

#endif
