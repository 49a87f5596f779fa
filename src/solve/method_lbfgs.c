// method_lbfgs.c: L-BFGS preconditioned by a factor of the semidefinite Hessian, finished by exact Newton steps.
//
// The two-loop recursion with the factor in its middle: one solve and one gradient per iteration, a tenth of a Newton iteration. The factor
// is updated after REFRESH iterations, when steps get short, and each time the force has dropped by TRY_DROP. An update tries the exact
// Hessian first, so that close to the solution the method becomes Newton's.
#include "solve/solver.h"

#include <math.h>
#include <string.h>

enum { REFRESH = 100, CHEAPER = 10, MAX_ESCAPES = 8 };

static const double TRY_DROP = 1e-2;

typedef struct history {
  int n, last;                  // pairs kept, the newest
  double rho[PL_LBFGS_MEMORY];  // 1 / (s.y)
  double alpha[PL_LBFGS_MEMORY];
} history;

static pl_status reserve(pl_solver *s) {
  if (s->history_s != NULL) return PL_OK;
  s->history_y = pl_arena_alloc(s->arena, (size_t)s->n_dof * PL_LBFGS_MEMORY, sizeof *s->history_y);
  s->history_s = pl_arena_alloc(s->arena, (size_t)s->n_dof * PL_LBFGS_MEMORY, sizeof *s->history_s);
  return s->history_y != NULL && s->history_s != NULL ? PL_OK : PL_ERROR_MEMORY;
}

static double *row(const pl_solver *s, double *rows, int i) { return rows + (size_t)i * (size_t)s->n_dof; }

// dx = -B^-1 g by the two-loop recursion; entries of y at fixed dofs do not matter because s and dx are zero there.
static pl_status direction(pl_solver *s, history *h) {
  double *q = s->scratch;
  memcpy(q, s->g, (size_t)s->n_dof * sizeof *q);
  for (int k = 0; k < h->n; k++) {
    int i = (h->last - k + PL_LBFGS_MEMORY) % PL_LBFGS_MEMORY;
    double a = h->alpha[i] = h->rho[i] * pl__dot(s, row(s, s->history_s, i), q);
    const double *y = row(s, s->history_y, i);
    for (int32_t j = 0; j < s->n_dof; j++) q[j] -= a * y[j];
  }
  PL_TRY(pl_factor_solve(s->factor, 1, q, s->dx));
  for (int k = h->n - 1; k >= 0; k--) {
    int i = (h->last - k + PL_LBFGS_MEMORY) % PL_LBFGS_MEMORY;
    double b = h->alpha[i] - h->rho[i] * pl__dot(s, row(s, s->history_y, i), s->dx);
    const double *step = row(s, s->history_s, i);
    for (int32_t j = 0; j < s->n_dof; j++) s->dx[j] += b * step[j];
  }
  for (int32_t j = 0; j < s->n_dof; j++) s->dx[j] = -s->dx[j];
  return PL_OK;
}

// After an accepted step: g_trial holds the old gradient, g the new one.
static void remember(pl_solver *s, history *h, double alpha) {
  int i = h->n == 0 ? 0 : (h->last + 1) % PL_LBFGS_MEMORY;
  double *step = row(s, s->history_s, i), *y = row(s, s->history_y, i);
  double sy = 0, yy = 0, ss = 0;
  for (int32_t j = 0; j < s->n_dof; j++) {
    step[j] = alpha * s->dx[j];
    y[j] = s->fixed[j] ? 0 : s->g[j] - s->g_trial[j];
    sy += step[j] * y[j];
    yy += y[j] * y[j];
    ss += step[j] * step[j];
  }
  if (!(sy > 1e-10 * sqrt(ss * yy))) return;  // negative curvature: no update
  h->rho[i] = 1 / sy;
  h->last = i;
  if (h->n < PL_LBFGS_MEMORY) h->n++;
}

// A new factor: exact if it exists. Sets the outcome and *finished at a solution, or at a saddle that cannot be left.
static pl_status renew(pl_solver *s, double *shift, int *escapes, bool *finished) {
  bool exact;
  *finished = true;
  PL_TRY(pl__exact_step(s, &exact));
  if (exact && pl__at_solution(s)) {
    pl__converged(s);
    return PL_OK;
  }
  if (!exact && pl__force_met(s)) {
    bool moved = false;
    if ((*escapes)++ < MAX_ESCAPES) PL_TRY(pl__escape(s, &moved));
    if (!moved) {
      s->report->outcome = PL_SOLVE_UNSTABLE;
      return PL_OK;
    }
  }
  if (!exact) {
    bool found;
    PL_TRY(pl__shifted_step(s, shift, &found));
    if (!found) {
      s->report->outcome = PL_SOLVE_STALLED;
      return PL_OK;
    }
  }
  *finished = false;
  return PL_OK;
}

static pl_status run(pl_solver *s) {
  history h = {0};
  double shift = 0, alpha, try_at = INFINITY;
  int age = 0, escapes = 0, short_steps = 0;
  bool fresh = false, finished;
  s->report->outcome = PL_SOLVE_ITERATIONS;
  for (int64_t iteration = 0; iteration < (int64_t)CHEAPER * s->options.max_iterations; iteration++) {
    PL_TRY(pl_progress_poll(s->ctx));
    s->report->iterations++;
    if (age >= REFRESH || s->force <= try_at || short_steps >= 3 || pl__force_met(s)) {
      PL_TRY(renew(s, &shift, &escapes, &finished));
      if (finished) return PL_OK;
      h.n = age = short_steps = 0;
      try_at = TRY_DROP * s->force;
      fresh = true;
    }
    PL_TRY(direction(s, &h));
    if (pl__line_search(s, &alpha)) {
      if (fresh && alpha > 0.9) shift *= 0.1;
      fresh = false;
      age++;
      short_steps = alpha < 0.1 ? short_steps + 1 : 0;
      remember(s, &h, alpha);
    } else if (fresh) {
      // Not even the preconditioner alone descends: shift it, or give up.
      shift = fmax(10 * shift, 1e-4);
      bool found = shift <= 1e6;
      if (found) PL_TRY(pl__shifted_step(s, &shift, &found));
      if (!found) {
        s->report->outcome = PL_SOLVE_STALLED;
        return PL_OK;
      }
    } else {
      age = REFRESH;
    }
  }
  return PL_OK;
}

pl_status pl__method_lbfgs(pl_solver *s) {
  if (!s->model->symmetric) return pl__method_hybrid(s);  // without an energy there is no quasi-Newton matrix
  PL_TRY(reserve(s));
  return run(s);
}
