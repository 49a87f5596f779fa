// profile.c: from the points of a released spiral to curvature, hanging length and lever arm at its samples (Miguel et al. 2013, eq. 7).
//
// The curve is that of math/plane_curve.h. The mean of x over the hanging part is computed by Simpson's rule.
#include <math.h>

#include "math/plane_curve.h"
#include "protocol/roll/roll_part.h"
#include "protocol/roll/roll.h"

#define PI 3.14159265358979323846
enum { N_PANEL = 200 };  // of the integral over the hanging part

// Mean of x over [s, last].
static double mean_x(const pl_plane_curve *curve, double s) {
  double sum = 0, h = (curve->last - s) / N_PANEL;
  for (int i = 0; i <= N_PANEL; i++) {
    double x[2];
    pl_plane_curve_at(curve, s + i * h, x, NULL, NULL, NULL);
    sum += x[0] * (i == 0 || i == N_PANEL ? 1 : i % 2 ? 4 : 2);
  }
  return sum / (3 * N_PANEL);
}

static void take_sample(const pl_plane_curve *curve, const pl_roll *roll, double density, double sense, double s, pl_roll_sample *at) {
  at->s = s;
  pl_plane_curve_at(curve, s, at->x, NULL, &at->kappa, &at->kappa_sigma);
  at->kappa *= sense;
  at->hanging = curve->last - s;
  at->lever = -sense * (mean_x(curve, s) - at->x[0]);
  at->torque = density * roll->gravity * at->hanging * at->lever;
  at->anchor_strain = 3 / roll->radius;
  at->strain = 3 * at->kappa;
  at->opposed = at->torque * at->kappa > 0;
}

static pl_status derive(pl_arena *arena, pl_arena *scratch, const pl_test *test, double density, pl_roll_profile *profile) {
  const pl_channel *channel = &test->channel[PL_ROLL_PROFILE];
  int n = profile->n_sample;
  pl_plane_curve curve;
  double theta[2];
  PL_TRY(pl_plane_curve_fit(scratch, pl_roll_of(test)->n_point, channel->value, channel->sigma, &curve));
  pl_plane_curve_at(&curve, 0, NULL, &theta[0], NULL, NULL);
  pl_plane_curve_at(&curve, curve.last, NULL, &theta[1], NULL, NULL);
  *profile = (pl_roll_profile){.sense = theta[1] >= theta[0] ? 1 : -1,
                               .arc = curve.last,
                               .turns = fabs(theta[1] - theta[0]) / (2 * PI),
                               .sigma = curve.sigma,
                               .residual = curve.residual,
                               .freedom = curve.freedom,
                               .converged = curve.converged,
                               .n_sample = n};
  profile->sample = pl_arena_alloc(arena, (size_t)n, sizeof *profile->sample);
  if (!profile->sample) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++)
    take_sample(&curve, pl_roll_of(test), density, profile->sense, (i + 0.5) * curve.last / n, &profile->sample[i]);
  return PL_OK;
}

pl_status pl_roll_derive(pl_arena *arena, const pl_test *test, double density, int n_sample, pl_roll_profile *profile) {
  PL_ASSERT(n_sample >= 1 && n_sample <= PL_ROLL_MAX_SAMPLES);
  pl_arena *scratch = pl_arena_create(pl_arena_context(arena));
  if (!scratch) return PL_ERROR_MEMORY;
  profile->n_sample = n_sample;
  pl_status status = derive(arena, scratch, test, density, profile);
  pl_arena_destroy(scratch);
  return status;
}
