// test_rng.c: the published sequence, and moments of the two distributions.
#include "test.h"

#include "base/rng.h"

TEST(rng_follows_the_published_algorithm) {
  // xoshiro256++ from the state {1, 2, 3, 4}: first outputs of the reference implementation.
  pl_rng rng = {.state = {1, 2, 3, 4}};
  const uint64_t expected[] = {41943041u, 58720359u, 3588806011781223u, 3591011842654386u, 9228616714210784205u};
  for (int i = 0; i < 5; i++) CHECK(pl_rng_next(&rng) == expected[i]);
  // splitmix64 from 0.
  pl_rng_init(&rng, 0);
  CHECK(rng.state[0] == 0xE220A8397B1DCDAFu && rng.state[1] == 0x6E789E6AA1B965F4u);
}

TEST(rng_same_seed_same_numbers) {
  pl_rng a, b, c;
  pl_rng_init(&a, 7);
  pl_rng_init(&b, 7);
  pl_rng_init(&c, 8);
  int n_same = 0;
  for (int i = 0; i < 100; i++) {
    double x = pl_rng_normal(&a);
    CHECK(x == pl_rng_normal(&b));
    n_same += x == pl_rng_normal(&c);
  }
  CHECK(n_same == 0);
}

TEST(rng_moments) {
  enum { N = 200000 };
  pl_rng rng;
  pl_rng_init(&rng, 3);
  double mean = 0, square = 0;
  for (int i = 0; i < N; i++) {
    double u = pl_rng_uniform(&rng);
    REQUIRE(u >= 0 && u < 1);
    mean += u / N;
    square += u * u / N;
  }
  CHECK_NEAR(mean, 0.5, 5 * 0.2887 / sqrt(N));
  CHECK_NEAR(square, 1.0 / 3, 5 * 0.298 / sqrt(N));
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  int n_beyond_2 = 0;
  for (int i = 0; i < N; i++) {
    double x = pl_rng_normal(&rng);
    m1 += x / N, m2 += x * x / N, m3 += x * x * x / N, m4 += x * x * x * x / N;
    n_beyond_2 += fabs(x) > 2;
  }
  CHECK_NEAR(m1, 0, 5 / sqrt(N));
  CHECK_NEAR(m2, 1, 5 * sqrt(2.0 / N));
  CHECK_NEAR(m3, 0, 5 * sqrt(15.0 / N));
  CHECK_NEAR(m4, 3, 5 * sqrt(96.0 / N));
  CHECK_NEAR((double)n_beyond_2 / N, 0.0455, 5 * sqrt(0.0455 / N));
}

TEST(rng_normals_are_the_same_everywhere) {
  // To the last bit, for any compiler, optimisation and processor: fits with noise are compared across machines.
  const double expected[] = {0x1.200a78fd2a9aep+1, 0x1.e0b05d6938e96p-2, 0x1.85e8f5ac8e966p-3, 0x1.87c3ae2f4496dp+1};
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int i = 0; i < 4; i++) CHECK_NEAR(pl_rng_normal(&rng), expected[i], 0);
}

TEST(rng_normals_have_the_right_shape) {
  enum { N = 400000, N_BIN = 40 };
  int count[N_BIN] = {0};
  pl_rng rng;
  pl_rng_init(&rng, 11);
  // Bins of equal probability through the distribution function.
  for (int i = 0; i < N; i++) {
    int bin = (int)(N_BIN * 0.5 * erfc(-pl_rng_normal(&rng) / sqrt(2)));
    count[bin < N_BIN ? bin : N_BIN - 1]++;
  }
  double chi2 = 0, expected = (double)N / N_BIN;
  for (int i = 0; i < N_BIN; i++) chi2 += (count[i] - expected) * (count[i] - expected) / expected;
  CHECK_NEAR(chi2, N_BIN - 1, 5 * sqrt(2.0 * (N_BIN - 1)));
}
