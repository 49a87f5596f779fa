// doubt.c: weights lighter than the cloth, or than what always hangs there: a wrong unit.
#include <math.h>

#include "measure/doubt/doubt.h"
#include "measure/doubt/say_doubts.h"
#include "protocol/biaxial-hang/hang_part.h"

#define LESS_THAN_CLOTH 0.1  // of the weight of the cloth

double pl__hang_gravity(const pl_test *test) { return pl_hang_of(test)->gravity; }

static pl_status doubt_hang(pl_suspicions *list, const pl_measurement *m, const pl_test *test) {
  static const char *const side[PL_HANG_LOADS] = {"bottom", "left", "right"};
  const pl_hang *hang = pl_hang_of(test);
  double heaviest = 0, cloth = m->density * hang->width * hang->height * hang->gravity;
  bool light = false;
  for (int k = 0; k < PL_HANG_LOADS; k++) {
    double most = 0, weight, cord[2];
    for (int f = 0; f < test->n_frame; f++) {
      pl__hang_weight(hang, f, k, &weight, cord);
      // taken off from the resultant again: what rounding leaves is no weight
      if (weight > 1e-9 * hang->load[PL_HANG_LOADS * f + k]) most = fmax(most, weight);
    }
    heaviest = fmax(heaviest, most);
    if (!(most > 0) || !(most < LESS_THAN_CLOTH * cloth)) continue;
    light = true;
    char a[64], b[64];
    PL_TRY(pl__suspect_load(list, test->name, PL_SAID(SAY_LOAD_LIGHT_DO), SAY_LOAD_LIGHT, side[k], pl__suspect_mass(most, hang->gravity, a),
                            pl__suspect_mass(cloth, hang->gravity, b)));
  }
  if (light) return PL_OK;  // the weights are wrong, not what they are compared with
  PL_TRY(pl__suspect_always(list, test, "slat", hang->slat, heaviest, hang->gravity));
  PL_TRY(pl__suspect_always(list, test, "holder", hang->holder, heaviest, hang->gravity));
  return pl__suspect_always(list, test, "clip-mass", hang->clip_weight, heaviest, hang->gravity);
}

pl_status pl__hang_doubt_loads(pl_suspicions *list, const pl_measurement *m) {
  for (int t = 0; t < m->n_test; t++) PL_TRY(doubt_hang(list, m, &m->test[t]));
  return PL_OK;
}
