// obstacle.h: rigid planes and cylinders that push cloth away by a penalty.
//
// A vertex of area A whose distance to the obstacle's surface is below the thickness by d > 0 has the energy k A d^2 / 2: a pressure k d on the
// area it stands for, so that the answer does not depend on the mesh. Only the diagonal blocks of the Hessian change.
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
  double thickness;  // m: the push begins that far from the surface
} pl_obstacle;

// The data of pl_potential_obstacles.
typedef struct pl_obstacles {
  int n;
  const pl_obstacle *obstacle;  // [n]
} pl_obstacles;

// Adds, where not NULL, the energy (J), the gradient [n_vertex][3] (N) and the Hessian. area[n_vertex], m^2; x[n_vertex][3], m. PL_HESS_PSD
// leaves out what the curvature of a cylinder takes from the stiffness along its circle.
void pl_obstacles_add(const pl_obstacles *obstacles, int32_t n_vertex, const double *area, const double *x, pl_hess_mode mode,
                      double *energy, double *gradient, pl_block_matrix *hessian);

#endif
