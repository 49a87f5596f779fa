// stage.h: one implicit stage, the basis of all integrators.
//
// Given X [n_dof] (m), V [n_dof] (m/s) and a time gamma (s), find x with
//
//   M (v - V)/gamma + g(x) + d(v) = 0,   v = (x - X)/gamma      at free dofs, x prescribed at the others
//
// g: gradient of the model's energy (with the history at the start of the step, if its potentials have a memory). d: strain damping, drag
// and viscous terms, with their geometry at x_ref, so that they are gradients in v. The stage is then a minimum of its incremental
// potential
//
//   Phi(x) = |x - X - gamma V|_M^2 / (2 gamma^2) + E(x) + gamma R(x_ref, (x - X)/gamma),
//
// so Newton with a line search on Phi cannot diverge. No step goes further than the potentials admit.
//
// Models without an energy have no Phi. Their Newton steps solve the exact, unsymmetric system by GMRES with a Cholesky factor P of its symmetric
// part (krylov.h). The factor is kept over the iterations of a step while it serves. The line search lowers the residual F in the norm F.P^-1 F,
// which is twice the decrease of Phi that a quadratic energy would have.
#ifndef PL_SOLVE_STAGE_H
#define PL_SOLVE_STAGE_H

#include "model/history.h"
#include "solve/conjugate.h"
#include "solve/integrate.h"
#include "solve/krylov.h"

typedef struct pl_stage {
  pl_context *ctx;
  pl_arena *arena;
  const pl_model *model;
  const pl_dynamics *dynamics;  // forces besides the model's
  pl_work *work;
  pl_factor *factor;
  pl_block_matrix hess;
  pl_block_matrix exact, mixed;     // the exact Hessian, and the mixed one, if the exact one is not positive definite
  const pl_block_matrix *factored;  // the matrix of the linear system
  pl_conjugate conjugate;           // solves it without its factor, where that is cheaper
  bool iterative;                   // the present system is one of those
  double part;                      // fraction of the semidefinite Hessian that was needed last
  bool single;                      // one linear solve per step: the matrix is semidefinite and symmetric
  pl_krylov krylov;                 // iterated steps of models without an energy
  bool has_factor;                  // of an earlier iteration of this step; models without an energy
  double merit;                     // m N, F.P^-1 F at x, < 0: unknown; models without an energy
  pl_block_matrix viscous;          // C of strain damping and drag at x_ref, N s/m
  pl_block_matrix narrow_viscous;   // the same in the pattern of hinges; no values without patches
  pl_block_matrix rate;             // of the material's rate terms; no values when it has none
  bool has_rate, damped;            // damped: C or the rate terms act in this stage
  int32_t n_dof;
  const int32_t *diagonal;  // [n_vertex], index of each vertex's diagonal block
  const double *mass;       // [n_vertex], kg

  // the present stage
  const double *theta;
  const double *position, *velocity;  // [n_dof], X (m) and V (m/s)
  double gamma;                       // s
  double *reference;                  // [n_dof], m, x_ref
  double *push;                       // [n_dof], N, the wind's part of the drag
  double *x;                          // [n_dof], m, current point
  double phi;                         // J
  double *gradient;                   // [n_dof], N, of Phi at x; at fixed dofs the force of the support, without inertia
  double *trial, *trial_gradient;     // [n_dof], m and N
  double *dx, *v, *scratch;           // [n_dof]
} pl_stage;

// single: every stage is solved with newton = 1.
pl_status pl__stage_create(const pl_model *model, const pl_dynamics *dynamics, bool single, pl_stage *stage);
void pl__stage_clear(pl_stage *stage);
// Call after the model's fixed dofs have changed: analyses again.
pl_status pl__stage_supports(pl_stage *stage);

// Damping and drag with their geometry at x_ref, in `reference`.
void pl__stage_damping(pl_stage *stage, const double *theta, bool damped);
// x: the start on entry, the solution on return, m. target [n_dof]: read at fixed dofs. newton: maximum number of linear solves; 1: without
// a line search. Supports that potentials limit take more. tolerance: m, largest component of the last Newton step.
pl_status pl__stage_solve(pl_stage *stage, const double *target, int newton, double tolerance, pl_step_report *report);
// force[n_dof] (N) of strain damping and rate terms, and of drag, at velocity v [n_dof].
void pl__stage_dissipation(pl_stage *stage, const double *v, double *damping, double *drag);

// ---- shared by stage.c, stage_newton.c and stage_solve.c ----

// Phi, its gradient and, if requested, its Hessian at x. False when a result is not finite.
bool pl__stage_eval(pl_stage *stage, const double *x, pl_hess_mode mode, double *phi, double *gradient, bool hess);
// dx: Newton's direction of the free dofs when the fixed ones move by `move` [n_dof], NULL: they stay. It counts as an iteration. *found is
// false where there is no factor, or x is not finite.
pl_status pl__stage_direction(pl_stage *stage, const double *move, pl_hess_mode mode, pl_step_report *report, bool *found);
// The trial point and its gradient become the present ones.
void pl__stage_accept(pl_stage *stage, double phi);
double pl__stage_largest(const pl_stage *stage, const double *a);  // component of a [n_dof]
// Newton with a line search from x, at most `limit` linear solves in all.
pl_status pl__stage_iterate(pl_stage *stage, int limit, double tolerance, pl_step_report *report);

#endif
