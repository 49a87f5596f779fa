// nominal.h: the nominal sigma of readings whose sigma is not stated, shared by repeats.
//
// It is one percent of the largest value (pl_case_sigma). Repeats of a test would then be weighted by their stiffness. With factors f of the
// forces the fit would find sum(1/f)/sum(1/f^2), too low by the square of the scatter. So tests of one kind that go equally far share the
// root mean square of their nominal sigmas.
#ifndef PL_ESTIMATE_PROBLEM_NOMINAL_H
#define PL_ESTIMATE_PROBLEM_NOMINAL_H

#include "estimate/problem/protocol_fit.h"

// The kind of a test: protocol, mode, main control, direction, speed. False: its protocol says nothing of kinds.
bool pl_test_key(const pl_test *test, pl_scatter_key *key);
// True if both tests are of one kind, and each is known to be a draw of the fabric (pl_protocol_fit.kind).
bool pl_tests_alike(const pl_test *a, const pl_test *b);
// The same at any speed.
bool pl_tests_of_mode(const pl_test *a, const pl_test *b);
// Sets given[n].nominal of fitted tests.
void pl_share_nominal(int n, pl_given_test *given);

#endif
