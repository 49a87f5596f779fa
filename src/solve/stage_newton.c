// stage_newton.c: Newton's directions of one implicit stage, and the line search along them (stage.h).
#include "solve/stage.h"

#include <float.h>
#include <math.h>

static const double FIRST_PART = 1.0 / 64;  // of the semidefinite Hessian

double pl__stage_largest(const pl_stage *s, const double *a) {
  double most = 0;
  for (int32_t i = 0; i < s->n_dof; i++)
    if (!(fabs(a[i]) <= most)) most = fabs(a[i]);
  return most;
}

static double dot(const pl_stage *s, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < s->n_dof; i++) sum += a[i] * b[i];
  return sum;
}

// ---- factors ----

// If the exact Hessian is not positive definite: mixes in as much of the semidefinite one as needed; the masses contribute too. Using only
// the semidefinite one makes steps too short where cloth buckles.
static pl_status factor_blend(pl_stage *s, pl_step_report *report, pl_factor_outcome *outcome) {
  report->indefinite++;
  PL_TRY(pl_block_matrix_copy(&s->hess, &s->exact));
  if (!pl__stage_eval(s, s->x, PL_HESS_PSD, &s->phi, s->gradient, true)) return pl_work_status(s->work);
  if (!(s->part > 0)) s->part = FIRST_PART;
  for (double part = s->part; *outcome != PL_FACTOR_OK; part = fmin(1, 4 * part)) {
    // mixed = (1 - part) exact + part semidefinite (in hess)
    PL_TRY(pl_block_matrix_blend(&s->exact, part, &s->hess, &s->mixed));
    PL_TRY(pl_factor_compute(s->factor, &s->mixed, 0, NULL, outcome));
    report->factors++;
    s->part = fmax(0.5 * part, FIRST_PART);
    if (part >= 1) break;
  }
  return PL_OK;
}

// Phi, gradient and Hessian at x, and a factor. *found is false when there is none, or x is not finite.
static pl_status linearise(pl_stage *s, pl_hess_mode mode, pl_step_report *report, bool *found) {
  pl_factor_outcome outcome = PL_FACTOR_NOT_POSITIVE;
  *found = false;
  s->iterative = pl__conjugate_next(&s->conjugate);
  pl_work_set_narrow(s->work, s->iterative ? &s->conjugate.matrix : NULL);
  bool finite = pl__stage_eval(s, s->x, mode, &s->phi, s->gradient, true);
  pl_work_set_narrow(s->work, NULL);
  if (!finite) return pl_work_status(s->work);
  s->factored = &s->hess;
  if (s->iterative) {
    PL_TRY(pl__conjugate_factor(&s->conjugate, found));
    report->factors++;
    s->iterative = *found;
    if (*found) return PL_OK;
  }
  PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
  report->factors++;
  if (outcome != PL_FACTOR_OK && mode == PL_HESS_EXACT) {
    s->factored = &s->mixed;
    PL_TRY(factor_blend(s, report, &outcome));
  }
  *found = outcome == PL_FACTOR_OK;
  return PL_OK;
}

// ---- directions ----

// Error of a direction, relative to it, in the norm of the energy. Newton's method corrects it in its next iteration, so it then converges by a
// factor of a thousand each time. A single solve per step is not corrected: its error is far below that of the time step.
static const double NEWTON_ERROR = 1e-3, SINGLE_ERROR = 1e-6;
// Iterations with the factor of an earlier Newton iteration; a new factor costs about as much as twelve (conjugate.c).
enum { KEPT_LIMIT = 12 };

// dx: the right-hand side of Newton's direction with the matrix h.
static void right_side(pl_stage *s, const pl_block_matrix *h, const double *move) {
  for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] = -s->gradient[i];
  if (!move) return;
  pl_block_matrix_multiply(h, move, s->scratch);
  for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] -= s->scratch[i];
}

static pl_status symmetric_direction(pl_stage *s, const double *move, pl_hess_mode mode, pl_step_report *report, bool *found) {
  bool solved = false;
  while (!solved) {
    PL_TRY(linearise(s, mode, report, found));
    if (!*found) return PL_OK;
    right_side(s, s->factored, move);
    solved = !s->iterative;
    if (s->iterative)  // if it fails, the next matrix is factorised
      PL_TRY(pl__conjugate_solve(&s->conjugate, &s->hess, mode == PL_HESS_EXACT ? NEWTON_ERROR : SINGLE_ERROR, s->dx, s->dx, &solved));
    else
      PL_TRY(pl_factor_solve(s->factor, 1, s->dx, s->dx));
  }
  return PL_OK;
}

// merit = F.P^-1 F at the gradient `f` [n_dof]. Entries at fixed dofs do not count.
static pl_status merit_of(pl_stage *s, const double *f, double *merit) {
  PL_TRY(pl_factor_solve(s->factor, 1, f, s->scratch));
  *merit = dot(s, f, s->scratch);
  return PL_OK;
}

// Models without an energy: the exact system by GMRES, with the factor of an earlier iteration if it serves.
static pl_status field_direction(pl_stage *s, const double *move, pl_step_report *report, bool *found) {
  bool solved = false;
  pl_factor_outcome outcome;
  if (!pl__stage_eval(s, s->x, PL_HESS_EXACT, &s->phi, s->gradient, true)) {
    *found = false;
    return pl_work_status(s->work);
  }
  *found = true;
  if (s->has_factor) {
    right_side(s, &s->hess, move);
    PL_TRY(pl__krylov_system(&s->krylov, s->arena, &s->hess, false, s->factor, KEPT_LIMIT, NEWTON_ERROR, s->dx, s->dx, &solved));
    if (solved) return PL_OK;
  }
  const pl_block_matrix *h = &s->hess;
  PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
  report->factors++;
  if (outcome != PL_FACTOR_OK) {
    h = &s->exact;
    PL_TRY(factor_blend(s, report, &outcome));
  }
  *found = s->has_factor = outcome == PL_FACTOR_OK;
  s->merit = -1;
  if (!*found) return PL_OK;
  right_side(s, h, move);
  // unsolved: the least residual found is still a direction
  return pl__krylov_system(&s->krylov, s->arena, h, false, s->factor, PL_KRYLOV_BASIS, NEWTON_ERROR, s->dx, s->dx, &solved);
}

pl_status pl__stage_direction(pl_stage *s, const double *move, pl_hess_mode mode, pl_step_report *report, bool *found) {
  bool field = !s->model->symmetric && !s->single;
  PL_TRY(field ? field_direction(s, move, report, found) : symmetric_direction(s, move, mode, report, found));
  report->iterations += *found;
  return PL_OK;
}

// ---- line search ----

void pl__stage_accept(pl_stage *s, double phi) {
  double *x = s->x, *g = s->gradient;
  s->x = s->trial, s->trial = x;
  s->gradient = s->trial_gradient, s->trial_gradient = g;
  s->phi = phi;
  s->merit = -1;
}

// Half the squared residual.
static double residual(const pl_stage *s, const double *gradient) {
  double sum = 0;
  for (int32_t i = 0; i < s->n_dof; i++)
    if (!s->model->fixed[i]) sum += gradient[i] * gradient[i];
  return 0.5 * sum;
}

// Energies closer than this are indistinguishable.
static double slack(const pl_stage *s) {
  const double *load = pl_work_load(s->model, s->work);
  double sum = fabs(s->phi);
  for (int32_t i = 0; i < s->n_dof; i++) sum += fabs(load[i] * s->x[i]);
  return 64 * DBL_EPSILON * sum;
}

static bool eval_trial(pl_stage *s, double a, double *phi) {
  for (int32_t k = 0; k < s->n_dof; k++) s->trial[k] = s->x[k] + a * s->dx[k];
  return pl__stage_eval(s, s->trial, PL_HESS_EXACT, phi, s->trial_gradient, false);
}

// The next a after one that rose by `rise`: the minimum of the parabola with this slope at 0.
static double shorter(double a, double slope, double rise, bool finite) {
  double curvature = rise - slope * a, best = finite && curvature > 0 ? -0.5 * slope * a * a / curvature : 0.2 * a;
  return fmin(fmax(best, 0.1 * a), 0.5 * a);
}

static const double ARMIJO = 1e-4;
enum { MAX_TRIALS = 30 };

// Backtracking along dx. Where the decrease is below round-off, a smaller residual decides. False when no step is good.
static bool search_energy(pl_stage *s) {
  double norm = residual(s, s->gradient), slope = dot(s, s->gradient, s->dx), rounding = slack(s);
  double a = pl_model_max_step(s->model, s->x, s->dx, s->work);
  for (int i = 0; i < MAX_TRIALS; i++) {
    double phi;
    bool finite = eval_trial(s, a, &phi);
    double rise = phi - s->phi;
    bool low = finite && rise <= ARMIJO * a * slope;
    bool drowned = finite && rise <= rounding && residual(s, s->trial_gradient) < norm;
    if (low || drowned) {
      pl__stage_accept(s, phi);
      return true;
    }
    a = shorter(a, slope, rise, finite);
  }
  return false;
}

// The same on half the merit, whose slope along Newton's direction is minus the merit.
static pl_status search_residual(pl_stage *s, bool *moved) {
  if (s->merit < 0) PL_TRY(merit_of(s, s->gradient, &s->merit));
  double a = pl_model_max_step(s->model, s->x, s->dx, s->work), slope = -s->merit;
  *moved = false;
  for (int i = 0; i < MAX_TRIALS && !*moved; i++) {
    double phi, merit = INFINITY;
    bool finite = eval_trial(s, a, &phi);
    if (finite) PL_TRY(merit_of(s, s->trial_gradient, &merit));
    double rise = 0.5 * (merit - s->merit);
    *moved = finite && rise <= ARMIJO * a * slope;
    if (*moved) {
      pl__stage_accept(s, phi);
      s->merit = merit;
    }
    a = shorter(a, slope, rise, finite);
  }
  return PL_OK;
}

pl_status pl__stage_iterate(pl_stage *s, int limit, double tolerance, pl_step_report *report) {
  bool symmetric = s->model->symmetric;
  while (report->iterations < limit) {
    bool found;
    PL_TRY(pl__stage_direction(s, NULL, PL_HESS_EXACT, report, &found));
    if (!found) return PL_OK;
    report->last = pl__stage_largest(s, s->dx);
    if (!isfinite(report->last)) return PL_OK;
    // far from the origin positions have fewer significant digits
    report->converged = report->last <= fmax(tolerance, 1e3 * DBL_EPSILON * pl__stage_largest(s, s->x));
    double gain = -dot(s, s->gradient, s->dx);
    bool moved = symmetric && search_energy(s);
    if (!symmetric) PL_TRY(search_residual(s, &moved));
    // no better point, and no decrease that Phi can resolve: converged
    if (!moved && symmetric && gain <= slack(s)) report->converged = true;
    if (!moved || report->converged) return PL_OK;
  }
  return PL_OK;
}
