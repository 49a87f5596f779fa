// broad.h: the pairs of a surface that are near each other, and the step that none of them forbids.
//
// pl_broad_near finds every pair with D <= xi + dh + margin at x. While no vertex has moved further than margin/2 from there, the list has
// every pair within its reach. Steps are limited by the same list if they stay within that motion, else by boxes swept along the step. The boxes
// of a part move with it: its mean motion does not enlarge them. A wider list, with a quarter of an edge as margin, spares most searches of boxes.
//
// The order of pairs depends on the surface alone, and results do not depend on the number of threads.
#ifndef PL_CONTACT_BROAD_H
#define PL_CONTACT_BROAD_H

#include "contact/surface.h"

typedef struct pl_broad pl_broad;

// The surface is borrowed.
pl_status pl_broad_create(const pl_contact_surface *surface, double margin, pl_broad **broad);
void pl_broad_destroy(pl_broad *broad);

// Updates the list for x [n_vertex][3] (m), if it has moved too far. *renewed (may be NULL): whether it was.
pl_status pl_broad_near(pl_broad *broad, const double *x, bool *renewed);
// The list, in order; valid until the next call of pl_broad_near.
int32_t pl_broad_count(const pl_broad *broad);
const pl_contact_pair *pl_broad_pairs(const pl_broad *broad);

// Wall time (s) so far: finding lists, and limiting steps.
typedef struct pl_broad_times {
  double near, step;
} pl_broad_times;
pl_broad_times pl_broad_seconds(const pl_broad *broad);

// The pair that limits a step.
typedef struct pl_broad_limit {
  double fraction;  // of the step, in [0, 1]
  bool found;       // false: nothing limits it
  pl_contact_pair pair;
} pl_broad_limit;

// x, dx: [n_vertex][3], m. Every pair keeps a gap up to the fraction (ccd.h). Of pairs with the same fraction, the first.
pl_status pl_broad_step(pl_broad *broad, const double *x, const double *dx, pl_broad_limit *limit);

#endif
