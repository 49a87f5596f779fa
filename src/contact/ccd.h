// ccd.h: how far two primitives can move along straight lines without touching: conservative advancement.
//
// With n the unit vector between the nearest points, both primitives stay on their sides of a slab while
//
//   min over vertices a, b of both  n.(x_a - x_b) + dt n.(p_a - p_b)  >= xi + keep,     p: motions
//
// Their distance is at least that, and at least D - dt l with l = max |p_a - p_b| (the bound of Li et al. 2021). Time advances by
// the larger of the two admissible dt. keep is 10 % of the gap D - xi at the start, at most 10 % of the activation gap. So the gap never falls
// below keep. The end is the first time at which it comes within 0.1 % of keep, unless the bound on the number of advances ends it earlier.
#ifndef PL_CONTACT_CCD_H
#define PL_CONTACT_CCD_H

#include "contact/pair.h"

// The fraction of the gap at the start, or of the activation gap, that every admitted motion leaves.
#define PL_CCD_KEEP 0.1

// Fraction of the motion dx [4][3] (m) from x [4][3] in [0, limit], limit <= 1, that keeps the gap to the offset (m). reach: activation gap, m.
// 0 if there is no gap at x.
double pl_ccd_advance(pl_pair_kind kind, const double x[4][3], const double dx[4][3], double offset, double reach, double limit);

#endif
