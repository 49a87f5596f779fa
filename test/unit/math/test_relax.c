// The vector decay and its integrals against long double, relative to each of them.
#include "math/relax.h"

#include "base/rng.h"
#include "test.h"

// e3 = x^2/2 - x + 1 - exp(-x) without loss: by its series below 1.
static long double exact_e3(long double x) {
  if (x > 1) return 0.5L * x * x - x - expm1l(-x);
  long double term = x * x * x / 6, sum = 0;
  for (int k = 4; k < 40; k++) {
    sum += term;
    term *= -x / k;
  }
  return sum;
}

static void check(const double *x) {
  pl_lanes decay, e1, e2, e3;
  PL_FOR_LANES(l) pl_relax(x[l], &decay[l], &e1[l], &e2[l], &e3[l]);
  PL_EACH_LANE(l) {
    long double y = x[l], x3 = exact_e3(y), x2 = 0.5L * y * y - x3, x1 = -expm1l(-y);
    if (y > 1) x2 = y - x1;
    CHECK_CLOSE(e1[l], (double)x1, 4e-16);
    CHECK_CLOSE(e2[l], (double)x2, 3e-15);
    CHECK_CLOSE(e3[l], (double)x3, 3e-14);
    if (y < 700) CHECK_CLOSE(decay[l], (double)expl(-y), 1e-15);
  }
}

TEST(relax_dense) {
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int i = 0; i < 4000; i++) {
    pl_lanes x;
    PL_EACH_LANE(l) x[l] = i % 2 ? 4 * pl_rng_uniform(&rng) : exp2(70 * pl_rng_uniform(&rng) - 60);
    check(x);
  }
  // where the reduction changes, from both sides
  for (int i = 1; i < 200; i++) {
    pl_lanes x;
    PL_EACH_LANE(l) x[l] = (i - 0.5) * 0.69314718055994531 * (1 + (l - 8) * 0x1p-50);
    check(x);
  }
}

TEST(relax_ends) {
  pl_lanes x = {0, 1e-300, 1e-20, 699.9, 700, 701, 1e5, 1e15, 1e100, NAN, 5e-324}, decay, e1, e2, e3;
  PL_FOR_LANES(l) pl_relax(x[l], &decay[l], &e1[l], &e2[l], &e3[l]);
  CHECK(decay[0] == 1 && e1[0] == 0 && e2[0] == 0 && e3[0] == 0);
  CHECK(e1[1] == 1e-300 && e1[2] == 1e-20 && e1[10] == 5e-324);
  for (int l = 3; l < 9; l++) {
    CHECK(decay[l] >= 0 && decay[l] < 1e-303 && e1[l] == 1);
    CHECK(e2[l] == x[l] - 1);
    CHECK_CLOSE(e3[l], x[l] * (0.5 * x[l] - 1) + 1, 1e-15);
  }
  CHECK(isnan(decay[9]) && isnan(e1[9]) && isnan(e2[9]) && isnan(e3[9]));
}
