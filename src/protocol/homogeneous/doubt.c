// doubt.c: readable but doubtful: listed by `pliant check`.
#include <math.h>

#include "measure/doubt/level.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/say_doubts.h"
#include "protocol/homogeneous/homogeneous.h"

#define MEGA 1e6  // Pa per MPa, as shown
#define AT_REST PL_DOUBT_ROUNDING
#define REST_SHARE 0.1  // of the largest stress, at rest: a preload of a tenth shifts the stretch, and the modulus with it
// Of the largest stress, by which a stress falls while the stretch grows: twice the error of a load cell of class 1 (ISO 7500-1).
#define FALL_SHARE 0.02
#define VOLUME_SHARE 0.05  // of a volume that is said not to change: two lateral stretches, each read to 2 %
#define ORDER_SHARE 0.05   // of the largest stress: two load cells of class 1 and two areas, each known to 2 %

static double highest(const pl_test *test, int channel) {
  double high = 0;
  for (int i = 0; i < test->n_frame; i++) high = fmax(high, fabs(test->channel[channel].value[i]));
  return high;
}

static pl_status doubt_curve(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  const double *x = test->channel[test->control].value, *y = test->channel[test->observed].value;
  double high = highest(test, test->observed), rest = test->control == PL_HOMOGENEOUS_SHEAR ? 0 : 1;
  double last = 0;  // move
  int n_turn = 0, first = 0, fall = -1;
  for (int i = 0; i < test->n_frame; i++) {
    if (pl__homogeneous_mode[pl_homogeneous_of(test)->mode].pulls_rest && fabs(x[i] - rest) < AT_REST && fabs(y[i]) > REST_SHARE * high)
      return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_STATE_OFFSET_DO), SAY_STATE_OFFSET, y[i] / MEGA, csv->line[i]);
    if (i > 0 && x[i] != x[i - 1]) {  // readings at rest between two moves do not hide a turn
      double move = x[i] - x[i - 1];
      if (move * last < 0 && n_turn++ == 0) first = i;
      last = move;
    }
    if (i > 0 && fall < 0 && x[i] > x[i - 1] && y[i] < y[i - 1] - FALL_SHARE * high) fall = i;
  }
  bool chosen = pl__label_setting(r, "branch") || pl__label_setting(r, "cycle");
  if (n_turn > 0 && !chosen && pl_homogeneous_of(test)->mode != PL_BIAXIAL)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_STATE_TURNS_DO), SAY_STATE_TURNS, test->channel[test->control].row->name, n_turn,
                             n_turn > 1 ? "s" : "", csv->line[first]));
  if (n_turn == 0 && fall > 0)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_STATE_FALLS_DO), SAY_STATE_FALLS, test->channel[test->control].row->name,
                             csv->line[fall]));
  return PL_OK;
}

// Volume by the lateral stretches, in a body that is said to keep it.
static pl_status doubt_volume(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  const double *side = test->channel[PL_HOMOGENEOUS_LATERAL].value;
  const pl_homogeneous *h = pl_homogeneous_of(test);
  if (h->mode == PL_UNIAXIAL && h->symmetry != PL_SYMMETRY_ISOTROPIC) return PL_OK;  // its two sides need not be alike
  for (int i = 0; i < test->n_frame && side && h->incompressible; i++) {
    const pl_homogeneous_state s = pl_homogeneous_at(test, i);
    double volume = h->mode == PL_UNIAXIAL ? s.stretch[0] * side[i] * side[i] : s.stretch[0] * s.stretch[1] * side[i];
    if (fabs(volume - 1) <= VOLUME_SHARE) continue;
    return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_STATE_VOLUME_DO), SAY_STATE_VOLUME, volume, csv->line[i]);
  }
  return PL_OK;
}

// In an isotropic body the larger stretch goes with the larger Cauchy stress (Baker and Ericksen 1954).
static pl_status doubt_order(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  const pl_channel *a = &test->channel[PL_HOMOGENEOUS_STRESS], *b = &test->channel[PL_HOMOGENEOUS_STRESS_2];
  if (!b->value) return PL_OK;
  if (highest(test, PL_HOMOGENEOUS_STRESS_2) == 0)
    return pl__label_suspect(r, PL_DOUBT_COLUMNS, PL_SAID(SAY_STATE_STRESS_2_ZERO_DO), SAY_STATE_STRESS_2_ZERO);
  if (h->symmetry != PL_SYMMETRY_ISOTROPIC || !a->value || !h->incompressible) return PL_OK;
  double high = fmax(highest(test, PL_HOMOGENEOUS_STRESS), highest(test, PL_HOMOGENEOUS_STRESS_2));
  for (int i = 0; i < test->n_frame; i++) {
    const pl_homogeneous_state s = pl_homogeneous_at(test, i);
    bool nominal = h->measure == PL_STRESS_NOMINAL;
    double first = nominal ? a->value[i] * s.stretch[0] : a->value[i], second = nominal ? b->value[i] * s.stretch[1] : b->value[i];
    if ((first - second) * (s.stretch[0] - s.stretch[1]) >= 0 || fabs(first - second) <= ORDER_SHARE * high) continue;
    return pl__label_suspect(r, PL_DOUBT_COLUMNS, PL_SAID(SAY_STATE_AXES_EXCHANGED_DO), SAY_STATE_AXES_EXCHANGED, csv->line[i]);
  }
  return PL_OK;
}

pl_status pl__homogeneous_doubt(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  PL_TRY(doubt_curve(r, csv, test));
  PL_TRY(doubt_volume(r, csv, test));
  PL_TRY(doubt_order(r, csv, test));
  return pl__label_suspect_same(r, test, test->observed);
}
