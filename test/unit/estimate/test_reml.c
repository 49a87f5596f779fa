// Restricted maximum likelihood of the scatter between groups, against closed forms of balanced data.
#include <math.h>

#include "estimate/judge/reml.h"
#include "test.h"

enum { N = 6 };

// n effects with a common unknown mean and noise of variance 1/q: K = q (1 - 1 1^T / n), y = q (x - mean x).
static void balanced(int n, double q, const double *x, double *k, double *y) {
  double mean = 0;
  for (int i = 0; i < n; i++) mean += x[i] / n;
  for (int i = 0; i < n; i++) {
    y[i] = q * (x[i] - mean);
    for (int j = 0; j < n; j++) k[i * n + j] = q * ((i == j) - 1.0 / n);
  }
}

static double variance(int n, const double *x) {
  double mean = 0, square = 0;
  for (int i = 0; i < n; i++) mean += x[i] / n;
  for (int i = 0; i < n; i++) square += (x[i] - mean) * (x[i] - mean);
  return square / (n - 1);
}

// Balanced: the estimate is max(0, s^2 - 1/q), and with negligible noise it has n - 1 degrees of freedom.
TEST(reml_is_the_sample_variance_less_noise) {
  static const double x[N] = {0.13, -0.08, 0.02, -0.11, 0.05, -0.03}, quality[] = {1e8, 1e3, 200, 20};
  static const int group[N] = {0};
  pl_context *ctx = pl_context_create(NULL);
  for (int n = 2; n <= N; n++)
    for (int i = 0; i < 4; i++) {
      double k[N * N], y[N], s2 = variance(n, x), expected = sqrt(fmax(s2 - 1 / quality[i], 0));
      pl_reml_scatter found;
      balanced(n, quality[i], x, k, y);
      REQUIRE(pl_reml_solve(ctx, &(pl_reml){n, 1, group, k, y}, 3, &found) == PL_OK);
      CHECK_NEAR(found.value, expected, 1e-4 * sqrt(s2));  // the maximum is flat: rounding of l by 1e-10 moves it by 1e-5
      CHECK(found.low <= found.value && found.high > found.value);
      if (i == 0) CHECK_NEAR(found.freedom, n - 1, 1e-3);
      // with noise the variance s^2 = t^2 + 1/q has n - 1 degrees of freedom, so t^2 has (n - 1) (t^2/s^2)^2
      if (expected > 0) CHECK_NEAR(found.freedom, (n - 1) * pow(expected * expected / s2, 2), 1e-3 * n);
    }
  pl_context_destroy(ctx);
}

// Two groups with separate means are estimated as if each were alone.
TEST(reml_keeps_groups_apart) {
  static const double x[N] = {0.13, -0.08, 0.02, 0.011, -0.004, 0.003};
  static const int group[N] = {0, 0, 0, 1, 1, 1};
  double k[N * N] = {0}, y[N], part[9], right[3];
  pl_reml_scatter found[2];
  for (int g = 0; g < 2; g++) {
    balanced(3, 1e7, x + 3 * g, part, right);
    for (int i = 0; i < 3; i++) {
      y[3 * g + i] = right[i];
      for (int j = 0; j < 3; j++) k[(3 * g + i) * N + 3 * g + j] = part[3 * i + j];
    }
  }
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(pl_reml_solve(ctx, &(pl_reml){N, 2, group, k, y}, 3, found) == PL_OK);
  for (int g = 0; g < 2; g++) {
    CHECK_NEAR(found[g].value, sqrt(variance(3, x + 3 * g)), 1e-3 * found[g].value);
    CHECK_NEAR(found[g].freedom, 2, 0.02);
  }
  pl_context_destroy(ctx);
}
