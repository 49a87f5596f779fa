// quadratic_program.h: minimises a small strictly convex quadratic under linear inequalities.
#ifndef PL_MATH_QUADRATIC_PROGRAM_H
#define PL_MATH_QUADRATIC_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pl_quadratic_program {
  int n, n_row;
  double *matrix;       // [n][n], M, symmetric positive definite; destroyed
  const double *b;      // [n]
  const double *row;    // [n_row][n]
  const double *level;  // [n_row]
  const double *slack;  // [n_row], >= 0: allowed violation of a row
} pl_quadratic_program;

// Size of the workspace in doubles.
static inline size_t pl_quadratic_work(int n) { return 2 * (size_t)n * (size_t)n + 4 * (size_t)n + 1; }

// Minimises d.M d / 2 + b.d under row_i . d >= level_i. Outputs d[n] and the multipliers force[n_row] >= 0, 0 for inactive rows:
//    M d + b = sum_i force_i row_i
// work: pl_quadratic_work(n), holding: [n] rows. False when M is not positive definite or the rows are inconsistent.
bool pl_quadratic_solve(const pl_quadratic_program *q, double *d, double *force, double *work, int *holding);

#endif
