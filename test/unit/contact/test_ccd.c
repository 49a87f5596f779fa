// Conservative advancement: motions that would touch are stopped before, motions that pass are not stopped much too early.
#include "contact/ccd.h"

#include <string.h>

#include "contact_random.h"
#include "test.h"

static double gap_at(pl_pair_kind kind, const double x[4][3], double t, const double dx[4][3], double offset) {
  double at[4][3];
  pl_nearest near;
  moved(x, t, dx, at);
  pl_pair_nearest(kind, at, &near);
  return sqrt(near.square) - offset;
}

TEST(ccd_closed_forms) {
  // a point falls by 2 on a triangle 1 below: it keeps 10 % of the gap
  double x[4][3] = {{0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, dx[4][3] = {{0, 0, -2}};
  CHECK_NEAR(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, dx, 0, INFINITY, 1), 0.45, 0.45 * 1e-3);
  CHECK_NEAR(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, dx, 0.5, INFINITY, 1), 0.225, 0.225 * 1e-3);
  CHECK(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, dx, 0.5, INFINITY, 0.2) == 0.2);
  CHECK(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, dx, 1, INFINITY, 1) == 0);
  dx[0][2] = 2;
  CHECK(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, dx, 0, INFINITY, 1) == 1);
  // a common motion of any size
  for (int i = 0; i < 4; i++) dx[i][0] = 1e3, dx[i][1] = -2e3, dx[i][2] = -1e3;
  CHECK(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, dx, 0.5, INFINITY, 1) == 1);
  // a far one may come near, up to 10 % of the activation gap
  double near[4][3] = {{0, 0, -0.95}};
  CHECK(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, near, 0, 0.1, 1) == 1);
  near[0][2] = -2;
  CHECK_NEAR(pl_ccd_advance(PL_PAIR_POINT_TRIANGLE, x, near, 0, 0.1, 1), 0.495, 1e-4);
  // crossed edges that pass through each other
  double y[4][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 1}, {0, 1, 1}}, dy[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, -1}, {0, 0, -1}};
  CHECK_NEAR(pl_ccd_advance(PL_PAIR_EDGE_EDGE, y, dy, 0, INFINITY, 1), 0.45, 0.45 * 1e-3);
}

// 10^5 random motions against dense sampling. At every sample up to the fraction the gap is at least 10 % of the first one. Where a motion is
// stopped, the gap there is measured as well: near 10 %, so that nearly all of the admissible motion is used.
LONG_TEST(ccd_never_passes_and_is_not_too_early) {
  enum { TRIALS = 100000, SAMPLES = 200 };
  pl_rng rng;
  pl_rng_init(&rng, 8);
  int n_stopped = 0, n_passed = 0, n_early = 0;
  double worst = INFINITY;
  for (int trial = 0; trial < TRIALS; trial++) {
    pl_pair_kind kind = (pl_pair_kind)(trial % 2);
    double x[4][3], dx[4][3], offset = trial % 3 ? 0.1 * pl_rng_uniform(&rng) : 0, size = pow(10, random_between(&rng, -2, 1));
    random_points(&rng, 1, x);
    random_points(&rng, size, dx);
    if (trial % 4 < 2) {  // towards each other: most of these touch
      for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
          dx[i][k] = 0.2 * dx[i][k] + (i < (kind == PL_PAIR_POINT_TRIANGLE ? 1 : 2) ? 1 : 0) * 1.5 * (x[3][k] - x[0][k]);
    }
    if (trial % 5 == 0)  // thin gaps
      for (int k = 0; k < 3; k++) x[0][k] = (x[1][k] + x[2][k] + x[3][k]) / 3 + 1e-3 * pl_rng_normal(&rng);
    double first = gap_at(kind, x, 0, dx, offset);
    if (!(first > 0)) {
      CHECK(pl_ccd_advance(kind, x, dx, offset, INFINITY, 1) == 0);
      continue;
    }
    double t = pl_ccd_advance(kind, x, dx, offset, INFINITY, 1), least = INFINITY;
    for (int i = 0; i <= SAMPLES; i++) least = fmin(least, gap_at(kind, x, t * i / SAMPLES, dx, offset));
    worst = fmin(worst, least / first);
    if (least < PL_CCD_KEEP * first * (1 - 1e-9)) n_passed++;
    if (t == 1) continue;
    n_stopped++;
    n_early += gap_at(kind, x, t, dx, offset) > 1.01 * PL_CCD_KEEP * first;
  }
  printf("%d of %d stopped, least gap %.6f of the first, %d stopped too early\n", n_stopped, TRIALS, worst, n_early);
  CHECK(n_passed == 0);
  CHECK(n_stopped > 10000);
  CHECK(n_early * 1000 <= n_stopped);  // 99.9 % stop with at most 10.1 % of the gap
}
