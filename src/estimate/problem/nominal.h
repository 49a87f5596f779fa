// nominal.h: the nominal sigma of readings whose sigma is not stated, shared by repeats.
//
// It is one percent of the largest value (pl_case_sigma). Repeats of a test would then be weighted by their stiffness. With factors f of the
// forces the fit would find sum(1/f)/sum(1/f^2), too low by the square of the scatter. So tests of one kind that go equally far share the
// root mean square of their nominal sigmas.
#ifndef PL_ESTIMATE_PROBLEM_NOMINAL_H
#define PL_ESTIMATE_PROBLEM_NOMINAL_H

#include "estimate/problem/protocol_fit.h"

// True if both tests are of one kind: protocol, mode, direction, main control and speed.
#define PL_SAME_SPEED 1.25  // ratio of speeds: machines hold theirs, and rates count by decades
bool pl_tests_alike(const pl_test *a, const pl_test *b);
// The same at any speed.
bool pl_tests_of_mode(const pl_test *a, const pl_test *b);
// Sets given[n].nominal of fitted tests.
void pl_share_nominal(int n, pl_given_test *given);

#endif
