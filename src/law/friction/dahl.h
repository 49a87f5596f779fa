// dahl.h: Dahl's internal friction: the shape of the law, its reference solution with derivatives, diagnostics and conversions.
//
// Let d be the direction of motion (+1 or -1) and sigma_max = a + b |s|. Friction stress follows (Dahl 1968; friction paper 2013, eqs. 1
// and 2)
//
//   d sigma / d s = alpha (1 - d sigma / sigma_max)^gamma,    alpha constant ("form": "alpha") or alpha = sigma_max / tau ("form": "tau").
//
// a: stress, b and alpha: stiffness, tau: strain, gamma: a number.
#ifndef PL_LAW_FRICTION_DAHL_H
#define PL_LAW_FRICTION_DAHL_H

#include "law/law.h"
#include "math/dual.h"

typedef enum pl_dahl_form { PL_DAHL_TAU, PL_DAHL_ALPHA } pl_dahl_form;

typedef struct pl_dahl {
  pl_dahl_form form;
  bool constant;  // sigma_max = a: no parameter b
  double gamma;   // >= 1
} pl_dahl;

// One step of one element, from strain s0 and stress sigma0 to strain s.
typedef struct pl_dahl_step {
  pl_dual s, s0, sigma0;
  pl_dual a, b, rate;  // rate: tau or alpha, by the form
} pl_dahl_step;

// Indices of the inputs of pl_dahl_step in its derivatives; the linearised step has one more, the strain of the step before.
enum { PL_DAHL_S, PL_DAHL_S0, PL_DAHL_SIGMA0, PL_DAHL_A, PL_DAHL_B, PL_DAHL_RATE, PL_DAHL_BEFORE };

// Stress at the end of a step with its derivatives. Psi = integral of stress over strain from s0 to s, and the tangent k there, may be
// NULL. The reference solution for the vector kernel in dahl.c, for every form and gamma (dahl_path.c).
pl_dual pl_dahl_solve(const pl_dahl *shape, const pl_dahl_step *step, double *psi, double *k);

// a, b, tau of a friction law of the form PL_DAHL_TAU into side[][3], b = 0 when sigma_max is constant. Returns the number of sides: 1, or
// 2 when positive strain (first) and negative strain have separate values; 0 for any other law.
int pl_dahl_sides(const pl_law *law, const double *theta, double side[2][3]);

// ---- diagnostics (dahl_diagnose.c) ----

// Smallest tangent of friction plus an elastic stiffness k while a saturated cloth is unloaded from the strain `top` to zero ("form":
// "tau"). It approaches k - b; INFINITY for `top` gives k - b. Negative: the cloth softens, and an equilibrium under load jumps.
double pl_dahl_smallest_tangent(double a, double b, double tau, double k, double top);
// Degree of saturation along a path of this strain range in one direction, 0..1: 1 - exp(-range / tau).
double pl_dahl_saturation(double tau, double range);
// Below this degree sigma_max was not reached: only a combination of a and tau is identifiable.
#define PL_DAHL_SATURATED 0.95

// Section 3.1 of the paper: parameters from the behaviour of a released cloth of stiffness k. The strain `persistent` remains after it was
// stretched to `saturation` or further. c is the fraction of sigma_max that counts as saturated, 0 < c < 1. saturation > persistent > 0.
void pl_dahl_from_strains(double persistent, double saturation, double k, double c, double *a, double *tau);

#endif
