// prepare.h: prepares a capture for a fit: on a simulation mesh, with the density of its cloth.
#ifndef PL_PROTOCOL_CAPTURE_FIT_PREPARE_H
#define PL_PROTOCOL_CAPTURE_FIT_PREPARE_H

#include "estimate/problem/protocol_fit.h"

// *test becomes the same capture resampled on its simulation mesh, which is added to the problem's meshes.
pl_status pl__capture_on_mesh(pl_arena *arena, const pl_fit_options *options, const pl_test **test, pl_mesh **mesh);

double pl__capture_area(const pl_test *test);     // m^2, of the captured cloth at rest
double pl__capture_density(const pl_test *test);  // kg/m^2, from its mass

// Compared channels with the terms of a material file: positions and force vectors, unless requested otherwise.
pl_status pl__capture_begin(const pl_fit *fit, struct pl_stage *stage);
// The motion of a capture that is only scored; NULL: it is fitted.
const char *pl__capture_unfitted(const pl_test *test);

#endif
