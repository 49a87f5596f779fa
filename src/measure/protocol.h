// protocol.h: a protocol is one row of parts, each used by one layer. src/protocol/protocols.c is the only list of them.
//
// No code outside a protocol's folder uses its name: shared code uses the row, or the channel. A part that is NULL is absent.
#ifndef PL_MEASURE_PROTOCOL_H
#define PL_MEASURE_PROTOCOL_H

#include "measure/measurement.h"

struct pl_text;
struct pl_rig_row;
struct pl_protocol_plan;
struct pl_protocol_words;
struct pl_protocol_view;
struct pl_protocol_fit;

struct pl__template_file;
struct pl_curve_format;
struct pl_suspicions;
struct pl_doubt_range;

// An everyday word for a specimen or test, and the remark that distinguishes this protocol from others; NULL: none.
typedef struct pl_protocol_thing {
  const char *word, *remark;  // "strip", "pulled"
} pl_protocol_thing;

// Experiment files: reading, writing, description, template. members: one per question about a file that depends on the protocol.
typedef struct pl_protocol_files {
  // Reads the tests of an experiment file whose head (protocol, name, density) was read; scratch is freed when the measurement is loaded.
  pl_status (*read)(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
  pl_status (*save)(pl_context *ctx, const char *directory, const pl_measurement *m);
  void (*describe)(const pl_test *test, struct pl_text *out);  // lines below the test's name and file (`pliant check`)
  void (*sum_up)(const pl_test *test, struct pl_text *out);    // a short form, for experiments of many tests; NULL: never
  const char *apart;                    // "its held-out poses apart": part of an entry that becomes a separate test; NULL: nothing
  const struct pl_curve_format *curve;  // tests are curves (measure/table/format.h); NULL: they are not
  bool solid;                           // the density may be that of a solid, by its unit
  // doubts
  bool any_density;                        // a density is never suspected of not being that of a sheet
  bool directed;                           // names of tests and files may contradict their angle
  double (*gravity)(const pl_test *test);  // m/s^2, as given; NULL: there is none, or the protocol checks it
  const struct pl_doubt_range *ranges;     // quantities that no specimen has outside, ended by a row without a sentence; NULL: none
  pl_status (*doubt)(struct pl_suspicions *list, const pl_measurement *m);  // tests against each other, after the ranges
  // `pliant new`
  const struct pl__template_file *template_files;                   // measure/template.h
  pl_status (*new_folder)(pl_context *ctx, const char *directory);  // alternative to the files: fills an empty folder
  const char *has;                                                  // what the user replaces in the template: "curves and sizes"
  const pl_protocol_thing *things;                                  // terminated by {NULL, NULL}; NULL: none
  const char *const (*usual)[2];  // key of a table and its usual header, terminated by {NULL, NULL}; NULL: none
} pl_protocol_files;

struct pl_protocol {
  const char *name;  // "tensile"
  const char *help;
  int n_channel;
  const pl_channel_row *channel;
  const pl_protocol_files *files;
  const struct pl_protocol_words *words;  // estimate/advise/words.h: its remedies and warnings
  const struct pl_rig_row *rig;           // rig/rig.h: the virtual specimen
  const struct pl_protocol_plan *plan;    // rig/usual.h: usual next tests of a laboratory
  const struct pl_protocol_fit *fit;      // estimate/problem/protocol_fit.h: its part in estimation
  const struct pl_protocol_view *view;    // report/result/protocol_view.h: its part in reports
};

const pl_protocol *pl_protocol_at(int index);
const pl_protocol *pl_protocol_find(const char *name);                   // NULL when unknown
int pl_protocol_channel(const pl_protocol *protocol, const char *name);  // -1 when unknown

// "  label      ": the start of a line of `describe`, up to the column of its value (describe.c).
void pl__describe_label(struct pl_text *out, const char *label);

// A value in the customary unit: "50 mm".
const char *pl__describe_value(double value, pl_dim dim, char buffer[64]);
// Text and blanks up to a width, at least one.
void pl__describe_padded(struct pl_text *out, const char *text, int width);

#endif
