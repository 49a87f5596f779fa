// unit_scale.h: units with the prefix that suits the size of what is shown.
#ifndef PL_BASE_UNIT_SCALE_H
#define PL_BASE_UNIT_SCALE_H

#include "base/unit.h"

typedef struct pl_shown {
  double factor;     // shown = factor * SI
  const char *unit;  // static text, "" when there is none
} pl_shown;
// For values of this dimension up to `largest`, SI: 0.000123 N m is 123 µN m, 2.1e6 Pa are 2.1 MPa. The usual unit when largest is 0 or not finite.
pl_shown pl_dim_shown(pl_dim dim, double largest);

#endif
