// newton.c: the Newton steps of the methods, the convergence test, and the escape from a saddle.
#include "solve/solver.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"

static const double SHIFT_FIRST = 1e-8, SHIFT_LAST = 1e10;
static const double FLOOR_LARGEST = 1e-6;  // N
static const double REACH = 1e-9;          // of the specimen: size of a last Newton step, far below the accuracy of a derivative
// Chord steps: maximum length of the Newton step before (of the specimen), maximum ratio of the first one to it, and maximum number.
static const double CHORD_MOVE = 0.01, CHORD_CHANGE = 0.02;
enum { MAX_CHORD = 6 };

// A positive diagonal of the size of hess: shifts are relative to it, so that they act equally in stretch and in bending.
static void set_scale(pl_solver *s) {
  pl_block_matrix_diagonal(&s->hess, s->scale);
  double largest = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    s->scale[i] = fabs(s->scale[i]);
    if (!s->fixed[i]) largest = fmax(largest, s->scale[i]);
  }
  if (!(largest > 0)) largest = 1;
  for (int32_t i = 0; i < s->n_dof; i++) s->scale[i] = fmax(s->scale[i], 1e-8 * largest);
  pl_model_tie(s->model, s->scale);
}

// Round-off of the force has two parts. One is that of its sum (relative to the largest forces at a vertex, estimated by reactions and
// loads). The other is that of the positions (a unit in the last place moves an element by eps |x|, times its stiffness). It is capped,
// because the stiffness of a collapsed element is unbounded.
static void set_floor(pl_solver *s) {
  double force = 0, position = 0, stiffness = 0;
  pl_block_matrix_diagonal(&s->hess, s->scratch);
  for (int32_t i = 0; i < s->n_dof; i++) {
    force = fmax(force, fmax(s->fixed[i] ? fabs(s->g[i]) : 0, fabs(pl_work_load(s->model, s->work)[i])));
    position = fmax(position, fabs(s->x[i]));
    stiffness = fmax(stiffness, fabs(s->scratch[i]));
  }
  s->force_floor = fmin(64 * DBL_EPSILON * force + DBL_EPSILON * position * stiffness, FLOOR_LARGEST);
}

pl_status pl__newton_direction(pl_solver *s) {
  for (int32_t i = 0; i < s->n_dof; i++) s->scratch[i] = -s->g[i];
  return pl_factor_solve(s->factor, 1, s->scratch, s->dx);
}

bool pl__eval_stiffness(pl_solver *s, pl_hess_mode mode) {
  bool finite = pl__eval_point(s, mode, true);
  set_floor(s);
  return finite;
}

pl_status pl__exact_step(pl_solver *s, bool *positive) {
  *positive = false;
  bool finite = s->stiff_ready || pl__eval_stiffness(s, PL_HESS_EXACT);
  s->stiff_ready = false;
  return finite ? pl__exact_direction(s, positive) : PL_OK;
}

pl_status pl__exact_direction(pl_solver *s, bool *positive) {
  *positive = false;
  pl_factor_outcome outcome;
  PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
  s->report->exact_factors++;
  if (outcome != PL_FACTOR_OK) return PL_OK;
  PL_TRY(pl__newton_direction(s));
  s->report->step = pl__largest(s, s->dx);
  *positive = isfinite(s->report->step);
  return PL_OK;
}

pl_status pl__shifted_factor(pl_solver *s, double *shift, bool *found) {
  set_scale(s);
  for (*found = false; *shift < SHIFT_LAST; *shift = fmax(10 * *shift, SHIFT_FIRST)) {
    pl_factor_outcome outcome;
    PL_TRY(pl_factor_compute(s->factor, &s->hess, *shift, s->scale, &outcome));
    s->report->shifted_factors++;
    *found = outcome == PL_FACTOR_OK;
    if (*found) break;
  }
  return PL_OK;
}

pl_status pl__shifted_step(pl_solver *s, double *shift, bool *found) {
  *found = false;
  if (!pl__eval_stiffness(s, (pl_hess_mode)s->options.hessian)) return PL_OK;
  PL_TRY(pl__shifted_factor(s, shift, found));
  return *found ? pl__newton_direction(s) : PL_OK;
}

bool pl__force_met(const pl_solver *s) { return s->force < s->options.force_tolerance || s->force <= s->force_floor; }

bool pl__at_solution(pl_solver *s) { return pl__force_met(s) && s->report->step < s->options.step_tolerance; }

// hess and its factor belong to exact_x; the solution is x, one step further unless it is a draft.
static void end_at_solution(pl_solver *s) {
  memcpy(s->exact_theta, s->theta, (size_t)s->model->material->n_theta * sizeof *s->theta);
  s->exact_ready = true;
  if (!s->draft && pl__eval_step(s, 1) && s->norm2_trial < s->norm2) pl__accept_trial(s);
  s->report->outcome = PL_SOLVE_CONVERGED;
}

void pl__converged(pl_solver *s) {
  memcpy(s->exact_x, s->x, (size_t)s->n_dof * sizeof *s->x);
  s->exact_reach = REACH * s->size;
  end_at_solution(s);
}

// The ratio of a chord step to the Newton step before it is the relative change of the stiffness. While it is small, the present stiffness
// suffices for the derivatives of a draft.
pl_status pl__chord_finish(pl_solver *s, bool *done) {
  double last = s->report->step, moved = last;
  *done = false;
  if (last > CHORD_MOVE * s->size) return PL_OK;
  for (int32_t i = 0; i < s->n_dof; i++) s->exact_x[i] = s->x[i] - s->dx[i];
  for (int step = 0; step < MAX_CHORD; step++) {
    PL_TRY(pl__newton_direction(s));
    double next = pl__largest(s, s->dx);
    if (!(next <= (step == 0 ? CHORD_CHANGE : 0.3) * last) && !pl__force_met(s)) return PL_OK;
    moved += next;
    s->report->step = last = next;
    if (pl__at_solution(s)) {
      s->exact_reach = 1.1 * moved;
      end_at_solution(s);
      *done = true;
      return PL_OK;
    }
    if (!pl__eval_step(s, 1) || !(s->norm2_trial < s->norm2)) return PL_OK;
    pl__accept_trial(s);
  }
  return PL_OK;
}

// The lowest mode of hess by inverse iteration with the factor of hess + shift * scale. For a shift just above the required one it
// converges in a few steps. v: dx, largest component 1. Returns its Rayleigh quotient.
static pl_status lowest_mode(pl_solver *s, double *curvature) {
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] = s->fixed[i] ? 0 : pl_rng_normal(&rng);
  for (int iteration = 0; iteration < 8; iteration++) {
    for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] *= s->scale[i];
    PL_TRY(pl_factor_solve(s->factor, 1, s->dx, s->dx));
    double largest = pl__largest(s, s->dx);
    for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] /= largest > 0 ? largest : 1;
  }
  pl_block_matrix_multiply(&s->hess, s->dx, s->scratch);
  *curvature = pl__dot(s, s->dx, s->scratch);
  return PL_OK;
}

pl_status pl__escape(pl_solver *s, bool *moved) {
  *moved = false;
  if (!s->model->symmetric) return PL_OK;
  double shift = 1e-7, curvature = 0;
  bool found;
  PL_TRY(pl__shifted_factor(s, &shift, &found));
  if (!found) return PL_OK;
  PL_TRY(lowest_mode(s, &curvature));
  if (!(curvature < 0)) return PL_OK;
  if (pl__dot(s, s->g, s->dx) > 0) {
    for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] = -s->dx[i];
  }
  // The longest step that gains more than round-off, and shorter ones while they gain more.
  double best = 0, gain = pl__energy_slack(s);
  for (double a = 0.1 * s->size; a > 1e-8 * s->size; a *= 0.5) {
    bool finite = pl__eval_step(s, a);
    double gained = finite ? s->energy - s->energy_trial : -INFINITY;
    if (gained > gain) {
      best = a;
      gain = gained;
    } else if (best > 0) {
      break;
    }
  }
  if (best > 0 && pl__eval_step(s, best)) {
    pl__accept_trial(s);
    *moved = true;
  }
  return PL_OK;
}

pl_status pl__polish(pl_solver *s, int n_step, bool *done) {
  *done = false;
  for (int i = 0; i < n_step; i++) {
    bool positive;
    double alpha;
    PL_TRY(pl__exact_step(s, &positive));
    s->report->iterations++;
    if (!positive) return PL_OK;
    if (pl__at_solution(s)) {
      pl__converged(s);
      *done = true;
      return PL_OK;
    }
    if (!pl__line_search(s, &alpha)) return PL_OK;
  }
  return PL_OK;
}
