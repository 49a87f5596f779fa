// times.h: when the rows of a curve were read: the column of times, the speed of the main control, and times from a given speed.
//
// Times count from the start of the motion in an unloaded specimen. The first row is rarely there: its control was reached at the speed of
// the test, so its time is |control - rest| / speed.
#ifndef PL_MEASURE_TABLE_TIMES_H
#define PL_MEASURE_TABLE_TIMES_H

#include "measure/doubt/doubt.h"

extern const char *const pl__time_key;  // "time", in "columns"

// The column of times, s; *time NULL: there is none. given: value in "columns", NULL: by its name. *note: a decision to record; NULL: none.
pl_status pl__times_read(pl_arena *arena, const pl_csv *csv, const pl_json *given, double **time, const char **note);
// Speed, rest and times of a test whose main control is known. They follow from its column `time` [n], which may be NULL, or from the stated
// speed. *out: [n], NULL: unknown. Doubts a stated speed that the column contradicts.
pl_status pl__times_take(pl_suspicions *list, pl_test *test, int n, const double *control, const pl_channel_row *row, double *time,
                         const double **out);
// Times of a control that moves at this speed from rest through all rows: out[n].
void pl__times_from_speed(int n, const double *control, double rest, double speed, double *out);
// True if the times of a test are known and grow from row to row, as those of a file must.
bool pl__times_grow(const pl_test *test);
// "100 mm/min" for speeds of clamps, which people do not give in m/s; others in their usual unit.
const char *pl__speed_words(double speed, pl_dim dim, char buffer[64]);

// Rows in which the main control stands still while time goes on (a relaxation test): the longest such run.
typedef struct pl_hold {
  int first, end;   // rows [first, end)
  double duration;  // s; 0: the control never stands still
} pl_hold;
pl_hold pl__times_hold(int n, const double *control, const double *time);

#endif
