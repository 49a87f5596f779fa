// solver.h: the internals of a solver: the state of one equilibrium and the steps shared by all methods.
//
// Invariants while a method runs:
//  1. x is the best point accepted so far, and energy, g, force belong to it. A trial point never touches them until it is accepted.
//  2. dx and every stored direction are zero at fixed dofs, so dot products with g need no mask. (At fixed dofs g is a reaction.)
//  3. All memory is taken when the solver is created, or the first time a method is used.
#ifndef PL_SOLVE_SOLVER_H
#define PL_SOLVE_SOLVER_H

#include "base/progress.h"
#include "solve/equilibrium.h"
#include "solve/krylov.h"

enum { PL_LBFGS_MEMORY = 12 };

struct pl_solver {
  pl_context *ctx;
  pl_arena *arena;
  const pl_model *model;
  pl_solve_options options;
  pl_work *work;
  pl_factor *factor;
  pl_block_matrix hess;
  int32_t n_dof;
  const uint8_t *fixed;  // [n_dof], the model's
  double size;           // m, diagonal of the mesh's bounding box

  // the present problem
  const double *theta;
  double *x;           // [n_dof], m, the caller's: current point
  double energy;       // J
  double *g;           // [n_dof], N
  double force;        // N, largest free |g|
  double start_force;  // N, force at the start of the search
  double norm2;        // N^2, sum of squares over free dofs
  double load_energy;  // J, sum |f x|: the energy's round-off is relative to it
  pl_solve_report *report;

  // trial point, m and N
  double *x_trial, *g_trial;  // [n_dof]
  double energy_trial, force_trial, norm2_trial;

  double *dx;          // [n_dof], m, the step
  double *scale;       // [n_dof], N/m, positive diagonal for shifts
  double *scratch;     // [n_dof], scratch
  double *x_safe;      // [n_dof], m, the point to which the hybrid method returns when a bold step fails
  double force_floor;  // N, round-off of the force, known once a Hessian was evaluated

  // laws with a memory: state at the start of the step, and its derivatives; borrowed
  const pl_history *history;
  const pl_history_slope *history_slope;

  // True if hess and its factor are the exact ones of a converged equilibrium: sensitivities can reuse them.
  bool exact_ready;
  double *exact_x;      // [n_dof], m
  double exact_reach;   // m, distance from exact_x within which they are usable
  double *exact_theta;  // [n_theta]

  bool draft;  // pl_solver_draft

  bool stiff_ready;  // hess is the exact one of x: the first step need not evaluate it again
  bool g_ready;      // g is the gradient of the solution x_safe under exact_theta: reading forces needs no further evaluation

  // models without an energy, allocated on first use
  pl_krylov krylov;
  pl_factor *lu;  // for sensitivities that the Krylov solves cannot solve
  bool lu_ready;  // it belongs to the stiffness in hess
  bool lu_only;   // the symmetric part has no factor
  bool unsolved;  // a sensitivity's system could not be solved

  // L-BFGS and relaxation, allocated on first use
  double *history_s, *history_y;  // [PL_LBFGS_MEMORY][n_dof]
  double *velocity, *inertia;     // [n_dof]
};

// ---- evaluation (equilibrium.c) ----

// Energy, gradient and, if hess, the Hessian at x. False when not finite; x is then no valid start.
bool pl__eval_point(pl_solver *s, pl_hess_mode mode, bool hess);
// x_trial = x + alpha dx, with energy and gradient. False when a potential does not admit the step, or not finite.
bool pl__eval_step(pl_solver *s, double alpha);
// True if the potentials admit the whole way from x to x_trial.
bool pl__trial_admitted(pl_solver *s);
// The same at the present x_trial.
bool pl__eval_trial(pl_solver *s);
void pl__accept_trial(pl_solver *s);
double pl__dot(const pl_solver *s, const double *a, const double *b);
double pl__largest(const pl_solver *s, const double *a);  // over free dofs
// Energies closer than this are indistinguishable.
double pl__energy_slack(const pl_solver *s);

// ---- steps (newton.c) ----

// Energy, gradient, Hessian and round-off of the force at x. False when not finite.
bool pl__eval_stiffness(pl_solver *s, pl_hess_mode mode);

// Factorises the exact Hessian at x and computes its Newton step dx. *positive is false when there is no factor (symmetric: no minimum
// here).
pl_status pl__exact_step(pl_solver *s, bool *positive);
// The same if the exact Hessian is already evaluated.
pl_status pl__exact_direction(pl_solver *s, bool *positive);
// dx from the options' replacement Hessian at x with a shift relative to its diagonal, raised until a factor exists. *found is false when none does.
pl_status pl__shifted_step(pl_solver *s, double *shift, bool *found);
// Factor of the present hess + shift * scale (scale is set from hess), raising the shift until it exists.
pl_status pl__shifted_factor(pl_solver *s, double *shift, bool *found);
// dx = -F^-1 g with the present factor.
pl_status pl__newton_direction(pl_solver *s);
// After an exact step: true if force and step are small enough.
bool pl__at_solution(pl_solver *s);
// True if the force is within tolerance, or at its round-off.
bool pl__force_met(const pl_solver *s);
// Takes the step of pl__at_solution, since it costs one evaluation only, and sets the outcome.
void pl__converged(pl_solver *s);
// After a full exact step: converges by further steps with the same factor, while they shrink fast. *done: converged.
pl_status pl__chord_finish(pl_solver *s, bool *done);
// At a point without force whose exact Hessian (in hess) is indefinite: descends along its most negative curvature.
pl_status pl__escape(pl_solver *s, bool *moved);
// Exact Newton steps while they succeed, at most n_step. *done: converged.
pl_status pl__polish(pl_solver *s, int n_step, bool *done);

// ---- line search (line_search.c) ----

// Searches along dx from x; accepts a point and returns true, or keeps x and returns false.
bool pl__line_search(pl_solver *s, double *alpha);
// The largest alpha to try: 1, or less when a vertex would move too far or a potential does not admit it.
double pl__first_alpha(const pl_solver *s);
// True if the trial point, alpha along dx with slope = g.dx, is low enough to be accepted.
bool pl__low_enough(const pl_solver *s, double alpha, double slope);

// ---- linear systems of models without an energy (krylov.c) ----

// Solves H x = b, or H^T x = b, to a relative residual. The exact stiffness is in hess; the factor is of its symmetric part or of one near
// it.
pl_status pl__krylov_solve(pl_solver *s, bool transposed, double tolerance, const double *b, double *x, bool *solved);

// ---- methods: run until an outcome is set in the report ----

pl_status pl__method_hybrid(pl_solver *s);
pl_status pl__method_field(pl_solver *s);  // models without an energy
pl_status pl__method_lbfgs(pl_solver *s);
pl_status pl__method_levenberg(pl_solver *s);
pl_status pl__method_relaxation(pl_solver *s);

#endif
