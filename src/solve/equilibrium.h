// equilibrium.h: finds x with g(x) = 0 on the free dofs, at a stable minimum of the energy.
//
// Methods (all pass one conformance suite, test/conformance/test_solvers.c):
//   hybrid      Newton with the exact Hessian if its Cholesky factor exists, else the PSD Hessian with a decaying shift; energy line
//              search with bold steps
//   lbfgs       L-BFGS preconditioned by a PSD factor, updated from time to time; finished by exact Newton steps
//   levenberg   Levenberg-Marquardt on the exact Hessian
//   relaxation  dynamic relaxation with kinetic damping; finished by exact Newton steps
//   auto        hybrid, falling back to lbfgs and then relaxation when it stalls
// Converged means: largest |g| on free dofs below `force_tolerance` (or at its round-off), the exact Newton step below `step_tolerance`,
// and the exact Hessian positive definite. Models without an energy use a separate method, unless relaxation is requested: steps judged by
// work (method_field.c). See docs/theory/equilibrium.md.
#ifndef PL_SOLVE_EQUILIBRIUM_H
#define PL_SOLVE_EQUILIBRIUM_H

#include <pliant/extend.h>
#include <pliant/simulate.h>

#include "base/option.h"
#include "model/history.h"
#include "solve/factor.h"

// In the order of the option's choices.
typedef enum pl_method {
  PL_METHOD_AUTO,
  PL_METHOD_HYBRID,
  PL_METHOD_LBFGS,
  PL_METHOD_LEVENBERG,
  PL_METHOD_RELAXATION,
  PL_METHOD_COUNT
} pl_method;

typedef struct pl_solve_options {
  int method;   // pl_method
  int hessian;  // pl_hess_mode used when the exact one cannot be factorised: psd or filtered
  int max_iterations;
  double force_tolerance;  // N, largest free component of g
  double step_tolerance;   // m, largest component of the last Newton step
  pl_options_given given;  // set by name
} pl_solve_options;

extern const pl_option_table pl_solve_option_table;
pl_solve_options pl_solve_options_default(void);

typedef struct pl_solve_report {
  pl_solve_outcome outcome;
  int method;       // the one that finished
  int iterations;   // Newton-like iterations (linear solves) over all methods; for relaxation its equivalent work
  int evaluations;  // energy or gradient evaluations
  int exact_factors, shifted_factors;
  double force, step;  // final largest free |g| (N) and last step (m)
  double energy;       // J
  pl_times times;
} pl_solve_report;

// Everything an equilibrium needs besides the model; reused over frames and parameter sets. One per thread.
typedef struct pl_solver pl_solver;
pl_status pl_solver_create(const pl_model *model, const pl_solve_options *options, pl_solver **solver);
void pl_solver_destroy(pl_solver *solver);

// Dead loads, [n_dof], N, borrowed, replace the model's from now on; NULL: the model's.
void pl_solver_load(pl_solver *solver, const double *load);

// Equilibria stay exact, but derivatives serve only a step of a fit. They may be taken at the point before the last Newton step, where the
// stiffness differs by at most a few per cent. This saves one factorisation per equilibrium.
void pl_solver_draft(pl_solver *solver, bool draft);

// Sets the maximum number of iterations of each method of an equilibrium (pl_solve_options.max_iterations).
void pl_solver_limit(pl_solver *solver, int max_iterations);

// Laws with a memory: the state at the start of the following steps, and its derivatives along the path. The columns are those of the
// sensitivities (theta's, then those of the rig). Both borrowed; NULL: the sheet never moved. Call it again after every commit.
void pl_solver_history(pl_solver *solver, const pl_history *history, const pl_history_slope *slope);
// Duration (s) of the following steps for terms that relax; INFINITY, as at first: slower than any relaxation.
void pl_solver_duration(pl_solver *solver, double duration);
// The step ended at x: updates both to its end. slope and dx ([n_column][n_dof], dx/dp) may be NULL; column as in pl_sensitivity_theta.
void pl_solver_commit(pl_solver *solver, const double *theta, const double *x, pl_history *history, const int *column, const double *dx,
                      pl_history_slope *slope);

// x: [n_dof], m; on entry the start, with prescribed values at fixed dofs; on return the equilibrium (or the best point reached). The
// status reports resources only; see report->outcome.
pl_status pl_equilibrium(pl_solver *solver, const double *theta, double *x, pl_solve_report *report);

// Extends a prescribed motion of the fixed dofs to the free ones. It solves the PSD problem for the displacement field that follows target
// (full vector; only its fixed entries are read). Better than a start with displaced clips alone. x is updated in place. In a model with contact
// nothing passes through anything on the way. *arrived (may be NULL) is false if the supports are stuck; x is then the last admissible point.
pl_status pl_solver_follow(pl_solver *solver, const double *theta, const double *target, double *x, bool *arrived);

// The model's gradient and strains with the solver's scratch (pl_model_eval, pl_model_strains).
void pl_solver_gradient(pl_solver *solver, const double *theta, const double *x, double *gradient);
// The gradient of another model of the same mesh and material, with this solver's loads.
void pl_solver_gradient_of(pl_solver *solver, const pl_model *model, const double *theta, const double *x, double *gradient);
// Strain of a term of one input, per element it acts on; returns the number of elements.
int32_t pl_solver_term_strains(pl_solver *solver, const pl_term *term, const double *x, double *out);
// Weights of these elements in the energy, in the same order.
int32_t pl_solver_term_weights(const pl_solver *solver, const pl_term *term, double *out);
int32_t pl_solver_strains(pl_solver *solver, const pl_strain *strain, const double *x, double *out);

// ---- sensitivities, with the exact matrix only (solve/sensitivity.c) ----

// Along a path they include the effect of the parameters on the history (pl_solver_history). Adjoints are not available there.
// Factorises the exact Hessian at the equilibrium x. *stable is false when it is not positive definite; no sensitivity is then available.
pl_status pl_sensitivity_begin(pl_solver *solver, const double *theta, const double *x, bool *stable);
// True if all systems since then were solved. A model without an energy may have a stiffness that is too far from symmetric, or singular.
bool pl_sensitivity_solved(const pl_solver *solver);
// dx/dtheta at fixed supports for some parameters: column[j] is the column of parameter j among n_column, -1 to omit it (NULL: all n_theta,
// in order). dx[n_column][n_dof] = -H_ff^-1 dg/dtheta, zero at fixed dofs. The derivative of the reactions is dr[n_column][n_dof] =
// dg/dtheta + H dx (nonzero at fixed dofs only). dr may be NULL.
pl_status pl_sensitivity_theta(pl_solver *solver, const double *theta, const double *x, int n_column, const int *column, double *dx,
                               double *dr);
// Adjoint, for few observed values and many parameters. The value is b.x + a.r, with r the reactions at fixed dofs. Here b is by_position
// and a is by_reaction, [n_dof]; a is zero at free dofs, or NULL. It gives the vector `adjoint` with  d value/dp = adjoint . dg/dp  for any
// parameter p at fixed supports. The vector is -H_ff^-T (b + H^T a) at free dofs, a at fixed ones.
pl_status pl_sensitivity_adjoint(pl_solver *solver, const double *by_position, const double *by_reaction, double *adjoint);
// force += H motion: the contribution of moving supports (motion at fixed dofs) to dg/dp.
void pl_sensitivity_add_motion(pl_solver *solver, const double *motion, double *force);
// dg/dtheta at x for some parameters, out[n_column][n_dof] (pl_model_theta).
void pl_sensitivity_columns(pl_solver *solver, const double *theta, const double *x, int n_column, const int *column, double *out);
// force [n_dof] += effect of this column's parameter on the history: dg/dh dh/dp.
void pl_sensitivity_add_history(pl_solver *solver, const double *theta, const double *x, int column, double *force);
// The same for one parameter that moves the supports, changes the forces, or both. It reads `motion` [n_dof] (m per unit) at fixed dofs and
// ignores other entries. The array `force` [n_dof] (N per unit) is the change of g at fixed x. Either may be NULL. The result dx includes
// the motion itself.
pl_status pl_sensitivity_motion(pl_solver *solver, const double *motion, const double *force, double *dx, double *dr);

#endif
