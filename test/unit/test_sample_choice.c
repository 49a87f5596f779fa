// How many samples: the rule of one standard error, and poses left out against fits that were made without them.
#include "estimate/sample_choice.h"

#include <stdlib.h>

#include "base/rng.h"
#include "test.h"

// By hand: differences to the best stage, their mean and its standard error.
TEST(samples_chosen_within_one_standard_error) {
  const double one[4] = {9, 9, 9, 9}, two[4] = {2, 1, 1.5, 1}, four[4] = {1, 1, 1, 1.5}, eight[4] = {1.1, 1, 1, 1.5};
  const double *square[4] = {one, two, four, eight};
  double excess[4], error[4];
  // two against four: 1, 0, 0.5, -0.5: mean 0.25, standard deviation sqrt(1.25 / 3), standard error half of that: 0.323
  CHECK(pl_samples_choose(4, 4, square, excess, error) == 1);
  CHECK_CLOSE(excess[1], 0.25, 1e-12);
  CHECK_CLOSE(error[1], sqrt(1.25 / 3) / 2, 1e-12);
  CHECK(excess[2] == 0 && error[2] == 0 && excess[0] > error[0]);
  CHECK_CLOSE(excess[3], 0.025, 1e-12);
  // worse by the same everywhere is worse
  const double worse[4] = {1.1, 1.1, 1.1, 1.6}, *pair[2] = {worse, four};
  CHECK(pl_samples_choose(2, 4, pair, excess, error) == 1);
  // as good is good enough
  const double *same[2] = {four, four};
  CHECK(pl_samples_choose(2, 4, same, excess, error) == 0);
}

enum { POSES = 5, WIDTH = 4, DATA = POSES * WIDTH, P = 3, ROWS = DATA + P };

// min |y - D q|^2 + |q|^2 without the rows of a pose (none: -1), by normal equations and Gauss and Jordan.
static void solve(const double *design, const double *y, int without, double q[P]) {
  double a[P][P + 1] = {{0}};
  for (int i = 0; i < DATA; i++)
    for (int j = 0; j < P && i / WIDTH != without; j++) {
      a[j][P] += design[i * P + j] * y[i];
      for (int k = 0; k < P; k++) a[j][k] += design[i * P + j] * design[i * P + k];
    }
  for (int j = 0; j < P; j++) a[j][j] += 1;
  for (int c = 0; c < P; c++)
    for (int r = 0; r < P; r++) {
      double factor = r == c ? 0 : a[r][c] / a[c][c];
      for (int k = 0; k <= P; k++) a[r][k] -= factor * a[c][k];
    }
  for (int j = 0; j < P; j++) q[j] = a[j][P] / a[j][j];
}

// A linear problem with a prior: leaving out to first order is exact.
TEST(samples_left_out_of_a_linear_problem) {
  pl_context *ctx = pl_context_create(NULL);
  pl_rng rng;
  pl_rng_init(&rng, 2);
  double design[DATA * P], y[DATA], predicted[DATA], q[P], r[ROWS] = {0}, jacobian[ROWS * P] = {0}, square[DATA];
  double scale[P] = {1, 3, 0.2};
  bool frozen[P] = {false};
  for (int i = 0; i < DATA * P; i++) design[i] = pl_rng_normal(&rng);
  for (int i = 0; i < DATA; i++) y[i] = 2 * pl_rng_normal(&rng);
  solve(design, y, -1, q);
  for (int i = 0; i < DATA; i++) {
    r[i] = -y[i];
    for (int j = 0; j < P; j++) r[i] += design[i * P + j] * q[j], jacobian[i * P + j] = design[i * P + j];
  }
  for (int j = 0; j < P; j++) r[DATA + j] = q[j], jacobian[(DATA + j) * P + j] = 1;
  pl_test test = {.n_frame = POSES, .channel = {{.width = WIDTH}}};
  pl_fit_case fit_case = {.test = &test, .predicted = {predicted}};
  pl_fit fit = {.ctx = ctx, .n_case = 1, .n_fitted = 1, .fit_case = &fit_case};
  pl_solution solution = {
      .stack = {.n_parameter = P, .n_data = DATA, .n_residual = ROWS, .scale = scale, .frozen = frozen}, .r = r, .jacobian = jacobian};
  REQUIRE(pl_samples_left_out(&fit, &solution, square) == PL_OK);
  for (int f = 0; f < POSES; f++) {
    solve(design, y, f, q);
    for (int i = f * WIDTH; i < (f + 1) * WIDTH; i++) {
      double miss = -y[i];
      for (int j = 0; j < P; j++) miss += design[i * P + j] * q[j];
      CHECK_CLOSE(square[i], miss * miss, 1e-8);
      CHECK(square[i] != r[i] * r[i]);
    }
  }
  pl_context_destroy(ctx);
}
