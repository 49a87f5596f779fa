// fold_choice.h: which of many linear models predicts examples left out best, and the way to it: grow what pays most, take away what is not missed
// (the future work of Miguel 2016, section 6).
//
// Every model is a linear subspace of a large one: theta = B z. So one evaluation of residuals r and Jacobian J of the large model, at the parameters
// found so far, tells about all of them. With the examples divided into k folds, fold f costs
//   | r_f + J_f (B z_f - theta) |^2,   z_f the least-squares solution of the other folds, curves held above zero,
// and the sum over the folds is what the model would get wrong on examples it has not seen, to first order. The best candidate is then fitted in
// earnest and judged again where it ended: only that decides.
#ifndef PL_ESTIMATE_STAGE_FOLD_CHOICE_H
#define PL_ESTIMATE_STAGE_FOLD_CHOICE_H

#include "estimate/stage/stage.h"

enum { PL_FOLD_VALUES = 80, PL_FOLDS = 20 };  // at the most

// A model by its place in the large one, whose values over their scales are held + B z.
typedef struct pl_fold_model {
  int n;                                          // of z
  double basis[PL_FOLD_VALUES * PL_FOLD_VALUES];  // [values of the large model][n]
  double held[PL_FOLD_VALUES];
  bool positive[PL_FOLD_VALUES];  // [n], z that may not fall below 0
} pl_fold_model;

typedef struct pl_fold_sum {
  double a[PL_FOLD_VALUES * PL_FOLD_VALUES], b[PL_FOLD_VALUES], rr;  // J^T J, J^T r, r.r of the fold's rows, values over their scales
} pl_fold_sum;

// One evaluation of the large model, summed per fold.
typedef struct pl_folds {
  int n_fold;
  int n;                         // values of the large model
  int n_data;                    // rows that were measured and found
  int n_failed;                  // frames without equilibrium
  double theta[PL_FOLD_VALUES];  // as it stands, over `scale`
  double scale[PL_FOLD_VALUES];  // usual sizes
  pl_fold_sum fold[PL_FOLDS];    // [n_fold]
  pl_fold_sum others;            // scratch
  pl_fold_model model;           // the same
} pl_folds;

// What grows and shrinks. A change lets the slots (bit s for slot s) go up or down one level together; slots 0: no change.
typedef struct pl_grower {
  void *user;
  int n_slot;
  bool shrink_pairs;  // where no single slot goes down, two may together
  double chance;      // mean squares of the fitted residuals by which their sum must fall for what is added to be kept: chance does less
  // The model as it stands with a change made, in the large one. False: there is no such model.
  bool (*embed)(void *user, const pl_folds *folds, unsigned slots, int up, pl_fold_model *model);
  // Evaluate the large model with the energy found so far (pl_folds_evaluate).
  pl_status (*linearise)(void *user, pl_folds *folds);
  // Make a change, fit it, and note it as a step of the fit that was kept.
  pl_status (*fit)(void *user, unsigned slots, int up);
  // The model is what it was before the last change.
  void (*undo)(void *user);
} pl_grower;

// Residuals and derivatives of the fit's material, which is the large model, by fold; column[n]: its values among the parameters. `fold_of` has the
// fold of a frame of a fitted case. Cuts that held the last stage are of another model, and go.
pl_status pl_folds_evaluate(pl_folds *folds, pl_fit *fit, const pl_stage *stage, pl_solution *solution, int n, const int *column,
                            int (*fold_of)(const void *user, const pl_fit *fit, int i_case, int frame), const void *user);
// Root mean square of the weighted residuals of the folds left out, over the rows that were found; INFINITY: not determined.
double pl_folds_error(pl_folds *folds, const pl_fold_model *model);

// From where the fit stands, its last step: raise what examples left out ask for most, as long as that lowers their error by `refine` (relative), and
// take away what they do not need, until neither pays. *error: that of the model as it stands then.
pl_status pl_folds_grow(const pl_grower *grower, pl_fit *fit, pl_folds *folds, double refine, double *error);

#endif
