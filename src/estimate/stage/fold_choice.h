// fold_choice.h: chooses, among many linear models, the one that predicts left-out examples best. It adds the addends that help most, and
// removes those that are not needed (future work of Miguel 2016, section 6).
//
// Every model is a linear subspace of a large one: theta = B z. So one evaluation of residuals r and Jacobian J of the large model, at the
// present parameters, applies to all of them. With the examples divided into k folds, fold f has the error
//    | r_f + J_f (B z_f - theta) |^2,   z_f the least-squares solution of the other folds, curves kept above zero.
// The sum over the folds is the error of the model on examples it was not fitted to, to first order. The best candidate is then really
// fitted and evaluated again at its solution, which decides.
#ifndef PL_ESTIMATE_STAGE_FOLD_CHOICE_H
#define PL_ESTIMATE_STAGE_FOLD_CHOICE_H

#include "estimate/stage/stage.h"

enum { PL_FOLD_VALUES = 80, PL_FOLDS = 20 };  // maximum numbers

// A model embedded in the large one, whose scaled values are held + B z.
typedef struct pl_fold_model {
  int n;                                          // size of z
  double basis[PL_FOLD_VALUES * PL_FOLD_VALUES];  // [values of the large model][n]
  double held[PL_FOLD_VALUES];
  bool positive[PL_FOLD_VALUES];  // [n], z with lower bound 0
} pl_fold_model;

typedef struct pl_fold_sum {
  double a[PL_FOLD_VALUES * PL_FOLD_VALUES], b[PL_FOLD_VALUES], rr;  // J^T J, J^T r, r.r of the fold's rows, values over their scales
} pl_fold_sum;

// One evaluation of the large model, summed per fold.
typedef struct pl_folds {
  int n_fold;
  int n;                         // values of the large model
  int n_data;                    // rows that were measured and predicted
  int n_failed;                  // frames without equilibrium
  double theta[PL_FOLD_VALUES];  // current values, over `scale`
  double scale[PL_FOLD_VALUES];  // usual sizes
  pl_fold_sum fold[PL_FOLDS];    // [n_fold]
  pl_fold_sum others;            // scratch
  pl_fold_model model;           // scratch
} pl_folds;

// The model that grows and shrinks. A change moves the slots (bit s for slot s) up or down one level together; slots 0: no change.
typedef struct pl_grower {
  void *user;
  int n_slot;
  bool shrink_pairs;  // if no single slot can be lowered, two may be lowered together
  double chance;      // required decrease of the sum of squares for an addition, in mean squares of the fitted residuals: chance achieves
                      // less
  // The present model after a change, embedded in the large one. False: there is no such model.
  bool (*embed)(void *user, const pl_folds *folds, unsigned slots, int up, pl_fold_model *model);
  // Evaluates the large model at the present energy (pl_folds_evaluate).
  pl_status (*linearise)(void *user, pl_folds *folds);
  // Makes a change, fits it, and records it as a kept step of the fit.
  pl_status (*fit)(void *user, unsigned slots, int up);
  // Restores the model before the last change.
  void (*undo)(void *user);
} pl_grower;

// Residuals and derivatives of the fit's material, which is the large model, by fold. column[n]: indices of its values among the
// parameters. `fold_of` gives the fold of a frame of a fitted case. Cuts of the last stage belong to another model and are dropped.
pl_status pl_folds_evaluate(pl_folds *folds, pl_fit *fit, const pl_stage *stage, pl_solution *solution, int n, const int *column,
                            int (*fold_of)(const void *user, const pl_fit *fit, int i_case, int frame), const void *user);

// Starts from the last step of the fit. Raises the slots that help left-out examples most while that lowers their error by `refine`
// (relative). Then removes slots that are not needed, until neither helps. *error: that of the final model.
pl_status pl_folds_grow(const pl_grower *grower, pl_fit *fit, pl_folds *folds, double refine, double *error);

#endif
