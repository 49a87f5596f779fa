// test_plane_curve.c: curvature of known curves from noisy points, within its own stated error.
#include "test.h"

#include "base/rng.h"
#include "math/plane_curve.h"

#define PI 3.14159265358979323846

// A curve by its curvature over arc length; directions are exact, positions by Simpson's rule on fine steps: nothing of the code under test.
typedef struct known {
  const char *name;
  double length;
  double (*theta)(double s);  // direction
  double (*kappa)(double s);
} known;

static double circle_theta(double s) { return 0.3 + s / 0.012; }
static double circle_kappa(double s) { return 1 / 0.012 + 0 * s; }
// Cornu's: curvature grows evenly, here through zero.
static double clothoid_theta(double s) { return -20 * s + 0.5 * 1200 * s * s; }
static double clothoid_kappa(double s) { return -20 + 1200 * s; }
// Logarithmic spiral r = r0 exp(-b phi): s is proportional to r, so the radius of curvature shrinks evenly along it.
#define SPIRAL_R0 0.030
#define SPIRAL_B 0.22
static double spiral_theta(double s) { return -log(1 - SPIRAL_B * s / SPIRAL_R0) / SPIRAL_B; }
static double spiral_kappa(double s) { return 1 / (SPIRAL_R0 - SPIRAL_B * s); }
static double line_theta(double s) { return 0.7 + 0 * s; }
static double line_kappa(double s) { return 0 * s; }

static const known curves[] = {{"circle", 0.1, circle_theta, circle_kappa},
                               {"clothoid", 0.1, clothoid_theta, clothoid_kappa},
                               {"logarithmic spiral", 0.1, spiral_theta, spiral_kappa},
                               {"straight line", 0.1, line_theta, line_kappa}};
enum { N_CURVE = sizeof curves / sizeof curves[0] };

// n points at even arc lengths, far from the origin.
static void put_points(const known *c, int n, double noise, uint64_t seed, double *x) {
  pl_rng rng;
  enum { FINE = 64 };
  double at[2] = {0.8, -0.3};
  pl_rng_init(&rng, seed);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 2; k++) x[2 * i + k] = at[k] + noise * pl_rng_normal(&rng);
    double h = c->length / (n - 1) / FINE;
    for (int k = 0; k < FINE; k++) {
      double s = c->length * i / (n - 1) + k * h, a = c->theta(s), b = c->theta(s + h / 2), e = c->theta(s + h);
      at[0] += h / 6 * (cos(a) + 4 * cos(b) + cos(e));
      at[1] += h / 6 * (sin(a) + 4 * sin(b) + sin(e));
    }
  }
}

// The arc length that curve reaches at the last point differs from the truth by noise; compare at the same share of the length.
typedef struct outcome {
  double rms, largest;  // error of curvature over its stated error
  double error;         // mean, 1/m
} outcome;

static outcome score(const known *c, int n, double noise, double told) {
  enum { SEEDS = 20, PLACES = 19 };
  double x[2 * 200];
  outcome o = {0};
  for (int seed = 1; seed <= SEEDS; seed++) {
    pl_context *ctx = pl_context_create(NULL);
    pl_arena *arena = pl_arena_create(ctx);
    pl_plane_curve curve;
    put_points(c, n, noise, (uint64_t)seed, x);
    REQUIRE(pl_plane_curve_fit(arena, n, x, told, &curve) == PL_OK);
    if (!curve.converged) test_fail(__FILE__, __LINE__, "%s, seed %d: not converged", c->name, seed);
    for (int k = 0; k < PLACES; k++) {
      double s = (k + 1) / (PLACES + 1.0), kappa, sigma;
      pl_plane_curve_at(&curve, s * curve.last, NULL, NULL, &kappa, &sigma);
      double error = fabs(kappa - c->kappa(s * c->length)), z = error / sigma;
      o.rms += z * z / (SEEDS * PLACES);
      o.largest = fmax(o.largest, z);
      o.error += error / (SEEDS * PLACES);
    }
    pl_arena_destroy(arena);
    pl_context_destroy(ctx);
  }
  o.rms = sqrt(o.rms);
  return o;
}

// The stated error is the true one: neither too small nor idle. A spline through the same 25 points (0.1 mm noise, 4 mm apart) is off by 10 1/m
// and more.
static void check_curve(int index, double most) {
  const known *c = &curves[index];
  for (int t = 0; t < 4; t++) {
    int n = t < 2 ? 25 : 60;
    outcome o = score(c, n, 1e-4, t % 2 ? 1e-4 : 0);
    if (!(o.rms > 0.5 && o.rms < 1.25 && o.largest < 5.5 && o.error < most))
      test_fail(__FILE__, __LINE__, "%s, %d points, sigma %s: errors over their sigma %.2f rms, %.2f at most; mean error %.3f 1/m", c->name,
                n, t % 2 ? "told" : "unknown", o.rms, o.largest, o.error);
  }
}

TEST(plane_curve_circle) { check_curve(0, 0.25); }
TEST(plane_curve_clothoid) { check_curve(1, 0.25); }
TEST(plane_curve_logarithmic_spiral) { check_curve(2, 0.9); }
TEST(plane_curve_straight_line) { check_curve(3, 0.3); }

// Without noise nothing but the pieces of the curvature is left of the error.
TEST(plane_curve_exact_points) {
  static const double most[] = {1e-3, 1e-3, 0.2, 1e-3};  // 1/m; the spiral's curvature is no straight piece
  for (int c = 0; c < N_CURVE; c++) {
    outcome o = score(&curves[c], 33, 0, 0);
    if (!(o.error < most[c])) test_fail(__FILE__, __LINE__, "%s: mean error %g 1/m", curves[c].name, o.error);
  }
}

// Labels closer together than their noise: a traced edge, 0.5 mm apart with 0.3 mm noise. The polygon through them is twice as long as the curve.
TEST(plane_curve_dense_noise) {
  double x[2 * 200], length = 0;
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_plane_curve curve;
  put_points(&curves[0], 200, 3e-4, 5, x);
  for (int i = 1; i < 200; i++) length += hypot(x[2 * i] - x[2 * i - 2], x[2 * i + 1] - x[2 * i - 1]);
  CHECK(length > 0.14);
  REQUIRE(pl_plane_curve_fit(arena, 200, x, 3e-4, &curve) == PL_OK);
  CHECK(curve.converged);
  CHECK_NEAR(curve.last, 0.1, 1e-3);
  CHECK_CLOSE(curve.residual, 3e-4, 0.15);
  CHECK(curve.freedom > 4 && curve.freedom < 12);
  for (int k = 1; k < 10; k++) {
    double kappa, sigma;
    pl_plane_curve_at(&curve, k * curve.last / 10, NULL, NULL, &kappa, &sigma);
    CHECK_NEAR(kappa, 1 / 0.012, 4 * sigma);
    CHECK(sigma < 2);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Other units, another place and direction, a mirror: the same curve.
TEST(plane_curve_moved_scaled_mirrored) {
  enum { N = 30 };
  double x[2 * N], y[2 * N], scale = 1000, c = cos(2.1), s = sin(2.1);
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_plane_curve a, b;
  put_points(&curves[2], N, 1e-4, 3, x);
  for (int i = 0; i < N; i++) {
    y[2 * i] = 40 + scale * (c * x[2 * i] + s * x[2 * i + 1]);
    y[2 * i + 1] = -7 + scale * (s * x[2 * i] - c * x[2 * i + 1]);
  }
  REQUIRE(pl_plane_curve_fit(arena, N, x, 1e-4, &a) == PL_OK && pl_plane_curve_fit(arena, N, y, 1e-4 * scale, &b) == PL_OK);
  CHECK_CLOSE(b.last, scale * a.last, 1e-6);
  for (int k = 0; k <= 10; k++) {
    double at_a[2], at_b[2], theta_a, theta_b, kappa_a, kappa_b, sigma_a, sigma_b;
    pl_plane_curve_at(&a, k * a.last / 10, at_a, &theta_a, &kappa_a, &sigma_a);
    pl_plane_curve_at(&b, k * b.last / 10, at_b, &theta_b, &kappa_b, &sigma_b);
    CHECK_NEAR(kappa_b, -kappa_a / scale, 1e-4 / scale);
    CHECK_CLOSE(sigma_b, sigma_a / scale, 1e-4);
    CHECK_NEAR(remainder(theta_a + theta_b - 2.1, 2 * PI), 0, 1e-6);
    CHECK_NEAR(at_b[0], 40 + scale * (c * at_a[0] + s * at_a[1]), 1e-6 * scale);
    CHECK_NEAR(at_b[1], -7 + scale * (s * at_a[0] - c * at_a[1]), 1e-6 * scale);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
