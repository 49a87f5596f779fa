// strain_rows.h: the strain measures, one per file, and helpers they share. Included by strain.c and the strain_*.c files only.
#ifndef PL_STRAIN_STRAIN_ROWS_H
#define PL_STRAIN_STRAIN_ROWS_H

#include "strain/strain.h"

extern const pl_strain pl_strain_spring, pl_strain_spring_2, pl_strain_soft, pl_strain_green, pl_strain_hinge, pl_strain_fold;
extern const pl_strain pl_strain_curvature, pl_strain_curvature_10, pl_strain_curvature_8, pl_strain_curvature_6;
extern const pl_strain pl_strain_area, pl_strain_principal, pl_strain_principal_strain;
extern const pl_strain pl_strain_green3, pl_strain_invariants, pl_strain_isochoric, pl_strain_principal3, pl_strain_principal3_strain,
    pl_strain_volume, pl_strain_slip;
extern const pl_strain pl_strain_green3_hex, pl_strain_invariants_hex, pl_strain_isochoric_hex, pl_strain_principal3_hex,
    pl_strain_principal3_strain_hex, pl_strain_volume_hex;

// Angle of a line to the warp axis, rad, folded to [0, pi/2].
double pl_line_angle(const double *rest_a, const double *rest_b);
// Class of a line in the material: 0 along warp, 1 along weft, 2 diagonal; borders at 22.5 and 67.5 degrees.
int pl_line_class(const double *rest_a, const double *rest_b);

// Volino eq. 6: rest[0..2] = r_u and rest[3..5] = r_v of the three vertices, so that U = sum r_u x and V = sum r_v x (eq. 7).
void pl_triangle_weights(const pl_mesh *mesh, const int32_t *vertex, double *rest);

#endif
