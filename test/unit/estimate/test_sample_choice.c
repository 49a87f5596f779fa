// How many samples: the rule of one standard error, and poses left out against fits that were made without them.
#include "estimate/field/sample_choice.h"

#include <stdlib.h>

#include "base/rng.h"
#include "test.h"

// By hand: differences to the best stage pose by pose, their sum over the readings and its standard error. A pose without readings dilutes nothing.
TEST(samples_chosen_within_one_standard_error) {
  enum { N = 5 };
  const pl_left_out one[N] = {{2, 9}, {2, 9}, {0, 0}, {2, 9}, {2, 9}}, two[N] = {{2, 2}, {2, 1}, {0, 0}, {2, 1.5}, {2, 1}},
                    four[N] = {{2, 1}, {2, 1}, {0, 0}, {2, 1}, {2, 1.5}}, eight[N] = {{2, 1.1}, {2, 1}, {0, 0}, {2, 1}, {2, 1.5}};
  const pl_left_out *left[4] = {one, two, four, eight};
  double excess[4], error[4];
  int n;
  // two against four: 1, 0, 0.5, -0.5: sum 1, standard deviation sqrt(1.25 / 3), standard error of the sum twice that, over 8 readings
  CHECK(pl_samples_choose(4, N, left, &n, excess, error) == 1 && n == 4);
  CHECK_CLOSE(excess[1], 1.0 / 8, 1e-12);
  CHECK_CLOSE(error[1], 2 * sqrt(1.25 / 3) / 8, 1e-12);
  CHECK(excess[2] == 0 && error[2] == 0 && excess[0] > error[0]);
  CHECK_CLOSE(excess[3], 0.1 / 8, 1e-12);
  // worse by the same everywhere is worse
  const pl_left_out worse[N] = {{2, 1.1}, {2, 1.1}, {0, 0}, {2, 1.1}, {2, 1.6}}, *pair[2] = {worse, four};
  CHECK(pl_samples_choose(2, N, pair, &n, excess, error) == 1);
  // as good is good enough
  const pl_left_out *same[2] = {four, four};
  CHECK(pl_samples_choose(2, N, same, &n, excess, error) == 0);
}

// A stage that scatters widely is within its own standard error of the best although a smaller one predicts better: it is not chosen. The errors are
// those of a real fit, 18.48, 18.08, 20.46, 30.22 and 12.62 in all, those of the third and fourth in one pose.
TEST(samples_chosen_never_behind_fewer) {
  enum { N = 4 };
  const double sum[5] = {18.48, 18.08, 20.46, 30.22, 12.62};
  pl_left_out all[5][N];
  const pl_left_out *left[5];
  double excess[5], error[5];
  int n;
  for (int i = 0; i < 5; i++) {
    left[i] = all[i];
    for (int f = 0; f < N; f++) {
      double own = (i == 2 || i == 3) ? (f == 0 ? sum[i] - 9 : 3) : sum[i] / N + 0.1 * (f % 2 ? 1 : -1) * (i < 2);
      all[i][f] = (pl_left_out){2, own};
    }
  }
  CHECK(pl_samples_choose(5, N, left, &n, excess, error) == 4 && n == N);
  CHECK(excess[2] <= error[2] && excess[1] > error[1]);  // alone, the third would do
  CHECK_CLOSE(excess[2], (20.46 - 12.62) / 8, 1e-12);
  for (int f = 0; f < N; f++) all[1][f].square = sum[4] / N + (f == 0 ? 1 : f == 1 ? -0.5 : 0);
  CHECK(pl_samples_choose(5, N, left, &n, excess, error) == 1);  // one that beats the smaller ones and is nearly the best
}

// A stage with a failed pose is not compared, the others are; a pose without an error in one stage is not compared. Of a single one nothing
// is chosen.
TEST(samples_chosen_among_what_is_known) {
  const pl_left_out one[3] = {{1, 9}, {1, 9}, {1, 0}}, two[3] = {{1, 1}, {1, 2}, {1, NAN}}, four[3] = {{1, 1}, {1, 2}, {1, 50}};
  const pl_left_out *lost[4] = {one, NULL, two, four}, *unknown[2] = {two, four};
  double excess[4], error[4];
  int n;
  CHECK(pl_samples_choose(4, 3, lost, &n, excess, error) == 2 && n == 2);
  CHECK(isnan(excess[1]) && isnan(error[1]));
  CHECK_CLOSE(excess[0], 7.5, 1e-12);
  CHECK(pl_samples_choose(2, 3, unknown, &n, excess, error) == 0);
  CHECK(pl_samples_choose(2, 1, unknown, &n, excess, error) == -1 && n == 1 && isnan(excess[0]));
  const pl_left_out *none[2] = {NULL, NULL};
  CHECK(pl_samples_choose(2, 3, none, &n, excess, error) == -1);
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
  double design[DATA * P], y[DATA], predicted[DATA], q[P], r[ROWS] = {0}, jacobian[ROWS * P] = {0};
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
  pl_fit fit = {.ctx = ctx, .problem.n_case = 1, .problem.n_fitted = 1, .work.fit_case = &fit_case};
  pl_solution solution = {
      .stack = {.n_parameter = P, .n_data = DATA, .n_residual = ROWS, .scale = scale, .frozen = frozen}, .r = r, .jacobian = jacobian};
  pl_left_out left[POSES];
  REQUIRE(pl_samples_poses(&fit) == POSES && pl_samples_left_out(&fit, &solution, left) == PL_OK);
  double all = 0;
  for (int f = 0; f < POSES; f++) {
    double square = 0, inside = 0;
    solve(design, y, f, q);
    for (int i = f * WIDTH; i < (f + 1) * WIDTH; i++) {
      double miss = -y[i];
      for (int j = 0; j < P; j++) miss += design[i * P + j] * q[j];
      square += miss * miss, inside += r[i] * r[i];
    }
    CHECK_CLOSE(left[f].square, square, 1e-8);
    CHECK(left[f].n == WIDTH && left[f].square > 1.01 * inside);
    all += square;
  }
  CHECK_CLOSE(pl_samples_left_out_error(POSES, left), sqrt(all / DATA), 1e-8);

  // a reading that was not taken is none. The last parameter read in the first pose alone, without a prior: the rest does not tell that
  // pose
  double whole = left[1].square;
  for (int i = 0; i < ROWS; i++)
    if (i >= WIDTH) jacobian[i * P + P - 1] = 0;
  for (int j = 0; j < P; j++) jacobian[WIDTH * P + j] = 0;
  r[WIDTH] = 0;
  REQUIRE(pl_samples_left_out(&fit, &solution, left) == PL_OK);
  CHECK(isnan(left[0].square) && left[0].n == WIDTH && left[1].n == WIDTH - 1 && left[1].square != whole);
  all = 0;
  for (int f = 1; f < POSES; f++) {
    CHECK(left[f].square > 0);
    all += left[f].square;
  }
  CHECK_CLOSE(pl_samples_left_out_error(POSES, left), sqrt(all / (DATA - WIDTH - 1)), 1e-12);
  // one that nothing reads is harmless
  for (int i = 0; i < ROWS; i++) jacobian[i * P + P - 1] = 0;
  REQUIRE(pl_samples_left_out(&fit, &solution, left) == PL_OK);
  for (int f = 0; f < POSES; f++) CHECK(isfinite(left[f].square));
  pl_context_destroy(ctx);
}
