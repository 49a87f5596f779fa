// obstacle.h: rigid planes and cylinders that push cloth away by a penalty.
//
// A vertex of area A at the distance thickness - d from the surface, d > 0, has the energy k A d^2 / 2. That is a pressure k d on its area,
// so that the result does not depend on the mesh. Only diagonal blocks of the Hessian change.
#ifndef PL_MODEL_OBSTACLE_H
#define PL_MODEL_OBSTACLE_H

#include "model/potential.h"

typedef enum pl_obstacle_kind { PL_OBSTACLE_PLANE, PL_OBSTACLE_CYLINDER } pl_obstacle_kind;

typedef struct pl_obstacle {
  pl_obstacle_kind kind;
  double point[3];   // m, on the plane, or on the axis of the cylinder
  double axis[3];    // unit vector: normal of the plane, towards the free side; direction of the cylinder, which has no ends
  double radius;     // m, of the cylinder
  double stiffness;  // N/m^3: pressure per depth
  double thickness;  // m: contact starts at this distance from the surface
} pl_obstacle;

// The data of pl_potential_obstacles.
typedef struct pl_obstacles {
  int n;
  const pl_obstacle *obstacle;  // [n]
} pl_obstacles;

// Adds, where not NULL, the energy (J), the gradient [n_vertex][3] (N) and the Hessian. area[n_vertex], m^2; x[n_vertex][3], m. PL_HESS_PSD
// omits the negative stiffness along the circle of a cylinder, due to its curvature.
void pl_obstacles_add(const pl_obstacles *obstacles, int32_t n_vertex, const double *area, const double *x, pl_hess_mode mode,
                      double *energy, double *gradient, pl_block_matrix *hessian);

#endif
