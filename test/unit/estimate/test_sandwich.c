// test_sandwich.c: covariances of weighted fits, and how fits that a cut holds move.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "math/least_squares.h"
#include "estimate/judge/sandwich.h"
#include "test.h"

// r = X p - y with p[3]; the set is c . p >= level.
enum { N = 3, M = 8 };
typedef struct line_fit {
  double x[M][N], y[M], c[N], level;
} line_fit;

static pl_status residual(void *user, const double *p, double *r, double *jacobian, int *n_failed) {
  const line_fit *f = user;
  *n_failed = 0;
  for (int i = 0; i < M; i++) {
    r[i] = -f->y[i];
    for (int j = 0; j < N; j++) r[i] += f->x[i][j] * p[j];
  }
  if (jacobian) memcpy(jacobian, f->x, sizeof f->x);
  return PL_OK;
}

static bool half_space(void *user, const double *p, double *row, double *level) {
  const line_fit *f = user;
  double value = 0;
  for (int j = 0; j < N; j++) value += f->c[j] * p[j];
  memcpy(row, f->c, sizeof f->c);
  *level = f->level;
  return value >= f->level - 1e-6 * fabs(f->level);  // what the weight of a cut leaves is forgiven
}

static line_fit example(double level) {
  line_fit f = {.c = {1, -2, 0.5}, .level = level};
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int i = 0; i < M; i++) {
    for (int j = 0; j < N; j++) f.x[i][j] = pl_rng_normal(&rng) * (j + 1);
    f.y[i] = f.x[i][0] + 2 * f.x[i][1] - f.x[i][2] + 0.1 * pl_rng_normal(&rng);
  }
  return f;
}

static const double scale[N] = {0.5, 2, 1};
static const double start[N] = {100, -100, 0};  // c . p = 300

static pl_ls_report run_cut(pl_context *ctx, pl_arena *arena, line_fit *f, double *p) {
  static const double lower[N] = {-INFINITY, -INFINITY, -INFINITY}, upper[N] = {INFINITY, INFINITY, INFINITY};
  pl_ls_problem problem = {N, M, scale, lower, upper, NULL, residual, f};
  pl_ls_set set = {half_space, NULL, f};
  pl_ls_options options = {.max_iterations = 200, .tolerance = 1e-14, .set = &set, .arena = arena};
  pl_ls_report report;
  double r[M], jacobian[M * N];
  memcpy(p, start, sizeof start);
  REQUIRE(pl_least_squares(ctx, &problem, &options, p, r, jacobian, &report) == PL_OK);
  return report;
}

// A = X^T X and B = X^T diag(v) X, scaled, v = 1, 2, 3, ...
static void normal_matrices(const line_fit *f, double *a, double *b) {
  memset(a, 0, N * N * sizeof *a);
  memset(b, 0, N * N * sizeof *b);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++) {
        double product = f->x[i][j] * scale[j] * f->x[i][k] * scale[k];
        a[j * N + k] += product;
        b[j * N + k] += (i + 1) * product;
      }
}

static pl_border border_of(pl_arena *arena, const pl_ls_report *report) {
  static const bool still[N] = {false};
  pl_border border;
  REQUIRE(pl_border_create(arena, N, report->n_active, N, report->active, scale, still, &border) == PL_OK);
  return border;
}

TEST(sandwich_of_a_weighted_fit) {
  line_fit f = example(0);
  double m[N * N], covariance[N * N], a[N * N], b[N * N], half[N * N];
  int pivot[N];
  for (int symmetric = 0; symmetric < 2; symmetric++) {
    normal_matrices(&f, a, b);
    normal_matrices(&f, m, b);
    REQUIRE(pl_sandwich(N, symmetric, m, b, pivot, half, covariance));
    // A M = 1 and A C A^T = B
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++) {
        double one = 0, back = 0;
        for (int s = 0; s < N; s++) {
          one += a[j * N + s] * m[s * N + k];
          for (int t = 0; t < N; t++) back += a[j * N + s] * covariance[s * N + t] * a[k * N + t];
        }
        CHECK_NEAR(one, j == k, 1e-10);
        CHECK_NEAR(back, b[j * N + k], 1e-9 * b[0]);
      }
  }
}

// What a change of the data does to a fit that a cut holds: p moves by -M X^T d, against the fit repeated.
TEST(sandwich_border_of_a_fit_held_by_a_cut) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  // the free solution is near (1, 2, -1), where c . p = -3.5: the cut at 4 holds the fit
  line_fit f = example(4);
  double p[N], moved[N], m[N * N], b[N * N], half[N * N], ignored[N * N];
  int pivot[N];
  pl_ls_report report = run_cut(ctx, arena, &f, p);
  REQUIRE(report.n_active == 1);
  double on = 0;
  for (int j = 0; j < N; j++) on += f.c[j] * p[j];
  CHECK_NEAR(on, 4, 4e-6);
  for (int j = 0; j < N; j++) CHECK_NEAR(report.active[j] / report.active[0], f.c[j] / f.c[0], 1e-12);
  pl_border border = border_of(arena, &report);
  CHECK(border.n_row == 1);
  normal_matrices(&f, m, b);
  pl_border_fill(&border, m);
  REQUIRE(pl_sandwich(N, true, m, b, pivot, half, ignored));
  pl_border_project(&border, m);
  for (int j = 0; j < N; j++) {
    double across = 0;
    for (int k = 0; k < N; k++) across += m[j * N + k] * f.c[k] * scale[k];
    CHECK_NEAR(across, 0, 1e-12);
  }
  for (int i = 0; i < M; i++) {
    const double change = 0.01;
    f.y[i] += change;
    run_cut(ctx, arena, &f, moved);
    f.y[i] -= change;
    for (int j = 0; j < N; j++) {
      double expected = 0;
      for (int k = 0; k < N; k++) expected += scale[j] * m[j * N + k] * scale[k] * f.x[i][k] * change;
      CHECK_NEAR(moved[j] - p[j], expected, 1e-6);
    }
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(sandwich_border_without_an_active_cut) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  // on the way from the start to the free solution this cut is far, and at the solution it is not touched
  line_fit f = example(-5);
  double p[N];
  pl_ls_report report = run_cut(ctx, arena, &f, p);
  CHECK(report.n_active == 0);
  CHECK(border_of(arena, &report).n_row == 0);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Rows of one curved border count once; a parameter that a row holds alone does not move at all.
TEST(sandwich_border_rows) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  const double row[3 * N] = {1, 1, 0, 1, 1.05, 0, 0, 0, 7}, one[N] = {1, 1, 1};
  const bool still[N] = {false};
  pl_border border;
  REQUIRE(pl_border_create(arena, N, 3, N, row, one, still, &border) == PL_OK);
  CHECK(border.n_row == 2);
  CHECK_NEAR(pl_border_freedom(&border, 0), 0.5, 1e-14);
  CHECK_NEAR(pl_border_freedom(&border, 1), 0.5, 1e-14);
  CHECK_NEAR(pl_border_freedom(&border, 2), 0, 1e-14);
  double a[N * N] = {2, 0, 0, 0, 2, 0, 0, 0, 2};
  pl_border_project(&border, a);
  const double expected[N * N] = {1, -1, 0, -1, 1, 0, 0, 0, 0};  // 2 P, P the projection on (1, -1, 0)
  for (int i = 0; i < N * N; i++) CHECK_NEAR(a[i], expected[i], 1e-14);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
