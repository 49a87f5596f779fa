// isochoric.h: one tetrahedron that keeps its volume: an incompressible block in a uniform state.
//
// Corner 0 rests at the origin, the legs to corners 1, 2, 3 are the columns of F, the third along z. The third leg is no unknown:
//
//   x11 = l3 = 1 / d,   d = x3 x7 - x4 x6          (dofs: corner 1 is x3 x4 x5, corner 2 is x6 x7 x8, corner 3 is x9 x10 x11)
//
// so the energy is one of the other dofs, E'(y) = E(y, l3(y)), with
//
//   g'_k  = g_k + g_11 b_k,   b_k = dl3/dy_k = -d_k / d^2,   d_k = dd/dy_k
//   H'_kl = H_kl + H_k11 b_l + b_k H_11l + H_1111 b_k b_l + g_11 (2 d_k d_l / d^3 - d_kl / d^2)
//
// The force at a dof then holds the pressure that leaves face 3 free of stress: 6 g'_3 = P11 = S11 - (l3 / l1) S33.
#ifndef PL_MODEL_ISOCHORIC_H
#define PL_MODEL_ISOCHORIC_H

#include "model/model.h"

enum { PL_ISOCHORIC_DOF = 12 };

// x with its third leg in place: `own`, or x itself when the model is not of this kind. Without a d > 0 there is no such leg: NAN.
const double *pl_isochoric_place(const pl_model *model, const double *x, double own[PL_ISOCHORIC_DOF]);
// Gradient and Hessian (may be NULL) over x become those of E'; the entries of the third leg are zero. The last term of H' is indefinite: only the
// exact mode has it.
void pl_isochoric_reduce(const double *x, pl_hess_mode mode, double *gradient, pl_block_matrix *hessian);

#endif
