// slope.h: standard error of a quantity computed from the fitted parameters (a modulus, a rigidity) by its slopes g = d(value)/d(theta).
// Slopes are [n_theta][n_entry] for n_entry values at once; i selects the value.
#ifndef PL_ESTIMATE_JUDGE_SLOPE_H
#define PL_ESTIMATE_JUDGE_SLOPE_H

#include "estimate/problem/fit.h"

// True if the fit has a usable covariance.
static inline bool pl_slope_known(const pl_fit *fit) {
  return fit->evidence.covariance && (fit->problem.n_fitted > 0 || fit->material->sigma);
}
// g C g, C the covariance of the fit; over undetermined parameters only, or over all.
double pl_slope_variance(const pl_fit *fit, const double *slope, int n_entry, int i, bool lost);
// True if the variance comes from parameters that these data do not determine.
bool pl_slope_undetermined(const pl_fit *fit, const double *slope, int n_entry, int i);
// True if a bound determines the value. Its sigma is then meaningless.
bool pl_slope_bounded(const pl_fit *fit, const double *slope, int n_entry, int i, double value);

#endif
