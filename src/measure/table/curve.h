// curve.h: the intermediate form of one test's frames between the CSV columns and a pl_test, and its processing.
#ifndef PL_MEASURE_TABLE_CURVE_H
#define PL_MEASURE_TABLE_CURVE_H

#include "base/csv/csv.h"
#include "measure/protocol.h"

enum { PL_DEFAULT_MAX_FRAMES = 400, PL_MIN_FRAMES = 5 };

typedef struct pl_curve {
  int n_frame, n_channel;
  double *value[PL_MAX_CHANNEL + 1];  // [n_frame], SI; NULL: not measured
  int time;                           // index of the times (s) in value, behind the channels and counted by n_channel; 0: unknown
  int *branch;                        // [n_frame], pl_branch
  double variance;                    // of a value, relative to one reading: 1 as read, 1/k after averaging k readings
  bool completed;                     // the protocol computed a control that was not measured (pl_curve_format.complete)
} pl_curve;

// Frames [first, end) in one direction: away from zero (load) or towards it (unload).
typedef struct pl_segment {
  int first, end;
  pl_branch branch;
} pl_segment;

// Order of the "branch" choices in an experiment file.
typedef enum pl_branch_choice { PL_CHOOSE_AVERAGE, PL_CHOOSE_LOAD, PL_CHOOSE_UNLOAD, PL_CHOOSE_ALL } pl_branch_choice;

// An empty curve with the same channels as `like`.
pl_status pl__curve_create(pl_arena *arena, const pl_curve *like, int n_frame, pl_curve *curve);
// The control channel with the largest range and its observed channel.
void pl__curve_main(const pl_protocol *protocol, const pl_curve *curve, int *control, int *observed);

// Cuts a curve at the turning points of its control (branch.c) and labels the frames.
pl_status pl__curve_segments(pl_arena *arena, const double *control, int n_frame, int *n_segment, pl_segment **segment);
void pl__curve_label(pl_curve *curve, int n_segment, const pl_segment *segment);
// Both branches on one grid of the control, and their mean; 0 frames if no point was passed in both directions.
pl_status pl__curve_average(pl_arena *arena, const pl_curve *curve, int control, int observed, int n_segment, const pl_segment *segment,
                            pl_curve *average, double *hysteresis);
// The frames of one branch, in order.
pl_status pl__curve_select(pl_arena *arena, const pl_curve *curve, pl_branch branch, pl_curve *selected);
// At most max_frame frames: means over bins of the control, branch by branch (thin.c). Unchanged if there are few enough.
pl_status pl__curve_thin(pl_arena *arena, const pl_curve *curve, int control, int max_frame, pl_curve *thinned);

// ---- reading (column.c, check_curve.c) ----

typedef struct pl_column_request {
  pl_json *given;        // value in "columns": text, object or null; NULL: guess
  double length;         // m, of the specimen
  double total_width;    // m, width x strips
  double lateral_gauge;  // m, 0: the first value
  bool sine;             // an angle times the length is converted by its sine (yarns of constant length), else by its tangent
} pl_column_request;

typedef struct pl_column_result {
  double *value;         // [n_row], SI, arena of the measurement; NULL when the file has no such column
  pl_form form;          // the form it was read as
  int choice;            // index of the form in the row
  int column;            // of the table
  bool has_unit;         // given by the table or the experiment file
  const char *source;    // description
  const char *note;      // NULL: none
  pl_suspicion percent;  // a strain without a unit that may be in percent; text NULL: none
} pl_column_result;

// Reads one channel from a table.
pl_status pl__column_read(pl_arena *arena, const pl_csv *csv, const pl_channel_row *row, const pl_column_request *request,
                          pl_column_result *result);
// Remedy for a column in an unsuitable unit: a mass for a force, a stress of a fabric; `other` if nothing more is known (column_remedy.c).
void pl__column_remedy(const pl_csv *csv, int column, const pl_channel_row *row, pl_dim dim, const char *unit, const char *other,
                       char *hint, size_t size);
// Remedy for a channel without a column: names the only column with a suitable unit.
void pl__column_missing(const pl_csv *csv, const pl_channel_row *row, char *hint, size_t size);
// Error for two candidate columns of a channel.
pl_status pl__column_fail_two(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, const int match[2]);
// The rows whose cells equal the members of `where`, as a table that shares its cells.
pl_status pl__csv_filter(pl_arena *arena, const pl_csv *csv, pl_json *where, pl_csv **filtered);
// A cell as a number, with either decimal mark; pl_csv_number checks that it is that of the table.
bool pl__csv_cell_number(const pl_csv *csv, int row, int column, double *number);
// Fails unless every column named "time" increases from row to row.
pl_status pl__csv_check_time(pl_context *ctx, const pl_csv *csv);

// Channels whose sense machines count both ways: forces, moments, and measured lengths like a height over a pressure.
static inline bool pl__curve_has_sense(const pl_channel_row *row) {
  return pl_channel_is_force(row) || row->moment || (row->observed && pl_dim_equal(row->dim, PL_DIM_LENGTH));
}
// Order of the "sign" choices in an experiment file.
typedef enum pl_sign { PL_SIGN_AUTO, PL_SIGN_AS_IS, PL_SIGN_FLIP, PL_SIGN_FLIP_BOTH } pl_sign;

// Rejects curves that cannot be a measurement of this specimen: see check_curve.c. csv gives the lines, test the specimen and the channels.
pl_status pl__curve_check(pl_context *ctx, const pl_csv *csv, const pl_protocol *protocol, const pl_curve *curve, int control, int observed,
                          double length, pl_sign sign, const pl_where *where);

#endif
