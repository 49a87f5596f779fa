// test_spread.c: what errors are a share of: the range of what was measured, the state at rest included.
#include <math.h>

#include "estimate/judge/spread.h"
#include "protocol/poses/poses.h"
#include "protocol/weights/weights.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

// The readings of one channel, all predicted.
static pl_spread spread_of(const pl_protocol *protocol, pl_test *test, int channel, int n, const double *value) {
  pl_measurement measurement = {.protocol = protocol};
  const pl_given_test given = {.measurement = &measurement, .test = test};
  pl_fit_case c = {.given = &given, .test = test};
  test->n_frame = n;
  test->channel[channel].row = &protocol->channel[channel];
  test->channel[channel].value = (double *)value;
  c.predicted[channel] = (double *)value;
  return pl_spread_of(&c, channel);
}

TEST(spread_of_curves) {
  const pl_protocol *tensile = pl_protocol_find("tensile"), *weights = pl_protocol_find("weights");
  const double force[] = {0.1, 5, NAN, 20}, narrow[] = {1.0, 0.995, 0.983}, once[] = {0.983}, length[] = {0.100, 0.104, 0.101};
  pl_test test = {0};
  CHECK_NEAR(spread_of(tensile, &test, PL_TENSILE_FORCE, 4, force).range, 20, 1e-12);  // from 0 on
  // a stretch is counted from 1, and a reading alone by its change
  CHECK_NEAR(spread_of(tensile, &test, PL_TENSILE_LATERAL, 3, narrow).range, 0.017, 1e-12);
  CHECK_NEAR(spread_of(tensile, &test, PL_TENSILE_LATERAL, 1, once).range, 0.017, 1e-12);
  // the zero of a length means nothing
  CHECK_NEAR(spread_of(weights, &test, PL_WEIGHTS_LENGTH, 3, length).range, 0.004, 1e-12);
}

// Places 44 mm from the origin that move by 14 mm at the most.
TEST(spread_of_places_is_that_of_displacements) {
  const double rest[] = {0.044, 0.010, 0}, place[] = {0.044, 0.012, -0.003, 0.055, 0.010, 0};
  pl_test test = {0};
  const pl_protocol *protocol = pl_protocol_find("poses");
  pl_channel *channel = &test.channel[PL_POSES_POSITIONS];
  channel->width = 3;
  channel->rest = rest;
  pl_spread spread = spread_of(protocol, &test, PL_POSES_POSITIONS, 2, place);
  CHECK_NEAR(spread.range, 0.014, 1e-12);
  CHECK_NEAR(spread.square, 0.002 * 0.002 + 0.003 * 0.003 + 0.011 * 0.011, 1e-12);
}
