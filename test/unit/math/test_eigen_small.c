// Small symmetric eigenproblems: residuals, order, equal and zero eigenvalues, projection.
#include "math/eigen_small.h"

#include "base/rng.h"
#include "test.h"

static void random_symmetric(pl_rng *rng, int n, double size, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) a[i * n + j] = a[j * n + i] = size * pl_rng_normal(rng);
}

static double norm(int n, const double *a) {
  double sum = 0;
  for (int i = 0; i < n * n; i++) sum += a[i] * a[i];
  return sqrt(sum);
}

static void check_eigen(int n, const double *a) {
  double w[3], v[9], only[3], size = norm(n, a) + 1e-300;
  pl_sym_eigen(n, a, w, v);
  pl_sym_eigenvalues(n, a, only);
  for (int k = 0; k < n; k++) {
    CHECK(only[k] == w[k]);
    if (k > 0) CHECK(w[k] >= w[k - 1]);
    for (int i = 0; i < n; i++) {
      double r = -w[k] * v[i * n + k], orth = 0;
      for (int j = 0; j < n; j++) {
        r += a[i * n + j] * v[j * n + k];
        orth += v[j * n + i] * v[j * n + k];
      }
      CHECK_NEAR(r / size, 0, 1e-14);
      CHECK_NEAR(orth, i == k, 1e-14);
    }
  }
}

TEST(eigen_small_residuals) {
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int n = 1; n <= 3; n++)
    for (int k = 0; k < 200; k++) {
      double a[9];
      random_symmetric(&rng, n, pow(10, 12 * pl_rng_uniform(&rng) - 6), a);
      check_eigen(n, a);
    }
}

TEST(eigen_small_special_matrices) {
  double zero[9] = {0}, unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, w[3];
  double nearly[9] = {1, 1e-14, 0, 1e-14, 1, -1e-14, 0, -1e-14, 1}, graded[9] = {1e12, 1e3, 1, 1e3, 1, 1e-3, 1, 1e-3, 1e-9};
  check_eigen(3, zero);
  check_eigen(3, unit);
  check_eigen(3, ones);
  check_eigen(3, nearly);
  check_eigen(3, graded);
  pl_sym_eigenvalues(3, ones, w);
  CHECK_NEAR(w[0], 0, 1e-15);
  CHECK_NEAR(w[1], 0, 1e-15);
  CHECK_NEAR(w[2], 3, 1e-14);
  double bad[9] = {NAN, 0, 1, 0, 1, 0, 1, 0, 1};
  pl_sym_eigenvalues(3, bad, w);  // must end
  CHECK(isnan(w[0]) || isnan(w[1]) || isnan(w[2]));
}

TEST(eigen_small_known_2x2) {
  double a[4] = {2, 1, 1, 2}, w[2];
  pl_sym_eigenvalues(2, a, w);
  CHECK_NEAR(w[0], 1, 1e-15);
  CHECK_NEAR(w[1], 3, 1e-15);
}

TEST(eigen_small_projection) {
  pl_rng rng;
  pl_rng_init(&rng, 4);
  int n_changed = 0, n_kept = 0;
  for (int n = 1; n <= 3; n++)
    for (int k = 0; k < 300; k++) {
      double a[9], p[9], w[3], wp[3], distance = 0, negative = 0;
      random_symmetric(&rng, n, 1, a);
      if (k % 2)
        for (int i = 0; i < n; i++) a[i * n + i] += 4;  // mostly definite
      memcpy(p, a, sizeof p);
      pl_sym_eigenvalues(n, a, w);
      pl_sym_project(n, p);
      pl_sym_eigenvalues(n, p, wp);
      CHECK(wp[0] >= -1e-14);
      // The distance to the nearest semidefinite matrix is the norm of the negative eigenvalues.
      for (int i = 0; i < n * n; i++) distance += (a[i] - p[i]) * (a[i] - p[i]);
      for (int i = 0; i < n; i++) negative += w[i] < 0 ? w[i] * w[i] : 0;
      CHECK_NEAR(sqrt(distance), sqrt(negative), 1e-13);
      if (w[0] > 0.1) {
        for (int i = 0; i < n * n; i++) CHECK(a[i] == p[i]);
        n_kept++;
      } else if (w[0] < 0) {
        n_changed++;
      }
    }
  CHECK(n_changed > 100);
  CHECK(n_kept > 100);
}

TEST(eigen_small_projection_of_negative_is_zero) {
  double a[9] = {-1, 0.2, 0, 0.2, -2, 0, 0, 0, -3};
  pl_sym3_project(a);
  for (int i = 0; i < 9; i++) CHECK(a[i] == 0);
}
