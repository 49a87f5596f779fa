// sample_choice.h: chooses the number of material samples by leaving out fitted poses. Held-out tests are not used, so that they can
// validate the result.
#ifndef PL_ESTIMATE_FIELD_SAMPLE_CHOICE_H
#define PL_ESTIMATE_FIELD_SAMPLE_CHOICE_H

#include "estimate/stage/stage.h"

// A left-out pose.
typedef struct pl_left_out {
  int n;          // number of its readings; 0: nothing was measured in it
  double square;  // sum of its squared weighted residuals; NAN: the other poses do not determine its readings
} pl_left_out;

// The first stage whose error is below that of all earlier ones, and within one standard error of the best. It is -1 if fewer than two poses can be
// compared. left[n_stage][n_pose]: the same poses by stage; NULL: a stage that is not compared. Poses without readings, or without an error
// in some stage, are excluded; *n_compared is the number of the rest. excess[n_stage], error[n_stage]: mean difference to the best stage
// over all readings, and its standard error; NAN: not compared. Errors of readings in one pose are correlated, so the scatter is computed
// from sums over poses. Differences are taken pose by pose, which removes the difficulty that all stages share.
int pl_samples_choose(int n_stage, int n_pose, const pl_left_out *const *left, int *n_compared, double *excess, double *error);

// Predicts held-out tests with the current material and its mesh correction. *error is the root mean square of their weighted residuals.
// NAN when there is none or no equilibrium.
pl_status pl_samples_held_out(pl_fit *fit, double *error);

int pl_samples_poses(const pl_fit *fit);  // number of fitted poses over all tests
// Leaves out every fitted pose once, left[pl_samples_poses]. To first order: with r and J at the end of the stage, the residual of pose f
// is r_f + J_f d_f. There d_f is the step to the least-squares solution of all other rows, regularisation included. Poses of cases that take no
// part in the stage have no readings.
pl_status pl_samples_left_out(const pl_fit *fit, const pl_solution *solution, pl_left_out *left);
// Root mean square over the readings of poses with an error; NAN: none.
double pl_samples_left_out_error(int n_pose, const pl_left_out *left);

#endif
