// file_order.h: one order for the files of a fit, whatever the order in which they were given.
//
// Sums, starts and the first test of a kind depend on the order of the tests, by rounding at least. In one order the result depends on the set of
// files only.
#ifndef PL_ESTIMATE_PROBLEM_FILE_ORDER_H
#define PL_ESTIMATE_PROBLEM_FILE_ORDER_H

#include "measure/measurement.h"

// Order by the content of all files that a measurement was read from, as in strcmp; 0: the same content.
int pl_compare_content(const pl_measurement *a, const pl_measurement *b);
// The measurements sorted by protocol (as in protocols.c), name and content: *sorted [n], in arena memory.
pl_status pl_file_order(pl_arena *arena, int n, pl_measurement *const *given, pl_measurement ***sorted);

#endif
