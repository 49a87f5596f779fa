// doubt.c: coefficients of friction that no surface of cloth has.
#include "protocol/slide/say_slide.h"
#include "protocol/slide/slide_part.h"

// PTFE on itself has 0.04. Above 3 a board would be tilted by 72 degrees: fabrics on rubber stay below 2.
#define SLIPPERIEST 0.02
#define ROUGHEST 3.0

static double static_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return pl__slide_mean(test, PL_SLIDE_STATIC);
}
static double kinetic_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return pl__slide_mean(test, PL_SLIDE_KINETIC);
}
const pl_doubt_range pl__slide_ranges[] = {
    {{SAY_SLIDE_COEFFICIENT}, {SAY_SLIDE_COEFFICIENT_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, SLIPPERIEST, ROUGHEST, static_of},
    {{SAY_SLIDE_COEFFICIENT}, {SAY_SLIDE_COEFFICIENT_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, SLIPPERIEST, ROUGHEST, kinetic_of},
    PL_DOUBT_RANGES_END};
