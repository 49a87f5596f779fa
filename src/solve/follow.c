// follow.c: carry a prescribed motion of the supports into the free dofs.
//
// With the motion dx_c of the fixed dofs, the displacement that follows it solves  H_ff dx_f = -(H dx_c)_f  with the semidefinite Hessian: the cloth
// moves as a linear elastic body in its present state. Flat unstressed cloth without bending has no stiffness out of its plane: then a small shift
// helps, and if that fails, the harmonic interpolation on the mesh (each vertex the mean of its neighbours).
#include "solve/solver.h"

#include <math.h>
#include <string.h>

static const double FOLLOW_SHIFT[] = {0, 1e-9, 1e-7, 1e-5, 1e-3};
enum { N_SHIFT = sizeof FOLLOW_SHIFT / sizeof FOLLOW_SHIFT[0] };

// Graph Laplacian of the mesh in every axis.
static void harmonic_matrix(pl_solver *s) {
  const pl_block_pattern *p = s->hess.pattern;
  pl_block_matrix_zero(&s->hess);
  for (int32_t c = 0; c < p->n; c++) {
    int32_t diagonal_c = pl_block_position(p, c, c);
    for (int32_t k = p->start[c]; k < p->start[c + 1]; k++) {
      if (p->row[k] == c) continue;
      int32_t diagonal_r = pl_block_position(p, p->row[k], p->row[k]);
      for (size_t a = 0; a < 9; a += 4) {
        s->hess.value[9 * (size_t)k + a] = -1;
        s->hess.value[9 * (size_t)diagonal_c + a] += p->symmetric ? 1 : 0.5;
        s->hess.value[9 * (size_t)diagonal_r + a] += p->symmetric ? 1 : 0.5;
      }
    }
  }
}

// Solve for the displacement with the matrix in hess; dx is the result, the motion of the fixed dofs included.
static pl_status follow(pl_solver *s, const double *motion, bool *done) {
  *done = false;
  pl_block_matrix_diagonal(&s->hess, s->scale);
  double largest = 0;
  for (int32_t i = 0; i < s->n_dof; i++) largest = fmax(largest, s->fixed[i] ? 0 : fabs(s->scale[i]));
  for (int32_t i = 0; i < s->n_dof; i++) s->scale[i] = fmax(fabs(s->scale[i]), 1e-3 * largest);
  for (int i = 0; i < N_SHIFT && !*done; i++) {
    pl_factor_outcome outcome;
    PL_TRY(pl_factor_compute(s->factor, &s->hess, FOLLOW_SHIFT[i], s->scale, &outcome));
    if (outcome != PL_FACTOR_OK) continue;
    pl_block_matrix_multiply(&s->hess, motion, s->scratch);
    for (int32_t k = 0; k < s->n_dof; k++) s->scratch[k] = -s->scratch[k];
    PL_TRY(pl_factor_solve(s->factor, 1, s->scratch, s->dx));
    // No vertex moves much more than the supports do; a singular direction would.
    double motion_largest = 0;
    for (int32_t k = 0; k < s->n_dof; k++) motion_largest = fmax(motion_largest, fabs(motion[k]));
    double moved = pl__largest(s, s->dx);
    *done = isfinite(moved) && moved <= 3 * motion_largest;
  }
  return PL_OK;
}

pl_status pl_solver_follow(pl_solver *s, const double *theta, const double *target, double *x) {
  double *motion = s->x_trial, energy, largest = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    motion[i] = s->fixed[i] ? target[i] - x[i] : 0;
    largest = fmax(largest, fabs(motion[i]));
  }
  if (largest > 0) {
    bool done = false;
    if (pl_model_eval(s->model, theta, x, PL_HESS_PSD, &energy, s->g, &s->hess, s->work)) PL_TRY(follow(s, motion, &done));
    if (!done) {
      harmonic_matrix(s);
      PL_TRY(follow(s, motion, &done));
    }
    for (int32_t i = 0; i < s->n_dof && done; i++) x[i] += s->dx[i];
  }
  for (int32_t i = 0; i < s->n_dof; i++) x[i] = s->fixed[i] ? target[i] : x[i];
  return PL_OK;
}
