// curve.c: curves that can be read but are probably not what was meant.
//
// Of one test, on the rows as read (x: main control, y: main observed channel, a force):
//   few points, another strain column that disagrees, single points off the curve,
//   force at zero displacement, slack at the start, a break, a load cell at its limit.
// Of two tests: the same numbers twice; repetitions that do not agree. Curves that do not begin at zero: start.c.
#include "measure/table/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "measure/doubt/level.h"
#include "measure/doubt/say_curves.h"

// Zero of the force, of the largest force: a smaller one changes a stiffness by less than specimens of one cloth differ.
#define ZERO_SHARE 0.05
#define AT_ZERO 1e-3  // of the travel: resolution of a displacement transducer
// Part of the travel that "near zero" means: the force at zero is read or extrapolated from it.
#define NEAR_ZERO 0.05
// Displacement on both sides of zero, of the travel: friction is then cancelled by the two ways through zero.
#define BOTH_SIDES 0.1
// Slack: the slope over the first tenth of the travel, which shifts the strain by as much, against the mean slope. A cubic, the toe that straightening
// yarns have, still has a slope of SLACK_TRAVEL^2 there; half of it is no toe.
#define SLACK_TRAVEL 0.1
#define SLACK_SLOPE (SLACK_TRAVEL * SLACK_TRAVEL / 2)
// Pretension: midway between readings that include it (difference 0) and tared ones (difference 1).
#define TARED 0.5
// A spike is SPIKE_FACTOR robust standard deviations of at most 19 neighbours off, and SPIKE_ALONE times farther than any other point.
// False alarms, simulated on 20000 stiffening curves with noise of 2 %: none with normal noise, 0.13 % with Laplace's.
#define SPIKE_FACTOR 10.0
#define SPIKE_ALONE 2.0
#define SPIKE_SHARE 0.02  // of the range: one of fifty readings that is less off changes a stiffness by less than 0.1 %
// No elastic sheet loses half of its force while it is pulled further; machines detect a break the same way.
#define DROP_SHARE 0.5
#define SETTLING 0.2  // of the travel and of the largest force: smaller branches are those of a machine that settles
// A load cell at its limit repeats one number: within two counts of a converter of 16 bits.
#define LIMIT_COUNTS 3e-5
#define LIMIT_TRAVEL 0.02  // of the travel: the clamp must have moved, beyond the jitter of one that stands
#define LIMIT_LONGER 2     // times the longest other run of equal readings, which rounding makes
// Two specimens of one cloth: each scatters by some 7 %, their difference by sqrt(2) as much; three standard errors, 0.3 % of the pairs.
#define REPEAT_SHARE 0.3
#define SAME_SIZE 0.01   // of lengths, widths and other controls: as specimens are cut
#define SAME_ANGLE 0.02  // rad, one degree
enum { FEW_POINTS = 10, SPIKE_WINDOW = 10, LIMIT_RUN = 4, REPEAT_GRID = 20, MAX_SPIKES = 3 };

typedef struct view {
  pl_suspicions *list;
  const pl_protocol *protocol;
  const pl_test *test;
  const pl_csv *csv;
  int n;
  const double *x, *y;
  double travel, full;  // largest |x|, |y|
  double low, high;     // of x
  int first_end;        // end of the first branch
} view;

// ---- words ----

PL_PRINTF(5, 6) static pl_status report(const view *v, pl_doubt doubt, pl_sentence remedy, const char *id, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return pl__suspect(v->list, v->test->name, doubt, (pl_sentence){id, text}, remedy);
}

static const char *control_name(const view *v) { return v->protocol->channel[v->test->control].name; }
static const char *observed_name(const view *v) { return v->protocol->channel[v->test->observed].name; }
static pl_dim control_dim(const view *v) { return v->protocol->channel[v->test->control].dim; }
static pl_dim observed_dim(const view *v) { return v->protocol->channel[v->test->observed].dim; }
static bool both_sides(const view *v) { return v->low < -BOTH_SIDES * v->travel && v->high > BOTH_SIDES * v->travel; }

// ---- curves ----

bool pl__curve_at(int n, const double *x, const double *y, double at, double *mean) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] == at) {
      sum += y[i];
      count++;
    } else if (i + 1 < n && (x[i] - at) * (x[i + 1] - at) < 0) {
      sum += y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]);
      count++;
    }
  }
  if (count > 0) *mean = sum / count;
  return count > 0;
}

// y[i] minus the line through the points a and b; x NULL: along the rows.
static double off_line(const double *x, const double *y, int a, int i, int b) {
  double share = x && x[b] != x[a] ? (x[i] - x[a]) / (x[b] - x[a]) : (double)(i - a) / (b - a);
  if (!(share >= 0 && share <= 1)) share = (double)(i - a) / (b - a);
  return y[i] - (y[a] + share * (y[b] - y[a]));
}

// Robust standard deviation of points about the lines through their neighbours. It is taken over the window around i within [first, end),
// without i and its neighbours. Negative when there are too few points.
static double scatter_near(const double *x, const double *y, int first, int end, int i) {
  double off[2 * SPIKE_WINDOW + 1];
  int n = 0;
  for (int j = i - SPIKE_WINDOW; j <= i + SPIKE_WINDOW; j++) {
    if (j - 1 < first || j + 1 >= end || abs(j - i) <= 1) continue;
    off[n++] = fabs(off_line(x, y, j - 1, j, j + 1));
  }
  if (n < 4) return -1;
  qsort(off, (size_t)n, sizeof off[0], pl_ascending);
  return PL_DOUBT_MAD * (n % 2 ? off[n / 2] : (off[n / 2 - 1] + off[n / 2]) / 2);
}

// ---- one test: points ----

static pl_status few_points(const view *v) {
  if (v->n >= FEW_POINTS) return PL_OK;
  return report(v, PL_DOUBT_ADVICE, PL_SAID(SAY_CURVE_FEW_POINTS_DO), SAY_CURVE_FEW_POINTS, v->n);
}

// A point that lies off the curve, along x and along the rows, although its neighbours, without it, do not.
static bool is_spike(const double *x, const double *y, int first, int end, int i, double floor, double *off) {
  *off = off_line(x, y, i - 1, i, i + 1);
  double size = fmin(fabs(*off), fabs(off_line(NULL, y, i - 1, i, i + 1)));
  if (!(size > floor)) return false;
  double scatter = scatter_near(x, y, first, end, i);
  if (scatter < 0 || !(size > SPIKE_FACTOR * scatter)) return false;
  // A machine that stops and waits makes steps H, and the force overshoots by o: the point is H/2 + o off. Up to o = 3/2 H that is no spike.
  if (fabs(y[i + 1] - y[i - 1]) > 0.5 * size) return false;
  double left = fmax(fabs(off_line(x, y, i - 2, i - 1, i + 1)), fabs(off_line(x, y, i - 1, i + 1, i + 2)));
  return left < PL_DOUBT_EXPLAINED * size;
}

typedef struct spike {
  int n, worst;
  double off, floor;
  double common;  // largest distance from the line through the neighbours of what is no spike nor beside one
} spike;

static void find_spikes(const double *x, const double *y, int first, int end, spike *s) {
  int last = first - 2;  // last spike
  for (int i = first + 1; i + 1 < end; i++) {
    double off, next;
    if (i >= first + 2 && i + 2 < end && is_spike(x, y, first, end, i, s->floor, &off)) {
      s->n++;
      last = i;
      if (fabs(off) > fabs(s->off)) s->off = off, s->worst = i;
    } else if (i > last + 1 && !(i + 3 < end && is_spike(x, y, first, end, i + 1, s->floor, &next))) {
      s->common = fmax(s->common, fabs(off_line(x, y, i - 1, i, i + 1)));
    }
  }
}

// A few points that stand out; many, or others almost as far off, are the way this curve was measured.
static pl_status report_spikes(const view *v, int channel, const spike *s) {
  if (s->n == 0 || s->n > MAX_SPIKES || !(fabs(s->off) > SPIKE_ALONE * s->common)) return PL_OK;
  const pl_channel_row *row = &v->protocol->channel[channel];
  double value = v->test->raw[channel][s->worst];
  char is[64], expected[64], more[48] = "";
  if (s->n > 1) snprintf(more, sizeof more, "; %d more point%s like it", s->n - 1, s->n > 2 ? "s" : "");
  return report(v, PL_DOUBT_ROWS, PL_SAID(SAY_CURVE_SPIKE_DO), SAY_CURVE_SPIKE, v->csv->line[s->worst], pl_path_name(v->csv->file),
                row->name, pl__suspect_number(value, row->dim, is), pl__suspect_number(value - s->off, row->dim, expected), more);
}

static pl_status spikes_of_force(const view *v) {
  spike s = {.floor = SPIKE_SHARE * v->full};
  for (int first = 0, end; first < v->n; first = end) {
    end = first + 1;
    while (end < v->n && v->test->raw_branch[end] == v->test->raw_branch[first]) end++;
    find_spikes(v->x, v->y, first, end, &s);
  }
  return report_spikes(v, v->test->observed, &s);
}

// Along the rows: also a wrong displacement that looks like a turn of the clamp.
static pl_status spikes_of_control(const view *v) {
  spike s = {.floor = SPIKE_SHARE * (v->high - v->low)};
  find_spikes(NULL, v->x, 0, v->n, &s);
  return report_spikes(v, v->test->control, &s);
}

// ---- one test: strains ----

// The same name up to case, blanks, underscores and hyphens.
static bool same_name(const char *a, const char *b) {
  for (;;) {
    while (*a == ' ' || *a == '_' || *a == '-') a++;
    while (*b == ' ' || *b == '_' || *b == '-') b++;
    char p = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a, q = *b >= 'A' && *b <= 'Z' ? (char)(*b - 'A' + 'a') : *b;
    if (p != q) return false;
    if (!p) return true;
    a++, b++;
  }
}

// The only column that is by its name the strain of the main control; -1 when there is none, or several.
static int strain_column(const view *v) {
  const pl_channel_row *row = &v->protocol->channel[v->test->control];
  int found = -1;
  for (int f = 0; f < row->n_form; f++) {
    if (row->form[f].form != PL_FORM_STRAIN) continue;
    for (int c = 0; c < v->csv->n_column; c++) {
      for (int u = 0; row->form[f].usual[u]; u++) {
        if (!same_name(v->csv->column[c].name, row->form[f].usual[u])) continue;
        if (found >= 0 && found != c) return -1;
        found = c;
      }
    }
  }
  return found;
}

static pl_status strain_disagrees(const view *v) {
  int column = strain_column(v), near = 0, far = 0;
  if (column < 0) return PL_OK;
  const pl_csv_column *c = &v->csv->column[column];
  if (c->has_unit && !pl_dim_equal(c->unit.dim, PL_DIM_NONE)) return PL_OK;
  for (int i = 1; i < v->n; i++) {
    if (fabs(v->x[i]) < fabs(v->x[near])) near = i;
    if (fabs(v->x[i]) > fabs(v->x[far])) far = i;
  }
  double low, high, ours = fabs(v->x[far] - v->x[near]) / v->test->length;
  if (!pl__csv_cell_number(v->csv, near, column, &low) || !pl__csv_cell_number(v->csv, far, column, &high)) return PL_OK;
  double theirs = fabs(high - low);
  if (c->has_unit) theirs = pl_unit_si(c->unit, theirs);
  if (!(theirs > 0) || !(ours > 0)) return PL_OK;
  // without a unit it may be a ratio or percent
  if (!c->has_unit && fabs(theirs / 100 / ours - 1) < fabs(theirs / ours - 1)) theirs /= 100;
  if (fabs(theirs / ours - 1) <= PL_DOUBT_SHARE) return PL_OK;
  char a[64], b[64], length[64], other[64], remedy[200];
  pl__suspect_number(ours / theirs * v->test->length, PL_DIM_LENGTH, other);
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_STRAIN_DISAGREES_DO), other);
  return report(v, PL_DOUBT_SIZES, PL_NAMED(SAY_CURVE_STRAIN_DISAGREES_DO, remedy), SAY_CURVE_STRAIN_DISAGREES, control_name(v),
                pl__suspect_percent(ours, a), c->name, pl__suspect_percent(theirs, b),
                pl__suspect_number(v->test->length, PL_DIM_LENGTH, length));
}

// ---- one test: force ----

// Force at x = 0: both ways through zero cancel friction; else the start of the first branch, at zero or on a line to it.
static bool force_at_zero(const view *v, double *force) {
  if (both_sides(v)) return pl__curve_at(v->n, v->x, v->y, 0, force);
  double sum = 0, near = v->travel;
  int count = 0;
  for (int i = 0; i < v->first_end; i++) {
    near = fmin(near, fabs(v->x[i]));
    if (fabs(v->x[i]) > AT_ZERO * v->travel) continue;
    sum += v->y[i];
    count++;
  }
  if (count > 0) {
    *force = sum / count;
    return true;
  }
  if (near > NEAR_ZERO * v->travel) return false;
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < v->first_end; i++) {
    if (fabs(v->x[i]) > near + NEAR_ZERO * v->travel) continue;
    n++, sx += v->x[i], sy += v->y[i], sxx += v->x[i] * v->x[i], sxy += v->x[i] * v->y[i];
  }
  double determinant = n * sxx - sx * sx;
  if (n < 2 || !(determinant > 0)) return false;
  *force = (sy * sxx - sx * sxy) / determinant;
  return true;
}

// What noise makes of one reading there, N; 0: not known.
static double noise_at_start(const view *v) { return PL_DOUBT_SIGMAS * fmax(scatter_near(v->x, v->y, 0, v->n, 0), 0); }

static pl_status zero_force(const view *v) {
  double force;
  if (v->test->pretension > 0 || v->test->fit_offset || !force_at_zero(v, &force)) return PL_OK;
  if (!(fabs(force) > ZERO_SHARE * v->full) || !(fabs(force) > noise_at_start(v))) return PL_OK;
  char size[64], share[64], remedy[200];
  pl__suspect_number(force, observed_dim(v), size);
  bool pulled = force > 0 && v->test->control == 0 && v->protocol->files->curve->pretension;
  if (pulled)
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_ZERO_FORCE_DO), size);
  else
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_ZERO_FORCE_DO_2));
  return report(v, PL_DOUBT_ROWS, PL_NAMED(SAY_CURVE_ZERO_FORCE_DO, remedy), SAY_CURVE_ZERO_FORCE, observed_name(v), size, control_name(v),
                pl__suspect_percent(fabs(force) / v->full, share));
}

// A declared pretension must be in the readings: the machine may have set the force to zero along with the displacement.
static pl_status pretension_missing(const view *v) {
  double force;
  if (!(v->test->pretension > 0) || !force_at_zero(v, &force) ||
      fabs(force - v->test->pretension) < TARED * v->test->pretension + noise_at_start(v))
    return PL_OK;
  char size[64], declared[64];
  pl__suspect_number(force, observed_dim(v), size);
  pl__suspect_number(v->test->pretension, observed_dim(v), declared);
  return report(v, PL_DOUBT_ROWS, PL_SAID(SAY_CURVE_PRETENSION_DO), SAY_CURVE_PRETENSION, observed_name(v), size, control_name(v),
                declared);
}

// Largest slope, of the mean one, that a line through the first readings up to SLACK_TRAVEL may have by two standard errors; INFINITY: too few.
static double slope_at_start(const view *v) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (int i = 0; i < v->first_end && fabs(v->x[i]) <= SLACK_TRAVEL * v->travel; i++) {
    double x = fabs(v->x[i]) / v->travel, y = v->y[i] / v->full;
    n++, sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
  }
  double square = sxx - sx * sx / n;
  if (n < 4 || !(square > 0)) return INFINITY;
  double slope = (sxy - sx * sy / n) / square, left = fmax(syy - sy * sy / n - slope * slope * square, 0);
  return fabs(slope) + 2 * sqrt(left / (n - 2) / square);
}

static pl_status slack(const view *v) {
  if (v->protocol->files->curve->no_offset) return PL_OK;  // there is no slack to take up
  if (v->test->pretension > 0 || v->test->fit_offset || both_sides(v) || !(fabs(v->x[0]) < NEAR_ZERO * v->travel)) return PL_OK;
  if (!(slope_at_start(v) < SLACK_SLOPE)) return PL_OK;
  int end = 0;  // where the force is more than noise
  double mean = 0;
  for (; end < v->first_end && fabs(v->x[end]) <= SLACK_TRAVEL * v->travel; end++) mean += v->y[end];
  mean /= end;
  while (end < v->first_end && fabs(v->y[end] - mean) < SLACK_SLOPE * v->full) end++;
  if (end == v->first_end) return PL_OK;
  double reach = fabs(v->x[end - 1]);
  char at[64], share[64];
  return report(v, PL_DOUBT_ROWS, PL_SAID(SAY_CURVE_SLACK_DO), SAY_CURVE_SLACK, observed_name(v), control_name(v),
                pl__suspect_number(reach, control_dim(v), at), pl__suspect_percent(reach / v->travel, share));
}

static pl_status breaks(const view *v) {
  for (int first = 0, end; first < v->n; first = end) {
    end = first + 1;
    while (end < v->n && v->test->raw_branch[end] == v->test->raw_branch[first]) end++;
    if (v->test->raw_branch[first] != PL_BRANCH_LOAD || end - first < 5) continue;
    int top = first;
    double low = v->x[first], high = low;
    for (int i = first; i < end; i++) {
      low = fmin(low, v->x[i]);
      high = fmax(high, v->x[i]);
      if (fabs(v->y[i]) > fabs(v->y[top])) top = i;
    }
    double most = fabs(v->y[top]), sign = v->y[top] < 0 ? -1 : 1;
    if (high - low < SETTLING * v->travel || most < SETTLING * v->full || end - top < 3) continue;
    if (sign * v->y[end - 1] >= DROP_SHARE * most || sign * v->y[end - 2] >= DROP_SHARE * most) continue;
    char remedy[160], from[64], to[64], at[64];
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_BREAK_DO), v->csv->line[top + 1]);
    return report(v, PL_DOUBT_ROWS, PL_NAMED(SAY_CURVE_BREAK_DO, remedy), SAY_CURVE_BREAK, observed_name(v),
                  pl__suspect_number(v->y[top], observed_dim(v), from), pl__suspect_number(v->y[end - 1], observed_dim(v), to),
                  control_name(v), pl__suspect_number(v->x[top], control_dim(v), at));
  }
  return PL_OK;
}

// The longest run of readings that repeat the largest one, and of those that repeat another, while the clamp moves.
static pl_status at_limit(const view *v) {
  int longest = 0, other = 0;
  double from = 0;
  for (int i = 0, first; i < v->n;) {
    first = i;
    double low = v->x[i], high = low;
    for (; i < v->n && fabs(v->y[i] - v->y[first]) <= LIMIT_COUNTS * v->full; i++) {
      low = fmin(low, v->x[i]);
      high = fmax(high, v->x[i]);
    }
    bool top = fabs(v->y[first]) >= (1 - LIMIT_COUNTS) * v->full;
    if (!(high - low > LIMIT_TRAVEL * v->travel)) continue;
    if (!top && fabs(v->y[first]) > ZERO_SHARE * v->full) other = i - first > other ? i - first : other;
    if (top && i - first > longest) longest = i - first, from = v->x[first];
  }
  if (longest < LIMIT_RUN || longest <= LIMIT_LONGER * other) return PL_OK;
  char size[64], at[64];
  return report(v, PL_DOUBT_ROWS, PL_SAID(SAY_CURVE_AT_LIMIT_DO), SAY_CURVE_AT_LIMIT, observed_name(v),
                pl__suspect_number(v->full, observed_dim(v), size), longest, control_name(v), pl__suspect_number(from, control_dim(v), at));
}

pl_status pl__suspect_test(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test, const pl_csv *csv) {
  view v = {.list = list,
            .protocol = protocol,
            .test = test,
            .csv = csv,
            .n = test->n_raw,
            .x = test->raw[test->control],
            .y = test->raw[test->observed]};
  PL_ASSERT(v.n > 0 && v.n == csv->n_row && v.x && v.y);
  v.low = v.high = v.x[0];
  for (int i = 0; i < v.n; i++) {
    v.low = fmin(v.low, v.x[i]);
    v.high = fmax(v.high, v.x[i]);
    v.travel = fmax(v.travel, fabs(v.x[i]));
    v.full = fmax(v.full, fabs(v.y[i]));
  }
  while (v.first_end < v.n && test->raw_branch[v.first_end] == test->raw_branch[0]) v.first_end++;

  bool exchanged;  // then all the rest would be said of another curve
  PL_TRY(pl__suspect_columns(list, protocol, test, &exchanged));
  if (exchanged) return PL_OK;
  static pl_status (*const force_rules[])(const view *) = {spikes_of_force, zero_force, pretension_missing, slack, breaks, at_limit};
  PL_TRY(few_points(&v));
  PL_TRY(strain_disagrees(&v));
  PL_TRY(spikes_of_control(&v));
  if (!pl_channel_is_force(&protocol->channel[test->observed])) return PL_OK;
  for (size_t k = 0; k < sizeof force_rules / sizeof force_rules[0]; k++) PL_TRY(force_rules[k](&v));
  return pl__suspect_begin(list, protocol, test);
}

// ---- two tests ----

static bool same_numbers(const pl_protocol *protocol, const pl_test *a, const pl_test *b) {
  if (a->n_frame != b->n_frame) return false;
  for (int c = 0; c < protocol->n_channel; c++) {
    const double *x = a->channel[c].value, *y = b->channel[c].value;
    if (!x != !y || (x && memcmp(x, y, (size_t)a->n_frame * sizeof *x) != 0)) return false;
  }
  return true;
}

static bool near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b)); }

// Is one a repetition of the other? Tests whose zero is to be estimated cannot be compared.
static bool is_repetition(const pl_protocol *protocol, const pl_test *a, const pl_test *b) {
  if (a->control != b->control || a->observed != b->observed || a->fit_offset || b->fit_offset || a->branch[0] != b->branch[0])
    return false;
  if (!near(a->length, b->length, SAME_SIZE) || !near(a->width, b->width, SAME_SIZE) || fabs(a->angle - b->angle) > SAME_ANGLE)
    return false;
  for (int c = 0; c < protocol->n_channel; c++) {
    if (!protocol->channel[c].observed && !a->channel[c].value != !b->channel[c].value) return false;
  }
  return pl_channel_is_force(&protocol->channel[a->observed]);
}

static void range_of(const pl_test *test, double *low, double *high) {
  const double *x = test->channel[test->control].value;
  *low = *high = x[0];
  for (int i = 1; i < test->n_frame; i++) {
    *low = fmin(*low, x[i]);
    *high = fmax(*high, x[i]);
  }
}

static bool value_at(const pl_test *test, int channel, double at, double *value) {
  return pl__curve_at(test->n_frame, test->channel[test->control].value, test->channel[channel].value, at, value);
}

// Do the controls beside the main one go the same way?
static bool same_controls(const pl_protocol *protocol, const pl_test *a, const pl_test *b, double at) {
  for (int c = 0; c < protocol->n_channel; c++) {
    double p, q;
    if (protocol->channel[c].observed || c == a->control || !a->channel[c].value) continue;
    if (!value_at(a, c, at, &p) || !value_at(b, c, at, &q) || fabs(p - q) > SAME_SIZE * a->length) return false;
  }
  return true;
}

static pl_status disagree(pl_suspicions *list, const pl_protocol *protocol, const pl_test *a, const pl_test *b) {
  double low, high, low_b, high_b, full = 0, worst = 0, worst_at = 0;
  range_of(a, &low, &high);
  range_of(b, &low_b, &high_b);
  low = fmax(low, low_b);
  high = fmin(high, high_b);
  for (int k = 0; k <= REPEAT_GRID; k++) {
    double at = low + (high - low) * k / REPEAT_GRID, p, q;
    if (!(high > low) || !value_at(a, a->observed, at, &p) || !value_at(b, b->observed, at, &q) || !same_controls(protocol, a, b, at))
      continue;
    p /= a->strips;
    q /= b->strips;
    full = fmax(full, fmax(fabs(p), fabs(q)));
    if (fabs(p - q) > worst) worst = fabs(p - q), worst_at = at;
  }
  if (!(worst > REPEAT_SHARE * full)) return PL_OK;
  char share[64], at[64], text[400];
  const pl_channel_row *control = &protocol->channel[a->control];
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_REPETITION), protocol->channel[a->observed].name, pl__suspect_percent(worst / full, share),
           a->name, control->name, pl__suspect_number(worst_at, control->dim, at));
  return pl__suspect(list, b->name, PL_DOUBT_ROWS, PL_NAMED(SAY_CURVE_REPETITION, text), PL_SAID(SAY_CURVE_REPETITION_DO));
}

pl_status pl__suspect_pairs(pl_suspicions *list, const pl_measurement *m) {
  for (int t = 1; t < m->n_test; t++) {
    const pl_test *test = &m->test[t], *same = NULL, *repeated = NULL;
    for (const pl_test *other = m->test; other < test && !same; other++) {
      if (same_numbers(m->protocol, other, test)) same = other;
      if (!repeated && is_repetition(m->protocol, other, test)) repeated = other;
    }
    char text[200];
    if (same) {
      snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_TWICE), same->name);
      PL_TRY(pl__suspect(list, test->name, PL_DOUBT_ROWS, PL_NAMED(SAY_CURVE_TWICE, text), PL_SAID(SAY_CURVE_TWICE_DO)));
    } else if (repeated) {
      PL_TRY(disagree(list, m->protocol, repeated, test));
    }
  }
  return PL_OK;
}
