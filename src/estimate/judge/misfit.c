// misfit.c: see misfit.h.
//
// All tests share one material. If its law cannot follow one test, least squares distributes the residual over all parameters that act in
// it. Tests that share those parameters pass it on. Example: a linear warp law that is too stiff at small strains. Shear along warp then
// needs a smaller shear stiffness, and shear along weft a larger weft stiffness. The result is the minimum, and still wrong.
//
// So each test t that the model does not describe is left out. With J, r the other rows and those of the prior, one Gauss-Newton step gives
//   d = -(J^T J)^-1 J^T r,     C = s^2 (J^T J)^-1,     s^2 = |r + J d|^2 / (n - m) (1 + rho)/(1 - rho),
// rho the correlation of neighbouring residuals (judge.c); s^2 is at least 1 where sigmas were given.
// A parameter is moved by t if all of this holds:
//   - the other tests determine it: its standard error is below PL_UNDETERMINED of its value;
//   - it differs by more than PL_FEW_SIGMAS of that error, which chance does not explain;
//   - and by more than half of its value, so that it matters beside the scatter between specimens.
// A right law has no such test, so right fits cannot be concerned.
#include "estimate/judge/misfit.h"

#include <lapacke.h>
#include <math.h>

#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"

#define MATTERS 0.5           // of its value
#define MOST_CORRELATED 0.98  // of residuals, as in judge.c

// The step without one test, in scaled free parameters.
typedef struct left_out {
  int n;             // free parameters
  int *index;        // [n], their indices
  double *normal;    // [n][n], then its inverse
  double *gradient;  // [n]
  double *step;      // [n]
} left_out;

static bool described(const pl_fit *fit, const pl_fit_case *c) {
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *score = &fit->evidence.score[i];
    if (score->test == c->test->name && score->used && score->judged && !pl_score_passes(fit, score)) return false;
  }
  return true;
}

// Rows [*first, *last) of a fitted case.
static void rows_of(const pl_fit *fit, int wanted, int *first, int *last) {
  *first = *last = 0;
  for (int i = 0; i <= wanted; i++) {
    *first = *last;
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      if (pl_case_used(&fit->work.fit_case[i], k)) *last += pl_case_values(&fit->work.fit_case[i], k);
  }
}

static double scaled(const left_out *o, const pl_stack *stack, const double *jacobian, int row, int j) {
  return jacobian[(size_t)row * (size_t)stack->n_parameter + (size_t)o->index[j]] * stack->scale[o->index[j]];
}

static void sum_rows(left_out *o, const pl_stack *stack, const double *r, const double *jacobian, int first, int last) {
  int n = o->n;
  for (int j = 0; j < n * n; j++) o->normal[j] = 0;
  for (int j = 0; j < n; j++) o->gradient[j] = 0;
  for (int i = 0; i < stack->n_residual; i++) {
    if (i >= first && i < last) continue;
    for (int j = 0; j < n; j++) {
      double value = scaled(o, stack, jacobian, i, j);
      o->gradient[j] += value * r[i];
      for (int k = 0; k < n && value != 0; k++) o->normal[j * n + k] += value * scaled(o, stack, jacobian, i, k);
    }
  }
}

static bool solve(left_out *o) {
  int n = o->n;
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', n, o->normal, n) != 0) return false;
  if (LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'U', n, o->normal, n) != 0) return false;
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++) o->normal[j * n + k] = o->normal[k * n + j];
    o->step[j] = 0;
  }
  for (int j = 0; j < n; j++)
    for (int k = 0; k < n; k++) o->step[j] -= o->normal[j * n + k] * o->gradient[k];
  return true;
}

// s^2 of the rows that remain.
static double scatter(const left_out *o, const pl_stack *stack, const double *r, const double *jacobian, int first, int last) {
  double sum = 0, product = 0, before = 0;
  int n = 0;
  for (int i = 0; i < stack->n_data; i++) {
    if (i >= first && i < last) continue;
    double e = r[i];
    for (int j = 0; j < o->n; j++) e += scaled(o, stack, jacobian, i, j) * o->step[j];
    sum += e * e;
    product += e * before;
    before = e;
    n += r[i] != 0;  // rows without a reading are zero
  }
  double rho = sum > 0 ? fmin(product / sum, MOST_CORRELATED) : 0, more = n > 4 && rho > 2 / sqrt(n) ? (1 + rho) / (1 - rho) : 1;
  return n > o->n ? more * sum / (n - o->n) : INFINITY;
}

static bool sigmas_given(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (pl_case_used(c, k) && !(c->test->channel[k].sigma > 0)) return false;
    }
  return true;
}

static void add_moved(pl_fit *fit, const left_out *o, const pl_stack *stack, int test, double variance) {
  for (int j = 0; j < o->n; j++) {
    int at = o->index[j];
    if (at >= stack->n_theta) continue;
    double scale = stack->scale[at], without = fit->material->theta[at] + scale * o->step[j];
    double sigma = scale * sqrt(variance * o->normal[j * o->n + j]), by = fabs(scale * o->step[j]);
    if (!(sigma < PL_UNDETERMINED * fabs(without)) || !(by > PL_FEW_SIGMAS * sigma) || !(by > MATTERS * fabs(without))) continue;
    fit->known.moved[fit->known.n_moved++] = (pl_moved){.test = test, .theta = at, .without = without, .sigma = sigma};
  }
}

pl_status pl_misfit_find(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian) {
  int n_bad = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) n_bad += !described(fit, &fit->work.fit_case[i]);
  // rows of single cases are not used for all parameters, or rows tie samples to each other: no test can be left out alone
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (fit->work.fit_case[i].unfitted || fit->solution.ties.n > 0) return PL_OK;
  if (n_bad == 0 || fit->problem.n_fitted < 2) return PL_OK;
  size_t n = (size_t)stack->n_parameter;
  left_out o = {.index = pl_arena_alloc(fit->arena, n + 1, sizeof(int)),
                .normal = pl_arena_alloc(fit->arena, n * n + 1, sizeof(double)),
                .gradient = pl_arena_alloc(fit->arena, n + 1, sizeof(double)),
                .step = pl_arena_alloc(fit->arena, n + 1, sizeof(double))};
  fit->known.moved = pl_arena_alloc(fit->arena, (size_t)n_bad * n + 1, sizeof *fit->known.moved);
  if (!o.index || !o.normal || !o.gradient || !o.step || !fit->known.moved) return PL_ERROR_MEMORY;
  for (int j = 0; j < stack->n_parameter; j++)
    if (!pl_judge_held(fit, stack, j)) o.index[o.n++] = j;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    int first, last;
    if (described(fit, &fit->work.fit_case[i])) continue;
    rows_of(fit, i, &first, &last);
    sum_rows(&o, stack, r, jacobian, first, last);
    if (!solve(&o)) continue;  // the others do not determine all parameters, without a prior
    double variance = scatter(&o, stack, r, jacobian, first, last);
    add_moved(fit, &o, stack, i, sigmas_given(fit) ? fmax(variance, 1) : variance);
  }
  return PL_OK;
}
