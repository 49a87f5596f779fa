// marks.h: classifies each fitted parameter: determined, weakly determined, not determined; and finds the least determined combination.
//
// One rule for all protocols, on the reported standard errors. Not determined: the data contribute less than the prior (judge.c). Or: sigma
// is more than half of the value (its 95 % interval contains zero) and not small compared with related parameters. A cross stiffness of 0
// with a sigma of some per cent of the other stiffnesses is determined: it is known to be small. Weak: determined, and sigma is more than
// PL_WEAK of the value.
#ifndef PL_ESTIMATE_JUDGE_MARKS_H
#define PL_ESTIMATE_JUDGE_MARKS_H

#include "estimate/problem/fit.h"

#define PL_UNDETERMINED 0.5  // sigma over size from which a parameter is indistinguishable from zero
// Sigma over the usual size of a term's parameters of the same dimension, below which a parameter near zero counts as determined: small.
#define PL_SMALL 0.1

// After pl_judge_covariance: sigmas and correlations of the material.
pl_status pl_mark_sigmas(pl_fit *fit);
// Then: restricts fit->known.identified, sets fit->known.weak and the least and best determined directions with their sigmas.
pl_status pl_mark_parameters(pl_fit *fit);
// Reference of relative standard errors, SI: the value, or the mean size of the term's parameters of the same dimension if that is larger.
double pl_usual_size(const pl_material *material, int parameter);
// For a material without a fit, by its sigmas: true if its measurements did not determine this parameter. False where no sigma is known.
bool pl_mark_undetermined(const pl_material *material, int parameter);
// True if this parameter is indistinguishable from zero.
bool pl_mark_near_zero(const pl_fit *fit, int parameter);

#endif
