// rig_hang_plan.h: which samples are hung and with which weights, from the flags of `pliant rig biaxial-hang`.
#ifndef PLIANT_CLI_RIG_HANG_PLAN_H
#define PLIANT_CLI_RIG_HANG_PLAN_H

#include "cli.h"
#include "protocol/biaxial-hang/measure_hang.h"

typedef struct rig_hang_plan {
  int n;
  pl_hang_plan *sample;  // [n]
  pl_hang_error *error;  // [n]
  double noise;          // m
  uint64_t seed;
} rig_hang_plan;

extern const cli_flag rig_hang_flags[];
extern const int rig_hang_n_flag;

enum { RIG_LIST_ROOM = 64 };
// A flag's list "0, 45, 90 deg", or with steps > 0 also a range "0..600 g" of steps + 1 values. CLI_CONTINUE or an exit status.
int rig_read_list(cli *c, const char *flag, pl_dim dim, const double limit[2], int steps, int *n, double value[RIG_LIST_ROOM]);
// CLI_CONTINUE or an exit status.
int rig_hang_plan_read(cli *c, rig_hang_plan *plan);

#endif
