// doubt.c: loops and data sheets that can be read but are probably not what was meant.
//
//   curvature   5 to 5000 1/m: radii from 0.2 mm, a sharp fold of thin cloth, to 200 mm, where a moment is hardly measurable. KES loops have
//               250 1/m. Finds 1/cm read as 1/m (2.5) and the reverse (25 000).
//   rigidity    1e-7 to 0.1 N m. Below, a tester of 0.1 mN cannot measure it; 0.1 N m has a sheet of epoxy and glass of 0.4 mm. A unit 1000
//               times wrong is found, of sheets above 1e-4 N m if too large, below if too small.
//   2HB / B     0 to 500 1/m: beyond, half of the moment at 250 1/m would be friction.
// Comparisons within a loop: its end, its zero, its sense, its cycles. Shares are of the largest moment. Noise of usual testers is 1 % of it.
// A fifth, or a tenth for the zero, is far beyond that.
#include <math.h>

#include "protocol/moment-curvature/moment_part.h"
#include "protocol/moment-curvature/say_doubts.h"

#define FLATTEST 5.0        // 1/m, a radius of 200 mm: a moment is hardly measurable
#define SHARPEST 5000.0     // 1/m, a radius of 0.2 mm: a sharp fold of thin cloth
#define SOFTEST 1e-7        // N m: below, a tester of 0.1 mN cannot measure it
#define STIFFEST 0.1        // N m: 0.4 mm of epoxy and glass
#define ALL_FRICTION 500.0  // 1/m, 2HB over B: half of the moment at 250 1/m would be friction
#define OPEN_SHARE 0.1      // of the largest curvature
#define ZERO_SHARE 0.1      // of the largest moment
#define REVERSED_SHARE 0.1  // of the moment where the loop is read
#define DRIFT_SHARE 0.2

static bool is_loop(const pl_test *test) { return !pl_moment_of(test)->sheet && test->channel[PL_MOMENT_MOMENT].value; }

static double top_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return is_loop(test) ? pl__moment_top(test) : NAN;
}

static int farthest(const pl_test *test) {
  const double *curvature = test->channel[PL_MOMENT_CURVATURE].value;
  int far = 0;
  for (int f = 1; f < test->n_frame; f++)
    if (fabs(curvature[f]) > fabs(curvature[far])) far = f;
  return far;
}

static double rigidity_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  if (!is_loop(test)) return test->channel[PL_MOMENT_RIGIDITY].value ? test->channel[PL_MOMENT_RIGIDITY].value[0] : NAN;
  int far = farthest(test);
  return fabs(test->channel[PL_MOMENT_MOMENT].value[far] / test->channel[PL_MOMENT_CURVATURE].value[far]);
}

static double ratio_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  if (is_loop(test) || !test->channel[PL_MOMENT_HYSTERESIS].value) return NAN;
  return test->channel[PL_MOMENT_HYSTERESIS].value[0] / test->channel[PL_MOMENT_RIGIDITY].value[0];
}

const pl_doubt_range pl__moment_ranges[] = {
    {{SAY_MOMENT_CURVATURE}, {SAY_MOMENT_CURVATURE_DO}, PL_DOUBT_SIZES, {0, -1, 0, 0}, FLATTEST, SHARPEST, top_of},
    {{SAY_MOMENT_RIGIDITY}, {SAY_MOMENT_RIGIDITY_DO}, PL_DOUBT_SIZES, {1, 2, -2, 0}, SOFTEST, STIFFEST, rigidity_of},
    {{SAY_MOMENT_HYSTERESIS}, {SAY_MOMENT_HYSTERESIS_DO}, PL_DOUBT_SIZES, {0, -1, 0, 0}, 0, ALL_FRICTION, ratio_of},
    PL_DOUBT_RANGES_END};

// ---- one loop ----

typedef struct loop {
  pl_suspicions *list;
  const pl_test *test;
  int n;
  const double *x, *y;
  double top, largest;  // |curvature|, |moment|
} loop;

static pl_status not_closed(const loop *l) {
  char text[64];
  if (fabs(l->x[0]) > OPEN_SHARE * l->top || fabs(l->x[l->n - 1]) <= OPEN_SHARE * l->top) return PL_OK;
  bool unloads = false;
  for (int i = 0; i < l->n; i++) unloads = unloads || l->test->branch[i] == PL_BRANCH_UNLOAD;
  if (!unloads) return PL_OK;  // a single branch
  return pl__doubt(l->list, l->test->name, PL_DOUBT_ADVICE, PL_SAID(SAY_MOMENT_OPEN_DO), SAY_MOMENT_OPEN,
                   pl__suspect_number(l->x[l->n - 1], PL_DIM_CURVATURE, text));
}

// Moments where the curvature passes zero, on the way back from either side: friction of both signs, whose mean is zero.
static pl_status off_zero(const loop *l) {
  double sum[2] = {0, 0};
  int n[2] = {0, 0};
  for (int i = 0; i + 1 < l->n; i++) {
    if (l->x[i] == l->x[i + 1] || l->x[i] * l->x[i + 1] > 0 || l->x[i] == 0) continue;
    int from = l->x[i] < 0;
    sum[from] += l->y[i] + (l->y[i + 1] - l->y[i]) * l->x[i] / (l->x[i] - l->x[i + 1]);
    n[from]++;
  }
  if (n[0] == 0 || n[1] == 0) return PL_OK;
  double middle = 0.5 * (sum[0] / n[0] + sum[1] / n[1]);
  char text[64];
  if (fabs(middle) <= ZERO_SHARE * l->largest) return PL_OK;
  return pl__doubt(l->list, l->test->name, PL_DOUBT_READINGS, PL_SAID(SAY_MOMENT_ZERO_DO), SAY_MOMENT_ZERO,
                   pl__suspect_number(middle, PL_DIM_FORCE, text), 100 * fabs(middle) / l->largest);
}

static pl_status reversed(const loop *l) {
  pl_moment_window window = pl_moment_window_of(l->top);
  pl_loop_values v;
  pl_loop_values_of(l->n, l->x, l->y, l->test->branch, &window, &v);
  char text[64];
  for (int f = 0; f < PL_FACES; f++)
    if (v.hysteresis[f] < -REVERSED_SHARE * l->largest * window.at / l->top)
      return pl__doubt(l->list, l->test->name, PL_DOUBT_READINGS, PL_SAID(SAY_MOMENT_REVERSED_DO), SAY_MOMENT_REVERSED,
                       pl__suspect_number(-v.hysteresis[f], PL_DIM_FORCE, text));
  return PL_OK;
}

// Moments at which loading passes the curvature of the sheet, to the outer face: those of the second and the last cycle. The first begins
// without friction.
static pl_status drift(const loop *l) {
  pl_moment_window window = pl_moment_window_of(l->top);
  double second = NAN, last = NAN;
  int n = 0;
  for (int i = 0; i + 1 < l->n; i++) {
    if (!(l->x[i] < window.at && l->x[i + 1] >= window.at)) continue;
    last = l->y[i] + (l->y[i + 1] - l->y[i]) * (window.at - l->x[i]) / (l->x[i + 1] - l->x[i]);
    if (++n == 2) second = last;
  }
  if (n < 3 || fabs(last - second) <= DRIFT_SHARE * fabs(second)) return PL_OK;
  return pl__doubt(l->list, l->test->name, PL_DOUBT_READINGS, PL_SAID(SAY_MOMENT_DRIFT_DO), SAY_MOMENT_DRIFT, 100 * last / second);
}

pl_status pl__moment_doubt(pl_suspicions *list, const pl_measurement *m) {
  static pl_status (*const rules[])(const loop *) = {not_closed, off_zero, reversed, drift};
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    if (!is_loop(test) || !test->branch || test->branch[0] == PL_BRANCH_AVERAGE) continue;
    loop l = {list,
              test,
              test->n_frame,
              test->channel[PL_MOMENT_CURVATURE].value,
              test->channel[PL_MOMENT_MOMENT].value,
              .top = pl__moment_top(test)};
    for (int i = 0; i < l.n; i++) l.largest = fmax(l.largest, fabs(l.y[i]));
    for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++) PL_TRY(rules[k](&l));
  }
  return PL_OK;
}
