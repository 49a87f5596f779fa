// exchange.c: tests whose columns, or whose directions, were probably taken for each other.
//
// Columns. x: main control, a length, y: main observed channel, a force, as read. Exchanged they are a curve too, but not one of cloth:
//   shape   under a growing pull cloth grows stiffer: the share of the rectangle below the curve, A = int (y - y0) dx / ((x1 - x0) (y1 - y0)), is
//           below 1/2; exchanged it is 1 - A. Not asked of shear, where friction comes first and A may be anything.
//   loop    friction takes work: at one x, y is larger on the way out than on the way back. Exchanged it is smaller.
//   steps   machines drive the clamp: x goes in equal steps, or at least less back and forth than y. Exchanged y does.
//   size    a strain beyond 150 %.
// Of a disc, x may be a pressure and y a height. A cap flattens in height over pressure, from the plate (A = 1/2) to the membrane (3/4); exchanged it is
// 1/2 to 1/4. Rubber and metal that yield bend upwards too, but only at the end: A is asked of the first half of the pressures as well.
// One of them may be true of a film that yields, of a machine that drives the force, of a rubber band. Two are doubted, one of them loop or steps,
// and a wide loop alone: no body gives work in every cycle. Shape and steps are those of the first way out: later cycles go back and forth anyway.
//
// Directions. Warp and weft that were exchanged look like another cloth: only names tell. A test whose name or file says weft, pulled along warp.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "measure/table/format.h"
#include "measure/direction.h"
#include "measure/doubt/level.h"
#include "measure/doubt/say_curves.h"

// Share of the rectangle of a line, 1/2, and what a zero that is wrong by 5 % of the force (curve.c, ZERO_SHARE) adds to it.
#define CONCAVE 0.525
// Share of the rectangle of a height over its pressure: midway between a plate, 1/2, and a membrane whose columns are exchanged, 1/4.
#define STEEPENING 0.375
#define LOOP 0.005       // mean of back minus out, of the largest force: error of a load cell of class 0.5 (ISO 7500-1)
#define LOOP_ALONE 0.03  // the same: a delay of 1 % of the way between the channels makes 2 %, a cell of class 1 another 1 %
#define LOOP_SURE 4.0    // standard errors of that mean, once per curve: Student's t of 38 degrees of freedom exceeds it in 1.4e-4
#define LOOP_WAY 0.2     // of the whole way: what comes back less was no way back
#define EQUAL 0.02       // median change of a step, of the median step: as controllers keep a rate
#define RESOLUTION 1e-3  // of a step, and of the whole way: tables of three digits
// Times less even, or more back and forth. Medians of twenty steps have errors of some 26 %, their ratio of 37 %: ln 3 is three standard errors.
#define LESS_EVEN 3.0
#define LARGE_STRAIN 1.5  // rubber and elastane alone go there
enum { N_GRID = 40, FEW_STEPS = 20, FEW_PRESSURES = 10 };

typedef struct signs {
  bool concave, backwards, driven, large;
  bool steepens;  // a height that rises faster and faster with the pressure
  double loop;    // mean of (out - back) over the largest force; 0: not known
} signs;

// Rows up to the largest |v|, both included.
static int rows_to_top(int n, const double *v) {
  int top = 0;
  for (int i = 1; i < n; i++)
    if (fabs(v[i]) > fabs(v[top])) top = i;
  return top + 1;
}

// Rows of the first way out, up to where x turns back by more than LOOP_WAY of the whole way. A quantity that was not driven goes a little
// back and forth.
static int rows_out(int n, const double *x) {
  double whole = 0;
  int far = 0;
  for (int i = 1; i < n; i++) whole = fmax(whole, fabs(x[i] - x[0]));
  for (int i = 1; i < n && fabs(x[i] - x[0]) > fabs(x[far] - x[0]) - LOOP_WAY * whole; i++)
    if (fabs(x[i] - x[0]) > fabs(x[far] - x[0])) far = i;
  return far + 1;
}

// A of these rows; 0 where there is no rectangle.
static double area_share(int n, const double *x, const double *y) {
  double area = 0, whole = (x[n - 1] - x[0]) * (y[n - 1] - y[0]);
  for (int i = 1; i < n; i++) area += (0.5 * (y[i - 1] + y[i]) - y[0]) * (x[i] - x[i - 1]);
  return whole > 0 ? area / whole : 0;
}

// Mean of y out minus y back, and its standard error. It is taken over the x that the first ways out and back both pass.
static bool loop_of(const pl_test *test, const double *x, const double *y, double *mean, double *error) {
  int out = 0, back, n = 0;
  while (out < test->n_raw && test->raw_branch[out] == PL_BRANCH_LOAD) out++;
  for (back = out; back < test->n_raw && test->raw_branch[back] == PL_BRANCH_UNLOAD;) back++;
  if (out < 5 || back - out < 5) return false;
  double low = fmax(fmin(x[0], x[out - 1]), fmin(x[out], x[back - 1])), high = fmin(fmax(x[0], x[out - 1]), fmax(x[out], x[back - 1]));
  double sum = 0, square = 0;
  if (high - low < LOOP_WAY * fabs(x[out - 1] - x[0])) return false;
  for (int k = 1; k < N_GRID; k++) {
    double at = low + (high - low) * k / N_GRID, p, q;
    if (!pl__curve_at(out, x, y, at, &p) || !pl__curve_at(back - out, x + out, y + out, at, &q)) continue;
    double sense = at < 0 ? -1 : 1;
    sum += sense * (p - q), square += (p - q) * (p - q), n++;
  }
  if (n < N_GRID / 2) return false;
  *mean = sum / n;
  *error = sqrt(fmax(square / n - *mean * *mean, 0) / n);
  return true;
}

// Way made against the whole way, of the whole way.
static double back_and_forth(int n, const double *v) {
  double way = 0, whole = fabs(v[n - 1] - v[0]);
  for (int i = 1; i < n; i++) way += fabs(v[i] - v[i - 1]);
  return whole > 0 ? 0.5 * (way - whole) / whole : INFINITY;
}

// Median change of a step over the median step; room[n].
static double unevenness(int n, const double *v, double *room) {
  for (int i = 1; i < n; i++) room[i - 1] = fabs(v[i] - v[i - 1]);
  qsort(room, (size_t)n - 1, sizeof *room, pl_ascending);
  double step = room[(n - 1) / 2];
  for (int i = 2; i < n; i++) room[i - 2] = fabs(v[i] - 2 * v[i - 1] + v[i - 2]);
  qsort(room, (size_t)n - 2, sizeof *room, pl_ascending);
  return step > 0 ? room[(n - 2) / 2] / step : INFINITY;
}

// Was y driven and x the answer?
static bool is_driven(int n, const double *x, const double *y, double *room) {
  if (n < FEW_STEPS) return false;
  double of_x = unevenness(n, x, room), of_y = unevenness(n, y, room);
  if (of_y < EQUAL && of_x > LESS_EVEN * fmax(of_y, RESOLUTION)) return true;
  return back_and_forth(n, x) > LESS_EVEN * fmax(back_and_forth(n, y), RESOLUTION);
}

// Does the height y bend upwards over the pressure x, in the whole and in the first half?
static bool is_steepening(int n, const double *x, const double *y) {
  int half = 0;
  while (half < n && fabs(x[half]) <= 0.5 * fabs(x[n - 1])) half++;
  if (n < FEW_PRESSURES || half < 3) return false;  // exchanged, even steps of pressure leave few readings there
  double whole = area_share(n, x, y), first = area_share(half, x, y);
  return whole > 0 && whole < STEEPENING && first > 0 && first < STEEPENING;
}

static pl_status look(pl_context *ctx, const pl_protocol *protocol, const pl_test *test, signs *s) {
  const double *x = test->raw[test->control], *y = test->raw[test->observed];
  int n = test->n_raw, top = rows_to_top(rows_out(n, x), y);
  double full = fabs(y[rows_to_top(n, y) - 1]), mean, error;
  *s = (signs){0};
  if (pl_dim_equal(protocol->channel[test->control].dim, PL_DIM_PRESSURE) &&
      pl_dim_equal(protocol->channel[test->observed].dim, PL_DIM_LENGTH))
    s->steepens = is_steepening(top, x, y);
  if (!pl_channel_is_force(&protocol->channel[test->observed]) || !pl_dim_equal(protocol->channel[test->control].dim, PL_DIM_LENGTH) ||
      !(full > 0))
    return PL_OK;
  s->concave = test->control == 0 && top > 2 && area_share(top, x, y) > CONCAVE;
  if (loop_of(test, x, y, &mean, &error)) {
    s->loop = mean / full;
    s->backwards = mean < -LOOP * full && mean < -LOOP_SURE * error;
  }
  double *room = pl_alloc(ctx, (size_t)n, sizeof *room);
  if (!room) return PL_ERROR_MEMORY;
  s->driven = is_driven(top, x, y, room);
  pl_free(ctx, room);
  s->large = fabs(x[rows_to_top(n, x) - 1]) > LARGE_STRAIN * test->length;
  return PL_OK;
}

static bool is_exchanged(const signs *s) {
  if (s->steepens || (s->backwards && s->loop < -LOOP_ALONE)) return true;
  return (s->backwards || s->driven) && s->backwards + s->driven + s->concave + s->large > 1;
}

pl_status pl__suspect_columns(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test, bool *exchanged) {
  signs s;
  PL_TRY(look(pl_arena_context(list->arena), protocol, test, &s));
  *exchanged = is_exchanged(&s);
  if (!*exchanged) return PL_OK;
  const char *x = protocol->channel[test->control].name, *y = protocol->channel[test->observed].name;
  char text[500], remedy[500], part[4][120] = {"", "", "", ""}, column[2][160];
  int n = 0;
  if (s.steepens) snprintf(part[n++], sizeof part[0], "it rises faster and faster with the %s, and a cap grows stiffer", x);
  if (s.concave) snprintf(part[n++], sizeof part[0], "it grows softer and cloth grows stiffer");
  if (s.backwards) snprintf(part[n++], sizeof part[0], "the %s is larger on the way back than on the way out", y);
  if (s.driven) snprintf(part[n++], sizeof part[0], "the %s goes in more even steps than the %s", y, x);
  if (s.large) snprintf(part[n++], sizeof part[0], "the largest strain is above %g %%", 100 * LARGE_STRAIN);
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_EXCHANGED), y, x);
  for (int i = 0; i < n; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s", i == 0 ? "" : i == n - 1 ? ", and " : ", ", part[i]);
  }
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_EXCHANGED_DO), pl_path_name(test->file),
           pl__suspect_column(&test->channel[test->observed], column[0]), pl__suspect_column(&test->channel[test->control], column[1]));
  if (!s.backwards && !s.steepens) {
    size_t used = strlen(remedy);
    snprintf(remedy + used, sizeof remedy - used, "; leave them if the machine drove the force");
  }
  return pl__suspect(list, test->name, PL_DOUBT_COLUMNS, PL_NAMED(SAY_CURVE_EXCHANGED, text), PL_NAMED(SAY_CURVE_EXCHANGED_DO, remedy));
}

// ---- directions ----

enum { WARP = 1, WEFT = 2, BOTH = WARP + WEFT };

// Does the text start with this word of small letters, in whichever case?
static bool starts_with(const char *text, const char *word) {
  while (*word && tolower((unsigned char)*text) == (unsigned char)*word) text++, word++;
  return !*word;
}

// Is this word in the text, by itself and not as the name of a kind of cloth ("weft-knit")?
static bool has_word(const char *text, const char *word) {
  size_t n = strlen(word);
  for (const char *p = text; *p; p++) {
    if (!starts_with(p, word) || (p > text && isalpha((unsigned char)p[-1])) || isalpha((unsigned char)p[n])) continue;
    const char *next = p + n + strspn(p + n, " -_");
    if (!starts_with(next, "knit")) return true;
  }
  return false;
}

// The first of these names that is in the text; NULL: none.
static const char *named(const char *text, const char *const *names) {
  while (*names && !has_word(text, *names)) names++;
  return *names;
}

// WARP, WEFT, BOTH or 0: neither.
static int named_direction(const char *text) { return (named(text, pl__warp_names) ? WARP : 0) + (named(text, pl__weft_names) ? WEFT : 0); }

pl_status pl__suspect_directions(pl_suspicions *list, const pl_measurement *m) {
  static const char *const name[] = {"", "warp", "weft"};
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    const char *file = test->file ? pl_path_name(test->file) : "";
    int by_name = named_direction(test->name), by_file = named_direction(file);
    int is = fabs(cos(test->angle)) > cos(PL_DOUBT_ALONG) ? WARP : fabs(sin(test->angle)) > cos(PL_DOUBT_ALONG) ? WEFT : 0;
    char text[400];
    if (is == 0)
      continue;
    else if (by_name + is == BOTH)
      snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_NAME_DIRECTION), name[by_name], name[is]);
    else if (by_file + is == BOTH)
      snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_FILE_DIRECTION), file, name[is]);
    else
      continue;
    pl_sentence said = by_name + is == BOTH ? PL_NAMED(SAY_CURVE_NAME_DIRECTION, text) : PL_NAMED(SAY_CURVE_FILE_DIRECTION, text);
    PL_TRY(pl__suspect(list, test->name, PL_DOUBT_DIRECTIONS, said, PL_SAID(SAY_CURVE_DIRECTION_DO)));
  }
  return PL_OK;
}
