// drag.h: viscous air drag of a triangle, different along its normal and in its plane (Volino et al. 2009, section 4).
//
//   u = mean velocity of the three vertices - wind,   F = -A (c_n n n^T + c_t (I - n n^T)) u,   a third of it on each vertex
// A and n are the present area and unit normal of the triangle. F is the gradient of a dissipation that is quadratic in the velocities.
#ifndef PL_SOLVE_DRAG_H
#define PL_SOLVE_DRAG_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

#include "math/block_matrix.h"

typedef struct pl_wind {
  double velocity[3];         // m/s, uniform
  double normal, tangential;  // N s/m^3, c_n and c_t; both 0: no drag
} pl_wind;

bool pl_wind_acts(const pl_wind *wind);
// True if the pattern has all pairs of vertices of every triangle. It has not when a material has bending terms only.
bool pl_drag_fits(const pl_mesh *mesh, const pl_block_pattern *pattern);
// With the triangles at x [n_vertex][3]: damping += D with force = -(D v - push), push [n_vertex][3] (N) += D wind.
void pl_drag_add(const pl_wind *wind, const pl_mesh *mesh, const double *x, pl_block_matrix *damping, double *push);
// force[n_vertex][3] (N) += D v - push: the drag on cloth of velocity v [n_vertex][3].
void pl_drag_force(const pl_wind *wind, const pl_mesh *mesh, const double *x, const double *v, double *force);

#endif
