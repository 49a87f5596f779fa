// curve.h: the working form of one test's frames between the CSV columns and a pl_test, and what is done to it.
#ifndef PL_MEASURE_TABLE_CURVE_H
#define PL_MEASURE_TABLE_CURVE_H

#include "base/sentence/sentence.h"
#include "base/csv/csv.h"
#include "measure/protocol.h"

enum { PL_DEFAULT_MAX_FRAMES = 400, PL_MIN_FRAMES = 5 };

typedef struct pl_curve {
  int n_frame, n_channel;
  double *value[PL_MAX_CHANNEL];  // [n_frame], SI; NULL: not measured
  int *branch;                    // [n_frame], pl_branch
  double variance;                // of a value, relative to one reading: 1 as read, 1/k after averaging k readings
  bool keeps_length;              // the displacement was made from the shear displacement (shear.c)
} pl_curve;

// Frames [first, end) that were travelled in one sense: away from zero (load) or towards it (unload).
typedef struct pl_segment {
  int first, end;
  pl_branch branch;
} pl_segment;

// Order of the "branch" choices in an experiment file.
typedef enum pl_branch_choice { PL_CHOOSE_AVERAGE, PL_CHOOSE_LOAD, PL_CHOOSE_UNLOAD, PL_CHOOSE_ALL } pl_branch_choice;

// An empty curve with the same channels as `like`.
pl_status pl__curve_create(pl_arena *arena, const pl_curve *like, int n_frame, pl_curve *curve);
// The control channel with the largest range and the observed channel that goes with it.
void pl__curve_main(const pl_protocol *protocol, const pl_curve *curve, int *control, int *observed);

// Cut a curve at the turning points of its control (branch.c) and label the frames.
pl_status pl__curve_segments(pl_arena *arena, const double *control, int n_frame, int *n_segment, pl_segment **segment);
void pl__curve_label(pl_curve *curve, int n_segment, const pl_segment *segment);
// Both branches on one grid of the control, and their mean; 0 frames when no point was passed both ways.
pl_status pl__curve_average(pl_arena *arena, const pl_curve *curve, int control, int observed, int n_segment, const pl_segment *segment,
                            pl_curve *average, double *hysteresis);
// The frames of one branch, in order.
pl_status pl__curve_select(pl_arena *arena, const pl_curve *curve, pl_branch branch, pl_curve *selected);
// At most max_frame frames: means over bins of the control, branch by branch (thin.c). Unchanged when there are few enough.
pl_status pl__curve_thin(pl_arena *arena, const pl_curve *curve, int control, int max_frame, pl_curve *thinned);

// ---- reading (column.c, check_curve.c) ----

// Order of the "shear" choices in an experiment file, and the default.
typedef enum pl_shear {
  PL_SHEAR_FIXED,  // the clamps stay as far apart as they are, unless a displacement was measured
  PL_SHEAR_KEEP,   // the clamps approach so that the yarns between them keep their length (KES)
  PL_SHEAR_AUTO    // keep for an angle without a measured displacement, else fixed
} pl_shear;

typedef struct pl_column_request {
  pl_json *given;        // value in "columns": text, object or null; NULL: guess
  double length;         // m, of the specimen
  double total_width;    // m, width x strips
  double lateral_gauge;  // m, 0: the first value
  pl_shear shear;        // what a shear angle means
} pl_column_request;

typedef struct pl_column_result {
  double *value;         // [n_row], SI, arena of the measurement; NULL when the file has no such column
  pl_form form;          // it was read as
  int choice;            // place of the form in the row
  int column;            // of the table
  bool has_unit;         // that the table or the experiment file told
  const char *source;    // for people
  const char *note;      // NULL: none
  pl_suspicion percent;  // a strain without a unit that may be in percent; text NULL: none
} pl_column_result;

// Read one channel from a table.
pl_status pl__column_read(pl_arena *arena, const pl_csv *csv, const pl_channel_row *row, const pl_column_request *request,
                          pl_column_result *result);
// What to do about a column in a unit that the channel is not read from: a mass for a force, a stress of a fabric; `other` when nothing more is
// known (column_remedy.c).
void pl__column_remedy(const pl_csv *csv, int column, const pl_channel_row *row, pl_dim dim, const char *unit, const char *other,
                       char *hint, size_t size);
// What to write for a channel that no column was found for: the only column whose unit fits is named.
void pl__column_missing(const pl_csv *csv, const pl_channel_row *row, char *hint, size_t size);
// Two columns that a channel may be.
pl_status pl__column_fail_two(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, const int match[2]);
// The rows whose cells equal the members of `where`, as a table that shares its cells.
pl_status pl__csv_filter(pl_arena *arena, const pl_csv *csv, pl_json *where, pl_csv **filtered);
// A cell as a number, with either decimal mark; pl_csv_number tells whether it is that of the table.
bool pl__csv_cell_number(const pl_csv *csv, int row, int column, double *number);
// Every column named "time" must grow from row to row.
pl_status pl__csv_check_time(pl_context *ctx, const pl_csv *csv);

// Order of the "sign" choices in an experiment file.
typedef enum pl_sign { PL_SIGN_AUTO, PL_SIGN_AS_IS, PL_SIGN_FLIP, PL_SIGN_FLIP_BOTH } pl_sign;

// Refuse what cannot be a measurement of this specimen: see check_curve.c. csv gives the lines, test the specimen and the channels.
pl_status pl__curve_check(pl_context *ctx, const pl_csv *csv, const pl_protocol *protocol, const pl_curve *curve, int control, int observed,
                          double length, pl_sign sign, const pl_where *where);

// ---- shear tests (shear.c) ----

// The displacement that goes with a shear displacement when none was measured; angle: the shear was given as an angle.
pl_status pl__shear_complete(pl_measurement *m, const pl_csv *csv, pl_test *test, pl_shear shear, bool angle, pl_curve *curve);
// Make it again for frames that were averaged: between two points the yarns keep their length too.
void pl__shear_keep_length(double length, pl_curve *curve);

// ---- keys of an experiment file (experiment_keys.c) ----

// An unknown key anywhere (file, tests, specimens, columns, sigma) is an error that says where it belongs or what was meant. Done before anything is
// read, so that a misspelt key is not reported as a missing one.
pl_status pl__experiment_check_keys(pl_context *ctx, pl_json *root, const pl_protocol *protocol);

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

// ---- stiffness, where a wrong unit shows (suspect_size.c) ----

// Tensile tests: force per width over strain that no cloth has, or that contradicts another test of the same cloth.
pl_status pl__suspect_sizes(pl_suspicions *list, const pl_measurement *m);
// How a tensile test strains the cloth: along the yarns, across them, by shear; or not by force over displacement.
typedef enum pl__pull_kind { PL__NOT_PULLED, PL__PULLED, PL__PULLED_BIAS, PL__SHEARED } pl__pull_kind;
pl__pull_kind pl__suspect_kind(const pl_test *test);
// Displacements and lengths ten times too large or too small, of the first n tests that are not left out (suspect_travel.c); those doubted are.
pl_status pl__suspect_travels(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out);
// Pulls and fixed-length shears of them, which stretch the same yarns (suspect_shear.c); where they contradict each other all of them are left out.
pl_status pl__suspect_shears(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out);
// Strains of two tests under one force per width, where that is all there is to compare (suspect_travel.c).
pl_status pl__suspect_together(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out);
// The column a channel was read from, with its unit: "Load" [kN]; of tests that were not read from files its name.
const char *pl__suspect_column(const pl_channel *channel, char buffer[160]);
enum { PL__SUSPECT_MOST_TESTS = 200 };  // only so many tests are compared
// Tests that contradict others, the one that contradicts most tests first; what is left agrees. excess[n][n], symmetric: how many times more than
// allowed two tests differ, above 1 a contradiction, 0 not compared. left_out[n]: not asked; those found are added. pair[n][2]: the test, and the one
// it contradicts most. Returns their number, at most n - 1.
int pl__suspect_contradictions(int n, const double *excess, bool *left_out, int (*pair)[2]);

// ---- masses, forces and gravity that no cloth has or bears (suspect_load.c) ----

// Appends to the suspicions of a measurement that was read.
pl_status pl__suspect_loads(pl_measurement *m);
// Of a sheet, kg/m^2; how: how it is known, "" or " (...)".
pl_status pl__suspect_density(pl_suspicions *list, const char *name, double density, const char *how, pl_sentence remedy);
// Its size, m/s^2; 0: none.
pl_status pl__suspect_gravity(pl_suspicions *list, const char *name, double gravity);

// ---- writing (save.c) ----

// What every experiment file begins with: format, protocol, name, density.
void pl__experiment_head(pl_json_writer *w, const pl_measurement *m);

// An experiment being written into a folder: the file with its head, then what `tests` adds to the list of tests, after the files that go with them.
typedef struct pl__saver {
  pl_context *ctx;
  pl_arena *arena;  // gone when it is written
  const char *directory;
  pl_json_writer *w;
  const pl_measurement *m;
  const char **file;  // [n_test], names of files or folders taken so far, empty to begin with
} pl__saver;
pl_status pl__experiment_save(pl_context *ctx, const char *directory, const pl_measurement *m,
                              pl_status (*tests)(const pl__saver *s, const void *user), const void *user);

// A file name for a test, with an ending: what every file system takes, different from those of the tests before it.
const char *pl__test_file_name(pl_arena *arena, const pl_measurement *m, int test, const char *const *taken, const char *ending);

#endif
