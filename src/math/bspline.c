#include "math/bspline.h"

#include <string.h>

#include <pliant/extend.h>

double pl_bspline_knot(int degree, int n_brk, const double *brk, int i) {
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
        double lo = pl_bspline_knot(degree, n_brk, brk, k - d + r), hi = pl_bspline_knot(degree, n_brk, brk, k + r);
        add_times_linear(d, old[r - 1], 1 / (hi - lo), (origin - lo) / (hi - lo), next[r]);
      }
      if (r < d) {
        double lo = pl_bspline_knot(degree, n_brk, brk, k - d + r + 1), hi = pl_bspline_knot(degree, n_brk, brk, k + r + 1);
        add_times_linear(d, old[r], -1 / (hi - lo), (hi - origin) / (hi - lo), next[r]);
      }
    }
    memcpy(old, next, sizeof old);
  }
  for (int r = 0; r <= degree; r++) memcpy(coef + r * (degree + 1), old[r], (size_t)(degree + 1) * sizeof(double));
}

// The span that holds s; the last one is closed.
static int find_span(int n_brk, const double *brk, double s) {
  int i = 0;
  while (i < n_brk - 2 && s >= brk[i + 1]) i++;
  return i;
}

double pl_bspline_value(int degree, int n_brk, const double *brk, const double *control, double s) {
  PL_ASSERT(degree >= 0 && degree <= PL_BSPLINE_MAX_DEGREE);
  int i = find_span(n_brk, brk, s), k = i + degree;
  double d[PL_BSPLINE_MAX_DEGREE + 1];
  memcpy(d, control + i, (size_t)(degree + 1) * sizeof(double));
  for (int r = 1; r <= degree; r++)
    for (int j = degree; j >= r; j--) {
      double lo = pl_bspline_knot(degree, n_brk, brk, j + k - degree), hi = pl_bspline_knot(degree, n_brk, brk, j + 1 + k - r);
      double w = (s - lo) / (hi - lo);
      d[j] = (1 - w) * d[j - 1] + w * d[j];
    }
  return d[degree];
}

double pl_bspline_greville(int degree, int n_brk, const double *brk, int j) {
  if (degree == 0) return 0.5 * (brk[j] + brk[j + 1]);
  double sum = 0;
  for (int r = 1; r <= degree; r++) sum += pl_bspline_knot(degree, n_brk, brk, j + r);
  return sum / degree;
}

void pl_bspline_insert(int degree, int n_brk, const double *brk, const double *control, double s, double *new_brk, double *new_control) {
  int i = find_span(n_brk, brk, s), k = i + degree, n_control = n_brk - 1 + degree;
  PL_ASSERT(s > brk[i] && s < brk[i + 1]);
  for (int j = 0; j <= n_control; j++) {
    double w;  // share of the old control value j
    if (j <= k - degree) {
      w = 1;
    } else if (j > k) {
      w = 0;
    } else {
      double lo = pl_bspline_knot(degree, n_brk, brk, j), hi = pl_bspline_knot(degree, n_brk, brk, j + degree);
      w = (s - lo) / (hi - lo);
    }
    // The ends are treated separately, so that no control value outside the array is read.
    new_control[j] = w == 1 ? control[j] : w == 0 ? control[j - 1] : (1 - w) * control[j - 1] + w * control[j];
  }
  memcpy(new_brk, brk, (size_t)(i + 1) * sizeof(double));
  new_brk[i + 1] = s;
  memcpy(new_brk + i + 2, brk + i + 1, (size_t)(n_brk - i - 1) * sizeof(double));
}
