// rig_capture.h: a capture as a test on a simulation mesh.
#ifndef PL_PROTOCOL_CAPTURE_RIG_RIG_CAPTURE_H
#define PL_PROTOCOL_CAPTURE_RIG_RIG_CAPTURE_H

#include "protocol/capture/capture.h"
#include "rig/rig.h"

// The capture of `test` on a mesh over its rest rectangle (capture_mesh.h), with all channels filled. *prepared is a copy of the test whose `resampled`
// is set; its memory is the arena's, the mesh is returned for the caller to destroy last.
pl_status pl_capture_prepare(pl_arena *arena, const pl_test *test, const pl_rig_options *options, pl_test *prepared, pl_mesh **mesh);

#endif
