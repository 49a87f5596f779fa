// derivative.h: checks a derivative by Taylor remainders over a step sweep, and locates errors by entrywise central differences.
//
// For f with gradient g at x and direction d:  R0(h) = |f(x+hd) - f(x)| = O(h),  R1(h) = |f(x+hd) - f(x) - h g.d| = O(h^2),
// with Hessian R2(h) = O(h^3). The slope of log R over log h is measured where round-off does not yet matter.
#ifndef CONFORMANCE_DERIVATIVE_H
#define CONFORMANCE_DERIVATIVE_H

#include <stdbool.h>

// Value, gradient (n) and Hessian (n x n, row-major) at x; any output may be NULL.
typedef void (*derivative_function)(void *user, const double *x, double *value, double *gradient, double *hessian);

typedef struct derivative_check {
  double gradient_slope;               // expected 2, median over directions (infinite when the remainder vanishes: then `exact` is set)
  double hessian_slope;                // expected 3
  bool gradient_exact, hessian_exact;  // remainder at round-off level for every step: a polynomial of low degree
  double gradient_error;               // largest |g - central difference| / scale, entrywise
  int gradient_entry;                  // its index
  double hessian_error;                // the same for the Hessian, by central differences of the gradient
  int hessian_row, hessian_column;
  double asymmetry;              // largest |H - H^T| / scale
  bool gradient_ok, hessian_ok;  // slope at least the expected - 0.15, or exact, and entry errors below 1e-5
} derivative_check;

// n <= 64. Random directions from a seed, steps h = scale * 2^-k. `with_hessian` false checks the gradient only.
derivative_check check_derivatives(derivative_function function, void *user, int n, const double *x, double scale, bool with_hessian,
                                   unsigned seed);

#endif
