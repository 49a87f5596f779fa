// energy_curves.h: laws of invariants and of stretches as curves. Their inputs never change one at a time, so a single stress over a single strain says
// little; what the energy's own derivative is says all:
//
//   of an invariant     d psi / d I1 over I1, the others at rest; the same of I2
//   of the volume       d psi / d J over J, the shape kept
//   of the stretches    psi = f(ln l1) + f(ln l2) + f(ln l3):  f'(ln l) over l, up to a constant that no stress feels; f'(0) = 0
// each with its own derivative, and 95 % bands.
#ifndef PL_REPORT_ENERGY_CURVES_H
#define PL_REPORT_ENERGY_CURVES_H

#include "estimate/fit.h"

enum { PL_ENERGY_POINTS = 121 };

typedef enum pl_energy_kind { PL_ENERGY_I1, PL_ENERGY_I2, PL_ENERGY_VOLUME, PL_ENERGY_STRETCH, PL_ENERGY_KINDS } pl_energy_kind;

typedef struct pl_energy_curve {
  const pl_term *term;
  pl_energy_kind kind;
  double rest;      // x of the undeformed body: 3 of invariants, 1 otherwise
  double range[2];  // of x, where it was measured
  bool measured;
  double x[PL_ENERGY_POINTS];                                        // ascending; of stretches evenly spaced in their logarithms
  double slope[PL_ENERGY_POINTS], half_width[PL_ENERGY_POINTS];      // Pa; half_width: 95 %
  double bend[PL_ENERGY_POINTS], bend_half_width[PL_ENERGY_POINTS];  // Pa, d slope / dx, of stretches d slope / d(ln x)
} pl_energy_curve;

extern const char *const pl_energy_over[PL_ENERGY_KINDS];  // "I1", "I2", "J", "stretch"

// All terms of the material that are such laws and were fitted, in arena memory; curves that are zero are left out.
pl_status pl_energy_curves_make(pl_arena *arena, const pl_fit *fit, int *n, pl_energy_curve **out);
// Where a parameter is a value of `bend`: its x; NAN when it is none of this curve.
double pl_energy_control(const pl_energy_curve *curve, const pl_parameter *parameter);

#endif
