// tissue_model.h: the models of sheets and blocks with axes whose directions stiffen each other, as materials (docs/theory/tissue.md).
//
//   fung             one exponential of a quadratic form of the Green strains
//   hgo-1, hgo-2     neo-Hooke's matrix and one or two families of exponential fibres, dispersed
//   may-newman       matrix and one family of fibres in one exponential
//   fibre-additive   convex curves of I1 and of two families of fibres
// Moduli enter the stress linearly; exponents, angles and dispersions do not. A model therefore lists starts of the latter, and the moduli
// of each start follow from a linear problem.
#ifndef PL_ESTIMATE_MODEL_TISSUE_MODEL_H
#define PL_ESTIMATE_MODEL_TISSUE_MODEL_H

#include "material/material.h"

// The visited states and a first stiffness.
typedef struct pl_tissue_guess {
  bool sheet, incompressible;
  bool off_axis;     // some test shears or is neither along nor across the first axis: the sign of an angle matters
  double modulus;    // Pa; of a sheet N/m
  double c[4];       // of the linear body: c11, c12, c22, shear
  double strain[3];  // largest visited |Green strain| along axes 1 and 2, and engineering shear
  double invariant;  // largest I1 - 3
  double fourth;     // largest I4 - 1 in the plane
  int segments[2];   // fibre-additive: of the curves of I1 and of the fibres
} pl_tissue_guess;

typedef struct pl_tissue_row {
  const char *name, *help;
  bool curves;             // its number of segments can be chosen
  bool keeps_volume;       // a block must be incompressible
  const char *term[2][2];  // [block, sheet]: descriptions of its terms; NULL: none. Those of curves lack their knots
  int n_start;
  bool all_angles;  // the starts contain mirrored angles, which only off-axis tests tell apart
  // The parameters that are not moduli, of start k of n_start.
  void (*start)(const pl_tissue_guess *guess, int k, pl_material *material);
} pl_tissue_row;

int pl_tissue_count(void);
const pl_tissue_row *pl_tissue_at(int index);
// Number of different starts for these tests.
int pl_tissue_starts(const pl_tissue_row *row, const pl_tissue_guess *guess);
const pl_tissue_row *pl_tissue_find(const char *name);  // NULL when unknown

// Scales and bounds follow from the guess; theta are moduli of the guessed size, and start 0.
pl_status pl_tissue_build(pl_context *ctx, const char *name, double density, pl_dim density_dim, const pl_tissue_row *row,
                          const pl_tissue_guess *guess, pl_material **material);
// True for a modulus: the stress is linear in it.
bool pl_tissue_is_modulus(const pl_parameter *parameter);

#endif
