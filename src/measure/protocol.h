// protocol.h: what a protocol is: one row of parts, each read by one layer. src/protocol/protocols.c is the only list of them.
//
// Nothing outside a protocol's folder knows its name: shared code asks the row, or the channel. A part that is NULL is not there.
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

// Something that people have or do, and the remark that tells this protocol from others for it; NULL: none.
typedef struct pl_protocol_thing {
  const char *word, *remark;  // "strip", "pulled"
} pl_protocol_thing;

// Experiment files: reading, writing, description, template.
typedef struct pl_protocol_files {
  // The tests of an experiment file whose head (protocol, name, density) was read; scratch is gone when the measurement is loaded.
  pl_status (*read)(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
  pl_status (*save)(pl_context *ctx, const char *directory, const pl_measurement *m);
  void (*describe)(const pl_test *test, struct pl_text *out);  // below the test's name and file (`pliant check`)
  void (*sum_up)(const pl_test *test, struct pl_text *out);    // the same in a few words, for experiments of many tests; NULL: never
  const char *apart;                    // "its held-out poses apart": what of one entry is a test of its own; NULL: nothing
  const struct pl_curve_format *curve;  // tests are curves (measure/table/format.h); NULL: they are not
  bool solid;                           // the density may be that of a solid, by its unit
  // doubts
  bool any_density;                        // no density is doubted as that of a sheet of cloth
  bool directed;                           // names of tests and files may say another direction than their angle
  double (*gravity)(const pl_test *test);  // m/s^2, as given; NULL: there is none, or the protocol doubts it by itself
  pl_status (*doubt)(struct pl_suspicions *list, const pl_measurement *m);  // what else no specimen has or bears
  // `pliant new`
  const struct pl__template_file *template_files;                   // measure/template.h
  pl_status (*new_folder)(pl_context *ctx, const char *directory);  // instead of them, into an empty folder
  const char *has;                                                  // what of the template is to be replaced: "curves and sizes"
  const pl_protocol_thing *things;                                  // ended by {NULL, NULL}; NULL: none
  const char *const (*usual)[2];  // key of a table and its usual header, ended by {NULL, NULL}; NULL: none
} pl_protocol_files;

struct pl_protocol {
  const char *name;  // "tensile"
  const char *help;
  int n_channel;
  const pl_channel_row *channel;
  const pl_protocol_files *files;
  const struct pl_protocol_words *words;  // estimate/advise/words.h: remedies and findings of its own
  const struct pl_rig_row *rig;           // rig/rig.h: the virtual specimen
  const struct pl_protocol_plan *plan;    // rig/usual.h: the tests a laboratory would do next
  const struct pl_protocol_fit *fit;      // estimate/problem/protocol_fit.h: what estimation asks
  const struct pl_protocol_view *view;    // report/result/protocol_view.h: what reports show of a test
};

const pl_protocol *pl_protocol_at(int index);
const pl_protocol *pl_protocol_find(const char *name);                   // NULL when unknown
int pl_protocol_channel(const pl_protocol *protocol, const char *name);  // -1 when unknown

// "  label      ": the beginning of a line of `describe`, up to where its value stands (describe.c).
void pl__describe_label(struct pl_text *out, const char *label);

// A value in the unit that people use: "50 mm".
const char *pl__describe_value(double value, pl_dim dim, char buffer[64]);
// Text and blanks up to a width, at least one.
void pl__describe_padded(struct pl_text *out, const char *text, int width);

#endif
