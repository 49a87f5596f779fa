// rows.h: the rows of the protocols, one per folder. protocols.c lists them.
#ifndef PL_PROTOCOL_ROWS_H
#define PL_PROTOCOL_ROWS_H

#include "measure/protocol.h"
#include "rig/rig.h"

extern const pl_rig_row pl_rig_tensile, pl_rig_disk_push, pl_rig_capture, pl_rig_hang, pl_rig_cantilever, pl_rig_weights,
    pl_rig_homogeneous, pl_rig_roll, pl_rig_poses;

#endif
