// narrow.h: the Hessian of a model with curvatures in the narrower pattern of its hinges.
//
// The strain of a patch is kappa = sum of m_f theta_f over its hinges, so its material stiffness is sum over pairs (f, g) of
//   A m_f^T k m_g  grad theta_f grad theta_g^T,
// which couples the vertices of different hinges. The narrow matrix keeps the pairs f = g only:
//   w_f grad theta_f grad theta_f^T,      w_f = sum over patches of A m_f^T k m_f, in N m,
// and all else (membrane, geometric stiffness, loads, contacts) as it is. It is positive semidefinite where k is, and has the pattern of hinges.
// Its Cholesky factor is cheaper, and preconditions the exact matrix: the ratio of both is bounded for any cell size and rigidity.
#ifndef PL_MODEL_NARROW_H
#define PL_MODEL_NARROW_H

#include "model/model.h"

// Has the model patches, whose pattern is wider than that of hinges?
static inline bool pl_model_has_patches(const pl_model *model) { return model->fold.n_element > 0; }

// From now on pl_model_eval fills `narrow` whenever it makes a Hessian; NULL: no longer. Its pattern is the model's.
void pl_work_set_narrow(pl_work *work, pl_block_matrix *narrow);
// used[n_block of the pattern]: 1 where the narrow matrix can be nonzero.
void pl_model_narrow_structure(const pl_model *model, uint8_t *used);

// For code that adds stiffness of patches. Adds the weights w_f of a block of patches with weighted tangents k [3][3] to work->stiffness.
void pl_narrow_collect(const pl_group *group, int32_t block, const pl_lanes *k, pl_work *work);
// Adds w_f grad theta_f grad theta_f^T of all hinges at x [n_dof] to the matrix, and clears the weights.
void pl_narrow_scatter(const pl_model *model, const double *x, pl_block_matrix *matrix, pl_work *work);
// A Hessian without patches, and the stiffness of the patches in `narrow`, become the whole Hessian and the narrow matrix. Extra blocks, which
// are those of contacts, are in both.
pl_status pl_narrow_combine(const pl_model *model, const double *x, pl_block_matrix *hessian, pl_work *work);

#endif
