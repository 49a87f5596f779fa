// idle_options.h: settings that say nothing to a fit of homogeneous states are refused, not left aside.
#ifndef PL_ESTIMATE_PROBLEM_IDLE_OPTIONS_H
#define PL_ESTIMATE_PROBLEM_IDLE_OPTIONS_H

#include "estimate/problem/fit.h"

// Of a fit by a named model whose first case is a homogeneous test.
pl_status pl_refuse_idle_options(const pl_fit *fit);

#endif
