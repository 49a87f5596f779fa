// rig_capture.h: a capture as a test on a simulation mesh.
#ifndef PL_PROTOCOL_CAPTURE_RIG_RIG_CAPTURE_H
#define PL_PROTOCOL_CAPTURE_RIG_RIG_CAPTURE_H

#include "protocol/capture/capture.h"
#include "rig/rig.h"

// The capture of `test` on a mesh over its rest rectangle (capture_mesh.h), with all channels filled. *prepared is a copy of the test with
// `resampled` set, in the arena. The caller destroys the returned mesh last.
pl_status pl_capture_prepare(pl_arena *arena, const pl_test *test, const pl_rig_options *options, pl_test *prepared, pl_mesh **mesh);

#endif
