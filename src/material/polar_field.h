// polar_field.h: the tensors C(lambda_max, phi) that a polar-tensor term interpolates between its data points, for tables, pictures and warnings.
//
// Here C is as printed in the paper (Wang 2011, eqs. 1 and 2): sigma = C epsilon on (epsilon_uu, epsilon_vv, epsilon_uv), in N/m. The law's
// smoothing of the direction at equal principal strains is omitted: it also depends on the other principal strain.
#ifndef PL_MATERIAL_POLAR_FIELD_H
#define PL_MATERIAL_POLAR_FIELD_H

#include "law/polar/polar.h"
#include "material/material.h"

enum { PL_POLAR_MAX_COMPONENT = 6 };
extern const char *const pl_polar_component_name[PL_POLAR_MAX_COMPONENT];  // in the order of the parameters: c11, c12, c22, c33, c13, c23

// The scheme of a polar-tensor term; NULL for other laws.
const pl_polar_scheme *pl_polar_scheme_of(const pl_term *term);
// Directions range from 0 to this angle, rad: a quarter of a turn, half a turn without mirror symmetry.
double pl_polar_turn(const pl_polar_scheme *scheme);

// C at the extension lambda and the direction phi (rad, 0 .. pl_polar_turn): c[PL_POLAR_MAX_COMPONENT], N/m; negative values are treated as
// in the law.
void pl_polar_field(const pl_material *material, const pl_term *term, double lambda, double phi, double *c);
// The smallest eigenvalue of C on symmetric tensors, N/m: negative where some strain causes a stress that increases it.
double pl_polar_smallest(const double *c);

// Results for the data points and for a grid over the polar plane; grid lines go through the points.
typedef struct pl_polar_scan {
  int n_entry, n_negative;                // entries of the table, and the number of negative ones
  double lowest;                          // N/m, the lowest of them
  int lowest_index;                       // of theta, from the term's first
  int n_sample, n_indefinite;             // points of the grid, and those where C is not positive definite
  double smallest, extension, direction;  // smallest eigenvalue of C, N/m, and its place: lambda, phi in rad
} pl_polar_scan;
pl_polar_scan pl_polar_scan_term(const pl_material *material, const pl_term *term);

#endif
