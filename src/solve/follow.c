// follow.c: extends a prescribed motion of the supports to the free dofs.
//
// With the motion dx_c of the fixed dofs, the displacement that follows it solves  H_ff dx_f = -(H dx_c)_f  with the semidefinite Hessian.
// The cloth moves as a linear elastic body in its present state. Flat unstressed cloth without bending has no out-of-plane stiffness. Then
// a little of the graph Laplacian is added, so that these dofs are interpolated harmonically (each vertex is the mean of its neighbours). A
// diagonal shift would keep them in place. If that fails too, or the start is not finite, the Laplacian alone is used.
//
// Potentials that limit steps (contact) are passed by nothing: supports go with everything else, in rounds.
#include "solve/solver.h"

#include <math.h>

static const double HARMONIC_PART = 1e-7;  // of the largest stiffness

// Adds weight times the graph Laplacian of the mesh, in every axis, to hess.
static void add_harmonic(pl_solver *s, double weight) {
  const pl_block_pattern *p = s->hess.pattern;
  double share = p->symmetric ? weight : 0.5 * weight;  // an unsymmetric pattern visits each pair twice
  for (int32_t c = 0; c < p->n; c++) {
    double *diagonal_c = s->hess.value + 9 * (size_t)pl_block_position(p, c, c);
    for (int32_t k = p->start[c]; k < p->start[c + 1]; k++) {
      if (p->row[k] == c) continue;
      double *block = s->hess.value + 9 * (size_t)k, *diagonal_r = s->hess.value + 9 * (size_t)pl_block_position(p, p->row[k], p->row[k]);
      for (size_t a = 0; a < 9; a += 4) {
        block[a] -= weight;
        diagonal_c[a] += share;
        diagonal_r[a] += share;
      }
    }
  }
}

static double largest_diagonal(pl_solver *s) {
  double largest = 0;
  pl_block_matrix_diagonal(&s->hess, s->scale);
  for (int32_t i = 0; i < s->n_dof; i++) largest = fmax(largest, s->fixed[i] ? 0 : fabs(s->scale[i]));
  return largest > 0 ? largest : 1;
}

// Solves for the displacement with the matrix in hess; dx is the result, at free dofs. Not done when there is no factor, or when a vertex
// moves much more than the supports: a nearly singular direction.
static pl_status follow(pl_solver *s, const double *motion, double largest, bool *done) {
  pl_factor_outcome outcome;
  *done = false;
  PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
  if (outcome != PL_FACTOR_OK) return PL_OK;
  pl_block_matrix_multiply(&s->hess, motion, s->scratch);
  for (int32_t k = 0; k < s->n_dof; k++) s->scratch[k] = -s->scratch[k];
  PL_TRY(pl_factor_solve(s->factor, 1, s->scratch, s->dx));
  double moved = pl__largest(s, s->dx);
  *done = isfinite(moved) && moved <= 3 * largest;
  return PL_OK;
}

// dx: the displacement of the free dofs when the fixed ones go `motion` from x, if one is found.
static pl_status displacement(pl_solver *s, const double *theta, const double *x, const double *motion, double largest, bool *done) {
  double energy;
  *done = false;
  s->exact_ready = s->g_ready = false;
  if (pl_model_eval(s->model, theta, x, PL_HESS_PSD, &energy, s->g, &s->hess, s->work)) {
    PL_TRY(follow(s, motion, largest, done));
    if (*done) return PL_OK;
    add_harmonic(s, HARMONIC_PART * largest_diagonal(s));
    PL_TRY(follow(s, motion, largest, done));
  }
  if (*done) return PL_OK;
  pl_block_matrix_zero(&s->hess);
  add_harmonic(s, 1);
  return follow(s, motion, largest, done);
}

// The way of the supports from x, 0 at free dofs; returns its largest component.
static double way_left(const pl_solver *s, const double *target, const double *x, double *motion) {
  double largest = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    motion[i] = s->fixed[i] ? target[i] - x[i] : 0;
    largest = fmax(largest, fabs(motion[i]));
  }
  return largest;
}

// Everything together goes the part of its way that the potentials admit. Where they do not admit all of it, an equilibrium moves the free dofs out
// of the way, and the next round begins there. So many rounds, and so many in sequence that admit less than LEAST_PART.
enum { MAX_ROUND = 100, MAX_STUCK = 3 };
static const double LEAST_PART = 1e-4;

static pl_status follow_in_rounds(pl_solver *s, const double *theta, const double *target, double *x, bool *arrived) {
  *arrived = false;
  for (int round = 0, stuck = 0; round < MAX_ROUND && stuck < MAX_STUCK; round++) {
    bool done;
    double largest = way_left(s, target, x, s->x_trial);
    PL_TRY(displacement(s, theta, x, s->x_trial, largest, &done));
    double *motion = s->x_trial;
    for (int32_t i = 0; i < s->n_dof; i++) motion[i] += done ? s->dx[i] : 0;
    double part = pl_model_max_step(s->model, x, motion, s->work);
    *arrived = part >= 1;
    for (int32_t i = 0; i < s->n_dof; i++) x[i] = s->fixed[i] && *arrived ? target[i] : x[i] + part * motion[i];
    if (*arrived) return pl_work_status(s->work);
    stuck = part < LEAST_PART ? stuck + 1 : 0;
    pl_solve_report report;
    PL_TRY(pl_equilibrium(s, theta, x, &report));
  }
  return PL_OK;
}

pl_status pl_solver_follow(pl_solver *s, const double *theta, const double *target, double *x, bool *arrived) {
  double largest = way_left(s, target, x, s->x_trial);
  bool done = false, there = true;
  if (largest > 0 && s->model->limited) PL_TRY(follow_in_rounds(s, theta, target, x, &there));
  if (largest > 0 && !s->model->limited) {
    PL_TRY(displacement(s, theta, x, s->x_trial, largest, &done));
    for (int32_t i = 0; i < s->n_dof; i++) x[i] = s->fixed[i] ? target[i] : x[i] + (done ? s->dx[i] : 0);
  }
  if (arrived) *arrived = there;
  return PL_OK;
}
