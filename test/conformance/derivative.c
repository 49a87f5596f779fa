// derivative.c: Taylor remainders over a step sweep, and central differences entry by entry.
//
// Along a random unit direction d with slope g.d and curvature d.H d,
//   R1(h) = |f(x+hd) - f(x) - h g.d|  ~ h^2,    R2(h) = |f(x+hd) - f(x) - h g.d - h^2/2 d.H d|  ~ h^3,
// until the difference f(x+hd) - f(x) falls below the round-off of f. That level is measured by fourth differences over steps so small that
// a smooth f contributes nothing (More and Wild 2011). The slope is fitted over the smallest h well above it, where a wrong derivative
// shows a lower power of h. In one direction the next term of the series may cancel the leading one at just those steps. The median over
// several directions is robust against that, while a wrong derivative is wrong in all of them.
#include "conformance/derivative.h"
#include "base/rng.h"

#include <pliant/extend.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_N = 64, N_STEP = 25, N_WINDOW = 4, N_DIRECTION = 5, N_NOISE_STEP = 8 };

static const double above_noise = 100;  // a remainder counts when it is this many times the noise
static const double slope_tolerance = 0.15;
static const double entry_tolerance = 1e-5;

typedef struct check {
  derivative_function function;
  void *user;
  int n;
  const double *x;
  double scale;
  double value, gradient[MAX_N];
  double hessian[MAX_N * MAX_N];
} check;

static double value_at(const check *c, const double *d, double h) {
  double y[MAX_N], value = NAN;
  for (int i = 0; i < c->n; i++) y[i] = c->x[i] + h * d[i];
  c->function(c->user, y, &value, NULL, NULL);
  return value;
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void random_direction(pl_rng *rng, int n, double *d) {
  double norm;
  do {
    for (int i = 0; i < n; i++) d[i] = pl_rng_normal(rng);
    norm = sqrt(dot(n, d, d));
  } while (norm < 1e-3);
  for (int i = 0; i < n; i++) d[i] /= norm;
}

// Slope of log R over log h through the last N_WINDOW usable steps; INFINITY when at most one is usable (the remainder vanishes).
static double fit_slope(const double remainder[N_STEP], const double noise[N_STEP]) {
  double log_r[N_STEP];
  int step[N_STEP], n = 0;
  for (int k = 0; k < N_STEP; k++) {
    if (!isfinite(remainder[k]) || remainder[k] <= above_noise * noise[k]) continue;
    step[n] = k;
    log_r[n++] = log2(remainder[k]);
  }
  if (n < 2) return INFINITY;
  int first = n > N_WINDOW ? n - N_WINDOW : 0;
  double mean_k = 0, mean_r = 0, kk = 0, kr = 0;
  for (int i = first; i < n; i++) mean_k += step[i], mean_r += log_r[i];
  mean_k /= n - first, mean_r /= n - first;
  for (int i = first; i < n; i++) {
    kk += (step[i] - mean_k) * (step[i] - mean_k);
    kr += (step[i] - mean_k) * (log_r[i] - mean_r);
  }
  return -kr / kk;  // h = scale 2^-k
}

// Round-off of f around x + hd: the root mean square of three fourth differences, whose weights 1 4 6 4 1 amplify it by sqrt(70).
static double noise_at(const check *c, const double *d, double h) {
  double f[7], sum = 0;
  for (int i = 0; i < 7; i++) f[i] = value_at(c, d, h * (1 + ldexp(i - 3, -12)));
  for (int i = 0; i < 3; i++) {
    double difference = f[i] - 4 * f[i + 1] + 6 * f[i + 2] - 4 * f[i + 3] + f[i + 4];
    sum += difference * difference / (3 * 70);
  }
  return isfinite(sum) ? sqrt(sum) : 0;
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double value[N_DIRECTION]) {
  qsort(value, N_DIRECTION, sizeof *value, compare_numbers);
  return value[N_DIRECTION / 2];
}

// Slopes along one direction; *spread gets |f(x + scale d) - f(x)| / scale, the size of gradients around x.
static void sweep(const check *c, const double *d, bool with_hessian, double *slope1, double *slope2, double *spread) {
  double linear = dot(c->n, c->gradient, d), quadratic = 0;
  for (int i = 0; i < c->n && with_hessian; i++) quadratic += d[i] * dot(c->n, &c->hessian[i * c->n], d);

  double r1[N_STEP], r2[N_STEP], noise[N_STEP], level = DBL_MIN;
  *spread = 0;
  for (int k = 0; k < N_STEP; k++) {
    double h = ldexp(c->scale, -k), f = value_at(c, d, h), difference = f - c->value;
    if (k == 0 && isfinite(f)) *spread = fabs(difference) / h;
    r1[k] = fabs(difference - h * linear);
    r2[k] = fabs(difference - h * linear - 0.5 * h * h * quadratic);
    // Round-off found at a larger step also applies to smaller ones, where it may be hidden because it is equal in all terms.
    if (k < N_NOISE_STEP) level = fmax(level, noise_at(c, d, h));
    noise[k] = fmax(level, DBL_EPSILON * (fabs(f) + fabs(c->value) + fabs(h * linear) + fabs(0.5 * h * h * quadratic)));
  }
  *slope1 = fit_slope(r1, noise);
  *slope2 = with_hessian ? fit_slope(r2, noise) : INFINITY;
}

// The largest entry error of the gradient, and of the Hessian by differences of gradients.
static void check_entries(const check *c, bool with_hessian, double spread, derivative_check *result) {
  int n = c->n;
  double h = ldexp(c->scale, -14);
  double y[MAX_N], plus[MAX_N], minus[MAX_N], difference[MAX_N];
  memcpy(y, c->x, (size_t)n * sizeof *y);
  double gradient_scale = spread, hessian_scale = 0, hessian_error = 0;
  for (int i = 0; i < n; i++) gradient_scale = fmax(gradient_scale, fabs(c->gradient[i]));
  for (int i = 0; i < n; i++) {
    double f_plus = NAN, f_minus = NAN;
    y[i] = c->x[i] + h;
    double top = y[i];
    c->function(c->user, y, &f_plus, with_hessian ? plus : NULL, NULL);
    y[i] = c->x[i] - h;
    double width = top - y[i];  // as rounded
    c->function(c->user, y, &f_minus, with_hessian ? minus : NULL, NULL);
    y[i] = c->x[i];
    difference[i] = (f_plus - f_minus) / width;
    gradient_scale = fmax(gradient_scale, fabs(difference[i]));
    for (int j = 0; j < n && with_hessian; j++) {
      double entry = (plus[j] - minus[j]) / width, error = fabs(c->hessian[i * n + j] - entry);
      hessian_scale = fmax(hessian_scale, fmax(fabs(entry), fabs(c->hessian[i * n + j])));
      result->asymmetry = fmax(result->asymmetry, fabs(c->hessian[i * n + j] - c->hessian[j * n + i]));
      if (error <= hessian_error) continue;  // false for NaN
      hessian_error = isnan(error) ? INFINITY : error;
      result->hessian_row = i, result->hessian_column = j;
    }
  }
  for (int i = 0; i < n; i++) {
    double error = fabs(c->gradient[i] - difference[i]) / (gradient_scale > 0 ? gradient_scale : 1);
    if (error <= result->gradient_error) continue;
    result->gradient_error = isnan(error) ? INFINITY : error;
    result->gradient_entry = i;
  }
  // Where f is flat to second order the Hessian is compared with the size of gradients nearby instead.
  hessian_scale = fmax(hessian_scale, spread / c->scale);
  if (!(hessian_scale > 0)) hessian_scale = 1;
  result->hessian_error = hessian_error / hessian_scale;
  result->asymmetry /= hessian_scale;
}

derivative_check check_derivatives(derivative_function function, void *user, int n, const double *x, double scale, bool with_hessian,
                                   unsigned seed) {
  PL_ASSERT(n > 0 && n <= MAX_N && scale > 0);
  derivative_check result = {.gradient_slope = INFINITY, .hessian_slope = INFINITY};
  check c = {.function = function, .user = user, .n = n, .x = x, .scale = scale, .value = NAN};
  function(user, x, &c.value, c.gradient, with_hessian ? c.hessian : NULL);

  pl_rng rng;
  pl_rng_init(&rng, seed);
  double spread = 0, slope1[N_DIRECTION], slope2[N_DIRECTION];
  for (int i = 0; i < N_DIRECTION; i++) {
    double d[MAX_N], s;
    random_direction(&rng, n, d);
    sweep(&c, d, with_hessian, &slope1[i], &slope2[i], &s);
    spread = fmax(spread, s);
  }
  result.gradient_slope = median(slope1);
  result.hessian_slope = median(slope2);
  check_entries(&c, with_hessian, spread, &result);
  result.gradient_exact = isinf(result.gradient_slope);
  result.hessian_exact = with_hessian && isinf(result.hessian_slope);
  // A steeper slope is no fault: the next term of the series vanishes, as for even functions.
  bool sane = isfinite(c.value);
  result.gradient_ok = sane && result.gradient_slope >= 2 - slope_tolerance && result.gradient_error < entry_tolerance;
  result.hessian_ok = sane && with_hessian && result.hessian_slope >= 3 - slope_tolerance && result.hessian_error < entry_tolerance;
  return result;
}
