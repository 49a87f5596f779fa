// method_levenberg.c: Levenberg-Marquardt on the exact Hessian: (H + lambda D) dx = -g with D the size of its diagonal.
//
// lambda follows Nielsen's rule from the ratio of actual to predicted gain. It grows until the matrix is positive definite, and below
// LAMBDA_SMALL it is set to zero, so that the end is Newton's method. Models without an energy use half the squared norm of the residual.
#include "solve/solver.h"

#include <math.h>

static const double LAMBDA_FIRST = 1e-3, LAMBDA_SMALL = 1e-10, LAMBDA_HOPELESS = 1e12;
enum { MAX_ESCAPES = 8 };

typedef struct gains {
  double actual, predicted;
  bool finite, lost;  // whether the energy is finite; whether the gain is below round-off
} gains;

static gains try_step(pl_solver *s, double lambda) {
  double largest = pl__largest(s, s->dx), limit = 0.5 * s->size;
  double damping = 0, slope = pl__dot(s, s->g, s->dx), residual2 = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    double r = lambda * s->scale[i] * s->dx[i];
    damping += r * s->dx[i];
    residual2 += r * r;
  }
  // A step across the specimen is never accepted: lambda must grow.
  gains gain = {.finite = largest <= limit && pl__eval_step(s, 1)};
  if (!gain.finite) return gain;
  if (s->model->symmetric) {
    gain.predicted = 0.5 * (damping - slope);
    gain.actual = s->energy - s->energy_trial;
    gain.lost = gain.predicted <= 1e2 * pl__energy_slack(s);
  } else {
    gain.predicted = 0.5 * (s->norm2 - residual2);
    gain.actual = 0.5 * (s->norm2 - s->norm2_trial);
  }
  return gain;
}

static bool good(const pl_solver *s, const gains *gain) {
  if (!gain->finite) return false;
  if (gain->actual > 1e-4 * gain->predicted && gain->predicted > 0) return true;
  return gain->lost && gain->actual >= -pl__energy_slack(s) && s->norm2_trial < s->norm2;
}

pl_status pl__method_levenberg(pl_solver *s) {
  pl_solve_report *report = s->report;
  double lambda = LAMBDA_FIRST, growth = 2;
  int escapes = 0;
  bool renew = true, found = true;
  for (int iteration = 0; iteration < s->options.max_iterations; iteration++) {
    PL_TRY(pl_progress_poll(s->ctx));
    report->iterations++;
    bool finite = !renew || pl__eval_stiffness(s, PL_HESS_EXACT);
    if (finite && renew && (pl__force_met(s) || lambda < LAMBDA_SMALL)) {
      bool positive;
      PL_TRY(pl__exact_direction(s, &positive));
      if (positive && pl__at_solution(s)) {
        pl__converged(s);
        return PL_OK;
      }
      if (!positive && pl__force_met(s)) {
        bool moved = false;
        if (escapes++ < MAX_ESCAPES) PL_TRY(pl__escape(s, &moved));
        if (!moved) {
          report->outcome = PL_SOLVE_UNSTABLE;
          return PL_OK;
        }
        renew = true;
        continue;
      }
      lambda = positive ? 0 : LAMBDA_FIRST;
    }
    // Inner step: the Hessian at x is in hess.
    if (lambda > 0) {
      PL_TRY(pl__shifted_factor(s, &lambda, &found));
      if (!found) break;
      PL_TRY(pl__newton_direction(s));
    }
    gains gain = try_step(s, lambda);
    renew = good(s, &gain);
    if (renew) {
      pl__accept_trial(s);
      double q = 2 * fmin(1, gain.actual / gain.predicted) - 1;
      lambda *= gain.lost ? 0.1 : fmax(0.1, 1 - q * q * q);
      growth = 2;
    } else {
      lambda = fmax(lambda * growth, LAMBDA_SMALL * 10);
      growth *= 2;
      if (lambda > LAMBDA_HOPELESS) break;
    }
  }
  report->outcome = found && lambda <= LAMBDA_HOPELESS ? PL_SOLVE_ITERATIONS : PL_SOLVE_STALLED;
  return PL_OK;
}
