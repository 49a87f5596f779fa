// report_case.h: a small real fit for the tests of results and reports: three virtual tests of a known fabric, one bias cut held out.
#ifndef REPORT_CASE_H
#define REPORT_CASE_H

#include "report/result/result.h"

typedef struct report_case {
  pl_context *ctx;
  pl_measurement *fitted, *held_out;
  pl_fit *fit;
} report_case;

// Ends the test with the message when something fails. held_out: with the bias cut.
report_case report_case_make(bool held_out);
void report_case_clear(report_case *c);

#endif
