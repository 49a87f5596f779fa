// visit.h: one frame of a rig being visited, shared by predict.c (where its equilibrium is) and observe.c (what is read off it).
#ifndef PL_RIG_VISIT_H
#define PL_RIG_VISIT_H

#include "rig/rig_rows.h"

typedef struct pl__visit {
  pl_rig *rig;
  const pl_prediction *ask;
  int frame;
  pl_rig_desk *desk;
  pl_solver *solver;
  pl_frame_report *report;
} pl__visit;

// Observed channels at x.
void pl__observe_values(const pl__visit *v, const double *x);
// Their derivatives at the equilibrium x. *stable is false when it is no minimum. `rest`: nothing acts on the cloth.
pl_status pl__differentiate(const pl__visit *v, const double *x, bool rest, bool *stable);
// Columns of theta among the derivatives; those of the intrinsic parameters follow.
int pl__theta_columns(const pl_rig *rig);
// Are derivatives found by adjoints? Then desk->dx does not hold dx/dp.
bool pl__adjoints_pay(const pl_rig *rig);

#endif
