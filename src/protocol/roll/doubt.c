// doubt.c: bending length (B / (density g))^(1/3) of the stated rigidity B; spirals tighter than the cylinder they were rolled on, though a strip that
// is let go unrolls.
#include <math.h>
#include <stdio.h>

#include "measure/doubt/doubt.h"
#include "measure/doubt/say_doubts.h"
#include "protocol/roll/roll_part.h"

#define SHORTEST_BENDING 4e-3  // m: bending lengths of cloth are 10 to 60 mm (Peirce 1930)
#define LONGEST_BENDING 0.15   // m: cardboard
#define TIGHTER 1.5            // times the curvature of the cylinder
#define PI 3.14159265358979323846

double pl__roll_gravity(const pl_test *test) { return pl_roll_of(test)->gravity; }

static pl_status doubt_rigidity(pl_suspicions *list, const pl_measurement *m) {
  for (int t = 0; t < m->n_test; t++) {
    const pl_roll *roll = pl_roll_of(&m->test[t]);
    if (!(roll->rigidity > 0) || !(m->density > 0)) continue;
    double bending = cbrt(roll->rigidity / (m->density * roll->gravity));
    if (bending >= SHORTEST_BENDING && bending <= LONGEST_BENDING) continue;
    char a[64], b[64];
    return pl__suspect_load(list, m->test[t].name, PL_SAID(SAY_LOAD_RIGIDITY_DO), SAY_LOAD_RIGIDITY,
                            pl__suspect_number(roll->rigidity, PL_DIM_ENERGY, a), pl__suspect_number(bending, PL_DIM_LENGTH, b));
  }
  return PL_OK;
}

static pl_status doubt_radius(pl_suspicions *list, const pl_measurement *m) {
  int n = 0, first = 0;
  for (int t = 0; t < m->n_test; t++) {
    const pl_roll *roll = pl_roll_of(&m->test[t]);
    if (roll->radius * 2 * PI * fabs(roll->profile->turns) > TIGHTER * roll->profile->arc && n++ == 0) first = t;
  }
  if (n == 0) return PL_OK;
  const pl_roll *roll = pl_roll_of(&m->test[first]);
  char a[64], b[64], more[80] = "";
  if (n > 1) snprintf(more, sizeof more, "; so are %d of the %d profiles", n, m->n_test);
  return pl__suspect_load(list, m->test[first].name, PL_SAID(SAY_LOAD_RADIUS_DO), SAY_LOAD_RADIUS,
                          pl__suspect_number(roll->profile->arc / (2 * PI * fabs(roll->profile->turns)), PL_DIM_LENGTH, a),
                          pl__suspect_number(roll->radius, PL_DIM_LENGTH, b), more);
}

pl_status pl__roll_doubt_loads(pl_suspicions *list, const pl_measurement *m) {
  if (m->n_test == 0) return PL_OK;
  PL_TRY(doubt_rigidity(list, m));
  return doubt_radius(list, m);
}
