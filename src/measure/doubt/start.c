// start.c: where a curve begins: a displacement that was not set to zero, and a preload that the machine wrote above the table.
//
// The curve of a cloth goes through zero. Its local exponent p = x y'(x) / y(x), 1 for a line and 3 for a cubic, grows with the strain, or
// stays. A displacement that is d too large makes it x/(x - d) times larger, most at the start. The exponent there against p at the end
// tells an offset from a soft toe.
#include "measure/table/preamble.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/record.h"
#include "measure/doubt/level.h"
#include "measure/doubt/say_curves.h"

#define BEGIN_SHARE 0.05  // of the travel: of curves that begin before, the force at zero is asked (curve.c, NEAR_ZERO)
#define BEGIN_STEPS 2.5   // times the distance of two readings: up to two first rows that were left out are no offset
#define PART 0.1  // of the way from the first to the farthest reading, from which a slope is taken: the exponent hardly changes over it
#define LEAST_EXPONENT 2.0  // of the start: a straight curve has x/(x - d), so that d is at least half of the first displacement
#define MORE_EXPONENT 1.41  // of that at the end: midway between 1, no offset, and LEAST_EXPONENT, sqrt(2)
enum { LEAST_POINTS = 3 };  // of a slope

// ---- the displacement ----

// Readings of the first way out, from the start to the farthest one; both signs are turned so that x grows.
typedef struct way {
  int n;
  const double *x, *y;
  double sign_x, sign_y;
} way;

static double at_x(const way *w, int i) { return w->sign_x * w->x[i]; }
static double at_y(const way *w, int i) { return w->sign_y * w->y[i]; }

// The local exponent by a line through readings [first, end), at their mean; 0 when the force does not rise.
static double exponent(const way *w, int first, int end) {
  double n = end - first, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = first; i < end; i++) sx += at_x(w, i), sy += at_y(w, i), sxx += at_x(w, i) * at_x(w, i), sxy += at_x(w, i) * at_y(w, i);
  double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  if (!(slope > 0)) return 0;
  return sy > 0 ? slope * sx / sy : INFINITY;
}

static bool first_way(const pl_test *test, way *w) {
  int far = 0, observed_far = 0;
  *w = (way){.x = test->raw[test->control], .y = test->raw[test->observed]};
  double least = fabs(w->x[0]);
  for (int i = 0; i < test->n_raw; i++) {
    least = fmin(least, fabs(w->x[i]));
    if (w->x[i] * w->x[0] <= 0) return false;  // it passes zero
    if (test->raw_branch[i] == test->raw_branch[0] && i == w->n) w->n++;
  }
  for (int i = 0; i < w->n; i++) {
    if (fabs(w->x[i]) > fabs(w->x[far])) far = i;
    if (fabs(w->y[i]) > fabs(w->y[observed_far])) observed_far = i;
  }
  w->n = (far < observed_far ? far : observed_far) + 1;  // up to a break
  w->sign_x = w->x[0] < 0 ? -1 : 1;
  w->sign_y = w->y[observed_far] < 0 ? -1 : 1;
  // it begins where it is nearest to zero: later cycles do not come back farther
  return test->raw_branch[0] == PL_BRANCH_LOAD && least > (1 - PL_DOUBT_SHARE) * fabs(w->x[0]);
}

pl_status pl__suspect_begin(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test) {
  way w;
  if (test->pretension > 0 || test->fit_offset || !first_way(test, &w) || w.n < PL_MIN_FRAMES) return PL_OK;
  double begin = at_x(&w, 0), end = at_x(&w, w.n - 1);
  if (!(begin > BEGIN_SHARE * end) || !(begin > BEGIN_STEPS * (end - begin) / (w.n - 1))) return PL_OK;
  int first = 0, last = w.n - 1;
  while (first < w.n && (first < LEAST_POINTS || at_x(&w, first) < begin + PART * (end - begin))) first++;
  while (last >= 0 && (last > w.n - LEAST_POINTS - 1 || at_x(&w, last) > end - PART * (end - begin))) last--;
  double p = exponent(&w, 0, first), q = exponent(&w, last + 1, w.n);
  if (!(p > LEAST_EXPONENT) || !(p > MORE_EXPONENT * q)) return PL_OK;
  char x[64], y[64], text[300], remedy[400];
  const pl_channel_row *control = &protocol->channel[test->control], *observed = &protocol->channel[test->observed];
  pl__suspect_number(w.x[0], control->dim, x);
  pl__suspect_number(w.y[0], observed->dim, y);
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_START), x, y, control->name);
  // an offset alone is estimated near zero, so the larger part of it must go first
  const pl_curve_format *format = protocol->files->curve;
  pl_sentence then = PL_NAMED(SAY_CURVE_START_DO, remedy);
  if (format->no_offset) {
    then = PL_NAMED(SAY_CURVE_START_EXACT_DO, remedy);
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_START_EXACT_DO), x);
  } else if (test->control == 0 && format->pretension && w.y[0] > 0) {
    then = PL_NAMED(SAY_CURVE_START_PRETENSION_DO, remedy);
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_START_PRETENSION_DO), x, y);
  } else {
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_START_DO), x);
  }
  return pl__suspect(list, test->name, PL_DOUBT_READINGS, PL_NAMED(SAY_CURVE_START, text), then);
}

// ---- the preload ----

// As machines write it, in lower case.
static const char *const preload_words[] = {"vorkraft", "vorspann", "preload",    "pre-load",      "pre load", "pretension",
                                            "pre-tens", "précharg", "prétension", "précontrainte", "precarga", "precarico"};

static bool has_word(const char *line, const char *word) {
  for (; *line; line++) {
    size_t i = 0;
    while (word[i] && tolower((unsigned char)line[i]) == (unsigned char)word[i]) i++;
    if (!word[i]) return true;
  }
  return false;
}

pl_status pl__suspect_preload(pl_measurement *m, const pl_test *test, const pl_csv *csv) {
  if (test->pretension > 0 || test->fit_offset) return PL_OK;
  for (int i = 0; i < csv->n_above; i++) {
    pl_preamble_entry entry;
    bool preload = false;
    for (size_t k = 0; k < sizeof preload_words / sizeof preload_words[0]; k++)
      preload = preload || has_word(csv->above[i].text, preload_words[k]);
    if (!preload || !pl__preamble_entry(csv, &csv->above[i], &entry) || !pl_dim_equal(entry.dim, PL_DIM_FORCE) || !(entry.value > 0))
      continue;
    char size[64];
    pl__suspect_number(entry.value, PL_DIM_FORCE, size);
    return pl__record_note(m, test->name,
                           "line %d of %s tells a preload of %s, which is not used; if the displacement was set to zero under it, write "
                           "\"pretension\": \"%s\" (forces must include it)",
                           csv->above[i].line, pl_path_name(csv->file), size, size);
  }
  return PL_OK;
}
