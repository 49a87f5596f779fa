// warnings.h: what a user should know about a fit, each with a remedy.
#ifndef PL_ESTIMATE_ADVISE_WARNINGS_H
#define PL_ESTIMATE_ADVISE_WARNINGS_H

#include "estimate/problem/fit.h"

// Fills fit->findings.warning, fit->findings.shear_mismatch, fit->findings.shear_words and the material's certificate.
pl_status pl_fit_warn(pl_fit *fit);

// Are held-out poses predicted better, by more than a fiftieth, by an earlier stage of a fit with samples than by its last? Both are told.
bool pl_fewer_samples_predict_better(int n, const pl_sample_stage *stage, int *best, int *last);

// Are held-out captures met better, by more than a tenth of the force, by an earlier step of an additive fit than by its last one that was kept? One
// that misses the fitted captures by more than twice as much does not count: it meets the others by chance. Both are told.
bool pl_simpler_step_predicts_better(int n, const pl_fit_step *step, int *best, int *last);

// Volino's appendix: shear measured along warp and along weft must give one shear curve when elongation modes are independent. Compares the two
// converted curves (eq. 17, with the fitted elongation curves where the elongation force was not measured) over their common strains.
// *mismatch is the rms difference over the rms stress, NAN when there are not two such tests.
pl_status pl_shear_consistency(pl_fit *fit, double *mismatch);

#endif
