// obstacle.c: see obstacle.h.
//
//   E = k A d^2 / 2,  d = thickness - distance,  g = -k A d n,  H = k A (n n^T - d hess(distance)),
// n: the gradient of the distance. For a plane hess(distance) = 0; for a cylinder of axis a at the distance r from it,
// hess(distance) = (I - a a^T - n n^T) / r.
#include "model/obstacle.h"

#include <math.h>

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Depth of a point in the layer of the obstacle, m; not positive: no contact. direction[3], unit: outwards.
static double depth_of(const pl_obstacle *o, const double point[3], double direction[3]) {
  double q[3] = {point[0] - o->point[0], point[1] - o->point[1], point[2] - o->point[2]}, along = dot(q, o->axis);
  if (o->kind == PL_OBSTACLE_PLANE) {
    for (int k = 0; k < 3; k++) direction[k] = o->axis[k];
    return o->thickness - along;
  }
  for (int k = 0; k < 3; k++) q[k] -= along * o->axis[k];
  double r = sqrt(dot(q, q));
  // on the axis the direction is undefined: no force
  for (int k = 0; k < 3; k++) direction[k] = r > 0 ? q[k] / r : 0;
  return o->radius + o->thickness - r;
}

static void add_block(const pl_obstacle *o, const double n[3], double stiffness, double depth, pl_hess_mode mode, double *block) {
  // k d / r with the sign of the Hessian; r = radius + thickness - d
  bool curved = o->kind == PL_OBSTACLE_CYLINDER && mode == PL_HESS_EXACT;
  double r = o->radius + o->thickness - depth, turn = curved && r > 0 ? stiffness * depth / r : 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) block[3 * i + j] += stiffness * n[i] * n[j] - turn * ((i == j) - o->axis[i] * o->axis[j] - n[i] * n[j]);
}

void pl_obstacles_add(const pl_obstacles *obstacles, int32_t n_vertex, const double *area, const double *x, pl_hess_mode mode,
                      double *energy, double *gradient, pl_block_matrix *hessian) {
  for (int i = 0; i < obstacles->n; i++) {
    const pl_obstacle *o = &obstacles->obstacle[i];
    for (int32_t v = 0; v < n_vertex; v++) {
      double n[3], depth = depth_of(o, x + 3 * (size_t)v, n);
      if (!(depth > 0)) continue;
      double stiffness = o->stiffness * area[v];
      if (energy) *energy += 0.5 * stiffness * depth * depth;
      for (int k = 0; gradient && k < 3; k++) gradient[3 * (size_t)v + (size_t)k] -= stiffness * depth * n[k];
      if (hessian) add_block(o, n, stiffness, depth, mode, hessian->value + 9 * (size_t)pl_block_position(hessian->pattern, v, v));
    }
  }
}

static void add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)theta, (void)work;
  pl_obstacles_add(own->data, model->n_vertex, model->mesh->vertex_area, x, mode, energy, gradient, hessian);
}

const pl_potential_row pl_potential_obstacles = {.name = "obstacles", .account = PL_ACCOUNT_OBSTACLE, .add = add};
