// rates.c: see rates.h.
//
// A cubic in the strain smooths the stress of a test, over the part of the first loading that all tests reach. The
// mean of the cubic over the upper two thirds of that part is y_s. Slack and the toe of a curve are left out with the lower third.
#include "estimate/rate/rates.h"

#include <math.h>
#include <string.h>

#include "estimate/optimise/linear_fit.h"
#include "estimate/problem/nominal.h"
#include "math/student.h"

static const double FROM = 0.2, UP_FROM = 0.35;            // of the common strain: fitted, and compared
static const double SCATTER = 0.05, REPEATABILITY = 0.02;  // prior standard deviations: between specimens, and of one specimen
static const double PRIOR_FREEDOM = 3;
static const double CHANCE = 0.01;    // of a false alarm
static const double SMALLEST = 0.03;  // a smaller change of stress is within the accuracy of sizes and load cells
static const double LEAST_DROP = 0.01, DROP_SIGMAS = 4;
enum { CUBIC = 4, LEAST_ROWS = 6, GRID = 21 };

// ---- the level of a curve ----

static bool has_curve(const pl_test *test) {
  if (test->control < 0 || test->observed < 0 || !(test->length > 0) || !(test->width > 0)) return false;
  const pl_channel *control = &test->channel[test->control], *observed = &test->channel[test->observed];
  return control->row && observed->row && control->value && observed->value && pl_channel_width(observed) == 1 &&
         pl_channel_width(control) == 1;
}

// The frames as they were read, in the order of measurement, where that is known.
typedef struct loading {
  int n;                // rows up to the largest strain
  const double *x, *y;  // control and observed value
  double rest, unit;    // |x - rest| / unit is the strain
  double top;           // largest strain
} loading;

static loading loading_of(const pl_test *test) {
  bool raw = test->n_raw > 0 && test->raw[test->control] && test->raw[test->observed];
  loading l = {.x = raw ? test->raw[test->control] : test->channel[test->control].value,
               .y = raw ? test->raw[test->observed] : test->channel[test->observed].value,
               .rest = test->channel[test->control].row->rest,
               .unit = test->length};
  int n = raw ? test->n_raw : test->n_frame;
  for (int i = 0; i < n; i++) {
    double strain = fabs(l.x[i] - l.rest) / l.unit;
    if (!(strain > l.top)) continue;
    l.top = strain;
    l.n = i + 1;
  }
  return l;
}

// Logarithm of the mean stress over the compared strains, by a cubic through the rows; NAN: too few rows, or no tension.
static pl_status level_of(pl_arena *arena, const pl_test *test, double top, double *level) {
  loading l = loading_of(test);
  double *matrix = pl_arena_alloc(arena, (size_t)l.n * CUBIC + 1, sizeof *matrix);
  double *target = pl_arena_alloc(arena, (size_t)l.n + 1, sizeof *target);
  double lower[CUBIC], upper[CUBIC], c[CUBIC], objective, sum = 0;
  int n = 0;
  *level = NAN;
  if (!matrix || !target) return PL_ERROR_MEMORY;
  for (int i = 0; i < l.n; i++) {
    double x = fabs(l.x[i] - l.rest) / l.unit / top;
    if (!(x >= FROM && x <= 1)) continue;
    for (int j = 0; j < CUBIC; j++) matrix[n * CUBIC + j] = pow(x, j);
    target[n++] = fabs(l.y[i]) / (test->width * test->strips);
  }
  if (n < LEAST_ROWS) return PL_OK;
  for (int j = 0; j < CUBIC; j++) lower[j] = -INFINITY, upper[j] = INFINITY;
  PL_TRY(pl_linear_fit(pl_arena_context(arena), &(pl_linear_problem){CUBIC, n, target, matrix}, lower, upper, c, &objective));
  for (int g = 0; g < GRID; g++) {
    double x = UP_FROM + (1 - UP_FROM) * g / (GRID - 1);
    sum += c[0] + x * (c[1] + x * (c[2] + x * c[3]));
  }
  *level = sum > 0 ? log(sum / GRID) : NAN;
  return PL_OK;
}

// ---- modes ----

typedef struct point {
  double speed, level;  // ln v, ln y
  int specimen;
} point;

static bool same_specimen(const pl_test *a, const pl_test *b) {
  return a == b || (a->specimen && b->specimen && strcmp(a->specimen, b->specimen) == 0);
}

// The line through the points with one mean per specimen, or one for all.
typedef struct line {
  double slope, square;  // b, and sum of squares of ln v from its means
  double left;           // sum of squares of the residuals
  double freedom;
} line;

static line fit_line(int n, const point *p, bool paired) {
  line l = {0};
  double product = 0;
  int n_mean = 0;
  for (int pass = 0; pass < 2; pass++) {
    n_mean = 0;
    for (int i = 0; i < n; i++) {
      double speed = 0, level = 0;
      int count = 0, first = i;
      for (int k = 0; k < n; k++) {
        if (paired && p[k].specimen != p[i].specimen) continue;
        if (k < first) first = k;
        speed += p[k].speed;
        level += p[k].level;
        count++;
      }
      n_mean += first == i;
      double dv = p[i].speed - speed / count, dy = p[i].level - level / count;
      if (pass == 0) {
        l.square += dv * dv;
        product += dv * dy;
      } else {
        l.left += pow(dy - l.slope * dv, 2);
      }
    }
    if (pass == 0) l.slope = l.square > 0 ? product / l.square : 0;
  }
  l.freedom = n - n_mean - 1;
  return l;
}

static bool has_pairs(int n, const point *p) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      if (p[i].specimen == p[k].specimen && fabs(p[i].speed - p[k].speed) > log(PL_SAME_SPEED)) return true;
  return false;
}

static int count_speeds(int n, const point *p) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    bool before = false;
    for (int k = 0; k < i; k++) before = before || fabs(p[i].speed - p[k].speed) <= log(PL_SAME_SPEED);
    count += !before;
  }
  return count;
}

static void judge_mode(int n, const point *p, pl_rate_mode *mode) {
  double slow = INFINITY, fast = -INFINITY;
  for (int i = 0; i < n; i++) slow = fmin(slow, p[i].speed), fast = fmax(fast, p[i].speed);
  mode->n_test = n;
  mode->n_speed = count_speeds(n, p);
  mode->slow = exp(slow);
  mode->fast = exp(fast);
  mode->paired = has_pairs(n, p);
  line l = fit_line(n, p, mode->paired);
  double prior = mode->paired ? REPEATABILITY : SCATTER, freedom = PRIOR_FREEDOM + fmax(l.freedom, 0);
  mode->scatter = sqrt((PRIOR_FREEDOM * prior * prior + l.left) / freedom);
  mode->sigma = l.square > 0 ? mode->scatter / sqrt(l.square) * (fast - slow) : INFINITY;
  mode->ratio = exp(l.slope * (fast - slow));
  mode->chance = pl_student_tails(fabs(log(mode->ratio)) / mode->sigma, freedom);
  mode->noticed = mode->chance < CHANCE && fabs(mode->ratio - 1) > SMALLEST;
}

static pl_status find_mode(pl_arena *arena, int n, const pl_given_test *given, int first, bool *seen, pl_rates *out) {
  point *p = pl_arena_alloc(arena, (size_t)n, sizeof *p);
  double top = INFINITY;
  int count = 0;
  if (!p) return PL_ERROR_MEMORY;
  for (int pass = 0; pass < 2; pass++)
    for (int i = first; i < n; i++) {
      const pl_test *test = given[i].test;
      if (!pl_tests_of_mode(given[first].test, test) || !has_curve(test) || !(test->speed > 0)) continue;
      seen[i] = true;
      if (pass == 0) top = fmin(top, loading_of(test).top);
      if (pass == 0) continue;
      int own = first;
      while (!same_specimen(given[own].test, test) || !pl_tests_of_mode(given[first].test, given[own].test)) own++;
      PL_TRY(level_of(arena, test, top, &p[count].level));
      p[count].speed = log(test->speed);
      p[count].specimen = own;
      count += isfinite(p[count].level);
    }
  if (count < 2 || count_speeds(count, p) < 2) return PL_OK;
  pl_rate_mode *mode = &out->mode[out->n_mode++];
  *mode = (pl_rate_mode){.test = given[first].test};
  judge_mode(count, p, mode);
  out->noticed = out->noticed || mode->noticed;
  return PL_OK;
}

// ---- relaxation ----

// Loss of stress while the specimen is held: first against last readings of the rest. Noise is that of neighbouring rows.
static void find_hold(const pl_test *test, pl_rates *out) {
  if (!(test->hold > 0) || !test->raw_time || !has_curve(test) || !test->raw[test->observed]) return;
  const double *y = test->raw[test->observed], *time = test->raw_time;
  loading l = loading_of(test);
  double begin = INFINITY;
  int first = -1, end = 0;
  for (int i = 0; i < test->n_raw; i++) {
    if (fabs(fabs(l.x[i] - l.rest) / l.unit - l.top) > 0.02 * l.top) continue;  // held at another strain, or moving
    if (first < 0) first = i, begin = time[i];
    end = i + 1;
  }
  int n = end - first, last = n / 5 > 1 ? n / 5 : 1;
  if (first < 0 || n < LEAST_ROWS) return;
  double high = 0, low = 0, noise = 0;
  for (int i = first; i < end; i++) high = fmax(high, fabs(y[i]));
  for (int i = end - last; i < end; i++) low += fabs(y[i]) / last;
  for (int i = end - n / 2 + 1; i < end; i++) noise += pow(y[i] - y[i - 1], 2) / 2 / (n / 2 - 1);
  pl_rate_hold *hold = &out->hold[out->n_hold++];
  *hold = (pl_rate_hold){.test = test, .duration = time[end - 1] - begin, .drop = 1 - low / high, .sigma = sqrt(noise) / high};
  hold->noticed = hold->drop > fmax(LEAST_DROP, DROP_SIGMAS * hold->sigma);
  out->noticed = out->noticed || hold->noticed;
}

pl_status pl_rates_find(pl_arena *arena, int n, const pl_given_test *given, pl_rates *out) {
  bool *seen = pl_arena_alloc(arena, (size_t)n + 1, sizeof *seen);
  *out = (pl_rates){.mode = pl_arena_alloc(arena, (size_t)n + 1, sizeof *out->mode),
                    .hold = pl_arena_alloc(arena, (size_t)n + 1, sizeof *out->hold)};
  if (!seen || !out->mode || !out->hold) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) {
    if (!seen[i]) PL_TRY(find_mode(arena, n, given, i, seen, out));
    find_hold(given[i].test, out);
  }
  return PL_OK;
}
