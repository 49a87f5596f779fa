// sample_choice.h: how many material samples the data ask for: by readings that were left out.
#ifndef PL_ESTIMATE_SAMPLE_CHOICE_H
#define PL_ESTIMATE_SAMPLE_CHOICE_H

#include "estimate/stage.h"

// The first of n_stage whose error is not above that of the best by more than one standard error. square[n_stage][n_row]: squares of the weighted
// residuals of the same readings, left out, by stage. The standard error is that of the mean of the differences to the best, reading by reading: what
// makes a reading hard for all stages says nothing. excess[n_stage], error[n_stage]: that mean and its standard error.
int pl_samples_choose(int n_stage, int n_row, const double *const *square, double *excess, double *error);

// Held-out tests with the material as it stands: square[values], weighted residuals squared, 0 where nothing was measured or counts; *error: root of
// their mean, NAN when there is none or no equilibrium.
pl_status pl_samples_held_out(pl_fit *fit, double *square, double *error);
size_t pl_samples_held_out_values(const pl_fit *fit);  // how many they are at the most

// Squares of the weighted residuals of the fitted readings, square[stack n_data], each pose left out once. To first order: with r and J where the
// stage ended, pose f is missed by r_f + J_f d_f, d_f the step to the least-squares solution of all other rows, ties included.
// Rows that were not measured have 0.
pl_status pl_samples_left_out(const pl_fit *fit, const pl_solution *solution, double *square);

#endif
