// slope.h: how sure a value is that is made of the fitted numbers, by its slopes g = d(value)/d(theta): a modulus, a rigidity.
// Slopes are [n_theta][n_entry], n_entry values at once; i is the one that is asked about.
#ifndef PL_ESTIMATE_JUDGE_SLOPE_H
#define PL_ESTIMATE_JUDGE_SLOPE_H

#include "estimate/problem/fit.h"

// Is there a covariance that says anything?
static inline bool pl_slope_known(const pl_fit *fit) {
  return fit->evidence.covariance && (fit->problem.n_fitted > 0 || fit->material->sigma);
}
// g C g, C the covariance of the fit; over the numbers that these data do not determine only (lost), or over all.
double pl_slope_variance(const pl_fit *fit, const double *slope, int n_entry, int i, bool lost);
// Does the variance come from numbers that these data do not determine?
bool pl_slope_untold(const pl_fit *fit, const double *slope, int n_entry, int i);
// Is the value what a bound made it? Its sigma then says nothing.
bool pl_slope_bounded(const pl_fit *fit, const double *slope, int n_entry, int i, double value);

#endif
