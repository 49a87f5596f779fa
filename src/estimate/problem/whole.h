// whole.h: the fitted tests as one: what they say together about their material, whatever the order of their files.
#ifndef PL_ESTIMATE_PROBLEM_WHOLE_H
#define PL_ESTIMATE_PROBLEM_WHOLE_H

#include "estimate/problem/fit.h"

// A measurement without tests. Name and file: of the fitted measurement whose name comes first in the alphabet. Density: halfway between the least and the
// largest that files give, or the first test of a file whose protocol knows it (pl_protocol_fit.density); 0: unknown.
pl_measurement pl_fit_whole(const pl_fit *fit);

#endif
