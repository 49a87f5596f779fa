// doubt.c: units of tensile tests that are probably wrong, by the stiffness that follows from them.
//
//   T(e) = |force| / (width x strips), N/m, at the strain e = |displacement| / length; its secant is T(e) / e
//   alone        a length, a strain or a secant that no specimen has: the ranges below
//   by others    T of two tests of one cloth at equal strains: pulled along the yarns, T differs some tenfold between directions, a hundredfold where
//                one has a toe or elastane. Across the yarns (bias, shear) cloth is softer, up to some thousand times, and hardly ever stiffer.
//                Fabrics with fibres in one direction alone differ more and are doubted wrongly.
//   shears       against pulls (doubt_shear.c), and against each other and KES (doubt_travel.c)
// Factors of ten are found only by the last two. None finds a wrong unit in all tables alike, of a sheet between 500 and 5e4 N/m.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "protocol/tensile/tensile_part.h"
#include "measure/doubt/level.h"
#include "measure/doubt/say_curves.h"

// By which T of one test may exceed that of another of its kind. Elastane and toes make a hundredfold, a wrong unit a thousandfold. Midway: sqrt(1e5).
#define SAME_RATIO 316.0
#define SOFTER_RATIO 2e4  // by which shear and bias are softer than yarns: nylon yarns 6e4 N/m, the shear of chiffon some 3 N/m
// By which shear and bias are stiffer: knits are ten times softer along the courses than elsewhere; two specimens differ twofold.
#define STIFFER_RATIO 20.0
#define LEAST_SHARE 1e-6  // of the largest T: below the resolution of any load cell there is no force to compare
enum { N_GRID = 10 };

pl__pull_kind pl__suspect_kind(const pl_test *test) {
  if (test->control == PL_TENSILE_SHEAR_DISPLACEMENT && test->observed == PL_TENSILE_SHEAR_FORCE) return PL__SHEARED;
  if (test->control != PL_TENSILE_DISPLACEMENT || test->observed != PL_TENSILE_FORCE) return PL__NOT_PULLED;
  return fmin(fabs(cos(test->angle)), fabs(sin(test->angle))) < sin(PL_DOUBT_ALONG) ? PL__PULLED : PL__PULLED_BIAS;
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

// ---- ranges ----

static double length_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return test->length;
}

static double width_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return test->width;
}

static double strain_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return largest_strain(test);
}

// The secant at the largest strain; NAN where there is no force over displacement.
static double secant_of(const pl_test *test) {
  double strain = largest_strain(test);
  return pl__suspect_kind(test) != PL__NOT_PULLED && strain > 0 ? tension_at(test, strain) / strain : NAN;
}

static double tension_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return pl__suspect_kind(test) != PL__NOT_PULLED ? tension_at(test, largest_strain(test)) : NAN;
}

static double shear_stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return pl__suspect_kind(test) == PL__SHEARED ? secant_of(test) : NAN;
}

static double stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return pl__suspect_kind(test) != PL__SHEARED && largest_strain(test) <= PL_FAR_STRAIN ? secant_of(test) : NAN;
}

static double far_stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return pl__suspect_kind(test) != PL__SHEARED && largest_strain(test) > PL_FAR_STRAIN ? secant_of(test) : NAN;
}

// Miniature specimens have some millimetres, geotextiles some metres. Finds mm read as m, and um.
#define SMALLEST 1e-3
#define LARGEST 5.0
// Below 0.05 % the travel is that of the machine; natural rubber breaks at 5 to 10 times its length. Finds mm read as m, and um.
#define LEAST_STRAIN 5e-4
#define MOST_STRAIN 15.0
// Sheared, limp cloth is ten to a hundred times softer than pulled: 25 times softer than the softest pulled one.
#define SOFTEST_SHEAR (PL_SOFTEST_SHEET / 25)

// Force per width: PL_STRONGEST_SHEET; finds N read as kN of tests beyond 1000 N/m. Stiffnesses: see measure/doubt/range.c.
const pl_doubt_range pl__tensile_ranges[] = {
    {{SAY_CURVE_SPECIMEN_LENGTH}, {SAY_CURVE_SIZES_DO}, PL_DOUBT_SIZES, {0, 1, 0, 0}, SMALLEST, LARGEST, length_of},
    {{SAY_CURVE_SPECIMEN_WIDTH}, {SAY_CURVE_SIZES_DO}, PL_DOUBT_SIZES, {0, 1, 0, 0}, SMALLEST, LARGEST, width_of},
    {{SAY_CURVE_STRAIN_SIZE}, {SAY_CURVE_SIZES_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, LEAST_STRAIN, MOST_STRAIN, strain_of},
    {{SAY_CURVE_TENSION}, {SAY_CURVE_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, 0, PL_STRONGEST_SHEET, tension_of},
    {{SAY_CURVE_STIFFNESS_SHEAR},
     {SAY_CURVE_SIZES_DO},
     PL_DOUBT_SIZES,
     {1, 0, -2, 0},
     SOFTEST_SHEAR,
     PL_STIFFEST_SHEET,
     shear_stiffness_of},
    {{SAY_CURVE_STIFFNESS}, {SAY_CURVE_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, PL_SOFTEST_SHEET, PL_STIFFEST_SHEET, stiffness_of},
    {{SAY_CURVE_STIFFNESS_FAR}, {SAY_CURVE_SIZES_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, PL_SOFTEST_SHEET, PL_STIFFEST_FAR, far_stiffness_of},
    PL_DOUBT_RANGES_END};

// ---- by others ----

// Median of T of a over that of b over the upper half of the strains both have; *strain: its middle. 1 where they cannot be compared.
static double median_ratio(const pl_test *a, const pl_test *b, double *strain) {
  double high = fmin(largest_strain(a), largest_strain(b)), ratio[N_GRID + 1];
  double least = LEAST_SHARE * fmax(tension_at(a, largest_strain(a)), tension_at(b, largest_strain(b)));
  int n = 0;
  *strain = 0.5 * (0.5 * high + high);
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
  return pl__suspect(list, a->name, PL_DOUBT_SIZES, PL_NAMED(SAY_CURVE_STIFFNESS_RATIO, text),
                     PL_NAMED(SAY_CURVE_STIFFNESS_RATIO_DO, remedy));
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

pl_status pl__tensile_doubt(pl_suspicions *list, const pl_measurement *m) {
  bool left_out[PL__SUSPECT_MOST_TESTS];
  int n = m->n_test < PL__SUSPECT_MOST_TESTS ? m->n_test : PL__SUSPECT_MOST_TESTS;
  for (int t = 0; t < n; t++)  // what is doubted already is not doubted by others too
    left_out[t] = pl__doubted(list, m->test[t].name) || pl__suspect_kind(&m->test[t]) == PL__NOT_PULLED;
  PL_TRY(doubt_by_others(list, m, n, left_out));
  PL_TRY(pl__suspect_kes_shears(list, m, n, left_out));
  PL_TRY(pl__suspect_shears(list, m, n, left_out));
  return pl__suspect_together(list, m, n, left_out);
}
