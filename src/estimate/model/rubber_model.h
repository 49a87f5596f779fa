// rubber_model.h: the models of homogeneous tests by name, as materials over the visited states.
//
//   neo-hookean, mooney-rivlin, yeoh    polynomials of the invariants
//   ogden-1, ogden-2, ogden-3           powers of the stretches
//   additive (ours)                     f(I1) + sum w(ln stretch), both convex curves (invariant-spline, valanis-landel): linear in theta, theta >= 0
// Polyconvex: additive f(I1) + g(I2), increasing curves (invariant-spline); polynomials and powers within the bounds of
// docs/theory/additive.md.
// Each has an incompressible version and one with a bulk modulus.
#ifndef PL_ESTIMATE_MODEL_RUBBER_MODEL_H
#define PL_ESTIMATE_MODEL_RUBBER_MODEL_H

#include "estimate/stage/stage.h"

typedef enum pl_rubber_kind { PL_RUBBER_POLYNOMIAL, PL_RUBBER_OGDEN, PL_RUBBER_ADDITIVE } pl_rubber_kind;

typedef struct pl_rubber_row {
  const char *name, *help;
  pl_rubber_kind kind;
  const char *law;  // NULL: the additive model, which has several
  int terms;        // of Ogden
} pl_rubber_row;

int pl_rubber_count(void);
const pl_rubber_row *pl_rubber_at(int index);
const pl_rubber_row *pl_rubber_find(const char *name);  // NULL when unknown
const pl_rubber_row *pl_rubber_first(void);             // the smallest polynomial, neo-Hooke: every other model starts from its fit

// Range of the tests.
typedef struct pl_rubber_range {
  double invariant;  // largest I1 - 3
  double second;     // largest y of I2 (invariant-spline)
  double log[2];     // smallest and largest logarithmic principal stretch
} pl_rubber_range;

// Starting point of a model.
typedef struct pl_rubber_guess {
  bool incompressible;
  pl_rubber_range range;
  bool polyconvex;                   // only polyconvex energies
  bool apart;                        // incompressible, with a separate volume term k (J - 1)^2 / 2: hexahedra do not lock (strain_volume.c)
  int negative;                      // Ogden, polyconvex: number of its last terms, which have negative exponents
  int n;                             // number of visited values of the invariants,
  const double *invariant, *second;  // [n], each ascending: they place the knots
  double modulus;                    // Pa, shear modulus: sets the scales
  double bulk;                       // Pa
} pl_rubber_guess;

// Theta is that of neo-Hooke with the guessed moduli. segments: of the additive model, for the curve of I1 and for that of the stretches
// on either side of zero strain. With 0 it is left out (polyconvex: of I2). Other models have none.
pl_status pl_rubber_build(pl_context *ctx, const pl_measurement *measured, const pl_rubber_row *row, const int segments[2],
                          const pl_rubber_guess *guess, pl_material **material);
// For the fitted additive model: sets parameters that the data do not determine to zero and fixes them (rubber_prune.c).
pl_status pl_rubber_prune(pl_fit *fit, const pl_stage *stage, pl_solution *solution);

#endif
