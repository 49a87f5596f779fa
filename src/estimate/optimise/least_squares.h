// least_squares.h: damped Gauss-Newton (Levenberg-Marquardt) within bounds, on any residual with an analytic Jacobian.
#ifndef PL_ESTIMATE_OPTIMISE_LEAST_SQUARES_H
#define PL_ESTIMATE_OPTIMISE_LEAST_SQUARES_H

#include <pliant/extend.h>

// Residuals r[n_residual] and, when jacobian is not NULL, jacobian[n_residual][n_parameter] at p. *n_failed: in, how many residuals may fail before
// the trial is lost (INT_MAX: any number); out, how many could not be evaluated (they are 0 in r). A trial with more of them than the current point
// is rejected, so a failed equilibrium never ends a fit and never pays.
typedef pl_status (*pl_ls_evaluate)(void *user, const double *p, double *r, double *jacobian, int *n_failed);

typedef struct pl_ls_problem {
  int n_parameter, n_residual;
  const double *scale;          // [n_parameter], > 0
  const double *lower, *upper;  // [n_parameter]
  const bool *frozen;           // [n_parameter] or NULL
  pl_ls_evaluate evaluate;
  void *user;
} pl_ls_problem;

// A convex set of parameters, known by cuts: half-spaces that contain it.
typedef struct pl_ls_set {
  // True when p is inside. Otherwise a cut row . p >= level that p misses and every point of the set keeps; row comes zeroed.
  bool (*inside)(void *user, const double *p, double *row, double *level);
  // Instead of steps that stay inside: move p, the end of a free step, into the set afterwards. NULL: steps stay inside.
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
      damping;  // of the first step; 0: as usual. Small where the start is near the end: weakly determined directions then take no detour
  // A parameter may fall by `fall` and rise by `rise` times its size (at least a tenth of its scale) in one step; the whole step is shortened, so
  // that its direction stays. 0: no limit.
  double fall, rise;
  // After two refused steps in a row, or one that doubles the objective, the damping follows how far the objective rose instead of growing little by
  // little: for residuals that are dear.
  bool leap;
  // While the mean square of the residuals stays above `hopeless`, ten trials that together lower the objective by less than one parameter does
  // within its sigma (its share 1/dof, a hundredth at the most) end the search: what is left is not found by going on. 0: no such end.
  double hopeless;
  // A sum of squares at which the residuals are met: no step could lower it by more, so that none moves any combination of parameters by more than
  // sqrt(met) of its sigma. A search that ends there for want of steps, or finds none that lowers it, has converged. It ends no search earlier. 0: there
  // is no such sum, as where sigmas were not stated.
  double met;
  // Five accepted steps in a row along directions that the data do not determine, which together lower the sum of squares by less than the share
  // `felt` of s^2, end the search (PL_LS_FLAT): s^2 is the mean square of the residuals, at least `noise`, 1 where sigmas were stated. 0: no such end.
  double felt, noise;
  const pl_ls_set *set;  // convex set that the parameters stay in, beside the bounds; it holds the start. NULL: none
  pl_arena *arena;       // of pl_ls_report.active; NULL: not asked for
  bool (*progress)(void *user, const pl_ls_iteration *iteration);  // may be NULL; false interrupts
  void *progress_user;
} pl_ls_options;

typedef enum pl_ls_outcome { PL_LS_CONVERGED, PL_LS_FLAT, PL_LS_STALLED, PL_LS_FUTILE, PL_LS_ITERATIONS, PL_LS_INTERRUPTED } pl_ls_outcome;
const char *pl_ls_outcome_text(pl_ls_outcome outcome);

typedef struct pl_ls_report {
  pl_ls_outcome outcome;
  double started, objective;  // half the sum of squares at the start and at the end
  int n_iteration;            // trials, accepted or not
  int n_failed;               // at the result
  int n_active;               // cuts of the set that hold the solution
  double *active;  // [n_active][n_parameter], their rows (pl_ls_set.inside), strongest first; several may be of one curved border
} pl_ls_report;

// p: in start (moved into the bounds), out solution. r and jacobian receive the values at the solution.
pl_status pl_least_squares(pl_context *ctx, const pl_ls_problem *problem, const pl_ls_options *options, double *p, double *r,
                           double *jacobian, pl_ls_report *report);

#endif
