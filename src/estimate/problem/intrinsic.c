// intrinsic.c: see intrinsic.h.
#include "estimate/problem/intrinsic.h"

#include <limits.h>
#include <math.h>

#include "estimate/judge/judge.h"
#include "math/least_squares.h"
#include "estimate/problem/stack.h"

typedef struct alone {
  pl_fit *fit;
  pl_stage stage;
  int index;
} alone;

static int count_values(const pl_fit_case *c) {
  int n = 0;
  for (int k = 0; k < PL_MAX_CHANNEL; k++) n += pl_case_used(c, k) ? pl_case_values(c, k) : 0;
  return n;
}

// Residuals of one case as a function of its intrinsic parameters, then their priors.
static pl_status evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed) {
  const alone *job = user;
  pl_fit_case *c = &job->fit->work.fit_case[job->index];
  size_t n = (size_t)c->specimen.n, row = 0;
  for (size_t j = 0; j < n; j++) c->specimen.value[j] = p[j];
  PL_TRY(pl_cases_predict(
      &job->fit->problem, &job->fit->work, &job->stage,
      &(pl_cases_ask){.theta = job->fit->material->theta, .first = job->index, .last = job->index + 1, .wanted = PL_WANTED_DERIVATIVES},
      n_failed));
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    for (size_t f = 0; pl_case_used(c, k) && f < (size_t)pl_case_values(c, k); f++, row++) {
      double sigma = pl_case_row_sigma(c, k, (int)f), residual = (c->predicted[k][f] - c->test->channel[k].value[f]) / sigma;
      r[row] = isnan(residual) ? 0 : residual;
      for (size_t j = 0; jacobian && j < n; j++)
        jacobian[row * n + j] = isnan(residual) ? 0 : c->prediction.by_intrinsic[k][f * n + j] / sigma;
    }
  for (size_t i = 0; i < n; i++, row++) {
    const pl_intrinsic *own = &c->rig->intrinsic[i];
    double weight = own->prior > 0 ? 1 / own->prior : 0;
    r[row] = weight * (p[i] - own->start);
    for (size_t j = 0; jacobian && j < n; j++) jacobian[row * n + j] = i == j ? weight : 0;
  }
  return PL_OK;
}

// Inverse of the symmetric positive definite a[n][n] by Gauss-Jordan, at most PL_MAX_INTRINSIC numbers. A parameter without effect leaves a zero on
// the diagonal.
static void invert(size_t n, double a[PL_MAX_INTRINSIC][2 * PL_MAX_INTRINSIC], double inverse[PL_MAX_INTRINSIC][PL_MAX_INTRINSIC]) {
  for (size_t k = 0; k < n; k++) a[k][n + k] = 1;
  for (size_t k = 0; k < n; k++) {
    double pivot = a[k][k];
    for (size_t j = 0; j < 2 * n; j++) a[k][j] = pivot > 0 ? a[k][j] / pivot : 0;
    for (size_t i = 0; i < n; i++) {
      double factor = i == k ? 0 : a[i][k];
      for (size_t j = 0; j < 2 * n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) inverse[i][j] = a[i][n + j];
}

// K = (G^T G)^-1 G^T J: derivative of the intrinsic parameters by theta, shift[n][n_theta]; G and J are the weighted derivatives by both.
static void follow_theta(const pl_fit_case *c, size_t n_theta, double inverse[PL_MAX_INTRINSIC][PL_MAX_INTRINSIC], double *shift) {
  size_t n = (size_t)c->specimen.n;
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    for (size_t f = 0; pl_case_used(c, k) && f < (size_t)pl_case_values(c, k); f++) {
      if (isnan(c->predicted[k][f] - c->test->channel[k].value[f])) continue;
      const double *by_own = c->prediction.by_intrinsic[k] + f * n, *by_theta = c->prediction.by_theta[k] + f * n_theta;
      double sigma = pl_case_row_sigma(c, k, (int)f);
      for (size_t i = 0; i < n; i++) {
        double row = 0;  // a row of the pseudoinverse
        for (size_t j = 0; j < n; j++) row += inverse[i][j] * by_own[j];
        for (size_t t = 0; t < n_theta; t++) shift[i * n_theta + t] += row * by_theta[t] / (sigma * sigma);
      }
    }
}

// Standard deviations. Parameters estimated from this test alone vary with its readings and with the fixed material. With G^+ the
// pseudoinverse of G,
//    Cov = v (G^T G)^-1 + G^+ J Cov_theta J^T G^+T,   v >= 1 the variance factor of the residuals.
static pl_status deviations(const pl_fit *fit, pl_fit_case *c, size_t n_row, const double *jacobian) {
  enum { N = PL_MAX_INTRINSIC };
  size_t n = (size_t)c->specimen.n, n_theta = (size_t)fit->material->n_theta;
  double a[N][2 * N] = {{0}}, inverse[N][N];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t row = 0; row < n_row; row++) a[i][j] += jacobian[row * n + i] * jacobian[row * n + j];
  invert(n, a, inverse);
  double *shift = pl_alloc(fit->ctx, n * n_theta + 1, sizeof *shift), inflation = fmax(pl_judge_inflation(c), 1);
  if (!shift) return PL_ERROR_MEMORY;
  if (fit->evidence.covariance) follow_theta(c, n_theta, inverse, shift);
  for (size_t k = 0; k < n; k++) {
    double variance = inflation * inflation * inverse[k][k];
    for (size_t p = 0; p < n_theta; p++)
      for (size_t q = 0; q < n_theta && shift[k * n_theta + p] != 0; q++)
        variance += shift[k * n_theta + p] * fit->evidence.covariance[p * (size_t)fit->solution.n_parameter + q] * shift[k * n_theta + q];
    c->specimen.sigma[k] = inverse[k][k] > 0 ? sqrt(fmax(variance, 0)) : INFINITY;  // no effect: unknown
  }
  pl_free(fit->ctx, shift);
  return PL_OK;
}

pl_status pl_intrinsics_alone(pl_fit *fit, int index) {
  pl_fit_case *c = &fit->work.fit_case[index];
  int n = c->specimen.n, n_row = count_values(c) + n;
  if (n == 0) return PL_OK;
  double p[PL_MAX_INTRINSIC], scale[PL_MAX_INTRINSIC], lower[PL_MAX_INTRINSIC], upper[PL_MAX_INTRINSIC];
  bool frozen[PL_MAX_INTRINSIC] = {0};
  for (int k = 0; k < n; k++) {
    p[k] = c->specimen.value[k];
    scale[k] = c->rig->intrinsic[k].scale;
    lower[k] = c->rig->intrinsic[k].lower;
    upper[k] = c->rig->intrinsic[k].upper;
  }
  double *r = pl_alloc(fit->ctx, (size_t)n_row, sizeof *r), *jacobian = pl_alloc(fit->ctx, (size_t)n_row * (size_t)n, sizeof *jacobian);
  pl_status status = PL_ERROR_MEMORY;
  if (r && jacobian) {
    alone job = {fit, pl_stage_default(&fit->problem), index};
    pl_ls_problem problem = {n, n_row, scale, lower, upper, frozen, evaluate, &job};
    pl_ls_report report;
    status = pl_least_squares(fit->ctx, &problem, &(pl_ls_options){.max_iterations = 30, .tolerance = 1e-8}, p, r, jacobian, &report);
    // the last trial may have been refused: evaluate the case at the result
    int n_failed = INT_MAX;
    if (status == PL_OK) status = evaluate(&job, p, r, jacobian, &n_failed);
    if (status == PL_OK) status = deviations(fit, c, (size_t)n_row, jacobian);
  }
  pl_free(fit->ctx, r);
  pl_free(fit->ctx, jacobian);
  return status;
}
