// prepare.h: a capture is compared on a simulation mesh.
#ifndef PL_PROTOCOL_CAPTURE_FIT_PREPARE_H
#define PL_PROTOCOL_CAPTURE_FIT_PREPARE_H

#include "estimate/problem/fit.h"

// *test becomes the same capture resampled on its simulation mesh, which is one of fit->problem.mesh.
pl_status pl__capture_on_mesh(pl_fit *fit, const pl_test **test);

#endif
