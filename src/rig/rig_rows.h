// rig_rows.h: functions to build the rigs of the protocols.
#ifndef PL_RIG_RIG_ROWS_H
#define PL_RIG_RIG_ROWS_H

#include "rig/rig.h"

// Makes a further model of the rig's mesh and material; the first is that of all frames unless body.variant says otherwise.
pl_status pl_rig_add_model(pl_rig *rig, const pl_model_options *options);
// A zeroed vector of all dofs of the rig's mesh, in its arena; NULL when out of memory.
double *pl_rig_vector(pl_rig *rig);
// Adds an observer from dense weights [n_dof] (either may be NULL); zeros are dropped. The rig's mesh must exist. frame = -1: every frame.
pl_status pl_rig_observe(pl_rig *rig, int channel, int component, int frame, const double *force_weight, const double *position_weight);
// Adds an observer of one coordinate of one vertex in every frame, plus a constant.
pl_status pl_rig_observe_dof(pl_rig *rig, int channel, int component, double constant, int32_t dof);

// An offset of the first control, if the test has fit_offset: the displacement at which the specimen begins to carry load is unknown.
void pl_rig_add_offset(pl_rig *rig);

#endif
