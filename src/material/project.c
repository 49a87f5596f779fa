// project.c: the least-squares projection of one law onto another.
//
// A law that is linear in theta is solved at once by singular values, columns scaled to length 1. Where a bound is crossed, and for every
// other law, damped Gauss-Newton steps within the bounds follow. A nonlinear law starts from several points. Numbers without a dimension
// are spread over three decades or over their bounds. The stress is homogeneous in the moduli, so they are scaled to the stress.
#include "material/project.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "math/least_squares.h"

enum { STARTS = 24, FINALISTS = 4 };

typedef struct work {
  const pl_projection *p;
  int n_in, n_row, n;  // rows: states times inputs; n: numbers of the new law
  double *target;      // [n_row], the old stress, weighted
  double *factor;      // [n_row], sqrt(weight) / T_i
  double *stress;      // [n_row], of the new law
} work;

// Stresses of a law over the states, along the path for a law with a memory.
static void stresses(const pl_law *law, const double *theta, const pl_project_states *states, double *t) {
  int n = law->row->n_in;
  double history[PL_LAW_MAX_HISTORY] = {0};
  for (int m = 0; m < states->n; m++, t += n) {
    const double *s = states->s + (size_t)m * (size_t)n;
    if (law->row->n_history > 0)
      pl_law_step_one(law, theta, s, history, NULL, t, NULL, history);
    else
      pl_law_eval_one(law, theta, s, NULL, t, NULL);
  }
}

static void weigh(const work *w, double *t) {
  for (int r = 0; r < w->n_row; r++) t[r] = w->factor[r] > 0 ? t[r] * w->factor[r] : 0;  // a state that does not count may have no stress
}

// By central differences along the path: the stress depends on theta through the history too.
static pl_status path_jacobian(pl_arena *scratch, const work *w, const pl_law *law, const double *theta, double *jacobian) {
  int n = law->n_param;
  double *beside = pl_arena_alloc(scratch, 3 * (size_t)w->n_row, sizeof *beside), own[PL_LAW_MAX_PARAM];
  if (!beside) return PL_ERROR_MEMORY;
  memcpy(own, theta, (size_t)n * sizeof *own);
  for (int j = 0; j < n; j++) {
    // one-sided at 0, where a number may not become negative
    double h = 1e-6 * fmax(fabs(theta[j]), 1e-6), low = theta[j] - h > 0 || theta[j] < 0 ? theta[j] - h : theta[j],
           *t[2] = {beside, beside + w->n_row};
    own[j] = low;
    stresses(law, own, w->p->states, t[0]);
    own[j] = theta[j] + h;
    stresses(law, own, w->p->states, t[1]);
    own[j] = theta[j];
    for (int r = 0; r < w->n_row; r++)
      jacobian[(size_t)r * (size_t)n + (size_t)j] = (t[1][r] - t[0][r]) / (theta[j] + h - low) * w->factor[r];
  }
  return PL_OK;
}

// d (weighted stress) / d theta, [n_row][n_param].
static pl_status jacobian_of(pl_arena *scratch, const work *w, const pl_law *law, const double *theta, double *jacobian) {
  if (law->row->n_history > 0) return path_jacobian(scratch, w, law, theta, jacobian);
  int n = law->n_param, n_in = w->n_in;
  double *dt = pl_arena_alloc(scratch, (size_t)n * (size_t)n_in, sizeof *dt);
  if (!dt) return PL_ERROR_MEMORY;
  for (int m = 0; m < w->p->states->n; m++) {
    pl_law_theta_one(law, theta, w->p->states->s + (size_t)m * (size_t)n_in, dt);
    for (int i = 0; i < n_in; i++) {
      size_t row = (size_t)m * (size_t)n_in + (size_t)i;
      for (int j = 0; j < n; j++) jacobian[row * (size_t)n + (size_t)j] = w->factor[row] > 0 ? dt[j * n_in + i] * w->factor[row] : 0;
    }
  }
  return PL_OK;
}

// Solves min |A X - B| by singular values with the columns of A scaled to 1; A [n_row][n] is destroyed, X [n][n_rhs].
static pl_status solve_scaled(pl_arena *scratch, const pl_parameter *parameter, int n_row, int n, double *a, int n_rhs, const double *b,
                              double *x) {
  int tall = n_row > n ? n_row : n, rank;
  double *length = pl_arena_alloc(scratch, (size_t)n, sizeof *length), *values = pl_arena_alloc(scratch, (size_t)tall, sizeof *values);
  double *full = pl_arena_alloc(scratch, (size_t)tall * (size_t)n_rhs, sizeof *full);
  if (!length || !values || !full) return PL_ERROR_MEMORY;
  for (int r = 0; r < n_row; r++)
    for (int j = 0; j < n; j++) length[j] += a[(size_t)r * (size_t)n + (size_t)j] * a[(size_t)r * (size_t)n + (size_t)j];
  // a number whose usual size hardly moves any stress is not determined: it becomes 0
  double longest = 0;
  for (int j = 0; j < n; j++) longest = fmax(longest, parameter[j].scale * (length[j] = sqrt(length[j])));
  for (int j = 0; j < n; j++)
    if (!(parameter[j].scale * length[j] > 1e-10 * longest)) length[j] = INFINITY;
  for (int r = 0; r < n_row; r++)
    for (int j = 0; j < n; j++) a[(size_t)r * (size_t)n + (size_t)j] /= length[j];
  memcpy(full, b, (size_t)n_row * (size_t)n_rhs * sizeof *full);
  if (LAPACKE_dgelsd(LAPACK_ROW_MAJOR, n_row, n, n_rhs, a, n, full, n_rhs, values, 1e-12, &rank) != 0)
    return pl_fail(pl_arena_context(scratch), PL_ERROR_INTERNAL, NULL, "give the parameters of the new law instead",
                   PL_ID("material.swap-failed") "the projection onto the new law did not converge");
  for (int j = 0; j < n; j++)
    for (int k = 0; k < n_rhs; k++) x[(size_t)j * (size_t)n_rhs + (size_t)k] = full[(size_t)j * (size_t)n_rhs + (size_t)k] / length[j];
  return PL_OK;
}

// ---- the search within bounds ----

typedef struct search {
  pl_arena *scratch;
  const work *w;
} search;

static pl_status evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed) {
  const search *own = user;
  const work *w = own->w;
  pl_arena *local = pl_arena_create(pl_arena_context(own->scratch));
  if (!local) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  stresses(w->p->to, p, w->p->states, r);
  weigh(w, r);
  *n_failed = 0;
  for (int i = 0; i < w->n_row; i++) {
    r[i] -= w->target[i];
    if (isfinite(r[i])) continue;
    r[i] = 0;
    ++*n_failed;
  }
  if (jacobian && *n_failed == 0) status = jacobian_of(local, w, w->p->to, p, jacobian);
  pl_arena_destroy(local);
  return status;
}

// *objective: half the sum of squares at the end.
static pl_status run(pl_arena *scratch, const work *w, int iterations, double *theta, double *objective) {
  int n = w->n;
  double *scale = pl_arena_alloc(scratch, 3 * (size_t)n, sizeof *scale), *lower = scale + n, *upper = lower + n;
  double *r = pl_arena_alloc(scratch, (size_t)w->n_row, sizeof *r), *j = pl_arena_alloc(scratch, (size_t)w->n_row * (size_t)n, sizeof *j);
  if (!scale || !r || !j) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) {
    const pl_parameter *parameter = &w->p->parameter[i];
    scale[i] = fabs(theta[i]) > 0 ? fabs(theta[i]) : parameter->scale, lower[i] = parameter->lower, upper[i] = parameter->upper;
  }
  search own = {scratch, w};
  pl_ls_problem problem = {
      .n_parameter = n, .n_residual = w->n_row, .scale = scale, .lower = lower, .upper = upper, .evaluate = evaluate, .user = &own};
  pl_ls_options options = {.max_iterations = iterations, .tolerance = 1e-14};
  pl_ls_report report;
  PL_TRY(pl_least_squares(pl_arena_context(scratch), &problem, &options, theta, r, j, &report));
  *objective = report.n_failed > 0 ? INFINITY : report.objective;
  return PL_OK;
}

static double within(const pl_parameter *parameter, double value) { return fmin(fmax(value, parameter->lower), parameter->upper); }

static double part(int m, int j) {  // the fractional part of multiples of irrational numbers: spread over 0 .. 1
  double x = m * sqrt(2.0 + 3 * j + (j > 1));
  return x - floor(x);
}

// Start m of a nonlinear law: 0 is the usual size of each number. Moduli have a dimension, or the sign of the stress follows them.
static void start(const work *w, int m, double *theta) {
  for (int j = 0; j < w->n; j++) {
    const pl_parameter *parameter = &w->p->parameter[j];
    bool plain = pl_dim_equal(parameter->dim, PL_DIM_NONE) || pl_dim_equal(parameter->dim, PL_DIM_ANGLE);
    bool closed = isfinite(parameter->lower) && isfinite(parameter->upper);
    theta[j] = within(parameter, parameter->scale);
    if (m == 0) continue;
    if (closed)
      theta[j] = parameter->lower + (parameter->upper - parameter->lower) * (0.1 + 0.8 * part(m, j));
    else
      theta[j] = within(parameter, parameter->scale * pow(10, (plain ? 3 : 1) * (part(m, j) - 0.5)));
  }
}

// The factor of the moduli that brings the stress nearest to the target.
static void scale_moduli(const work *w, double *theta) {
  stresses(w->p->to, theta, w->p->states, w->stress);
  weigh(w, w->stress);
  double both = 0, square = 0;
  for (int r = 0; r < w->n_row; r++) both += w->stress[r] * w->target[r], square += w->stress[r] * w->stress[r];
  if (!(isfinite(square) && square > 0 && both > 0)) return;
  for (int j = 0; j < w->n; j++) {
    pl_dim dim = w->p->parameter[j].dim;
    if (dim.kg != 0) theta[j] = within(&w->p->parameter[j], theta[j] * both / square);
  }
}

static pl_status search_starts(pl_arena *scratch, const work *w, double *theta) {
  double *trial = pl_arena_alloc(scratch, (size_t)STARTS * (size_t)w->n, sizeof *trial), value[STARTS], best = INFINITY;
  int order[STARTS];
  if (!trial) return PL_ERROR_MEMORY;
  for (int m = 0; m < STARTS; m++) {
    double *own = trial + (size_t)m * (size_t)w->n, sum = 0;
    start(w, m, own);
    scale_moduli(w, own);
    stresses(w->p->to, own, w->p->states, w->stress);
    weigh(w, w->stress);
    for (int r = 0; r < w->n_row; r++) sum += pow(w->stress[r] - w->target[r], 2);
    value[m] = isfinite(sum) ? sum : INFINITY;
    int at = m;
    for (; at > 0 && value[order[at - 1]] > value[m]; at--) order[at] = order[at - 1];
    order[at] = m;
  }
  memcpy(theta, trial + (size_t)order[0] * (size_t)w->n, (size_t)w->n * sizeof *theta);
  for (int k = 0; k < FINALISTS; k++) {
    double *own = trial + (size_t)order[k] * (size_t)w->n, objective;
    if (isinf(value[order[k]])) continue;
    PL_TRY(run(scratch, w, 60, own, &objective));
    if (!(objective < best)) continue;
    best = objective;
    memcpy(theta, own, (size_t)w->n * sizeof *theta);
  }
  return PL_OK;
}

// ---- the projection ----

// T_i: the root mean square of stress i; a stress that vanishes takes the largest.
static void fill_factors(work *w) {
  const pl_project_states *states = w->p->states;
  double size[PL_LAW_MAX_IN] = {0}, largest = 0;
  stresses(w->p->from, w->p->theta_from, states, w->target);
  for (int r = 0; r < w->n_row; r++)
    if (isfinite(w->target[r]) && states->weight[r / w->n_in] == 1) size[r % w->n_in] += w->target[r] * w->target[r];
  for (int i = 0; i < w->n_in; i++) largest = fmax(largest, size[i]);
  if (!(largest > 0)) largest = 1;
  for (int r = 0; r < w->n_row; r++) {
    double own = fmax(size[r % w->n_in], 1e-6 * largest);
    // a state at which the old law has no stress (no real deformation) does not count
    bool real = isfinite(w->target[r]);
    w->factor[r] = real ? sqrt(states->weight[r / w->n_in] / own) : 0;
    w->target[r] = real ? w->target[r] * w->factor[r] : 0;
  }
}

static pl_status solve_theta(pl_arena *scratch, const work *w, double *jacobian, double *theta) {
  if (!(w->p->to->row->flags & PL_LAW_LINEAR)) return search_starts(scratch, w, theta);
  double objective;
  for (int j = 0; j < w->n; j++) theta[j] = w->p->parameter[j].scale;
  PL_TRY(jacobian_of(scratch, w, w->p->to, theta, jacobian));
  PL_TRY(solve_scaled(scratch, w->p->parameter, w->n_row, w->n, jacobian, 1, w->target, theta));
  bool crossed = false;
  double largest = 0;
  for (int j = 0; j < w->n; j++) largest = fmax(largest, fabs(theta[j]));
  for (int j = 0; j < w->n; j++) {
    double inside = within(&w->p->parameter[j], theta[j]);
    crossed = crossed || fabs(inside - theta[j]) > 1e-12 * largest;  // less is rounding
    theta[j] = inside;
  }
  return crossed ? run(scratch, w, 200, theta, &objective) : PL_OK;
}

// d theta / d theta_from: the same least squares on the derivatives of the old stress, numbers on a bound apart.
static pl_status fill_map(pl_arena *scratch, const work *w, const double *theta, double *a, double *map) {
  const pl_projection *p = w->p;
  int n_from = p->from->n_param;
  double *b = pl_arena_alloc(scratch, (size_t)w->n_row * (size_t)n_from, sizeof *b);
  if (!b) return PL_ERROR_MEMORY;
  PL_TRY(jacobian_of(scratch, w, p->to, theta, a));
  PL_TRY(jacobian_of(scratch, w, p->from, p->theta_from, b));
  for (int j = 0; j < w->n; j++) {
    bool bound = theta[j] == p->parameter[j].lower || theta[j] == p->parameter[j].upper;
    for (int r = 0; r < w->n_row; r++) {
      double *entry = &a[(size_t)r * (size_t)w->n + (size_t)j];
      if (bound || !isfinite(*entry)) *entry = 0;
    }
  }
  for (size_t i = 0; i < (size_t)w->n_row * (size_t)n_from; i++)
    if (!isfinite(b[i])) b[i] = 0;
  return solve_scaled(scratch, p->parameter, w->n_row, w->n, a, n_from, b, map);
}

pl_status pl_law_project(pl_arena *scratch, const pl_projection *p, double *theta, double *map, double *miss) {
  int n_in = p->to->row->n_in, n_row = p->states->n * n_in;
  work w = {.p = p, .n_in = n_in, .n_row = n_row, .n = p->to->n_param};
  double *memory = pl_arena_alloc(scratch, 3 * (size_t)n_row, sizeof *memory);
  double *jacobian = pl_arena_alloc(scratch, (size_t)n_row * (size_t)w.n, sizeof *jacobian);
  if (!memory || !jacobian) return PL_ERROR_MEMORY;
  w.target = memory, w.factor = memory + n_row, w.stress = memory + 2 * (size_t)n_row;
  fill_factors(&w);
  // a state at which the new law has no stress does not count either
  for (int j = 0; j < w.n; j++) theta[j] = p->parameter[j].scale;
  stresses(p->to, theta, p->states, w.stress);
  for (int r = 0; r < n_row; r++)
    if (!isfinite(w.stress[r])) w.factor[r] = w.target[r] = 0;
  PL_TRY(solve_theta(scratch, &w, jacobian, theta));
  double off = 0, all = 0;
  stresses(p->to, theta, p->states, w.stress);
  for (int r = 0; r < n_row; r++) {
    if (w.factor[r] == 0 || p->states->weight[r / n_in] < 1) continue;
    off += pow(w.stress[r] * w.factor[r] - w.target[r], 2), all += w.target[r] * w.target[r];
  }
  *miss = all > 0 ? sqrt(off / all) : 0;
  return fill_map(scratch, &w, theta, jacobian, map);
}
