// check.c: impossible profiles of a strip, each an error with file, line and remedy; and improbable ones.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "measure/label/polyline.h"
#include "protocol/roll/roll_part.h"
#include "protocol/roll/say_doubts.h"
#include "protocol/roll/roll.h"

#define PI 3.14159265358979323846
#define JUMP_SHARE 0.25        // of the strip, between two labels
#define TURN (120 * PI / 180)  // rad, from one step to the next
#define STEP_SHARE 0.02        // of the strip: shorter steps may go anywhere
#define REACH_SHARE 0.05       // of the strip; no point can be farther than the strip plus this
#define LOOP_SHARE 0.05        // of the strip: a smaller loop is label noise
#define LEAST_SHARE 0.2        // of the strip: minimum labelled part
#define JITTER 4.0             // sigma
#define UNKNOWN_JITTER 1e-3    // m, when no sigma is given
#define ARC_LONG 1.10          // labelled length over the strip's: labels scatter, and a photograph is not square, by some percent
#define ARC_SHORT 0.85         // the same, and both ends may be left out
#define MISFIT 2.0     // rms distance from the smooth curve over sigma: of 20 labels, normal noise exceeds it with a probability of 4e-9
#define BENT_BACK 3.0  // standard errors of curvature: 0.1 % of the samples, on one side; advice

static const char *millimetres(double value, char text[40]) { return pl_number_people(1e3 * value, text, 40); }

static double jitter_of(const pl_test *test) {
  double sigma = test->channel[PL_ROLL_PROFILE].sigma;
  return sigma > 0 ? JITTER * sigma : UNKNOWN_JITTER;
}

// ---- errors ----

static pl_status check_steps(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const int *row) {
  const double *x = test->channel[PL_ROLL_PROFILE].value;
  double shortest = fmax(STEP_SHARE * test->length, jitter_of(test)), before[2] = {0, 0};
  char a[40], b[40];
  for (int i = 1, from = 0; i < pl_roll_of(test)->n_point; i++) {
    double step = hypot(x[2 * i] - x[2 * i - 2], x[2 * i + 1] - x[2 * i - 1]);
    if (step > JUMP_SHARE * test->length)
      return pl__label_fail_row(
          r, csv, row[i], "list the points in order along the strip; label what lies between",
          PL_ID("roll.profile-jumps-point-mm") "the profile jumps: this point is %s mm from the one before, of a strip of %s mm",
          millimetres(step, a), millimetres(test->length, b));
    double chord[2] = {x[2 * i] - x[2 * from], x[2 * i + 1] - x[2 * from + 1]}, h = hypot(chord[0], chord[1]);
    if (h < shortest) continue;
    double turn = from > 0 ? atan2(before[0] * chord[1] - before[1] * chord[0], before[0] * chord[0] + before[1] * chord[1]) : 0;
    if (fabs(turn) > TURN)
      return pl__label_fail_row(
          r, csv, row[i], "list the points in order along the strip; label more of them where it bends sharply",
          PL_ID("roll.profile-turns-degrees-here") "the profile turns by %.0f degrees here: the points are not in order, or too few",
          fabs(turn) * 180 / PI);
    memcpy(before, chord, sizeof before);
    from = i;
  }
  return PL_OK;
}

pl_status pl__roll_check(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const int *row) {
  const double *x = test->channel[PL_ROLL_PROFILE].value;
  double jitter = jitter_of(test), reach = (1 + REACH_SHARE) * test->length + jitter;
  int n = pl_roll_of(test)->n_point, i, j;
  char a[40], b[40];
  PL_TRY(check_steps(r, test, csv, row));
  if (pl__polyline_length(n, x, jitter) < LEAST_SHARE * test->length)
    return pl__label_fail_row(r, csv, row[n - 1], "label the strip from one end to the other; check the calibration",
                              PL_ID("roll.profile-has-no-length") "the profile has no length: %s mm of a strip of %s mm",
                              millimetres(pl__polyline_length(n, x, jitter), a), millimetres(test->length, b));
  for (int k = 0; k < n; k++)
    if (hypot(x[2 * k], x[2 * k + 1]) > reach)
      return pl__label_fail_row(r, csv, row[k], "check \"length\", the calibration, and which end is held",
                                PL_ID("roll.point-mm-held-end") "the point is %s mm from the held end, the strip only %s mm long",
                                millimetres(hypot(x[2 * k], x[2 * k + 1]), a), millimetres(test->length, b));
  if (!pl__polyline_crossing(n, x, fmax(LOOP_SHARE * test->length, jitter), jitter, &i, &j)) return PL_OK;
  return pl__label_fail_row(
      r, csv, row[j + 1], "label the strip from one end to the other, in order, once",
      PL_ID("roll.profile-crosses-itself-step") "the profile crosses itself: the step to this line crosses the one to line %d",
      csv->line[row[i + 1]]);
}

// ---- doubts ----

static pl_status doubt_length(pl__label_reader *r, const pl_test *test) {
  double share = pl_roll_of(test)->profile->arc / test->length;
  char a[40], b[40];
  if (share <= ARC_LONG && share >= ARC_SHORT) return PL_OK;
  return pl__label_suspect(r, PL_DOUBT_SIZES, share > 1 ? PL_SAID(SAY_ROLL_STRIP_LONG_DO) : PL_SAID(SAY_ROLL_STRIP_SHORT_DO),
                           SAY_ROLL_STRIP_LENGTH, millimetres(pl_roll_of(test)->profile->arc, a), millimetres(test->length, b));
}

static pl_status doubt_curve(pl__label_reader *r, const pl_test *test) {
  const pl_roll_profile *p = pl_roll_of(test)->profile;
  double sigma = test->channel[PL_ROLL_PROFILE].sigma;
  char a[40], b[40];
  if (sigma > 0 && p->residual > MISFIT * sigma)
    return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_ROLL_ROUGH_DO), SAY_ROLL_ROUGH, millimetres(p->residual, a),
                             millimetres(sigma, b));
  if (!p->converged) return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_ROLL_NOT_SMOOTH_DO), SAY_ROLL_NOT_SMOOTH);
  return PL_OK;
}

static pl_status doubt_samples(pl__label_reader *r, const pl_test *test) {
  const pl_roll_profile *p = pl_roll_of(test)->profile;
  int n_back = 0, n_opposed = 0;
  for (int i = 0; i < p->n_sample; i++) {
    n_back += p->sample[i].kappa < -BENT_BACK * p->sample[i].kappa_sigma;
    n_opposed += p->sample[i].opposed;
  }
  if (n_back > 0) PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_ROLL_BENT_BACK_DO), SAY_ROLL_BENT_BACK, n_back, p->n_sample));
  if (n_opposed < p->n_sample) return PL_OK;
  return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_ROLL_ROLLED_UP_DO), SAY_ROLL_ROLLED_UP, p->n_sample);
}

// Profiles of one strip and side must be photographed from one side.
static pl_status doubt_sense(pl__label_reader *r, const pl_test *test) {
  for (const pl_test *other = r->m->test; other < test; other++) {
    const pl_roll *ours = pl_roll_of(test), *theirs = pl_roll_of(other);
    if (ours->side != theirs->side || strcmp(ours->strip, theirs->strip) != 0 || ours->profile->sense == theirs->profile->sense) continue;
    return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_ROLL_SENSE_DO), SAY_ROLL_SENSE,
                             ours->profile->sense > 0 ? "counterclockwise" : "clockwise", other->name);
  }
  return PL_OK;
}

pl_status pl__roll_doubt(pl__label_reader *r, const pl_test *test) {
  PL_TRY(doubt_length(r, test));
  PL_TRY(doubt_curve(r, test));
  PL_TRY(doubt_samples(r, test));
  PL_TRY(doubt_sense(r, test));
  return pl__label_suspect_same(r, test, PL_ROLL_PROFILE);
}
