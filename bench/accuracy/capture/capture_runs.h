// capture_runs.h: what the capture cases share: virtual captures of a fabric on a mesh that the fit does not use, and fits to them.
#ifndef PL_BENCH_CAPTURE_RUNS_H
#define PL_BENCH_CAPTURE_RUNS_H

#include "bench/evidence.h"
#include "protocol/capture/fit/capture_score.h"
#include "estimate/model/cloth_model.h"
#include "protocol/capture/rig/motion.h"

// Sizes of a case. The fronts of clips lie on lines of both meshes, so that no cloth is free in one and held in the other. The edge of a
// table may lie anywhere.
typedef struct capture_sizes {
  int cells;     // of the simulation mesh, along a side
  int captured;  // of the captured mesh, at least five lines of it are lines of the other one
  int frames;
  bool even;             // the captured mesh is regular; its inner vertices are moved about otherwise
  double overhang_step;  // m, table edges: overhangs are multiples of it; 0: one cell of the simulation mesh
  bool uniform;          // the captured mesh has all diagonals in one direction; alternating ones otherwise, as the simulation mesh
} capture_sizes;

extern const char capture_fitted[];  // the five sequences that models are fitted to
extern const char capture_plate[];   // with a table edge at 45 degrees, which determines D66
extern const char capture_held[];    // the two that they are judged on

pl_motion_options capture_motion_options(const capture_sizes *sizes);
pl_fit_options capture_fit_options(const capture_sizes *sizes, const char *model, const char *variant);
pl_status capture_measure(evidence *e, const pl_material *material, const capture_sizes *sizes, const char *which, int seed,
                          pl_measurement **measurement, int *n_failed);

// A case of a fit by the name of its test; NULL when absent.
const pl_fit_case *capture_case(const pl_fit *fit, const char *test);
// N, along the clips, or by vectors when `parallel` is false: root mean square over clips and frames; and failed frames, added.
double capture_force_rms(const pl_fit_case *c, bool parallel, int *n_failed);

#endif
