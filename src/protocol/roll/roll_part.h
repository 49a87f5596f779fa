// roll_part.h: shared by the files of the protocol `roll`.
#ifndef PL_PROTOCOL_ROLL_ROLL_PART_H
#define PL_PROTOCOL_ROLL_ROLL_PART_H

#include "measure/label/label.h"
#include "protocol/roll/roll.h"
#include "measure/template.h"

enum { PL_ROLL_MIN_POINT = 8, PL_ROLL_MAX_POINT = 4000, PL_ROLL_MAX_TEST = 1000 };

// One entry of "tests" may give many tests, which share its settings.
typedef struct pl__roll_entry {
  const char *name, *strip;
  double cut, length, width, gravity;  // rad, m, m, m/s^2
  double down;                         // rad: direction of gravity on the board, counterclockwise from its x axis
  bool held_last;                      // the last point is the held end
  int side, n_sample;
  double rigidity, rigidity_sigma;  // N m; 0: not given
  const char *bending;              // NULL: none
  pl__calibration calibration;
} pl__roll_entry;

// The profiles of one table: one, or one per radius and repetition (protocol/roll/points.c).
pl_status pl__roll_read_profiles(pl__label_reader *r, const pl__roll_entry *entry);
// Rejects a profile that cannot be the shape of this strip (protocol/roll/check.c). row: [n_point], rows of the table.
pl_status pl__roll_check(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const int *row);
// Suspicions; the profile must be derived.
pl_status pl__roll_doubt(pl__label_reader *r, const pl_test *test);

pl_status pl__roll_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__roll_save(pl_context *ctx, const char *directory, const pl_measurement *m);
struct pl_text;
void pl__roll_describe(const pl_test *test, struct pl_text *out);
void pl__roll_sum_up(const pl_test *test, struct pl_text *out);

extern const pl__template_file pl__roll_template[];  // template.c

// Plausible ranges of the loads, and the gravity (doubt.c).
extern const pl_doubt_range pl__roll_ranges[];
double pl__roll_gravity(const pl_test *test);

// ---- parts of the row ----

extern const struct pl_protocol_models pl__roll_models;
extern const struct pl_rig_row pl__roll_rig;
extern const struct pl_protocol_view pl__roll_view;
extern const struct pl_protocol_words pl__roll_words;
extern const struct pl_protocol_plan pl__roll_plan;
struct pl_fit;
struct pl_solution;

// Strips rolled on cylinders and released: bending friction of each cut and side (Miguel 2013).
pl_status pl__roll_fit(struct pl_fit *fit, struct pl_solution *solution);

#endif
