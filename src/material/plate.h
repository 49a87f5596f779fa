// plate.h: the sheet of a material bent to a cylinder: moment per width M (N) and rigidity B = dM/dkappa (N m) over curvature kappa (1/m).
//
// A strip cut at the angle `cut` from warp and bent along its length has, on strain `curvature`,
//   s = kappa n,   n = (cos^2, sin^2, 2 sin cos of the cut),   M = n.t(s),   B = n.K(s) n,   t stress and K tangent of the law.
// A plate of D11, D22, D12, D66 thus has B(cut) = D11 c^4 + 2 (D12 + 2 D66) c^2 s^2 + D22 s^4.
// Strains on hinges have s = c kappa and weigh a fraction w of the area (strain.h): M = w c t, B = w c^2 K. Their classes belong to cuts at
// 0, 45 and 90 degrees.
#ifndef PL_MATERIAL_PLATE_H
#define PL_MATERIAL_PLATE_H

#include "material/material.h"

enum { PL_PLATE_VALUES = 3 };

// n of a cut (degrees).
void pl_plate_direction(double cut, double n[PL_PLATE_VALUES]);
// True if this is an elastic bending term that acts on strips of this cut (degrees).
bool pl_term_bends(const pl_term *term, double cut);
// Adds the moment and the rigidity of the term, which bends strips of this cut; theta as in pl_term_eval_mean. Either output may be NULL.
void pl_term_add_bending(const pl_term *term, const double *theta, double cut, double kappa, double *moment, double *rigidity);
// True if B of this cut follows from the laws: some term bends such strips. Of a strain of several curvatures, all that the strip has must be
// in terms. Then moment and rigidity of all elastic terms; either may be NULL.
bool pl_material_bending(const pl_material *material, double cut, double kappa, double *moment, double *rigidity);

#endif
