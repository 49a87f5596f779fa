// follow.c: extends a prescribed motion of the supports to the free dofs.
//
// With the motion dx_c of the fixed dofs, the displacement that follows it solves  H_ff dx_f = -(H dx_c)_f  with the semidefinite Hessian.
// The cloth moves as a linear elastic body in its present state. Flat unstressed cloth without bending has no out-of-plane stiffness. Then
// a little of the graph Laplacian is added, so that these dofs are interpolated harmonically (each vertex is the mean of its neighbours). A
// diagonal shift would keep them in place. If that fails too, or the start is not finite, the Laplacian alone is used.
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

pl_status pl_solver_follow(pl_solver *s, const double *theta, const double *target, double *x) {
  double *motion = s->x_trial, energy, largest = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    motion[i] = s->fixed[i] ? target[i] - x[i] : 0;
    largest = fmax(largest, fabs(motion[i]));
  }
  if (largest > 0) {
    s->exact_ready = s->g_ready = false;
    bool done = false;
    if (pl_model_eval(s->model, theta, x, PL_HESS_PSD, &energy, s->g, &s->hess, s->work)) {
      PL_TRY(follow(s, motion, largest, &done));
      if (!done) {
        add_harmonic(s, HARMONIC_PART * largest_diagonal(s));
        PL_TRY(follow(s, motion, largest, &done));
      }
    }
    if (!done) {
      pl_block_matrix_zero(&s->hess);
      add_harmonic(s, 1);
      PL_TRY(follow(s, motion, largest, &done));
    }
    // supports go to their targets; the rest follows as far as it may
    for (int32_t i = 0; i < s->n_dof; i++) motion[i] += done ? s->dx[i] : 0;
    double part = pl_model_max_step(s->model, x, motion, s->work);
    for (int32_t i = 0; i < s->n_dof && done; i++) x[i] += part * s->dx[i];
  }
  for (int32_t i = 0; i < s->n_dof; i++) x[i] = s->fixed[i] ? target[i] : x[i];
  return PL_OK;
}
