// format.h: the part `curve` of pl_protocol_files: what a protocol adds to reading, writing and describing tests that are curves.
//
// The two sizes of a specimen are pl_test.length and pl_test.width, under any name in the protocol.
#ifndef PL_MEASURE_TABLE_FORMAT_H
#define PL_MEASURE_TABLE_FORMAT_H

#include "measure/doubt/doubt.h"
#include "measure/save.h"
#include "measure/table/curve.h"

// How a shear angle is converted to a displacement.
typedef enum pl_angle_rule {
  PL_ANGLE_TANGENT,
  PL_ANGLE_SINE,
  PL_ANGLE_FREE  // not given: the sine if the first control was not measured
} pl_angle_rule;

// Settings of one test that are not stored in a pl_test.
typedef struct pl_curve_settings {
  pl_json *object;  // the test
  double lateral_gauge;
  pl_branch_choice branch;
  pl_sign sign;
  pl_angle_rule angle;
  bool by_angle;  // a control was read from an angle
  int max_frame;
  bool no_preamble;  // lines above the table are not compared
} pl_curve_settings;

typedef struct pl_curve_reader {
  pl_context *ctx;
  pl_arena *scratch;
  pl_measurement *m;
  pl_json *root;          // the experiment file
  const char *directory;  // its folder
  const struct pl_curve_format *format;
  pl_suspicions suspicions;
} pl_curve_reader;

// How a protocol's curves are described in a file. members: one per key, example or step in which protocols of curves differ.
typedef struct pl_curve_format {
  const char *length_key, *width_key;  // of the specimen; width_key NULL: one size suffices
  const char *const *keys;             // besides the common ones, in a test or at the top of the file; lists are NULL-terminated
  const char *const *test_keys;        // in a test only
  const char *const *specimen_keys;    // in a specimen, besides its sizes
  const char *columns_example;         // "write {...}", for people
  const char *test_example;            // "add at least one test: [...]"
  bool per_width;                      // forces may be given per width
  bool any_size;                       // sizes may be left out: they are 0 then
  bool no_offset;                      // the zero of the control is exact: there is no "fit-offset"
  bool pretension;                     // zero of the first control may be a loaded state, declared by "pretension"
  pl_status (*specimen)(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);  // after its sizes
  pl_status (*settings)(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
  // Computes a control that was not measured from the others; sets raw->completed.
  pl_status (*complete)(const pl_curve_reader *r, const pl_csv *csv, pl_test *test, const pl_curve_settings *settings, pl_curve *raw);
  void (*remake)(double length, pl_curve *frames);  // the same again for averaged frames
  // A test of a few numbers in the experiment file, without a table: its frames and channels. NULL: every test has a table.
  pl_status (*numbers)(const pl_curve_reader *r, pl_json *object, pl_test *test);
  bool (*has_numbers)(const pl_test *test);                                      // it was read so; NULL: none is
  pl_status (*note)(pl_measurement *m, const pl_test *test, const pl_csv *csv);  // notes from the lines above the table
  void (*describe)(const pl_test *test, struct pl_text *out);                    // lines about the specimen
  void (*write_test)(pl_json_writer *w, const pl_test *test);                    // members of an entry, after its file
  void (*write_specimen)(pl_json_writer *w, const pl_test *test);                // members besides the sizes
} pl_curve_format;

// The functions of pl_protocol_files for curves.
pl_status pl__curve_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__curve_save(pl_context *ctx, const char *directory, const pl_measurement *m);
void pl__curve_describe(const pl_test *test, struct pl_text *out);

// ---- for the hooks above ----

// A member of the test, or of the file if the test does not have it; NULL if neither does.
pl_json *pl__curve_setting(const pl_curve_reader *r, pl_json *test, const char *key);
// A member of a settings object ("specimen", "columns", "sigma"), from the test, then from the file.
pl_json *pl__curve_member(const pl_curve_reader *r, pl_json *test, const char *group, const char *key);
// *index keeps its default if not given.
pl_status pl__curve_choice(const pl_curve_reader *r, pl_json *test, const char *key, int n, const char *const *names, int *index);
// A force (N), or a force per width of the specimen where the format allows it.
pl_status pl__curve_force(const pl_curve_reader *r, pl_json *given, double total_width, double lower, double *value);

// The declared "direction" or "angle" of a specimen, rad from warp towards weft; an error if there is none (curve_angle.c).
pl_status pl__curve_angle(const pl_curve_reader *r, pl_json *object, double *angle);
// The same in a saved file.
void pl__curve_write_angle(pl_json_writer *w, const pl_test *test);

// Reports unknown keys anywhere (file, tests, specimens, columns, sigma) with their proper place or the nearest key. Done before anything
// is read, so that a misspelt key is not reported as a missing one (keys.c).
pl_status pl__curve_check_keys(pl_context *ctx, pl_json *root, const pl_protocol *protocol);

#endif
