// quadratic_program.c: the dual active-set method of Goldfarb and Idnani (1983), dense, for some tens of unknowns.
//
// It starts at the unconstrained minimum d = -M^-1 b and adds one violated row p at a time. With y_i = M^-1 row_i and W the active rows,
//   S_ij = row_i . y_j,   S r = (row_i . y_p),   z = y_p - sum_i r_i y_i:
// d + t z keeps the rows of W and approaches row p, while the multipliers become force_W - t r and force_p + t. Row p is satisfied at t =
// missed / (z . row_p). If a multiplier of W would become negative before that, its row becomes inactive and the step is computed again.
// Every step raises the minimum under the active rows, so no set of rows occurs twice and the method ends.
#include "math/quadratic_program.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct active_set {
  const pl_quadratic_program *q;
  int n_hold;
  int *holding;  // [n], active rows
  double *y;     // [n][n], M^-1 row of each active row
  double *s;     // [n][n]
  double *r;     // [n]
  double *y_new, *z;
} active_set;

static double dot(int n, const double *a, const double *b) { return cblas_ddot(n, a, 1, b, 1); }

static const double *row_of(const pl_quadratic_program *q, int i) { return q->row + (size_t)i * (size_t)q->n; }

// The most violated row, relative to its length; -1: none is.
static int most_missed(const pl_quadratic_program *q, const double *d, double *missed) {
  int worst = -1;
  double most = 0;
  for (int i = 0; i < q->n_row; i++) {
    double by = q->level[i] - dot(q->n, row_of(q, i), d), length = cblas_dnrm2(q->n, row_of(q, i), 1);
    if (!(by > q->slack[i]) || !(by > most * length)) continue;
    worst = i;
    most = by / length;
    *missed = by;
  }
  return worst;
}

// r and z for the row whose M^-1 row is y_new. False when the active rows are linearly dependent within round-off.
static bool directions(active_set *a, const double *row) {
  int n = a->q->n, m = a->n_hold;
  memcpy(a->z, a->y_new, (size_t)n * sizeof *a->z);
  if (m == 0) return true;
  for (int i = 0; i < m; i++) {
    a->r[i] = dot(n, row, a->y + (size_t)i * (size_t)n);
    for (int j = 0; j <= i; j++) a->s[i * m + j] = dot(n, row_of(a->q, a->holding[i]), a->y + (size_t)j * (size_t)n);
  }
  if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', m, 1, a->s, m, a->r, 1) != 0) return false;
  for (int i = 0; i < m; i++) cblas_daxpy(n, -a->r[i], a->y + (size_t)i * (size_t)n, 1, a->z, 1);
  return true;
}

static void let_go(active_set *a, int at) {
  size_t n = (size_t)a->q->n, after = (size_t)(a->n_hold - at - 1);
  memmove(a->holding + at, a->holding + at + 1, after * sizeof *a->holding);
  memmove(a->y + (size_t)at * n, a->y + ((size_t)at + 1) * n, after * n * sizeof *a->y);
  a->n_hold--;
}

// Activates row p, violated by `missed`. False when it cannot be satisfied.
static bool take_up(active_set *a, int p, double missed, double *d, double *force) {
  const pl_quadratic_program *q = a->q;
  const double *row = row_of(q, p);
  memcpy(a->y_new, row, (size_t)q->n * sizeof *a->y_new);
  if (LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', q->n, 1, q->matrix, q->n, a->y_new, 1) != 0) return false;
  double whole = dot(q->n, row, a->y_new);
  for (;;) {
    if (!directions(a, row)) return false;
    double rise = dot(q->n, row, a->z), full = rise > 1e-12 * whole ? missed / rise : INFINITY, t = full;
    int first = -1;
    for (int i = 0; i < a->n_hold; i++)
      if (a->r[i] > 0 && force[a->holding[i]] < t * a->r[i]) {
        t = force[a->holding[i]] / a->r[i];
        first = i;
      }
    if (isinf(t)) return false;
    for (int i = 0; i < a->n_hold; i++) force[a->holding[i]] -= t * a->r[i];
    force[p] += t;
    if (!isinf(full)) cblas_daxpy(q->n, t, a->z, 1, d, 1);
    if (first < 0) break;
    if (!isinf(full)) missed -= t * rise;
    force[a->holding[first]] = 0;
    let_go(a, first);
  }
  if (a->n_hold == q->n) return false;
  memcpy(a->y + (size_t)a->n_hold * (size_t)q->n, a->y_new, (size_t)q->n * sizeof *a->y);
  a->holding[a->n_hold++] = p;
  return true;
}

bool pl_quadratic_solve(const pl_quadratic_program *q, double *d, double *force, double *work, int *holding) {
  size_t n = (size_t)q->n;
  active_set a = {q, 0, holding, work, work + n * n, work + 2 * n * n, work + 2 * n * n + n, work + 2 * n * n + 2 * n};
  memset(force, 0, (size_t)q->n_row * sizeof *force);
  if (n == 0) return true;
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', q->n, q->matrix, q->n) != 0) return false;
  for (size_t i = 0; i < n; i++) d[i] = -q->b[i];
  if (LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', q->n, 1, q->matrix, q->n, d, 1) != 0) return false;
  // it terminates by itself; round-off could make nearly equal rows alternate
  for (int step = 0; step < 20 * (q->n_row + 1); step++) {
    double missed;
    int p = most_missed(q, d, &missed);
    if (p < 0) return true;
    if (!take_up(&a, p, missed, d, force)) return false;
  }
  return false;
}
