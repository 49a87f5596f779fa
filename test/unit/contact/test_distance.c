// Distances of points, triangles and edges: closed forms in every region, agreement with minimisation, derivatives at borders of regions.
#include "contact/distance.h"

#include <string.h>

#include "contact/vector.h"
#include "contact_random.h"
#include "test.h"

static double square_pt(const double x[4][3], double g[4][3], double h[12][12], void *user) {
  (void)user;
  pl_nearest near;
  pl_nearest_point_triangle(x, &near);
  pl_nearest_derivatives(&near, x, g, h);
  return near.square;
}

static double square_ee(const double x[4][3], double g[4][3], double h[12][12], void *user) {
  (void)user;
  pl_nearest near;
  pl_nearest_edge_edge(x, &near);
  pl_nearest_derivatives(&near, x, g, h);
  return near.square;
}

TEST(distance_point_triangle_regions) {
  // triangle (0,0,0), (2,0,0), (0,3,0); point, squared distance, free parameters
  static const struct {
    double p[3], square;
    int n_free;
  } row[] = {
      {{0.5, 0.5, 2}, 4, 2},         {{0.5, 0.5, -2}, 4, 2}, {{1, -2, 1}, 5, 1}, {{-3, 1, 0}, 9, 1},
      {{-1, -1, 1}, 3, 0},           {{4, -1, 0}, 5, 0},     {{0, 5, 1}, 5, 0},  {{2, 3, 0}, 36.0 / 13, 1},
      {{2, 3, 1}, 1 + 36.0 / 13, 1}, {{0.3, 0.2, 0}, 0, 2},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    double x[4][3] = {{0}, {0, 0, 0}, {2, 0, 0}, {0, 3, 0}};
    memcpy(x[0], row[i].p, sizeof x[0]);
    pl_nearest near;
    pl_nearest_point_triangle(x, &near);
    CHECK_NEAR(near.square, row[i].square, 1e-14);
    CHECK(near.n_free == row[i].n_free);
  }
}

TEST(distance_edge_edge_regions) {
  // edge (0,0,0)-(1,0,0) and another
  static const struct {
    double a[3], b[3], square;
    int n_free;
  } row[] = {
      {{0.5, -1, 2}, {0.5, 1, 2}, 4, 2}, {{0.25, 1, 2}, {0.25, 3, 2}, 5, 1}, {{2, 1, 0}, {3, 4, 0}, 2, 0},
      {{-1, -1, 1}, {-1, 1, 1}, 2, 1},   {{0.2, 0, 1}, {0.8, 0, 1}, 1, 1},   {{2, 0, 0}, {5, 0, 0}, 1, 0},
      {{0.5, 0, 0}, {0.5, 1, 0}, 0, 1},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    double x[4][3] = {{0, 0, 0}, {1, 0, 0}};
    memcpy(x[2], row[i].a, sizeof x[2]);
    memcpy(x[3], row[i].b, sizeof x[3]);
    pl_nearest near;
    pl_nearest_edge_edge(x, &near);
    CHECK_NEAR(near.square, row[i].square, 1e-14);
    CHECK(near.n_free == row[i].n_free);
  }
}

// The nearest of a fine grid of points of both primitives, refined: never nearer than the formula, and as near up to the grid.
static double least_on_grid(const double x[4][3], bool point) {
  enum { N = 60 };
  double least = INFINITY;
  for (int i = 0; i <= N; i++)
    for (int j = 0; j <= (point ? N - i : N); j++) {
      double s = (double)i / N, t = (double)j / N, d[3];
      for (int k = 0; k < 3; k++)
        d[k] = point ? x[0][k] - (x[1][k] + s * (x[2][k] - x[1][k]) + t * (x[3][k] - x[1][k]))
                     : x[0][k] + s * (x[1][k] - x[0][k]) - x[2][k] - t * (x[3][k] - x[2][k]);
      least = fmin(least, sqrt(pl_dot3(d, d)));
    }
  return least;
}

TEST(distance_is_the_least_over_both_primitives) {
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int trial = 0; trial < 2000; trial++) {
    double x[4][3], longest = 0;
    random_points(&rng, 1, x);
    if (trial % 4 == 3)  // nearly parallel edges, thin triangles
      for (int k = 0; k < 3; k++) x[3][k] = x[2][k] + (x[1][k] - x[0][k]) + 1e-6 * pl_rng_normal(&rng);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < i; j++)
        longest = fmax(longest, sqrt(pow(x[i][0] - x[j][0], 2) + pow(x[i][1] - x[j][1], 2) + pow(x[i][2] - x[j][2], 2)));
    for (int point = 0; point < 2; point++) {
      pl_nearest near;
      if (point)
        pl_nearest_point_triangle(x, &near);
      else
        pl_nearest_edge_edge(x, &near);
      double grid = least_on_grid(x, point), d = sqrt(near.square);
      if (!(d <= grid * (1 + 1e-9) + 1e-12 && grid - d <= longest / 60))
        test_fail(__FILE__, __LINE__, "trial %d: %g, on the grid %g", trial, d, grid);
      CHECK_NEAR(near.w[0] + near.w[1] + near.w[2] + near.w[3], 0, 1e-13);
    }
  }
}

TEST(distance_derivatives_have_taylor_slopes) {
  pl_rng rng;
  pl_rng_init(&rng, 2);
  int n_bad = 0, n = 0, seen[2][3] = {{0}};
  for (int trial = 0; trial < 600; trial++) {
    double x[4][3], direction[4][3], slope[2];
    pl_nearest near, moved_near;
    random_points(&rng, 1, x);
    random_points(&rng, 1, direction);
    for (int point = 0; point < 2; point++) {
      double largest = 1e-3, at[4][3];
      if (point)
        pl_nearest_point_triangle(x, &near);
      else
        pl_nearest_edge_edge(x, &near);
      moved(x, largest, direction, at);
      if (point)
        pl_nearest_point_triangle(at, &moved_near);
      else
        pl_nearest_edge_edge(at, &moved_near);
      if (memcmp(near.slope, moved_near.slope, sizeof near.slope) != 0 || near.square < 0.01) continue;  // leaves the region
      seen[point][near.n_free]++;
      taylor_slopes(point ? square_pt : square_ee, NULL, x, direction, largest, slope);
      n++;
      if (slope[0] < 1.9 || slope[1] < 2.8) n_bad++;
    }
  }
  printf("%d of %d slopes low\n", n_bad, n);
  CHECK(n_bad * 100 <= n);  // near-singular edges have large third derivatives
  for (int point = 0; point < 2; point++)
    for (int k = 0; k < 3; k++) CHECK(seen[point][k] > 10);
}

// Points exactly on the borders of regions: value and gradient are continuous. The slopes are 2 into either side, and 3 into the side whose
// formula is used.
TEST(distance_borders_of_regions) {
  static const double triangle[3][3] = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}};
  // border point and a direction of the point across the border
  static const double row[][2][3] = {
      {{1, 0, 1}, {0.1, 1, 0.2}}, {{0, 1, 1}, {1, 0.1, 0.3}},  {{1, 1.5, 1}, {1, 1, 0.1}},
      {{0, -1, 1}, {1, 0.2, 0}},  {{2, -1, 0.5}, {1, 0, 0.1}}, {{-1, 3, 0.5}, {0.1, 1, 0.2}},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    double x[4][3], g[2][4][3], value[2], best = 0, slope[2];
    memcpy(x + 1, triangle, sizeof triangle);
    for (int side = 0; side < 2; side++) {
      double direction[4][3] = {{0}};
      for (int k = 0; k < 3; k++) {
        direction[0][k] = (side ? -1 : 1) * row[i][1][k];
        x[0][k] = row[i][0][k] + 1e-9 * direction[0][k];
      }
      value[side] = square_pt(x, g[side], NULL, NULL);
      memcpy(x[0], row[i][0], sizeof x[0]);
      taylor_slopes(square_pt, NULL, x, direction, 1e-3, slope);
      CHECK(slope[0] > 1.9);
      best = fmax(best, slope[1]);
    }
    CHECK_NEAR(value[0], value[1], 1e-7);
    for (int p = 0; p < 12; p++) CHECK_NEAR(g[0][p / 3][p % 3], g[1][p / 3][p % 3], 1e-7);
    CHECK(best > 2.8);
  }
}

// Far from the origin and for a gap of 1e-6 of the size.
TEST(distance_keeps_its_digits) {
  double x[4][3] = {{1000.25, 1000.25, 1000 + 0x1p-20}, {1000, 1000, 1000}, {1001, 1000, 1000}, {1000, 1001, 1000}};
  pl_nearest near;
  pl_nearest_point_triangle(x, &near);
  CHECK_CLOSE(sqrt(near.square), 0x1p-20, 1e-14);
}
