// format.h: protocols whose tests are no curves have files of their own: how each is read, written and described.
#ifndef PL_MEASURE_FORMAT_H
#define PL_MEASURE_FORMAT_H

#include "measure/measurement.h"

struct pl_text;

typedef struct pl__format {
  const char *protocol;
  // The tests of an experiment file whose head (protocol, name, density) was read; scratch is gone when the measurement is loaded.
  pl_status (*read)(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
  pl_status (*save)(pl_context *ctx, const char *directory, const pl_measurement *m);
  void (*describe)(const pl_test *test, struct pl_text *out);  // below the test's name and file (`pliant check`)
  void (*sum_up)(const pl_test *test, struct pl_text *out);    // the same in a few words, for experiments of many tests; NULL: never
} pl__format;

// NULL for protocols whose tests are curves.
const pl__format *pl__format_find(const char *protocol);

// "  label      ": the beginning of a line of `describe`, up to where its value stands (describe.c).
void pl__describe_label(struct pl_text *out, const char *label);

#endif
