// test_derivative.c: the check accepts right derivatives, and finds each kind of wrong one.
#include "test.h"

#include "conformance/derivative.h"

typedef enum fault { NO_FAULT, GRADIENT_FAULT, SMALL_GRADIENT_FAULT, HESSIAN_FAULT, ASYMMETRIC, OFFSET } fault;

// f = exp(x0) sin(x1) + x2^4 + x0 x2, in three variables.
static void smooth(void *user, const double *x, double *value, double *gradient, double *hessian) {
  fault kind = *(const fault *)user;
  double e = exp(x[0]), s = sin(x[1]), c = cos(x[1]);
  if (value != NULL) *value = e * s + x[2] * x[2] * x[2] * x[2] + x[0] * x[2] + (kind == OFFSET ? 1e6 : 0);
  if (gradient != NULL) {
    gradient[0] = e * s + x[2];
    gradient[1] = e * c * (kind == GRADIENT_FAULT ? 1.01 : kind == SMALL_GRADIENT_FAULT ? 1 + 1e-4 : 1);
    gradient[2] = 4 * x[2] * x[2] * x[2] + x[0];
  }
  if (hessian != NULL) {
    double h[9] = {e * s, e * c, 1, e * c, -e * s, 0, 1, 0, 12 * x[2] * x[2]};
    if (kind == HESSIAN_FAULT) h[8] *= 1.01;
    if (kind == ASYMMETRIC) h[1] += 0.1;
    memcpy(hessian, h, sizeof h);
  }
}

static derivative_check run(fault kind) {
  const double x[3] = {0.3, 0.7, -0.5};
  return check_derivatives(smooth, &kind, 3, x, 0.1, true, 1);
}

TEST(derivative_accepts_right_ones) {
  derivative_check r = run(NO_FAULT);
  CHECK(r.gradient_ok && r.hessian_ok && !r.gradient_exact && !r.hessian_exact);
  CHECK_NEAR(r.gradient_slope, 2, 0.05);
  CHECK_NEAR(r.hessian_slope, 3, 0.05);
  CHECK_LESS(r.gradient_error, 1e-8);
  CHECK_LESS(r.hessian_error, 1e-8);
  CHECK_NEAR(r.asymmetry, 0, 0);
}

TEST(derivative_accepts_any_seed) {
  fault kind = NO_FAULT;
  for (unsigned seed = 0; seed < 100; seed++) {
    double x[3] = {0.04 * seed - 2, 0.3 * seed, 0.05 * seed - 1};
    derivative_check r = check_derivatives(smooth, &kind, 3, x, 0.1, true, seed);
    if (!r.gradient_ok || !r.hessian_ok)
      test_fail(__FILE__, __LINE__, "seed %u: slopes %g %g, errors %g %g", seed, r.gradient_slope, r.hessian_slope, r.gradient_error,
                r.hessian_error);
  }
}

TEST(derivative_finds_a_wrong_gradient) {
  derivative_check r = run(GRADIENT_FAULT);
  CHECK(!r.gradient_ok);
  CHECK_NEAR(r.gradient_slope, 1, 0.1);
  CHECK(r.gradient_entry == 1);
  CHECK_LESS(1e-3, r.gradient_error);
  r = run(SMALL_GRADIENT_FAULT);
  CHECK(!r.gradient_ok && r.gradient_entry == 1);
  CHECK_LESS(r.gradient_slope, 1.5);
}

TEST(derivative_finds_a_wrong_hessian) {
  derivative_check r = run(HESSIAN_FAULT);
  CHECK(r.gradient_ok && !r.hessian_ok);
  CHECK_LESS(r.hessian_slope, 2.6);
  CHECK(r.hessian_row == 2 && r.hessian_column == 2);
  r = run(ASYMMETRIC);
  CHECK(!r.hessian_ok);
  CHECK_LESS(0.01, r.asymmetry);
  CHECK(r.hessian_row == 0 && r.hessian_column == 1);
}

TEST(derivative_stands_a_large_offset) {
  // With f near 1e6 only ten digits are left for the changes.
  derivative_check r = run(OFFSET);
  CHECK(r.gradient_ok);
  CHECK_LESS(1.8, r.gradient_slope);
}

// f = 3 x0 - x1 + (x0^2 + 4 x0 x1) * degree
static void low_degree(void *user, const double *x, double *value, double *gradient, double *hessian) {
  double q = *(const double *)user;
  if (value != NULL) *value = 3 * x[0] - x[1] + q * (x[0] * x[0] + 4 * x[0] * x[1]);
  if (gradient != NULL) gradient[0] = 3 + q * (2 * x[0] + 4 * x[1]), gradient[1] = -1 + q * 4 * x[0];
  if (hessian != NULL) hessian[0] = 2 * q, hessian[1] = hessian[2] = 4 * q, hessian[3] = 0;
}

TEST(derivative_exact_polynomials) {
  double x[2] = {0.2, -0.4}, q = 0;
  derivative_check r = check_derivatives(low_degree, &q, 2, x, 1, true, 5);
  CHECK(r.gradient_exact && r.hessian_exact && r.gradient_ok && r.hessian_ok);
  q = 1;
  r = check_derivatives(low_degree, &q, 2, x, 1, true, 5);
  CHECK(!r.gradient_exact && r.hessian_exact && r.gradient_ok && r.hessian_ok);
  CHECK_NEAR(r.gradient_slope, 2, 0.01);
}

TEST(derivative_at_a_minimum) {
  // Value, gradient and odd derivatives vanish: the rest state of every strain.
  double x[2] = {0, 0}, q = 1;
  derivative_check r = check_derivatives(low_degree, &q, 2, x, 1e-3, true, 2);
  CHECK(r.gradient_ok && r.hessian_ok);
}

static void even(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)user;
  if (value != NULL) *value = 1 - cos(x[0]);
  if (gradient != NULL) gradient[0] = sin(x[0]);
  if (hessian != NULL) hessian[0] = cos(x[0]);
}

static void zero(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)user;
  (void)x;
  if (value != NULL) *value = 0;
  if (gradient != NULL) gradient[0] = 0;
  if (hessian != NULL) hessian[0] = 0;
}

static void invalid(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)user;
  (void)x;
  if (value != NULL) *value = NAN;
  if (gradient != NULL) gradient[0] = NAN;
  if (hessian != NULL) hessian[0] = NAN;
}

TEST(derivative_singular_functions) {
  double x = 0;
  derivative_check r = check_derivatives(even, NULL, 1, &x, 0.1, true, 2);
  CHECK(r.gradient_ok && r.hessian_ok);
  CHECK_LESS(3.8, r.hessian_slope);  // the third derivative vanishes here
  r = check_derivatives(zero, NULL, 1, &x, 0.1, true, 2);
  CHECK(r.gradient_ok && r.hessian_ok && r.gradient_exact);
  r = check_derivatives(invalid, NULL, 1, &x, 0.1, true, 2);
  CHECK(!r.gradient_ok && !r.hessian_ok);
}

static void many(void *user, const double *x, double *value, double *gradient, double *hessian) {
  int n = *(const int *)user;
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  if (value != NULL) *value = sqrt(1 + sum);
  for (int i = 0; i < n; i++) {
    if (gradient != NULL) gradient[i] = x[i] / sqrt(1 + sum);
    for (int j = 0; j < n && hessian != NULL; j++) hessian[i * n + j] = ((i == j) - x[i] * x[j] / (1 + sum)) / sqrt(1 + sum);
  }
}

TEST(derivative_sixty_four_variables) {
  double x[64];
  int n = 64;
  for (int i = 0; i < n; i++) x[i] = sin(i);
  derivative_check r = check_derivatives(many, &n, n, x, 1, true, 2);
  CHECK(r.gradient_ok && r.hessian_ok);
  r = check_derivatives(many, &n, n, x, 1, false, 2);
  CHECK(r.gradient_ok);
}
