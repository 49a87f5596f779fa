// rows.h: the rows that law.c lists. A new law adds one line here and one there.
#ifndef PL_LAW_ROWS_H
#define PL_LAW_ROWS_H

#include "law/law.h"

extern const pl_law_row pl_law_linear;
extern const pl_law_row pl_law_quadratic;
extern const pl_law_row pl_law_stress_spline;
extern const pl_law_row pl_law_convex_spline;
extern const pl_law_row pl_law_stiffness_spline;
extern const pl_law_row pl_law_orthotropic;
extern const pl_law_row pl_law_isotropic;
extern const pl_law_row pl_law_isotropic3;
extern const pl_law_row pl_law_orthotropic3;
extern const pl_law_row pl_law_cross;
extern const pl_law_row pl_law_polar_tensor;
extern const pl_law_row pl_law_polar_energy;
extern const pl_law_row pl_law_dahl;
extern const pl_law_row pl_law_dahl_sides;
extern const pl_law_row pl_law_creep;
extern const pl_law_row pl_law_bounded;
extern const pl_law_row pl_law_energy_spline;
extern const pl_law_row pl_law_bilinear_grid;
extern const pl_law_row pl_law_cross_spline;
extern const pl_law_row pl_law_rbf[4];
extern const pl_law_row pl_law_neo_hookean;
extern const pl_law_row pl_law_mooney_rivlin;
extern const pl_law_row pl_law_yeoh;
extern const pl_law_row pl_law_polynomial;
extern const pl_law_row pl_law_rubber_sheet;
extern const pl_law_row pl_law_invariant_spline;
extern const pl_law_row pl_law_ogden;
extern const pl_law_row pl_law_ogden_sheet;
extern const pl_law_row pl_law_valanis_landel;
extern const pl_law_row pl_law_valanis_landel_sheet;
extern const pl_law_row pl_law_log_spline;
extern const pl_law_row pl_law_log_cross;
extern const pl_law_row pl_law_fung;
extern const pl_law_row pl_law_fung3;
extern const pl_law_row pl_law_fibre_exponential;
extern const pl_law_row pl_law_fibre_exponential3;
extern const pl_law_row pl_law_may_newman;
extern const pl_law_row pl_law_may_newman3;
extern const pl_law_row pl_law_fibre_spline;
extern const pl_law_row pl_law_fibre_spline3;
extern const pl_law_row pl_law_invariant_sheet;

#endif
