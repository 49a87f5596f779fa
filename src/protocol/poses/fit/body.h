// body.h: the body of a test in poses, as simulated in estimation.
#ifndef PL_PROTOCOL_POSES_FIT_BODY_H
#define PL_PROTOCOL_POSES_FIT_BODY_H

#include "estimate/problem/fit.h"

// Converts a body of tetrahedra to hexahedra if requested (--elements): *test becomes the same on those.
pl_status pl__poses_on_elements(pl_arena *arena, const pl_fit_options *options, const pl_test **test, pl_mesh **mesh);
const pl_mesh *pl__poses_body_mesh(const pl_test *test);

#endif
