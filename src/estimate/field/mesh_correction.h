// mesh_correction.h: predictions of solids in poses as those of a finer mesh.
//
// A mesh that is coarse enough to be fitted on is a body of its own: a little too stiff, and by how much changes from place to place. A map of
// stiffness answers for that as well as for the material. So the readings of the same material on cells of half the size are found now and then,
// and the difference is added to what the coarse mesh predicts,
//
//   f(theta) = f_h(theta) + [f_h/2(theta_0) - f_h(theta_0)],
//
// with derivatives of the coarse one. At theta = theta_0 this is the finer prediction: a fit that repeats it ends where the finer mesh has its
// residuals, though not exactly where they are least.
#ifndef PL_ESTIMATE_FIELD_MESH_CORRECTION_H
#define PL_ESTIMATE_FIELD_MESH_CORRECTION_H

#include "estimate/problem/fit.h"

#define PL_CORRECTION_SETTLED 0.1      // sigma, root mean square: below, a correction that changes is lost in the noise
enum { PL_CORRECTION_MOST = 100000 };  // elements of the finer mesh: above, its equilibria would be most of the fit

// Can the predictions of this fit be corrected? Solids in poses, not too large.
bool pl_fit_corrects(const pl_fit *fit);
// The corrections of the cases [first, last) at the material as it stands; their rigs are there. A pose without equilibrium on one of the meshes has
// none. *change (or NULL): by how much those of the readings that count have changed, root mean square, in units of their sigma.
pl_status pl_fit_mesh_correct(pl_fit *fit, int first, int last, double *change);

#endif
