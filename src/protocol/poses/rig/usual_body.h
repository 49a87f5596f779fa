// usual_body.h: usual next tests of a laboratory with an existing body (usual.h): held at two opposite faces and moved, or pushed by a
// disk.
//
//   stretch, press   one face along the line between both, out or in
//   shear            one face along the other axis; of the two pairs of faces that shear the same plane, the one that is closer together
//   twist            one face about the line between both
//   push             a disk on the middle of one face, inwards; the opposite face is held
// Body and mesh are those of a measured test, and its landmarks are observed again. Strains are about a tenth: near rest.
#ifndef PL_PROTOCOL_POSES_RIG_USUAL_BODY_H
#define PL_PROTOCOL_POSES_RIG_USUAL_BODY_H

#include "rig/usual.h"

typedef enum pl_body_test { PL_BODY_STRETCH, PL_BODY_PRESS, PL_BODY_SHEAR, PL_BODY_TWIST, PL_BODY_PUSH } pl_body_test;

// pl_usual.which of a test along, across or about an axis (0 to 2). Shear: the axis that is unchanged. A macro, because tables use it.
#define PL_BODY_WHICH(test, axis) (3 * (int)(test) + (axis))

extern const struct pl_laboratory pl__poses_laboratory;  // laboratory.c

#endif
