// barrier.h: the energy of a gap, C2, zero from the activation gap on and infinite at contact.
//
// D: distance, xi: offset (the radii of both primitives), dh: activation gap, all m.
//
//   s = D^2 - xi^2,  sh = (xi + dh)^2 - xi^2,  u = s/sh,  b(u) = -(u - 1)^2 ln u  for 0 < u < 1, else 0;  infinite for s <= 0
#ifndef PL_CONTACT_BARRIER_H
#define PL_CONTACT_BARRIER_H

typedef struct pl_barrier {
  double value;   // b
  double first;   // db/d(D^2), 1/m^2
  double second;  // d2b/d(D^2)^2, 1/m^4
} pl_barrier;

// square: D^2, m^2. At contact and below, the value is infinite and the derivatives are 0.
pl_barrier pl_barrier_eval(double square, double offset, double reach);
// -db/dD, 1/m: the force of a pair with kappa w = 1 J.
double pl_barrier_force(double square, double offset, double reach);

#endif
