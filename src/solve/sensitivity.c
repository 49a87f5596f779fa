// sensitivity.c: derivatives of an equilibrium by the parameters and by its supports.
//
// g_f(x; theta) = 0 on the free dofs for all theta, so  H_ff dx_f = -(dg/dtheta)_f,  with the exact H. A shifted or semidefinite H would
// give sensitivities wrong by tens of per cent. The reactions change by dg/dtheta + H dx on the fixed dofs.
#include "solve/solver.h"

#include <math.h>
#include <string.h>

// True if the factor left by the equilibrium at x is usable. Then x differs at most by a last Newton step, far below the accuracy of a
// derivative (for a draft: of its fit). A material with memory has two stiffnesses at a turning point, and another one than in the last
// frame at the same x. So its factor is always computed again.
static bool factor_at_hand(const pl_solver *s, const double *theta, const double *x) {
  if (!s->exact_ready || s->history || memcmp(theta, s->exact_theta, (size_t)s->model->material->n_theta * sizeof *theta) != 0)
    return false;
  for (int32_t i = 0; i < s->n_dof; i++)
    if (!(fabs(x[i] - s->exact_x[i]) < s->exact_reach)) return false;
  return true;
}

// The unsymmetric factor of the stiffness in hess, computed when first needed.
static pl_status factorise_lu(pl_solver *s, bool *regular) {
  *regular = true;
  if (s->lu_ready) return PL_OK;
  if (!s->lu) PL_TRY(pl_factor_create(s->ctx, &s->model->pattern, s->model->fixed, s->model->tie, PL_FACTOR_LU, &s->lu));
  pl_factor_outcome outcome;
  PL_TRY(pl_factor_compute(s->lu, &s->hess, 0, NULL, &outcome));
  *regular = s->lu_ready = outcome == PL_FACTOR_OK;
  return PL_OK;
}

pl_status pl_sensitivity_begin(pl_solver *s, const double *theta, const double *x, bool *stable) {
  double energy;
  s->unsolved = s->lu_ready = s->lu_only = s->g_ready = false;
  *stable = factor_at_hand(s, theta, x);
  if (*stable) {
    // a model without an energy may have made several steps with one stiffness. The factor suffices as a preconditioner, but the stiffness
    // must be that of x
    if (!s->model->symmetric) *stable = pl_model_eval(s->model, theta, x, PL_HESS_EXACT, &energy, s->g, &s->hess, s->work);
    return PL_OK;
  }
  s->exact_ready = false;
  if (!pl_model_eval(s->model, theta, x, PL_HESS_EXACT, &energy, s->g, &s->hess, s->work)) return PL_OK;
  pl_factor_outcome outcome;
  PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
  *stable = outcome == PL_FACTOR_OK;
  if (*stable || s->model->symmetric) return PL_OK;
  // without an energy there is no minimum to check: a regular stiffness suffices
  s->lu_only = true;
  return factorise_lu(s, stable);
}

bool pl_sensitivity_solved(const pl_solver *s) { return !s->unsolved; }

// Relative residual of an iterative solve: far below the accuracy of a derivative.
static const double EXACT = 1e-8;

// n_rhs systems with the exact stiffness. Without an energy: iteratively, and by the unsymmetric factor where that does not converge.
static pl_status solve_exact(pl_solver *s, bool transposed, int n_rhs, double *b) {
  if (s->model->symmetric) return pl_factor_solve(s->factor, n_rhs, b, b);
  for (int j = 0; j < n_rhs; j++, b += s->n_dof) {
    bool solved = false;
    memcpy(s->g_trial, b, (size_t)s->n_dof * sizeof *b);
    if (!s->lu_only) PL_TRY(pl__krylov_solve(s, transposed, EXACT, s->g_trial, b, &solved));
    if (solved) continue;
    PL_TRY(factorise_lu(s, &solved));
    if (solved)
      PL_TRY((transposed ? pl_factor_solve_transposed : pl_factor_solve)(s->lu, 1, s->g_trial, b));
    else
      s->unsolved = true;
  }
  return PL_OK;
}

// dr += H dx on the fixed dofs, 0 on the free ones.
static void add_reactions(pl_solver *s, const double *dx, double *dr) {
  pl_block_matrix_multiply_at(&s->hess, s->fixed, dx, s->scratch);
  for (int32_t i = 0; i < s->n_dof; i++) dr[i] = s->fixed[i] ? dr[i] + s->scratch[i] : 0;
}

void pl_sensitivity_add_history(pl_solver *s, const double *theta, const double *x, int column, double *force) {
  if (s->history_slope) pl_history_add_columns(s->model, theta, x, s->history, s->history_slope, column, 1, force, s->work);
}

pl_status pl_sensitivity_theta(pl_solver *s, const double *theta, const double *x, int n_column, const int *column, double *dx,
                               double *dr) {
  size_t n_dof = (size_t)s->n_dof, n = (size_t)n_column;
  pl_model_theta(s->model, theta, x, n_column, column, dx, s->work);
  if (s->history_slope) pl_history_add_columns(s->model, theta, x, s->history, s->history_slope, 0, n_column, dx, s->work);
  if (dr != NULL) memcpy(dr, dx, n * n_dof * sizeof *dr);
  PL_TRY(solve_exact(s, false, n_column, dx));
  for (size_t i = 0; i < n * n_dof; i++) dx[i] = -dx[i];
  for (size_t j = 0; j < n && dr != NULL; j++) add_reactions(s, dx + j * n_dof, dr + j * n_dof);
  return PL_OK;
}

pl_status pl_sensitivity_adjoint(pl_solver *s, const double *by_position, const double *by_reaction, double *adjoint) {
  memcpy(adjoint, by_position, (size_t)s->n_dof * sizeof *adjoint);
  if (by_reaction) {
    pl_block_matrix_multiply_transposed(&s->hess, by_reaction, s->scratch);
    for (int32_t i = 0; i < s->n_dof; i++) adjoint[i] += s->scratch[i];
  }
  PL_TRY(solve_exact(s, true, 1, adjoint));
  for (int32_t i = 0; i < s->n_dof; i++) adjoint[i] = s->fixed[i] ? (by_reaction ? by_reaction[i] : 0) : -adjoint[i];
  return PL_OK;
}

void pl_sensitivity_add_motion(pl_solver *s, const double *motion, double *force) {
  for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] = s->fixed[i] ? motion[i] : 0;
  pl_block_matrix_multiply(&s->hess, s->dx, s->scratch);
  for (int32_t i = 0; i < s->n_dof; i++) force[i] += s->scratch[i];
}

void pl_sensitivity_columns(pl_solver *s, const double *theta, const double *x, int n_column, const int *column, double *out) {
  pl_model_theta(s->model, theta, x, n_column, column, out, s->work);
}

pl_status pl_sensitivity_motion(pl_solver *s, const double *motion, const double *force, double *dx, double *dr) {
  for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] = motion && s->fixed[i] ? motion[i] : 0;
  pl_block_matrix_multiply(&s->hess, s->dx, s->scratch);
  for (int32_t i = 0; i < s->n_dof && force; i++) s->scratch[i] += force[i];
  memcpy(dx, s->scratch, (size_t)s->n_dof * sizeof *dx);
  PL_TRY(solve_exact(s, false, 1, dx));
  for (int32_t i = 0; i < s->n_dof; i++) dx[i] = s->fixed[i] ? s->dx[i] : -dx[i];
  if (dr != NULL) {
    for (int32_t i = 0; i < s->n_dof; i++) dr[i] = force ? force[i] : 0;
    add_reactions(s, dx, dr);
  }
  return PL_OK;
}
