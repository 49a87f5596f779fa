// protocol.h: what a protocol is: one row of parts, each read by one layer. src/protocol/protocols.c is the only list of them.
//
// Nothing outside a protocol's folder knows its name: shared code asks the row, or the channel. A part that is NULL is not there.
#ifndef PL_MEASURE_PROTOCOL_H
#define PL_MEASURE_PROTOCOL_H

#include "measure/measurement.h"

struct pl_text;
struct pl_rig_row;
struct pl_protocol_words;
struct pl_protocol_fit;

// Experiment files. NULL: a test is a curve, read from columns.
typedef struct pl_protocol_files {
  // The tests of an experiment file whose head (protocol, name, density) was read; scratch is gone when the measurement is loaded.
  pl_status (*read)(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
  pl_status (*save)(pl_context *ctx, const char *directory, const pl_measurement *m);
  void (*describe)(const pl_test *test, struct pl_text *out);  // below the test's name and file (`pliant check`)
  void (*sum_up)(const pl_test *test, struct pl_text *out);    // the same in a few words, for experiments of many tests; NULL: never
} pl_protocol_files;

struct pl_protocol {
  const char *name;  // "tensile"
  const char *help;
  int n_channel;
  const pl_channel_row *channel;
  const pl_protocol_files *files;
  const struct pl_protocol_words *words;  // estimate/advise/words.h: remedies and findings of its own
  const struct pl_rig_row *rig;           // rig/rig.h: the virtual specimen
  const struct pl_protocol_fit *fit;      // estimate/problem/protocol_fit.h: what estimation asks
};

int pl_protocol_count(void);
const pl_protocol *pl_protocol_at(int index);
const pl_protocol *pl_protocol_find(const char *name);                   // NULL when unknown
int pl_protocol_channel(const pl_protocol *protocol, const char *name);  // -1 when unknown

// "  label      ": the beginning of a line of `describe`, up to where its value stands (describe.c).
void pl__describe_label(struct pl_text *out, const char *label);

#endif
