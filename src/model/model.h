// model.h: a mesh with the terms of a material on it, loads and supports: energy, gradient, Hessian, theta-derivatives.
//
//   E(x; theta) = sum over terms and elements  w psi(s(x); theta)  -  f . x  (and other potentials, potential.h)
//   g = dE/dx,  H = d2E/dx2,  dg/dtheta.
//
// Terms that share a strain form a group. The strain of a block is evaluated once, each law adds its stress and tangent, and one product
// gives gradient and Hessian. Constant after build; shared by threads. All scratch is in pl_work.
#ifndef PL_MODEL_MODEL_H
#define PL_MODEL_MODEL_H

#include "base/timer.h"
#include "material/material.h"
#include "math/block_matrix.h"

// One strain measure over all its elements of one class and part, in blocks. An element that belongs partly to several classes is in the group of
// each of them that has a term. There it has its share of the weight. The energies add up to that of the whole element.
typedef struct pl_group {
  const pl_strain *strain;
  int class_index;
  int32_t part;  // of a joined mesh
  int n_term;
  const int *term;  // [n_term], indices into material->term, elastic ones
  int n_rate_term;
  const int *rate_term;  // [n_rate_term], viscous ones
  // Memory of its elastic terms (history.h): n_history rows per block, those of term k start at history_at[k]; block 0 starts at row
  // history_first.
  int n_history;
  const int *history_at;  // [n_term]
  size_t history_first;
  int32_t n_element, n_block;
  const int32_t *vertex;   // [n_block][n_vertex][PL_BLOCK]
  const pl_lanes *rest;    // [n_block][n_rest]
  const pl_lanes *weight;  // [n_block], times the class's share of the element; zero in padding lanes
  const int32_t *element;  // [n_element], its index among the mesh's elements of this kind (elements.h)
  const uint8_t *classes;  // [n_element], bit c set: class c has a share of the element
  // Scatter positions: position of the 3x3 block of (vertex a, vertex b) in the block matrix, for a >= b pairs of the symmetric pattern; -1
  // - p means that the block is stored transposed.
  const int32_t *position;  // [n_block][n_pair][PL_BLOCK]
  int n_pair;
  // Patches only, else NULL: the hinges whose angles the strain is made of, as elements of pl_model.fold; -1 for none.
  const int32_t *hinge;  // [n_block][n_rest / 4][PL_BLOCK]
  // Material samples (places.h): the samples that affect each block, per term, [n_term][n_block] and [n_rate_term][n_block]. NULL for a
  // term without samples, and in all when no term of the group has any. Such a group has its elements in spatial order.
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
  // The hinges that patches are made of, without terms; n_element 0: there are no patches. Their geometric stiffness is assembled here, once for
  // all patches that share a hinge.
  pl_group fold;
  bool symmetric;           // every law conservative
  const uint8_t *may_hold;  // [n_vertex], as in the options
  size_t n_history;         // rows of lanes of all groups (history.h); 0: no law has a memory
  pl_block_pattern pattern;
  double *mass;              // [n_vertex], kg, lumped; 0 where a density is not known
  const double *added_mass;  // [n_vertex], kg, part of the above; NULL: none
  double *load;              // [n_dof], N, dead loads (gravity included)
  uint8_t *fixed;            // [n_dof], 1 where the position is prescribed
  // Vertices with the same number >= 0 belong to one rigid body that translates: along its free axes they move together. NULL: none.
  int32_t *tie;                     // [n_vertex]
  int32_t n_body;                   // the highest number plus one
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
  const double *mass;    // [n_vertex], kg, added to that of the material; NULL for none
  bool planar;           // the sheet stays flat: no bending terms
  const int32_t *tie;    // [n_vertex], bodies as in pl_model, numbered below PL_MAX_BODY; NULL for none
  // Pressure, Pa, on the faces of a solid [n_face] or the triangles of a sheet [n_triangle]. It pushes on the side from which they are
  // counter-clockwise: inwards on a solid. It follows the surface (loads.h); the result does not depend on `pressure_center`, the reference
  // point of the sums. NULL for none.
  const double *pressure;
  double pressure_center[3];  // m
  // Springs to fixed points, [n_dof], N/m, 0 where there is none, and the points, m (NULL: the initial positions). NULL for none.
  const double *spring, *anchor;
  // [n_hinge + n_triangle + n_vertex], NULL: everything bends. First the fraction of the two triangles at each hinge that can bend, in (0, 1].
  // Then that of each triangle, in [0, 1]. Then the distance of each vertex from the edge of the held region, m.
  // pl_model_free_parts computes it.
  const double *free_part;
  const uint8_t *may_hold;  // [n_vertex], where pl_model_hold may hold a vertex later, 2: up to a line between vertices; NULL: nowhere
  bool isochoric;           // a single tetrahedron of unit legs with constant volume (isochoric.c)
  // Further potentials (obstacles); copied, their data are borrowed and must outlive the model.
  int n_potential;
  const pl_potential *potential;  // [n_potential]
} pl_model_options;

pl_status pl_model_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_model_options *options,
                          pl_model **model);
void pl_model_destroy(pl_model *model);
// Masses of the vertices, out[n_vertex], kg. Where a density is not known it is taken as `sheet` (kg/m^2) or `solid` (kg/m^3).
void pl_model_masses(const pl_model *model, double sheet, double solid, double *out);
// Sets the rest shape of a planar model: rest[n_vertex][2], m. Masses and loads are unchanged.
void pl_model_set_rest(pl_model *model, const double *rest);
// part[pl_model_part_count] for held vertices, held[n_vertex]: triangles with three of them are rigid. distance[n_vertex], m, is measured from
// the edge of the held region, negative inside; may be NULL. Triangles that the edge crosses are partly rigid.
void pl_model_free_parts(const pl_mesh *mesh, const uint8_t *held, const double *distance, double *part);
static inline size_t pl_model_part_count(const pl_mesh *mesh) {
  return (size_t)mesh->n_hinge + (size_t)mesh->n_triangle + (size_t)mesh->n_vertex;
}

// What bends from now on while these vertices are held, held[n_vertex]; all of them are in pl_model_options.may_hold, which must have been given.
// distance[n_vertex] as in pl_model_free_parts, NULL: whole triangles are held.
pl_status pl_model_hold(pl_model *model, const uint8_t *held, const double *distance);

// Used by pl_model_create. The axes along which a body is free must be the same for all its vertices.
pl_status pl_model_set_ties(pl_model *model, const int32_t *tie);
// Projects a vector of all dofs onto the tied motions: along free axes every vertex of a body gets the body's mean. Sums over a body, and
// products with tied displacements, are unchanged.
void pl_model_tie(const pl_model *model, double *vector);
// Number of vertices that move together with this one, itself included.
int32_t pl_model_tied(const pl_model *model, int32_t vertex);

// Scratch of one thread.
typedef struct pl_work pl_work;
pl_status pl_work_create(const pl_model *model, pl_work **work);
void pl_work_destroy(pl_work *work);
// Dead loads of this thread, [n_dof], N, borrowed, replace the model's; NULL: the model's again.
void pl_work_set_load(pl_work *work, const double *load);
const double *pl_work_load(const pl_model *model, const pl_work *work);
// An error of a potential, PL_OK: none so far. To be asked where an evaluation is not finite.
pl_status pl_work_status(const pl_work *work);

// Energy (J), gradient g[n_dof] and Hessian. g is internal minus external force, N. At fixed dofs it is the reaction of the support,
// averaged over tied vertices. Any output may be NULL. Returns false when a result is not finite.
bool pl_model_eval(const pl_model *model, const double *theta, const double *x, pl_hess_mode mode, double *energy, double *gradient,
                   pl_block_matrix *hessian, pl_work *work);
// used[n_block of the pattern]: 1 where the Hessian can be nonzero at these parameters, wherever the vertices are (structure.c).
void pl_model_structure(const pl_model *model, const double *theta, uint8_t *used, pl_work *work);
// The largest fraction of the step dx [n_dof] from x, in (0, 1], that all potentials admit; 1: all of it.
double pl_model_max_step(const pl_model *model, const double *x, const double *dx, pl_work *work);
// The name of the potential that limits this step most; NULL: none does. Static text.
const char *pl_model_limiting(const pl_model *model, const double *x, const double *dx, pl_work *work);
// x with the eliminated unknowns of a constraint filled in: `placed` [PL_PLACED_DOF], or x itself in a model without one.
const double *pl_model_place(const pl_model *model, const double *x, double *placed);
// Columns of dg/dtheta. column[j] is the row of parameter j in out[n_column][n_dof], -1 to omit it; NULL: all, in order.
void pl_model_theta(const pl_model *model, const double *theta, const double *x, int n_column, const int *column, double *out,
                    pl_work *work);
// Viscous forces: dissipation R = sum w psi(ds/dt), gradient dR/dv[n_dof] (N) and d2R/dv2 (Volino 12', 13'). Both are added to the outputs.
void pl_model_add_rates(const pl_model *model, const double *theta, const double *x, const double *v, double *power_half, double *gradient,
                        pl_block_matrix *damping, pl_work *work);
// Stiffness in tension at rest, mean over the material axes (stiffness.c): out[pl_model_stiffness_count], of the tetrahedra, then the
// hexahedra, Pa. Of the triangles of a sheet, N/m. Terms on hinges and springs are excluded.
int32_t pl_model_stiffness_count(const pl_model *model);
pl_status pl_model_stiffness(const pl_model *model, const double *theta, double *out, pl_work *work);
// The same axis by axis, with the other moduli of small strains.
typedef struct pl_moduli {
  double tension[3];    // Pa, along x, y, z; of a sheet N/m, along warp and weft, 0
  double shear[3];      // the same: yz, zx, xy; of a sheet one
  double poisson;       // mean over the pairs of axes
  double bulk;          // Pa, for a uniform change of volume; 0 in sheets
  double isochoric[3];  // Pa, along x, y, z at constant volume
} pl_moduli;
// out[pl_model_stiffness_count]; wanted, the same size: the elements to compute, others may be 0; NULL: all.
pl_status pl_model_moduli(const pl_model *model, const double *theta, const bool *wanted, pl_moduli *out, pl_work *work);
double pl_moduli_tension(const pl_model *model, const pl_moduli *moduli);  // mean over the axes
// Fails for a solid whose material has no volumetric stiffness: rubber fitted as incompressible (volume_check.c).
pl_status pl_model_check_volume(const pl_model *model);
// Cauchy stress at the vertices at the deformed x (stress.c): out[n_vertex][6], xx, yy, zz, yz, zx, xy, Pa; for a sheet the tension, N/m.
// All elastic terms except those on hinges; laws with a memory use the history of `work`.
pl_status pl_model_stress(const pl_model *model, const double *theta, const double *x, double (*out)[6], pl_work *work);
double pl_stress_von_mises(const double s[6]);
double pl_stress_largest(const double s[6]);  // the largest principal stress; for a sheet in compression 0, the one across it
// Strain values of one strain measure per element: out[n_element][n_value]. Returns n_element, 0 when the model has no such group. An
// element shared by several classes is listed once, here and below. The order is that of the mesh, class after class; with material samples
// it is that of pl_group.element.
int32_t pl_model_strains(const pl_model *model, const pl_strain *strain, const double *x, double *out, pl_work *work);
// First input of a term on every element it acts on (its classes): out[n]. Returns n.
int32_t pl_model_term_strains(const pl_model *model, const pl_term *term, const double *x, double *out, pl_work *work);
// Weights of these elements in the energy (m^2 for sheets), in the same order: out[n]. For an element shared by several of the term's
// classes: the share of the first.
int32_t pl_model_term_weights(const pl_model *model, const pl_term *term, double *out);

#endif
