// doubt.c: bending length (B / (density g))^(1/3) of the stated rigidity B. Also spirals tighter than the cylinder they were rolled on,
// though a strip that is let go unrolls.
#include <math.h>

#include "protocol/roll/roll_part.h"
#include "protocol/roll/say_doubts.h"

#define PI 3.14159265358979323846

double pl__roll_gravity(const pl_test *test) { return pl_roll_of(test)->gravity; }

static double bending_length(const pl_measurement *m, const pl_test *test) {
  const pl_roll *roll = pl_roll_of(test);
  return roll->rigidity > 0 && m->density > 0 ? cbrt(roll->rigidity / (m->density * roll->gravity)) : NAN;
}

// Mean curvature of the released strip, of that of the cylinder.
static double tightness(const pl_measurement *m, const pl_test *test) {
  (void)m;
  const pl_roll *roll = pl_roll_of(test);
  return roll->radius * 2 * PI * fabs(roll->profile->turns) / roll->profile->arc;
}

// Bending lengths of cloth are 10 to 60 mm (Peirce 1930), of gauze and gel films some millimetres, of board 200 mm. The cube root hides much: finds
// rigidities 1000 times too large of all but limp cloth, and 1000 times too small of cloth alone.
#define SHORTEST 3e-3
#define LONGEST 0.2
// Released, a strip is bent less than on the cylinder, but for the curl it had and the error of labels. Midway between 1 and a diameter taken for a
// radius, 2. Finds that of strips that hardly open, and cm for mm.
#define TIGHTEST 1.41

const pl_doubt_range pl__roll_ranges[] = {
    {{SAY_ROLL_BENDING_LENGTH}, {SAY_ROLL_BENDING_LENGTH_DO}, PL_DOUBT_SIZES, {0, 1, 0, 0}, SHORTEST, LONGEST, bending_length},
    {{SAY_ROLL_TIGHT}, {SAY_ROLL_TIGHT_DO}, PL_DOUBT_SIZES, {0, 0, 0, 0}, 0, TIGHTEST, tightness},
    PL_DOUBT_RANGES_END};
