// The convexity scan, its proof, the linear conditions of a curve and the papers' projection.
#include "law/convexity.h"
#include "law/piecewise.h"

#include "base/rng.h"
#include "math/eigen_small.h"
#include "one_law.h"

// Smallest eigenvalue of the sum at s, by adding up.
static double eigenvalue_at(int n, int n_part, const pl_convex_part *part, const double *s) {
  double sum[9] = {0}, w[3];
  for (int p = 0; p < n_part; p++) {
    int m = part[p].law->row->n_in;
    double in[3], t[3], k[9];
    for (int i = 0; i < m; i++) in[i] = s[part[p].value[i]];
    pl_law_eval_one(part[p].law, part[p].theta, in, NULL, t, k);
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++) sum[part[p].value[i] * n + part[p].value[j]] += k[i * m + j];
  }
  pl_sym_eigenvalues(n, sum, w);
  return w[0];
}

// The same over a grid that is independent of knots.
static double dense(int n, int n_part, const pl_convex_part *part, const double box[][2], int per_axis) {
  double lowest = INFINITY;
  int total = 1;
  for (int a = 0; a < n; a++) total *= per_axis;
  for (int q = 0; q < total; q++) {
    double s[3];
    for (int a = 0, rest = q; a < n; a++, rest /= per_axis) s[a] = box[a][0] + (box[a][1] - box[a][0]) * (rest % per_axis + 0.5) / per_axis;
    lowest = fmin(lowest, eigenvalue_at(n, n_part, part, s));
  }
  return lowest;
}

// A constant matrix: the eigenvalue is exact, the proof trivial.
TEST(convexity_of_a_constant_tensor) {
  start();
  pl_law ortho = read_law("orthotropic", "{}"), cross = read_law("cross", "{}");
  double theta[4] = {10, 4, 5, 2}, c = 4, box[3][2] = {{-0.1, 0.2}, {-0.1, 0.2}, {-0.3, 0.3}};
  int all[3] = {0, 1, 2}, pair[2] = {0, 1};
  pl_convex_part part[2] = {{&ortho, theta, all}, {&cross, &c, pair}};
  pl_convexity one = pl_convexity_scan(3, 1, part, box), both = pl_convexity_scan(3, 2, part, box);
  CHECK_NEAR(one.smallest, 2, 1e-12);
  CHECK(one.proven);
  CHECK_NEAR(one.bound, 2, 1e-12);
  // c12 = 8 makes the determinant 50 - 64 < 0
  double expected = 7.5 - sqrt(2.5 * 2.5 + 64);
  CHECK_NEAR(both.smallest, expected, 1e-12);
  CHECK(!both.proven);
  CHECK_NEAR(fabs(both.direction[0] * both.direction[1]), 8 * 0.5 / sqrt(2.5 * 2.5 + 64), 1e-12);
  stop();
}

// Two curves and a cross addend with random values: the bound holds everywhere, a proof is never wrong, and a violation is where it says.
TEST(convexity_bound_holds_everywhere) {
  start();
  pl_law f = read_law("convex-spline", "{\"knots\": [-0.1, 0, 0.05, 0.1], \"compression\": \"free\"}");
  pl_law g = read_law("energy-spline", "{\"knots\": [0, 0.05, 0.1]}");
  pl_law h = read_law("cross-spline", "{\"knots\": [[-0.1, 0, 0.1], [0, 0.04, 0.1]], \"even\": \"second\"}");
  pl_law stiff = read_law("stiffness-spline", "{\"knots\": [0, 0.1]}");
  double box[2][2] = {{-0.12, 0.11}, {-0.1, 0.1}}, tf[4], tg[2], th[6], ts[2];
  int first[1] = {0}, second[1] = {1}, both[2] = {0, 1}, n_proven = 0, n_open = 0;
  pl_convex_part part[4] = {{&f, tf, first}, {&g, tg, second}, {&h, th, both}, {&stiff, ts, second}};
  pl_rng rng;
  pl_rng_init(&rng, 9);
  for (int q = 0; q < 120; q++) {
    for (int j = 0; j < 4; j++) tf[j] = 1 + 2 * pl_rng_uniform(&rng);
    for (int j = 0; j < 2; j++) tg[j] = 0.5 * (j + 1) * (j + 1) * 0.0025 * (1 + 0.3 * pl_rng_uniform(&rng));
    for (int j = 0; j < 6; j++) th[j] = (q % 2 ? 0.4 : 1) * pl_rng_normal(&rng);
    for (int j = 0; j < 2; j++) ts[j] = 0.5 + pl_rng_uniform(&rng);
    pl_convexity c = pl_convexity_scan(2, 4, part, box);
    double low = dense(2, 4, part, box, 60);
    CHECK(c.bound <= c.smallest + 1e-9);
    CHECK_LESS(c.bound, low + 1e-9);
    CHECK_LESS(c.smallest, low + 0.3);  // corners of the cells are sampled
    CHECK_NEAR(eigenvalue_at(2, 4, part, c.inside), c.smallest, 1e-6);
    if (c.proven) CHECK(low >= -1e-12);
    if (low < 0) CHECK(!c.proven);
    n_proven += c.proven;
    n_open += !c.proven && c.smallest >= 0;
  }
  CHECK(n_proven > 20 && n_proven < 110);
  CHECK(n_open < 10);
  stop();
}

TEST(convexity_treats_uncoupled_strains_apart) {
  start();
  pl_law f = read_law("convex-spline", "{\"knots\": [0, 0.1]}"), g = read_law("stress-spline", "{\"order\": 4, \"knots\": [0, 0.05, 0.1]}");
  pl_law bump = read_law("rbf-1", "{\"points\": [[0.1]], \"widths\": [0.05]}"),
         energy = read_law("polar-energy", "{\"angles\": {\"unit\": \"deg\", \"values\": [0, 45, 90]}, \"knots\": [0, 0.1]}");
  double box[3][2] = {{-0.1, 0.1}, {-0.1, 0.1}, {-0.1, 0.1}}, tf[2] = {3, 0.5}, tg[5] = {2, 2, 1, 3, 4}, tb = 1, te[12];
  for (int j = 0; j < 12; j++) te[j] = 1;
  int at[3] = {0, 1, 2};
  pl_convex_part part[4] = {{&f, tf, &at[0]}, {&g, tg, &at[1]}, {&energy, te, at}, {&bump, &tb, &at[0]}};
  pl_convexity two = pl_convexity_scan(2, 2, part, box), lacking = pl_convexity_scan(3, 2, part, box);
  CHECK(lacking.smallest == 0 && lacking.proven && lacking.direction[2] == 1);  // nothing resists the third strain
  CHECK(two.proven);
  CHECK_NEAR(two.smallest, 0.5, 1e-6);
  CHECK_NEAR(fabs(two.where[0]), 0.1, 1e-8);
  // a law that is convex by its bounds and tells nothing else does not spoil the proof; it raises what is sampled
  pl_convexity three = pl_convexity_scan(3, 3, part, box);
  CHECK(three.proven && three.bound >= 0);
  CHECK(three.smallest > 0.1);
  // a Gaussian can only be sampled
  pl_convexity four = pl_convexity_scan(1, 1, (pl_convex_part[1]){{&bump, &tb, &at[0]}}, box);
  CHECK(!four.proven && four.smallest < 0 && isinf(four.bound));
  stop();
}

// The smallest psi'' of a curve of straight pieces of psi'': one of their ends, by two points inside, because psi'' jumps at knots.
static double lowest_at_ends(const pl_law *law, const double *theta) {
  const pl_piecewise *piece = law->shape;
  double lowest = INFINITY;
  for (int i = 1; i < piece->n_knot; i++) {
    double low = piece->knot[i - 1], width = piece->knot[i] - low, stress, tangent[2];
    for (int k = 0; k < 2; k++) {
      double s = low + (0.25 + 0.5 * k) * width;
      pl_law_eval_one(law, theta, &s, NULL, &stress, &tangent[k]);
    }
    lowest = fmin(lowest, 1.5 * fmin(tangent[0], tangent[1]) - 0.5 * fmax(tangent[0], tangent[1]));
  }
  return lowest;
}

// psi'' is linear on every piece of a Hermite energy: it is convex exactly where psi'' >= 0 at both ends of every piece.
TEST(convexity_of_an_energy_spline) {
  start();
  static const char *const shape[3] = {"{\"knots\": [0, 0.02, 0.04, 0.06]}",
                                       "{\"knots\": [-0.06, -0.02, 0, 0.03, 0.05], \"compression\": \"free\"}", "{\"knots\": [0, 0.1]}"};
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int q = 0; q < 3; q++) {
    pl_law law = read_law("energy-spline", shape[q]);
    double box[1][2], theta[8];
    int at = 0, n_convex = 0;
    law.row->range(&law, box);
    for (int k = 0; k < 400; k++) {
      for (int j = 0; j < law.n_param; j++) {
        pl_parameter p;
        law.row->parameter(&law, j, PL_DIM_NONE, PL_DIM_LINE_FORCE, &p);
        theta[j] = 0.5 * p.knot * p.knot * (1 + 0.25 * pl_rng_normal(&rng));
      }
      double lowest = lowest_at_ends(&law, theta);
      pl_convexity c = pl_convexity_scan(1, 1, (pl_convex_part[1]){{&law, theta, &at}}, box);
      CHECK_NEAR(c.smallest, lowest, 1e-7);
      CHECK(c.proven == (lowest >= 0));
      double sampled = dense(1, 1, (pl_convex_part[1]){{&law, theta, &at}}, box, 801);
      CHECK(sampled >= lowest - 1e-12 && sampled <= lowest + 0.1);
      n_convex += lowest >= 0;
    }
    CHECK(n_convex > 40 && (q == 2 || n_convex < 360));
  }
  stop();
}

// The papers' projection ends in a convex sum and leaves a convex one alone.
TEST(convexity_projection) {
  start();
  pl_law warp = read_law("energy-spline", "{\"knots\": [0, 0.05, 0.1]}"), weft = read_law("energy-spline", "{\"knots\": [0, 0.05, 0.1]}");
  pl_law area = read_law("cross-spline", "{\"knots\": [[-0.1, 0.1], [-0.1, 0.1]]}");
  double box[2][2] = {{-0.1, 0.1}, {-0.1, 0.1}}, t0[2], t1[2], t2[4], s0[2] = {0.001, 0.005}, s1[2] = {0.001, 0.005}, s2[4] = {1, 1, 1, 1};
  int at[2] = {0, 1}, n_moved = 0;
  pl_convex_part part[3] = {{&warp, t0, &at[0]}, {&weft, t1, &at[1]}, {&area, t2, at}};
  double *theta[3] = {t0, t1, t2};
  const double *scale[3] = {s0, s1, s2};
  pl_rng rng;
  pl_rng_init(&rng, 12);
  for (int q = 0; q < 40; q++) {
    for (int j = 0; j < 2; j++) t0[j] = s0[j] * (1 + 0.5 * pl_rng_normal(&rng)), t1[j] = s1[j] * (1 + 0.5 * pl_rng_normal(&rng));
    for (int j = 0; j < 4; j++) t2[j] = pl_rng_normal(&rng);
    double before = pl_convexity_scan(2, 3, part, box).smallest, keep = t0[0];
    int moves = pl_convexity_project(2, 3, part, theta, scale, box, 0, 500);
    CHECK(moves >= 0 && (moves == 0) == (before >= 0));
    if (moves == 0) CHECK(t0[0] == keep);
    n_moved += moves > 0;
    CHECK(dense(2, 3, part, box, 81) >= -1e-9);
  }
  CHECK(n_moved > 10);
  stop();
}

// The conditions of a sum are its control matrices: all positive semidefinite exactly when the first look at the cells proves convexity.
TEST(convexity_conditions_of_a_sum) {
  start();
  pl_law f = read_law("convex-spline", "{\"knots\": [0, 0.05, 0.1]}"),
         h = read_law("cross-spline", "{\"knots\": [[-0.1, 0.1], [-0.1, 0.1]]}");
  pl_law bump = read_law("rbf-1", "{\"points\": [[0.1]], \"widths\": [0.05]}");
  double box[2][2] = {{-0.1, 0.1}, {-0.1, 0.1}}, theta[10];
  int at[2] = {0, 1}, n, n_proven = 0;
  pl_convex_part part[3] = {{&f, theta, &at[0]}, {&f, theta + 3, &at[1]}, {&h, theta + 6, at}};
  pl_convex_condition *condition;
  REQUIRE(pl_convexity_conditions(arena, 2, 3, part, (const double(*)[2])box, &n, &condition) == PL_OK);
  CHECK(n == 4 * 4 * 9);  // cells; tangents of degree 2 in both strains
  pl_rng rng;
  pl_rng_init(&rng, 21);
  for (int q = 0; q < 60; q++) {
    for (int j = 0; j < 6; j++) theta[j] = 1 + pl_rng_uniform(&rng);
    for (int j = 6; j < 10; j++) theta[j] = 0.8 * pl_rng_normal(&rng);
    double lowest = INFINITY;
    for (int c = 0; c < n; c++) {
      double k[4] = {0}, w[2];
      REQUIRE(condition[c].n == 2);
      for (int j = 0; j < 10; j++)
        for (int e = 0; e < 4; e++) k[e] += theta[j] * condition[c].coef[4 * j + e];
      pl_sym_eigenvalues(2, k, w);
      lowest = fmin(lowest, w[0]);
    }
    pl_convexity scan = pl_convexity_scan(2, 3, part, box);
    if (lowest >= 0) CHECK(scan.proven);
    CHECK(lowest <= scan.bound + 1e-9);  // halving only raises the bound
    CHECK(lowest <= dense(2, 3, part, box, 40) + 1e-9);
    n_proven += lowest >= 0;
  }
  CHECK(n_proven > 5 && n_proven < 55);
  part[2] = (pl_convex_part){&bump, theta, &at[0]};
  CHECK(pl_convexity_conditions(arena, 2, 3, part, (const double(*)[2])box, &n, &condition) == PL_ERROR_USAGE);
  stop();
}
