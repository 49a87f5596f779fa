// wang_runs.h: virtual hung samples (Wang 2011, 4.1) that several cases use, and how well a fit describes them.
#ifndef PL_BENCH_WANG_RUNS_H
#define PL_BENCH_WANG_RUNS_H

#include "bench/evidence.h"
#include "protocol/biaxial-hang/measure_hang.h"

// One sample: cut at `cut`, but for its errors.
typedef struct wang_sample {
  const char *name;
  double cut;  // rad
  pl_hang_error error;
} wang_sample;

typedef struct wang_sizes {
  int cells;         // of the fit's mesh
  int captured;      // of the mesh the data are made on
  int topology;      // of that mesh: pl_topology_kind
  int bottom, side;  // weights: 7 and 5 in the paper
  double load;       // the heaviest are 600 g and 400 g times this
  double clip;       // m, of the side clips: their ends lie on lines of all meshes, so that no cloth is free in one and held in another
  double noise;      // m
} wang_sizes;

// The paper's three samples with small errors of cutting and hanging, and two for validation. The first of these is cut 6 degrees askew, as
// the paper's was.
extern const wang_sample wang_samples[3], wang_others[2];
wang_sizes wang_sizes_default(bool full);

// Virtual tests of n samples. Unbalanced: half of the heaviest side weight at the left, all of it at the right, and never without a weight
// below. Cloth that is only pulled sideways is compressed along the other direction, where a fine planar mesh has several equilibria,
// millimetres apart.
pl_status wang_measure(evidence *e, const pl_material *material, const wang_sizes *sizes, int n, const wang_sample *sample, bool unbalanced,
                       uint64_t seed, pl_measurement **measurement);
pl_fit_options wang_fit_options(const wang_sizes *sizes);

// Root mean square of the residuals of all labelled coordinates of the cases [first, last), m.
double wang_rms(const pl_fit *fit, int first, int last);
// Mean distance of labelled and predicted points of the cases [first, last), m: the paper's error.
double wang_distance(const pl_fit *fit, int first, int last);
// Frames of the cases [first, last) without equilibrium.
int wang_failed(const pl_fit *fit, int first, int last);
// Residuals minus parameters of the fitted cases. The parameters are the fit's and the offsets of the points from their bodies, which the
// rig takes from the labels. There is one per point and axis, except for the bottom slat and the clips, whose position is predicted.
double wang_freedom(const pl_fit *fit);

#endif
