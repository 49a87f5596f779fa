// remedy.h: what to do about a warning, in the words and with the options of the protocol and the model it is about.
#ifndef PL_ESTIMATE_REMEDY_H
#define PL_ESTIMATE_REMEDY_H

#include "estimate/fit.h"

typedef enum pl_remedy_kind {
  PL_REMEDY_FAILED,      // frames without equilibrium
  PL_REMEDY_UNKNOWN,     // parameters that the data do not determine
  PL_REMEDY_POOR,        // a test that the model does not describe
  PL_REMEDY_SYSTEMATIC,  // residuals that are no noise
  PL_REMEDY_FEW,         // hardly more readings than parameters
  PL_REMEDY_COUNT
} pl_remedy_kind;

// Static text for this test of the fit; NULL: the first one.
const char *pl_remedy(const pl_fit *fit, const pl_test *test, pl_remedy_kind kind);
// After a stop that is no end.
const char *pl_remedy_stop(const pl_fit *fit);

#endif
