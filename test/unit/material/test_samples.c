// Material samples: weights, mixing, the weighted evaluation of a law.
#include "material/samples.h"

#include "base/rng.h"
#include "one_law.h"

TEST(samples_weights) {
  double point[9] = {0, 0, 0, 0.1, 0, 0, 0, 0.2, 0}, phi[3];
  pl_samples samples = {3, point, 0.05};
  // the two-point case by hand: half way the weights of the pair are equal
  pl_samples_weights(&(pl_samples){2, point, 0.05}, (double[3]){0.05, 0.3, 0}, phi);
  CHECK_NEAR(phi[0], 0.5, 1e-15);
  pl_samples_weights(&(pl_samples){2, point, 0.05}, (double[3]){0.02, 0, 0}, phi);
  CHECK_CLOSE(phi[0] / phi[1], exp((0.08 * 0.08 - 0.02 * 0.02) / (2 * 0.05 * 0.05)), 1e-13);
  // far away nothing underflows: the nearest sample has it all
  pl_samples_weights(&samples, (double[3]){0, 50, 3}, phi);
  CHECK_NEAR(phi[2], 1, 1e-12);
  CHECK(phi[0] >= 0 && phi[1] >= 0);
  for (int q = 0; q < 100; q++) {
    double x[3] = {0.01 * q - 0.4, 0.003 * q, -0.002 * q};
    pl_samples_weights(&samples, x, phi);
    CHECK_NEAR(phi[0] + phi[1] + phi[2], 1, 1e-14);
  }
  // one sample is the homogeneous body
  pl_samples_weights(&(pl_samples){1, point, 0.05}, (double[3]){3, 3, 3}, phi);
  CHECK(phi[0] == 1);
  CHECK_NEAR(pl_samples_radius(3, point, 1), (0.1 + 0.1 + 0.2) / 3, 1e-15);
  CHECK(pl_samples_radius(1, point, 0.7) == 0.7);
}

// The weights of a block: those of the single places, small ones dropped.
TEST(samples_near_a_block) {
  start();
  enum { M = 40 };
  double point[3 * M], phi[M];
  pl_rng rng;
  pl_rng_init(&rng, 4);
  for (int i = 0; i < 3 * M; i++) point[i] = pl_rng_uniform(&rng);
  pl_samples samples = {M, point, 0.06};
  for (int q = 0; q < 20; q++) {
    pl_lanes x[3];
    double base[3] = {pl_rng_uniform(&rng), pl_rng_uniform(&rng), pl_rng_uniform(&rng)};
    for (int c = 0; c < 3; c++) PL_EACH_LANE(l) x[c][l] = base[c] + 0.05 * pl_rng_uniform(&rng);
    pl_near_samples near;
    REQUIRE(pl_samples_near(arena, &samples, (const pl_lanes *)x, &near) == PL_OK);
    CHECK(near.n >= 1 && near.n <= M);
    PL_EACH_LANE(l) {
      double sum = 0, at[3] = {x[0][l], x[1][l], x[2][l]};
      pl_samples_weights(&samples, at, phi);
      for (int i = 0; i < near.n; i++) {
        sum += near.phi[i][l];
        CHECK(i == 0 || near.sample[i] > near.sample[i - 1]);
        CHECK_NEAR(near.phi[i][l], phi[near.sample[i]], 5e-3);
      }
      CHECK_NEAR(sum, 1, 1e-14);
    }
  }
  stop();
}

// Many samples at a block: the stiffness is that of the direct mix at each place. Only weights of at most PL_SAMPLES_LEAST each are
// dropped, so it differs by at most their sum times the spread of the values. To round-off it is the mix of the others.
TEST(samples_many_at_a_block) {
  start();
  static const int count[] = {64, 120};
  pl_rng rng;
  pl_rng_init(&rng, 11);
  for (int c = 0; c < 2; c++) {
    int n = count[c], most_near = 0;
    double point[3 * 120], theta[120], phi[120], low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 3 * n; i++) point[i] = pl_rng_uniform(&rng);
    for (int m = 0; m < n; m++) {
      theta[m] = exp(pl_rng_normal(&rng));
      low = fmin(low, theta[m]), high = fmax(high, theta[m]);
    }
    pl_samples samples = {n, point, 1.2 * pl_samples_radius(n, point, 1)};
    for (int q = 0; q < 20; q++) {
      pl_lanes x[3];
      double base[3] = {pl_rng_uniform(&rng), pl_rng_uniform(&rng), pl_rng_uniform(&rng)};
      for (int k = 0; k < 3; k++) PL_EACH_LANE(l) x[k][l] = base[k] + 0.1 * pl_rng_uniform(&rng);
      pl_near_samples near;
      REQUIRE(pl_samples_near(arena, &samples, (const pl_lanes *)x, &near) == PL_OK);
      most_near = near.n > most_near ? near.n : most_near;
      PL_EACH_LANE(l) {
        double at[3] = {x[0][l], x[1][l], x[2][l]}, mixed = 0, direct, kept = 0, weight = 0, largest = 0;
        pl_samples_weights(&samples, at, phi);
        pl_samples_mix(n, phi, 1, theta, &direct);
        for (int i = 0; i < near.n; i++) {
          mixed += near.phi[i][l] * theta[near.sample[i]];
          kept += phi[near.sample[i]] * theta[near.sample[i]];
          weight += phi[near.sample[i]];
        }
        CHECK_CLOSE(mixed, kept / weight, 1e-13);
        CHECK_NEAR(mixed, direct, (1 - weight) * (high - low) + 1e-13);
        for (int m = 0; m < n; m++) largest = fmax(largest, phi[m]);
        for (int m = 0, i = 0; m < n; m++) {
          bool in = i < near.n && near.sample[i] == m;
          CHECK(in || phi[m] <= PL_SAMPLES_LEAST * largest * (1 + 1e-9));
          i += in;
        }
      }
    }
    CHECK(most_near > 30);  // else the test says nothing about many
  }
  stop();
}

// For a law linear in theta the mean of energies is the energy of the mean. For any law it is the paper's eq. 4 as it stands.
TEST(samples_evaluate_laws) {
  start();
  static const struct {
    const char *law, *json;
  } row[] = {{"convex-spline", "{\"knots\": [0, 0.05, 0.1]}"},
             {"orthotropic", "{}"},
             {"cross-spline", "{\"knots\": [[-0.1, 0.1], [-0.1, 0.1]]}"},
             {"isotropic", "{}"}};
  double point[9] = {0, 0, 0, 0.1, 0, 0, 0, 0.1, 0};
  pl_samples samples = {3, point, 0.08};
  pl_rng rng;
  pl_rng_init(&rng, 8);
  for (size_t q = 0; q < sizeof row / sizeof row[0]; q++) {
    pl_law law = read_law(row[q].law, row[q].json);
    int n = law.row->n_in;
    double theta[3 * 8], mean[8], *bound[3], phi[3];
    pl_lanes x[3] = {{0}}, s[3], psi[1], t[3], k[9], scratch[1 + 3 + 9];
    for (int m = 0; m < 3; m++) {
      for (int j = 0; j < law.n_param; j++) theta[m * law.n_param + j] = 0.2 + 0.5 * pl_rng_uniform(&rng);
      bound[m] = pl_arena_alloc(arena, (size_t)law.n_bound, sizeof(double));
      REQUIRE(bound[m] != NULL);
      pl_law_bind(&law, theta + m * law.n_param, bound[m]);
    }
    PL_EACH_LANE(l) {
      x[0][l] = 0.1 * pl_rng_uniform(&rng), x[1][l] = 0.1 * pl_rng_uniform(&rng);
      for (int i = 0; i < n; i++) s[i][l] = 0.1 * pl_rng_normal(&rng);
    }
    pl_near_samples near;
    REQUIRE(pl_samples_near(arena, &samples, (const pl_lanes *)x, &near) == PL_OK);
    REQUIRE(near.n == 3);
    pl_samples_eval(&law, &near, (const double *const *)bound, (const pl_lanes *)s, psi, t, k, scratch);
    PL_EACH_LANE(l) {
      double at[3] = {x[0][l], x[1][l], x[2][l]}, in[3] = {0}, sum[1 + 3 + 9] = {0}, one_psi, one_t[3], one_k[9];
      for (int i = 0; i < n; i++) in[i] = s[i][l];
      pl_samples_weights(&samples, at, phi);
      for (int m = 0; m < 3; m++) {
        pl_law_eval_one(&law, theta + m * law.n_param, in, &one_psi, one_t, one_k);
        sum[0] += phi[m] * one_psi;
        for (int i = 0; i < n; i++) sum[1 + i] += phi[m] * one_t[i];
        for (int i = 0; i < n * n; i++) sum[4 + i] += phi[m] * one_k[i];
      }
      CHECK_NEAR(psi[0][l], sum[0], 1e-15);
      for (int i = 0; i < n; i++) CHECK_NEAR(t[i][l], sum[1 + i], 1e-14);
      for (int i = 0; i < n * n; i++) CHECK_NEAR(k[i][l], sum[4 + i], 1e-13);
      if (!(law.row->flags & PL_LAW_LINEAR)) continue;
      pl_samples_mix(3, phi, law.n_param, theta, mean);
      pl_law_eval_one(&law, mean, in, &one_psi, one_t, one_k);
      CHECK_NEAR(psi[0][l], one_psi, 1e-15);
      for (int i = 0; i < n; i++) CHECK_NEAR(t[i][l], one_t[i], 1e-14);
    }
  }
  stop();
}
