// start.c: see roll_start.h.
#include "protocol/roll/roll_start.h"

#include <math.h>

#include "estimate/optimise/linear_fit.h"
#include "law/friction/dahl.h"

enum { N_UNKNOWN = 4, ROUNDS = 6, HALVINGS = 50 };
static const double SOFTEST = 0.1;  // of the largest stiffness: with a tangent near zero one sample would dominate

// Friction from flat via the anchor to a strain.
static double friction(double a, double b, double tau, double anchor, double strain, double *tangent) {
  static const pl_dahl shape = {PL_DAHL_TAU, false, 1};
  pl_dahl_step step = {.s = pl_dual_constant(anchor), .a = pl_dual_constant(a), .b = pl_dual_constant(b), .rate = pl_dual_constant(tau)};
  step.sigma0 = pl_dual_constant(pl_dahl_solve(&shape, &step, NULL, NULL).v);
  step.s0 = step.s;
  step.s = pl_dual_constant(strain);
  return pl_dahl_solve(&shape, &step, NULL, tangent).v;
}

double pl_roll_torque(const pl_roll_start *p, double anchor, double strain, double *tangent) {
  double sigma = friction(p->a, p->b, p->tau, anchor, strain, tangent);
  if (tangent) *tangent += p->k[0] + 2 * p->k[1] * fabs(strain);
  return (p->k[0] + p->k[1] * fabs(strain)) * strain + sigma;
}

// The strain at which the torque is balanced, by bisection between the anchor and its mirror image, or beyond if gravity rolls up.
static double balanced(const pl_roll_start *p, const pl_roll_reading *at) {
  bool opens = pl_roll_torque(p, at->anchor, at->anchor, NULL) > at->torque;
  double near = at->anchor, far = opens ? -2 * at->anchor : 3 * at->anchor;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (near + far);
    if ((pl_roll_torque(p, at->anchor, middle, NULL) > at->torque) == opens)
      near = middle;
    else
      far = middle;
  }
  return near;
}

// One weighted linear problem; weight[n], 1/N. Prior rows come last.
static pl_status solve(pl_context *ctx, int n, const pl_roll_reading *reading, const pl_roll_stiffness *stiffness, bool constant,
                       const double *weight, double *matrix, double *target, pl_roll_start *p) {
  int n_unknown = constant ? N_UNKNOWN - 1 : N_UNKNOWN, row = 0;
  for (; row < n; row++) {
    const pl_roll_reading *at = &reading[row];
    double *out = matrix + row * n_unknown, e = at->strain, basis[N_UNKNOWN] = {e, fabs(e) * e};
    basis[2] = friction(1, 0, p->tau, at->anchor, e, NULL);
    basis[3] = friction(0, 1, p->tau, at->anchor, e, NULL);
    for (int j = 0; j < n_unknown; j++) out[j] = weight[row] * basis[j];
    target[row] = weight[row] * at->torque;
  }
  for (int j = 0; j < 2; j++, row++) {
    double sigma = fmax(stiffness->sigma[j], 1e-6 * fabs(stiffness->k[j])), w = isinf(sigma) ? 0 : 1 / fmax(sigma, 1e-15);
    for (int i = 0; i < n_unknown; i++) matrix[row * n_unknown + i] = i == j ? w : 0;
    target[row] = w > 0 ? w * stiffness->k[j] : 0;
  }
  double value[N_UNKNOWN] = {0}, objective, lower[N_UNKNOWN] = {0, 0, 0, 0};
  double upper[N_UNKNOWN] = {INFINITY, INFINITY, INFINITY, INFINITY};
  PL_TRY(pl_linear_fit(ctx, &(pl_linear_problem){n_unknown, row, target, matrix}, lower, upper, value, &objective));
  p->k[0] = value[0];
  p->k[1] = value[1];
  p->a = value[2];
  p->b = value[3];
  return PL_OK;
}

// 1/(m' sigma) at the readings.
static void weigh(int n, const pl_roll_reading *reading, const pl_roll_start *p, double *weight) {
  double largest = p->k[0];
  for (int i = 0; i < n; i++) largest = fmax(largest, p->k[0] + 2 * p->k[1] * reading[i].anchor);
  for (int i = 0; i < n; i++) {
    double tangent;
    pl_roll_torque(p, reading[i].anchor, reading[i].strain, &tangent);
    weight[i] = 1 / (fmax(tangent, fmax(SOFTEST * largest, 1e-12)) * reading[i].sigma);
  }
}

pl_status pl_roll_start_at(pl_context *ctx, int n, const pl_roll_reading *reading, const pl_roll_stiffness *stiffness, bool constant,
                           double tau, pl_roll_start *start) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  size_t n_row = (size_t)n + 2;
  double *weight = pl_arena_alloc(arena, n_row, sizeof *weight), *target = pl_arena_alloc(arena, n_row, sizeof *target);
  double *matrix = pl_arena_alloc(arena, n_row * N_UNKNOWN, sizeof *matrix), size = 1e-9;
  pl_status status = weight && target && matrix ? PL_OK : PL_ERROR_MEMORY;
  *start = (pl_roll_start){.tau = tau};
  for (int i = 0; i < n; i++) size = fmax(size, fabs(reading[i].torque));
  for (int i = 0; i < n && weight; i++) weight[i] = 10 / size;
  for (int k = 0; k < ROUNDS && status == PL_OK; k++) {
    status = solve(ctx, n, reading, stiffness, constant, weight, matrix, target, start);
    weigh(n, reading, start, weight);
  }
  for (int i = 0; i < n && status == PL_OK; i++)
    start->chi2 += pow((balanced(start, &reading[i]) - reading[i].strain) / reading[i].sigma, 2);
  pl_arena_destroy(arena);
  return status;
}

void pl_roll_rates(int n_reading, const pl_roll_reading *reading, int n, double *tau) {
  double low = INFINITY, high = 0;
  for (int i = 0; i < n_reading; i++) {
    low = fmin(low, reading[i].anchor);
    high = fmax(high, reading[i].anchor);
  }
  for (int k = 0; k < n; k++) tau[k] = 0.02 * low * pow(0.5 * high / (0.02 * low), (double)k / (n - 1));
}
