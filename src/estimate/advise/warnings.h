// warnings.h: warnings about a fit, each with a remedy.
#ifndef PL_ESTIMATE_ADVISE_WARNINGS_H
#define PL_ESTIMATE_ADVISE_WARNINGS_H

#include "estimate/problem/fit.h"

// Fills fit->findings.warning and the material's certificate.
pl_status pl_fit_warn(pl_fit *fit);

// True if an earlier stage of a fit with samples predicts held-out poses better than the last, by more than a fiftieth. Outputs both
// stages.
bool pl_fewer_samples_predict_better(int n, const pl_sample_stage *stage, int *best, int *last);

// True if an earlier step of an additive fit predicts held-out captures better than the last kept one, by over a tenth of the force.
// Steps whose fitted residuals are more than twice as large do not count: they predict well by chance. Outputs both steps.
bool pl_simpler_step_predicts_better(int n, const pl_fit_step *step, int *best, int *last);

#endif
