// knot_error.c: see knot_error.h.
//
// A curve with few knots may follow the readings within noise, and yet its slope at rest may be wrong by many standard errors. The second
// derivative f'' is linear between knots. The line that fits a curved f'' best over a segment of length h is off by h^2 f''''/12 at its
// ends. One end is the rest state. Cross-validation chooses few knots, because most readings are far from rest. So the moduli are computed
// again with every segment halved, where that error is a quarter, and with no parameter pruned.
//
// The standard errors of these finer moduli come from a wild bootstrap (Wu 1986). Residuals get random signs and keep their size, and each
// sample is solved within the bounds. A covariance would not do: half of the parameters are at bounds and leave them when an error changes
// its sign. A reading with high leverage has a small residual. So error i is r_i / (1 - h_i) with h the diagonal of Q Q^T (HC3, MacKinnon
// and White 1985). There J = Q R over the parameters that are not at a bound. The first readings of a curve have high leverage, and they
// determine the slope at rest.
#include "estimate/judge/knot_error.h"

#include <lapacke.h>
#include <math.h>

#include "base/rng.h"
#include "estimate/optimise/linear_fit.h"
#include "estimate/stage/linear_stage.h"

enum { N_SOLVE = 2 };  // free stretches depend on the parameters: the second linear problem is set up at the solution of the first
enum { N_DRAW = 20 };  // a standard deviation from 20 draws has a standard error of 16 %

static const double LEAST_LEFT = 0.2;  // lower limit of 1 - h: the residual of a reading with higher leverage does not measure its error

// Estimates the errors from the residuals r, into error[n_data], in sigma.
static pl_status find_errors(const pl_fit *fit, const pl_solution *s, double *error) {
  const pl_parameter *parameter = fit->material->parameter;
  int n = s->stack.n_data, m = 0, moving[PL_MAX_LINEAR];
  for (int j = 0; j < fit->material->n_theta; j++)
    if (fit->material->theta[j] > parameter[j].lower && fit->material->theta[j] < parameter[j].upper) moving[m++] = j;
  m = m < n ? m : n;
  double *q = pl_arena_alloc(s->arena, (size_t)n * (size_t)m + (size_t)m + 1, sizeof *q);
  if (!q) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      q[i * m + j] = s->jacobian[(size_t)i * (size_t)s->stack.n_parameter + (size_t)moving[j]] * s->stack.scale[moving[j]];
  double *tau = q + (size_t)n * (size_t)m;
  bool found = m > 0 && LAPACKE_dgeqrf(LAPACK_ROW_MAJOR, n, m, q, m, tau) == 0 && LAPACKE_dorgqr(LAPACK_ROW_MAJOR, n, m, m, q, m, tau) == 0;
  for (int i = 0; i < n; i++) {
    double left = 1;
    for (int j = 0; j < m && found; j++) left -= q[i * m + j] * q[i * m + j];
    error[i] = s->r[i] / fmax(left, LEAST_LEFT);
  }
  return PL_OK;
}

// out[0]: moduli of the solution; out[1 ..]: of the bootstrap samples. Only the first element of each is used, the others are overwritten.
static pl_status draw_moduli(const pl_fit *fit, pl_solution *solution, const pl_model *model, pl_work *work, pl_moduli *out) {
  int n = solution->stack.n_data;
  double *error = pl_arena_alloc(solution->arena, 2 * (size_t)n + 1, sizeof *error), *drawn = error + n, p[PL_MAX_LINEAR];
  pl_rng rng;
  if (!error) return PL_ERROR_MEMORY;
  pl_rng_init(&rng, 1);
  PL_TRY(find_errors(fit, solution, error));
  PL_TRY(pl_model_moduli(model, fit->material->theta, NULL, out, work));
  for (int k = 1; k <= N_DRAW; k++) {
    for (int i = 0; i < n; i++) drawn[i] = pl_rng_uniform(&rng) < 0.5 ? -error[i] : error[i];
    PL_TRY(pl_linear_stage_with_errors(fit->material, solution, drawn, p));
    PL_TRY(pl_model_moduli(model, p, NULL, &out[k], work));
  }
  return PL_OK;
}

pl_status pl_knot_error(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  const pl_fit_case *any = fit->work.fit_case;  // at rest all tests are of one material
  const pl_model *model = any->rig->body.model;
  pl_moduli *finer = pl_arena_alloc(fit->arena, N_DRAW + (size_t)pl_model_stiffness_count(model), sizeof *finer);
  pl_work *work;
  if (!finer) return PL_ERROR_MEMORY;
  for (int i = 0; i < N_SOLVE; i++) PL_TRY(pl_linear_stage_start(&fit->problem, &fit->work, fit->material, stage, solution));
  PL_TRY(pl_linear_stage_make(&fit->problem, &fit->work, fit->material, stage, solution));
  PL_TRY(pl_work_create(model, &work));
  pl_status status = draw_moduli(fit, solution, model, work, finer);
  pl_work_destroy(work);
  fit->evidence.finer = finer;
  fit->evidence.n_finer = 1 + N_DRAW;
  return status;
}
