// rig_plan.h: which tests a virtual measurement runs, from flags or from an experiment file.
#ifndef PLIANT_CLI_RIG_PLAN_H
#define PLIANT_CLI_RIG_PLAN_H

#include "estimate/problem/fit.h"
#include "load.h"

typedef struct rig_plan {
  const pl_protocol *protocol;
  int n_test;
  pl_test *test;                 // controls set, observed channels not used
  bool keep[PL_MAX_CHANNEL];     // observed channels that are written
  double noise[PL_MAX_CHANNEL];  // SI standard deviation per channel
  double hysteresis;             // fraction
  uint64_t seed;
  pl_measurement *file;  // of --plan, NULL otherwise: owned
} rig_plan;

extern const cli_flag rig_plan_flags[];
extern const int rig_plan_n_flag;

// CLI_CONTINUE or an exit status. The protocol is set by the caller.
int rig_plan_read(cli *c, rig_plan *plan);

#endif
