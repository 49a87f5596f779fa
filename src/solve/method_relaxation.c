// method_relaxation.c: dynamic relaxation with kinetic damping, finished by exact Newton steps.
//
// Fictitious motion  m v' = -g, x' = v  with a unit time step and masses from the rows of the stiffness, m_i = sum_j |H_ij|. The largest
// eigenvalue of M^-1 H is then at most 1, well inside the limit 4 of the central difference scheme. Whenever the kinetic energy passes a
// peak the velocity is set to zero (Cundall). It needs no factor and no convexity, rarely fails, and is slow: the last resort. When the
// force has dropped by TRY_DROP the exact Hessian is tried, and Newton steps finish.
//
// Its limit is one of work. An evaluation, of a step or of the stiffness for the masses, takes a fifteenth of the time of a Newton
// iteration. On cloth that folds the ratio was 14 to 17 (docs/theory/equilibrium.md, "Measured"). Once a hundred steps counted as one. Then
// a failing frame of a knit took 98 000 evaluations and a minute, in every trial of its fit. Requested by name, it is the only method, and
// has ALONE times as much.
#include "solve/solver.h"

#include <math.h>
#include <string.h>

enum { CHEAPER = 15, ALONE = 8, POLISH_STEPS = 30, RENEW_RESETS = 4, RENEW_STEPS = 200, MAX_ESCAPES = 8 };

static const double TRY_DROP = 0.1;

static pl_status reserve(pl_solver *s) {
  if (s->velocity != NULL) return PL_OK;
  s->inertia = pl_arena_alloc(s->arena, (size_t)s->n_dof + 1, sizeof *s->inertia);
  s->velocity = pl_arena_alloc(s->arena, (size_t)s->n_dof + 1, sizeof *s->velocity);
  return s->inertia != NULL && s->velocity != NULL ? PL_OK : PL_ERROR_MEMORY;
}

// Adds the absolute row sums of blocks by column to m [3 n].
static void add_row_sums(const pl_block_pattern *p, const int32_t *start, const int32_t *row, const double *value, double *m) {
  for (int32_t c = 0; c < p->n; c++) {
    for (int32_t k = start[c]; k < start[c + 1]; k++) {
      int32_t r = row[k];
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          double h = fabs(value[9 * (size_t)k + 3 * (size_t)a + (size_t)b]);
          m[3 * r + a] += h;
          if (p->symmetric && r != c) m[3 * c + b] += h;
        }
      }
    }
  }
}

// m: the largest row sum of a vertex, times `safety`.
static void set_inertia(pl_solver *s, double safety) {
  const pl_block_pattern *p = s->hess.pattern;
  const pl_block_extra *extra = s->hess.extra;
  double *m = s->inertia, largest = 0;
  pl__eval_stiffness(s, (pl_hess_mode)s->options.hessian);
  memset(m, 0, (size_t)s->n_dof * sizeof *m);
  add_row_sums(p, p->start, p->row, s->hess.value, m);
  if (extra) add_row_sums(p, extra->start, extra->row, extra->value, m);
  for (int32_t i = 0; i < s->n_dof; i++) largest = fmax(largest, m[i]);
  if (!(largest > 0)) largest = 1;
  for (int32_t v = 0; v < p->n; v++) {
    double *mv = m + 3 * (size_t)v;
    double mass = safety * fmax(fmax(mv[0], mv[1]), fmax(mv[2], 1e-6 * largest));
    mv[0] = mv[1] = mv[2] = mass;
  }
  pl_model_tie(s->model, m);
}

// Advances by one step into the trial point. When the kinetic energy decreases, its peak was half a step ago: the trial point is that one,
// at rest, and true is returned. (Stopping where the decrease is noticed, up to one and a half steps later, keeps the fast modes
// oscillating for ever.)
static bool advance(pl_solver *s, double *kinetic) {
  double before = *kinetic, now = 0, limit = 0.05 * s->size;
  for (int32_t i = 0; i < s->n_dof; i++) {
    double v = s->fixed[i] ? 0 : s->velocity[i] - s->g[i] / s->inertia[i];
    s->x_trial[i] = fmin(fmax(v, -limit), limit);
    now += 0.5 * s->inertia[i] * s->x_trial[i] * s->x_trial[i];
  }
  *kinetic = now;
  bool peak = now < before;
  for (int32_t i = 0; i < s->n_dof; i++) {
    double v = s->x_trial[i];
    s->x_trial[i] = s->x[i] + (peak ? -0.5 * s->velocity[i] : v);
    s->velocity[i] = peak ? 0 : v;
  }
  return peak;
}

// At rest: is this a solution, a saddle, or a start for Newton? Sets the outcome and *finished. left: iterations.
static pl_status inspect(pl_solver *s, int left, int *escapes, bool *finished) {
  PL_TRY(pl__polish(s, left < POLISH_STEPS ? left : POLISH_STEPS, finished));
  if (*finished || !pl__force_met(s)) return PL_OK;
  if (!s->model->symmetric) {  // no energy, no minimum: only zero force can be checked
    s->report->outcome = PL_SOLVE_CONVERGED;
    *finished = true;
    return PL_OK;
  }
  bool positive, moved = false;
  PL_TRY(pl__exact_step(s, &positive));
  if (positive) return PL_OK;
  if ((*escapes)++ < MAX_ESCAPES) PL_TRY(pl__escape(s, &moved));
  if (!moved) {
    s->report->outcome = PL_SOLVE_UNSTABLE;
    *finished = true;
  }
  return PL_OK;
}

// True if the energy exceeds that of the last rest, or a step is not finite: the step is too long for the present stiffness.
static bool too_long(const pl_solver *s, double kinetic, double energy_rest) {
  return s->model->symmetric && s->energy_trial + 0.5 * kinetic > energy_rest + 1e-3 * fabs(energy_rest) + pl__energy_slack(s);
}

static void stop(pl_solver *s, double *kinetic, double *energy_rest) {
  memset(s->velocity, 0, (size_t)s->n_dof * sizeof *s->velocity);
  *kinetic = 0;
  *energy_rest = s->energy;
}

static pl_status run(pl_solver *s) {
  const pl_solve_report *report = s->report;
  int first_evaluation = report->evaluations, first_factor = report->iterations;
  int most = (s->options.method == PL_METHOD_RELAXATION ? ALONE : 1) * s->options.max_iterations;
  double safety = 1, kinetic, energy_rest, try_at = TRY_DROP * s->force;
  int resets = 0, escapes = 0;
  stop(s, &kinetic, &energy_rest);
  set_inertia(s, safety);
  for (int64_t step = 1;; step++) {
    int left = most - (report->evaluations - first_evaluation) / CHEAPER - (report->iterations - first_factor);
    if (left < 1) {
      s->report->outcome = PL_SOLVE_ITERATIONS;
      return PL_OK;
    }
    PL_TRY(pl_progress_poll(s->ctx));
    bool rest = advance(s, &kinetic), finite = pl__trial_admitted(s) && pl__eval_trial(s);
    if (!finite || too_long(s, kinetic, energy_rest)) {
      if (safety > 1e6) {
        s->report->outcome = PL_SOLVE_STALLED;
        return PL_OK;
      }
      safety *= 2;
      stop(s, &kinetic, &energy_rest);
      set_inertia(s, safety);
      continue;
    }
    pl__accept_trial(s);
    if (!rest && !pl__force_met(s)) {
      if (step % RENEW_STEPS == 0) set_inertia(s, safety);
      continue;
    }
    stop(s, &kinetic, &energy_rest);
    resets++;
    if (s->force <= try_at || pl__force_met(s)) {
      bool finished;
      PL_TRY(inspect(s, left, &escapes, &finished));
      if (finished) return PL_OK;
      try_at = TRY_DROP * s->force;
      stop(s, &kinetic, &energy_rest);
    }
    if (resets % RENEW_RESETS == 0) {
      safety = fmax(1, 0.5 * safety);
      set_inertia(s, safety);
    }
  }
}

pl_status pl__method_relaxation(pl_solver *s) {
  PL_TRY(reserve(s));
  int first_evaluation = s->report->evaluations;
  pl_status status = run(s);
  s->report->iterations += (s->report->evaluations - first_evaluation + CHEAPER - 1) / CHEAPER;
  return status;
}
