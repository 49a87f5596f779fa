// rubber.h: shared by the hyperelastic laws.
//
// Invariants. The laws on the strain `invariants` (I1, I2, J of C = F^T F) remove the volume from the first two. They use a = I1 J^(-2/3)
// and b = I2 J^(-4/3). Both are 3 at rest, smallest there, and independent of uniform scaling. So psi = f(a, b) + bulk (J - 1)^2 / 2 is
// stress-free at rest for any f, and `bulk` is the bulk modulus. On incompressible bodies (J = 1) they are I1 and I2; the key
// "incompressible": true omits `bulk`, for protocols that obtain the pressure otherwise.
//
// J <= 0 (an inverted element) has no energy: psi is not finite, and solvers shorten their step.
#ifndef PL_LAW_RUBBER_RUBBER_H
#define PL_LAW_RUBBER_RUBBER_H

#include <math.h>

#include "law/law.h"

extern const double pl_rest_invariants[3];  // 3, 3, 1
extern const double pl_rest_stretches[3];   // 1, 1, 1

// The optional members "incompressible" and "polyconvex" (false by default). polyconvex NULL: not read.
pl_status pl_rubber_read_flags(pl_context *ctx, pl_json *object, bool *incompressible, bool *polyconvex);
void pl_rubber_write_flags(pl_json_writer *writer, bool incompressible, bool polyconvex);
// An energy per volume (or area), the same dimension as the strains are pure numbers; upper = INFINITY, knot = NAN.
void pl_rubber_modulus(pl_parameter *parameter, const char *name, pl_dim strain_dim, pl_dim stress_dim, double lower);

// Knots of a curve of an invariant: the member `key`, 2 to 32 strictly ascending numbers from 0, the body at rest. In arena memory.
pl_status pl_invariant_read_knots(pl_arena *arena, pl_json *list, const char *key, int *n, double **knot);

// Derivatives of f(a, b) on a block.
typedef struct pl_plane_function {
  pl_lanes f, a, b, aa, ab, bb;
} pl_plane_function;

// a, b at the inputs s = (I1, I2, J), with p = J^(-2/3).
static inline void pl_invariant_modify(const pl_lanes *s, pl_lanes p, pl_lanes a, pl_lanes b) {
  PL_FOR_LANES(l) p[l] = exp(-2.0 / 3 * log(s[2][l]));
  PL_FOR_LANES(l) {
    a[l] = s[0][l] * p[l];
    b[l] = s[1][l] * p[l] * p[l];
  }
}

// psi, t, k of f(a, b) + bulk (J - 1)^2 / 2 from the derivatives of f. The first are a,1 = p, a,J = -2/3 a/J, b,2 = p^2, b,J = -4/3 b/J.
// The second are a,1J = -2/3 p/J, a,JJ = 10/9 a/J^2, b,2J = -4/3 p^2/J, b,JJ = 28/9 b/J^2. Both psi and k may be NULL; f.aa, f.ab, f.bb are
// read for k only.
void pl_invariant_chain(const pl_lanes *s, const pl_lanes p, const pl_lanes a, const pl_lanes b, const pl_plane_function *f, double bulk,
                        pl_lanes *psi, pl_lanes *t, pl_lanes *k);

// y(b) = (b^(3/2) - 3^(3/2)) / (3/2 3^(1/2)): like b - 3 at rest, and polyconvex, which b - 3 is not (Hartmann and Neff 2003).
PL_LANE_FUNCTION void pl_second_power(double b, double *y, double *dy, double *ddy) {
  double root = sqrt(b / 3);
  *y = 2 * (b / 3 * root - 1);
  *dy = root;
  *ddy = 1 / (6 * root);
}

#endif
