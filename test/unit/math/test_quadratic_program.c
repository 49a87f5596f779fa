// test_quadratic_program.c: a small quadratic under inequalities. The conditions of a minimum are checked independently of how it was found.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "math/quadratic_program.h"
#include "test.h"

enum { MAX_N = 12, MAX_ROW = 60 };

typedef struct program {
  double m[MAX_N * MAX_N], b[MAX_N], row[MAX_ROW * MAX_N], level[MAX_ROW], slack[MAX_ROW];
} program;

static bool solve(const program *p, int n, int n_row, double *d, double *force) {
  double m[MAX_N * MAX_N], work[2 * MAX_N * MAX_N + 4 * MAX_N + 1];
  int holding[MAX_N];
  CHECK(pl_quadratic_work(n) <= sizeof work / sizeof *work);
  memcpy(m, p->m, sizeof m);
  return pl_quadratic_solve(&(pl_quadratic_program){n, n_row, m, p->b, p->row, p->level, p->slack}, d, force, work, holding);
}

// Nearest point of the triangle x >= 1, y >= 1, x + y <= 4 to (3, 3): (2, 2), held by the last row with force 1.
TEST(quadratic_program_nearest_point) {
  program p = {.m = {1, 0, 0, 1}, .b = {-3, -3}, .row = {1, 0, 0, 1, -1, -1}, .level = {1, 1, -4}};
  double d[2], force[3];
  CHECK(solve(&p, 2, 3, d, force));
  CHECK_NEAR(d[0], 2, 1e-14);
  CHECK_NEAR(d[1], 2, 1e-14);
  CHECK_NEAR(force[2], 1, 1e-14);
  CHECK(force[0] == 0 && force[1] == 0);
}

// A row that became active must become inactive again. The point nearest to (5, 0) under x + y >= 8 and y <= 1 is (7, 1).
TEST(quadratic_program_without_an_answer) {
  program p = {.m = {1, 0, 0, 1}, .b = {-5, 0}, .row = {1, 1, 0, -1, -1, 0}, .level = {8, -1, -6}};
  double d[2], force[3];
  CHECK(solve(&p, 2, 2, d, force));
  CHECK_NEAR(d[0], 7, 1e-13);
  CHECK_NEAR(d[1], 1, 1e-13);
  CHECK(!solve(&p, 2, 3, d, force));  // x <= 6 as well: nothing is left
  p.m[0] = -1;
  CHECK(!solve(&p, 2, 2, d, force));
}

// Random quadratics, many rows near the free minimum, some of them twice: rows kept, forces not negative, none without contact, gradient balanced.
TEST(quadratic_program_conditions_of_a_minimum) {
  pl_rng rng;
  pl_rng_init(&rng, 7);
  int held = 0;
  for (int trial = 0; trial < 400; trial++) {
    int n = 1 + trial % MAX_N, n_row = trial % MAX_ROW;
    program p = {0};
    double inner[MAX_N], d[MAX_N], force[MAX_ROW];
    for (int i = 0; i < n; i++) {
      inner[i] = pl_rng_normal(&rng);
      p.b[i] = 3 * pl_rng_normal(&rng);
      p.m[i * n + i] += 0.01;
      double g[MAX_N];
      for (int j = 0; j < n; j++) g[j] = pl_rng_normal(&rng);
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) p.m[j * n + k] += g[j] * g[k];
    }
    for (int r = 0; r < n_row; r++) {
      double value = 0;
      for (int j = 0; j < n; j++) {
        p.row[r * n + j] = r % 5 == 4 ? 2 * p.row[(r - 1) * n + j] : pl_rng_normal(&rng);
        value += p.row[r * n + j] * inner[j];
      }
      p.level[r] = r % 5 == 4 ? 2 * p.level[r - 1] : value - 0.1 * fabs(pl_rng_normal(&rng));  // inner keeps every row
      p.slack[r] = 1e-11;
    }
    CHECK(solve(&p, n, n_row, d, force));
    double balance[MAX_N], largest = 0;
    for (int i = 0; i < n; i++) {
      balance[i] = p.b[i];
      for (int j = 0; j < n; j++) balance[i] += p.m[i * n + j] * d[j];
    }
    for (int r = 0; r < n_row; r++) {
      double value = -p.level[r];
      for (int j = 0; j < n; j++) value += p.row[r * n + j] * d[j];
      CHECK(value >= -1e-9 && force[r] >= 0);
      CHECK(force[r] == 0 || fabs(value) < 1e-9);
      held += force[r] > 0;
      for (int j = 0; j < n; j++) balance[j] -= force[r] * p.row[r * n + j];
    }
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(balance[i]));
    CHECK_NEAR(largest, 0, 1e-7);
  }
  CHECK(held > 400);
}
