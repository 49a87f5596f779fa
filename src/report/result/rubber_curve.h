// rubber_curve.h: rubber laws as curves. Invariants and stretches cannot vary separately, so such a law has no curve of stress over strain;
// its components are shown instead.
//
//   laws of invariants   d psi/d I1 over I1 and d psi/d I2 over I2, the other invariants as at rest
//   laws of stretches    f'(ln l) - f'(0) over ln l, where psi = f(ln l1) + f(ln l2) + f(ln l3). In pure shear, stretches l, 1, 1/l, it is the
//                        difference of the first two true stresses: l1 t1 - l2 t2 = f'(ln l1) - f'(ln l2), whatever the pressure
//   both, when they      d psi/dJ over J where all stretches are J^(1/3): the mean true stress when only the volume changes; its slope at J = 1 is
//   may change volume    the bulk modulus
#ifndef PL_REPORT_RESULT_RUBBER_CURVE_H
#define PL_REPORT_RESULT_RUBBER_CURVE_H

#include "material/material.h"

// A law of stretches or invariants as a curve. members: one per entry of fit.json, with the names of its axes.
typedef struct pl_rubber_curve {
  const pl_term *term;
  bool stretch;            // a law of stretches
  bool volume;             // over J
  int input;               // index of the law's input x, 0 to 2; -1: none, the volume of a law of stretches
  const char *x_name;      // "I₁", "ln λ"; static
  const char *y_name;      // "∂ψ/∂I₁"; static
  const char *slope_name;  // "∂²ψ/∂I₁²"; static
  pl_dim dim;              // of y
  double range[2];         // in x: range of the tests; the law's range, or a modest one, if there were none
  bool measured;           // the range comes from tests
  int n;
  const double *x, *y, *half;           // [n], 1 and SI; half: of the 95 % band, 0 without sigmas
  const double *slope, *slope_half;     // [n], SI, dy/dx
  int n_control;                        // parameters with a position
  const double *at, *value, *slope_at;  // [n_control], x, y there and the slope there
  const int *parameter;                 // [n_control], of the material
} pl_rubber_curve;

// The curves of all terms on stretches and invariants, in arena memory; n = 0 for other materials. Curves that are zero everywhere are
// omitted.
pl_status pl_rubber_curves(pl_arena *arena, const pl_material *material, int *n, pl_rubber_curve **curve);
// Name of its abscissa in files: "stretch", "J", "I1" or "I2"; and x in files, the stretch itself instead of its logarithm.
const char *pl_rubber_curve_over(const pl_rubber_curve *curve);
// Its title: "energy over the first invariant", and how to read it in a few sentences.
const char *pl_rubber_curve_title(const pl_rubber_curve *curve);
const char *pl_rubber_curve_about(const pl_rubber_curve *curve);
double pl_rubber_curve_x(const pl_rubber_curve *curve, double x);

#endif
