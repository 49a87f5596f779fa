// Barrier, mollifier and the energy of pairs: closed forms, Taylor slopes, semidefinite Hessians, invariance.
#include "contact/pair.h"

#include <string.h>

#include "contact/barrier.h"
#include "contact/mollifier.h"
#include "contact/vector.h"
#include "contact_random.h"
#include "test.h"

TEST(barrier_closed_form) {
  // xi = 0, dh = 1: u = D^2
  CHECK_CLOSE(pl_barrier_eval(0.25, 0, 1).value, 0.5625 * log(4), 1e-15);
  CHECK(pl_barrier_eval(1, 0, 1).value == 0 && pl_barrier_eval(2, 0, 1).first == 0);
  CHECK(isinf(pl_barrier_eval(0, 0, 1).value) && isinf(pl_barrier_eval(0.9, 1, 0.5).value) && isinf(pl_barrier_eval(1, 1, 0.5).value));
  // with an offset: u = (D^2 - xi^2) / ((xi + dh)^2 - xi^2)
  CHECK_CLOSE(pl_barrier_eval(1.5, 1, 0.5).value, 0.36 * log(2.5), 1e-14);
  // derivatives, and C2 at the activation gap
  for (double s = 1.01; s < 2.3; s += 0.1) {
    double h = 1e-5;
    pl_barrier lo = pl_barrier_eval(s - h, 1, 0.5), hi = pl_barrier_eval(s + h, 1, 0.5), at = pl_barrier_eval(s, 1, 0.5);
    CHECK_NEAR((hi.value - lo.value) / (2 * h), at.first, 1e-4 * (1 + fabs(at.first)));
    CHECK_NEAR((hi.first - lo.first) / (2 * h), at.second, 1e-4 * (1 + fabs(at.second)));
  }
  CHECK_NEAR(pl_barrier_eval(2.25 - 1e-9, 1, 0.5).second, 0, 1e-7);
  CHECK_CLOSE(pl_barrier_force(1.5, 1, 0.5), -2 * sqrt(1.5) * pl_barrier_eval(1.5, 1, 0.5).first, 1e-15);
  // a gap of 1e-9 beside an offset of 1: s = 2e-9 + 1e-18
  CHECK_CLOSE(pl_barrier_eval((1 + 1e-9) * (1 + 1e-9), 1, 1).value, -pow((2e-9 + 1e-18) / 3 - 1, 2) * log((2e-9 + 1e-18) / 3), 1e-8);
}

static double mollifier(const double x[4][3], double g[4][3], double h[12][12], void *user) {
  return pl_mollifier_eval(x, *(double *)user, g, h);
}

TEST(mollifier_closed_form_and_slopes) {
  double x[4][3] = {{0, 0, 0}, {2, 0, 0}, {0, 0, 1}, {0, 3, 1}};  // c = 36
  CHECK(pl_mollifier_eval(x, 36, NULL, NULL) == 1 && pl_mollifier_eval(x, 30, NULL, NULL) == 1);
  CHECK_CLOSE(pl_mollifier_eval(x, 72, NULL, NULL), 0.75, 1e-15);
  x[3][0] = 5;
  x[3][1] = 0;
  CHECK(pl_mollifier_eval(x, 72, NULL, NULL) == 0);
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int trial = 0; trial < 100; trial++) {
    double direction[4][3], slope[2], threshold = 300;
    random_points(&rng, 1, x);
    random_points(&rng, 1, direction);
    if (pl_mollifier_eval(x, threshold, NULL, NULL) > 0.8) continue;
    taylor_slopes(mollifier, &threshold, x, direction, 1e-3, slope);
    CHECK(slope[0] > 1.9 && slope[1] > 2.8);
  }
}

// ---- energies ----

static double energy(const double x[4][3], double g[4][3], double h[12][12], void *user) {
  double e;
  if (!pl_pair_eval(user, x, 3, h ? PL_PAIR_EXACT : PL_PAIR_NO_CURVATURE, &e, g, h)) {
    if (g) memset(g, 0, 12 * sizeof(double));
    if (h) memset(h, 0, 144 * sizeof(double));
  }
  return e;
}

// Edges at the angle, crossing at (s, t) of them at the distance 0.8.
static void crossing(double angle, double s, double t, double x[4][3]) {
  double c = cos(angle), n = sin(angle);
  double at[4][3] = {{-s, 0, 0}, {1 - s, 0, 0}, {-t * c, -t * n, 0.8}, {(1 - t) * c, (1 - t) * n, 0.8}};
  memcpy(x, at, sizeof at);
}

TEST(pair_energy_taylor_slopes) {
  pl_rng rng;
  pl_rng_init(&rng, 4);
  int n = 0, n_bad = 0;
  for (int trial = 0; trial < 1500; trial++) {
    pl_contact_pair pair = {.kind = (pl_pair_kind)(trial % 2), .offset = 0.3, .reach = 0.7, .area = 2, .threshold = 0.5};
    double x[4][3], direction[4][3], slope[2], e;
    random_points(&rng, 0.7, x);
    random_points(&rng, 1, direction);
    if (!pl_pair_eval(&pair, x, 3, PL_PAIR_NO_CURVATURE, &e, NULL, NULL)) continue;
    pl_nearest near, next;
    double at[4][3];
    pl_pair_nearest(pair.kind, x, &near);
    moved(x, 2e-4, direction, at);
    pl_pair_nearest(pair.kind, at, &next);
    if (memcmp(near.slope, next.slope, sizeof near.slope) != 0 || near.square < 0.12 || near.square > 0.8) continue;
    taylor_slopes(energy, &pair, x, direction, 2e-4, slope);
    n++;
    n_bad += slope[0] < 1.9 || slope[1] < 2.8;
  }
  printf("%d of %d slopes low\n", n_bad, n);
  CHECK(n > 100 && n_bad * 50 <= n);
}

// Angles from far below the mollifier's threshold (sin^2 = 1e-3) to above it, and on it.
TEST(pair_energy_of_nearly_parallel_edges) {
  pl_rng rng;
  pl_rng_init(&rng, 5);
  pl_contact_pair pair = {.kind = PL_PAIR_EDGE_EDGE, .offset = 0.3, .reach = 0.7, .area = 2, .threshold = pl_mollifier_threshold(1, 1)};
  static const double angles[] = {1e-3, 1e-2, 0.03, 0.05, 0.5};
  for (size_t i = 0; i < sizeof angles / sizeof *angles; i++)
    for (int trial = 0; trial < 20; trial++) {
      double x[4][3], direction[4][3], slope[2];
      crossing(angles[i], random_between(&rng, 0.3, 0.7), random_between(&rng, 0.3, 0.7), x);
      random_points(&rng, 1, direction);
      // a tilt of one edge moves the nearest points by tilt / angle^2
      taylor_slopes(energy, &pair, x, direction, 0.005 * pow(fmin(angles[i], 0.1), 2), slope);
      if (slope[0] < 1.85 || slope[1] < 2.7) test_fail(__FILE__, __LINE__, "angle %g: slopes %g, %g", angles[i], slope[0], slope[1]);
    }
  // far below, where rounding hides the remainder: the gradient by central differences over a hundredth of the region
  for (double angle = 1e-4; angle > 1e-7; angle /= 10) {
    double x[4][3], g[4][3], lo[4][3], hi[4][3], size = 0;
    crossing(angle, 0.4, 0.6, x);
    energy(x, g, NULL, &pair);
    for (int p = 0; p < 12; p++) size = fmax(size, fabs(g[p / 3][p % 3]));
    for (int p = 0; p < 12; p++) {
      double direction[4][3] = {{0}}, step = 1e-3 * angle;
      direction[p / 3][p % 3] = 1;
      if (p % 3 == 2) continue;  // tilts: the region is angle^2
      moved(x, -step, direction, lo);
      moved(x, step, direction, hi);
      CHECK_NEAR((energy(hi, NULL, NULL, &pair) - energy(lo, NULL, NULL, &pair)) / (2 * step), g[p / 3][p % 3], 1e-4 * size);
    }
  }
  // exactly parallel: no energy and no force, and the energy of a small turn is of its square
  double x[4][3], g[4][3], h[12][12], e;
  crossing(0, 0.5, 0.5, x);
  CHECK(pl_pair_eval(&pair, x, 3, PL_PAIR_EXACT, &e, g, h) && e == 0);
  for (int p = 0; p < 12; p++) CHECK(g[p / 3][p % 3] == 0);
}

static double smallest_eigenvalue_shift(const double h[12][12], double shift) {
  // pivots of the Cholesky factor of h + shift: negative ones show a negative eigenvalue
  double m[12][12], least = INFINITY;
  memcpy(m, h, sizeof m);
  for (int p = 0; p < 12; p++) m[p][p] += shift;
  for (int p = 0; p < 12; p++) {
    least = fmin(least, m[p][p]);
    for (int i = p + 1; i < 12; i++)
      for (int j = p + 1; j < 12; j++) m[i][j] -= m[i][p] * m[p][j] / m[p][p];
  }
  return least;
}

// Symmetric, semidefinite, above the exact one in the sense of its nearest projection, translations cost nothing.
TEST(pair_semidefinite_hessian) {
  pl_rng rng;
  pl_rng_init(&rng, 6);
  int n = 0, n_mollified = 0;
  for (int trial = 0; trial < 4000; trial++) {
    pl_contact_pair pair = {
        .kind = (pl_pair_kind)(trial % 2), .offset = 0.3, .reach = 0.7, .area = 2, .threshold = trial % 4 == 1 ? 0.5 : 0};
    double x[4][3], e, g[4][3], h[12][12], exact[12][12], size = 0;
    random_points(&rng, 0.7, x);
    if (!pl_pair_eval(&pair, x, 3, PL_PAIR_SEMIDEFINITE, &e, g, h)) continue;
    pl_pair_eval(&pair, x, 3, PL_PAIR_EXACT, &e, g, exact);
    n++;
    n_mollified += pair.kind == PL_PAIR_EDGE_EDGE && pl_mollifier_eval(x, pair.threshold, NULL, NULL) < 1;
    for (int p = 0; p < 12; p++)
      for (int q = 0; q < 12; q++) size = fmax(size, fabs(h[p][q]));
    for (int p = 0; p < 12; p++) {
      for (int k = 0; k < 3; k++) {
        CHECK_NEAR(h[p][k] + h[p][3 + k] + h[p][6 + k] + h[p][9 + k], 0, 1e-11 * size);
        CHECK_NEAR(exact[p][k] + exact[p][3 + k] + exact[p][6 + k] + exact[p][9 + k], 0, 1e-10 * size);
      }
      for (int q = 0; q < 12; q++) {
        CHECK_NEAR(h[p][q], h[q][p], 1e-12 * size);
        CHECK_NEAR(exact[p][q], exact[q][p], 1e-11 * size);
      }
    }
    CHECK(smallest_eigenvalue_shift(h, 1e-10 * size) > 0);
  }
  printf("%d pairs, %d mollified\n", n, n_mollified);
  CHECK(n > 500 && n_mollified > 50);
}

// The projection is the nearest: exact + (projection of minus exact) = projection of exact, for pairs without a mollifier.
TEST(pair_projection_is_the_nearest) {
  pl_rng rng;
  pl_rng_init(&rng, 7);
  int n = 0;
  for (int trial = 0; trial < 3000 && n < 300; trial++) {
    pl_contact_pair pair = {.kind = (pl_pair_kind)(trial % 2), .offset = 0.3, .reach = 0.7, .area = 2};
    double x[4][3], e, g[4][3], h[12][12], exact[12][12], negative[12][12], size = 0, product = 0;
    random_points(&rng, 0.7, x);
    if (!pl_pair_eval(&pair, x, 3, PL_PAIR_SEMIDEFINITE, &e, g, h)) continue;
    pl_pair_eval(&pair, x, 3, PL_PAIR_EXACT, &e, g, exact);
    // h and h - exact are both semidefinite and orthogonal: characterises the nearest semidefinite matrix
    for (int p = 0; p < 12; p++)
      for (int q = 0; q < 12; q++) {
        negative[p][q] = h[p][q] - exact[p][q];
        size = fmax(size, fabs(h[p][q]));
        product += h[p][q] * negative[p][q];
      }
    CHECK(smallest_eigenvalue_shift(negative, 1e-10 * size) > 0);
    CHECK_NEAR(product, 0, 1e-10 * size * size);
    n++;
  }
  CHECK(n == 300);
}
