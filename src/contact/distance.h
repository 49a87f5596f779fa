// distance.h: nearest points of a point and a triangle, and of two edges, with the derivatives of the squared distance.
//
// Four vertices x_0 .. x_3: the point first, then the triangle; or the two ends of each edge. The vector between the nearest points is
//
//   d = sum_i w_i x_i,  sum w_i = 0,  w affine in the parameters s that are free: none (two vertices), one (a vertex and an edge),
//                                     or two (inside of the triangle, inside of both edges).
//
// D^2 = min_s |d(x, s)|^2. With t_k = dd/ds_k, d . t_k = 0 and G_kl = t_k . t_l the derivatives are, in every region,
//
//   grad_i D^2 = 2 w_i d
//   hess_ij D^2 = 2 w_i w_j I - 2 sum_kl (w_i t_k + w_i,k d) G^-1_kl (w_j t_l + w_j,l d)^T
//
// D^2 is C1 over the borders of regions; its Hessian jumps there. Between parallel edges the nearest points are not unique: see mollifier.h.
#ifndef PL_CONTACT_DISTANCE_H
#define PL_CONTACT_DISTANCE_H

#include <stdbool.h>

typedef struct pl_nearest {
  double w[4];         // d = sum w_i x_i
  double slope[2][4];  // w_i,k for the free parameters
  int n_free;          // 0, 1, 2
  double d[3];         // m, from the second primitive to the first
  double square;       // m^2, |d|^2
} pl_nearest;

// x[4][3], m.
void pl_nearest_point_triangle(const double x[4][3], pl_nearest *near);
void pl_nearest_edge_edge(const double x[4][3], pl_nearest *near);

// t_k [3] of the free parameters and the inverse of G, [2][2]; zero beyond n_free.
void pl_nearest_tangents(const pl_nearest *near, const double x[4][3], double t[2][3], double inverse[2][2]);
// gradient[4][3] (m) and hessian[12][12] of the squared distance; any may be NULL.
void pl_nearest_derivatives(const pl_nearest *near, const double x[4][3], double gradient[4][3], double hessian[12][12]);

#endif
