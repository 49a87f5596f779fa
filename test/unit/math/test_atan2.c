// The vector atan2 against the C library's in long double, in units in the last place.
#include "math/atan2.h"

#include <float.h>

#include "base/rng.h"
#include "test.h"

#define MOST 1.75  // ulp; 1.54 is the largest of 10^8 random arguments

typedef struct points {
  pl_lanes y, x;
  int n;
  double worst;  // ulp
} points;

// Evaluated as the strains do it, a block at a time.
static void flush(points *p) {
  pl_lanes angle;
  for (int l = p->n; l < PL_BLOCK; l++) p->y[l] = p->x[l] = 1;
  PL_FOR_LANES(l) angle[l] = pl_atan2(p->y[l], p->x[l]);
  for (int l = 0; l < p->n; l++) {
    long double truth = atan2l(p->y[l], p->x[l]);
    double size = fabs((double)truth), ulp = nextafter(size, INFINITY) - size, error = fabs((double)((angle[l] - truth) / ulp));
    if (!(error <= MOST) || signbit(angle[l]) != signbit((double)truth))
      test_fail(__FILE__, __LINE__, "atan2(%a, %a) = %.17g, off by %.2f ulp", p->y[l], p->x[l], angle[l], error);
    p->worst = fmax(p->worst, error);
  }
  p->n = 0;
}

static void add(points *p, double y, double x) {
  p->y[p->n] = y;
  p->x[p->n++] = x;
  if (p->n == PL_BLOCK) flush(p);
}

static void add_quadrants(points *p, double y, double x) {
  for (int i = 0; i < 4; i++) {
    add(p, i & 1 ? -y : y, i & 2 ? -x : x);
    add(p, i & 1 ? -x : x, i & 2 ? -y : y);
  }
}

TEST(atan2_dense_angles) {
  points p = {0};
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int i = 0; i < 100000; i++) {
    double angle = 0.25 * 3.14159265358979323846 * (i + pl_rng_uniform(&rng)) / 100000, radius = exp2(40 * pl_rng_uniform(&rng) - 20);
    add_quadrants(&p, radius * sin(angle), radius * cos(angle));
  }
  flush(&p);
  CHECK(p.worst > 0.5);  // the measure itself works: a double has no smaller largest error
}

TEST(atan2_near_axes_and_diagonals) {
  points p = {0};
  pl_rng rng;
  pl_rng_init(&rng, 6);
  for (int e = 0; e <= 1070; e++)
    for (int i = 0; i < 20; i++) {
      double x = 1 + pl_rng_uniform(&rng), off = ldexp(1 + pl_rng_uniform(&rng), -e);
      add_quadrants(&p, off, x);
      if (e > 0) add_quadrants(&p, x + off, x);
    }
  // where the reduction changes, tan(1/2), from both sides
  for (int i = -2000; i <= 2000; i++) add_quadrants(&p, 0.5463 * (1 + i * 0x1p-52), 1), add_quadrants(&p, 0.5463 * (1 + i * 1e-7), 1);
  flush(&p);
}

TEST(atan2_tiny_and_huge) {
  static const double value[] = {0,           4.94065645841247e-324,
                                 1.5e-323,    3.5e-323,
                                 6.4e-323,    1e-310,
                                 DBL_MIN,     3 * DBL_MIN,
                                 1e-200,      0x1p-60,
                                 0.5463,      1,
                                 1.5,         0x1p60,
                                 1e200,       2e200,
                                 1e307,       DBL_MAX / 4,
                                 DBL_MAX / 2, DBL_MAX / 1.5,
                                 DBL_MAX};
  points p = {0};
  for (size_t i = 0; i < sizeof value / sizeof value[0]; i++)
    for (size_t j = 0; j < sizeof value / sizeof value[0]; j++) add_quadrants(&p, value[i], value[j]);
  flush(&p);
}

TEST(atan2_special_values) {
  const double pi = 3.14159265358979323846;
  CHECK(pl_atan2(0.0, 0.0) == 0 && !signbit(pl_atan2(0.0, 0.0)));
  CHECK(pl_atan2(-0.0, 0.0) == 0 && signbit(pl_atan2(-0.0, 0.0)));
  CHECK(pl_atan2(0.0, -0.0) == pi && pl_atan2(-0.0, -0.0) == -pi);
  CHECK(pl_atan2(0.0, -1) == pi && pl_atan2(-0.0, -1) == -pi);
  CHECK(pl_atan2(1, 0.0) == pi / 2 && pl_atan2(-1, -0.0) == -pi / 2);
  CHECK(pl_atan2(2, 2) == pi / 4 && pl_atan2(2, -2) == 3 * pi / 4 && pl_atan2(-2, -2) == -3 * pi / 4);
  CHECK(pl_atan2(INFINITY, 1) == pi / 2 && pl_atan2(1, -INFINITY) == pi && pl_atan2(-1, INFINITY) == 0);
  CHECK(isnan(pl_atan2(NAN, 1)) && isnan(pl_atan2(1, NAN)) && isnan(pl_atan2(NAN, 0)) && isnan(pl_atan2(0, NAN)));
  CHECK(isnan(pl_atan2(INFINITY, INFINITY)) && isnan(pl_atan2(-INFINITY, -INFINITY)));
}
