// doubt.c: weights lighter than the cloth, or than what always hangs there: a wrong unit.
#include <math.h>

#include "protocol/biaxial-hang/hang_part.h"
#include "protocol/biaxial-hang/say_doubts.h"

// Weights below a tenth of the cloth's own, and such that change the load by less than a tenth, measure nothing.
#define LIGHTEST 0.1
#define HEAVIEST_FIXTURE 10.0
#define ROUNDED_OFF 1e-9  // of the load: taken off from the resultant again, what rounding leaves is no weight

double pl__hang_gravity(const pl_test *test) { return pl_hang_of(test)->gravity; }

// The heaviest weight of a side, N; 0: none hangs there.
static double heaviest_of(const pl_test *test, int side) {
  const pl_hang *hang = pl_hang_of(test);
  double most = 0, weight, cord[2];
  for (int f = 0; f < test->n_frame; f++) {
    pl__hang_weight(hang, f, side, &weight, cord);
    if (weight > ROUNDED_OFF * hang->load[PL_HANG_LOADS * f + side]) most = fmax(most, weight);
  }
  return most;
}

// The heaviest weight of the side with the lightest ones, of the weight of the cloth.
static double lightest_side(const pl_measurement *m, const pl_test *test) {
  const pl_hang *hang = pl_hang_of(test);
  double least = INFINITY;
  for (int k = 0; k < PL_HANG_LOADS; k++) {
    double most = heaviest_of(test, k);
    if (most > 0) least = fmin(least, most);
  }
  return m->density > 0 && least < INFINITY ? least / (m->density * hang->width * hang->height * hang->gravity) : NAN;
}

static double of_heaviest(const pl_test *test, double always) {
  double most = 0;
  for (int k = 0; k < PL_HANG_LOADS; k++) most = fmax(most, heaviest_of(test, k));
  return most > 0 ? always / most : NAN;
}

static double slat_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return of_heaviest(test, pl_hang_of(test)->slat);
}

static double holder_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return of_heaviest(test, pl_hang_of(test)->holder);
}

static double clip_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return of_heaviest(test, pl_hang_of(test)->clip_weight);
}

// Finds mg for g, and slats in kg for g. All loads and masses wrong alike are not found.
const pl_doubt_range pl__hang_ranges[] = {
    {{SAY_HANG_LIGHT}, {SAY_HANG_LOAD_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, LIGHTEST, INFINITY, lightest_side},
    {{SAY_HANG_SLAT}, {SAY_HANG_LOAD_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, 0, HEAVIEST_FIXTURE, slat_of},
    {{SAY_HANG_HOLDER}, {SAY_HANG_LOAD_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, 0, HEAVIEST_FIXTURE, holder_of},
    {{SAY_HANG_CLIP}, {SAY_HANG_LOAD_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, 0, HEAVIEST_FIXTURE, clip_of},
    PL_DOUBT_RANGES_END};
