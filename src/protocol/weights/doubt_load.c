// doubt_load.c: weights too heavy to be hung, or that hardly change what hangs there anyway, and stiffnesses of no sheet: a wrong unit.
#include <math.h>

#include "protocol/weights/say_doubts.h"
#include "protocol/weights/weights_part.h"

#define HEAVIEST 1000.0    // N: a person does not lift 100 kg onto a clip
#define MOST_CLIP 10.0     // times the heaviest weight: weights that change the load by less than a tenth measure nothing
#define LEAST_STRAIN 5e-4  // below it the readings of lengths scatter as much

double pl__weights_gravity(const pl_test *test) { return pl_weights_of(test)->gravity; }

static double heaviest(const pl_test *test) {
  double most = 0;
  for (int i = 0; i < test->n_frame; i++) most = fmax(most, pl_weights_of(test)->weight[i]);
  return most;
}

static double weight_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  return heaviest(test);
}

static double clip_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  const pl_weights *w = pl_weights_of(test);
  return w->clip * w->gravity / heaviest(test);
}

// Largest force per width over largest strain, beyond that of the first reading.
static double stiffness_of(const pl_measurement *m, const pl_test *test) {
  (void)m;
  const double *length = test->channel[PL_WEIGHTS_LENGTH].value;
  double longest = length[0];
  for (int i = 1; i < test->n_frame; i++) longest = fmax(longest, length[i]);
  double strain = (longest - length[0]) / test->length;
  return strain > LEAST_STRAIN ? heaviest(test) / (test->width * strain) : NAN;
}

// Weights: finds g read as kg, and N as kN, of weights above 100 g and 1 N. Clip: finds kg for g.
// Stiffness: see measure/doubt/range.c; weights hung by hand strain softer sheets alone, 1e7 N/m by 1e-4. Finds the units of weights and lengths.
const pl_doubt_range pl__weights_ranges[] = {
    {{SAY_WEIGHTS_HEAVY}, {SAY_WEIGHTS_LOAD_DO}, PL_DOUBT_SIZES, {1, 1, -2, 0}, 0, HEAVIEST, weight_of},
    {{SAY_WEIGHTS_CLIP}, {SAY_WEIGHTS_LOAD_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, 0, MOST_CLIP, clip_of},
    {{SAY_WEIGHTS_STIFFNESS}, {SAY_WEIGHTS_LOAD_DO}, PL_DOUBT_SIZES, {1, 0, -2, 0}, PL_SOFTEST_SHEET, PL_STIFFEST_FAR, stiffness_of},
    PL_DOUBT_RANGES_END};
