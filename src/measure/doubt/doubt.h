// doubt.h: doubts about a measurement that was read: readable, but probably not what was meant. Nothing is refused or changed by them.
//
// Every doubt goes through one list, with the test, what is doubted (pl_doubt), a sentence with its id, and what to check. Most are a quantity outside a
// range (pl_doubt_range): a protocol lists its ranges in its row (pl_protocol_files.ranges) and range.c evaluates them. Ranges have a physical reason
// and are so wide that a real specimen stays inside. A unit that is 1000 times wrong usually leaves them, one that is 10 times wrong
// usually does not. Doubts that compare two things (columns, tests, a curve with itself) are functions. Their levels: level.h. `pliant
// reproduce doubts` measures how often both are wrong.
#ifndef PL_MEASURE_DOUBT_DOUBT_H
#define PL_MEASURE_DOUBT_DOUBT_H

#include "base/sentence/sentence.h"
#include "measure/table/curve.h"

// ---- the list (list.c) ----

typedef struct pl_suspicions {
  pl_arena *arena;  // of the measurement
  int n;
  pl_suspicion *item;
} pl_suspicions;

// "TEST: text" and what to do about it, copied.
pl_status pl__suspect(pl_suspicions *list, const char *test, pl_doubt doubt, pl_sentence text, pl_sentence remedy);
// The same with places to fill in: pl__doubt(list, name, PL_DOUBT_SIZES, PL_SAID(SAY_X_DO), SAY_X, ...).
pl_status pl__doubt(pl_suspicions *list, const char *test, pl_doubt doubt, pl_sentence remedy, const char *id, const char *format, ...)
    PL_PRINTF(6, 7);
// Is something of this test, or of all, doubted that a verdict counts?
bool pl__doubted(const pl_suspicions *list, const char *test);
// "4.1 N", in the unit that people use.
const char *pl__suspect_number(double value, pl_dim dim, char buffer[64]);
// "4.1 %".
const char *pl__suspect_percent(double share, char buffer[64]);
// The column a channel was read from, with its unit: "Load" [kN]; of tests that were not read from files its name.
const char *pl__suspect_column(const pl_channel *channel, char buffer[160]);

// ---- quantities outside a range (range.c) ----

typedef struct pl_doubt_range {
  pl_sentence text;  // with places for the value and both ends: "the areal density is %s; sheets have %s to %s"
  pl_sentence remedy;
  pl_doubt doubt;
  pl_dim dim;
  double low, high;  // SI; INFINITY: no upper end, and no place for it
  // SI; NAN: not known of this test. NULL: the protocol evaluates the range itself (pl__doubt_outside), because of the order of its doubts.
  double (*value)(const pl_measurement *m, const pl_test *test);
} pl_doubt_range;

// Doubts a value that is outside, and says so in *found (may be NULL).
pl_status pl__doubt_outside(pl_suspicions *list, const char *test, const pl_doubt_range *range, double value, bool *found);
// All that is doubted of a measurement that was read, appended: density, gravity, directions, the protocol's ranges, then its function. Of
// a test whose columns are doubted no range is evaluated. Of each test the first of the protocol's ranges that it leaves is reported, of
// many such tests the first. So one error gives one sentence.
pl_status pl__doubt_measurement(pl_measurement *m);
// For every sheet, kg/m^2, and for everything that hangs, m/s^2.
extern const pl_doubt_range pl__range_density, pl__range_gravity;

// Areal density of a sheet, kg/m^2, and gravity on Earth, m/s^2: see range.c.
#define PL_LIGHTEST_SHEET 3e-3
#define PL_HEAVIEST_SHEET 10.0
#define PL_LEAST_GRAVITY 9.3
#define PL_MOST_GRAVITY 10.3
// Stiffness of a sheet, force per width over strain, N/m: see range.c.
#define PL_SOFTEST_SHEET 0.5
#define PL_STIFFEST_SHEET 5e7
// The same of a sheet that is strained by more than 4 %, where glass, carbon and aramid are broken. Coated polyester for roofs has some 1e6
// N/m.
#define PL_FAR_STRAIN 0.04
#define PL_STIFFEST_FAR 1.5e6
// Force per width that a sheet bears, N/m: a millimetre of polyethylene or aramid fibre at 1 GPa.
#define PL_STRONGEST_SHEET 1e6
// Ends a list of ranges.
#define PL_DOUBT_RANGES_END \
  { {NULL, NULL}, {NULL, NULL}, PL_DOUBT_ADVICE, {0, 0, 0, 0}, 0, 0, NULL }

// ---- one curve, and two (curve.c) ----

// One test, with its frames stored and the table it was read from.
pl_status pl__suspect_test(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test, const pl_csv *csv);
// Tests against each other.
pl_status pl__suspect_pairs(pl_suspicions *list, const pl_measurement *m);
// Mean of y wherever the curve passes x = at; false where it never does.
bool pl__curve_at(int n, const double *x, const double *y, double at, double *mean);

// ---- where a curve begins (start.c) ----

// A displacement that probably does not count from the unloaded specimen.
pl_status pl__suspect_begin(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test);

// A note about a preload that the machine wrote above the table and the experiment does not declare.
pl_status pl__suspect_preload(pl_measurement *m, const pl_test *test, const pl_csv *csv);

// ---- what was taken for something else (exchange.c) ----

// A test whose force and displacement were probably exchanged.
pl_status pl__suspect_columns(pl_suspicions *list, const pl_protocol *protocol, const pl_test *test, bool *exchanged);
// Tests whose name or file says the other direction.
pl_status pl__suspect_directions(pl_suspicions *list, const pl_measurement *m);

// ---- tests against each other (list.c) ----

enum { PL__SUSPECT_MOST_TESTS = 200 };  // only so many tests are compared
// Tests that contradict others, the one that contradicts most tests first; what is left agrees. excess[n][n], symmetric: how many times more than
// allowed two tests differ, above 1 a contradiction, 0 not compared. left_out[n]: not asked; those found are added. pair[n][2]: the test, and the one
// it contradicts most. Returns their number, at most n - 1.
int pl__suspect_contradictions(int n, const double *excess, bool *left_out, int (*pair)[2]);

#endif
