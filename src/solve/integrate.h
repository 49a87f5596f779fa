// integrate.h: the motion of a model in time, and paths of equilibria.
//
//   M dv/dt = -g(x) - d(v),   dx/dt = v
//
//   backward-euler  first order, dissipates energy, never adds any
//   midpoint        second order, keeps the energy of linear oscillations
//   bdf2            second order, dissipates little energy, more at high frequencies
//   static          no inertia: each step is an equilibrium with the supports and loads at its end (a path if laws have a memory)
// See docs/theory/dynamics.md; pl_integrator has the order of the option's choices. One step of each is one implicit stage (stage.h), which
// minimises an incremental potential.
#ifndef PL_SOLVE_INTEGRATE_H
#define PL_SOLVE_INTEGRATE_H

#include <pliant/simulate.h>

#include "base/option.h"
#include "model/history.h"
#include "solve/drag.h"
#include "solve/factor.h"
#include "solve/strain_damping.h"

typedef struct pl_integrate_options {
  int method;        // pl_integrator
  double step;       // s
  int newton;        // maximum number of linear solves per step; 1: as in the papers
  double tolerance;  // m, largest component of the last Newton step
} pl_integrate_options;

extern const pl_option_table pl_integrate_option_table;
pl_integrate_options pl_integrate_options_default(void);

// Forces that depend on velocities, besides the model's rate terms.
typedef struct pl_dynamics {
  pl_strain_damping damping;
  pl_wind wind;
} pl_dynamics;

typedef struct pl_state {
  pl_arena *arena;  // owns everything below but the history
  int32_t n_dof;
  double time;  // s
  int64_t n_step;
  double *x, *v;          // [n_dof], m and m/s
  double *x_old, *v_old;  // [n_dof], one step before, for bdf2
  bool has_old;           // they belong to a step of the same size that ended here
  pl_history *history;
  pl_path_work work;
  int64_t pause, next_pause;  // of iterative solves (solve/conjugate.h): a resumed motion chooses as the whole one does
  pl_path_work power;         // W, at the last step: bdf2 integrates work by the trapezoidal rule
} pl_state;

// At rest at x [n_dof]. The caller destroys it.
pl_status pl_state_create(const pl_model *model, const double *x, pl_state **state);
void pl_state_destroy(pl_state *state);

typedef struct pl_step_report {
  int iterations;  // linear solves
  int factors;     // factorisations
  int indefinite;  // exact Hessians that were not positive definite
  int parts;       // 1, or the parts in which the step was made, because it did not converge as a whole
  int halved;      // times that it, or a part of it, was halved
  double last;     // m, largest component of the last Newton step
  bool converged;  // `last` is within the tolerance; with one linear solve: it succeeded. Of all parts
  bool finite;     // false: the state is unchanged
  // Not finite because supports did not arrive: the potential that limits them (static text), and how far they came, s since the start.
  bool blocked;
  const char *limit;
  int32_t limit_vertex[2];  // a vertex of each of the two primitives in contact that limit them; both 0: another potential does
  double until;
} pl_step_report;

typedef struct pl_stepper pl_stepper;
// Model and dynamics are borrowed. One thread at a time.
pl_status pl_stepper_create(const pl_model *model, const pl_dynamics *dynamics, const pl_integrate_options *options, pl_stepper **stepper);
void pl_stepper_destroy(pl_stepper *stepper);
// Call after the model's fixed dofs have changed.
pl_status pl_stepper_supports(pl_stepper *stepper);

// Blocks outside the pattern that its factors know (solve/factor.h), for factor 0 or 1. Each number has the row in its upper half, the column in
// its lower one.
// Writes them unless out is NULL, and returns their count. With them a resumed motion rounds as the whole one does.
enum { PL_STEPPER_FACTORS = 2 };
size_t pl_stepper_known(const pl_stepper *stepper, int factor, int64_t *out);
pl_status pl_stepper_know(pl_stepper *stepper, int factor, size_t n, const int64_t *blocks);

// One step. The target [n_dof], m, gives positions of the fixed dofs at its end (others are not read). The load [n_dof], N, gives forces
// besides gravity during the step; NULL: none. Gravity must be the model's only load.
pl_status pl_step(pl_stepper *stepper, const double *theta, pl_state *state, const double *target, const double *load,
                  pl_step_report *report);

// Wall time (s) so far. The rest of a step is assembly of the bodies and sums over vertices.
typedef struct pl_stepper_times {
  double near, sums, limits;      // of contact: lists of pairs, sums over them, limits of steps
  double analyse, factor, solve;  // of the linear systems
} pl_stepper_times;
pl_stepper_times pl_stepper_seconds(const pl_stepper *stepper);

pl_energies pl_stepper_energies(pl_stepper *stepper, const double *theta, const pl_state *state);

#endif
