// test_expected.c: the covariance to expect of a further test, against closed forms.
#include "estimate/advise/expected.h"
#include "test.h"

// One parameter: precisions add. The parameter that does not scatter stays.
TEST(expected_precisions_add) {
  pl_context *ctx = pl_context_create(NULL);
  const double c[9] = {4, 0, 0, 0, 0, 0, 0, 0, 1e12}, f[9] = {0.75, 0, 0, 0, 5, 0, 0, 0, 0.01};
  double after[9];
  CHECK(pl_expected_covariance(ctx, 3, c, f, after) == PL_OK);
  CHECK_NEAR(after[0], 1, 1e-14);
  CHECK(after[4] == 0 && after[1] == 0 && after[5] == 0);
  CHECK_CLOSE(after[8], 100, 1e-9);  // nothing was known: the test alone counts
  pl_context_destroy(ctx);
}

// One observation y = a . theta + noise: Sherman and Morrison, C' = C - C a a^T C / (s^2 + a^T C a).
TEST(expected_of_one_observation_is_sherman_morrison) {
  pl_context *ctx = pl_context_create(NULL);
  const double c[9] = {2, 0.7, -0.3, 0.7, 1.5, 0.2, -0.3, 0.2, 0.8}, a[3] = {0.4, -1.1, 2.3}, s = 0.35;
  double f[9], after[9], ca[3] = {0}, aca = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      f[3 * i + j] = a[i] * a[j] / (s * s);
      ca[i] += c[3 * i + j] * a[j];
    }
  for (int i = 0; i < 3; i++) aca += a[i] * ca[i];
  CHECK(pl_expected_covariance(ctx, 3, c, f, after) == PL_OK);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) CHECK_NEAR(after[3 * i + j], c[3 * i + j] - ca[i] * ca[j] / (s * s + aca), 1e-13);
  pl_context_destroy(ctx);
}

// A straight line y = t x + o with an offset. With a free offset only the spread of x counts, sum (x - mean)^2. With a known one it is
// sum x^2. In between the offset's prior p adds to the noise: sum x^2 - (sum x)^2 / (n + (s/p)^2).
TEST(expected_offset_of_a_line_is_eliminated) {
  const double x[4] = {1, 2, 4, 9}, s = 0.2;
  double sum = 0, square = 0, joint[4] = {0};
  for (int i = 0; i < 4; i++) {
    const double row[2] = {x[i] / s, 1 / s};
    for (int k = 0; k < 4; k++) joint[k] += row[k / 2] * row[k % 2];
    sum += x[i];
    square += x[i] * x[i];
  }
  const double priors[3] = {1e6, 1e-9, 0.3};
  for (int k = 0; k < 3; k++) {
    double information = 0, p = priors[k];
    CHECK(pl_information_add(1, 1, joint, &p, &information));
    CHECK_CLOSE(information, (square - sum * sum / (4 + s * s / (p * p))) / (s * s), 1e-9);
  }
}

// Eigenvalues of [[a, b], [b, a]] are a +- b.
TEST(expected_largest_deviation) {
  pl_context *ctx = pl_context_create(NULL);
  const double c[4] = {5, 4, 4, 5};
  double deviation;
  CHECK(pl_largest_deviation(ctx, 2, c, &deviation) == PL_OK);
  CHECK_NEAR(deviation, 3, 1e-14);
  CHECK(pl_largest_deviation(ctx, 0, NULL, &deviation) == PL_OK && deviation == 0);
  pl_context_destroy(ctx);
}
