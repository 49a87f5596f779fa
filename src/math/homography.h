// homography.h: the map between two planes through a pinhole camera: points of a photograph to points of a flat board.
//
//   q = (h0 x + h1 y + h2, h3 x + h4 y + h5) / w,   w = h6 x + h7 y + h8;   without lens distortion
#ifndef PL_MATH_HOMOGRAPHY_H
#define PL_MATH_HOMOGRAPHY_H

#include <pliant/extend.h>

typedef struct pl_homography {
  double h[9];  // row-major, scaled so that w = 1 at the mean of the points it was fitted to
} pl_homography;

// The map that takes from[i] to to[i], both [n][2], n >= 4; least squares of the distances in the target plane when n > 4. *determined is
// false when the points do not determine a map (fewer than four in general position, or some beyond the horizon).
pl_status pl_homography_fit(pl_arena *arena, int n, const double *from, const double *to, pl_homography *map, bool *determined);
// False for a point on the horizon (w = 0) or beyond it, seen from the fitted points.
bool pl_homography_map(const pl_homography *map, const double from[2], double to[2]);

#endif
