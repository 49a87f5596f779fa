#include "math/bspline.h"

#include <string.h>

#include <pliant/extend.h>

// Knot i of the clamped knot vector, i in [0, n_brk + 2 degree).
static double clamped_knot(int degree, int n_brk, const double *brk, int i) {
  int k = i - degree;
  return brk[k < 0 ? 0 : k >= n_brk ? n_brk - 1 : k];
}

// out += (slope * x + constant) * in, polynomials with n and n + 1 coefficients.
static void add_times_linear(int n, const double *in, double slope, double constant, double *out) {
  for (int c = 0; c < n; c++) {
    out[c] += constant * in[c];
    out[c + 1] += slope * in[c];
  }
}

// Cox-de Boor on coefficients instead of values. With u the knots and k = i + p the knot below the span,
//   N_{k-d+r,d} = (s - u_{k-d+r}) / (u_{k+r} - u_{k-d+r}) N_{k-d+r,d-1} + (u_{k+r+1} - s) / (u_{k+r+1} - u_{k-d+r+1}) N_{k-d+r+1,d-1}.
void pl_bspline_piece(int degree, int n_brk, const double *brk, int i, double origin, double *coef) {
  PL_ASSERT(degree >= 0 && degree <= PL_BSPLINE_MAX_DEGREE && i >= 0 && i < n_brk - 1);
  enum { N = PL_BSPLINE_MAX_DEGREE + 1 };
  double old[N][N] = {{1}}, next[N][N];
  int k = i + degree;
  for (int d = 1; d <= degree; d++) {
    memset(next, 0, sizeof next);
    for (int r = 0; r <= d; r++) {
      if (r > 0) {
        double lo = clamped_knot(degree, n_brk, brk, k - d + r), hi = clamped_knot(degree, n_brk, brk, k + r);
        add_times_linear(d, old[r - 1], 1 / (hi - lo), (origin - lo) / (hi - lo), next[r]);
      }
      if (r < d) {
        double lo = clamped_knot(degree, n_brk, brk, k - d + r + 1), hi = clamped_knot(degree, n_brk, brk, k + r + 1);
        add_times_linear(d, old[r], -1 / (hi - lo), (hi - origin) / (hi - lo), next[r]);
      }
    }
    memcpy(old, next, sizeof old);
  }
  for (int r = 0; r <= degree; r++) memcpy(coef + r * (degree + 1), old[r], (size_t)(degree + 1) * sizeof(double));
}

double pl_bspline_greville(int degree, int n_brk, const double *brk, int j) {
  if (degree == 0) return 0.5 * (brk[j] + brk[j + 1]);
  double sum = 0;
  for (int r = 1; r <= degree; r++) sum += clamped_knot(degree, n_brk, brk, j + r);
  return sum / degree;
}
