// least_squares.h: damped Gauss-Newton (Levenberg-Marquardt) within bounds, on any residual with an analytic Jacobian.
#ifndef PL_MATH_LEAST_SQUARES_H
#define PL_MATH_LEAST_SQUARES_H

#include <pliant/extend.h>

// Residuals r[n_residual] and, unless NULL, jacobian[n_residual][n_parameter] at p. *n_failed: on entry, how many residuals may fail before
// the trial is abandoned (INT_MAX: any number). On return, how many could not be evaluated (they are 0 in r). A trial with more failures
// than the current point is rejected. So a failed equilibrium never ends a fit and never lowers its objective.
typedef pl_status (*pl_ls_evaluate)(void *user, const double *p, double *r, double *jacobian, int *n_failed);

typedef struct pl_ls_problem {
  int n_parameter, n_residual;
  const double *scale;          // [n_parameter], > 0
  const double *lower, *upper;  // [n_parameter]
  const bool *frozen;           // [n_parameter] or NULL
  pl_ls_evaluate evaluate;
  void *user;
} pl_ls_problem;

// A convex set of parameters, defined by cuts: half-spaces that contain it.
typedef struct pl_ls_set {
  // True when p is inside. Otherwise gives a cut row . p >= level that p violates and every point of the set satisfies; row is zero on
  // entry.
  bool (*inside)(void *user, const double *p, double *row, double *level);
  // Alternative to steps that stay inside: moves p, the end of an unconstrained step, into the set. NULL: steps stay inside.
  void (*project)(void *user, double *p);
  void *user;
} pl_ls_set;

typedef struct pl_ls_iteration {
  double objective, step, damping;
  bool accepted;
  int n_failed;
} pl_ls_iteration;

typedef struct pl_ls_options {
  int max_iterations;
  double tolerance;  // relative decrease of the objective
  double
      damping;  // of the first step; 0: default. Small if the start is near the solution: weakly determined directions then do not wander
  // In one step a parameter may decrease by `fall` and increase by `rise` times its size (at least a tenth of its scale). The whole step is
  // shortened, so that its direction is kept. 0: no limit.
  double fall, rise;
  // After two consecutive refused steps, or one that doubles the objective, the damping is computed from the increase of the objective
  // instead of growing gradually. For expensive residuals.
  bool leap;
  // The search ends while the mean square of the residuals is above `large_residual` and ten trials hardly lowered the objective. Together they
  // lowered it by less than one parameter does within its standard error (the fraction 1/dof, at most a hundredth). 0: disabled.
  double large_residual;
  // A sum of squares that counts as zero. No step could lower it by more, so none moves any combination of parameters by more than
  // the root of this sum in standard errors. A search that runs out of steps there, or finds none that lowers it, has converged. It never
  // ends a search earlier. 0: undefined, as when sigmas were not stated.
  double met;
  // The search ends (PL_LS_FLAT) after five consecutive accepted steps along undetermined directions that together lower the sum of squares
  // by less than `felt` s^2. Here s^2 is the mean square of the residuals, at least `noise`, 1 where sigmas were stated. 0: disabled.
  double felt, noise;
  const pl_ls_set *set;  // convex set of the parameters, besides the bounds; contains the start. NULL: none
  pl_arena *arena;       // of pl_ls_report.active; NULL: not needed
  bool (*progress)(void *user, const pl_ls_iteration *iteration);  // may be NULL; false interrupts
  void *progress_user;
} pl_ls_options;

typedef enum pl_ls_outcome {
  PL_LS_CONVERGED,
  PL_LS_FLAT,
  PL_LS_STALLED,
  PL_LS_REFUSED,  // the last steps were all refused, and the first of them promised a significant decrease
  PL_LS_FUTILE,
  PL_LS_ITERATIONS,
  PL_LS_INTERRUPTED
} pl_ls_outcome;
const char *pl_ls_outcome_text(pl_ls_outcome outcome);

typedef struct pl_ls_report {
  pl_ls_outcome outcome;
  double started, objective;  // half the sum of squares at the start and at the end
  int n_iteration;            // trials, accepted or not
  int n_failed;               // at the result
  int n_refused;              // steps refused in succession at the end
  int n_active;               // active cuts of the set at the solution
  double *active;  // [n_active][n_parameter], their rows (pl_ls_set.inside), strongest first; several may belong to one curved boundary
} pl_ls_report;

// p: start (moved into the bounds) on entry, solution on return. r and jacobian receive the values at the solution.
pl_status pl_least_squares(pl_context *ctx, const pl_ls_problem *problem, const pl_ls_options *options, double *p, double *r,
                           double *jacobian, pl_ls_report *report);

#endif
