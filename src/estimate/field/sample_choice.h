// sample_choice.h: how many material samples the data ask for: by fitted poses that are left out. Held-out tests have no say in it, so that they can
// judge what comes out.
#ifndef PL_ESTIMATE_FIELD_SAMPLE_CHOICE_H
#define PL_ESTIMATE_FIELD_SAMPLE_CHOICE_H

#include "estimate/stage/stage.h"

// A pose that was left out.
typedef struct pl_left_out {
  int n;          // its readings; 0: nothing was measured in it
  double square;  // sum of the squares of their weighted residuals; NAN: the other poses do not determine what it reads
} pl_left_out;

// The first of n_stage whose error is below that of all before it and not above that of the best by more than one standard error; -1: fewer than two
// poses can be compared.
// left[n_stage][n_pose]: the same poses by stage; NULL: a stage that is not compared. Poses without readings, and those that are not known in one of
// the stages, say nothing; *n_compared is the number of the others. excess[n_stage], error[n_stage]: the mean over all readings of the differences
// to the best stage, and its standard error; NAN: not compared. Readings of one pose go wrong together, so the scatter is that of the sums of whole
// poses. What makes a pose hard for all stages says nothing: differences are taken pose by pose.
int pl_samples_choose(int n_stage, int n_pose, const pl_left_out *const *left, int *n_compared, double *excess, double *error);

// Held-out tests with the material as it stands: *error is the root of the mean of their weighted residuals squared, NAN when there is none or no
// equilibrium. Their correction of the mesh is that of the material as it stands.
pl_status pl_samples_held_out(pl_fit *fit, double *error);

int pl_samples_poses(const pl_fit *fit);  // fitted ones, over all tests
// Every fitted pose left out once, left[pl_samples_poses]. To first order: with r and J where the stage ended, pose f is missed by r_f + J_f d_f,
// d_f the step to the least-squares solution of all other rows, ties included.
pl_status pl_samples_left_out(const pl_fit *fit, const pl_solution *solution, pl_left_out *left);
// Root mean square of the readings of the poses that are known; NAN: none.
double pl_samples_left_out_error(int n_pose, const pl_left_out *left);

#endif
