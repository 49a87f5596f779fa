// fit_ogden.c: sums of powers of the stretches, fitted without starting values.
//
//   1. columns   d residual / d mu of a power alpha_k for every alpha_k of a grid, all at the fitted neo-Hookean body (mu = G, alpha = 2):
//                  r(mu, bulk) = r0 + sum_k c_k mu_k - c_2 G + c_bulk (bulk - bulk0)
//   2. scan      moduli and bulk modulus of every set of n exponents, by linear least squares; sets without a positive shear modulus
//                sum mu alpha / 2 or bulk modulus are invalid: they have no equilibrium, and a fit could not start there
//   3. starts    the best sets are starts of the full problem; the one with the most equilibria, then the smallest residuals, is kept
//
// For incompressible rubber the problem is linear and r exact, because the states are known. If the volume may change, the free stretches
// depend on the material and r is a linearisation. Neo-Hooke itself is then a start too, so that the result is no worse.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous_run.h"
#include "estimate/stage/linear_stage.h"

enum { N_START = 4 };

static const double exponent[] = {-8, -6, -5, -4, -3, -2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 13};
enum { N_EXPONENT = sizeof exponent / sizeof exponent[0] };

enum { BULK = N_EXPONENT, N_COLUMN = N_EXPONENT + 1, MAX_COLUMN = 4 };

// A set of exponents with its moduli, and the remaining residual.
typedef struct ogden_start {
  double objective, mu[3], alpha[3], bulk;
} ogden_start;

// matrix[row][k], k < N_EXPONENT: for the modulus of a term with exponent k; k = BULK: for the bulk modulus, zero when there is none.
typedef struct ogden_columns {
  int n_row;
  double *matrix, *target;  // [n_row][N_COLUMN], [n_row]
} ogden_columns;

static pl_status make_columns(pl_fit *fit, const pl_stage *stage, const pl_rubber_guess *g, pl_solution *solution, ogden_columns *out) {
  enum { BASE_MU = 0, MU = 2, ALPHA = 3, BULK_MODULUS = 4 };
  PL_TRY(pl_homogeneous_take(fit, stage, pl_rubber_find("ogden-2"), g, NULL));
  double *theta = fit->material->theta;
  for (int k = 0; k < N_EXPONENT; k++) {
    theta[ALPHA] = exponent[k];  // of a modulus of 0
    PL_TRY(pl_linear_stage_make(&fit->problem, &fit->work, fit->material, stage, solution));
    int n = solution->stack.n_parameter;
    if (k == 0) {
      out->n_row = solution->stack.n_data;
      out->matrix = pl_arena_alloc(fit->arena, (size_t)out->n_row * N_COLUMN + 1, sizeof *out->matrix);
      out->target = pl_arena_alloc(fit->arena, (size_t)out->n_row + 1, sizeof *out->target);
      if (!out->matrix || !out->target) return PL_ERROR_MEMORY;
    }
    for (int i = 0; i < out->n_row; i++) {
      const double *slope = solution->jacobian + (size_t)i * (size_t)n;
      double bulk = g->incompressible ? 0 : slope[BULK_MODULUS];
      out->matrix[i * N_COLUMN + k] = slope[MU];
      out->matrix[i * N_COLUMN + BULK] = bulk;
      out->target[i] = slope[BASE_MU] * theta[BASE_MU] + (bulk != 0 ? bulk * theta[BULK_MODULUS] : 0) - solution->r[i];
    }
  }
  return PL_OK;
}

// Keeps the best starts, in order.
static void keep_start(ogden_start *best, int *n, const ogden_start *next) {
  int at = *n < N_START ? (*n)++ : N_START;
  while (at > 0 && best[at - 1].objective > next->objective) {
    if (at < N_START) best[at] = best[at - 1];
    at--;
  }
  if (at < N_START) best[at] = *next;
}

// Least squares over n of the columns, from their products: false when they are linearly dependent.
static bool solve_few(int n, const int *index, const double *product, const double *with_target, double *mu) {
  double a[MAX_COLUMN][MAX_COLUMN + 1];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) a[i][j] = product[index[i] * N_COLUMN + index[j]];
    a[i][n] = with_target[index[i]];
  }
  for (int i = 0; i < n; i++) {
    if (!(a[i][i] > 1e-12 * product[index[i] * N_COLUMN + index[i]])) return false;
    for (int k = i + 1; k < n; k++) {
      double f = a[k][i] / a[i][i];
      for (int j = i; j <= n; j++) a[k][j] -= f * a[i][j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    mu[i] = a[i][n];
    for (int j = i + 1; j < n; j++) mu[i] -= a[i][j] * mu[j];
    mu[i] /= a[i][i];
  }
  return true;
}

// True if it is a valid body of the model.
static bool is_allowed(const pl_rubber_guess *g, int terms, const ogden_start *start) {
  double shear = 0;
  for (int t = 0; t < terms; t++) {
    double mu = start->mu[t], alpha = start->alpha[t];
    shear += 0.5 * mu * alpha;
    if (g->polyconvex && !((alpha >= 1.5 && mu > 0) || (alpha <= -3 && mu < 0))) return false;
  }
  return g->incompressible || (shear > 0 && start->bulk > 0);
}

// All sets of `terms` different exponents; objective: half of |target|^2 minus the explained part.
static pl_status scan_exponents(const pl_fit *fit, int terms, const pl_rubber_guess *g, const ogden_columns *c, ogden_start *best,
                                int *n_best) {
  double *product = pl_arena_alloc(fit->arena, N_COLUMN * N_COLUMN, sizeof *product), with_target[N_COLUMN] = {0}, all = 0;
  if (!product) return PL_ERROR_MEMORY;
  for (int r = 0; r < c->n_row; r++) {
    const double *row = c->matrix + (size_t)r * N_COLUMN;
    all += c->target[r] * c->target[r];
    for (int i = 0; i < N_COLUMN; i++) {
      with_target[i] += row[i] * c->target[r];
      for (int j = 0; j < N_COLUMN; j++) product[i * N_COLUMN + j] += row[i] * row[j];
    }
  }
  int total = 1, index[MAX_COLUMN], n = terms + !g->incompressible;
  for (int t = 0; t < terms; t++) total *= N_EXPONENT;
  index[terms] = BULK;
  for (int code = 0; code < total; code++) {
    bool ascending = true;
    for (int t = 0, rest = code; t < terms; t++, rest /= N_EXPONENT) {
      index[t] = rest % N_EXPONENT;
      ascending = ascending && (t == 0 || index[t] > index[t - 1]);
    }
    double modulus[MAX_COLUMN];
    if (!ascending || !solve_few(n, index, product, with_target, modulus)) continue;
    ogden_start next = {.objective = 0.5 * all, .bulk = g->incompressible ? 0 : modulus[terms]};
    for (int i = 0; i < n; i++) next.objective -= 0.5 * modulus[i] * with_target[index[i]];
    for (int t = 0; t < terms; t++) {
      next.mu[t] = modulus[t];
      next.alpha[t] = exponent[index[t]];
    }
    if (is_allowed(g, terms, &next)) keep_start(best, n_best, &next);
  }
  return PL_OK;
}

// Terms with negative exponents come last if they have separate parameters (polyconvex: -mu, -alpha).
static void start_ogden(pl_fit *fit, int terms, const pl_rubber_guess *g, const ogden_start *start) {
  pl_material *material = fit->material;
  int up = 0, down = terms - g->negative;
  for (int t = 0; t < terms; t++) {
    bool below = g->polyconvex && start->alpha[t] < 0;
    int place = below ? down++ : up++;
    material->theta[2 * place] = below ? -start->mu[t] : start->mu[t];
    material->theta[2 * place + 1] = below ? -start->alpha[t] : start->alpha[t];
    material->parameter[2 * place].scale = fmax(fabs(start->mu[t]), 1e-3 * g->modulus);
  }
  if (!g->incompressible) material->theta[2 * terms] = fmin(start->bulk, material->parameter[2 * terms].upper);
}

// The model with as many negative exponents as a start has.
static pl_status take_ogden(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, pl_rubber_guess *g, const ogden_start *start) {
  g->negative = 0;
  for (int t = 0; t < row->terms && g->polyconvex; t++) g->negative += start->alpha[t] < 0;
  PL_TRY(pl_homogeneous_take(fit, stage, row, g, NULL));
  start_ogden(fit, row->terms, g, start);
  return PL_OK;
}

pl_status pl_fit_ogden(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, pl_rubber_guess *g, pl_solution *solution) {
  const ogden_start neo_hooke = {.mu = {g->modulus}, .alpha = {2, 4, 6}, .bulk = g->bulk};
  double found[7] = {0};
  pl_goodness least = {.n_failed = INT_MAX};
  ogden_start best[N_START + 1];
  ogden_columns columns = {0};
  int n_best = 0, which = 0;
  bool polyconvex = g->polyconvex;
  g->polyconvex = false;  // a column has an exponent of either sign
  PL_TRY(make_columns(fit, stage, g, solution, &columns));
  g->polyconvex = polyconvex;
  PL_TRY(scan_exponents(fit, row->terms, g, &columns, best, &n_best));
  if (n_best == 0 || !g->incompressible) best[n_best++] = neo_hooke;
  const pl_spent before = solution->fell_short;
  pl_spent fell_short = before;
  pl_status status = PL_OK;
  for (int k = 0; k < n_best && status == PL_OK; k++) {
    solution->fell_short = before;  // refused trials of a start that is not kept do not count
    PL_TRY(take_ogden(fit, stage, row, g, &best[k]));
    status = pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
    if (status != PL_OK && (status != PL_ERROR_INTERRUPTED || k == 0)) return status;
    // a frame without equilibrium has no residual: the smallest objective could be that of a body without any equilibrium
    pl_goodness goodness = {solution->n_failed, 2 * solution->objective};
    if (solution->nowhere || !pl_goodness_better(goodness, least)) continue;
    least = goodness;
    which = k;
    fell_short = solution->fell_short;
    memcpy(found, fit->material->theta, (size_t)fit->material->n_theta * sizeof *found);
  }
  solution->fell_short = fell_short;
  PL_TRY(take_ogden(fit, stage, row, g, &best[which]));
  memcpy(fit->material->theta, found, (size_t)fit->material->n_theta * sizeof *found);
  for (int t = 0; t < row->terms; t++) fit->material->parameter[2 * t].scale = fmax(fabs(found[2 * t]), 1e-9 * g->modulus);
  bool stopped = status != PL_OK;
  if (!stopped) status = pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
  return stopped || solution->nowhere ? pl_fit_stopped(fit, stage, status, solution) : status;
}
