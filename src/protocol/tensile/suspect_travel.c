// suspect_travel.c: displacements of tensile tests that are probably ten times too large or too small: mm where cm was meant.
//
// A factor of ten hides between knits and canvas; it shows where more is known than that it is cloth:
//   light load   under 500 N/m (the largest load of Kawabata's tensile tester) cloth for clothes stretches by 1 to 30 %, canvas by a half; bonded nylon
//                has a stiffness of 6e4 N/m there. Beyond 1e5 N/m there are only coated and technical fabrics.
//   KES sizes    on samples of 5 x 20 cm Kawabata's machines shear to 8 degrees, tan 8 deg = 0.1405 (Kawabata 1980), and pull to 500 N/m, under which
//                hardly anything but stretch knits goes beyond 50 %.
//   shear        beyond 45 degrees yarns jam.
//   together     strains of two tests at one tension: along warp and along weft they are within some fold; sheared along either they are one curve.
//   specimen     lengths between clamps are some centimetres to some decimetres.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/tensile/tensile_part.h"
#include "measure/doubt/say_curves.h"

#define LIGHT 500.0          // N/m
#define STIFF_LIGHT 1e5      // N/m
#define LEAST_STRAIN 0.0005  // below it suspect.c has said so
#define KES_SHEAR 0.1405     // strain
#define KES_SHARE 0.04       // of it, and of the sizes of a KES sample
#define KES_LENGTH 0.05      // m
#define KES_WIDTH 0.2        // m
#define KES_STRETCH 0.5      // strain
#define MOST_SHEAR 1.0       // strain
#define YARN_RATIO 15.0      // of strains at one tension, warp and weft
#define SHEAR_RATIO 5.0      // the same, sheared along warp and along weft
#define SHORTEST 0.01        // m
#define LONGEST 1.5          // m

static bool near(double value, double other) { return fabs(value - other) <= KES_SHARE * other; }
static bool is_kes(const pl_test *test) { return near(test->length, KES_LENGTH) && near(test->width, KES_WIDTH); }

static double tension(const pl_test *test, int i) {
  return fabs(test->channel[test->observed].value[i] - test->channel[test->observed].value[0]) / (test->width * test->strips);
}

static double strain(const pl_test *test, int i) {
  const double *x = test->channel[test->control].value;
  return fabs(x[i] - x[0]) / test->length;
}

static double largest_tension(const pl_test *test) {
  double most = 0;
  for (int i = 0; i < test->n_frame; i++) most = fmax(most, tension(test, i));
  return most;
}

static double largest_strain(const pl_test *test) {
  double most = 0;
  for (int i = 0; i < test->n_frame; i++) most = fmax(most, strain(test, i));
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

static const char *percent(double value, char buffer[40]) {
  snprintf(buffer, 40, 100 * value < 0.1 ? "%.2f %%" : 100 * value < 10 ? "%.1f %%" : "%.0f %%", 100 * value);
  return buffer;
}

// Which columns give what was compared: strains alone, or strains under a force.
typedef enum blamed { THE_TRAVEL, TRAVEL_OR_FORCE } blamed;

PL_PRINTF(5, 6)
static pl_status report(pl_suspicions *list, const pl_test *test, blamed what, const char *id, const char *format, ...) {
  char text[500], remedy[600], travel[160], force[160], or_force[200] = "";
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (what == TRAVEL_OR_FORCE)
    snprintf(or_force, sizeof or_force, " and of %.120s (N, kN)", pl__suspect_column(&test->channel[test->observed], force));
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_TRAVEL_DO), pl_path_name(test->file),
           pl__suspect_column(&test->channel[test->control], travel), or_force);
  return pl__suspect(list, test->name, (pl_sentence){id, text}, PL_NAMED(SAY_CURVE_TRAVEL_DO, remedy));
}

// ---- one test ----

static pl_status doubt_pull(pl_suspicions *list, const pl_test *test) {
  double at = fmin(largest_tension(test), LIGHT), stretch = strain_at(test, at);
  char a[40], b[64];
  if (test->pretension > 0 || test->fit_offset || !(stretch > LEAST_STRAIN)) return PL_OK;
  if (at / stretch > STIFF_LIGHT)
    return report(list, test, TRAVEL_OR_FORCE, SAY_CURVE_TRAVEL_STIFF, percent(stretch, a), pl__suspect_number(at, PL_DIM_LINE_FORCE, b));
  if (is_kes(test) && stretch > KES_STRETCH)
    return report(list, test, TRAVEL_OR_FORCE, SAY_CURVE_TRAVEL_SOFT, percent(stretch, a), pl__suspect_number(at, PL_DIM_LINE_FORCE, b));
  return PL_OK;
}

static pl_status doubt_shear(pl_suspicions *list, const pl_test *test) {
  double most = largest_strain(test);
  char a[40];
  if (near(test->length, KES_LENGTH) && (near(most, 10 * KES_SHEAR) || near(most, 0.1 * KES_SHEAR)))
    return report(list, test, THE_TRAVEL, SAY_CURVE_SHEAR_KES, percent(most, a), most > KES_SHEAR ? "ten times" : "a tenth of");
  if (most > MOST_SHEAR) return report(list, test, THE_TRAVEL, SAY_CURVE_SHEAR_FAR, percent(most, a));
  return PL_OK;
}

static pl_status doubt_length(pl_suspicions *list, const pl_test *test) {
  char a[64];
  if (test->length >= SHORTEST && test->length <= LONGEST) return PL_OK;
  return report(list, test, THE_TRAVEL, SAY_CURVE_SPECIMEN_LENGTH, pl__suspect_number(test->length, PL_DIM_LENGTH, a));
}

// ---- two tests ----

// Strain of a over that of b at half of the tension both reach; 1 where they cannot be compared.
static double strain_ratio(const pl_test *a, const pl_test *b, double *at) {
  *at = 0.5 * fmin(largest_tension(a), largest_tension(b));
  double p = strain_at(a, *at), q = strain_at(b, *at);
  return p > 0 && q > 0 ? p / q : 1;
}

static double most_ratio(const pl_test *a, const pl_test *b) {
  pl__pull_kind kind = pl__suspect_kind(a);
  if (kind != pl__suspect_kind(b) || a->pretension > 0 || b->pretension > 0) return INFINITY;
  return kind == PL__PULLED ? YARN_RATIO : kind == PL__SHEARED ? SHEAR_RATIO : INFINITY;
}

// Two tests alone do not tell which of them is wrong: both are named.
static pl_status report_together(pl_suspicions *list, const pl_test *a, const pl_test *b) {
  double at, ratio = strain_ratio(a, b, &at), times = fmax(ratio, 1 / ratio);
  char text[500], remedy[900], p[40], q[40], force[64], column[4][160];
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_TRAVEL_RATIO), pl__suspect_number(at, PL_DIM_LINE_FORCE, force),
           percent(strain_at(a, at), p), times, ratio > 1 ? "as much as" : "less than", b->name, percent(strain_at(b, at), q));
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_TRAVEL_RATIO_DO), pl__suspect_column(&a->channel[a->observed], column[0]),
           pl__suspect_column(&a->channel[a->control], column[1]), pl_path_name(a->file),
           pl__suspect_column(&b->channel[b->observed], column[2]), pl__suspect_column(&b->channel[b->control], column[3]),
           pl_path_name(b->file), pow(10, fmax(1, round(log10(times)))));
  return pl__suspect(list, a->name, PL_NAMED(SAY_CURVE_TRAVEL_RATIO, text), PL_NAMED(SAY_CURVE_TRAVEL_RATIO_DO, remedy));
}

pl_status pl__suspect_together(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out) {
  double *excess = pl_arena_alloc(list->arena, (size_t)n * (size_t)n, sizeof *excess), at;
  int(*pair)[2] = pl_arena_alloc(list->arena, (size_t)n, sizeof *pair);
  if (!excess || !pair) return PL_ERROR_MEMORY;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < a; b++) {
      double most = most_ratio(&m->test[a], &m->test[b]), ratio;
      if (left_out[a] || left_out[b] || isinf(most)) continue;
      ratio = strain_ratio(&m->test[a], &m->test[b], &at);
      excess[a * n + b] = excess[b * n + a] = fmax(ratio, 1 / ratio) / most;
    }
  int n_pair = pl__suspect_contradictions(n, excess, left_out, pair);
  for (int i = 0; i < n_pair; i++) PL_TRY(report_together(list, &m->test[pair[i][0]], &m->test[pair[i][1]]));
  return PL_OK;
}

pl_status pl__suspect_travels(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out) {
  for (int t = 0; t < n; t++) {
    const pl_test *test = &m->test[t];
    int before = list->n;
    if (left_out[t]) continue;
    PL_TRY(doubt_length(list, test));
    if (list->n == before) PL_TRY(pl__suspect_kind(test) == PL__SHEARED ? doubt_shear(list, test) : doubt_pull(list, test));
    left_out[t] = list->n > before;
  }
  return PL_OK;
}
