// method_field.c: the equilibrium of a force field without an energy (Wang's tensor): Newton steps with the exact stiffness, several per assembly.
//
// There is nothing to minimise, so steps are judged by work. Along a direction d with g.d < 0 the first zero of g(x + a d).d is sought. For
// a conservative field this is the minimum along the line. A decreasing norm of the force alone would not do: it has spurious minima near
// which the stiffness is singular.
//   1. stiffness H and the Cholesky factor P of its symmetric part, or of the semidefinite replacement (shifted) when it has none;
//   2. d = -H^-1 g by GMRES with P; -P^-1 g when that fails or, at first, when the symmetric part is indefinite;
//   3. while full steps halve the force, more of them with the same H and P: a gradient and a few solves each, an eighth of a new factor;
//   4. otherwise a fraction of the step that lowers the force, or a search for the zero of the work along d, which needs g.d < 0: then
//      d = -P^-1 g.
#include "solve/solver.h"

#include <math.h>

enum { MAX_CHORD = 12, MAX_TRIALS = 12 };
static const double DIRECTION = 1e-2;  // relative residual of a search direction
static const double HALVED = 0.25;     // of the squared force: a good step
static const double SHIFT_HOPELESS = 1e6;

// The Newton step with the exact stiffness in hess; if it cannot be found, the step of the factor alone.
static pl_status direction(pl_solver *s) {
  bool solved;
  for (int32_t i = 0; i < s->n_dof; i++) s->g_trial[i] = -s->g[i];
  PL_TRY(pl__krylov_solve(s, false, DIRECTION, s->g_trial, s->dx, &solved));
  if (!solved) PL_TRY(pl__newton_direction(s));
  s->report->step = pl__largest(s, s->dx);
  return PL_OK;
}

// Full steps with the same stiffness while each halves the force.
static pl_status chords(pl_solver *s, bool *moved) {
  for (int k = 0; k < MAX_CHORD; k++) {
    PL_TRY(direction(s));
    if (pl__at_solution(s) || !isfinite(s->report->step) || pl__first_alpha(s) < 1) return PL_OK;
    if (!pl__eval_step(s, 1) || s->norm2_trial > HALVED * s->norm2) return PL_OK;
    pl__accept_trial(s);
    *moved = true;
  }
  return PL_OK;
}

// Along the exact step: a fraction of it that lowers the force. Across the kinks of a piecewise law full steps may oscillate for ever.
static bool search_force(pl_solver *s) {
  double a = pl__first_alpha(s);
  for (int trial = 0; trial < 5; trial++, a *= 0.5)
    if (pl__eval_step(s, a) && s->norm2_trial < (1 - 0.2 * a) * s->norm2) {
      pl__accept_trial(s);
      return true;
    }
  return false;
}

// Along d: to the point where the work no longer decreases, by secants within a bracket.
static bool search_work(pl_solver *s, double *alpha) {
  double slope = pl__dot(s, s->g, s->dx), low = 0, low_slope = slope, a = pl__first_alpha(s);
  *alpha = 0;
  if (!(slope < 0) || !(a > 0)) return false;
  for (int trial = 0; trial < MAX_TRIALS; trial++) {
    if (!pl__eval_step(s, a)) {
      a = low + 0.2 * (a - low);
      continue;
    }
    double here = pl__dot(s, s->g_trial, s->dx);
    if (here <= 0 || fabs(here) <= 0.5 * fabs(slope)) {  // not past the zero, or hardly
      *alpha = a;
      pl__accept_trial(s);
      return true;
    }
    double zero = low - low_slope * (a - low) / (here - low_slope), part = (zero - low) / (a - low);
    a = low + fmin(fmax(part, 0.05), 0.5) * (a - low);
  }
  return false;
}

// The exact stiffness in hess, and a factor: of its symmetric part (*definite) or of the replacement with a shift. *found is false when
// there is none.
static pl_status factorise(pl_solver *s, double *shift, bool *definite, bool *found) {
  *definite = *found = false;
  if (!pl__eval_stiffness(s, PL_HESS_EXACT)) return PL_OK;
  if (*shift == 0) {
    pl_factor_outcome outcome;
    PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
    s->report->exact_factors++;
    *definite = *found = outcome == PL_FACTOR_OK;
    if (*found) return PL_OK;
  }
  if (!pl__eval_stiffness(s, (pl_hess_mode)s->options.hessian)) return PL_OK;
  PL_TRY(pl__shifted_factor(s, shift, found));
  if (!pl__eval_stiffness(s, PL_HESS_EXACT)) *found = false;
  return PL_OK;
}

pl_status pl__method_field(pl_solver *s) {
  pl_solve_report *report = s->report;
  double shift = 0, alpha = 1;
  report->outcome = PL_SOLVE_STALLED;
  for (int iteration = 0; iteration < s->options.max_iterations; iteration++) {
    PL_TRY(pl_progress_poll(s->ctx));
    report->iterations++;
    bool definite, found, moved = false;
    PL_TRY(factorise(s, &shift, &definite, &found));
    if (!found) return PL_OK;
    PL_TRY(chords(s, &moved));
    if (pl__at_solution(s)) {
      pl__converged(s);
      return PL_OK;
    }
    if (moved) {
      shift *= shift > 1e-9 ? 0.2 : 0;
      continue;
    }
    if (search_force(s)) {
      shift *= shift > 1e-9 ? 0.2 : 0;
      continue;
    }
    if (!definite || !(pl__dot(s, s->g, s->dx) < 0)) PL_TRY(pl__newton_direction(s));
    bool stepped = search_work(s, &alpha);
    if (stepped && alpha > 0.1)
      shift *= shift > 1e-9 ? 0.2 : 0;
    else
      shift = fmax(10 * shift, 1e-4);
    if (shift > SHIFT_HOPELESS) return PL_OK;
  }
  report->outcome = PL_SOLVE_ITERATIONS;
  return PL_OK;
}
