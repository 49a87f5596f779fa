// body_model.h: the models of bodies in poses by name, as materials.
//
//   solids    stvk           isotropic3 on green3: lambda, mu                                                 (St. Venant-Kirchhoff)
//             neo-hookean    modulus on the invariants, bulk modulus on the volume
//             mooney-rivlin, yeoh, ogden-1, ogden-2, ogden-3    the rubbers of homogeneous tests (rubber_model.h), bulk modulus on the volume
//             orthotropic    orthotropic3 on green3: nine numbers
//             additive       curves of xx, yy, zz, yz, xz, xy and constant pairs yy-zz, xx-zz, xx-yy: jointly convex (Miguel 2016, section
// 3)
//             Polyconvex (--polyconvex): neo-hookean unchanged; other rubbers within bounds; additive f(I1) + g(I2) + bulk (J - 1)^2/2,
//             convex increasing curves (rubber_model.h)
//   sheets    isotropic, orthotropic: on green, and one rigidity of a plate, D12 = 0
//             additive       curves of warp, weft, shear and a constant pair of warp and weft, jointly convex; the same bending
// Every model starts as the linear isotropic one of the guess: additive and orthotropic exactly, neo-Hooke near rest.
#ifndef PL_ESTIMATE_MODEL_BODY_MODEL_H
#define PL_ESTIMATE_MODEL_BODY_MODEL_H

#include "estimate/problem/fit.h"

typedef struct pl_body_guess {
  double young;        // Pa; of a sheet N/m
  double poisson;      // 1
  double bend;         // N m, rigidity of a sheet
  double range[6][2];  // visited Green strains (additive); polyconvex: I1 J^(-2/3), I2 J^(-4/3)
  bool polyconvex;
  int points;  // control strains of a curve, 0 included
} pl_body_guess;

enum { PL_BODY_MAX_TERM = 2, PL_BODY_MAX_LARGER = 2 };

typedef struct pl_body_row {
  const char *name, *help;
  bool solid;
  bool coupled;                        // its parameters need a convexity constraint
  bool polyconvex;                     // it is polyconvex, or has a polyconvex form
  bool rubber;                         // a law of rubber_model.h: neo-Hooke is fitted first
  bool choice;                         // additive: its addends can be chosen (--addends auto)
  bool isotropic;                      // two parameters, besides the bending of a sheet
  int no_softening;                    // rubber: its first moduli, that are bounded by 0: else it softens in compression
  const char *term[PL_BODY_MAX_TERM];  // descriptions of its terms; NULL: a rubber's or curves
  pl_status (*add_curves)(pl_material *material, const pl_body_guess *guess);  // NULL: it has none
  const char *larger[PL_BODY_MAX_LARGER];                                      // models with more parameters; NULL beyond the last
} pl_body_row;

int pl_body_count(void);
const pl_body_row *pl_body_at(int index);
const pl_body_row *pl_body_find(const char *name, bool solid);  // NULL when unknown

pl_status pl_body_material(pl_context *ctx, const pl_measurement *measured, const pl_body_row *row, const pl_body_guess *guess,
                           pl_material **material);
// Parts for other sets of terms (body_shape.h). They are a material with the body's density and no terms, the bending of a sheet, and scales
// and bounds of finished terms.
pl_status pl_body_empty(pl_context *ctx, const pl_measurement *measured, pl_material **material);
pl_status pl_body_add_bending(pl_material *material);
void pl_body_bound(pl_material *material, const pl_body_guess *guess);
// Young modulus and Poisson coefficient of stvk, or of the isotropic sheet.
void pl_body_moduli(const pl_material *material, bool solid, double *young, double *poisson);
// The parameter that represents absolute stiffness: fixed when no measurement determines it.
int pl_body_scale_parameter(const pl_material *material, bool solid);

#endif
