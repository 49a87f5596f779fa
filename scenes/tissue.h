// tissue.h: virtual biaxial tests of sheets of tissue, by closed forms in the stretches that use nothing of the library's laws.
#ifndef SCENES_TISSUE_H
#define SCENES_TISSUE_H

#include "measure/protocol.h"

typedef enum scene_tissue_kind {
  SCENE_TISSUE_FIBRES,  // neo-Hooke and two families of dispersed exponential fibres
  SCENE_TISSUE_FUNG,    // one exponential of a quadratic form
  SCENE_TISSUE_VALVE,   // May-Newman and Yin's
  SCENE_TISSUE_KINDS
} scene_tissue_kind;

// Names of the parameters in a fit with the true model, and their values (SI; of sheets of 1 mm). NULL ends the list.
enum { SCENE_TISSUE_MAX = 6 };
typedef struct scene_tissue_truth {
  const char *model;
  const char *name[SCENE_TISSUE_MAX];
  double value[SCENE_TISSUE_MAX];
} scene_tissue_truth;
extern const scene_tissue_truth scene_tissue_truths[SCENE_TISSUE_KINDS];

// Nominal stresses (Pa) of a sheet or block with stretches l[2] along the axes.
void scene_tissue_stress(scene_tissue_kind kind, const double l[2], double p[2]);

typedef struct scene_tissue_plan {
  scene_tissue_kind kind;
  bool block;                   // without a thickness
  int n_frame;                  // per path
  double most;                  // largest strain l - 1
  double sigma;                 // Pa, of the noise, and as stated
  uint64_t seed;                // of the noise
  int n_cycle;                  // up and down again, n_frame each way; 0: once up
  const double (*friction)[3];  // [2]: a, b (N/m) and tau of Dahl's friction on the Green strain along either axis; NULL: none
} scene_tissue_plan;

// Writes an experiment of n_path tests into the folder and loads it. On a path the strains along the axes have the ratio path[i][0] :
// path[i][1], the larger 1.
pl_status scene_tissue(pl_context *ctx, const char *folder, const char *name, const scene_tissue_plan *plan, int n_path,
                       const double (*path)[2], pl_measurement **measurement);

#endif
