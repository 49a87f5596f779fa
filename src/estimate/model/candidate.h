// candidate.h: the terms that a fit starts from: a named model over the strains that the tests visit.
#ifndef PL_ESTIMATE_MODEL_CANDIDATE_H
#define PL_ESTIMATE_MODEL_CANDIDATE_H

#include "estimate/problem/fit.h"

// Strain ranges the tests visit: [warp, weft, shear][low, high].
typedef struct pl_visited {
  double range[PL_STRAIN_MAX_VALUE][2];
} pl_visited;

typedef struct pl_candidate_row {
  const char *name;
  const char *help;
  const char *law;           // of the three curves: "stress-spline", "convex-spline", "linear"; NULL for a law on all three
  const char *joint_law;     // "orthotropic" or "isotropic" when law is NULL
  bool free_compression;     // the curves have a separate compression side; else it mirrors tension
  bool grid;                 // the warp-weft coupling is a grid over both strains, not one parameter; steps keep the sum convex
  const char *const *reads;  // settings that it uses, NULL-terminated (registry.h)
} pl_candidate_row;

int pl_candidate_count(void);
const pl_candidate_row *pl_candidate_at(int index);
const pl_candidate_row *pl_candidate_find(const char *name);

// The first stage: constant stiffness per curve (and the cross term if requested), at a level estimated from the tests.
pl_status pl_candidate_linear(pl_context *ctx, const char *name, double density, double level, bool cross, pl_material **material);
// The model over the visited strains, starting at the constant stiffnesses of the first stage. measured: a test identifies the coupling. If
// none does, none measures the contraction across a pull either, so that the compression side of the curves is antisymmetric.
pl_status pl_candidate_build(pl_context *ctx, const pl_candidate_row *row, const pl_fit_options *options, const pl_visited *visited,
                             const pl_material *linear, bool cross, bool measured, pl_material **material);

// Fixes the coupling of warp and weft of a candidate at `ratio` times the geometric mean of their stiffnesses, c12 = ratio sqrt(c11 c22). Of
// curves the smallest tangent under tension counts, so that the coupling leaves them convex. False if the
// candidate has no coupling.
bool pl_candidate_fix_coupling(pl_material *material, double ratio);
// Relative distance of the coupling from that value, by the present stiffnesses; 0 without a coupling.
double pl_candidate_coupling_change(const pl_material *material, double ratio);

#endif
