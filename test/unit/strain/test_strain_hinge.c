// The hinge beyond the common checklist (test/conformance): angles up to a full fold, slender and collapsed triangles, independent lanes.
#include <string.h>

#include "conformance/derivative.h"
#include "base/rng.h"
#include "strain/strain.h"
#include "test.h"

enum { DOF = 12 };

// Edge along x of length `edge`, feet of the heights at a2 and a3 (shares of the edge), heights h2 and h3. Folded by theta (rad). Lengths
// in m.
typedef struct shape {
  double edge, a2, h2, a3, h3, theta;
} shape;

static const shape regular = {0.01, 0.5, 0.0087, 0.5, 0.0087, 0}, skew = {0.02, -0.7, 0.005, 1.9, 0.013, 0},
                   slender = {0.01, 0.3, 2e-5, 0.6, 0.01, 0}, needle = {1e-4, 0.5, 0.02, 12, 0.01, 0};

static void place(const shape *s, double *x) {
  double flat[DOF] = {0, 0, 0, s->edge, 0, 0, s->a2 * s->edge, s->h2, 0, s->a3 * s->edge, -s->h3 * cos(s->theta), -s->h3 * sin(s->theta)};
  memcpy(x, flat, sizeof flat);
}

// Turned and shifted, so that no coordinate is special.
static void turn(double *x) {
  double a = 0.7, b = -1.1;
  for (int v = 0; v < 4; v++) {
    double *y = x + 3 * v, p = cos(a) * y[0] - sin(a) * y[1], q = sin(a) * y[0] + cos(a) * y[1], r = y[2];
    y[0] = p + 0.03;
    y[1] = cos(b) * q - sin(b) * r - 0.02;
    y[2] = sin(b) * q + cos(b) * r + 0.01;
  }
}

// theta, gradient and Hessian of one hinge: all lanes alike, rest factor 1.
static void angle(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)user;
  const pl_strain *hinge = pl_strain_find("hinge");
  pl_lanes rest[1], at[DOF], s[1], ds[DOF], t[1], h[DOF * DOF];
  PL_FOR_LANES(l) rest[0][l] = t[0][l] = 1;
  for (int i = 0; i < DOF; i++) PL_FOR_LANES(l) at[i][l] = x[i];
  hinge->eval((const pl_lanes *)rest, (const pl_lanes *)at, s, gradient ? ds : NULL);
  if (value) *value = s[0][6];
  for (int i = 0; gradient && i < DOF; i++) gradient[i] = ds[i][9];
  if (!hessian) return;
  memset(h, 0, sizeof h);
  hinge->add_hess((const pl_lanes *)rest, (const pl_lanes *)at, (const pl_lanes *)t, PL_HESS_EXACT, h);
  for (int i = 0; i < DOF * DOF; i++) hessian[i] = h[i][14];
}

static const double fold[] = {0, 1e-12, -1e-12, 1e-6, -0.01, 0.5, -1.2, 1.5707963267948966, 2.2, -2.9, 3.1, -3.1};
enum { N_FOLD = sizeof fold / sizeof fold[0] };

TEST(hinge_angle_of_a_known_fold) {
  const shape *shapes[] = {&regular, &skew, &slender, &needle};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < N_FOLD; k++) {
      shape s = *shapes[i];
      double x[DOF], value;
      s.theta = fold[k];
      place(&s, x);
      angle(NULL, x, &value, NULL, NULL);
      CHECK_CLOSE(value, fold[k], 1e-15);
      turn(x);
      angle(NULL, x, &value, NULL, NULL);
      CHECK_NEAR(value, fold[k], 1e-12 * (i == 2 ? 1000 : 1));  // the turned coordinates are rounded: 1e-17 m on a height of 2e-5 m
    }
}

static void check_slopes(const shape *shapes, double scale, const char *name) {
  for (int k = 0; k < N_FOLD; k++) {
    shape s = *shapes;
    double x[DOF];
    s.theta = fold[k];
    place(&s, x);
    turn(x);
    derivative_check check = check_derivatives(angle, NULL, DOF, x, scale, true, 11);
    if (!check.gradient_ok || !check.hessian_ok)
      test_fail(__FILE__, __LINE__, "%s folded by %g: slopes %.2f %.2f, errors %.2e (entry %d) %.2e (%d, %d)", name, s.theta,
                check.gradient_slope, check.hessian_slope, check.gradient_error, check.gradient_entry, check.hessian_error,
                check.hessian_row, check.hessian_column);
    CHECK_LESS(check.asymmetry, 1e-14);
  }
}

TEST(hinge_slopes_at_all_folds) {
  check_slopes(&regular, 1e-4, "regular");
  check_slopes(&skew, 1e-4, "skew");
}
TEST(hinge_slopes_of_slender_triangles) {
  check_slopes(&slender, 2e-7, "slender");
  check_slopes(&needle, 1e-6, "needle");
}

// x3 moved by z out of the plane of a flat hinge, at the distance y = h3 from the edge, turns it by theta = -atan(z/y).
TEST(hinge_closed_form_of_second_derivatives) {
  double h3 = 0.013;
  for (int k = -4; k <= 4; k++) {
    double z = 0.006 * k, r2 = h3 * h3 + z * z, x[DOF], value, g[DOF], h[DOF * DOF];
    shape s = {0.02, 0.3, 0.008, 0.4, h3, 0};
    place(&s, x);
    x[11] = z;
    angle(NULL, x, &value, g, h);
    CHECK_NEAR(value, -atan2(z, h3), 1e-15);
    CHECK_CLOSE(g[11], -h3 / r2, 1e-14);                                      // d/dz
    CHECK_NEAR(g[10], -z / r2, 1e-14 / h3);                                   // by its second coordinate, -y
    CHECK_NEAR(h[11 * DOF + 11], 2 * h3 * z / (r2 * r2), 1e-14 / (h3 * h3));  // d2/dz2
    CHECK_NEAR(h[10 * DOF + 10], -2 * h3 * z / (r2 * r2), 1e-14 / (h3 * h3));
    CHECK_NEAR(h[11 * DOF + 10], (z * z - h3 * h3) / (r2 * r2), 1e-14 / (h3 * h3));
    CHECK(h[11 * DOF + 8] == 0 && h[8 * DOF + 11] == 0);  // opposite vertices do not see each other
  }
}

TEST(hinge_folded_flat_on_itself) {
  shape s = skew;
  double x[DOF], near[DOF], value, g[DOF], limit[DOF];
  place(&s, x);
  x[10] = -x[10];  // theta = pi exactly: its sign is a matter of signed zeros, its derivative is not
  angle(NULL, x, &value, g, NULL);
  CHECK_NEAR(fabs(value), 3.14159265358979323846, 1e-15);
  for (int side = -1; side <= 1; side += 2) {
    memcpy(near, x, sizeof near);
    near[11] = side * 1e-12;
    angle(NULL, near, &value, limit, NULL);
    CHECK_NEAR(value, -side * 3.14159265358979323846, 1e-9);
    for (int i = 0; i < DOF; i++) CHECK_NEAR(g[i], limit[i], 1e-6);
  }
}

TEST(hinge_collapsed_parts_stay_finite) {
  double base[DOF], x[DOF], value, g[DOF], h[DOF * DOF];
  shape s = regular;
  s.edge = 5;  // large numbers are the harder case
  s.theta = 0.4;
  place(&s, base);
  for (int kind = 0; kind < 5; kind++) {
    memcpy(x, base, sizeof x);
    if (kind == 0) x[7] = 0;                                            // x2 on the edge
    if (kind == 1) memcpy(x + 6, x, 3 * sizeof *x);                     // x2 on x0
    if (kind == 2) memcpy(x + 9, x + 3, 3 * sizeof *x);                 // x3 on x1
    if (kind == 3) memcpy(x + 3, x, 3 * sizeof *x);                     // no edge
    if (kind == 4) memcpy(x + 6, x, 3 * sizeof *x), x[10] = x[11] = 0;  // both triangles
    angle(NULL, x, &value, g, h);
    CHECK(isfinite(value) && fabs(value) < 3.15);
    for (int i = 0; i < DOF; i++) CHECK(isfinite(g[i]));
    for (int i = 0; i < DOF * DOF; i++) CHECK(isfinite(h[i]));
  }
}

// Sixteen different hinges in one block give what each gives alone, times rest and stress, on top of what h held.
TEST(hinge_lanes_are_independent) {
  const pl_strain *hinge = pl_strain_find("hinge");
  pl_rng rng;
  pl_rng_init(&rng, 21);
  static double x[PL_BLOCK][DOF];
  static pl_lanes rest[1], at[DOF], s[1], s_only[1], ds[DOF], t[1], h[DOF * DOF];
  PL_EACH_LANE(l) {
    shape one = {0.01 * (0.5 + pl_rng_uniform(&rng)), pl_rng_uniform(&rng),
                 0.01 * (0.1 + pl_rng_uniform(&rng)), pl_rng_normal(&rng),
                 0.01 * (0.1 + pl_rng_uniform(&rng)), 6.2 * (pl_rng_uniform(&rng) - 0.5)};
    place(&one, x[l]);
    turn(x[l]);
    rest[0][l] = 1 + l;
    t[0][l] = pl_rng_normal(&rng);
    for (int i = 0; i < DOF; i++) at[i][l] = x[l][i];
    for (int i = 0; i < DOF * DOF; i++) h[i][l] = i;
  }
  hinge->eval((const pl_lanes *)rest, (const pl_lanes *)at, s, ds);
  hinge->eval((const pl_lanes *)rest, (const pl_lanes *)at, s_only, NULL);
  hinge->add_hess((const pl_lanes *)rest, (const pl_lanes *)at, (const pl_lanes *)t, PL_HESS_EXACT, h);
  PL_EACH_LANE(l) {
    double value, g[DOF], hessian[DOF * DOF], size = 0;
    angle(NULL, x[l], &value, g, hessian);
    CHECK_CLOSE(s[0][l], rest[0][l] * value, 1e-15);
    CHECK(s_only[0][l] == s[0][l]);
    for (int i = 0; i < DOF; i++) size = fmax(size, fabs(g[i]));
    for (int i = 0; i < DOF; i++) CHECK_NEAR(ds[i][l], rest[0][l] * g[i], 1e-14 * rest[0][l] * size);
    for (int i = 0; i < DOF * DOF; i++) size = fmax(size, fabs(hessian[i]));
    for (int i = 0; i < DOF * DOF; i++)
      CHECK_NEAR(h[i][l], i + t[0][l] * rest[0][l] * hessian[i], 1e-14 * (i + fabs(t[0][l]) * rest[0][l] * size));
  }
}
