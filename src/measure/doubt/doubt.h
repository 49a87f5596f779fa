// doubt.h: doubts about a measurement that was read: readable, but probably not what was meant.
#ifndef PL_MEASURE_DOUBT_DOUBT_H
#define PL_MEASURE_DOUBT_DOUBT_H

#include "base/sentence/sentence.h"
#include "measure/table/curve.h"

// ---- suspicions (suspect.c) ----

typedef struct pl_suspicions {
  pl_arena *arena;  // of the measurement
  int n;
  pl_suspicion *item;
} pl_suspicions;

// "TEST: text" and what to do about it, copied.
pl_status pl__suspect(pl_suspicions *list, const char *test, pl_sentence text, pl_sentence remedy);
// What the suspicions from `first` on doubt, of those that do not say it yet; a verdict counts them (report/result/doubts.c).
void pl__suspect_mark(pl_suspicions *list, int first, pl_doubt doubt);
// "4.1 N", in the unit that people use.
const char *pl__suspect_number(double value, pl_dim dim, char buffer[64]);
// One test, with its frames stored and the table it was read from.
pl_status pl__suspect_test(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test, const pl_csv *csv);
// Tests against each other.
pl_status pl__suspect_pairs(pl_suspicions *list, const pl_measurement *m);
// Mean of y wherever the curve passes x = at; false where it never does.
bool pl__curve_at(int n, const double *x, const double *y, double at, double *mean);

// ---- where a curve begins (suspect_start.c) ----

// A displacement that probably does not count from the unloaded specimen.
pl_status pl__suspect_begin(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test);

// A note about a preload that the machine wrote above the table and nobody declared.
pl_status pl__suspect_preload(pl_measurement *m, const pl_test *test, const pl_csv *csv);

// ---- what was taken for something else (suspect_exchange.c) ----

// A test whose force and displacement were probably exchanged.
pl_status pl__suspect_exchanged(pl_context *ctx, const pl_protocol *protocol, const pl_test *test, bool *exchanged);
// The same, told.
pl_status pl__suspect_columns(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test, bool *exchanged);
// Tests whose name or file says the other direction.
pl_status pl__suspect_directions(pl_suspicions *list, const pl_measurement *m);

// ---- tests against each other ----

// The column a channel was read from, with its unit: "Load" [kN]; of tests that were not read from files its name.
const char *pl__suspect_column(const pl_channel *channel, char buffer[160]);
enum { PL__SUSPECT_MOST_TESTS = 200 };  // only so many tests are compared
// Tests that contradict others, the one that contradicts most tests first; what is left agrees. excess[n][n], symmetric: how many times more than
// allowed two tests differ, above 1 a contradiction, 0 not compared. left_out[n]: not asked; those found are added. pair[n][2]: the test, and the one
// it contradicts most. Returns their number, at most n - 1.
int pl__suspect_contradictions(int n, const double *excess, bool *left_out, int (*pair)[2]);

// ---- masses, forces and gravity that no cloth has or bears (suspect_load.c) ----

// A finding about sizes or units, in words.
pl_status pl__suspect_load(pl_suspicions *list, const char *name, pl_sentence remedy, const char *id, const char *format, ...)
    PL_PRINTF(5, 6);
// What always hangs there (N) is far heavier than the heaviest weight (N): gravity in m/s^2 turns them into masses for people.
pl_status pl__suspect_always(pl_suspicions *list, const pl_test *test, const char *key, double always, double heaviest, double gravity);
// A weight (N) that nobody hangs.
pl_status pl__suspect_heavy(pl_suspicions *list, const pl_test *test, double heaviest, double gravity);
// A weight (N) as a mass, for people.
const char *pl__suspect_mass(double weight, double gravity, char text[64]);
// Appends to the suspicions of a measurement that was read.
pl_status pl__suspect_loads(pl_measurement *m);
// Of a sheet, kg/m^2; how: how it is known, "" or " (...)".
pl_status pl__suspect_density(pl_suspicions *list, const char *name, double density, const char *how, pl_sentence remedy);
// Its size, m/s^2; 0: none.
pl_status pl__suspect_gravity(pl_suspicions *list, const char *name, double gravity);

#endif
