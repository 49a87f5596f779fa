// mesh_error.h: how far the parameters of a capture fit move when the simulation mesh is refined.
#ifndef PL_PROTOCOL_CAPTURE_FIT_MESH_ERROR_H
#define PL_PROTOCOL_CAPTURE_FIT_MESH_ERROR_H

#include "estimate/problem/stack.h"

// Into fit->evidence.mesh_shift, and added to fit->evidence.covariance: as an error that all parameters have together, and as one that frames have each for itself.
// Nothing without captures.
// jacobian: of the stack, [n_residual][n_parameter], at the solution.
pl_status pl_fit_mesh_error(pl_fit *fit, const pl_stack *stack, const double *jacobian);

#endif
