// homography.c: a plane-to-plane map from point pairs, by the direct linear transform in normalised coordinates.
//
// Both point sets are shifted to their mean and scaled to mean distance sqrt 2. Then the last entry of the map is far from zero and can be
// set to 1. Multiplying by w = h6 x + h7 y + 1 makes the equations linear in h0 .. h7, two rows per pair:
//   h0 x + h1 y + h2 - X (h6 x + h7 y) = X,      h3 x + h4 y + h5 - Y (h6 x + h7 y) = Y
// Their residual is w times the distance in the target plane; dividing the rows by the previous w makes it the distance itself.
#include "math/homography.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { N_ROUND = 6, N_UNKNOWN = 8 };
#define MIN_SINGULAR 1e-6  // smallest over largest singular value of the normalised equations

// p' = scale (p - mean)
typedef struct frame {
  double mean[2], scale;
} frame;

static bool normalise(int n, const double *p, frame *f) {
  *f = (frame){.scale = 0};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) f->mean[k] += p[2 * i + k] / n;
  double distance = 0;
  for (int i = 0; i < n; i++) distance += hypot(p[2 * i] - f->mean[0], p[2 * i + 1] - f->mean[1]) / n;
  f->scale = sqrt(2) / distance;
  return isfinite(f->scale) && f->scale > 0;
}

static void into(const frame *f, const double *p, double q[2]) {
  for (int k = 0; k < 2; k++) q[k] = f->scale * (p[k] - f->mean[k]);
}

// One least-squares round: h[8] from the pairs, each weighted by 1 / w of the map before. The matrix is column-major, [8][2 n].
static pl_status solve(int n, const double *from, const double *to, const frame *a, const frame *b, double *matrix, double *rhs, double *h,
                       bool *determined) {
  int m = 2 * n;
  for (int i = 0; i < n; i++) {
    double p[2], q[2];
    into(a, from + 2 * i, p);
    into(b, to + 2 * i, q);
    double w = h[6] * p[0] + h[7] * p[1] + 1;
    for (int k = 0; k < 2; k++) {
      double row[N_UNKNOWN] = {0};
      row[3 * k] = p[0];
      row[3 * k + 1] = p[1];
      row[3 * k + 2] = 1;
      row[6] = -q[k] * p[0];
      row[7] = -q[k] * p[1];
      for (int j = 0; j < N_UNKNOWN; j++) matrix[(size_t)j * (size_t)m + (size_t)(2 * i + k)] = row[j] / w;
      rhs[2 * i + k] = q[k] / w;
    }
  }
  double singular[N_UNKNOWN];
  lapack_int rank;
  lapack_int info = LAPACKE_dgelsd(LAPACK_COL_MAJOR, m, N_UNKNOWN, 1, matrix, m, rhs, m, singular, MIN_SINGULAR, &rank);
  if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR) return PL_ERROR_MEMORY;
  *determined = info == 0 && rank == N_UNKNOWN;
  if (*determined) memcpy(h, rhs, N_UNKNOWN * sizeof *h);
  for (int i = 0; i < n && *determined; i++) {
    double p[2];
    into(a, from + 2 * i, p);
    *determined = h[6] * p[0] + h[7] * p[1] + 1 > MIN_SINGULAR;  // all on one side of the horizon
  }
  return PL_OK;
}

// From normalised coordinates back to the given ones: T_b^-1 H T_a; w(mean) = 1 already holds.
static void restore(const double *h, const frame *a, const frame *b, pl_homography *map) {
  double H[9];
  memcpy(H, h, N_UNKNOWN * sizeof *h);
  H[8] = 1;
  // columns: H T_a
  for (int r = 0; r < 3; r++) {
    H[3 * r + 2] -= a->scale * (H[3 * r] * a->mean[0] + H[3 * r + 1] * a->mean[1]);
    H[3 * r] *= a->scale;
    H[3 * r + 1] *= a->scale;
  }
  // rows: T_b^-1
  for (int c = 0; c < 3; c++) {
    map->h[c] = H[c] / b->scale + b->mean[0] * H[6 + c];
    map->h[3 + c] = H[3 + c] / b->scale + b->mean[1] * H[6 + c];
    map->h[6 + c] = H[6 + c];
  }
}

pl_status pl_homography_fit(pl_arena *arena, int n, const double *from, const double *to, pl_homography *map, bool *determined) {
  frame a, b;
  double h[N_UNKNOWN] = {0};
  *determined = n >= 4 && normalise(n, from, &a) && normalise(n, to, &b);
  if (!*determined) return PL_OK;
  double *matrix = pl_arena_alloc(arena, N_UNKNOWN * 2 * (size_t)n, sizeof *matrix),
         *rhs = pl_arena_alloc(arena, 2 * (size_t)n, sizeof *rhs);
  if (!matrix || !rhs) return PL_ERROR_MEMORY;
  // four pairs fit exactly, with any weights
  for (int round = 0; round < (n > 4 ? N_ROUND : 1) && *determined; round++) PL_TRY(solve(n, from, to, &a, &b, matrix, rhs, h, determined));
  if (*determined) restore(h, &a, &b, map);
  return PL_OK;
}

bool pl_homography_map(const pl_homography *map, const double from[2], double to[2]) {
  const double *h = map->h;
  double w = h[6] * from[0] + h[7] * from[1] + h[8];
  to[0] = (h[0] * from[0] + h[1] * from[1] + h[2]) / w;
  to[1] = (h[3] * from[0] + h[4] * from[1] + h[5]) / w;
  return w > MIN_SINGULAR;
}
