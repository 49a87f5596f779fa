// test_least_squares.c: published least-squares problems with known optimum (More, Garbow and Hillstrom 1981), bounds, failures.
#include <math.h>
#include <string.h>

#include "estimate/optimise/linear_fit.h"
#include "math/least_squares.h"
#include "test.h"

// No. 1: Rosenbrock. r = (10 (y - x^2), 1 - x), optimum (1, 1), sum of squares 0.
static pl_status rosenbrock(void *user, const double *p, double *r, double *j, int *n_failed) {
  (void)user;
  *n_failed = 0;
  r[0] = 10 * (p[1] - p[0] * p[0]);
  r[1] = 1 - p[0];
  if (j) {
    j[0] = -20 * p[0];
    j[1] = 10;
    j[2] = -1;
    j[3] = 0;
  }
  return PL_OK;
}

// No. 8: Bard, 15 residuals, 3 parameters, sum of squares 8.21487e-3.
static pl_status bard(void *user, const double *p, double *r, double *j, int *n_failed) {
  (void)user;
  static const double y[15] = {.14, .18, .22, .25, .29, .32, .35, .39, .37, .58, .73, .96, 1.34, 2.10, 4.39};
  *n_failed = 0;
  for (int i = 0; i < 15; i++) {
    double u = i + 1, v = 15 - i, w = fmin(u, v), d = v * p[1] + w * p[2];
    r[i] = y[i] - (p[0] + u / d);
    if (j) {
      j[3 * i] = -1;
      j[3 * i + 1] = u * v / (d * d);
      j[3 * i + 2] = u * w / (d * d);
    }
  }
  return PL_OK;
}

// No. 15: Kowalik and Osborne, 11 residuals, 4 parameters, sum of squares 3.07505e-4.
static pl_status kowalik(void *user, const double *p, double *r, double *j, int *n_failed) {
  (void)user;
  static const double y[11] = {.1957, .1947, .1735, .1600, .0844, .0627, .0456, .0342, .0323, .0235, .0246};
  static const double u[11] = {4, 2, 1, .5, .25, .167, .125, .1, .0833, .0714, .0625};
  *n_failed = 0;
  for (int i = 0; i < 11; i++) {
    double top = u[i] * u[i] + u[i] * p[1], bottom = u[i] * u[i] + u[i] * p[2] + p[3];
    r[i] = y[i] - p[0] * top / bottom;
    if (j) {
      j[4 * i] = -top / bottom;
      j[4 * i + 1] = -p[0] * u[i] / bottom;
      j[4 * i + 2] = p[0] * top * u[i] / (bottom * bottom);
      j[4 * i + 3] = p[0] * top / (bottom * bottom);
    }
  }
  return PL_OK;
}

static pl_ls_report solve(pl_ls_evaluate function, int n, int m, double *p, const double *lower, const double *upper, void *user) {
  pl_context *ctx = pl_context_create(NULL);
  double scale[8], low[8], high[8], r[16], j[64];
  for (int i = 0; i < n; i++) {
    scale[i] = 1;
    low[i] = lower ? lower[i] : -INFINITY;
    high[i] = upper ? upper[i] : INFINITY;
  }
  pl_ls_problem problem = {n, m, scale, low, high, NULL, function, user};
  pl_ls_options options = {.max_iterations = 500, .tolerance = 1e-14, .progress = NULL, .progress_user = NULL};
  pl_ls_report report;
  REQUIRE(pl_least_squares(ctx, &problem, &options, p, r, j, &report) == PL_OK);
  pl_context_destroy(ctx);
  return report;
}

TEST(least_squares_rosenbrock) {
  double p[2] = {-1.2, 1};
  pl_ls_report report = solve(rosenbrock, 2, 2, p, NULL, NULL, NULL);
  CHECK(report.outcome == PL_LS_CONVERGED);
  CHECK_NEAR(p[0], 1, 1e-6);
  CHECK_NEAR(p[1], 1, 1e-6);
  CHECK(report.n_iteration < 60);
}

TEST(least_squares_bard) {
  double p[3] = {1, 1, 1};
  pl_ls_report report = solve(bard, 3, 15, p, NULL, NULL, NULL);
  CHECK(report.outcome == PL_LS_CONVERGED);
  CHECK_CLOSE(2 * report.objective, 8.21487e-3, 1e-5);
}

TEST(least_squares_kowalik_osborne) {
  double p[4] = {.25, .39, .415, .39};
  pl_ls_report report = solve(kowalik, 4, 11, p, NULL, NULL, NULL);
  CHECK(report.outcome == PL_LS_CONVERGED);
  CHECK_CLOSE(2 * report.objective, 3.07505e-4, 1e-5);
  CHECK_CLOSE(p[0], .1928, 1e-3);
  CHECK_CLOSE(p[3], .1361, 2e-3);
}

// Rosenbrock with x <= 0.5: the optimum on the bound is (0.5, 0.25), sum of squares 0.25.
TEST(least_squares_bound_is_found_and_kept) {
  double p[2] = {-1.2, 1}, low[2] = {-2, -2}, high[2] = {0.5, 2};
  pl_ls_report report = solve(rosenbrock, 2, 2, p, low, high, NULL);
  CHECK_NEAR(p[0], 0.5, 0);
  CHECK_NEAR(p[1], 0.25, 1e-7);
  CHECK_NEAR(2 * report.objective, 0.25, 1e-10);
  // a start outside is moved in
  double q[2] = {5, 5};
  solve(rosenbrock, 2, 2, q, low, high, NULL);
  CHECK(q[0] <= 0.5 && q[1] <= 2);
}

// A region that cannot be evaluated is avoided, not fatal.
static pl_status walled(void *user, const double *p, double *r, double *j, int *n_failed) {
  int *count = user;
  rosenbrock(NULL, p, r, j, n_failed);
  if (p[0] > 0.9 && p[1] < 0.8) {
    *n_failed = 1;
    (*count)++;
  }
  return PL_OK;
}

TEST(least_squares_failed_trials_are_rejected) {
  double p[2] = {-1.2, 1};
  int count = 0;
  pl_ls_report report = solve(walled, 2, 2, p, NULL, NULL, &count);
  CHECK(report.n_failed == 0);
  CHECK_NEAR(p[0], 1, 1e-5);
}

// A frozen parameter stays exactly where it is, even outside its bounds.
TEST(least_squares_frozen_stays) {
  pl_context *ctx = pl_context_create(NULL);
  double p[2] = {-1.2, 1}, scale[2] = {1, 1}, low[2] = {-2, 2}, high[2] = {2, 3}, r[2], j[4];
  bool frozen[2] = {false, true};
  pl_ls_problem problem = {2, 2, scale, low, high, frozen, rosenbrock, NULL};
  pl_ls_options options = {.max_iterations = 100, .tolerance = 1e-14, .progress = NULL, .progress_user = NULL};
  pl_ls_report report;
  REQUIRE(pl_least_squares(ctx, &problem, &options, p, r, j, &report) == PL_OK);
  CHECK_NEAR(p[1], 1, 0);
  CHECK(report.outcome == PL_LS_CONVERGED && fabs(p[0]) > 0.9 && fabs(p[0]) < 1.1);
  pl_context_destroy(ctx);
}

// r = p - goal, exactly linear: without limits one step gets there. Notes every trial.
typedef struct walk {
  double goal, trial[64];
  int n;
} walk;

static pl_status distance_to_goal(void *user, const double *p, double *r, double *j, int *n_failed) {
  walk *w = user;
  if (w->n < 64) w->trial[w->n++] = p[0];
  *n_failed = 0;
  r[0] = p[0] - w->goal;
  if (j) j[0] = 1;
  return PL_OK;
}

// From start to goal when a parameter may grow by `rise` of itself and shrink by `fall` of itself in a step. Scale 1, so that what is
// smaller than 0.1 counts as 0.1.
static walk walk_to(double start, double goal, double fall, double rise) {
  pl_context *ctx = pl_context_create(NULL);
  walk w = {.goal = goal};
  double p = start, r, j, scale = 1, lower = -INFINITY, upper = INFINITY;
  pl_ls_problem problem = {1, 1, &scale, &lower, &upper, NULL, distance_to_goal, &w};
  pl_ls_options options = {.max_iterations = 60, .tolerance = 1e-12, .fall = fall, .rise = rise};
  pl_ls_report report;
  REQUIRE(pl_least_squares(ctx, &problem, &options, &p, &r, &j, &report) == PL_OK);
  CHECK(report.outcome == PL_LS_CONVERGED);
  CHECK_CLOSE(p, goal, 1e-6);  // a limited step is no end
  pl_context_destroy(ctx);
  return w;
}

TEST(least_squares_step_limits) {
  walk up = walk_to(1, 100, 0.5, 1), down = walk_to(1, 0.3, 0.25, 1), through = walk_to(0.45, -0.4, 0.5, 1),
       at_once = walk_to(1, 100, 0, 0);
  // every trial was accepted, so each is the next one's start
  for (int i = 1; i < up.n; i++) CHECK(up.trial[i] <= 2 * up.trial[i - 1] * (1 + 1e-12));
  CHECK_CLOSE(up.trial[6], 64, 1e-9);
  for (int i = 1; i < down.n; i++) CHECK(down.trial[i] >= 0.75 * down.trial[i - 1] * (1 - 1e-12));
  CHECK_CLOSE(down.trial[4], pow(0.75, 4), 1e-9);
  // to and away from zero: halves down to 0.1, then by half of 0.1 across it, then by 0.1 and doubling again
  const double path[] = {0.45, 0.225, 0.1125, 0.05625, 0.00625, -0.04375, -0.14375, -0.2875};
  for (int i = 0; i < 8; i++) CHECK_NEAR(through.trial[i], path[i], 1e-9);
  CHECK(at_once.trial[1] > 99);
}

static pl_status bent(void *user, const double *p, double *r, double *j, int *n_failed) {
  ++*(int *)user;
  *n_failed = 0;
  r[0] = atan(p[0]);
  if (j) j[0] = 1 / (1 + p[0] * p[0]);
  return PL_OK;
}

// From 3 a whole step ends at -9.5, where the residual is larger. Evaluations until the root is found, with and without leaps.
TEST(least_squares_leaps_after_refused_steps) {
  int n[2] = {0};
  for (int leap = 0; leap < 2; leap++) {
    pl_context *ctx = pl_context_create(NULL);
    double p = 3, r, j, scale = 1, lower = -INFINITY, upper = INFINITY;
    pl_ls_problem problem = {1, 1, &scale, &lower, &upper, NULL, bent, &n[leap]};
    pl_ls_options options = {.max_iterations = 60, .tolerance = 1e-12, .leap = leap};
    pl_ls_report report;
    REQUIRE(pl_least_squares(ctx, &problem, &options, &p, &r, &j, &report) == PL_OK);
    CHECK(report.outcome == PL_LS_CONVERGED);
    CHECK_NEAR(p, 0, 1e-5);
    pl_context_destroy(ctx);
  }
  CHECK(n[1] < n[0]);
}

// 399 residuals that nothing lowers, 10 each, and one that falls from 40 by a quarter per step. At first this lowers the sum by 0.5 % in
// ten trials.
enum { N_STUCK = 399 };
static pl_status mostly_stuck(void *user, const double *p, double *r, double *j, int *n_failed) {
  (void)user;
  *n_failed = 0;
  for (int i = 0; i < N_STUCK; i++) r[i] = 10;
  r[N_STUCK] = 1040 - p[0];
  for (int i = 0; i <= N_STUCK && j; i++) j[i] = i == N_STUCK ? -1 : 0;
  return PL_OK;
}

static pl_ls_report climb(double large_residual, double *p) {
  static double r[N_STUCK + 1], j[N_STUCK + 1];
  pl_context *ctx = pl_context_create(NULL);
  double scale = 1, lower = -INFINITY, upper = INFINITY;
  pl_ls_problem problem = {1, N_STUCK + 1, &scale, &lower, &upper, NULL, mostly_stuck, NULL};
  pl_ls_options options = {.max_iterations = 500, .tolerance = 1e-12, .fall = 1, .rise = 0.25e-3, .large_residual = large_residual};
  pl_ls_report report;
  *p = 1000;
  REQUIRE(pl_least_squares(ctx, &problem, &options, p, r, j, &report) == PL_OK);
  pl_context_destroy(ctx);
  return report;
}

// Residuals of 10 sigma: a search that ten trials do not bring further by what one number may scatter, 1/399 of the sum, ends. By hand: ten
// steps of 0.25 lower 2.5 (2 r - 2.5) of 39900 + r^2, which is below it from r = 22 on. Significant progress ends at 19.5 at the latest,
// and ten more trials are made. A fixed hundredth would have ended it after the first ten.
TEST(least_squares_ends_what_does_not_pay) {
  double p;
  pl_ls_report report = climb(25, &p);
  CHECK(report.outcome == PL_LS_FUTILE);
  CHECK(1040 - p < 20 && 1040 - p > 16.5);
  CHECK(report.n_iteration > 65);
  // residuals that noise may have, or no such limit: to the end
  CHECK(climb(200, &p).outcome == PL_LS_CONVERGED);
  CHECK_NEAR(p, 1040, 1e-3);
  CHECK(climb(0, &p).outcome == PL_LS_CONVERGED);
  CHECK_NEAR(p, 1040, 1e-3);
}

// A search that runs out of steps at a sum of squares that counts as zero has converged. It has not if no such sum was given.
TEST(least_squares_met_is_converged) {
  static const double one[2] = {1, 1}, low[2] = {-10, -10}, high[2] = {10, 10};
  pl_context *ctx = pl_context_create(NULL);
  pl_ls_problem problem = {2, 2, one, low, high, NULL, rosenbrock, NULL};
  for (int k = 0; k < 3; k++) {
    double p[2] = {0.95, 0.9}, r[2], j[4];
    pl_ls_options options = {.max_iterations = 1, .tolerance = 1e-12, .damping = 10, .met = k == 0 ? 0 : k == 1 ? 0.01 : 1e-6};
    pl_ls_report report;
    REQUIRE(pl_least_squares(ctx, &problem, &options, p, r, j, &report) == PL_OK);
    printf("met %g: sum of squares %g, %s\n", options.met, 2 * report.objective, pl_ls_outcome_text(report.outcome));
    CHECK(2 * report.objective > 1e-6 && 2 * report.objective < 0.01);
    CHECK(report.n_iteration == 1 && report.outcome == (k == 1 ? PL_LS_CONVERGED : PL_LS_ITERATIONS));
  }
  pl_context_destroy(ctx);
}

// The product of two parameters is known to 1e-3, each of them only by a prior of sigma 10. The floor of the valley is a hyperbola.
static pl_status valley(void *user, const double *p, double *r, double *j, int *n_failed) {
  const double stiff = 1e3;
  (void)user;
  *n_failed = 0;
  r[0] = stiff * (p[0] * p[1] - 1);
  r[1] = 0.1 * (p[0] - 9);
  r[2] = 0.1 * (p[1] - 2);
  if (j) memcpy(j, (double[6]){stiff * p[1], stiff * p[0], 0.1, 0, 0, 0.1}, 6 * sizeof *j);
  return PL_OK;
}

// Steps along it end where they change nothing that was measured, and the outcome says so; one that follows data does not end early.
TEST(least_squares_ends_in_a_valley) {
  static const double one[2] = {1, 1}, low[2] = {-100, -100}, high[2] = {100, 100};
  pl_context *ctx = pl_context_create(NULL);
  pl_ls_problem problem = {2, 3, one, low, high, NULL, valley, NULL};
  int n[2];
  for (int k = 0; k < 2; k++) {
    double p[2] = {0.2, 5}, r[3], j[6];
    pl_ls_options options = {.max_iterations = 2000, .tolerance = 1e-12, .felt = k ? 0.01 : 0, .noise = 1};
    pl_ls_report report;
    REQUIRE(pl_least_squares(ctx, &problem, &options, p, r, j, &report) == PL_OK);
    printf("felt %g: %g %g after %d, %s\n", options.felt, p[0], p[1], report.n_iteration, pl_ls_outcome_text(report.outcome));
    CHECK(report.outcome == (k ? PL_LS_FLAT : PL_LS_CONVERGED));
    CHECK_NEAR(p[0] * p[1], 1, 2e-3);
    n[k] = report.n_iteration;
  }
  CHECK(n[1] < n[0]);
  pl_ls_problem told = {2, 2, one, low, high, NULL, rosenbrock, NULL};
  double p[2] = {-1.2, 1}, r[2], j[4];
  pl_ls_options options = {.max_iterations = 500, .tolerance = 1e-14, .felt = 0.01, .noise = 1e-6};
  pl_ls_report report;
  REQUIRE(pl_least_squares(ctx, &told, &options, p, r, j, &report) == PL_OK);
  CHECK_NEAR(p[0], 1, 1e-3);
  pl_context_destroy(ctx);
}

// Two branches: r = (p - 3, 0.1, ...) for p <= 1 and ten times that above, as where an equilibrium jumps. The start at 1 is no minimum.
// *user: 0, or the wrong derivative instead of the jump.
static pl_status jump(void *user, const double *p, double *r, double *j, int *n_failed) {
  const double *wrong = user;
  *n_failed = 0;
  for (int i = 0; i < 12; i++) r[i] = i == 0 ? p[0] - 3 : 0.1;
  for (int i = 0; i < 12 && p[0] > 1 && *wrong == 0; i++) r[i] *= 10;
  for (int i = 0; i < 12 && j; i++) j[i] = i == 0 ? (*wrong != 0 ? *wrong : 1) : 0;
  return PL_OK;
}

// The same with an objective that is rough by 1e-9 near its minimum: trials are refused there, but none could have been significant.
static pl_status rough(void *user, const double *p, double *r, double *j, int *n_failed) {
  int *n = user;
  *n_failed = 0;
  for (int i = 0; i < 12; i++) r[i] = i == 0 ? p[0] - 3 : 0.1 + 1e-9 * ++*n;
  for (int i = 0; i < 12 && j; i++) j[i] = i == 0;
  return PL_OK;
}

static pl_ls_report search_one(pl_ls_evaluate function, void *user, double start) {
  pl_context *ctx = pl_context_create(NULL);
  double p = start, r[12], j[12], scale = 1, lower = -INFINITY, upper = INFINITY;
  pl_ls_problem problem = {1, 12, &scale, &lower, &upper, NULL, function, user};
  pl_ls_options options = {.max_iterations = 200, .tolerance = 1e-7};
  pl_ls_report report;
  REQUIRE(pl_least_squares(ctx, &problem, &options, &p, r, j, &report) == PL_OK);
  pl_context_destroy(ctx);
  return report;
}

// Refused steps raise the damping until none promises anything. That is no convergence, unless the first refused step promised nothing.
TEST(least_squares_that_ends_on_refused_steps_has_not_converged) {
  double branch = 0, wrong = -1;
  pl_ls_report report = search_one(jump, &branch, 1);
  CHECK(report.outcome == PL_LS_REFUSED && report.n_refused >= 5);
  CHECK(report.n_refused == report.n_iteration && report.objective == report.started);
  CHECK(search_one(jump, &wrong, 1).outcome == PL_LS_REFUSED);
  int n = 0;
  CHECK(search_one(rough, &n, 3 + 1e-6).outcome == PL_LS_CONVERGED);
  CHECK(search_one(rough, &n, 1).outcome == PL_LS_CONVERGED);
}

// A hundred numbers, p_j = j, from a matrix of neighbours: 3 on the diagonal, 1 beside it.
TEST(linear_fit_has_no_limit_of_numbers) {
  enum { N = 100 };
  pl_context *ctx = pl_context_create(NULL);
  static double matrix[N * N], target[N], lower[N], upper[N], p[N];
  double objective;
  for (int i = 0; i < N; i++) {
    for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < N; j++) matrix[i * N + j] = i == j ? 3 : 1, target[i] += matrix[i * N + j] * j;
    lower[i] = -1e9;
    upper[i] = 1e9;
  }
  REQUIRE(pl_linear_fit(ctx, &(pl_linear_problem){N, N, target, matrix}, lower, upper, p, &objective) == PL_OK);
  for (int j = 0; j < N; j++) CHECK_NEAR(p[j], j, 1e-6);
  pl_context_destroy(ctx);
}
