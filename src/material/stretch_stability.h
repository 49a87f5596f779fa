// stretch_stability.h: is an energy of stretches and invariants stable over the states it was measured at?
//
// Convexity in the values of such a measure says little: I1, I2 and J cannot be moved one by one, and at rest they are not 0. What a body asks for is
// that more stretch needs more stress. With W(e) the sum of all elastic terms per volume at rest (of a sheet: per area) of a body stretched along its
// axes, e_i = ln l_i, the Kirchhoff stresses are t_i = dW/de_i, and
//   D_ij = dt_i/de_j = d2W/(de_i de_j)
// has no negative eigenvalue (Hill's inequality; Drucker's, where a face is free of stress). A body whose energy does not see its volume keeps it:
// then only changes that keep it count, and J = 1. D is exact, made of the derivatives of strains and laws; the states are samples.
#ifndef PL_MATERIAL_STRETCH_STABILITY_H
#define PL_MATERIAL_STRETCH_STABILITY_H

#include "material/material.h"

typedef struct pl_stretch_stability {
  int n_stretch;      // 3: a solid, 2: a sheet
  int n_state;        // states looked at
  double smallest;    // eigenvalue of D, Pa or N/m, of those states (0: but for rounding), and
  double stretch[3];  // where it is, along the axes of the material
  double reach[2];    // smallest and largest stretch looked at
  bool proven;        // no negative eigenvalue between the samples either, by the form of the energy and the signs of its numbers
} pl_stretch_stability;

// The terms of stretches and invariants (row->rest), which pl_material_certify leaves out, together with all other elastic terms of the same solid
// (solid) or sheet. States: rays of logarithmic stretch that keep the volume (of a sheet: all), as far as the validity ranges of all terms go, at the
// smallest volume of the range, that at rest and the largest. Terms that were never measured go as far as their law's own range, those of strains
// as far as pl_material_convexity looks; where nothing tells how far, rays end at a uniaxial stretch of 2. Terms with material samples are looked at sample by
// sample. theta may be NULL: the material's own.
// False: there is no such term, or no state has a finite D.
bool pl_material_stability(const pl_material *material, const double *theta, bool solid, pl_stretch_stability *stability);

// Is it one of those terms: elastic, and a function of the stretches of a solid, or of a sheet?
bool pl_term_is_stretched(const pl_term *term, bool solid);

// Convex in the logarithmic stretches at every J > 1/2, whatever they are: no number of these laws is negative; of Ogden's terms no mu alpha, which is
// all of f''. I1 and I2 without their volume are sums of exponentials of logarithmic stretches, so convex in them and never below 3; a convex,
// rising function of a convex one is convex; so is f(ln l) summed, where f'' >= 0. k (J - 1)^2/2 has the second derivative k J (2 J - 1) in ln J.
bool pl_term_convex_in_logs(const pl_term *term, const double *theta);

// "stable at all of 768 sampled states, not proven between them"; in arena memory, NULL: out of it.
const char *pl_stretch_stability_words(pl_arena *arena, const pl_stretch_stability *stability);

#endif
