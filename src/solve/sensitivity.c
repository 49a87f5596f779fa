// sensitivity.c: how an equilibrium moves with the parameters and with its supports.
//
// g_f(x; theta) = 0 on the free dofs stays true as theta changes:  H_ff dx_f = -(dg/dtheta)_f,  with the exact H. A shifted or semidefinite H would
// give sensitivities wrong by tens of per cent. The reactions change by dg/dtheta + H dx on the fixed dofs.
#include "solve/solver.h"

#include <math.h>
#include <string.h>

// The factor left by the equilibrium at x, to within a last Newton step far below what a derivative could show.
static bool factor_at_hand(const pl_solver *s, const double *theta, const double *x) {
  if (!s->exact_ready || memcmp(theta, s->exact_theta, (size_t)s->model->material->n_theta * sizeof *theta) != 0) return false;
  for (int32_t i = 0; i < s->n_dof; i++)
    if (!(fabs(x[i] - s->exact_x[i]) < 1e-9 * s->size)) return false;
  return true;
}

pl_status pl_sensitivity_begin(pl_solver *s, const double *theta, const double *x, bool *stable) {
  double energy;
  *stable = factor_at_hand(s, theta, x);
  if (*stable) return PL_OK;
  s->exact_ready = false;
  if (!pl_model_eval(s->model, theta, x, PL_HESS_EXACT, &energy, s->g, &s->hess, s->work)) return PL_OK;
  pl_factor_outcome outcome;
  PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
  *stable = outcome == PL_FACTOR_OK;
  return PL_OK;
}

// dr += H dx on the fixed dofs, 0 on the free ones.
static void add_reactions(pl_solver *s, const double *dx, double *dr) {
  pl_block_matrix_multiply(&s->hess, dx, s->scratch);
  for (int32_t i = 0; i < s->n_dof; i++) dr[i] = s->fixed[i] ? dr[i] + s->scratch[i] : 0;
}

pl_status pl_sensitivity_theta(pl_solver *s, const double *theta, const double *x, int n_column, const int *column, double *dx,
                               double *dr) {
  size_t n_dof = (size_t)s->n_dof, n = (size_t)n_column;
  pl_model_theta(s->model, theta, x, n_column, column, dx, s->work);
  if (dr != NULL) memcpy(dr, dx, n * n_dof * sizeof *dr);
  PL_TRY(pl_factor_solve(s->factor, n_column, dx, dx));
  for (size_t i = 0; i < n * n_dof; i++) dx[i] = -dx[i];
  for (size_t j = 0; j < n && dr != NULL; j++) add_reactions(s, dx + j * n_dof, dr + j * n_dof);
  return PL_OK;
}

pl_status pl_sensitivity_motion(pl_solver *s, const double *motion, double *dx, double *dr) {
  for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] = s->fixed[i] ? motion[i] : 0;
  pl_block_matrix_multiply(&s->hess, s->dx, s->scratch);
  PL_TRY(pl_factor_solve(s->factor, 1, s->scratch, dx));
  for (int32_t i = 0; i < s->n_dof; i++) dx[i] = s->fixed[i] ? s->dx[i] : -dx[i];
  if (dr != NULL) {
    memset(dr, 0, (size_t)s->n_dof * sizeof *dr);
    add_reactions(s, dx, dr);
  }
  return PL_OK;
}
