// dahl_runs.c: see dahl_runs.h.
#include "bench/accuracy/dahl/dahl_runs.h"

#include <string.h>

const char *const dahl_name[N_DAHL] = {"k1", "k2", "a", "b", "tau"};

scene_weights_plan dahl_plan(double sigma) {
  return (scene_weights_plan){.side = 0.1, .step = 1, .n_top = 6, .repetitions = 3, .clip = 0.012, .sigma = sigma};
}

void dahl_truth(const scene_friction *fabric, double truth[N_DAHL]) {
  const double value[N_DAHL] = {fabric->k1, fabric->k2, fabric->a, fabric->b, fabric->tau};
  memcpy(truth, value, sizeof value);
}
