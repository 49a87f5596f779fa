// mesh_correction.h: corrects predictions of solids in poses for the error of their mesh.
//
// A mesh coarse enough to be fitted is too stiff, by an amount that varies in space. A stiffness map would absorb this error. Hence the
// readings are predicted from time to time on a mesh of half the cell size h. The difference is added to the coarse prediction:
//
//   f(theta) = f_h(theta) + [f_h/2(theta_0) - f_h(theta_0)],
//
// with derivatives on the coarse mesh. At theta = theta_0 this is the prediction of the finer mesh. A fit that repeats the correction ends
// with the residuals of the finer mesh, though not exactly at their minimum.
#ifndef PL_ESTIMATE_FIELD_MESH_CORRECTION_H
#define PL_ESTIMATE_FIELD_MESH_CORRECTION_H

#include "estimate/problem/fit.h"

#define PL_CORRECTION_SETTLED 0.1      // sigma, root mean square: smaller changes of the correction are below the noise
enum { PL_CORRECTION_MOST = 100000 };  // elements of the finer mesh: beyond, its equilibria would dominate the cost of the fit

// True if the predictions of this fit can be corrected: solids in poses, not too large.
bool pl_fit_corrects(const pl_fit *fit);
// Computes the corrections of the cases [first, last), whose rigs exist, at the current material. A pose without equilibrium on either mesh
// has none. *change (or NULL): root mean square change of the corrections of compared readings, in units of their sigma.
pl_status pl_fit_mesh_correct(pl_fit *fit, int first, int last, double *change);

#endif
