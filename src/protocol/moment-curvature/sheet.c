// sheet.c: B, 2HB and residual curvature as data sheets define them, from a loop of moment over curvature.
//
// A branch is a run of frames with one label on one side of zero, mirrored to positive curvature x and moment y. B pools the branches
// that load: sum of S_xy over sum of S_xx within [low, high]. Each is taken about its own mean, since friction separates the branches.
#include <math.h>

#include "protocol/moment-curvature/moment.h"

static const double KES_TOP = 250, KES_HIGH = 150;  // 1/m
static const double SPAN = 0.5;                     // of the window, that a branch must cover to count
enum { LEAST = 3 };                                 // readings of a slope

pl_moment_window pl_moment_window_of(double top) {
  double unit = top < KES_HIGH ? top / KES_TOP : 1;
  return (pl_moment_window){.low = 50 * unit, .high = KES_HIGH * unit, .at = 100 * unit, .top = fmax(top, KES_HIGH * unit)};
}

// Frames [first, end) of one branch; sign: the side of zero.
typedef struct run {
  int first, end;
  bool load;
  double sign;
  const double *x, *y;
} run;

static bool next_run(int n, const double *curvature, const double *moment, const int *branch, run *r) {
  int first = r->end;
  if (first >= n) return false;
  *r = (run){.first = first, .end = first + 1, .load = branch[first] == PL_BRANCH_LOAD, .x = curvature, .y = moment};
  while (r->end < n && branch[r->end] == branch[first]) r->end++;
  double sum = 0;
  for (int i = r->first; i < r->end; i++) sum += curvature[i];
  r->sign = sum < 0 ? -1 : 1;
  // a branch starts at the turning point, which is the last frame of the one before
  if (first > 0 && r->sign * curvature[first - 1] > 0) r->first--;
  return true;
}

typedef struct slope {
  int n;
  double xx, xy;
} slope;

static void add_slope(const run *r, const pl_moment_window *w, slope *out) {
  int n = 0;
  double mean[2] = {0, 0}, low = INFINITY, high = -INFINITY, xx = 0, xy = 0;
  for (int i = r->first; i < r->end; i++) {
    double x = r->sign * r->x[i];
    if (!(x >= w->low * (1 - 1e-9) && x <= w->high * (1 + 1e-9)) || isnan(r->y[i])) continue;
    n++, mean[0] += x, mean[1] += r->sign * r->y[i];
    low = fmin(low, x), high = fmax(high, x);
  }
  if (n < LEAST || high - low < SPAN * (w->high - w->low)) return;
  for (int i = r->first; i < r->end; i++) {
    double x = r->sign * r->x[i];
    if (!(x >= w->low * (1 - 1e-9) && x <= w->high * (1 + 1e-9)) || isnan(r->y[i])) continue;
    xx += (x - mean[0] / n) * (x - mean[0] / n), xy += (x - mean[0] / n) * (r->sign * r->y[i] - mean[1] / n);
  }
  out->n += n, out->xx += xx, out->xy += xy;
}

// The first crossing of a level along a branch, of `of` at which `at` is read; false: there is none.
static bool crossing(const run *r, const double *of, double level, const double *at, double *value) {
  for (int i = r->first; i + 1 < r->end; i++) {
    double a = r->sign * of[i] - level, b = r->sign * of[i + 1] - level;
    if (isnan(a + b) || a * b > 0 || a == b) continue;
    *value = r->sign * (at[i] + (at[i + 1] - at[i]) * a / (a - b));
    return true;
  }
  return false;
}

void pl_loop_values_of(int n, const double *curvature, const double *moment, const int *branch, const pl_moment_window *w,
                       pl_loop_values *out) {
  slope s[PL_FACES] = {{0}};
  double at[PL_FACES][2] = {{0}}, rest[PL_FACES] = {0}, value;
  int n_at[PL_FACES][2] = {{0}}, n_rest[PL_FACES] = {0};
  for (run r = {0}; next_run(n, curvature, moment, branch, &r);) {
    int face = r.sign < 0 ? PL_FACE_INWARD : PL_FACE_OUTWARD;
    if (r.load) add_slope(&r, w, &s[face]);
    if (crossing(&r, curvature, w->at, moment, &value)) at[face][!r.load] += value, n_at[face][!r.load]++;
    if (!r.load && crossing(&r, moment, 0, curvature, &value) && value > 0) rest[face] += value, n_rest[face]++;
  }
  for (int f = 0; f < PL_FACES; f++) {
    out->rigidity[f] = s[f].n > 0 ? s[f].xy / s[f].xx : NAN;
    out->hysteresis[f] = n_at[f][0] && n_at[f][1] ? at[f][0] / n_at[f][0] - at[f][1] / n_at[f][1] : NAN;
    out->residual[f] = n_rest[f] ? rest[f] / n_rest[f] : NAN;
  }
}
