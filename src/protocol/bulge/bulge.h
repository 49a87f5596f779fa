// bulge.h: a circular sheet clamped at its rim, loaded by a measured pressure from below; the height of its pole is measured (bulge test).
//
//   pressure  control, Pa, over the whole free disc; it follows the surface
//   height    observed, m, of the pole above the plane of the rim
// Closed forms: a clamped plate of rigidity D deflects by w = p a^4 / (64 D) at its pole. A flat membrane of Young's modulus E h (N/m)
// deflects by w = c(nu) a (p a / (E h))^(1/3) (Hencky 1915).
#ifndef PL_PROTOCOL_BULGE_BULGE_H
#define PL_PROTOCOL_BULGE_BULGE_H

#include "measure/protocol.h"

enum { PL_BULGE_PRESSURE, PL_BULGE_HEIGHT };

typedef struct pl_bulge {
  double thickness;  // m, of the sheet, for information; 0: not given
} pl_bulge;

extern const pl_protocol pl_protocol_bulge;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_bulge *pl_bulge_of(const pl_test *test) { return test->protocol == &pl_protocol_bulge ? test->detail : NULL; }

#endif
