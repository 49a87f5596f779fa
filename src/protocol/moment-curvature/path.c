// path.c: the moment of a material along a path of curvatures: laws alone, no mesh. Laws with a memory go from frame to frame, exactly.
#include <math.h>
#include <string.h>

#include "material/material.h"
#include "protocol/moment-curvature/moment.h"

void pl_moment_along(const pl_material *material, const double *theta, double angle, const bool *only, int n, const double *curvature,
                     double *moment) {
  double c = cos(angle), s = sin(angle), share[3] = {c * c, s * s, 2 * s * c};  // d kappa / d curvature
  for (int k = 0; k < 2; k++)
    if (fabs(share[k]) < 1e-15) share[k] = share[2] = 0;
  memset(moment, 0, (size_t)n * sizeof *moment);
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    double history[PL_LAW_MAX_HISTORY] = {0}, strain[PL_LAW_MAX_IN], stress[PL_LAW_MAX_IN];
    if (!pl_element_is_patch(term->strain->element) || term->rate || (only && !only[t])) continue;
    for (int f = 0; f < n; f++) {
      for (int i = 0; i < term->law.row->n_in; i++) strain[i] = share[term->value[i]] * curvature[f];
      if (term->law.row->n_history > 0)
        pl_law_step_one(&term->law, theta + term->theta, strain, history, NULL, stress, NULL, history);
      else
        pl_law_eval_one(&term->law, theta + term->theta, strain, NULL, stress, NULL);
      for (int i = 0; i < term->law.row->n_in; i++) moment[f] += share[term->value[i]] * stress[i];
    }
  }
}
