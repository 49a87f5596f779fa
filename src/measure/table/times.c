// times.c: see times.h.
#include "measure/table/times.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "measure/table/say_times.h"

const char *const pl__time_key = "time";

static const char *const usual[] = {"time",     "test time", "elapsed time", "total time", "run time", "zeit",
                                    "prüfzeit", "pruefzeit", "temps",        "tempo",      "tiempo",   NULL};
static const pl_channel_form forms[] = {{PL_FORM_PLAIN, "time", {0, 0, 1, 0}, usual}};
static const pl_channel_row row = {
    .name = "time", .dim = {0, 0, 1, 0}, .usual = usual, .help = "time of each row", .n_form = 1, .form = forms};

#define EARLY 0.1          // of the travel: machines accelerate before
#define LATE 0.9           // and slow down after
#define STILL 0.01         // of the travel: a control that moves less stands still
#define HELD 0.1           // of the time of the test: a shorter rest is a turn
#define SPEEDS_DIFFER 1.5  // ratio: machines hold their speed, but for slack and acceleration
#define MM_PER_MIN 6e4     // of 1 m/s
enum { HELD_ROWS = 5 };

// ---- the column ----

static int find_usual(const pl_csv *csv) {
  for (int k = 0; usual[k]; k++)
    for (int c = 0; c < csv->n_column; c++)
      if (pl_text_same(csv->column[c].name, usual[k])) return c;
  return -1;
}

static bool is_numeric(const pl_csv *csv, int column) {
  double number;
  for (int i = 0; i < csv->n_row; i++)
    if (!pl__csv_cell_number(csv, i, column, &number)) return false;
  return csv->n_row > 0;
}

static int first_fall(int n, const double *time) {
  for (int i = 1; i < n; i++)
    if (!(time[i] > time[i - 1])) return i;
  return 0;
}

static pl_status read_named(pl_arena *arena, const pl_csv *csv, const pl_json *given, double **time) {
  pl_context *ctx = pl_arena_context(arena);
  pl_column_request request = {.given = (pl_json *)given};
  pl_column_result column;
  PL_TRY(pl__column_read(arena, csv, &row, &request, &column));
  int fall = column.value ? first_fall(csv->n_row, column.value) : 0;
  if (fall > 0) {
    pl_where where = {csv->file, csv->line[fall], 0, csv->column[column.column].name};
    return pl_fail(ctx, PL_ERROR_INPUT, &where,
                   "sort the rows, remove repeated ones, or separate runs in one file with \"where\" in the experiment file",
                   PL_ID("experiment.time-falls") "%s after %s, must grow from row to row", csv->cell[fall][column.column],
                   csv->cell[fall - 1][column.column]);
  }
  *time = column.value;
  return PL_OK;
}

pl_status pl__times_read(pl_arena *arena, const pl_csv *csv, const pl_json *given, double **time, const char **note) {
  *time = NULL;
  *note = NULL;
  if (given && given->kind == PL_JSON_NULL) return PL_OK;
  if (given) return read_named(arena, csv, given, time);
  int column = find_usual(csv);
  if (column < 0) return PL_OK;
  const pl_csv_column *found = &csv->column[column];
  if (!is_numeric(csv, column)) {
    *note = pl_arena_printf(arena, "the times in column \"%s\" are not plain numbers: they are not used", found->name);
    return *note ? PL_OK : PL_ERROR_MEMORY;
  }
  if (found->has_unit && !pl_dim_equal(found->unit.dim, PL_DIM_TIME)) return PL_OK;  // a time of something else
  PL_TRY(pl_csv_numbers(arena, csv, column, PL_DIM_TIME, found->has_unit ? NULL : "s", time));
  if (!found->has_unit) *note = pl_arena_printf(arena, "column \"%s\" has no unit: read as seconds", found->name);
  if (first_fall(csv->n_row, *time) > 0) {
    *time = NULL;
    *note = pl_arena_printf(arena, "the times in column \"%s\" do not grow from row to row: they are not used", found->name);
  }
  return PL_OK;
}

// ---- speeds ----

static double travel(int n, const double *control, double rest) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(control[i] - rest));
  return most;
}

// Time at which the control first reaches this distance from rest, linear between rows. NAN: never.
static double time_at(int n, const double *control, double rest, const double *time, double distance) {
  for (int i = 0; i < n; i++) {
    double here = fabs(control[i] - rest);
    if (here < distance) continue;
    if (i == 0) return time[0];
    double before = fabs(control[i - 1] - rest);
    return time[i - 1] + (time[i] - time[i - 1]) * (distance - before) / (here - before);
  }
  return NAN;
}

// Speed (its unit per s) of a control that goes from rest to its largest value: over the middle of that motion. 0: it does not move.
static double mean_speed(int n, const double *control, double rest, const double *time) {
  double most = travel(n, control, rest), first = fabs(control[0] - rest), from = fmax(EARLY * most, fmin(first, 0.5 * most));
  double start = time_at(n, control, rest, time, from), end = time_at(n, control, rest, time, LATE * most);
  return most > 0 && end > start ? (LATE * most - from) / (end - start) : 0;
}

// Sets the start of the motion to 0, in place.
static void begin_at_rest(int n, const double *control, double rest, double speed, double *time) {
  double before = speed > 0 ? fabs(control[0] - rest) / speed : 0, shift = before - time[0];
  for (int i = 0; i < n; i++) time[i] += shift;
}

void pl__times_from_speed(int n, const double *control, double rest, double speed, double *out) {
  double sum = 0, before = rest;
  for (int i = 0; i < n; i++) {
    sum += fabs(control[i] - before) / speed;
    before = control[i];
    out[i] = sum;
  }
}

bool pl__times_grow(const pl_test *test) { return test->time && first_fall(test->n_frame, test->time) == 0; }

const char *pl__speed_words(double speed, pl_dim dim, char buffer[64]) {
  char number[40];
  if (!pl_dim_equal(dim, pl_dim_divide(PL_DIM_LENGTH, PL_DIM_TIME))) return pl__suspect_number(speed, dim, buffer);
  snprintf(buffer, 64, "%s mm/min", pl_number_people(MM_PER_MIN * speed, number, sizeof number));
  return buffer;
}

// Doubts a stated speed that the times contradict.
static pl_status doubt_speed(pl_suspicions *list, const pl_test *test, pl_dim speed_dim, double stated, double found) {
  char a[64], b[64];
  if (!(stated > 0 && found > 0) || fmax(stated, found) <= SPEEDS_DIFFER * fmin(stated, found)) return PL_OK;
  return pl__doubt(list, test->name, PL_DOUBT_SIZES, PL_SAID(SAY_TIME_SPEED_DO), SAY_TIME_SPEED, pl__speed_words(stated, speed_dim, a),
                   pl__speed_words(found, speed_dim, b));
}

pl_status pl__times_take(pl_suspicions *list, pl_test *test, int n, const double *control, const pl_channel_row *of, double *time,
                         const double **out) {
  double stated = test->speed;
  *out = time;
  if (time) {
    double found = mean_speed(n, control, of->rest, time);
    PL_TRY(doubt_speed(list, test, pl_dim_divide(of->dim, PL_DIM_TIME), stated, found));
    if (!(stated > 0)) test->speed = found;
    test->hold = pl__times_hold(n, control, time).duration;
    begin_at_rest(n, control, of->rest, test->speed, time);
  } else if (stated > 0) {
    *out = time = pl_arena_alloc(list->arena, (size_t)n, sizeof *time);
    if (!time) return PL_ERROR_MEMORY;
    pl__times_from_speed(n, control, of->rest, stated, time);
  }
  return PL_OK;
}

// ---- rests ----

pl_hold pl__times_hold(int n, const double *control, const double *time) {
  pl_hold best = {0};
  double low = control[0], high = control[0];
  for (int i = 1; i < n; i++) low = fmin(low, control[i]), high = fmax(high, control[i]);
  double still = STILL * (high - low);
  if (!(high > low)) return best;
  for (int first = 0; first < n;) {
    int end = first + 1;
    double least = control[first], most = control[first];
    while (end < n && fmax(most, control[end]) - fmin(least, control[end]) <= still) {
      least = fmin(least, control[end]);
      most = fmax(most, control[end++]);
    }
    double duration = time[end - 1] - time[first];
    if (end - first >= HELD_ROWS && duration > best.duration) best = (pl_hold){first, end, duration};
    first = end - first >= HELD_ROWS ? end : first + 1;
  }
  if (best.duration < HELD * (time[n - 1] - time[0])) return (pl_hold){0};
  return best;
}
