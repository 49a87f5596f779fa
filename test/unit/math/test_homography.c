// test_homography.c: a plane map is recovered from its points, in closed form for a square, and rejected if the points do not determine it.
#include "test.h"

#include "base/rng.h"
#include "math/homography.h"

static pl_context *ctx;
static pl_arena *arena;

static void start(void) {
  ctx = pl_context_create(NULL);
  arena = pl_arena_create(ctx);
}
static void finish(void) {
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// A camera: pixels (x, y) of a 6000 x 4000 photograph to metres on a board, written out.
static void camera(const double p[2], double q[2]) {
  double w = 1 + 2e-5 * p[0] - 1.1e-5 * p[1];
  q[0] = (2.4e-4 * p[0] + 3e-6 * p[1] - 0.31) / w;
  q[1] = (-5e-6 * p[0] - 2.5e-4 * p[1] + 0.97) / w;
}

TEST(homography_four_points_exact) {
  start();
  double from[8] = {412, 388, 5602, 391, 5588, 3870, 409, 3763}, to[8];
  for (int i = 0; i < 4; i++) camera(from + 2 * i, to + 2 * i);
  pl_homography map;
  bool determined;
  REQUIRE(pl_homography_fit(arena, 4, from, to, &map, &determined) == PL_OK && determined);
  pl_rng rng;
  pl_rng_init(&rng, 1);
  double worst = 0, q[2], exact[2];
  for (int i = 0; i < 1000; i++) {
    double p[2] = {6000 * pl_rng_uniform(&rng), 4000 * pl_rng_uniform(&rng)};
    CHECK(pl_homography_map(&map, p, q));
    camera(p, exact);
    worst = fmax(worst, hypot(q[0] - exact[0], q[1] - exact[1]));
  }
  CHECK_LESS(worst, 1e-12);
  finish();
}

// The unit square to a given quadrilateral in closed form: with d = corner differences, h6 and h7 are ratios of 2 x 2 determinants.
TEST(homography_unit_square_closed_form) {
  start();
  const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1}, quad[8] = {0.1, 0.2, 2.3, -0.1, 2.0, 1.9, -0.2, 1.5};
  double d1[2], d2[2], s[2];
  for (int k = 0; k < 2; k++) {
    d1[k] = quad[2 + k] - quad[4 + k];
    d2[k] = quad[6 + k] - quad[4 + k];
    s[k] = quad[k] - quad[2 + k] + quad[4 + k] - quad[6 + k];
  }
  double det = d1[0] * d2[1] - d1[1] * d2[0], g = (s[0] * d2[1] - s[1] * d2[0]) / det, h = (d1[0] * s[1] - d1[1] * s[0]) / det;
  const double expected[9] = {quad[2] - quad[0] + g * quad[2],
                              quad[6] - quad[0] + h * quad[6],
                              quad[0],
                              quad[3] - quad[1] + g * quad[3],
                              quad[7] - quad[1] + h * quad[7],
                              quad[1],
                              g,
                              h,
                              1};
  pl_homography map;
  bool determined;
  REQUIRE(pl_homography_fit(arena, 4, square, quad, &map, &determined) == PL_OK && determined);
  for (int i = 0; i < 9; i++) CHECK_NEAR(map.h[i] / map.h[8], expected[i], 1e-12);
  CHECK_NEAR(0.5 * map.h[6] + 0.5 * map.h[7] + map.h[8], 1, 1e-12);  // scaled at the mean
  finish();
}

// Many noisy marks: the remaining rms distance is that of 2 n - 8 degrees of freedom, and no small change of the map is better.
TEST(homography_least_squares) {
  start();
  enum { N = 400 };
  static double from[2 * N], to[2 * N];
  pl_rng rng;
  pl_rng_init(&rng, 7);
  const double sigma = 1e-3;
  for (int i = 0; i < N; i++) {
    from[2 * i] = 6000 * pl_rng_uniform(&rng);
    from[2 * i + 1] = 4000 * pl_rng_uniform(&rng);
    camera(from + 2 * i, to + 2 * i);
    for (int k = 0; k < 2; k++) to[2 * i + k] += sigma * pl_rng_normal(&rng);
  }
  pl_homography map;
  bool determined;
  REQUIRE(pl_homography_fit(arena, N, from, to, &map, &determined) == PL_OK && determined);
  double best = 0;
  for (int trial = -1; trial < 18; trial++) {
    pl_homography other = map;
    if (trial >= 0) other.h[trial / 2] *= 1 + (trial % 2 ? 1e-5 : -1e-5);
    double sum = 0, q[2];
    for (int i = 0; i < N; i++) {
      CHECK(pl_homography_map(&other, from + 2 * i, q));
      sum += (q[0] - to[2 * i]) * (q[0] - to[2 * i]) + (q[1] - to[2 * i + 1]) * (q[1] - to[2 * i + 1]);
    }
    if (trial < 0)
      best = sum;
    else
      CHECK_LESS(best * (1 - 1e-6), sum);
  }
  CHECK_CLOSE(sqrt(best / (2 * N - 8)), sigma, 0.08);
  finish();
}

TEST(homography_undetermined) {
  start();
  const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1};
  const double line[8] = {0, 0, 1, 1, 2, 2, 3, 3}, three[8] = {0, 0, 1, 0, 2, 0, 1, 1}, same[8] = {0, 0, 1, 0, 1, 1, 1, 1};
  const double point[8] = {5, 5, 5, 5, 5, 5, 5, 5}, bow[8] = {0, 0, 1, 1, 1, 0, 0, 1};
  const double *const bad[] = {line, three, same, point, bow};
  pl_homography map;
  bool determined;
  for (int i = 0; i < 5; i++) {
    REQUIRE(pl_homography_fit(arena, 4, bad[i], square, &map, &determined) == PL_OK);
    if (determined) test_fail(__FILE__, __LINE__, "case %d should not fix a map", i);
  }
  REQUIRE(pl_homography_fit(arena, 3, square, square, &map, &determined) == PL_OK);
  CHECK(!determined);
  // beyond the horizon x = 1 of a map fitted to points left of it
  const double near[8] = {0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5};
  double to[8], q[2];
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) to[2 * i + k] = near[2 * i + k] / (1 - near[2 * i]);
  REQUIRE(pl_homography_fit(arena, 4, near, to, &map, &determined) == PL_OK && determined);
  CHECK(pl_homography_map(&map, (double[]){0.9, 0}, q));
  CHECK_NEAR(q[0], 9, 1e-9);
  CHECK(!pl_homography_map(&map, (double[]){1.1, 0}, q));
  finish();
}
