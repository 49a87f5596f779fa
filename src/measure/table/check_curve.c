// check_curve.c: rejects curves that cannot be a measurement of the given specimen, with the line in the curve file.
//
//  1. at least 5 frames
//  2. the main control changes, the main observed channel is not zero throughout
//  3. displacements within (-1, 20] lengths; lateral stretches within (0, 20]
//  4. a displacement that never comes near zero is probably a current length or a stretch
//  5. force and displacement have the same sign (some machines count compression as positive); so have a height and its pressure
#include "measure/table/curve.h"

#include <math.h>
#include <stdio.h>

#define MAX_STRETCH 20.0
#define NEVER_ZERO 0.8       // of the specimen's length
#define SIGN_SHARE 0.95      // fraction of the frames that must disagree before the sign convention is called wrong
#define SIGN_THRESHOLD 0.05  // of the largest control: smaller values do not determine the sign

typedef struct check {
  pl_context *ctx;
  const pl_csv *csv;
  const pl_protocol *protocol;
  const pl_curve *curve;
  double length;
} check;

static pl_where row_where(const check *k, int frame, int channel) {
  return (pl_where){k->csv->file, k->csv->line[frame], 0, k->protocol->channel[channel].name};
}

static pl_status check_varies(const check *k, int control, int observed) {
  const double *x = k->curve->value[control], *y = k->curve->value[observed];
  bool moves = false, loaded = false;
  for (int i = 0; i < k->curve->n_frame; i++) {
    moves = moves || x[i] != x[0];
    loaded = loaded || y[i] != 0;
  }
  pl_where where = row_where(k, 0, control);
  char text[48];
  if (!moves) {
    return pl_fail(k->ctx, PL_ERROR_INPUT, &where, "choose the column that was moved with \"columns\" in the experiment file",
                   PL_ID("experiment.all-rows-must-change") "is %s in all %d rows, must change",
                   pl_quantity_print(x[0], k->protocol->channel[control].dim, text, sizeof text), k->curve->n_frame);
  }
  if (!loaded) {
    where = row_where(k, 0, observed);
    return pl_fail(k->ctx, PL_ERROR_INPUT, &where, "choose the column that was measured with \"columns\" in the experiment file",
                   PL_ID("experiment.zero-all-rows") "is zero in all %d rows", k->curve->n_frame);
  }
  return PL_OK;
}

static pl_status check_ranges(const check *k) {
  char text[48], limit[48];
  for (int c = 0; c < k->protocol->n_channel; c++) {
    const pl_channel_row *row = &k->protocol->channel[c];
    const double *x = k->curve->value[c];
    bool is_length = pl_dim_equal(row->dim, PL_DIM_LENGTH), is_ratio = pl_dim_equal(row->dim, PL_DIM_NONE);
    if (!x || (!is_length && !is_ratio)) continue;
    double low = is_length ? -k->length : 0, high = is_length ? MAX_STRETCH * k->length : MAX_STRETCH;
    if (is_length && c != 0) low = -high;  // shear goes both ways
    for (int i = 0; i < k->curve->n_frame; i++) {
      if (x[i] > low && x[i] <= high) continue;
      pl_where where = row_where(k, i, c);
      pl_quantity_print(x[i], row->dim, text, sizeof text);
      if (x[i] <= low) {
        return pl_fail(k->ctx, PL_ERROR_INPUT, &where,
                       is_length ? "check the unit of the column and the specimen's length"
                                 : "check the column: it is current width / rest width",
                       "is %s, must be > %s", text, pl_quantity_print(low, row->dim, limit, sizeof limit));
      }
      return pl_fail(k->ctx, PL_ERROR_INPUT, &where, "check the unit of the column and the specimen's length",
                     PL_ID("experiment.more") "is %s, more than %g%s", text, MAX_STRETCH, is_length ? " times the specimen's length" : "");
    }
  }
  return PL_OK;
}

static pl_status check_near_zero(const check *k) {
  const double *x = k->curve->value[0];  // elongation or travel
  if (!x || !pl_dim_equal(k->protocol->channel[0].dim, PL_DIM_LENGTH)) return PL_OK;
  double low = x[0];
  for (int i = 1; i < k->curve->n_frame; i++) low = fmin(low, x[i]);
  if (low < NEVER_ZERO * k->length) return PL_OK;
  pl_where where = row_where(k, 0, 0);
  char text[48], length[48];
  return pl_fail(
      k->ctx, PL_ERROR_INPUT, &where,
      "say \"as\": \"length\" or \"as\": \"stretch\" for this column in the experiment file, or set its zero at the start of the test",
      PL_ID("experiment.never-below-specimen-looks") "is never below %s, for a specimen of %s: this looks like a current length or a "
                                                     "stretch ratio",
      pl_quantity_print(low, PL_DIM_LENGTH, text, sizeof text), pl_quantity_print(k->length, PL_DIM_LENGTH, length, sizeof length));
}

static pl_status check_signs(const check *k, int control, int observed, const pl_where *test) {
  const pl_channel_row *row = &k->protocol->channel[observed];
  if (!pl__curve_has_sense(row)) return PL_OK;
  bool force = pl_channel_is_force(row);
  const double *x = k->curve->value[control], *y = k->curve->value[observed];
  double largest = 0;
  for (int i = 0; i < k->curve->n_frame; i++) largest = fmax(largest, fabs(x[i]));
  int n = 0, opposite = 0, negative = 0, worst = 0;
  for (int i = 0; i < k->curve->n_frame; i++) {
    if (fabs(x[i]) <= SIGN_THRESHOLD * largest || y[i] == 0) continue;
    n++;
    opposite += x[i] * y[i] < 0;
    negative += x[i] < 0 && y[i] < 0;
    if (fabs(y[i]) > fabs(y[worst])) worst = i;
  }
  if (n == 0) return PL_OK;
  char text[48], at[48];
  pl_where where = row_where(k, worst, observed);
  pl_quantity_print(y[worst], row->dim, text, sizeof text);
  pl_quantity_print(x[worst], k->protocol->channel[control].dim, at, sizeof at);
  char hint[200];
  const char *asked = test->key ? test->key : "the test";
  if (opposite >= SIGN_SHARE * n) {
    snprintf(hint, sizeof hint, "if the machine counts %s as positive, write \"sign\": \"flip\" in %.60s of the experiment file",
             force ? "compression" : "the other sense", asked);
    if (!force)
      return pl_fail(k->ctx, PL_ERROR_INPUT, &where, hint,
                     PL_ID("experiment.sense-against-control") "is %s although %s is %s, in %d of %d rows", text,
                     k->protocol->channel[control].name, at, opposite, n);
    return pl_fail(k->ctx, PL_ERROR_INPUT, &where, hint, "is %s at %s = %s, against the %s in %d of %d rows", text,
                   k->protocol->channel[control].name, at, k->protocol->channel[control].name, opposite, n);
  }
  if (force && control == 0 && negative >= SIGN_SHARE * n) {
    snprintf(hint, sizeof hint,
             "if the machine counts compression as positive, write \"sign\": \"flip-both\" in %.60s of the experiment file", asked);
    return pl_fail(k->ctx, PL_ERROR_INPUT, &where, hint, "is %s at %s = %s, both negative in %d of %d rows: compression of a cloth", text,
                   k->protocol->channel[control].name, at, negative, n);
  }
  return PL_OK;
}

pl_status pl__curve_check(pl_context *ctx, const pl_csv *csv, const pl_protocol *protocol, const pl_curve *curve, int control, int observed,
                          double length, pl_sign sign, const pl_where *where) {
  check k = {ctx, csv, protocol, curve, length};
  PL_TRY(check_varies(&k, control, observed));
  PL_TRY(check_near_zero(&k));
  PL_TRY(check_ranges(&k));
  if (sign == PL_SIGN_AUTO) PL_TRY(check_signs(&k, control, observed, where));
  return PL_OK;
}
