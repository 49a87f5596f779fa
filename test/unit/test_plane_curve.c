// test_plane_curve.c: curvature of known curves from noisy points, within its own stated error.
#include "test.h"

#include "base/rng.h"
#include "base/text.h"
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
// What a hanging hook looks like: straight in its middle, bent at both ends.
static double hook_theta(double s) { return -PI / 2 + 8 * s + 0.5 * 22 * 0.02 * (1 + tanh((s - 0.08) / 0.02)) + 0.25 * sin(30 * s); }
static double hook_kappa(double s) {
  double t = tanh((s - 0.08) / 0.02);
  return 8 + 0.5 * 22 * (1 - t * t) + 7.5 * cos(30 * s);
}
static double line_theta(double s) { return 0.7 + 0 * s; }
static double line_kappa(double s) { return 0 * s; }

static const known curves[] = {{"circle", 0.1, circle_theta, circle_kappa},
                               {"clothoid", 0.1, clothoid_theta, clothoid_kappa},
                               {"logarithmic spiral", 0.1, spiral_theta, spiral_kappa},
                               {"hook", 0.1, hook_theta, hook_kappa},
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

// Mean square of the error of curvature over its stated error, and the largest, over seeds and places away from the last ends.
static void score(const known *c, int n, double noise, bool tell, double *mean, double *largest, double *error) {
  enum { SEEDS = 60, PLACES = 19 };
  double x[2 * 200], sum = 0;
  *largest = *error = 0;
  for (int seed = 1; seed <= SEEDS; seed++) {
    pl_context *ctx = pl_context_create(NULL);
    pl_arena *arena = pl_arena_create(ctx);
    pl_plane_curve curve;
    put_points(c, n, noise, (uint64_t)seed, x);
    REQUIRE(pl_plane_curve_fit(arena, n, x, tell ? noise : 0, &curve) == PL_OK);
    if (!curve.converged) test_fail(__FILE__, __LINE__, "%s, seed %d: not converged", c->name, seed);
    for (int k = 0; k < PLACES; k++) {
      double s = (k + 1) / (PLACES + 1.0), kappa, sigma;
      pl_plane_curve_at(&curve, s * curve.last, NULL, NULL, &kappa, &sigma);
      double z = (kappa - c->kappa(s * c->length)) / sigma;
      sum += z * z / (SEEDS * PLACES);
      *largest = fmax(*largest, fabs(z));
      *error += fabs(z * sigma) / (SEEDS * PLACES);
    }
    pl_arena_destroy(arena);
    pl_context_destroy(ctx);
  }
  *mean = sqrt(sum);
}

TEST(plane_curve_probe) {
  for (int c = 0; c < N_CURVE; c++)
    for (int t = 0; t < 4; t++) {
      double mean, largest, error;
      score(&curves[c], t < 2 ? 25 : 60, 1e-4, t % 2, &mean, &largest, &error);
      printf("%-20s n %d told %d: rms z %.2f, largest %.2f, mean error %.3f 1/m\n", curves[c].name, t < 2 ? 25 : 60, t % 2, mean, largest, error);
    }
}
