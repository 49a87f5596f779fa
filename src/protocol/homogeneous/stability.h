// stability.h: stability of a material over the states of its homogeneous tests.
//
// Along uniaxial, equibiaxial and planar tension, up to the largest visited first invariant, with Kirchhoff stresses t_i = P_ii l_i and a
// stress-free face,
//   Drucker           sum dt_i d(ln l_i) > 0: the symmetric part of D_ij = dt_i / d(ln l_j), i, j = 1, 2, is positive definite
//   Baker-Ericksen    (t_i - t_j) (l_i - l_j) > 0 for any two stretches that differ
// Both are sampled by the rig of the protocol, for any material that can be compared with such tests. Where one of the two is zero within
// rounding the material is flat: it has no stiffness against that change, but does not jump.
//
// For some energies of incompressible bodies both are proven for all stretches. Energies convex in the logarithmic stretches
// (pl_term_convex_in_logs) have a D without negative eigenvalue (Hill's inequality), and their true stresses are ordered like the
// stretches. Convex is not strictly convex: where every f'' is zero such an energy is flat, and "proven" excludes failures, not flatness.
// Materials of other protocols are checked without a rig, over their validity ranges: material/stretch_stability.h.
#ifndef PL_PROTOCOL_HOMOGENEOUS_STABILITY_H
#define PL_PROTOCOL_HOMOGENEOUS_STABILITY_H

#include "estimate/problem/fit.h"

enum { PL_STABILITY_MODES = 3, PL_STABILITY_STEPS = 60 };  // uniaxial, equibiaxial, planar; states of each

typedef struct pl_stability {
  double reach[PL_STABILITY_MODES];           // largest stretch examined in each mode
  double drucker[PL_STABILITY_MODES];         // stretch beyond which the inequality fails; NAN: nowhere up to `reach`
  double baker_ericksen[PL_STABILITY_MODES];  // the same
  double flat[PL_STABILITY_MODES];            // stretch of the first state where one of them is zero; NAN: none
  bool proven;                                // for all stretches, by the form of the energy and the signs of its parameters
  double smallest;                            // smallest eigenvalue of D over the samples, Pa
  int mode;                                   // its mode
  double stretch;
} pl_stability;

extern const char *const pl_stability_mode_name[PL_STABILITY_MODES];

// The fit must have homogeneous tests. *known false: the states could not be computed.
pl_status pl_stability_check(const pl_fit *fit, pl_stability *stability, bool *known);

#endif
