// remedy.h: what to do about a warning, in the words and with the options of the protocol and the model it is about.
#ifndef PL_ESTIMATE_ADVISE_REMEDY_H
#define PL_ESTIMATE_ADVISE_REMEDY_H

#include "estimate/problem/fit.h"

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
// Homogeneous tests: what to do about numbers that they leave open, not determined, weak or not told from zero alike; the fit's. NULL: other tests,
// or no memory.
const char *pl_remedy_states(const pl_fit *fit);
// Once further tests are known: warnings with the advice `before` that pl_remedy_states gave without them get that of now.
void pl_remedy_states_again(pl_fit *fit, const char *before);
// Does the material have curves whose number of knots is an option?
bool pl_remedy_has_curves(const pl_fit *fit);
// Is a reading that was fitted not described, or missed in a systematic way?
bool pl_remedy_missed(const pl_fit *fit, const pl_score *score);
bool pl_remedy_systematic(const pl_score *score);
// Additive fits of captures that ask for more than convex materials give: the sentence `before`, then what has fewer numbers and is not in use. The
// fit's text; NULL: no memory.
const char *pl_remedy_fewer(const pl_fit *fit, const char *before);
// After a stop that is no end.
const char *pl_remedy_stop(const pl_fit *fit);

#endif
