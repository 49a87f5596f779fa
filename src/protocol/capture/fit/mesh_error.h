// mesh_error.h: change of the parameters of a capture fit when the simulation mesh is refined.
#ifndef PL_PROTOCOL_CAPTURE_FIT_MESH_ERROR_H
#define PL_PROTOCOL_CAPTURE_FIT_MESH_ERROR_H

#include "estimate/problem/stack.h"

// Sets fit->evidence.mesh_shift and adds it to fit->evidence.covariance: as an error common to all parameters, and as an independent one
// per frame. Does nothing without captures. jacobian: of the stack, [n_residual][n_parameter], at the solution.
pl_status pl_fit_mesh_error(pl_fit *fit, const pl_stack *stack, const double *jacobian);

#endif
