// slope.c: see slope.h.
#include "estimate/judge/slope.h"

#include <math.h>

// A parameter theta_j at its bound has no variance. If it contributes |g_j theta_j|, more than half of the value, the variance of the
// others is no standard error of the value. Example: Poisson's ratio of a body whose lambda is at its lower bound.
bool pl_slope_bounded(const pl_fit *fit, const double *slope, int n_entry, int i, double value) {
  for (int j = 0; j < fit->material->n_theta && fit->known.at_bound; j++)
    if (fit->known.at_bound[j] && fabs(slope[(size_t)j * (size_t)n_entry + (size_t)i] * fit->material->theta[j]) > 0.5 * fabs(value))
      return true;
  return false;
}

double pl_slope_variance(const pl_fit *fit, const double *slope, int n_entry, int i, bool lost) {
  double variance = 0;
  for (int p = 0; p < fit->material->n_theta; p++) {
    double g = slope[(size_t)p * (size_t)n_entry + (size_t)i];
    if (g == 0) continue;  // parameters that do not contribute may have no covariance
    for (int q = 0; q < fit->material->n_theta; q++) {
      double other = slope[(size_t)q * (size_t)n_entry + (size_t)i];
      if (other != 0 && (!lost || (!fit->known.identified[p] && !fit->known.identified[q])))
        variance += g * fit->evidence.covariance[(size_t)p * (size_t)fit->solution.n_parameter + (size_t)q] * other;
    }
  }
  return variance;
}

// With regularised samples a parameter need not be determined by the data alone (resolution).
bool pl_slope_undetermined(const pl_fit *fit, const double *slope, int n_entry, int i) {
  if (!fit->known.identified || fit->evidence.resolution) return false;
  return pl_slope_variance(fit, slope, n_entry, i, true) > 0.5 * pl_slope_variance(fit, slope, n_entry, i, false);
}
