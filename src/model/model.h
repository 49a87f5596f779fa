// model.h: a mesh with the terms of a material on it, loads and supports: energy, gradient, Hessian, theta-derivatives.
//
//   E(x; theta) = sum over terms and elements  w psi(s(x); theta)  -  f . x
//   g = dE/dx,  H = d2E/dx2,  dg/dtheta.
//
// Terms that share a strain form a group: the strain of a block is evaluated once, each law adds its stress and tangent, and one
// product gives gradient and Hessian. Constant after build; shared by threads. All scratch is in pl_work.
#ifndef PL_MODEL_MODEL_H
#define PL_MODEL_MODEL_H

#include "base/timer.h"
#include "material/material.h"
#include "math/block_matrix.h"

// One strain measure over all its elements of one class, in blocks.
typedef struct pl_group {
  const pl_strain *strain;
  int class_index;
  int n_term;
  const int *term;  // [n_term], indices into material->term, elastic ones
  int n_rate_term;
  const int *rate_term;  // [n_rate_term], viscous ones
  int32_t n_element, n_block;
  const int32_t *vertex;   // [n_block][n_vertex][PL_BLOCK]
  const pl_lanes *rest;    // [n_block][n_rest]
  const pl_lanes *weight;  // [n_block], zero in padding lanes
  // Element of a block to matrix: position of the 3x3 block of (vertex a, vertex b) in the block matrix, for a >= b pairs of the
  // symmetric pattern; sign bit of the pair's order kept: -1 - p means the block is stored transposed.
  const int32_t *position;  // [n_block][n_pair][PL_BLOCK]
  int n_pair;
} pl_group;

typedef struct pl_model {
  pl_arena *arena;
  pl_context *ctx;
  const pl_mesh *mesh;          // borrowed, must outlive the model
  const pl_material *material;  // borrowed, must outlive the model
  int32_t n_vertex, n_dof;      // n_dof = 3 n_vertex
  int n_group;
  pl_group *group;
  bool symmetric;  // every law conservative
  pl_block_pattern pattern;
  double *mass;    // [n_vertex], kg, lumped
  double *load;    // [n_dof], N, dead loads (gravity included)
  uint8_t *fixed;  // [n_dof], 1 where the position is prescribed
} pl_model;

typedef struct pl_model_options {
  double gravity[3];     // m/s^2
  const double *load;    // [n_dof], N, added to gravity; NULL for none
  const uint8_t *fixed;  // [n_dof]; NULL for none
} pl_model_options;

pl_status pl_model_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_model_options *options,
                          pl_model **model);
void pl_model_destroy(pl_model *model);

// Scratch of one thread.
typedef struct pl_work pl_work;
pl_status pl_work_create(const pl_model *model, pl_work **work);
void pl_work_destroy(pl_work *work);

// Energy (J), gradient g[n_dof] (N; internal minus external force, at fixed dofs the reaction the support must give) and Hessian.
// Any output may be NULL. Returns false when something is not finite.
bool pl_model_eval(const pl_model *model, const double *theta, const double *x, pl_hess_mode mode, double *energy, double *gradient,
                   pl_block_matrix *hessian, pl_work *work);
// Columns of dg/dtheta. column[j] is where parameter j goes in out[n_column][n_dof], -1 to leave it out; NULL: all, in order.
void pl_model_theta(const pl_model *model, const double *theta, const double *x, int n_column, const int *column, double *out,
                    pl_work *work);
// Viscous forces: dissipation R = sum w psi(ds/dt), gradient dR/dv[n_dof] (N) and d2R/dv2 (Volino 12', 13'). `damping` is not cleared first:
// both are added.
void pl_model_add_rates(const pl_model *model, const double *theta, const double *x, const double *v, double *power_half, double *gradient,
                        pl_block_matrix *damping, pl_work *work);
// Strain values of one strain measure per element: out[n_element][n_value]. Returns n_element, 0 when the model has no such group.
int32_t pl_model_strains(const pl_model *model, const pl_strain *strain, const double *x, double *out, pl_work *work);
// First input of a term on every element it acts on (its classes): out[n]. Returns n.
int32_t pl_model_term_strains(const pl_model *model, const pl_term *term, const double *x, double *out, pl_work *work);

#endif
