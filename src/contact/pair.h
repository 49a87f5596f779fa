// pair.h: the energy of two primitives near each other.
//
//   E = kappa w b(D^2) m      kappa: J/m^2, w: area of the pair (m^2), b: barrier.h, m: mollifier.h, 1 for a point and a triangle
//
// The force of the pair is the pressure kappa |db/dD| on the area w, whatever the mesh.
#ifndef PL_CONTACT_PAIR_H
#define PL_CONTACT_PAIR_H

#include <stdint.h>

#include "contact/distance.h"
#include <pliant/extend.h>

typedef enum pl_pair_kind { PL_PAIR_POINT_TRIANGLE, PL_PAIR_EDGE_EDGE } pl_pair_kind;

typedef struct pl_contact_pair {
  int32_t vertex[4];  // point and triangle, or two edges
  pl_pair_kind kind;
  double offset;     // m, xi
  double reach;      // m, dh
  double area;       // m^2, w
  double threshold;  // m^4, of the mollifier; edges only
} pl_contact_pair;

static inline void pl_pair_nearest(pl_pair_kind kind, const double x[4][3], pl_nearest *near) {
  if (kind == PL_PAIR_POINT_TRIANGLE)
    pl_nearest_point_triangle(x, near);
  else
    pl_nearest_edge_edge(x, near);
}

// Second derivatives: none, the true ones, or semidefinite ones. Without a mollifier these are the nearest ones. With it the parts of
// the product rule are projected one by one.
typedef enum pl_pair_curvature { PL_PAIR_NO_CURVATURE, PL_PAIR_EXACT, PL_PAIR_SEMIDEFINITE } pl_pair_curvature;

// Energy (J; infinite at contact), gradient[4][3] (N, may be NULL) and hessian[12][12] (N/m). Outputs are written only if the energy is finite
// and the pair is within its reach: returns false if not, with *energy 0 or infinite. stiffness: kappa, J/m^2.
bool pl_pair_eval(const pl_contact_pair *pair, const double x[4][3], double stiffness, pl_pair_curvature curvature, double *energy,
                  double gradient[4][3], double hessian[12][12]);

#endif
