// line_search.c: backtracking along a descent direction.
//
// Conservative models: Armijo on the energy, E(x + a d) <= E + c a g.d, with the next a from the interpolating parabola. Close to the
// solution the decrease of the energy is below its round-off. There a step is accepted if it lowers the norm of the gradient or flattens
// the slope (Hager and Zhang's approximate Wolfe condition). Cancellation does not affect these. Models without an energy: the same on half
// the squared norm of the residual.
#include "solve/solver.h"

#include <math.h>

static const double ARMIJO = 1e-4;
enum { MAX_TRIALS = 30 };

// The start of the search: no vertex moves by more than this fraction of the specimen in one step.
static const double LARGEST_MOVE = 0.25;

double pl__first_alpha(const pl_solver *s) {
  double largest = pl__largest(s, s->dx), limit = LARGEST_MOVE * s->size;
  return fmin(largest > limit ? limit / largest : 1, pl_model_max_step(s->model, s->x, s->dx, s->work));
}

static double next_alpha(double alpha, double slope, double rise) {
  double curvature = rise - slope * alpha;  // rise = slope a + curvature for the parabola
  double best = curvature > 0 ? -0.5 * slope * alpha * alpha / curvature : 0.5 * alpha;
  return fmin(fmax(best, 0.1 * alpha), 0.5 * alpha);
}

bool pl__low_enough(const pl_solver *s, double a, double slope) {
  double rise = s->energy_trial - s->energy, slack = pl__energy_slack(s);
  if (rise <= ARMIJO * a * slope) return true;
  if (rise > slack || fabs(a * slope) > 1e3 * slack) return false;
  return s->norm2_trial < s->norm2 || fabs(pl__dot(s, s->g_trial, s->dx)) <= 0.9 * fabs(slope);
}

static bool search_energy(pl_solver *s, double *alpha) {
  double slope = pl__dot(s, s->g, s->dx), a = pl__first_alpha(s);
  *alpha = 0;
  if (!(slope < 0) || !isfinite(slope) || !(a > 0)) return false;
  for (int trial = 0; trial < MAX_TRIALS; trial++) {
    if (!pl__eval_step(s, a)) {
      a *= 0.2;
      continue;
    }
    double rise = s->energy_trial - s->energy;
    if (pl__low_enough(s, a, slope)) {
      *alpha = a;
      pl__accept_trial(s);
      return true;
    }
    a = next_alpha(a, slope, rise);
  }
  return false;
}

static bool search_residual(pl_solver *s, double *alpha) {
  double a = pl__first_alpha(s);
  *alpha = 0;
  if (!(a > 0)) return false;
  for (int trial = 0; trial < MAX_TRIALS; trial++) {
    bool finite = pl__eval_step(s, a);
    if (finite && s->norm2_trial <= (1 - 2 * ARMIJO * a) * s->norm2) {
      *alpha = a;
      pl__accept_trial(s);
      return true;
    }
    a = finite ? next_alpha(a, -s->norm2, 0.5 * (s->norm2_trial - s->norm2)) : 0.2 * a;
  }
  return false;
}

bool pl__line_search(pl_solver *s, double *alpha) { return s->model->symmetric ? search_energy(s, alpha) : search_residual(s, alpha); }
