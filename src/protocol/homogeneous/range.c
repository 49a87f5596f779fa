// range.c: impossible stretches, and what the column probably is instead: a strain, a percentage, the stress.
//
// The message depends on the form in which the column was read: a column already named a strain needs no such advice.
#include <math.h>
#include <stdio.h>

#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/say_doubts.h"

#define MAX_STRETCH 50.0    // hydrogels and the softest elastomers go to 20 or 30
#define PERCENT_ABOVE 20.0  // a strain of 2000 % without a unit is a percentage
#define REST_NEAR 0.02      // tolerance for a column that starts at 1, like stretches: the first reading may be strained a little
#define REST_SMALL 0.5      // start of a column that is no stretch from rest: midway between 0 and 1

static const char *remedy_of(const pl__homogeneous_form *form, bool high) {
  bool strain = form->choice == PL_STRETCH_STRAIN || form->choice == PL_STRETCH_LOG;
  if (strain && !form->has_unit && high) return "is it in percent? write the unit: \"strain [%]\"";
  if (strain) return "a strain is the elongation over the rest length, 0 at rest and above -1: check its unit and its sign";
  if (form->choice == PL_STRETCH_PLAIN)
    return "a stretch is current over rest length, 1 at rest; if the column is a strain, name it so: \"as\": \"strain\"";
  return "check the unit of the column and \"length\"";
}

static pl_status check_channel(pl__label_reader *r, const pl_csv *csv, const pl_test *test, int channel, const pl__homogeneous_form *form) {
  for (int i = 0; i < test->n_frame; i++) {
    double l = test->channel[channel].value[i];
    if (l > 1 / MAX_STRETCH && l < MAX_STRETCH) continue;
    return pl__label_fail_row(r, csv, i, remedy_of(form, l > 1),
                              PL_ID("homogeneous.must-lie-between") "a %s of %g, must lie between %g and %g",
                              test->channel[channel].row->name, l, 1 / MAX_STRETCH, MAX_STRETCH);
  }
  return PL_OK;
}

static pl_status doubt_percent(pl__label_reader *r, const pl_csv *csv, const pl_test *test, int channel, const pl__homogeneous_form *form) {
  double high = 0;
  for (int i = 0; i < test->n_frame; i++) high = fmax(high, test->channel[channel].value[i] - 1);
  if (form->choice != PL_STRETCH_STRAIN || form->has_unit || !(high > PERCENT_ABOVE)) return PL_OK;
  return pl__label_suspect(r, PL_DOUBT_SIZES, PL_SAID(SAY_STATE_PERCENT_DO), SAY_STATE_PERCENT, csv->column[form->column].name, high);
}

// The column's first and smallest value.
static bool column_begins(const pl_csv *csv, int column, double *first, double *least) {
  double number;
  if (!pl__csv_cell_number(csv, 0, column, first)) return false;
  *least = *first;
  for (int i = 1; i < csv->n_row; i++) {
    if (!pl__csv_cell_number(csv, i, column, &number)) return false;
    *least = fmin(*least, number);
  }
  return true;
}

// A stretch starts at 1 and a stress at 0, not the reverse.
static pl_status check_exchanged(pl__label_reader *r, const pl_csv *csv, const pl_test *test, const pl__homogeneous_form *form) {
  const pl__homogeneous_form *stretch = &form[PL_HOMOGENEOUS_STRETCH], *stress = &form[PL_HOMOGENEOUS_STRESS];
  double a, least_a, b, least_b;
  if (test->control != PL_HOMOGENEOUS_STRETCH || stretch->choice != PL_STRETCH_PLAIN) return PL_OK;
  if (!column_begins(csv, stretch->column, &a, &least_a) || !column_begins(csv, stress->column, &b, &least_b)) return PL_OK;
  bool exchanged = a < REST_SMALL && least_a > -REST_SMALL && fabs(b - 1) < REST_NEAR && least_b > 1 - REST_NEAR;
  if (!exchanged) return PL_OK;
  return pl__label_fail_row(
      r, csv, 0, "a stretch is 1 at rest and a stress is 0: exchange their names in the header",
      PL_ID("homogeneous.column-begins-column-they") "column \"%s\" begins at %g and column \"%s\" at %g: are they exchanged?",
      csv->column[stretch->column].name, a, csv->column[stress->column].name, b);
}

pl_status pl__homogeneous_range(pl__label_reader *r, const pl_csv *csv, const pl_test *test, const pl__homogeneous_form *form) {
  static const int channels[] = {PL_HOMOGENEOUS_STRETCH, PL_HOMOGENEOUS_STRETCH_2, PL_HOMOGENEOUS_LATERAL};
  PL_TRY(check_exchanged(r, csv, test, form));
  for (int k = 0; k < 3; k++) {
    if (!test->channel[channels[k]].value) continue;
    PL_TRY(check_channel(r, csv, test, channels[k], &form[channels[k]]));
    if (channels[k] != PL_HOMOGENEOUS_LATERAL) PL_TRY(doubt_percent(r, csv, test, channels[k], &form[channels[k]]));
  }
  return PL_OK;
}
