// lean_outlook.c: see lean_outlook.h.
//
// Let r(d) = r + J d in scaled parameters. Each group of rows has s = |r|^2, b = J^T r and A = J^T J. The groups are p: the channel, o:
// other data, w: priors. The fit with factor f would minimise
//   d.M d / 2 + g.d,   M = A_o + A_w + f^2 A_p,   g = b_o + b_w + f^2 b_p,
// and leave s_i + 2 b_i.d + d.A_i d in group i. The search under bounds and cuts is that of every fit (least_squares.h). Its residuals,
// with the same sum up to a constant, are L^T d + L^-1 g with M = L L^T.
#include "protocol/capture/fit/lean_outlook.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "math/least_squares.h"

enum { LEANT, OTHERS, PRIOR, GROUPS };

struct pl_lean_outlook {
  const pl_fit *fit;
  const pl_stack *stack;
  int n;
  double *p;          // [n], present parameters
  double s[GROUPS];   // sums of squares
  double *b[GROUPS];  // [n], scaled
  double *a[GROUPS];  // [n][n], scaled
  double *lower, *c;  // L [n][n] and L^-1 g [n] of the present factor
  double *at;         // [n], predicted parameters
  double *r, *jacobian;
};

static void add_rows(int n_row, int n, const double *r, const double *jacobian, double *s, double *b, double *a) {
  *s += cblas_ddot(n_row, r, 1, r, 1);
  cblas_dgemv(CblasRowMajor, CblasTrans, n_row, n, 1, jacobian, n, r, 1, 1, b, 1);
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, n_row, 1, jacobian, n, 1, a, n);
}

static void sum_rows(const pl_solution *solution, int leant, pl_lean_outlook *o) {
  const pl_fit *fit = o->fit;
  int n = o->n, row = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      if (!pl_stage_uses(&o->stack->stage, &fit->work, i, k)) continue;
      int n_value = pl_case_values(&fit->work.fit_case[i], k), group = k == leant ? LEANT : OTHERS;
      add_rows(n_value, n, solution->r + row, solution->jacobian + (size_t)row * (size_t)n, &o->s[group], o->b[group], o->a[group]);
      row += n_value;
    }
  add_rows(o->stack->n_residual - row, n, solution->r + row, solution->jacobian + (size_t)row * (size_t)n, &o->s[PRIOR], o->b[PRIOR],
           o->a[PRIOR]);
  for (int g = 0; g < GROUPS; g++)
    for (int j = 0; j < n; j++) {
      o->b[g][j] *= o->stack->scale[j];
      for (int k = 0; k <= j; k++) {
        o->a[g][j * n + k] *= o->stack->scale[j] * o->stack->scale[k];
        o->a[g][k * n + j] = o->a[g][j * n + k];
      }
    }
}

pl_status pl_lean_outlook_create(pl_arena *arena, const pl_fit *fit, const pl_solution *solution, int leant, pl_lean_outlook **outlook) {
  size_t n = (size_t)solution->stack.n_parameter;
  pl_lean_outlook *o = pl_arena_alloc(arena, 1, sizeof *o);
  if (!o) return PL_ERROR_MEMORY;
  *o = (pl_lean_outlook){.fit = fit, .stack = &solution->stack, .n = (int)n};
  bool ok = true;
  for (int g = 0; g < GROUPS; g++) {
    ok = ok && (o->b[g] = pl_arena_alloc(arena, n + 1, sizeof(double)));
    ok = ok && (o->a[g] = pl_arena_alloc(arena, n * n + 1, sizeof(double)));
  }
  ok = ok && (o->p = pl_arena_alloc(arena, n + 1, sizeof *o->p)) && (o->at = pl_arena_alloc(arena, n + 1, sizeof *o->at)) &&
       (o->c = pl_arena_alloc(arena, n + 1, sizeof *o->c)) && (o->r = pl_arena_alloc(arena, n + 1, sizeof *o->r)) &&
       (o->lower = pl_arena_alloc(arena, n * n + 1, sizeof *o->lower)) &&
       (o->jacobian = pl_arena_alloc(arena, n * n + 1, sizeof *o->jacobian));
  if (!ok) return PL_ERROR_MEMORY;
  pl_stack_get(o->stack, o->fit->material, o->p);
  sum_rows(solution, leant, o);
  *outlook = o;
  return PL_OK;
}

// M = L L^T and L^-1 g. Parameters without effect are fixed. False when M is not positive definite.
static bool take_factor(pl_lean_outlook *o, double factor) {
  int n = o->n;
  double f2[GROUPS] = {factor * factor, 1, 1}, largest = DBL_MIN;
  memset(o->lower, 0, (size_t)n * (size_t)n * sizeof *o->lower);
  memset(o->c, 0, (size_t)n * sizeof *o->c);
  for (int g = 0; g < GROUPS; g++)
    for (int j = 0; j < n; j++) {
      o->c[j] += f2[g] * o->b[g][j];
      for (int k = 0; k <= j; k++) o->lower[j * n + k] += f2[g] * o->a[g][j * n + k];
    }
  for (int j = 0; j < n; j++) largest = fmax(largest, o->lower[j * n + j]);
  for (int j = 0; j < n; j++) o->lower[j * n + j] += o->lower[j * n + j] > 0 ? 1e-12 * largest : largest;
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, o->lower, n) != 0) return false;
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, o->lower, n, o->c, 1);
  return true;
}

static pl_status evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed) {
  pl_lean_outlook *o = user;
  int n = o->n;
  for (int j = 0; j < n; j++) r[j] = (p[j] - o->p[j]) / o->stack->scale[j];
  cblas_dtrmv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, o->lower, n, r, 1);
  for (int i = 0; i < n; i++) {
    r[i] += o->c[i];
    for (int j = 0; j < n && jacobian; j++) jacobian[i * n + j] = j >= i ? o->lower[j * n + i] / o->stack->scale[j] : 0;
  }
  *n_failed = 0;
  return PL_OK;
}

// Sum of squares of a group at the step d.
static double sum_at(pl_lean_outlook *o, int g, const double *d) {
  int n = o->n;
  double sum = o->s[g];
  for (int j = 0; j < n; j++) sum += d[j] * (2 * o->b[g][j] + cblas_ddot(n, o->a[g] + (size_t)j * (size_t)n, 1, d, 1));
  return fmax(sum, 0);
}

pl_status pl_lean_outlook_at(pl_lean_outlook *o, double factor, double *leant, double *others, bool *known) {
  int n = o->n;
  *known = o->s[LEANT] > 0 && o->s[OTHERS] > 0 && take_factor(o, factor);
  if (!*known) return PL_OK;
  memcpy(o->at, o->p, (size_t)n * sizeof *o->at);
  pl_ls_problem problem = {n, n, o->stack->scale, o->stack->bounds.lower, o->stack->bounds.upper, o->stack->frozen, evaluate, o};
  pl_ls_options options = {.max_iterations = 20, .tolerance = 1e-9, .damping = 1e-9, .set = o->stack->stage.set};
  pl_ls_report report;
  PL_TRY(pl_least_squares(o->fit->ctx, &problem, &options, o->at, o->r, o->jacobian, &report));
  for (int j = 0; j < n; j++) o->at[j] = (o->at[j] - o->p[j]) / o->stack->scale[j];
  *leant = sum_at(o, LEANT, o->at) / o->s[LEANT];
  *others = sum_at(o, OTHERS, o->at) / o->s[OTHERS];
  return PL_OK;
}
