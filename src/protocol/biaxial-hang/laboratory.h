// laboratory.h: which samples are hung and with which weights, from the flags of `pliant rig biaxial-hang`.
#ifndef PL_PROTOCOL_BIAXIAL_HANG_LABORATORY_H
#define PL_PROTOCOL_BIAXIAL_HANG_LABORATORY_H

#include "protocol/biaxial-hang/measure_hang.h"
#include "rig/laboratory.h"

typedef struct pl__hung_samples {
  int n;
  pl_hang_plan *sample;  // [n]
  pl_hang_error *error;  // [n]
} pl__hung_samples;

enum { PL__HANG_FLAGS = 17 };
extern const pl_flag pl__hang_flags[PL__HANG_FLAGS];
// Into lab->own.
pl_status pl__hang_plan_samples(pl_lab *lab);

#endif
