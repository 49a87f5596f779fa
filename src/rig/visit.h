// visit.h: the state of one frame of a rig, shared by predict.c (its equilibrium) and observe.c (its observed values).
#ifndef PL_RIG_VISIT_H
#define PL_RIG_VISIT_H

#include "rig/rig_rows.h"

typedef struct pl__visit {
  const pl_rig *rig;
  const pl_prediction *ask;
  int frame;
  pl_rig_desk *desk;
  pl_solver *solver;
  pl_frame_report *report;
} pl__visit;

// Observed channels at x.
void pl__observe_values(const pl__visit *v, const double *x);
// Their derivatives at the equilibrium x. *stable is false when it is not a minimum. `rest`: no load acts on the cloth.
pl_status pl__differentiate(const pl__visit *v, const double *x, bool rest, bool *stable);
// Columns of theta among the derivatives; those of the intrinsic parameters follow.
int pl__theta_columns(const pl_rig *rig, const pl_prediction *ask);
// True if derivatives are computed by adjoints. desk->dx then does not contain dx/dp.
bool pl__adjoints_pay(const pl_rig *rig);

#endif
