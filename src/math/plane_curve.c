// plane_curve.c: Gauss-Newton on curvature knots; plane_curve.h gives the objective.
//
// Unknowns c = (x0, y0, theta0, kappa_1 .. kappa_K), lengths over the length of the polygon. With n the normal at the foot s of a point, and
// Phi_j = int phi_j of the hat functions,
//   d (n . x(s)) / dx0 = n,   / d theta0 = n . int m du,   / d kappa_j = n . int m Phi_j du,   m(u) = (-sin theta, cos theta) at u,
// so one pass over the nodes gives all derivatives. The feet follow the points along the tangent. The foot of the first point is fixed at s
// = 0 with both coordinates, or the curve could slide along itself. The start is a linear fit of the directions of the chords.
#include "math/plane_curve.h"

#include <math.h>
#include <string.h>

#include <lapacke.h>

enum {
  MAX_KNOT = 33,
  MIN_KNOT = 8,
  PER_SPAN = 8,
  N_RIGID = 3,
  MAX_STEP = 60,
  CHOOSING_STEPS = 15,
  N_LAMBDA = 57,
  NEAR = 4,
  MAX_HALVING = 12
};
enum {
  MAX_UNKNOWN = MAX_KNOT + N_RIGID,
  FLAT = 5
};  // FLAT: directions without roughness: position, direction, a curvature that changes linearly
#define PI 3.14159265358979323846
#define PAD 0.03                          // of the length, beyond the outermost points: feet move during the iteration
#define LOWEST_LAMBDA 1e-10               // the roughness of curves with radii from a thousandth of their length to straight ones
#define LAMBDA_FACTOR 1.7782794100389228  // fourth root of ten
#define COARSE 60.0                       // steps per length, at most, of the polygon whose directions start the fit
#define NOISY 4.0                         // sigma: shorter chords have no significant direction
#define CONVERGED 1e-6                    // change of curvature times length
#define WORSE 1e-3                        // relative increase that a step may have: derivatives use the trapezoidal rule

typedef struct fit {
  int n, n_knot, n_unknown, n_node;
  double size;      // length of the polygon: the unit below
  const double *x;  // [n][2], m, as given
  double *point;    // [n][2], in units of size, from the first point
  double *foot;     // [n]
  double first, step;
  double c[MAX_UNKNOWN];
  double *node;    // [n_node][3]
  double *slope;   // [n_node][n_unknown][2]: d x / dc at the nodes, dimensionless
  double *matrix;  // [n + 1][n_unknown]: d (predicted) / dc, by rows
  double *target;  // [n + 1]
  double sigma;    // in units of size; 0: unknown
  double normal[MAX_UNKNOWN * MAX_UNKNOWN], inverse[MAX_UNKNOWN * MAX_UNKNOWN], right[MAX_UNKNOWN];
  int at;                         // index of the best lambda tried; -1: none was tried
  double lambda, noise, freedom;  // noise: sigma, given or estimated
} fit;

// ---- penalised least squares ----

// J^T J, J^T y of m rows; returns y^T y.
static double accumulate(fit *f, int m) {
  int q = f->n_unknown;
  double square = 0;
  memset(f->normal, 0, sizeof f->normal);
  memset(f->right, 0, sizeof f->right);
  for (int i = 0; i < m; i++) {
    const double *row = f->matrix + (size_t)i * (size_t)q;
    square += f->target[i] * f->target[i];
    for (int a = 0; a < q; a++) {
      f->right[a] += row[a] * f->target[i];
      for (int b = 0; b <= a; b++) f->normal[a * q + b] += row[a] * row[b];
    }
  }
  return square;
}

// Solve (J^T J + lambda P) c = J^T y, P of int kappa''^2. Returns twice the logarithm of the determinant's root, minus that of the prior;
// *misfit is the minimum of the penalised squares. NAN when the points do not fix the curve. The factor stays in `inverse`.
static double solve(fit *f, double square, double lambda, double c[MAX_UNKNOWN], double *misfit) {
  int q = f->n_unknown;
  memcpy(f->inverse, f->normal, sizeof f->inverse);
  static const double bend[3] = {1, -2, 1};
  double weight = lambda / (f->step * f->step * f->step);
  for (int j = 0; j + 2 < f->n_knot; j++)
    for (int a = 0; a < 3; a++)
      for (int b = 0; b <= a; b++) f->inverse[(N_RIGID + j + a) * q + N_RIGID + j + b] += weight * bend[a] * bend[b];
  // the lower triangle by rows is the upper one by columns
  if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'U', q, f->inverse, q) != 0) return NAN;
  memcpy(c, f->right, (size_t)q * sizeof *c);
  if (LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'U', q, 1, f->inverse, q, c, q) != 0) return NAN;
  double determinant = 0;
  *misfit = square;
  for (int a = 0; a < q; a++) {
    determinant += 2 * log(f->inverse[a * q + a]);
    *misfit -= f->right[a] * c[a];
  }
  *misfit = fmax(*misfit, 1e-30);
  return determinant - (f->n_knot - 2) * log(lambda);
}

// Minus twice the logarithm of the restricted likelihood, up to a constant.
static double unlikelihood(fit *f, int m, double square, double lambda) {
  double c[MAX_UNKNOWN], misfit, spread = solve(f, square, lambda, c, &misfit);
  if (!(spread == spread)) return INFINITY;
  return spread + (f->sigma > 0 ? misfit / (f->sigma * f->sigma) : (m - FLAT) * log(misfit));
}

// All of them at first, then those near the last choice: the curve changes little from step to step.
static void choose_lambda(fit *f, int m, double square) {
  double unit = f->sigma > 0 ? f->sigma * f->sigma : 1e-6;  // lambda applies to squares that are not divided by sigma^2
  int first = f->at < 0 ? 0 : f->at - NEAR, end = f->at < 0 ? N_LAMBDA : f->at + NEAR + 1;
  double best = INFINITY, value[N_LAMBDA];
  for (int i = 0; i < N_LAMBDA; i++) value[i] = INFINITY;
  for (int i = first > 0 ? first : 0; i < end && i < N_LAMBDA; i++) {
    value[i] = unlikelihood(f, m, square, unit * LOWEST_LAMBDA * pow(LAMBDA_FACTOR, i));
    if (!(value[i] < best)) continue;
    best = value[i];
    f->at = i;
  }
  if (f->at < 0) f->at = N_LAMBDA / 2;
  int at = f->at;
  double offset = 0;  // of the parabola through the best three
  if (at > 0 && at + 1 < N_LAMBDA && isfinite(value[at - 1]) && isfinite(value[at + 1])) {
    double bend = value[at - 1] - 2 * value[at] + value[at + 1];
    if (bend > 0) offset = fmax(-1, fmin(1, 0.5 * (value[at - 1] - value[at + 1]) / bend));
  }
  f->lambda = unit * LOWEST_LAMBDA * pow(LAMBDA_FACTOR, at + offset);
}

// ---- the curve ----

static double hat_kappa(const fit *f, double s) {
  double u = fmax(0, fmin(f->n_knot - 1, (s - f->first) / f->step));
  int j = (int)fmin(u, f->n_knot - 2);
  const double *k = f->c + N_RIGID + j;
  return k[0] + (u - j) * (k[1] - k[0]);
}

// From a node over h, along which curvature goes linearly from k0 to k1: direction exactly, position by Simpson's rule.
static void advance(const double from[3], double h, double k0, double k1, double to[3]) {
  double middle = from[2] + h * (3 * k0 + k1) / 8, end = from[2] + h * (k0 + k1) / 2;
  to[0] = from[0] + h / 6 * (cos(from[2]) + 4 * cos(middle) + cos(end));
  to[1] = from[1] + h / 6 * (sin(from[2]) + 4 * sin(middle) + sin(end));
  to[2] = end;
}

static void set_nodes(fit *f) {
  double h = f->step / PER_SPAN;
  memcpy(f->node, f->c, N_RIGID * sizeof *f->node);
  for (int i = 0; i + 1 < f->n_node; i++) {
    double s = f->first + i * h;
    advance(f->node + 3 * i, h, hat_kappa(f, s), hat_kappa(f, s + h), f->node + 3 * i + 3);
  }
}

static int node_before(const fit *f, double s) {
  double u = (s - f->first) * PER_SPAN / f->step;
  return u <= 0 ? 0 : (int)fmin(u, f->n_node - 2);
}

static void evaluate(const fit *f, double s, double to[3]) {
  int i = node_before(f, s);
  double from = f->first + i * f->step / PER_SPAN;
  advance(f->node + 3 * i, s - from, hat_kappa(f, from), hat_kappa(f, s), to);
}

// Phi_j(s): the integral of a hat function from the first knot.
static double hat_integral(const fit *f, int j, double s) {
  double u = (s - f->first) / f->step - j, left = fmax(-1, fmin(0, u)), right = fmax(0, fmin(1, u));
  double sum = 0.5 * (1 + left) * (1 + left) + right - 0.5 * right * right;
  return f->step * (j == 0 ? sum - 0.5 : sum);
}

// d x / dc at every node, by the trapezoidal rule.
static void set_slopes(fit *f) {
  int q = f->n_unknown;
  double h = f->step / PER_SPAN;
  for (int i = 0; i < f->n_node; i++) {
    double *at = f->slope + 2 * (size_t)q * (size_t)i, s = f->first + i * h;
    memset(at, 0, 2 * (size_t)q * sizeof *at);
    at[0] = at[3] = 1;
    if (i == 0) continue;
    const double *before = at - 2 * (size_t)q, *node = f->node + 3 * i;
    double m0[2] = {-0.5 * h * sin(node[-1]), 0.5 * h * cos(node[-1])}, m1[2] = {-0.5 * h * sin(node[2]), 0.5 * h * cos(node[2])};
    for (int a = 2; a < q; a++) {
      double w0 = a == 2 ? 1 : hat_integral(f, a - N_RIGID, s - h), w1 = a == 2 ? 1 : hat_integral(f, a - N_RIGID, s);
      for (int k = 0; k < 2; k++) at[2 * a + k] = before[2 * a + k] + w0 * m0[k] + w1 * m1[k];
    }
  }
}

// Feet along the tangent; squares of the normal distances (and the first point's tangential one).
static double follow_points(fit *f) {
  double sum = 0, low = f->first, high = f->first + (f->n_knot - 1) * f->step;
  for (int i = 0; i < f->n; i++) {
    double at[3];
    for (int k = 0; k < 3; k++) {
      evaluate(f, f->foot[i], at);
      if (i == 0) break;
      double along = cos(at[2]) * (f->point[2 * i] - at[0]) + sin(at[2]) * (f->point[2 * i + 1] - at[1]);
      f->foot[i] = fmax(low, fmin(high, f->foot[i] + fmax(-f->step, fmin(f->step, along))));
    }
    evaluate(f, f->foot[i], at);
    double gap[2] = {f->point[2 * i] - at[0], f->point[2 * i + 1] - at[1]}, c = cos(at[2]), s = sin(at[2]);
    double across = c * gap[1] - s * gap[0], along = c * gap[0] + s * gap[1];
    sum += across * across + (i == 0 ? along * along : 0);
  }
  return sum;
}

static double roughness(const fit *f) {
  double sum = 0;
  for (int j = 0; j + 2 < f->n_knot; j++) {
    const double *k = f->c + N_RIGID + j;
    double bend = k[0] - 2 * k[1] + k[2];
    sum += bend * bend;
  }
  return sum / (f->step * f->step * f->step);
}

// One row: the derivative of the predicted coordinate along `direction` at a foot, and the value at which the point is predicted exactly.
static void set_row(fit *f, int row, int i, double angle) {
  int q = f->n_unknown, node = node_before(f, f->foot[i]);
  double at[3], part = (f->foot[i] - f->first) * PER_SPAN / f->step - node, direction[2] = {cos(angle), sin(angle)};
  double *into = f->matrix + (size_t)row * (size_t)q;
  const double *s0 = f->slope + 2 * (size_t)q * (size_t)node, *s1 = s0 + 2 * (size_t)q;
  evaluate(f, f->foot[i], at);
  f->target[row] = direction[0] * (f->point[2 * i] - at[0]) + direction[1] * (f->point[2 * i + 1] - at[1]);
  for (int a = 0; a < q; a++) {
    into[a] = 0;
    for (int k = 0; k < 2; k++) into[a] += direction[k] * ((1 - part) * s0[2 * a + k] + part * s1[2 * a + k]);
    f->target[row] += into[a] * f->c[a];
  }
}

static double set_rows(fit *f) {
  set_slopes(f);
  for (int i = 0; i < f->n; i++) {
    double at[3];
    evaluate(f, f->foot[i], at);
    set_row(f, i, i, at[2] + PI / 2);
    if (i == 0) set_row(f, f->n, 0, at[2]);
  }
  return accumulate(f, f->n + 1);
}

// ---- the start ----

// Directions of sufficiently long chords; positions of all points along that polygon; the fit of the directions.
static bool start(fit *f) {
  double shortest = fmax(1 / COARSE, NOISY * f->sigma), total = 0, before = 0;
  int q = f->n_unknown, m = 0, from = 0;
  for (int i = 1; i < f->n; i++) {
    double chord[2] = {f->point[2 * i] - f->point[2 * from], f->point[2 * i + 1] - f->point[2 * from + 1]}, h = hypot(chord[0], chord[1]);
    f->foot[i] = total + h;  // until the next corner of the polygon is known
    if (h < shortest && !(i + 1 == f->n && m < 2)) continue;
    double angle = atan2(chord[1], chord[0]), turn = m > 0 ? remainder(angle - before, 2 * PI) : angle;
    double *row = f->matrix + (size_t)m * (size_t)q, middle = total + 0.5 * h;
    memset(row, 0, (size_t)q * sizeof *row);
    row[2] = h;  // the direction of a chord is known to sigma / h
    for (int j = 0; j < f->n_knot; j++) row[N_RIGID + j] = h * hat_integral(f, j, middle);
    before = m > 0 ? before + turn : angle;
    f->target[m] = h * before;
    m++;
    for (int k = from + 1; k < i; k++) {
      double along = (chord[0] * (f->point[2 * k] - f->point[2 * from]) + chord[1] * (f->point[2 * k + 1] - f->point[2 * from + 1])) / h;
      f->foot[k] = total + fmax(0, fmin(h, along));
    }
    total += h;
    from = i;
  }
  double square = accumulate(f, m), misfit;
  for (int a = 0; a < 2; a++) f->normal[a * q + a] = 1;  // the position is not part of it
  f->at = -1;
  choose_lambda(f, m, square);
  f->at = -1;  // of the directions only
  if (!(solve(f, square, f->lambda, f->c, &misfit) < INFINITY)) return false;
  // through the first point
  double at[3];
  f->c[0] = f->c[1] = 0;
  set_nodes(f);
  evaluate(f, 0, at);
  f->c[0] = -at[0];
  f->c[1] = -at[1];
  set_nodes(f);
  return true;
}

// ---- the steps ----

// Moves towards the solution of the linearised problem, halving the step while the objective increases. Returns the largest change of
// curvature.
static double step(fit *f, const double *goal) {
  double old[MAX_UNKNOWN], before = follow_points(f) + f->lambda * roughness(f), part = 1, change = 0;
  memcpy(old, f->c, sizeof old);
  for (int halving = 0; halving < MAX_HALVING; halving++, part /= 2) {
    for (int a = 0; a < f->n_unknown; a++) f->c[a] = old[a] + part * (goal[a] - old[a]);
    set_nodes(f);
    if (follow_points(f) + f->lambda * roughness(f) <= before * (1 + WORSE) + 1e-24) break;
  }
  for (int a = N_RIGID; a < f->n_unknown; a++) change = fmax(change, fabs(f->c[a] - old[a]));
  return change;
}

static bool run(fit *f) {
  double goal[MAX_UNKNOWN], misfit = 0, change = INFINITY;
  follow_points(f);
  for (int k = 0; k < MAX_STEP && change > CONVERGED; k++) {
    double square = set_rows(f);
    if (k < CHOOSING_STEPS) choose_lambda(f, f->n + 1, square);  // afterwards it is fixed, so that the iteration can converge
    if (!(solve(f, square, f->lambda, goal, &misfit) < INFINITY)) return false;
    change = step(f, goal);
    if (k < CHOOSING_STEPS / 2) change = INFINITY;
  }
  f->noise = f->sigma > 0 ? f->sigma : sqrt(misfit / (f->n + 1 - FLAT));
  return change <= CONVERGED;
}

// noise^2 (J^T J + lambda P)^-1, and the trace of (J^T J + lambda P)^-1 J^T J.
static bool spread(fit *f) {
  double c[MAX_UNKNOWN], misfit, square = set_rows(f);
  int q = f->n_unknown;
  if (!(solve(f, square, f->lambda, c, &misfit) < INFINITY)) return false;
  if (LAPACKE_dpotri(LAPACK_COL_MAJOR, 'U', q, f->inverse, q) != 0) return false;
  f->freedom = 0;
  for (int a = 0; a < q; a++)
    for (int b = 0; b <= a; b++) f->freedom += (a == b ? 1 : 2) * f->inverse[a * q + b] * f->normal[a * q + b];
  return true;
}

// ---- interface ----

static pl_status prepare(pl_arena *arena, int n, const double *x, double sigma, fit *f) {
  f->n = n;
  f->x = x;
  for (int i = 0, from = 0; i < n; i++) {
    double h = hypot(x[2 * i] - x[2 * from], x[2 * i + 1] - x[2 * from + 1]);
    if (h < NOISY * sigma && i + 1 < n) continue;  // noise must not lengthen the polygon
    f->size += h;
    from = i;
  }
  f->n_knot = n < MIN_KNOT ? MIN_KNOT : n > MAX_KNOT ? MAX_KNOT : n;
  f->n_unknown = f->n_knot + N_RIGID;
  f->n_node = (f->n_knot - 1) * PER_SPAN + 1;
  f->first = -PAD;
  f->step = (1 + 2 * PAD) / (f->n_knot - 1);
  f->sigma = sigma / f->size;
  size_t rows = (size_t)n + 1, q = (size_t)f->n_unknown, nodes = (size_t)f->n_node;
  f->point = pl_arena_alloc(arena, 2 * (size_t)n, sizeof *f->point);
  f->foot = pl_arena_alloc(arena, (size_t)n, sizeof *f->foot);
  f->node = pl_arena_alloc(arena, 3 * nodes, sizeof *f->node);
  f->slope = pl_arena_alloc(arena, 2 * q * nodes, sizeof *f->slope);
  f->matrix = pl_arena_alloc(arena, rows * q, sizeof *f->matrix);
  f->target = pl_arena_alloc(arena, rows, sizeof *f->target);
  if (!f->point || !f->foot || !f->node || !f->slope || !f->matrix || !f->target) return PL_ERROR_MEMORY;
  for (int i = 0; i < 2 * n; i++) f->point[i] = (x[i] - x[i % 2]) / f->size;
  return PL_OK;
}

static pl_status deliver(pl_arena *arena, fit *f, pl_plane_curve *curve) {
  int k = f->n_knot, q = f->n_unknown;
  *curve = (pl_plane_curve){.n_knot = k,
                            .first = f->first * f->size,
                            .step = f->step * f->size,
                            .last = f->foot[f->n - 1] * f->size,
                            .per_span = PER_SPAN,
                            .sigma = f->noise * f->size,
                            .residual = f->size * sqrt(follow_points(f) / f->n),
                            .freedom = f->freedom,
                            .converged = curve->converged};
  curve->kappa = pl_arena_alloc(arena, (size_t)k, sizeof *curve->kappa);
  curve->covariance = pl_arena_alloc(arena, (size_t)k * (size_t)k, sizeof *curve->covariance);
  curve->node = pl_arena_alloc(arena, 3 * (size_t)f->n_node, sizeof *curve->node);
  if (!curve->kappa || !curve->covariance || !curve->node) return PL_ERROR_MEMORY;
  for (int i = 0; i < k; i++) {
    curve->kappa[i] = f->c[N_RIGID + i] / f->size;
    for (int j = 0; j < k; j++) {
      int a = N_RIGID + (i > j ? i : j), b = N_RIGID + (i > j ? j : i);
      curve->covariance[i * k + j] = f->noise * f->noise * f->inverse[a * q + b] / (f->size * f->size);
    }
  }
  for (int i = 0; i < f->n_node; i++) {
    for (int a = 0; a < 2; a++) curve->node[3 * i + a] = f->x[a] + f->size * f->node[3 * i + a];
    curve->node[3 * i + 2] = f->node[3 * i + 2];
  }
  return PL_OK;
}

pl_status pl_plane_curve_fit(pl_arena *arena, int n, const double *x, double sigma, pl_plane_curve *curve) {
  PL_ASSERT(n >= PL_PLANE_CURVE_MIN_POINT);
  fit *f = pl_arena_alloc(arena, 1, sizeof *f);
  if (!f) return PL_ERROR_MEMORY;
  PL_TRY(prepare(arena, n, x, sigma, f));
  curve->converged = start(f) && run(f);
  if (!spread(f)) curve->converged = false;
  return deliver(arena, f, curve);
}

void pl_plane_curve_at(const pl_plane_curve *curve, double s, double x[2], double *theta, double *kappa, double *kappa_sigma) {
  int k = curve->n_knot, n_node = (k - 1) * curve->per_span + 1;
  double u = fmax(0, fmin(k - 1, (s - curve->first) / curve->step)), at[3];
  int j = (int)fmin(u, k - 2), i = (int)fmin(u * curve->per_span, n_node - 2);
  double part = u - j, here = curve->kappa[j] + part * (curve->kappa[j + 1] - curve->kappa[j]);
  double node_u = (double)i / curve->per_span - j, node_kappa = curve->kappa[j] + node_u * (curve->kappa[j + 1] - curve->kappa[j]);
  advance(curve->node + 3 * i, s - curve->first - i * curve->step / curve->per_span, node_kappa, here, at);
  if (x) memcpy(x, at, 2 * sizeof *x);
  if (theta) *theta = at[2];
  if (kappa) *kappa = here;
  if (!kappa_sigma) return;
  const double *c = curve->covariance + (size_t)j * (size_t)k + (size_t)j;
  double variance = (1 - part) * (1 - part) * c[0] + 2 * part * (1 - part) * c[1] + part * part * c[k + 1];
  *kappa_sigma = sqrt(fmax(variance, 0));
}
