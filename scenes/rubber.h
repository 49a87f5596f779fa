// rubber.h: the shared curves of rubber (Treloar 1944, Jones and Treloar 1975) as experiments of the protocol `homogeneous`.
#ifndef SCENES_RUBBER_H
#define SCENES_RUBBER_H

#include "measure/protocol.h"

typedef struct scene_rubber_curve {
  const char *name;             // of the test
  const char *source, *config;  // rows of the table
  const char *mode, *stress;    // of the protocol
  double held;                  // 0: nothing is
} scene_rubber_curve;

enum { SCENE_TRELOAR = 3, SCENE_JONES = 6 };
extern const scene_rubber_curve scene_treloar[SCENE_TRELOAR];  // uniaxial, equibiaxial, planar
// uniaxial, then strips held at 1, 1.502, 1.984, 2.295, 2.623. The table calls the column of the strips a nominal stress. The numbers show
// otherwise: they are zero where both stretches are equal. They follow a law fitted to the uniaxial curve if taken as Cauchy stress 1 minus
// Cauchy stress 2, and not if taken as nominal.
extern const scene_rubber_curve scene_jones[SCENE_JONES];

// Write an experiment file of the curves whose bit is set into `folder` and load it. `data` is the folder `rubber` of the shared data. by_r2:
// standard deviations in proportion to the scatter of each curve, so that a fit makes the mean of 1 - R2 smallest; else unknown.
pl_status scene_rubber(pl_context *ctx, const char *data, const char *folder, const char *name, int n, const scene_rubber_curve *curve,
                       unsigned chosen, bool by_r2, pl_measurement **measurement);

#endif
