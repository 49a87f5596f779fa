// label.h: shared by the readers of labelled photographs (biaxial-hang, cantilever): settings, tables of points, calibration.
#ifndef PL_MEASURE_LABEL_LABEL_H
#define PL_MEASURE_LABEL_LABEL_H

#include "math/homography.h"
#include "measure/doubt/doubt.h"
#include "measure/save.h"
#include "measure/table/curve.h"

struct pl_text;

// Settings of one entry of "tests" are looked up in the entry, then at the top of the experiment file.
typedef struct pl__label_reader {
  pl_context *ctx;
  pl_arena *scratch;  // freed when the measurement is loaded
  pl_measurement *m;
  pl_json *root;          // the experiment file
  const char *directory;  // its folder
  pl_suspicions suspicions;
  bool gravity_noted;
  int n_whole;         // number of tables used whole, so that none is given twice
  const char **whole;  // [number of entries], their hashes
  // the entry being read
  pl_json *entry;
  const char *name;      // of the test, for notes
  const char *specimen;  // its name; NULL: none is given
} pl__label_reader;

// Reports unknown keys before anything is read: of the calibrations, of the entries, then of the file. Test keys are allowed at the top as
// defaults, except `name`.
pl_status pl__label_check_keys(pl__label_reader *r, int n_key, const char *const *test_key);
// The list of tests, checked to be a list; records the experiment file as an input and allocates `whole`.
pl_status pl__label_tests(pl__label_reader *r, const char *example, pl_json **tests);
// Starts an entry: its name, or `fallback`, or the stem of the file that `file_key` names.
pl_status pl__label_open(pl__label_reader *r, pl_json *entry, const char *file_key, const char *fallback, const char **name);
// Fails unless there is room for one more test, of at most `most`: an entry may have many.
pl_status pl__label_room(const pl__label_reader *r, int most);
// Fails if an earlier test has this name.
pl_status pl__label_unique(const pl__label_reader *r, const char *name);

pl_json *pl__label_setting(const pl__label_reader *r, const char *key);  // NULL when absent in both places
// A required quantity; `example` is shown when it is missing.
pl_status pl__label_need(const pl__label_reader *r, const char *key, const char *example, pl_dim dim, double lower, double upper,
                         double *value);
// *value keeps its default when it is absent.
pl_status pl__label_optional(const pl__label_reader *r, const char *key, pl_dim dim, double lower, double upper, double *value);
pl_status pl__label_cut(const pl__label_reader *r, double *angle);  // "45 deg", "warp", "weft"
pl_status pl__label_gravity(pl__label_reader *r, double *gravity);  // m/s^2; default 9.81, with a note
// "sigma": a quantity, or an object with a member per channel. *value keeps its default when there is none. The dimension is `dim`, or
// `other` by its unit.
pl_status pl__label_sigma(const pl__label_reader *r, const char *channel, pl_dim dim, pl_dim other, pl_dim *found, double *value);

// The table that `key` names, with the rows chosen by "where". A file used whole twice is an error.
pl_status pl__label_table(pl__label_reader *r, const char *key, const char **path, pl_csv **csv);
pl_status pl__label_fail_row(const pl__label_reader *r, const pl_csv *csv, int row, const char *hint, const char *format, ...)
    PL_PRINTF(5, 6);
// Adds a suspicion about the test being read.
pl_status pl__label_suspect(pl__label_reader *r, pl_doubt doubt, pl_sentence remedy, const char *id, const char *format, ...)
    PL_PRINTF(5, 6);
// Adds a suspicion if a channel has the same values as an earlier test.
pl_status pl__label_suspect_same(pl__label_reader *r, const pl_test *test, int channel);

// ---- writing (label_save.c) ----

typedef struct pl__label_writer {
  void (*test)(pl_json_writer *w, const pl_test *test, const char *file);  // the members of its entry; file: name of its table
  bool (*has_table)(const pl_test *test);                                  // NULL: always
  void (*table)(const pl_test *test, struct pl_text *out);
  bool names_specimen;  // its members say which tests are of one specimen
} pl__label_writer;
// DIR/experiment.json and one DIR/NAME.csv per test that has a table.
pl_status pl__label_save(pl_context *ctx, const char *directory, const pl_measurement *m, const pl__label_writer *writer);

// ---- calibration (calibration.c) ----

typedef enum pl__calibration_kind { PL_CALIBRATION_NONE, PL_CALIBRATION_SCALE, PL_CALIBRATION_PLANE } pl__calibration_kind;

typedef struct pl__calibration {
  pl__calibration_kind kind;
  pl_json *value;          // NULL: not given
  int y;                   // 1: y points up, -1: down, 0: not given (pixels down, lengths up)
  double scale;            // m per pixel
  pl_homography plane;     // pixels to m
  double image[2];         // pixels, width and height; 0: not given
  int n_mark;              // of the plane: 4 corners, or the number of rows in the table of marks
  double error;            // m, rms distance of the mapped marks from their given positions; 0 for four corners
  double low[2], high[2];  // m, of the marks on the board
} pl__calibration;

pl_status pl__calibration_read(pl__label_reader *r, pl__calibration *calibration);

// The columns x and y of a table, and whether they are in pixels ("x [px]", "x_px") or lengths; neither is an error.
pl_status pl__calibration_columns(pl__label_reader *r, const pl_csv *csv, int index[2], bool pixel[2]);
// Columns x and y of a table, on the board.
typedef struct pl__board_points {
  double *x;           // [n_row][2], m, y up
  bool pixels;         // they were labelled in pixels
  const char *source;  // description: "pixels, 0.25 mm/px"
} pl__board_points;
pl_status pl__calibration_points(pl__label_reader *r, const pl__calibration *calibration, const pl_csv *csv, pl__board_points *points);
// Maps one point in pixels; false beyond the horizon.
bool pl__calibration_map(const pl__calibration *calibration, const double pixel[2], double board[2]);

#endif
