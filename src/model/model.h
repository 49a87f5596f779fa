// model.h: a mesh with the terms of a material on it, loads and supports: energy, gradient, Hessian, theta-derivatives.
//
//   E(x; theta) = sum over terms and elements  w psi(s(x); theta)  -  f . x  (and what else has an energy, potential.h)
//   g = dE/dx,  H = d2E/dx2,  dg/dtheta.
//
// Terms that share a strain form a group: the strain of a block is evaluated once, each law adds its stress and tangent, and one
// product gives gradient and Hessian. Constant after build; shared by threads. All scratch is in pl_work.
#ifndef PL_MODEL_MODEL_H
#define PL_MODEL_MODEL_H

#include "base/timer.h"
#include "material/material.h"
#include "math/block_matrix.h"

// One strain measure over all its elements of one class, in blocks. Where elements belong to several classes in part, an element is in the
// group of each class that has a share of it and a term, with that share of its weight: energies add up to those of the whole element.
typedef struct pl_group {
  const pl_strain *strain;
  int class_index;
  int n_term;
  const int *term;  // [n_term], indices into material->term, elastic ones
  int n_rate_term;
  const int *rate_term;  // [n_rate_term], viscous ones
  // Memory of its elastic terms (history.h): n_history rows per block, those of term k from history_at[k] on; block 0 begins at row history_first.
  int n_history;
  const int *history_at;  // [n_term]
  size_t history_first;
  int32_t n_element, n_block;
  const int32_t *vertex;   // [n_block][n_vertex][PL_BLOCK]
  const pl_lanes *rest;    // [n_block][n_rest]
  const pl_lanes *weight;  // [n_block], times the class's share of the element; zero in padding lanes
  const int32_t *element;  // [n_element], its number in the list of the mesh's elements of this kind (elements.h)
  const uint8_t *classes;  // [n_element], bit c set: class c has a share of the element
  // Element of a block to matrix: position of the 3x3 block of (vertex a, vertex b) in the block matrix, for a >= b pairs of the
  // symmetric pattern; sign bit of the pair's order kept: -1 - p means the block is stored transposed.
  const int32_t *position;  // [n_block][n_pair][PL_BLOCK]
  int n_pair;
  // Material samples (places.h): what each block feels of those of a term, [n_term][n_block] and [n_rate_term][n_block]; NULL for a term without
  // samples, and in all when no term of the group has any. Such a group has its elements in spatial order.
  const pl_near_samples *const *near, *const *rate_near;
} pl_group;

// Whatever has an energy (potential.h).
typedef struct pl_potential pl_potential;
enum { PL_MAX_POTENTIAL = 16 };  // of one model

enum { PL_MAX_BODY = 1024 };  // rigid bodies of a model: slats and clips, or the rows of a strip

typedef struct pl_model {
  pl_arena *arena;
  pl_context *ctx;
  const pl_mesh *mesh;          // borrowed, must outlive the model
  const pl_material *material;  // borrowed, must outlive the model
  int32_t n_vertex, n_dof;      // n_dof = 3 n_vertex
  int n_group;
  pl_group *group;
  bool symmetric;    // every law conservative
  size_t n_history;  // rows of lanes of all groups (history.h); 0: no law has a memory
  pl_block_pattern pattern;
  double *mass;    // [n_vertex], kg, lumped
  double *load;    // [n_dof], N, dead loads (gravity included)
  uint8_t *fixed;  // [n_dof], 1 where the position is prescribed
  // Vertices with the same number >= 0 are parts of one rigid body that translates: along its free axes they move together. NULL: none.
  int32_t *tie;                     // [n_vertex]
  int32_t n_body;                   // the highest number and one
  int32_t body_count[PL_MAX_BODY];  // vertices of each body
  // Its own potentials come first: dead loads, terms, pressure, springs, constraint; then those of the options.
  int n_potential, n_own;
  const pl_potential *potential;   // [n_potential]
  const pl_potential *constraint;  // the one that eliminates unknowns, NULL: none
  bool limited;                    // some potential limits steps
} pl_model;

typedef struct pl_model_options {
  double gravity[3];     // m/s^2
  const double *load;    // [n_dof], N, added to gravity; NULL for none
  const uint8_t *fixed;  // [n_dof]; NULL for none
  bool planar;           // the sheet stays flat: bending terms are left out
  const int32_t *tie;    // [n_vertex], bodies as in pl_model, numbered below PL_MAX_BODY; NULL for none
  // Pressure, Pa, on the faces of a solid [n_face] or the triangles of a sheet [n_triangle]; it pushes against the side they are counter-clockwise
  // from, inwards on a solid. It follows the surface (loads.h); `pressure_center` is a point that the sums are taken about and does not matter. NULL for
  // none.
  const double *pressure;
  double pressure_center[3];  // m
  // Springs to places, [n_dof], N/m, 0 where there is none, and the places, m (NULL: the initial positions). NULL for none.
  const double *spring, *anchor;
  // [n_hinge], in (0, 1]: the part of the two triangles at a hinge that can bend; NULL: all of it. pl_model_free_parts gives it for held vertices.
  const double *free_part;
  bool isochoric;  // a single tetrahedron of unit legs that keeps its volume (isochoric.c)
  // Further potentials (obstacles); copied, their data are borrowed and must outlive the model.
  int n_potential;
  const pl_potential *potential;  // [n_potential]
} pl_model_options;

pl_status pl_model_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_model_options *options,
                          pl_model **model);
void pl_model_destroy(pl_model *model);
// A planar model's strains are measured from this rest shape from now on: rest[n_vertex][2], m. Masses and loads stay.
void pl_model_set_rest(pl_model *model, const double *rest);
// part[n_hinge] for held vertices, held[n_vertex]: triangles with three of them are rigid. distance[n_vertex], m, from the line at which cloth
// ceases to be held, negative where it is held: triangles that the line crosses are rigid in part; may be NULL.
void pl_model_free_parts(const pl_mesh *mesh, const uint8_t *held, const double *distance, double *part);

// Used by pl_model_create. The axes along which a body is free must be the same for all its vertices.
pl_status pl_model_set_ties(pl_model *model, const int32_t *tie);
// Put a vector of all dofs on the tied motions: along free axes every vertex of a body gets the body's mean. Sums over a body, and products with tied
// displacements, stay what they were.
void pl_model_tie(const pl_model *model, double *vector);
// Vertices that move together with this one, itself included.
int32_t pl_model_tied(const pl_model *model, int32_t vertex);

// Scratch of one thread.
typedef struct pl_work pl_work;
pl_status pl_work_create(const pl_model *model, pl_work **work);
void pl_work_destroy(pl_work *work);
// Dead loads of this thread, [n_dof], N, borrowed, instead of the model's; NULL: the model's again.
void pl_work_set_load(pl_work *work, const double *load);
const double *pl_work_load(const pl_model *model, const pl_work *work);

// Energy (J), gradient g[n_dof] (N; internal minus external force, at fixed dofs the reaction the support must give, averaged over tied vertices)
// and Hessian. Any output may be NULL. Returns false when something is not finite.
bool pl_model_eval(const pl_model *model, const double *theta, const double *x, pl_hess_mode mode, double *energy, double *gradient,
                   pl_block_matrix *hessian, pl_work *work);
// The largest part of the step dx [n_dof] from x, in (0, 1], that all potentials admit; 1: all of it.
double pl_model_max_step(const pl_model *model, const double *x, const double *dx);
// x with the unknowns that a constraint eliminates in place: `placed` [PL_PLACED_DOF], or x itself in a model without one.
const double *pl_model_place(const pl_model *model, const double *x, double *placed);
// Lagrange multipliers of the constraint at x, out[n_multiplier]; returns their number, 0 without a constraint.
int pl_model_multipliers(const pl_model *model, const double *theta, const double *x, double *out, pl_work *work);
// Columns of dg/dtheta. column[j] is where parameter j goes in out[n_column][n_dof], -1 to leave it out; NULL: all, in order.
void pl_model_theta(const pl_model *model, const double *theta, const double *x, int n_column, const int *column, double *out,
                    pl_work *work);
// Viscous forces: dissipation R = sum w psi(ds/dt), gradient dR/dv[n_dof] (N) and d2R/dv2 (Volino 12', 13'). `damping` is not cleared first:
// both are added.
void pl_model_add_rates(const pl_model *model, const double *theta, const double *x, const double *v, double *power_half, double *gradient,
                        pl_block_matrix *damping, pl_work *work);
// Stiffness in tension at rest, mean over the material axes (stiffness.c): out[pl_model_stiffness_count], of the tetrahedra, then the hexahedra, Pa;
// of a sheet of its triangles, N/m. Terms on hinges and springs do not count.
int32_t pl_model_stiffness_count(const pl_model *model);
pl_status pl_model_stiffness(const pl_model *model, const double *theta, double *out, pl_work *work);
// The same axis by axis, with the other moduli of small strains.
typedef struct pl_moduli {
  double tension[3];    // Pa, along x, y, z; of a sheet N/m, along warp and weft, 0
  double shear[3];      // the same: yz, zx, xy; of a sheet one
  double poisson;       // mean over the pairs of axes
  double bulk;          // Pa, of a change of volume alike in all directions; 0 in sheets
  double isochoric[3];  // Pa, along x, y, z of a solid that keeps its volume
} pl_moduli;
// out[pl_model_stiffness_count]; wanted, the same, or NULL for all: elements that are asked for, others may be left 0.
pl_status pl_model_moduli(const pl_model *model, const double *theta, const bool *wanted, pl_moduli *out, pl_work *work);
double pl_moduli_tension(const pl_model *model, const pl_moduli *moduli);  // mean over the axes
// Fails for a solid whose material has no term that resists a change of volume: rubber fitted as incompressible (volume_check.c).
pl_status pl_model_check_volume(const pl_model *model);
// Cauchy stress at the vertices, x deformed (stress.c): out[n_vertex][6], xx, yy, zz, yz, zx, xy, Pa; of a sheet the tension, N/m. All elastic terms
// but those on hinges; where a law has a memory, that of `work` is felt.
pl_status pl_model_stress(const pl_model *model, const double *theta, const double *x, double (*out)[6], pl_work *work);
double pl_stress_von_mises(const double s[6]);
double pl_stress_largest(const double s[6]);  // the largest principal stress; of a sheet under pressure 0, that across it
// Strain values of one strain measure per element: out[n_element][n_value]. Returns n_element, 0 when the model has no such group. An
// element that several classes share is listed once, here and below, whatever its shares. The order is that of the mesh, class after class, but where
// a term has material samples one of its own (pl_group.element).
int32_t pl_model_strains(const pl_model *model, const pl_strain *strain, const double *x, double *out, pl_work *work);
// First input of a term on every element it acts on (its classes): out[n]. Returns n.
int32_t pl_model_term_strains(const pl_model *model, const pl_term *term, const double *x, double *out, pl_work *work);
// Weights of these elements in the energy (m^2 of sheets), in the same order: out[n]. Of an element that several of the term's classes share, the
// share of the first.
int32_t pl_model_term_weights(const pl_model *model, const pl_term *term, double *out);

#endif
