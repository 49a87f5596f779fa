// start.c: where a curve begins: a displacement that was not set to zero, and a preload that the machine wrote above the table.
//
// The curve of a cloth goes through zero, and its local exponent p = x y'(x) / y(x), 1 for a line and 3 for a cubic, grows with the strain, or stays. A
// displacement that is d too large makes it x/(x - d) times larger, most at the start: p there against p at the end tells an offset from a soft toe.
#include "measure/table/format.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv/csv_part.h"
#include "base/text.h"
#include "measure/record.h"
#include "measure/doubt/say_curves.h"

#define BEGIN_SHARE 0.05    // of the travel: the force at zero is asked of curves that begin before
#define BEGIN_STEPS 2.5     // times the distance of two readings: a first row that was left out is no offset
#define PART 0.1            // of the way from the first to the farthest reading: what a slope is taken from
#define LEAST_EXPONENT 2.0  // of the start
#define MORE_EXPONENT 1.4   // of that at the end

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
  return test->raw_branch[0] == PL_BRANCH_LOAD && least > 0.8 * fabs(w->x[0]);
}

pl_status pl__suspect_begin(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test) {
  way w;
  if (test->pretension > 0 || test->fit_offset || !first_way(test, &w) || w.n < PL_MIN_FRAMES) return PL_OK;
  double begin = at_x(&w, 0), end = at_x(&w, w.n - 1);
  if (!(begin > BEGIN_SHARE * end) || !(begin > BEGIN_STEPS * (end - begin) / (w.n - 1))) return PL_OK;
  int first = 0, last = w.n - 1;
  while (first < w.n && (first < 3 || at_x(&w, first) < begin + PART * (end - begin))) first++;
  while (last >= 0 && (last > w.n - 4 || at_x(&w, last) > end - PART * (end - begin))) last--;
  double p = exponent(&w, 0, first), q = exponent(&w, last + 1, w.n);
  if (!(p > LEAST_EXPONENT) || !(p > MORE_EXPONENT * q)) return PL_OK;
  char x[64], y[64], text[300], remedy[400];
  const pl_channel_row *control = &protocol->channel[test->control], *observed = &protocol->channel[test->observed];
  pl__suspect_number(w.x[0], control->dim, x);
  pl__suspect_number(w.y[0], observed->dim, y);
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_START), x, y, control->name);
  // an offset alone is estimated near zero, so the larger part of it must go first
  bool pulled = test->control == 0 && protocol->files->curve->pretension;
  if (pulled && w.y[0] > 0)
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_START_PRETENSION_DO), x, y);
  else
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_START_DO), x);
  return pl__suspect(list, test->name, PL_DOUBT_READINGS, PL_NAMED(SAY_CURVE_START, text),
                     pulled && w.y[0] > 0 ? PL_NAMED(SAY_CURVE_START_PRETENSION_DO, remedy) : PL_NAMED(SAY_CURVE_START_DO, remedy));
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

// The first number and the first unit of force in a line above the table: "Vorkraft:;0,5;N", "Preload (N),0.5".
static bool force_in(const pl_csv *csv, const char *line, double *force) {
  const char between[] = {csv->separator, ' ', '\t', '"', ':', '=', '(', ')', '[', ']', '\0'};
  double number = 0;
  pl_unit unit = {0, PL_DIM_NONE}, found;
  bool has_number = false;
  for (line += strspn(line, between); *line; line += strspn(line, between)) {
    char word[64];
    double value;
    size_t n = strcspn(line, between);
    snprintf(word, sizeof word, "%.*s", (int)n, line);
    line += n;
    pl_csv_form form = pl__csv_form(word, &value);
    if (!has_number && form != PL_CSV_TEXT && form != PL_CSV_NOT_FINITE) number = value, has_number = true;
    if (unit.factor == 0 && pl_unit_parse(word, &found) && pl_dim_equal(found.dim, PL_DIM_FORCE)) unit = found;
  }
  *force = pl_unit_si(unit, number);
  return has_number && unit.factor > 0;
}

pl_status pl__suspect_preload(pl_measurement *m, const pl_test *test, const pl_csv *csv) {
  if (test->pretension > 0 || test->fit_offset) return PL_OK;
  for (int i = 0; i < csv->n_above; i++) {
    double force = 0;
    bool preload = false;
    for (size_t k = 0; k < sizeof preload_words / sizeof preload_words[0]; k++)
      preload = preload || has_word(csv->above[i].text, preload_words[k]);
    if (!preload || !force_in(csv, csv->above[i].text, &force) || !(force > 0)) continue;
    char size[64];
    pl__suspect_number(force, PL_DIM_FORCE, size);
    return pl__record_note(m, test->name,
                           "line %d of %s tells a preload of %s, which is not used; if the displacement was set to zero under it, write "
                           "\"pretension\": \"%s\" (forces must include it)",
                           csv->above[i].line, pl_path_name(csv->file), size, size);
  }
  return PL_OK;
}
