// marks.h: what each fitted number may be called: determined, weakly known, not determined; and what the data say least about.
//
// One rule for all protocols, on the sigmas that are reported. Not determined: the data say less than the prior (judge.c), or sigma is more than
// half of the number (its 95 % interval holds zero) and not small beside its fellows either. A cross stiffness of 0 with a sigma of some per cent
// of the stiffnesses beside it is determined: it is known to be small. Weak: determined, and sigma is more than PL_WEAK of the number.
#ifndef PL_ESTIMATE_JUDGE_MARKS_H
#define PL_ESTIMATE_JUDGE_MARKS_H

#include "estimate/problem/fit.h"

#define PL_UNTOLD 0.5  // sigma over size of a number that cannot be told from zero
#define PL_SMALL \
  0.1  // sigma over the usual size of a term's numbers of the same dimension, below which a number near zero is known to be small

// After pl_judge_covariance: sigmas and correlations of the material.
pl_status pl_mark_sigmas(pl_fit *fit);
// Then: narrows fit->known.identified, sets fit->known.weak and the least and best known directions with their sigmas.
pl_status pl_mark_parameters(pl_fit *fit);
// What a relative width is held against, SI: the number, or the mean size of the term's numbers of the same dimension when that is larger.
double pl_usual_size(const pl_material *material, int parameter);
// Of a material alone, by its sigmas: is this number one that its measurements did not determine? False where no sigma is known.
bool pl_mark_undetermined(const pl_material *material, int parameter);
// Can this number not be told from zero?
bool pl_mark_near_zero(const pl_fit *fit, int parameter);

#endif
