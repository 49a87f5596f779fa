// runs.h: runs of the same pull: what the others say about one of them, without a model.
#ifndef PL_SCENE_RUNS_H
#define PL_SCENE_RUNS_H

#include "measure/protocol.h"

// Axial stretch at a frame of a tensile test, and the largest one.
double scene_run_stretch(const pl_test *test, int frame);
double scene_run_end(const pl_test *test);

// Reading of a tensile test (a channel of it, SI) at any stretch: the line through its frames nearby, continued beyond its ends.
double scene_run_reading(const pl_test *test, int channel, double stretch);

// Mean squares over the frames of a run up to a stretch, relative to the square of its largest reading.
typedef struct scene_run_gap {
  double model;    // a model's prediction against the run
  double mean;     // the mean of the other runs, at the same stretch, against the run
  double between;  // the prediction against that mean
} scene_run_gap;

// predicted: [n_frame], SI, NAN where there is none: such frames do not count. Without any frame all are NAN.
scene_run_gap scene_run_compare(const pl_test *run, int channel, const double *predicted, int n_other, const pl_test *const *other,
                                double up_to);

#endif
