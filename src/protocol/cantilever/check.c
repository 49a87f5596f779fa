// check.c: strips that can be read but are probably not what was meant, each with a remedy.
//
// Of one test: hardly bent; a tip or angle of a strip that hangs straight down (its profile still says much near the clamp). A profile
// longer or shorter than its overhang; the same numbers twice. Of two tests of one strip: a longer overhang that hangs less.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "protocol/cantilever/cantilever_part.h"
#include "protocol/cantilever/say_doubts.h"
#include "protocol/cantilever/cantilever.h"

#define PI 3.14159265358979323846
#define DEGREE (PI / 180)
#define HARDLY (3 * DEGREE)     // chord below the clamp's plane: an error of 0.3 degrees is 10 % of the rigidity
#define STRAIGHT (80 * DEGREE)  // chord: tan changes by a factor of two over 5 degrees
#define LESS (2 * DEGREE)       // than at a shorter overhang: angles are read to a degree, the difference of two to less than two
#define LONGER 1.02             // overhang over overhang: a millimetre of 50
#define ARC_LONG 1.10           // labelled length over overhang: labels scatter, and a photograph is not square, by some percent
#define ARC_SHORT 0.85          // the same, and the clamp hides a part
#define MEASURING_STEP 0.05     // of the overhang: lengths are measured in steps of this, so that noise does not lengthen them

bool pl__cantilever_chord(const pl_test *test, double *angle) {
  const pl_cantilever *c = pl_cantilever_of(test);
  const double *x = test->channel[PL_CANTILEVER_TIP].value;
  if (test->channel[PL_CANTILEVER_ANGLE].value) {
    *angle = test->channel[PL_CANTILEVER_ANGLE].value[0];
    return true;
  }
  if (!x) {
    if (!c->tip_labelled) return false;
    x = test->channel[PL_CANTILEVER_PROFILE].value + 2 * (size_t)(c->n_point - 1);
  }
  *angle = atan2(-x[1], x[0]);
  return true;
}

static double labelled_length(const pl_cantilever *c, const double *x) {
  double from[2] = {0, 0}, sum = 0;
  for (int i = 0; i < c->n_point; i++) {
    double step = hypot(x[2 * i] - from[0], x[2 * i + 1] - from[1]);
    if (step < MEASURING_STEP * c->overhang && i + 1 < c->n_point) continue;
    sum += step;
    memcpy(from, x + 2 * (size_t)i, sizeof from);
  }
  return sum;
}

static pl_status doubt_length(pl__label_reader *r, const pl_test *test) {
  const pl_cantilever *c = pl_cantilever_of(test);
  const double *x = test->channel[PL_CANTILEVER_PROFILE].value;
  if (!x) return PL_OK;
  double share = labelled_length(c, x) / c->overhang;
  char a[40], b[40];
  pl_number_people(1e3 * share * c->overhang, a, sizeof a);
  pl_number_people(1e3 * c->overhang, b, sizeof b);
  if (share > ARC_LONG) return pl__label_suspect(r, PL_DOUBT_SIZES, PL_SAID(SAY_STRIP_PROFILE_LONG_DO), SAY_STRIP_PROFILE_LONG, a, b);
  if (share < ARC_SHORT && c->tip_labelled)
    return pl__label_suspect(r, PL_DOUBT_SIZES, PL_SAID(SAY_STRIP_PROFILE_SHORT_DO), SAY_STRIP_PROFILE_SHORT, a, b);
  return PL_OK;
}

static pl_status doubt_bend(pl__label_reader *r, const pl_test *test) {
  double angle;
  char a[40];
  if (!pl__cantilever_chord(test, &angle)) return PL_OK;
  pl_number_people(angle / DEGREE, a, sizeof a);
  if (angle - pl_cantilever_of(test)->inclination < HARDLY)
    return pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_STRIP_STRAIGHT_DO), SAY_STRIP_STRAIGHT, a);
  if (angle > STRAIGHT && !test->channel[PL_CANTILEVER_PROFILE].value)
    return pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_STRIP_VERTICAL_DO), SAY_STRIP_VERTICAL, a);
  return PL_OK;
}

static pl_status doubt_order(pl__label_reader *r, const pl_test *test) {
  const pl_cantilever *c = pl_cantilever_of(test);
  double angle, other_angle;
  char a[40], b[40];
  if (!pl__cantilever_chord(test, &angle)) return PL_OK;
  for (const pl_test *other = r->m->test; other < test; other++) {
    const pl_cantilever *d = pl_cantilever_of(other);
    bool same = strcmp(c->strip, d->strip) == 0 && other->angle == test->angle && c->inclination == d->inclination;
    if (!same || !pl__cantilever_chord(other, &other_angle)) continue;
    bool longer = c->overhang > LONGER * d->overhang, shorter = d->overhang > LONGER * c->overhang;
    if (!(longer && angle < other_angle - LESS) && !(shorter && other_angle < angle - LESS)) continue;
    pl_number_people(angle / DEGREE, a, sizeof a);
    pl_number_people(other_angle / DEGREE, b, sizeof b);
    return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_STRIP_CHORD_ORDER_DO), SAY_STRIP_CHORD_ORDER, a, other->name,
                             longer ? "shorter" : "longer", b);
  }
  return PL_OK;
}

pl_status pl__cantilever_doubt(pl__label_reader *r, const pl_test *test) {
  PL_TRY(doubt_length(r, test));
  PL_TRY(doubt_bend(r, test));
  PL_TRY(doubt_order(r, test));
  return pl__label_suspect_same(r, test, PL_CANTILEVER_PROFILE);
}

// ---- ranges ----

// Peirce 1930: L (cos(a/2) / (8 tan a))^(1/3), of a strip that leaves the clamp horizontally; NAN: no chord, or one that says little.
static double bending_length(const pl_measurement *m, const pl_test *test) {
  (void)m;
  const pl_cantilever *c = pl_cantilever_of(test);
  double angle;
  if (c->inclination != 0 || !pl__cantilever_chord(test, &angle) || angle < HARDLY || angle > STRAIGHT) return NAN;
  return c->overhang * cbrt(cos(angle / 2) / (8 * tan(angle)));
}

// Cloth has 10 to 60 mm (Peirce 1930), gauze and gel films some millimetres, board some 200 mm. Finds an overhang in m or cm for mm; a wrong density
// does not show here.
#define SHORTEST 2e-3
#define LONGEST 0.3

const pl_doubt_range pl__cantilever_ranges[] = {
    {{SAY_STRIP_BENDING_LENGTH}, {SAY_STRIP_BENDING_LENGTH_DO}, PL_DOUBT_SIZES, {0, 1, 0, 0}, SHORTEST, LONGEST, bending_length},
    PL_DOUBT_RANGES_END};
