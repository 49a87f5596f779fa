// doubt.c: hanging cloths that can be read but are probably not what was meant, each with a remedy.
#include <math.h>

#include "base/text.h"
#include "measure/doubt/level.h"
#include "protocol/weights/weights_part.h"
#include "protocol/weights/say_doubts.h"
#include "protocol/weights/weights.h"

#define JUMP 1.5          // times the usual step: between one weight and two
#define HARDLY 10.0       // standard deviations that the whole elongation should have: then a stiffness has an error of 10 %
#define MIN_SIGMA 5e-6    // m, of a length: finer than a microscope on a stand
#define MAX_SIGMA 2e-3    // m: coarser than a ruler read by eye
#define SHORT_SHARE 0.02  // of the rest length: as lengths of slack cloth are read; a hanging cloth is not shorter

static const char *newtons(double value, char text[40]) { return pl_number_people(value, text, 40); }
static const char *millimetres(double value, char text[40]) { return pl_number_people(1e3 * value, text, 40); }

// The smallest change that at least half of the changes do not fall below.
static double usual_step(const pl_weights *w, int n_frame) {
  double best = 0;
  int n_change = 0;
  for (int i = 1; i < n_frame; i++) n_change += !pl__weights_same(w->weight[i], w->weight[i - 1]);
  for (int i = 1; i < n_frame; i++) {
    double change = fabs(w->weight[i] - w->weight[i - 1]);
    int n_more = 0;
    for (int j = 1; j < n_frame; j++) n_more += fabs(w->weight[j] - w->weight[j - 1]) >= change * (1 - PL_DOUBT_ROUNDING);
    if (2 * n_more >= n_change) best = fmax(best, change);
  }
  return best;
}

static pl_status doubt_sequence(pl__label_reader *r, const pl_test *test, const pl_csv *csv) {
  const pl_weights *w = pl_weights_of(test);
  int n = test->n_frame, n_jump = 0, first = 0;
  double low = pl__weights_low(w, n), step = n <= 2000 ? usual_step(w, n) : 0;
  char a[40], b[40];
  if (low > 0 || !pl__weights_same(w->weight[0], low))
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_WEIGHTS_BEGINS_LOADED_DO), SAY_WEIGHTS_BEGINS_LOADED, newtons(w->weight[0], a),
                             newtons(low, b)));
  for (int i = 1; i < n && step > 0; i++) {
    if (fabs(w->weight[i] - w->weight[i - 1]) <= JUMP * step) continue;
    if (n_jump++ == 0) first = i;
  }
  if (n_jump > 0)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_WEIGHTS_JUMPS_DO), SAY_WEIGHTS_JUMPS, n_jump, n_jump > 1 ? "s" : "",
                             csv->line[first], JUMP, newtons(step, a)));
  if (!pl__weights_same(w->weight[n - 1], low))
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_WEIGHTS_ENDS_LOADED_DO), SAY_WEIGHTS_ENDS_LOADED, newtons(w->weight[n - 1], a),
                             newtons(low, b)));
  if (w->n_top == 1)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_WEIGHTS_ONE_TURN_DO), SAY_WEIGHTS_ONE_TURN,
                             newtons(fmax(w->weight[w->anchor[n - 1]], w->weight[n - 1]), a)));
  return PL_OK;
}

static pl_status doubt_growth(pl__label_reader *r, const pl_test *test, const pl_csv *csv) {
  int n_wrong = 0, first = 0;
  for (int i = 1; i < test->n_frame; i++)
    if (pl__weights_against(test, i) > PL_WEIGHTS_DOUBTFUL && n_wrong++ == 0) first = i;
  if (n_wrong == 0) return PL_OK;
  return pl__label_suspect(r, PL_DOUBT_READINGS, PL_SAID(SAY_WEIGHTS_AGAINST_WEIGHT_DO), SAY_WEIGHTS_AGAINST_WEIGHT, n_wrong,
                           n_wrong > 1 ? "s go" : " goes", PL_WEIGHTS_DOUBTFUL, csv->line[first]);
}

// Lengths that are not those of this cloth under these weights.
static pl_status doubt_lengths(pl__label_reader *r, const pl_test *test) {
  const pl_channel *channel = &test->channel[PL_WEIGHTS_LENGTH];
  double length = channel->value[0], share;
  int n_pair;
  char a[40], b[40];
  if (length < (1 - SHORT_SHARE) * test->length)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_READINGS, PL_SAID(SAY_WEIGHTS_SHORTER_THAN_REST_DO), SAY_WEIGHTS_SHORTER_THAN_REST,
                             millimetres(length, a), millimetres(test->length, b)));
  double gap = pl__weights_gap(test, &n_pair, &share), all = channel->sigma > 0 ? channel->sigma : 0;
  if (n_pair > 0 && gap < -PL_WEIGHTS_DOUBTFUL * all * sqrt(2.0 / n_pair) && gap < 0)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_READINGS, PL_SAID(SAY_WEIGHTS_SHORTER_AFTER_DO), SAY_WEIGHTS_SHORTER_AFTER, millimetres(-gap, a)));
  return PL_OK;
}

// Lengths that say little, or how well they are known.
static pl_status doubt_sigma(pl__label_reader *r, const pl_test *test) {
  const pl_channel *channel = &test->channel[PL_WEIGHTS_LENGTH];
  const double *length = channel->value;
  double longest = length[0];
  char a[40], b[40];
  for (int i = 1; i < test->n_frame; i++) longest = fmax(longest, length[i]);
  if (channel->sigma > 0 && longest - length[0] < HARDLY * channel->sigma)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_WEIGHTS_SIGMA_LARGE_DO), SAY_WEIGHTS_SIGMA_LARGE,
                             millimetres(longest - length[0], a), millimetres(channel->sigma, b)));
  if (channel->sigma > 0 && !(channel->sigma >= MIN_SIGMA && channel->sigma <= MAX_SIGMA))
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_WEIGHTS_SIGMA_ODD_DO), SAY_WEIGHTS_SIGMA_ODD, millimetres(channel->sigma, a)));
  return PL_OK;
}

pl_status pl__weights_doubt(pl__label_reader *r, const pl_test *test, const pl_csv *csv) {
  PL_TRY(doubt_sequence(r, test, csv));
  PL_TRY(doubt_growth(r, test, csv));
  PL_TRY(doubt_lengths(r, test));
  PL_TRY(doubt_sigma(r, test));
  return pl__label_suspect_same(r, test, PL_WEIGHTS_LENGTH);
}
