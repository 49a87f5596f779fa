// suspect_size.c: units of tensile tests that are probably wrong, by the stiffness that follows from them.
//
//   T(e) = |force| / (width x strips), N/m, at the strain e = |displacement| / length; its secant is T(e) / e
//   alone        a secant that no cloth has, at the largest strain
//   by others    T of two tests of one cloth at equal strains: pulled along the yarns, T differs some tenfold between directions, a hundredfold where
//                one has a toe. Across the yarns (bias, shear) cloth is softer, up to some thousand times, and hardly ever stiffer.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "protocol/tensile/tensile_part.h"
#include "measure/doubt/say_curves.h"

#define SOFTEST 2.0         // N/m: loose knits have some tens
#define SOFTEST_SHEAR 0.5   // N/m: chiffon has some
#define STIFFEST 5e7        // N/m: heavy carbon fabric has 3e7
#define STIFF 1e6           // N/m, beyond BREAKS: coated polyester for roofs
#define BREAKS 0.04         // strain at which glass, carbon and aramid, which are stiffer, are broken
#define ALONG 0.35          // rad: closer to warp or weft the yarns are pulled
#define SAME_RATIO 300.0    // between tests of one kind
#define SOFTER_RATIO 2e4    // by which shear and bias are softer than yarns
#define STIFFER_RATIO 20.0  // by which they are stiffer
#define LEAST_SHARE 1e-6    // of the largest T: below it there is no force to compare
enum { N_GRID = 10 };

pl__pull_kind pl__suspect_kind(const pl_test *test) {
  if (test->control == PL_TENSILE_SHEAR_DISPLACEMENT && test->observed == PL_TENSILE_SHEAR_FORCE) return PL__SHEARED;
  if (test->control != PL_TENSILE_DISPLACEMENT || test->observed != PL_TENSILE_FORCE) return PL__NOT_PULLED;
  return fmin(fabs(cos(test->angle)), fabs(sin(test->angle))) < sin(ALONG) ? PL__PULLED : PL__PULLED_BIAS;
}

// T at a strain, N/m, on whichever side of zero the test went; NAN where it never was.
static double tension_at(const pl_test *test, double strain) {
  const double *x = test->channel[test->control].value, *y = test->channel[test->observed].value;
  double force, at = strain * test->length;
  if (!pl__curve_at(test->n_frame, x, y, at, &force) && !pl__curve_at(test->n_frame, x, y, -at, &force)) return NAN;
  return fabs(force) / (test->width * test->strips);
}

static double largest_strain(const pl_test *test) {
  double most = 0;
  for (int i = 0; i < test->n_frame; i++) most = fmax(most, fabs(test->channel[test->control].value[i]));
  return most / test->length;
}

const char *pl__suspect_column(const pl_channel *channel, char buffer[160]) {
  const char *source = channel->source, *end = source ? strrchr(source, ']') : NULL;
  if (source && !end) end = strchr(source + 1, '"');
  snprintf(buffer, 160, "%.*s", end ? (int)(end + 1 - source) : 100, end ? source : channel->row->name);
  return buffer;
}

static pl_status doubt_alone(pl_suspicions *list, const pl_test *test, bool *odd) {
  double strain = largest_strain(test), tension = tension_at(test, strain);
  double secant = tension / strain, least = pl__suspect_kind(test) == PL__SHEARED ? SOFTEST_SHEAR : SOFTEST;
  *odd = strain > 0 && (secant < least || secant > (strain > BREAKS ? STIFF : STIFFEST));
  if (!*odd) return PL_OK;
  char text[500], remedy[600], a[64], b[64], column[2][160];
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_STIFFNESS), pl__suspect_number(tension, PL_DIM_LINE_FORCE, a), 100 * strain,
           pl__suspect_number(secant, PL_DIM_LINE_FORCE, b), secant < least ? "soft" : "stiff");
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_STIFFNESS_DO), pl_path_name(test->file),
           pl__suspect_column(&test->channel[test->observed], column[0]), pl__suspect_column(&test->channel[test->control], column[1]));
  return pl__suspect(list, test->name, PL_NAMED(SAY_CURVE_STIFFNESS, text), PL_NAMED(SAY_CURVE_STIFFNESS_DO, remedy));
}

// ---- by others ----

// Median of T of a over that of b over the upper half of the strains both have; *strain: its middle. 1 where they cannot be compared.
static double median_ratio(const pl_test *a, const pl_test *b, double *strain) {
  double high = fmin(largest_strain(a), largest_strain(b)), ratio[N_GRID + 1];
  double least = LEAST_SHARE * fmax(tension_at(a, largest_strain(a)), tension_at(b, largest_strain(b)));
  int n = 0;
  *strain = 0.75 * high;
  for (int k = 0; k <= N_GRID; k++) {
    double at = high * (0.5 + 0.5 * k / N_GRID), p = tension_at(a, at), q = tension_at(b, at);
    if (p > least && q > least) ratio[n++] = p / q;
  }
  if (n == 0) return 1;
  qsort(ratio, (size_t)n, sizeof ratio[0], pl_ascending);
  return ratio[n / 2];
}

// By how much a may carry more than b.
static double most_ratio(pl__pull_kind a, pl__pull_kind b) {
  if ((a == PL__PULLED) == (b == PL__PULLED)) return SAME_RATIO;
  return a == PL__PULLED ? SOFTER_RATIO : STIFFER_RATIO;
}

int pl__suspect_contradictions(int n, const double *excess, bool *left_out, int (*pair)[2]) {
  int n_pair = 0;
  for (;;) {
    int most = 0, worst = -1, partner = -1;
    double worst_sum = 0;
    for (int a = 0; a < n; a++) {
      int count = 0, own = -1;
      double sum = 0;  // log of the excess over all others: decides between equal counts
      for (int b = 0; b < n && !left_out[a]; b++) {
        double e = excess[a * n + b];
        if (left_out[b] || a == b || !(e > 0)) continue;
        sum += log(e);
        if (!(e > 1)) continue;
        count++;
        if (own < 0 || e > excess[a * n + own]) own = b;
      }
      if (count > most || (count > 0 && count == most && sum > worst_sum + 1e-9)) {
        most = count;
        worst = a;
        partner = own;
        worst_sum = sum;
      }
    }
    if (worst < 0) return n_pair;
    left_out[worst] = true;
    pair[n_pair][0] = worst;
    pair[n_pair++][1] = partner;
  }
}

static pl_status report_pair(pl_suspicions *list, const pl_test *a, const pl_test *b) {
  double strain, ratio = median_ratio(a, b, &strain);
  char text[500], remedy[700], p[64], q[64], times[40], column[2][160];
  pl_number_people(fmax(ratio, 1 / ratio), times, sizeof times);
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_STIFFNESS_RATIO), pl__suspect_number(tension_at(a, strain), PL_DIM_LINE_FORCE, p),
           100 * strain, times, ratio > 1 ? "as much as" : "less than", b->name,
           pl__suspect_number(tension_at(b, strain), PL_DIM_LINE_FORCE, q));
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_STIFFNESS_RATIO_DO), pl_path_name(a->file),
           pl__suspect_column(&a->channel[a->observed], column[0]), pl__suspect_column(&a->channel[a->control], column[1]),
           pl_path_name(b->file));
  return pl__suspect(list, a->name, PL_NAMED(SAY_CURVE_STIFFNESS_RATIO, text), PL_NAMED(SAY_CURVE_STIFFNESS_RATIO_DO, remedy));
}

static pl_status doubt_by_others(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out) {
  double *excess = pl_arena_alloc(list->arena, (size_t)n * (size_t)n, sizeof *excess), strain;
  int(*pair)[2] = pl_arena_alloc(list->arena, (size_t)n, sizeof *pair);
  if (!excess || !pair) return PL_ERROR_MEMORY;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < a; b++) {
      pl__pull_kind of_a = pl__suspect_kind(&m->test[a]), of_b = pl__suspect_kind(&m->test[b]);
      if (left_out[a] || left_out[b]) continue;
      double ratio = median_ratio(&m->test[a], &m->test[b], &strain);
      excess[a * n + b] = excess[b * n + a] = fmax(ratio / most_ratio(of_a, of_b), 1 / (ratio * most_ratio(of_b, of_a)));
    }
  int n_pair = pl__suspect_contradictions(n, excess, left_out, pair);
  for (int i = 0; i < n_pair; i++) PL_TRY(report_pair(list, &m->test[pair[i][0]], &m->test[pair[i][1]]));
  return PL_OK;
}

pl_status pl__suspect_sizes(pl_suspicions *list, const pl_measurement *m) {
  bool left_out[PL__SUSPECT_MOST_TESTS];
  int n = m->n_test < PL__SUSPECT_MOST_TESTS ? m->n_test : PL__SUSPECT_MOST_TESTS, first = list->n;
  for (int t = 0; t < n; t++) {
    PL_TRY(pl__suspect_exchanged(pl_arena_context(list->arena), m->protocol, &m->test[t], &left_out[t]));  // suspect.c has said so
    left_out[t] = left_out[t] || pl__suspect_kind(&m->test[t]) == PL__NOT_PULLED;
    if (!left_out[t]) PL_TRY(doubt_alone(list, &m->test[t], &left_out[t]));
  }
  PL_TRY(doubt_by_others(list, m, n, left_out));
  PL_TRY(pl__suspect_travels(list, m, n, left_out));
  PL_TRY(pl__suspect_shears(list, m, n, left_out));
  PL_TRY(pl__suspect_together(list, m, n, left_out));
  pl__suspect_mark(list, first, PL_DOUBT_SIZES);
  return PL_OK;
}
