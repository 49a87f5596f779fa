// rows.h: the rows of the protocols, one per folder. protocols.c lists them.
#ifndef PL_PROTOCOL_ROWS_H
#define PL_PROTOCOL_ROWS_H

#include "measure/protocol.h"
#include "rig/rig.h"
#include "rig/usual.h"

extern const pl_rig_row pl_rig_tensile, pl_rig_disk_push, pl_rig_capture, pl_rig_hang, pl_rig_cantilever, pl_rig_weights,
    pl_rig_homogeneous, pl_rig_roll, pl_rig_poses;
extern const struct pl_protocol_words pl_words_tensile, pl_words_capture, pl_words_hang, pl_words_cantilever, pl_words_weights,
    pl_words_homogeneous, pl_words_roll, pl_words_poses;

// True for specimens cut at the angle of a usual test from warp, folded into 0 .. pi/2: equivalent for an orthotropic cloth
// (tensile/words.c).
struct pl_usual;
bool pl_words_same_cut(const pl_test *test, const struct pl_usual *usual);
// The largest |value[n]|; 0 if n = 0.
double pl_words_largest(int n, const double *value);

// Report views (report/result/protocol_view.h).
extern const struct pl_protocol_view pl_view_tensile, pl_view_disk_push, pl_view_capture, pl_view_hang, pl_view_cantilever, pl_view_weights,
    pl_view_homogeneous, pl_view_roll, pl_view_poses;
extern const pl_protocol pl_protocol_tensile, pl_protocol_disk_push;
extern const pl_protocol_plan pl__tensile_plan, pl__capture_plan, pl__hang_plan, pl__cantilever_plan, pl__weights_usual,
    pl__homogeneous_plan, pl__roll_plan, pl__poses_plan;

#endif
