// doubt_load.c: weights that no cloth bears, or that hardly change what hangs there anyway: a wrong unit.
#include <math.h>

#include "measure/doubt/doubt.h"
#include "protocol/weights/weights_part.h"

double pl__weights_gravity(const pl_test *test) { return pl_weights_of(test)->gravity; }

pl_status pl__weights_doubt_loads(pl_suspicions *list, const pl_measurement *m) {
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    const pl_weights *w = pl_weights_of(test);
    double heaviest = 0;
    for (int i = 0; i < test->n_frame; i++) heaviest = fmax(heaviest, w->weight[i]);
    PL_TRY(pl__suspect_heavy(list, test, heaviest, w->gravity));
    PL_TRY(pl__suspect_always(list, test, "clip", w->clip * w->gravity, heaviest, w->gravity));
  }
  return PL_OK;
}
