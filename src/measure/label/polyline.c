// polyline.c: see polyline.h.
#include "measure/label/polyline.h"

#include <math.h>

static double distance(const double *a, const double *b) { return hypot(a[0] - b[0], a[1] - b[1]); }

double pl__polyline_length(int n, const double *x, double shortest) {
  double sum = 0;
  for (int i = 1, from = 0; i < n; i++) {
    double step = distance(x + 2 * i, x + 2 * from);
    if (step < shortest && i + 1 < n) continue;
    sum += step;
    from = i;
  }
  return sum;
}

// Signed distance of p from the line through a and b.
static double across(const double *a, const double *b, const double *p) {
  return ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / distance(a, b);
}

// True if the segments from p and from q cross by more than depth.
static bool steps_cross(const double *p, const double *q, double depth) {
  for (int k = 0; k < 2; k++)
    if (fmax(p[k], p[k + 2]) < fmin(q[k], q[k + 2]) || fmin(p[k], p[k + 2]) > fmax(q[k], q[k + 2])) return false;
  double c = across(p, p + 2, q), d = across(p, p + 2, q + 2), a = across(q, q + 2, p), b = across(q, q + 2, p + 2);
  return a * b < 0 && c * d < 0 && fmax(fmax(fabs(a), fabs(b)), fmax(fabs(c), fabs(d))) > depth;
}

bool pl__polyline_crossing(int n, const double *x, double loop, double depth, int *first, int *second) {
  for (int i = 0; i + 1 < n; i++) {
    double between = 0;
    for (int j = i + 2; j + 1 < n; j++) {
      between += distance(x + 2 * j, x + 2 * j - 2);
      if (between <= loop || !steps_cross(x + 2 * i, x + 2 * j, depth)) continue;
      *first = i;
      *second = j;
      return true;
    }
  }
  return false;
}
