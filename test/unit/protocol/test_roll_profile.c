// test_roll_profile.c: curvature, hanging length, lever arm and gravity torque of spirals whose values are known in closed form.
#include "test.h"

#include "base/rng.h"
#include "protocol/roll/roll_part.h"
#include "protocol/roll/roll.h"

#define PI 3.14159265358979323846
#define DENSITY 0.21
#define GRAVITY 9.81

enum { N_POINT = 40 };

typedef struct fixture {
  pl_context *ctx;
  pl_arena *arena;
  double x[2 * N_POINT];
  pl_roll roll;
  pl_test test;
} fixture;

static void start(fixture *f, double radius, double sigma) {
  f->ctx = pl_context_create(NULL);
  f->arena = pl_arena_create(f->ctx);
  f->roll = (pl_roll){.radius = radius, .side = 1, .gravity = GRAVITY, .n_point = N_POINT};
  f->test = (pl_test){.n_frame = 1, .length = 0.1, .width = 0.025, .protocol = &pl_protocol_roll, .detail = &f->roll};
  f->test.channel[PL_ROLL_PROFILE] = (pl_channel){.value = f->x, .width = 2 * N_POINT, .sigma = sigma};
}
static void finish(fixture *f) {
  pl_arena_destroy(f->arena);
  pl_context_destroy(f->ctx);
}

static void add_noise(fixture *f, double sigma, uint64_t seed) {
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int i = 0; i < 2 * N_POINT; i++) f->x[i] += sigma * pl_rng_normal(&rng);
}

// An arc of radius a that starts in direction t0 and turns to the side of `sense`.
static void put_arc(fixture *f, double a, double t0, double sense) {
  for (int i = 0; i < N_POINT; i++) {
    double t = t0 + sense * 0.1 * i / (N_POINT - 1) / a;
    f->x[2 * i] = sense * a * (sin(t) - sin(t0));
    f->x[2 * i + 1] = -sense * a * (cos(t) - cos(t0));
  }
}

// With t the direction at the sample and u that at the free end, l = a |u - t|, and over the hanging part
//   mean x - x(s) = sense a ( sense (cos t - cos u) / |u - t| - sin t )
static void check_arc(double t0, double sense, double noise) {
  fixture f;
  double a = 0.02;
  pl_roll_profile p;
  start(&f, 0.01, noise > 0 ? noise : 1e-6);
  put_arc(&f, a, t0, sense);
  if (noise > 0) add_noise(&f, noise, 4);
  REQUIRE(pl_roll_derive(f.arena, &f.test, DENSITY, 7, &p) == PL_OK);
  REQUIRE(p.n_sample == 7 && p.converged);
  CHECK(p.sense == sense);
  CHECK_NEAR(p.turns, 0.1 / a / (2 * PI), 1e-6 + 30 * noise);
  CHECK_NEAR(p.arc, 0.1, 1e-6 + 4 * noise);
  for (int i = 0; i < 7; i++) {
    const pl_roll_sample *at = &p.sample[i];
    double s = 0.1 * (i + 0.5) / 7, l = 0.1 - s, t = t0 + sense * s / a, u = t0 + sense * 0.1 / a;
    double mean = sense * a * (sense * (cos(t) - cos(u)) / fabs(u - t) - sin(t)), lever = -sense * mean;
    CHECK_NEAR(at->s, s, 1e-6 + 4 * noise);
    CHECK_NEAR(at->hanging, l, 1e-6 + 4 * noise);
    CHECK_NEAR(at->kappa, 1 / a, noise > 0 ? 4 * at->kappa_sigma : 0.02);
    CHECK(at->kappa_sigma < 1.5);
    CHECK_NEAR(at->lever, lever, 1e-6 + 2 * noise);
    CHECK_NEAR(at->torque, DENSITY * GRAVITY * at->hanging * at->lever, 1e-15);
    CHECK(at->anchor_strain == 300 && at->strain == 3 * at->kappa);
    if (fabs(lever) > 1e-4) CHECK(at->opposed == (lever > 0));
  }
  finish(&f);
}

TEST(roll_profile_arcs) {
  for (int k = 0; k < 8; k++)
    for (double sense = 1; sense >= -1; sense -= 2) {
      check_arc(k * PI / 4, sense, 0);
      check_arc(k * PI / 4, sense, 1e-4);
    }
}

// A cantilever to the right, bent upwards: gravity unrolls it (usable). Bent downwards: gravity rolls it further (opposed).
TEST(roll_profile_opposed) {
  for (double sense = 1; sense >= -1; sense -= 2) {
    fixture f;
    pl_roll_profile p;
    start(&f, 0.05, 1e-5);
    put_arc(&f, 0.2, 0, sense);
    REQUIRE(pl_roll_derive(f.arena, &f.test, DENSITY, 5, &p) == PL_OK);
    for (int i = 0; i < 5; i++) {
      CHECK(p.sample[i].kappa > 0);
      CHECK(p.sample[i].opposed == (sense < 0));
      CHECK((p.sample[i].torque > 0) == (sense < 0));
    }
    finish(&f);
  }
}

// Archimedes' spiral r = c phi inwards from phi1: kappa = (2 + phi^2) / (c (1 + phi^2)^(3/2)).
TEST(roll_profile_archimedean_spiral) {
  const double c = 0.0015, phi0 = 3 * PI, phi1 = 5 * PI;
  double sum = 0, largest = 0;
  enum { SEEDS = 12, SAMPLES = 9 };
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    fixture f;
    pl_roll_profile p;
    start(&f, 0.01, 1e-4);
    for (int i = 0; i < N_POINT; i++) {
      double phi = phi1 + (phi0 - phi1) * i / (N_POINT - 1);
      f.x[2 * i] = c * phi * cos(phi);
      f.x[2 * i + 1] = c * phi * sin(phi);
    }
    add_noise(&f, 1e-4, seed);
    REQUIRE(pl_roll_derive(f.arena, &f.test, DENSITY, SAMPLES, &p) == PL_OK);
    CHECK(p.converged && p.sense == -1);
    CHECK_NEAR(p.turns, 1, 0.02);
    for (int i = 0; i < SAMPLES; i++) {
      double phi = hypot(p.sample[i].x[0], p.sample[i].x[1]) / c, kappa = (2 + phi * phi) / (c * pow(1 + phi * phi, 1.5));
      double z = (p.sample[i].kappa - kappa) / p.sample[i].kappa_sigma;
      CHECK_CLOSE(p.sample[i].kappa, kappa, 0.05);
      sum += z * z / (SEEDS * SAMPLES);
      largest = fmax(largest, fabs(z));
    }
    finish(&f);
  }
  if (!(sqrt(sum) > 0.4 && sqrt(sum) < 1.3 && largest < 4.5))
    test_fail(__FILE__, __LINE__, "errors over their sigma: %.2f rms, %.2f at most", sqrt(sum), largest);
}

// A catenary y = h cosh(x/h), from its left end over the lowest point: kappa = 1 / (h cosh^2), s = h sinh. With u = x/h, the mean of x over
// [s, S] is h^2 (u sinh u - cosh u) between the ends, over S - s.
TEST(roll_profile_catenary) {
  const double h = 0.03, from = -asinh(0.05 / h), to = -from;
  fixture f;
  pl_roll_profile p;
  start(&f, 0.03, 2e-6);
  for (int i = 0; i < N_POINT; i++) {
    double u = asinh((-0.05 + 0.1 * i / (N_POINT - 1)) / h);
    f.x[2 * i] = h * u;
    f.x[2 * i + 1] = h * cosh(u);
  }
  REQUIRE(pl_roll_derive(f.arena, &f.test, DENSITY, 10, &p) == PL_OK);
  CHECK(p.converged && p.sense == 1);
  for (int i = 0; i < 10; i++) {
    double u = asinh((-0.05 + 0.01 * (i + 0.5)) / h), l = h * (sinh(to) - sinh(u));
    double mean = h * h * (to * sinh(to) - cosh(to) - u * sinh(u) + cosh(u)) / l;
    CHECK_NEAR(p.sample[i].hanging, l, 2e-6);
    CHECK_NEAR(p.sample[i].lever, -(mean - h * u), 2e-6);
    CHECK_NEAR(p.sample[i].kappa, 1 / (h * cosh(u) * cosh(u)), 0.1);
  }
  finish(&f);
}
