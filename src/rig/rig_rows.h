// rig_rows.h: what the rigs of the protocols are built with.
#ifndef PL_RIG_RIG_ROWS_H
#define PL_RIG_RIG_ROWS_H

#include "rig/rig.h"

// Memory of a desk, the first time it is used.
pl_status pl_rig_desk_open(const pl_rig *rig, pl_rig_desk *desk);
// A zeroed vector of all dofs of the rig's mesh, in its arena; NULL when memory is out.
double *pl_rig_vector(pl_rig *rig);
// Add an observer from dense weights [n_dof] (either may be NULL); zeros are dropped. The rig's mesh must be there.
// frame = -1 reads it in every frame.
pl_status pl_rig_observe(pl_rig *rig, int channel, int component, int frame, const double *force_weight, const double *position_weight);
// Add an observer that reads one coordinate of one vertex in every frame, plus a constant.
pl_status pl_rig_observe_dof(pl_rig *rig, int channel, int component, double constant, int32_t dof);

#endif
