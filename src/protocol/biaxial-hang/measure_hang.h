// measure_hang.h: virtual measurements of hung samples, with the errors of cutting and hanging that real ones have.
#ifndef PL_PROTOCOL_BIAXIAL_HANG_MEASURE_HANG_H
#define PL_PROTOCOL_BIAXIAL_HANG_MEASURE_HANG_H

#include "protocol/biaxial-hang/plan_hang.h"
#include "rig/rig.h"

// Deviation of a sample from its plan: a fit estimates it as intrinsic parameters.
typedef struct pl_hang_error {
  double turn;     // rad, cut at plan.cut + turn
  double stretch;  // the plan's height over that of the unstretched cloth; 1: none
} pl_hang_error;

// Hangs n samples as planned except for their errors (error[n]; NULL: none) and labels their points with normal noise (m). The measurement
// states the planned values: an experimenter does not know the errors. Frames without equilibrium are omitted and counted in the report. A
// sample without any equilibrium is an error.
pl_status pl_measure_hang(pl_context *ctx, int n, const pl_hang_plan *plan, const pl_hang_error *error, const pl_material *material,
                          const pl_rig_options *rig, const pl_solve_options *solve, double noise, uint64_t seed,
                          pl_measurement **measurement, pl_rig_report *report);

#endif
