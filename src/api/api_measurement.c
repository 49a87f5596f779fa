// api_measurement.c: reading a measurement from outside the library.
#include <pliant/extend.h>
#include <pliant/measurement.h>

#include <string.h>

#include "api/api.h"
#include "estimate/problem/protocol_fit.h"

const char *pl_measurement_name(const pl_measurement *measurement) { return measurement->name; }

const char *pl_measurement_protocol(const pl_measurement *measurement) { return measurement->protocol->name; }

int pl_measurement_test_count(const pl_measurement *measurement) { return measurement->n_test; }

static const pl_test *test_at(const pl_measurement *measurement, int test) {
  PL_ASSERT(test >= 0 && test < measurement->n_test);
  return &measurement->test[test];
}

const char *pl_measurement_test_name(const pl_measurement *measurement, int test) { return test_at(measurement, test)->name; }

int pl_measurement_frame_count(const pl_measurement *measurement, int test) { return test_at(measurement, test)->n_frame; }

const double *pl_measurement_channel(const pl_measurement *measurement, int test, const char *channel, int *width) {
  const pl_test *t = test_at(measurement, test);
  int k = pl_protocol_channel(measurement->protocol, channel);
  if (width) *width = k < 0 ? 0 : pl_channel_width(&t->channel[k]);
  return k < 0 ? NULL : t->channel[k].value;
}

bool pl_measurement_only_scored(const pl_measurement *measurement) {
  const pl_protocol_fit *part = measurement->protocol->fit;
  for (int t = 0; t < measurement->n_test; t++)
    if (!part || !part->unfitted || !part->unfitted(&measurement->test[t])) return false;
  return measurement->n_test > 0;
}

pl_status pl_measurement_text(pl_context *ctx, const pl_measurement *measurement, char **text) {
  pl_text out;
  pl_text_init(&out, ctx);
  pl_measurement_describe(measurement, &out);
  return pl__text_give(&out, text);
}

pl_status pl_measurement_text_all(pl_context *ctx, const pl_measurement *measurement, bool full, char **text) {
  pl_text out;
  pl_text_init(&out, ctx);
  pl_measurement_describe_all(measurement, full, &out);
  return pl__text_give(&out, text);
}
