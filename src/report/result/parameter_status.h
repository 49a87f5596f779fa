// parameter_status.h: whether the data determine a parameter, as shown on terminal and page.
#ifndef PL_REPORT_RESULT_PARAMETER_STATUS_H
#define PL_REPORT_RESULT_PARAMETER_STATUS_H

#include "estimate/problem/fit.h"

typedef struct pl_parameter_status {
  const char *words;  // "weakly determined"
  const char *mark;   // "good", "partly", "bad"; "": it was not fitted
} pl_parameter_status;

// Of parameter j of the material; without a fit only whether it was fixed.
pl_parameter_status pl__parameter_status(const pl_fit *fit, int j);

#endif
