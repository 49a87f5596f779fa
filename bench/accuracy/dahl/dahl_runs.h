// dahl_runs.h: virtual weights tests (Miguel et al. 2013, section 4.2) that several cases use.
#ifndef PL_BENCH_DAHL_RUNS_H
#define PL_BENCH_DAHL_RUNS_H

#include "bench/evidence.h"
#include "scenes/scenes.h"

enum { DAHL_K1, DAHL_K2, DAHL_A, DAHL_B, DAHL_TAU, N_DAHL };
extern const char *const dahl_name[N_DAHL];

// The paper's plan: a square of 10 cm, weights 0, 1, ... n, ... 0 N for n = 1 .. 6, three times; lengths with this noise (m).
scene_weights_plan dahl_plan(double sigma);
// What the fit should find, in the order of its theta.
void dahl_truth(const scene_friction *fabric, double truth[N_DAHL]);

#endif
