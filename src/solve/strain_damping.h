// strain_damping.h: viscous damping on strains, given as a time (Baraff and Witkin 1998). The friction paper uses "values between one tenth
// and one hundredth of the stiffness" (section 6).
//
// Where a strain has the stiffness k at rest, its rate causes the stress T k ds/dt: the damping matrix is
//   C(x) = sum w T ds^T k ds,    force = -C v
// k is the sum of the tangents of the elastic laws at zero strain, made positive semidefinite. Laws with a memory dissipate by themselves
// and are excluded. Rate terms of a material (its viscosity) are separate: pl_model_add_rates.
#ifndef PL_SOLVE_STRAIN_DAMPING_H
#define PL_SOLVE_STRAIN_DAMPING_H

#include "model/model.h"

typedef struct pl_strain_damping {
  double membrane, bending;  // s, T for the strains of edges and triangles, and for those of hinges
} pl_strain_damping;

// damping += C(x). narrow += the same with patches in the pattern of hinges (model/narrow.h); NULL: not needed.
void pl_strain_damping_add(const pl_strain_damping *time, const pl_model *model, const double *theta, const double *x,
                           pl_block_matrix *damping, pl_block_matrix *narrow, pl_work *work);

#endif
