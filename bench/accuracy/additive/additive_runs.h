// additive_runs.h: virtual captures for the additive model (Miguel 2016, section 5.1) that several cases use.
#ifndef PL_BENCH_ADDITIVE_RUNS_H
#define PL_BENCH_ADDITIVE_RUNS_H

#include "bench/accuracy/capture/capture_runs.h"

typedef struct additive_sizes {
  int cells;     // of the irregular fit mesh along a side: 2 cells^2 triangles
  int captured;  // of the captured mesh, twice as many
  int keys;      // keyframes of each sequence
  int dense;     // frames of the full cycle: n (keys - 1) + 1, so that keyframes are among them
} additive_sizes;

additive_sizes additive_sizes_default(bool full);
// Motions of a fabric, one cycle each, with so many frames.
pl_status additive_measure(evidence *e, const pl_material *material, const additive_sizes *sizes, const char *which, int frames, int seed,
                           pl_measurement **measurement, int *n_failed);
// The additive model on the irregular mesh, up to a stage.
pl_fit_options additive_fit_options(const additive_sizes *sizes, const char *addends);

extern const char additive_fitted[];  // stretch, shear and table edges
extern const char additive_cycle[];   // what errors are given for: stretch and shear

#endif
