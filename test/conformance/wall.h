// wall.h: a potential for tests: a floor that nothing may pass, and a spring between two vertices that no element joins.
//
// A vertex at height d < D above the floor has the energy  -c theta_0 (d - D)^2 ln(d / D), which grows without bound towards the floor. Below it the
// energy is 0, a trap: only max_step keeps a search out, and every evaluation there is counted. Its memory counts the steps that were committed.
#ifndef PLIANT_TEST_WALL_H
#define PLIANT_TEST_WALL_H

#include "model/potential.h"

typedef struct wall {
  double floor;       // m, along z
  double reach;       // m, D
  double strength;    // c, per unit of theta_0 and square metre
  int32_t ends[2];    // vertices of the spring
  double spring;      // N/m
  int *n_violations;  // evaluations below the floor
  bool outside;       // the spring's blocks are extra ones, not part of the pattern
} wall;

pl_potential wall_potential(const wall *w);
int wall_hessians(const pl_model *model, const pl_potential *p, const pl_work *work);  // that this work space saw
double wall_commits(const pl_potential *p, pl_history *history);                       // steps that the history saw

#endif
