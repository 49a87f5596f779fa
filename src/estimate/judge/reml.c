// reml.c: see reml.h. The likelihood of one group is searched on a grid of its standard deviation and refined; groups take turns.
#include "estimate/judge/reml.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { GRID = 60, REFINE = 40, TURNS = 4 };

static const double LEAST = 1e-6;       // relative scatter that counts as zero
static const double CHI2_95 = 3.84146;  // of one degree of freedom

typedef struct search {
  const pl_reml *p;
  double *deviation;       // [n_group]
  double *matrix, *right;  // [n][n], [n]: work
} search;

static double deviation_of(const search *s, int i) { return s->deviation[s->p->group[i]]; }

// 1 + D K D into matrix, factorised; D y into right, solved. Returns l, or -INFINITY where rounding makes it indefinite.
static double likelihood(search *s) {
  int n = s->p->n;
  double log_det = 0, square = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) s->matrix[i * n + j] = (i == j) + deviation_of(s, i) * s->p->k[i * n + j] * deviation_of(s, j);
  for (int i = 0; i < n; i++) s->right[i] = deviation_of(s, i) * s->p->y[i];
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, s->matrix, n) != 0) return -INFINITY;
  if (LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'L', 'N', 'N', n, 1, s->matrix, n, s->right, 1) != 0) return -INFINITY;
  for (int i = 0; i < n; i++) {
    log_det += 2 * log(s->matrix[i * n + i]);
    square += s->right[i] * s->right[i];
  }
  return 0.5 * (square - log_det);
}

static double at(search *s, int group, double deviation) {
  s->deviation[group] = deviation;
  return likelihood(s);
}

static double grid_point(double most, int i) { return i == 0 ? 0 : LEAST * pow(most / LEAST, (double)(i - 1) / (GRID - 1)); }

// The best deviation of one group, by the grid and golden sections between its neighbours.
static double maximise(search *s, int group, double most) {
  int best = 0;
  double highest = -INFINITY;
  for (int i = 0; i <= GRID; i++) {
    double l = at(s, group, grid_point(most, i));
    if (l > highest) highest = l, best = i;
  }
  if (best == 0) return s->deviation[group] = 0;
  const double golden = 0.5 * (sqrt(5) - 1);
  double low = log(grid_point(most, best > 1 ? best - 1 : 1)), high = log(grid_point(most, best < GRID ? best + 1 : GRID));
  for (int i = 0; i < REFINE; i++) {
    double a = high - golden * (high - low), b = low + golden * (high - low);
    if (at(s, group, exp(a)) > at(s, group, exp(b)))
      high = b;
    else
      low = a;
  }
  return s->deviation[group] = exp(0.5 * (low + high));
}

// Where the likelihood falls by half of CHI2_95 below its maximum, between `inside` and `outside`.
static double fall(search *s, int group, double inside, double outside) {
  double limit = at(s, group, inside) - 0.5 * CHI2_95;
  if (at(s, group, outside) > limit) return outside;
  for (int i = 0; i < REFINE; i++) {
    double middle = fmin(inside, outside) > 0 ? sqrt(inside * outside) : 0.5 * (inside + outside);
    if (at(s, group, middle) > limit)
      inside = middle;
    else
      outside = middle;
  }
  return 0.5 * (inside + outside);
}

// t^2 sum over s, u in the group of (Z^T P Z)_su^2, with Z^T P Z = K - K D (1 + D K D)^-1 D K. half: [n][n], work.
static double freedom(search *s, int group, double *half) {
  int n = s->p->n;
  double sum = 0, t = s->deviation[group] * s->deviation[group];
  if (!isfinite(likelihood(s))) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) half[i * n + j] = deviation_of(s, i) * s->p->k[i * n + j];
  if (LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'L', 'N', 'N', n, n, s->matrix, n, half, n) != 0) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double entry = s->p->k[i * n + j];
      for (int m = 0; m < n; m++) entry -= half[m * n + i] * half[m * n + j];
      if (s->p->group[i] == group && s->p->group[j] == group) sum += entry * entry;
    }
  return t * t * sum;
}

pl_status pl_reml_solve(pl_context *ctx, const pl_reml *problem, double most, pl_reml_scatter *out) {
  size_t n = (size_t)problem->n, n_group = (size_t)problem->n_group;
  double *memory = pl_alloc(ctx, 2 * n * n + n + n_group + 1, sizeof *memory);
  if (!memory) return PL_ERROR_MEMORY;
  memset(memory, 0, (2 * n * n + n + n_group) * sizeof *memory);
  search s = {problem, memory, memory + n_group, memory + n_group + n * n};
  double *half = s.right + n;
  for (int turn = 0; turn < (n_group > 1 ? TURNS : 1); turn++)
    for (int g = 0; g < problem->n_group; g++) maximise(&s, g, most);
  for (int g = 0; g < problem->n_group; g++) {
    double value = s.deviation[g];
    out[g] = (pl_reml_scatter){.value = value, .freedom = value > 0 ? freedom(&s, g, half) : 0};
    out[g].high = fall(&s, g, value, most);
    out[g].low = value > 0 ? fall(&s, g, value, 0) : 0;
    s.deviation[g] = value;
  }
  pl_free(ctx, memory);
  return PL_OK;
}
