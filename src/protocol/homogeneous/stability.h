// stability.h: is a material of homogeneous tests stable over the states it was measured at?
//
// Along uniaxial, equibiaxial and planar tension, as far as the first invariant was visited, with Kirchhoff stresses t_i = P_ii l_i and a face free
// of stress,
//   Drucker           sum dt_i d(ln l_i) > 0: the symmetric part of D_ij = dt_i / d(ln l_j), i, j = 1, 2, is positive definite
//   Baker-Ericksen    (t_i - t_j) (l_i - l_j) > 0 for any two stretches that differ
// Both are sampled by the rig of the protocol, so any material that can be compared with such tests can be judged. Where one of the two is zero but
// for rounding the material is flat: it neither resists that change nor helps it, and jumps nowhere.
//
// Of some energies of incompressible bodies both are proven for all stretches: those that are convex in the logarithmic stretches
// (pl_term_convex_in_logs) have a D without negative eigenvalue (Hill's inequality), and their true stresses are ordered as the stretches are.
// Convex is not strictly convex: where every f'' is zero such an energy is flat, and "proven" excludes failures, not that.
// Materials of other protocols are looked at without a rig, over their validity ranges: material/stretch_stability.h.
#ifndef PL_PROTOCOL_HOMOGENEOUS_STABILITY_H
#define PL_PROTOCOL_HOMOGENEOUS_STABILITY_H

#include "estimate/problem/fit.h"

enum { PL_STABILITY_MODES = 3, PL_STABILITY_STEPS = 60 };  // uniaxial, equibiaxial, planar; states of each

typedef struct pl_stability {
  double reach[PL_STABILITY_MODES];           // stretch to which each mode was looked at
  double drucker[PL_STABILITY_MODES];         // stretch beyond which the inequality fails; NAN: nowhere up to `reach`
  double baker_ericksen[PL_STABILITY_MODES];  // the same
  double flat[PL_STABILITY_MODES];            // stretch of the first state where one of them is zero; NAN: there is none
  bool proven;                                // for all stretches, by the form of the energy and the signs of its numbers
  double smallest;                            // eigenvalue of D, Pa, of those sampled, and
  int mode;                                   // where it is
  double stretch;
} pl_stability;

extern const char *const pl_stability_mode_name[PL_STABILITY_MODES];

// The fit has homogeneous tests. false in *known: the states could not be computed.
pl_status pl_stability_check(pl_fit *fit, pl_stability *stability, bool *known);

#endif
