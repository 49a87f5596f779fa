// stretch_stability.h: stability of an energy of stretches and invariants over the measured states.
//
// Convexity in the values of such a measure means little: I1, I2 and J cannot vary independently, and they are not 0 at rest. Stability
// requires that more stretch needs more stress. Let W(e) be the sum of all elastic terms of a body stretched along its axes, with e_i = ln
// l_i. It is per rest volume, of a sheet per area. The Kirchhoff stresses are t_i = dW/de_i, and
//   D_ij = dt_i/de_j = d2W/(de_i de_j)
// must have no negative eigenvalue (Hill's inequality; Drucker's, where a face is stress-free). If the energy does not depend on the
// volume, the volume is constant: then only volume-preserving changes count, and J = 1. D is exact, from the derivatives of strains and
// laws; the states are samples.
#ifndef PL_MATERIAL_STRETCH_STABILITY_H
#define PL_MATERIAL_STRETCH_STABILITY_H

#include "material/material.h"

typedef struct pl_stretch_stability {
  int n_stretch;      // 3: a solid, 2: a sheet
  int n_state;        // number of states examined
  double smallest;    // smallest eigenvalue of D over those states, Pa or N/m (rounding errors count as 0)
  double stretch[3];  // the state with that eigenvalue, along the axes of the material
  double reach[2];    // smallest and largest stretch examined
  bool proven;        // no negative eigenvalue between the samples either, by the form of the energy and the signs of its parameters
} pl_stretch_stability;

// Examines the terms of stretches and invariants (row->rest), which pl_material_certify excludes, together with all other elastic terms of
// the same solid (solid) or sheet. States: volume-preserving rays of logarithmic stretch (for a sheet: all), within the validity ranges of
// all terms. They are taken at the smallest, the rest and the largest volume of the range. Unmeasured terms use their law's range, those of
// strains the range of pl_material_convexity. Without any range, rays end at a uniaxial stretch of 2. Terms with material samples are
// examined sample by sample. theta may be NULL: the material's values. False: there is no such term, or no state has a finite D.
bool pl_material_stability(const pl_material *material, const double *theta, bool solid, pl_stretch_stability *stability);

// True for those terms: elastic, and a function of the stretches of a solid, or of a sheet.
bool pl_term_is_stretched(const pl_term *term, bool solid);

// True if convex in the logarithmic stretches at every J > 1/2: no parameter of these laws is negative. For Ogden's terms no mu alpha,
// which determines f''. I1 and I2 without volume are sums of exponentials of logarithmic stretches, so they are convex and never below 3. A
// convex, increasing function of a convex one is convex. So is the sum of f(ln l) with f'' >= 0. k (J - 1)^2/2 has the second derivative k
// J (2 J - 1) in ln J.
bool pl_term_convex_in_logs(const pl_term *term, const double *theta);

// "stable at all of 768 sampled states, not proven between them"; in arena memory, NULL: out of it.
const char *pl_stretch_stability_words(pl_arena *arena, const pl_stretch_stability *stability);

#endif
