// remedy.h: remedies for warnings, with the words and options of the protocol and model concerned.
#ifndef PL_ESTIMATE_ADVISE_REMEDY_H
#define PL_ESTIMATE_ADVISE_REMEDY_H

#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"

typedef enum pl_remedy_kind {
  PL_REMEDY_FAILED,      // frames without equilibrium
  PL_REMEDY_UNKNOWN,     // parameters that are not identifiable
  PL_REMEDY_NO_TEST,     // the same, once no usual further test is known to help; text NULL: as before
  PL_REMEDY_POOR,        // a test that the model does not describe
  PL_REMEDY_SYSTEMATIC,  // residuals that are not noise
  PL_REMEDY_FEW,         // hardly more readings than parameters
  PL_REMEDY_WEAK,        // large standard errors
  PL_REMEDY_ZERO,        // parameters indistinguishable from zero
  PL_REMEDY_BELOW,       // active lower bounds
  PL_REMEDY_ABOVE,       // active upper bounds
  PL_REMEDY_BORDER,      // an active convexity constraint
  PL_REMEDY_NOT_CONVEX,  // a material that is not convex
  PL_REMEDY_FALLING,     // stress that falls at larger strains
  PL_REMEDY_INFINITE,    // a bulk modulus at its upper bound; text NULL: treated like other bounds
  PL_REMEDY_MINIMUM,     // a search that ended in a poor local minimum
  PL_REMEDY_COUNT
} pl_remedy_kind;

// For one case, or for the whole fit (c NULL). Where the protocols of a fit have different remedies, the general one. An option that one of
// them names may have no effect on the other. The text belongs to the fit or is static.
pl_sentence pl_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind);
// Once no usual further test is known to help: warnings about parameters get the remedy that says so.
void pl_remedy_again(const pl_fit *fit, pl_fit_findings *findings);
// True if the material has curves whose number of knots is an option.
bool pl_remedy_has_curves(const pl_fit *fit);
// True if all parameters at active lower bounds are curvatures.
bool pl_remedy_bent(const pl_fit *fit);
// True if the model does not describe a fitted channel, or its residuals are systematic.
bool pl_remedy_missed(const pl_fit *fit, const pl_score *score);
bool pl_remedy_systematic(const pl_score *score);
// After a stop without convergence.
pl_sentence pl_remedy_stop(const pl_fit *fit);

#endif
