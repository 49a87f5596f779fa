// doubt_travel.c: shears whose displacements are probably ten times too large or too small: mm where cm was meant.
//
//   KES       Kawabata's machine shears samples of 5 cm to 8 degrees, tan 8 deg = 0.1405 (Kawabata 1980). A sample of that length that is sheared to
//             exactly ten times or a tenth of it was meant to be.
//   together  sheared along warp or along weft a sheet has one curve: its stress is symmetric. Strains of two shears at one tension are within some
//             fold, by what specimens and couplings differ.
// Pulls are not compared so: elastane in one direction makes strains at one tension differ as much as a wrong unit does.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/tensile/tensile_part.h"
#include "measure/doubt/say_curves.h"

#define KES_SHEAR 0.1405  // strain, tan 8 degrees
#define KES_SHARE 0.04    // of it, and of the length of a KES sample: a third of a degree, 2 mm
#define KES_LENGTH 0.05   // m
#define SHEAR_RATIO 5.0   // of strains at one tension: a tenfold error, less the twofold that specimens and stretched yarns differ by

static bool near(double value, double other) { return fabs(value - other) <= KES_SHARE * other; }

static double tension(const pl_test *test, int i) {
  return fabs(test->channel[test->observed].value[i] - test->channel[test->observed].value[0]) / (test->width * test->strips);
}

static double strain(const pl_test *test, int i) {
  const double *x = test->channel[test->control].value;
  return fabs(x[i] - x[0]) / test->length;
}

static double largest_of(const pl_test *test, double (*of)(const pl_test *, int)) {
  double most = 0;
  for (int i = 0; i < test->n_frame; i++) most = fmax(most, of(test, i));
  return most;
}

// Strain at which a tension is first felt, on the way there; NAN: never.
static double strain_at(const pl_test *test, double at) {
  for (int i = 1; i < test->n_frame; i++) {
    double low = tension(test, i - 1), high = tension(test, i);
    if (high < at) continue;
    return high > low ? strain(test, i - 1) + (strain(test, i) - strain(test, i - 1)) * (at - low) / (high - low) : strain(test, i);
  }
  return NAN;
}

// ---- one test ----

static pl_status doubt_kes(pl_suspicions *list, const pl_test *test, bool *found) {
  double most = largest_of(test, strain);
  *found = near(test->length, KES_LENGTH) && (near(most, 10 * KES_SHEAR) || near(10 * most, KES_SHEAR));
  if (!*found) return PL_OK;
  char a[64], remedy[400], travel[160];
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_SHEAR_KES_DO), pl_path_name(test->file),
           pl__suspect_column(&test->channel[test->control], travel));
  return pl__doubt(list, test->name, PL_DOUBT_SIZES, PL_NAMED(SAY_CURVE_SHEAR_KES_DO, remedy), SAY_CURVE_SHEAR_KES,
                   pl__suspect_percent(most, a), most > KES_SHEAR ? "ten times" : "a tenth of");
}

pl_status pl__suspect_kes_shears(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out) {
  for (int t = 0; t < n; t++)
    if (!left_out[t] && pl__suspect_kind(&m->test[t]) == PL__SHEARED) PL_TRY(doubt_kes(list, &m->test[t], &left_out[t]));
  return PL_OK;
}

// ---- two tests ----

// Strain of a over that of b at half of the tension both reach; 1 where they cannot be compared.
static double strain_ratio(const pl_test *a, const pl_test *b, double *at) {
  *at = 0.5 * fmin(largest_of(a, tension), largest_of(b, tension));
  double p = strain_at(a, *at), q = strain_at(b, *at);
  return p > 0 && q > 0 ? p / q : 1;
}

// Two tests alone do not tell which of them is wrong: both are named.
static pl_status report_together(pl_suspicions *list, const pl_test *a, const pl_test *b) {
  double at, ratio = strain_ratio(a, b, &at), times = fmax(ratio, 1 / ratio);
  char remedy[900], p[64], q[64], force[64], column[4][160];
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_TRAVEL_RATIO_DO), pl__suspect_column(&a->channel[a->observed], column[0]),
           pl__suspect_column(&a->channel[a->control], column[1]), pl_path_name(a->file),
           pl__suspect_column(&b->channel[b->observed], column[2]), pl__suspect_column(&b->channel[b->control], column[3]),
           pl_path_name(b->file), pow(10, fmax(1, round(log10(times)))));
  return pl__doubt(list, a->name, PL_DOUBT_SIZES, PL_NAMED(SAY_CURVE_TRAVEL_RATIO_DO, remedy), SAY_CURVE_TRAVEL_RATIO,
                   pl__suspect_number(at, PL_DIM_LINE_FORCE, force), pl__suspect_percent(strain_at(a, at), p), times,
                   ratio > 1 ? "as much as" : "less than", b->name, pl__suspect_percent(strain_at(b, at), q));
}

pl_status pl__suspect_together(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out) {
  double *excess = pl_arena_alloc(list->arena, (size_t)n * (size_t)n, sizeof *excess), at;
  int(*pair)[2] = pl_arena_alloc(list->arena, (size_t)n, sizeof *pair);
  if (!excess || !pair) return PL_ERROR_MEMORY;
  for (int t = 0; t < n; t++) left_out[t] = left_out[t] || pl__suspect_kind(&m->test[t]) != PL__SHEARED || m->test[t].pretension > 0;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < a; b++) {
      if (left_out[a] || left_out[b]) continue;
      double ratio = strain_ratio(&m->test[a], &m->test[b], &at);
      excess[a * n + b] = excess[b * n + a] = fmax(ratio, 1 / ratio) / SHEAR_RATIO;
    }
  int n_pair = pl__suspect_contradictions(n, excess, left_out, pair);
  for (int i = 0; i < n_pair; i++) PL_TRY(report_together(list, &m->test[pair[i][0]], &m->test[pair[i][1]]));
  return PL_OK;
}
