// relaxing.h: virtual strips whose stress relaxes, pulled at several speeds and held: forces in closed form, without a rig.
//
// Green strain E = x + x^2/2 with x = v t / L, elastic stress k E, and the overstresses of a generalised Maxwell solid,
//
//   q(T) = g int_0^T exp(-(T - t)/tau) k dE/dt dt = g k r tau [(1 - e) + r (T - tau (1 - e))],   r = v/L, e = exp(-T/tau)
//
// which decay by exp(-t/tau) once the strip is held. Force: stress times width times 1 + x.
#ifndef SCENES_RELAXING_H
#define SCENES_RELAXING_H

#include "measure/protocol.h"

enum { SCENE_MOST_TIMES = 2 };

typedef struct scene_pull {
  double speed;          // m/s
  double hold;           // s, at the largest strain; 0: none
  double factor;         // of all stresses: the specimen
  const char *specimen;  // its name; NULL: no other test has it
} scene_pull;

typedef struct scene_relaxing {
  double stiffness;  // N/m, slow
  int n_time;
  double share[SCENE_MOST_TIMES], time[SCENE_MOST_TIMES];  // g, and tau in s
  double strain;                                           // largest dL/L
  int n_frame;                                             // rows of the pull, and as many of the rest
  double noise;                                            // of a force, relative to the largest one without relaxation
  uint64_t seed;
} scene_relaxing;

// A measurement along warp with one test per pull; sigma is not stated. The caller destroys it.
pl_status scene_relaxing_pull(pl_context *ctx, const scene_relaxing *plan, int n, const scene_pull *pull, pl_measurement **out);

#endif
